"""`steady`: keeps its units supplied, attacks where that pays, and holds what counts.

One policy for each decision, by procedure and step; all of them weigh what they see in thousandths of a victory point.
The bot knows what its side may believe, and the legal actions that it is offered; it throws no dice of its own.
"""

from redball.bots.steady.bot import SteadyBot

__all__ = ["SteadyBot"]
