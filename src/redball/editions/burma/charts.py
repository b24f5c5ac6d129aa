"""The numbers of the Burma rules."""

from __future__ import annotations

from redball.charts.shapes import Count, Record, TableTypes, Text


class BurmaRules(Record, frozen=True, kw_only=True):
    """Whose units are Japanese (the nation on their counters), and what they and small artillery may do.

    A Banzai adds faces of the white die to Ambush and of the red die to the attacker's surprise. Prices in tokens.
    In the weathers of `restricted_flight` aircraft only change their bases. Barrages by aircraft on hexes of the
    terrains of `concealment` shift `concealment_left` columns to the left.
    """

    nation: Text
    banzai_ambush_add: Count
    banzai_surprise_add: Count
    most_hedgehog: Count
    hedgehog_price: Count
    small_artillery_points: Count
    small_artillery_per_token: Count
    restricted_flight: tuple[Text, ...]
    concealment: tuple[Text, ...]
    concealment_left: Count


TABLES: TableTypes = {"burma_rules": ("values", BurmaRules)}
