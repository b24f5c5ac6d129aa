"""The arena: bots meet each other over scenarios, editions, seeds and sides, and a ladder says who is stronger.

`meetings` says which games are played, `rounds` plays them (on several processes, or on Ray) and keeps each with its
save, `ladder` counts, `plots` draws. A run that was stopped goes on where it was.
"""

from redball.bots.arena.ladder import Balance, Duel, Ladder, Place, ladder
from redball.bots.arena.meetings import Meeting, Table, meetings
from redball.bots.arena.rounds import Played, play_rounds

__all__ = [
    "Balance",
    "Duel",
    "Ladder",
    "Meeting",
    "Place",
    "Played",
    "Table",
    "ladder",
    "meetings",
    "play_rounds",
]
