"""Tables of ground combat that only the charts of New OCS have: name, kind and record type of each.

The combat table has two sides. One roll of a white and a red die is read on both, each with its own column and DRM.

Cases: N9.0-two-sided, N9-base-columns-lhs, N9-base-columns-rhs
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar, Literal, cast

from redball.charts.errors import TableProblem
from redball.charts.ground_combat import ODDS, CombatTable, parse_odds
from redball.charts.rounding import round_half_up
from redball.charts.shapes import Band, BandTable, Count, Grid, Number, Record, TableTypes, Text, check_bands, read_band

Advantage = Literal["defender", "none", "attacker"]
ADVANTAGES: tuple[Advantage, ...] = ("defender", "none", "attacker")


class AttackerCell(Record, frozen=True, kw_only=True):
    """A result for the attacker: steps lost. Attackers never retreat."""

    text: str
    loss: Count

    def __post_init__(self) -> None:
        text = f"L{self.loss}" if self.loss else "-"
        if self.text != text:
            raise TableProblem(f"this result means {text!r} by its numbers", row=self.text)


class DefenderCell(Record, frozen=True, kw_only=True):
    """A result for the defender: steps lost, hexes of retreat, and the least Action Rating that exploits (0: none)."""

    text: str
    loss: Count
    retreat: Count
    exploit: Count

    def __post_init__(self) -> None:
        parts = (("L", self.loss), ("R", self.retreat), ("e", self.exploit))
        text = "".join(f"{sign}{n}" for sign, n in parts if n) or "-"
        if self.text != text:
            raise TableProblem(f"this result means {text!r} by its numbers", row=self.text)


class AttackersTable(Grid[str], frozen=True, kw_only=True):
    """The left side: what a defence of that strength costs the attacker, the strongest defence on the left.

    >>> from redball.editions import charts_from
    >>> table = charts_from("v4", "new_ocs", "new_ocs_combat").table(AttackersTable)
    >>> table.columns[table.column(18)], table.result(table.column(18), 7)
    ('17-24', 'L1')
    """

    coded: ClassVar[bool] = True
    column_min: tuple[Count, ...]
    codes: Mapping[str, AttackerCell]

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_codes(self.codes)
        if len(self.column_min) != len(self.columns):
            raise TableProblem(f"column_min has {len(self.column_min)} numbers for {len(self.columns)} columns")
        for column, (one, two) in zip(self.columns[1:], pairwise(self.column_min), strict=True):
            if two >= one:
                raise TableProblem(f"columns are not descending: {two} follows {one}", column=column)
        if self.column_min[-1]:
            raise TableProblem("the last column must begin at 0", column=self.columns[-1])

    def column(self, defence: Number) -> int:
        """The base column of a defence strength after all modifiers, rounded half up."""
        points = round_half_up(defence)
        return next(index for index, low in enumerate(self.column_min) if points >= low)

    def losses(self, column: int, roll: int) -> int:
        """Steps that the attacker loses on a modified roll."""
        return self.codes[self.result(column, roll)].loss


class DefendersTable(Grid[str], frozen=True, kw_only=True):
    """The right side: what the odds cost the defender.

    >>> from redball.editions import charts_from
    >>> table = charts_from("v4", "new_ocs", "new_ocs_combat").table(DefendersTable)
    >>> table.columns[table.column(27, 8)], table.cell(table.column(27, 8), 9).text
    ('3:1', 'L1R2')
    """

    coded: ClassVar[bool] = True
    codes: Mapping[str, DefenderCell]

    def __post_init__(self) -> None:
        super().__post_init__()
        self.check_codes(self.codes)
        for label in self.columns:
            if not ODDS.fullmatch(label):
                raise TableProblem("odds are written like 3:1", row="columns", column=label)
        odds = [Fraction(*parse_odds(label)) for label in self.columns]
        for (one, two), label in zip(pairwise(odds), self.columns[1:], strict=True):
            if two <= one:
                raise TableProblem("columns are not ascending", row="columns", column=label)
        if "1:1" not in self.columns:
            raise TableProblem("there is no 1:1 column (9.14a)", row="columns")

    def column(self, attack: Number, defence: Number) -> int:
        """The base column: the highest not above the odds; against zero, as on the Combat Table (9.14a)."""
        a, d = CombatTable.odds(attack, defence)
        if not d:
            return self.last_column
        fitting = [i for i, label in enumerate(self.columns) if Fraction(*parse_odds(label)) * d <= a]
        return fitting[-1] if fitting else self.first_column

    def cell(self, column: int, roll: int) -> DefenderCell:
        """The result of a modified roll."""
        return self.codes[self.result(column, roll)]


class RatingEffect(Record, frozen=True, kw_only=True):
    """What a difference of Action Ratings (attacker minus defender) does: DRM by side, and the dice that surprise.

    Ambush comes on a white die of at most `ambush`, the attacker's surprise on a red one of at least `surprise`; 0
    means never.
    """

    id: Text
    difference: int
    left: int
    right: int
    ambush: Count
    surprise: Count


class SurpriseEffect(Record, frozen=True, kw_only=True):
    """What ambush or surprise changes in a result. If the surprising side had no losses to be spared, `instead` is
    added to the other side's; a defender who had none to lose loses `defender_steps_if_none`."""

    id: Text
    attacker_steps: int
    defender_steps: int
    defender_retreat: int
    instead: Count
    defender_steps_if_none: Count = 0


class CoverShift(Record, frozen=True, kw_only=True):
    """Columns to the left, by side, for a terrain line, a single terrain or a hedgehog level."""

    id: Text
    left: Count
    right: Count
    ignores_r1: bool


class CombatLimits(Record, frozen=True, kw_only=True):
    """Small numbers of a combat: bounds of RE are in quarters, prices in tokens."""

    most_shift: Count
    most_hedgehog_in_very_close: Count
    attack_quarters_per_token: Count
    fire_points: Count
    fire_tokens: Count
    fire_drm: int
    hq_rating: Count


class ArmorAdvantage(BandTable, frozen=True, kw_only=True):
    """Who has the armor advantage by the odds of anti-tank strength, and what it does: the highest terrain multiplier
    of attacking armor and mech ("0": no limit), and the DRM of each side."""

    band_names: ClassVar[frozenset[str]] = frozenset({"at_odds"})
    results: ClassVar[tuple[str | int, ...]] = ADVANTAGES
    most: Mapping[str, Fraction]
    drm: Mapping[str, int]

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("most", "drm"):
            if set(getattr(self, name)) != set(ADVANTAGES):
                raise TableProblem(f"the row needs one number for each of {', '.join(ADVANTAGES)}", row=name)

    def who(self, attacking: Number, defending: Number) -> Advantage:
        """The advantage at those anti-tank strengths, at least one above zero; odds are rounded as usual."""
        a, d = CombatTable.odds(attacking, defending)
        if not d:
            return cast("Advantage", self.bands["at_odds"][-1].result)
        return cast("Advantage", self.read("at_odds", a if d == 1 else 0))


class AtShare(Record, frozen=True, kw_only=True):
    """The share of a unit's strength that is heavy or light anti-tank strength."""

    id: Text
    heavy: Fraction
    light: Fraction
    defenders_only: bool


class DensityEffect(Record, frozen=True, kw_only=True):
    """DRM by side where a hex holds at least `least` quarters of an RE (or of a step); `soft`: of soft units."""

    id: Text
    least: Count
    soft: bool
    left: int
    right: int


class LossStrength(Record, frozen=True, kw_only=True):
    """What lost steps do: the first takes points off units of at least `least_steps`; half or fewer left halve
    strength."""

    least_steps: Count
    combat_mode: Count
    move_mode: Count
    half_left: Fraction


class ArtilleryStrength(Record, frozen=True, kw_only=True):
    """Combat Strength of defending artillery by its barrage points; in Move Mode whatever they are."""

    move_mode: Count
    by_points: tuple[Band, ...]

    def __post_init__(self) -> None:
        check_bands("by_points", self.by_points)

    def strength(self, points: int) -> int:
        """In Combat Mode."""
        return int(read_band(self.by_points, points))


TABLES: TableTypes = {
    "combat_attackers": ("grid", AttackersTable),
    "combat_defenders": ("grid", DefendersTable),
    "rating_effects": ("records", RatingEffect),
    "surprise_effects": ("records", SurpriseEffect),
    "cover_shifts": ("records", CoverShift),
    "combat_limits": ("values", CombatLimits),
    "armor_advantage": ("bands", ArmorAdvantage),
    "at_shares": ("records", AtShare),
    "combat_density": ("records", DensityEffect),
    "loss_strength": ("values", LossStrength),
    "artillery_strength": ("values", ArtilleryStrength),
}
