"""Saves: an append-only file of JSON lines. A header, then actions with their events, checkpoints, undos and rewinds.

`kill -9` at any moment loses at most the action in flight: each line is written and synced before the game goes on, and
loading leaves out an unfinished last line. Every line carries a check of all before it (`lines`); a game whose save is
damaged goes on from the last good line, and what lies behind it is set aside (`file`). Loading takes the last
checkpoint and plays the actions after it (`load`); `verify` plays everything again, and throws every die again.
"""

from redball.game.save.file import SaveFile, SaveMoved, Unwritable
from redball.game.save.lines import FORMAT, Header, SaveError, chained, find_lines, lines_in
from redball.game.save.load import Loaded, load, load_found
from redball.game.save.states import FIELDS_OF_1, decode_state, encode_state, state_hash
from redball.game.save.verify import Verified, verify

__all__ = [
    "FIELDS_OF_1",
    "FORMAT",
    "Header",
    "Loaded",
    "SaveError",
    "SaveFile",
    "SaveMoved",
    "Unwritable",
    "Verified",
    "chained",
    "decode_state",
    "encode_state",
    "find_lines",
    "lines_in",
    "load",
    "load_found",
    "state_hash",
    "verify",
]
