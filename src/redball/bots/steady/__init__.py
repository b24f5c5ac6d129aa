"""`steady`: keeps its units supplied, attacks where that pays, and holds what counts.

One policy for each decision, by procedure and step; all weigh things in thousandths of a victory point.
The bot knows what its side may believe, and its legal actions; it rolls no dice of its own.
"""

from redball.bots.steady.bot import GroundBot, SteadyBot

__all__ = ["GroundBot", "SteadyBot"]
