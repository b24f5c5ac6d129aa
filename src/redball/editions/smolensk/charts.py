"""The numbers of the Smolensk rules."""

from __future__ import annotations

from fractions import Fraction

from redball.charts.shapes import Count, Record, TableTypes, Text


class SmolenskRules(Record, frozen=True, kw_only=True):
    """Whose units are Soviet and German (the nation on their counters), and from which turn on they may what.

    Through turn `strat_none_through` no Soviet unit goes into Strat Mode, through `strat_rated_through` those of
    `strat_rating` and of `strat_formations`; `strat_strength` is for the switch of that name. `largest_share` is a
    percentage of the supply that a table brings.
    """

    soviet: Text
    german: Text
    most_hedgehog: Count
    soviet_works_from: Count
    soviet_barrage: Fraction
    strat_none_through: Count
    strat_rated_through: Count
    strat_rating: Count
    strat_formations: tuple[Text, ...]
    strat_strength: Fraction
    largest_share: Count


TABLES: TableTypes = {"smolensk_rules": ("values", SmolenskRules)}
