"""The numbers of the Smolensk rules."""

from __future__ import annotations

from fractions import Fraction

from redball.charts.shapes import Count, Record, TableTypes, Text


class SmolenskRules(Record, frozen=True, kw_only=True):
    """Which nation on the counters is Soviet and which is German, and the numbers and turns of their rules.

    Through turn `strat_none_through` no Soviet unit may enter Strat Mode; through `strat_rated_through` only units
    rated `strat_rating` or more and those of `strat_formations` may. `strat_strength` is for the switch of that name.
    `largest_share` is a percentage of the supply that a table brings. In the weathers of `limited_flight` no aircraft
    of the types `grounded` flies, and barrages of others by day shift `limited_flight_left` columns to the left.
    `better_fighters` are rated `better_rating` more; `soviet_range` multiplies ranges.
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
    limited_flight: tuple[Text, ...]
    limited_flight_left: Count
    grounded: tuple[Text, ...]
    better_fighters: tuple[Text, ...]
    better_rating: Count
    soviet_range: Count


TABLES: TableTypes = {"smolensk_rules": ("values", SmolenskRules)}
