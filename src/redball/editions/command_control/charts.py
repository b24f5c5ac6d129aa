"""Tables that only Command & Control has: what an HQ may command, what an army may hold, zones.

Cases: C1.1-army-soviet, C1.6-max, C1.6-interval, C1.6-blitzkrieg-legend-german-ak,
C1.6-blitzkrieg-legend-german-ak-mot,
C1.6-blitzkrieg-legend-german-army, C1.6-blitzkrieg-legend-dutch, C1.6-blitzkrieg-legend-belgian-corps,
C1.6-blitzkrieg-legend-belgian-cavalry, C1.6-blitzkrieg-legend-british, C1.6-blitzkrieg-legend-french-corps,
C1.6-blitzkrieg-legend-french-cavalry, C1.6-blitzkrieg-legend-french-cuirasse, C1.6-blitzkrieg-legend-french-army,
C1.6-dak-italian, C1.6-dak-commonwealth, C1.6-case-blue-axis-german, C1.6-case-blue-axis-rumanian,
C1.6-case-blue-axis-hungarian, C1.6-case-blue-axis-italian, C1.6-case-blue-axis-panzer, C1.6-case-blue-axis-army,
C1.6-case-blue-soviet-army, C1.6-case-blue-soviet-tank, C1.6-case-blue-soviet-tank-0842, C1.6-baltic-gap-axis-ak,
C1.6-baltic-gap-axis-pk, C1.6-baltic-gap-soviet-army, C1.6-baltic-gap-soviet-tank, C1.6-baltic-gap-soviet-arty,
C1.6-hungarian-rhapsody-axis-ak, C1.6-hungarian-rhapsody-axis-pk, C1.6-hungarian-rhapsody-axis-ak-ung,
C1.6-hungarian-rhapsody-rumanian, C1.6-hungarian-rhapsody-soviet-army, C1.6-hungarian-rhapsody-soviet-tank,
C1.6-hungarian-rhapsody-soviet-cavmech, C3.1-rule, C3.1-axis-armee, C3.1-axis-panzer, C3.1-axis-allied, C3.1-soviet
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from redball.charts.shapes import Count, Record, TableTypes, Text


class Pool(Record, frozen=True, kw_only=True):
    """Classes that share one maximum."""

    classes: tuple[Text, ...]
    most: Count


class CommandLimit(Record, frozen=True, kw_only=True):
    """One load that an HQ may command (C1.6), or an army may hold (C3.1); rows of one table and HQ are alternatives.

    `most` and `least` are by class; `unlimited` classes have no maximum; `pooled` ones share one; `total` is for all
    classes; `spare` allows more of any class; `guests` are pool members that may be of any other class. Classes in
    `counts_as` also meet the minimum of another. `since` and `until` are months, both inclusive.
    """

    id: Text
    table: Text
    hq: Text
    case: Text
    most: Mapping[str, Count] = {}
    least: Mapping[str, Count] = {}
    unlimited: tuple[Text, ...] = ()
    pooled: tuple[Pool, ...] = ()
    total: Count = 0
    spare: Count = 0
    guests: Count = 0
    counts_as: Mapping[str, str] = {}
    since: str = ""
    until: str = ""
    doubtful: bool = False

    def holds_in(self, month: str) -> bool:
        """Whether the row is in force in a month, such as "1941-07"; "" is any time."""
        return not month or (self.since <= month and (not self.until or month <= self.until))

    def commands(self, kind: str) -> bool:
        """Whether the HQ can command units of this class at all."""
        pooled = any(kind in pool.classes for pool in self.pooled)
        return bool(pooled or self.total or self.spare or kind in self.unlimited or self.most.get(kind, 0))

    def excess(self, load: Mapping[str, int]) -> int:
        """How many units of a load, by class, are too many.

        >>> most = {"panzer": 2, "motorized": 1}
        >>> corps = CommandLimit(id="x", table="t", hq="corps", case="C1.6-max", most=most, spare=1)
        >>> corps.excess({"panzer": 2, "motorized": 1, "infantry": 1}), corps.excess({"panzer": 4, "infantry": 1})
        (0, 2)
        """
        if self.total:
            return max(0, sum(load.values()) - self.total)
        over = 0
        shared: dict[int, int] = {}
        for kind, count in load.items():
            pools = [i for i, pool in enumerate(self.pooled) if kind in pool.classes]
            if kind in self.most or not pools:
                over += 0 if kind in self.unlimited else max(0, count - self.most.get(kind, 0))
                count = min(count, self.most[kind]) if kind in self.most else 0
            for i in pools:
                shared[i] = shared.get(i, 0) + count
        room = 0
        for i, pool in enumerate(self.pooled):
            over += max(0, shared.get(i, 0) - pool.most)
            room += max(0, pool.most - shared.get(i, 0))
        return max(0, over - self.spare - min(self.guests, room))

    def lacking(self, load: Mapping[str, int]) -> dict[str, int]:
        """How many units of a class are missing from the minimum.

        >>> least, either = {"artillery_unit": 1}, {"artillery_division": "artillery_unit"}
        >>> army = CommandLimit(id="x", table="t", hq="army", case="C1.6-max", least=least, counts_as=either)
        >>> army.lacking({}), army.lacking({"artillery_division": 1})
        ({'artillery_unit': 1}, {})
        """
        held = dict(load)
        for kind, other in self.counts_as.items():
            held[other] = held.get(other, 0) + load.get(kind, 0)
        missing = {kind: count - held.get(kind, 0) for kind, count in self.least.items()}
        return {kind: count for kind, count in missing.items() if count > 0}


class ArmyLimit(CommandLimit, frozen=True, kw_only=True):
    """What an army or a front may hold: classes are those of HQs (C3.1)."""


class CommandZones(Record, frozen=True, kw_only=True):
    """Numbers of operation zones and of command (C1.3, C1.4, C2, C4); RE are whole RE."""

    zone_hexes: Mapping[str, Count]
    forgotten_movement: Fraction
    other_zone_movement: Fraction
    other_zone_combat_supply: Count
    extra_supply_re_per_token: Count
    least_armies_of_a_front: Count
    offensive_fronts: Fraction


TABLES: TableTypes = {
    "command_limits": ("records", CommandLimit),
    "army_limits": ("records", ArmyLimit),
    "command_zones": ("values", CommandZones),
}
