"""`planner`: makes a plan for each of its Player Turns, and carries it out with `steady`'s hands.

A plan gives each group of units a task (`plans`). Plans that differ from the usual play are proposed (`propose`),
played in games that the side may hold for the true one (`rollout`), and judged by what the position is worth afterwards
(`value`).
"""

from redball.bots.planner.bot import LEVELS, PlannerBot

__all__ = ["LEVELS", "PlannerBot"]
