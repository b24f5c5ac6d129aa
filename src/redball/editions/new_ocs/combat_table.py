"""The two-sided combat table: columns, shifts and DRMs of each side, one roll of a white and a red die.

The attackers' column comes from the strength of the defence alone, the defenders' from the odds. Shifts go to the left
only and stop at the table's edge. The white die may bring Ambush, else the red one the attacker's Surprise; both change
the result that was read, never the column. Losses and retreats do not go below zero.

Cases: N9-base-columns-mods, N9-crt-three-changes-even, N9-crt-three-changes-odds, N9-crt-three-changes-ar,
N9-surprise-roll, N9-surprise-order, N9-surprise-normal-ambush, N9-surprise-normal-surprise, N9-surprise-dg,
N9-surprise-dg-hedgehog, N9-surprise-defender-ar, N9-surprise-defender-ar-dg, N9-surprise-attacker-ar,
N9-surprise-effects-ambush, N9-surprise-effects-ambush-zero, N9-surprise-effects-surprise,
N9-surprise-effects-surprise-zero, N9-surprise-effects-no-shift, N8-surprise, N9-ar-effects-p1, N9-ar-effects-p2,
N9-ar-effects-p3, N9-ar-effects-p4, N9-ar-effects-m1, N9-ar-effects-m2, N9-ar-effects-m3, N9-ar-effects-m4,
N9-ar-effects-cap, N9-ignore-r1-options, N9.13
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from msgspec.structs import replace

from redball.charts import Charts
from redball.charts.ground_combat import CombatTable
from redball.core.battle import AnnouncedOdds, AttackersOdds, CombatRead, CombatResult, Confrontation, Kind, Surprise
from redball.core.chances import PIPS, Spread
from redball.core.engine import Run
from redball.core.events import CombatResolved, SurpriseRolled
from redball.core.ledger import Line, Part, Tally, Term, show, signed
from redball.core.look import Look
from redball.core.procedures import Chance
from redball.editions.new_ocs import armor, cover, density
from redball.editions.new_ocs.combat_charts import (
    AttackersTable,
    CombatLimits,
    DefendersTable,
    RatingEffect,
    SurpriseEffect,
)
from redball.editions.new_ocs.ratings import rating_tally
from redball.rules.combat.procedure import two_dice
from redball.rules.combat.record import OWN_TERRAIN, CombatData, announced
from redball.rules.combat.results import receive

RESULT = re.compile(r"-|(?:A(?:L(\d))?(?:e(\d))?)? ?(?:D(?:L(\d))?(?:R(\d))?)?")


# --- odds ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Drm:
    """A modifier of the roll on either side of the table, with its reason and case."""

    left: int
    right: int
    reason: str
    case: str
    chart: str = ""

    def on(self, side: cover.TableSide) -> Term[int]:
        """The modifier on one side."""
        return Term(self.left if side == "left" else self.right, self.reason, self.case, self.chart)


def effect_of(charts: Charts, difference: int) -> RatingEffect:
    """The effect of a difference of Action Ratings, limited to the ends of the table."""
    rows = {row.difference: row for row in charts.rows(RatingEffect).values()}
    return rows[min(max(difference, min(rows)), max(rows))]


def drms_of(look: Look, met: Confrontation) -> Iterator[Drm]:
    """Action Ratings, armor advantage, Defensive Artillery Fire, density."""
    effect = rating_effect(look, met)
    yield Drm(effect.left, effect.right, f"Action Ratings {written_ratings(met)}", "N9-ar-effects", "rating_effects")
    by = armor.drm(look, met)
    yield Drm(by, by, armor.SAID[met.at_level], f"N9-armor-{met.at_level}", "armor_advantage")
    if met.fire:
        by = look.world.charts.table(CombatLimits).fire_drm
        yield Drm(by, by, "Defensive Artillery Fire", "N9.5-defensive-fire-drm", "combat_limits")
    for row in density.effects(look, met):
        yield Drm(row.left, row.right, f"density: {row.id.replace('_', ', ')}", "N9-density", "combat_density")


def written_ratings(met: Confrontation) -> str:
    """`4 against 3`."""
    return " against ".join(str(one.action_rating) if one else "none" for one in met.leaders)


def rating_effect(look: Look, met: Confrontation) -> RatingEffect:
    """The line of the two leaders."""
    attacker, defender = (one.action_rating if one else 0 for one in met.leaders)
    return effect_of(look.world.charts, attacker - defender)


def together(drms: list[Drm], side: cover.TableSide) -> Tally[int]:
    """The DRM of one side."""
    name = "attackers" if side == "left" else "defenders"
    terms = [term for drm in drms if (term := drm.on(side)).by]
    return Tally(f"DRM, {name}' side", terms, total=signed)


def odds(look: Look, met: Confrontation) -> tuple[AnnouncedOdds, tuple[Tally[int], ...]]:
    """Columns and DRMs of both sides, the defenders' first; then ratings that differ from the printed ones."""
    charts = look.world.charts
    line = charts.terrain_combat[met.terrain[OWN_TERRAIN]].line
    advantage = met.at_level if armor.counts(look, met) else "none"
    found, tallies = placed(
        charts,
        (met.attack.value, met.defence.value),
        line,
        cover.shifts(look, met),
        list(drms_of(look, met)),
        advantage,
    )
    ratings = (rating_tally(look, leader) for leader in met.leaders if leader)
    effect = rating_effect(look, met)
    all_dg = all(unit.marker == "dg" for unit in met.defenders)
    return with_surprise(found, effect, all_dg), (*tallies, *(one for one in ratings if len(one.terms) > 1))


def placed(
    charts: Charts,
    strengths: tuple[Fraction, Fraction],
    line: str,
    shifts: cover.Shifts,
    drms: list[Drm],
    advantage: str,
) -> tuple[AnnouncedOdds, tuple[Tally[int], ...]]:
    """Columns and DRMs from strengths (attack, defence), shifts and DRMs, before surprise."""
    left, right = charts.table(AttackersTable), charts.table(DefendersTable)
    attack, defence = strengths
    bases = left.column(defence), right.column(attack, defence)
    text = CombatTable.odds_text(attack, defence)
    by_odds = cover.column(shifts, "right", text, right, bases[1])
    by_defence = cover.column(shifts, "left", show(defence), left, bases[0])
    columns = left.shift(bases[0], by_defence.value), right.shift(bases[1], by_odds.value)
    added = together(drms, "right"), together(drms, "left")
    found = AnnouncedOdds(
        attack=show(attack),
        defend=show(defence),
        odds=text,
        line=line,
        column=columns[1],
        drm=added[0].value,
        hedgehog=0,
        attackers=AttackersOdds(
            columns[0],
            left.columns[columns[0]],
            added[1].value,
            0,
            0,
            advantage,
        ),
    )
    return found, (*added, by_odds, by_defence)


def with_surprise(odds: AnnouncedOdds, effect: RatingEffect, all_dg: bool) -> AnnouncedOdds:
    """The dice that surprise, by the ratings; defenders that are all DG cannot ambush."""
    ambush = 0 if all_dg else effect.ambush
    return replace(odds, attackers=replace(of_attackers(odds), ambush=ambush, surprise=effect.surprise))


def of_attackers(odds: AnnouncedOdds) -> AttackersOdds:
    """The attackers' half. Raises ValueError for odds on a table of one side."""
    if odds.attackers is None:
        raise ValueError("these odds are for a table of one side")
    return odds.attackers


# --- the roll --------------------------------------------------------------------------------------------------


def who_surprises(odds: AnnouncedOdds, white: int, red: int) -> Surprise:
    """The side that surprises: the defender by the white die, or else the attacker by the red one."""
    against = of_attackers(odds)
    if white <= against.ambush:
        return "defender"
    return "attacker" if against.surprise and red >= against.surprise else "none"


def surprised(charts: Charts, who: Surprise, result: CombatResult, surprise: str = "surprise") -> CombatResult:
    """The result as Ambush or Surprise changes it; `surprise` is the line of the attackers' surprise. A side without a
    loss to be spared costs the other side one more."""
    if who == "none":
        return result
    effect = charts.rows(SurpriseEffect)["ambush" if who == "defender" else surprise]
    attackers, defenders = effect.attacker_steps, effect.defender_steps
    if not result.d_loss:
        defenders += effect.defender_steps_if_none
    if defenders < 0 and not result.d_loss:
        attackers += effect.instead
    if attackers < 0 and not result.a_loss:
        defenders += effect.instead
    return replace(
        result,
        a_loss=max(result.a_loss + attackers, 0),
        d_loss=max(result.d_loss + defenders, 0),
        d_retreat=max(result.d_retreat + effect.defender_retreat, 0),
    )


def thrown(white: int, red: int, drm: int, side: str) -> Tally[int]:
    """The roll of a side."""
    dice = Part(white, "white die", "N9-surprise-roll"), Part(red, "red die", "N9-surprise-roll")
    return Tally("roll", (*dice, Term(drm, f"DRM, {side}' side", "N9-base-columns-mods")))


def table_result(charts: Charts, odds: AnnouncedOdds, attackers: int, defenders: int) -> CombatResult:
    """Both sides of the table, each on its roll, before surprise."""
    loss = charts.table(AttackersTable).losses(of_attackers(odds).column, attackers)
    cell = charts.table(DefendersTable).cell(odds.column, defenders)
    return CombatResult(loss, 0, cell.exploit, cell.loss, 0, False, cell.retreat)


def written(result: CombatResult) -> str:
    """`AL1e4 DL2R2`: steps that the attacker loses and the rating that exploits, what the defender suffers.

    >>> written(CombatResult(1, 0, 4, 2, 0, False, 2)), written(CombatResult(0, 0, 0, 0, 0, False))
    ('AL1e4 DL2R2', '-')
    """
    attacker = (f"L{result.a_loss}" if result.a_loss else "") + (f"e{result.exploit}" if result.exploit else "")
    defender = (f"L{result.d_loss}" if result.d_loss else "") + (f"R{result.d_retreat}" if result.d_retreat else "")
    return " ".join(f"{mark}{half}" for mark, half in (("A", attacker), ("D", defender)) if half) or "-"


@cache
def understood(text: str) -> CombatResult:
    """What a written result asks of both sides.

    >>> understood("AL1e4 DL2R2").d_retreat, understood("DL1").d_loss, understood("-").a_loss
    (2, 1, 0)
    """
    match = RESULT.fullmatch(text)
    if match is None:
        raise KeyError(text)
    a_loss, exploit, d_loss, d_retreat = (int(part or 0) for part in match.groups())
    return CombatResult(a_loss, 0, exploit, d_loss, 0, False, d_retreat)


def read(charts: Charts, odds: AnnouncedOdds, white: int, red: int) -> CombatRead:
    """Read one roll of the two dice."""
    who, dice = who_surprises(odds, white, red), white + red
    plain = table_result(charts, odds, dice + of_attackers(odds).drm, dice + odds.drm)
    return CombatRead(who, 0, odds.column, written(surprised(charts, who, plain, of_attackers(odds).effect)))


def spread(charts: Charts, kind: Kind, odds: AnnouncedOdds) -> Spread[CombatRead]:
    """The distribution over all 36 throws."""
    ways: dict[CombatRead, int] = {}
    for white, red in product(PIPS, PIPS):
        found = read(charts, odds, white, red)
        ways[found] = ways.get(found, 0) + 1
    return Spread(ways)


def result_ways(charts: Charts, kind: Kind, odds: AnnouncedOdds) -> dict[str, int]:
    """The 36 throws by result."""
    ways: dict[str, int] = {}
    for found, count in spread(charts, kind, odds).ways.items():
        ways[found.result] = ways.get(found.result, 0) + count
    return ways


def surprise_ways(charts: Charts, kind: Kind, odds: AnnouncedOdds) -> dict[str, int]:
    """The 36 throws by the side that surprises."""
    counts = {"attacker": 0, "none": 0, "defender": 0}
    for white, red in product(PIPS, PIPS):
        counts[who_surprises(odds, white, red)] += 1
    return counts


def resolve(run: Run, data: CombatData, dice: tuple[int, ...]) -> None:
    """The roll of a combat on the board: the first die is the white one."""
    charts, on = run.world.charts, announced(data)
    against, (white, red) = of_attackers(on), dice
    who = who_surprises(on, white, red)
    theirs, roll = thrown(white, red, against.drm, "attackers"), thrown(white, red, on.drm, "defenders")
    plain = table_result(charts, on, theirs.value, roll.value)
    result = surprised(charts, who, plain, against.effect)
    if who != "none":
        case = "N9-surprise-effects-ambush" if who == "defender" else "N9-surprise-effects-surprise"
        die = white if who == "defender" else red
        run.emit(SurpriseRolled(case=case, side=data.side, hex=data.hex, who=who, roll=die))
    said = "Ambush" if who == "defender" else "Surprise"
    changed = Line(written(result), f"{said} changes {written(plain)}", "N9-surprise-effects")
    told = f"attackers' side: {signed(against.drm)}, which makes {theirs.value}"
    lines = (Line("", told, "N9-base-columns-mods"), *((changed,) if who != "none" else ()))
    run.emit(
        CombatResolved(
            case="N9.0-two-sided",
            side=data.side,
            kind=data.kind,
            hex=data.hex,
            roll=roll.value,
            column=charts.table(DefendersTable).columns[on.column],
            line=on.line,
            result=written(result),
            ledger=Tally(roll.title, (*roll.terms, *lines)).ledger(),
            attackers_column=against.label,
            attackers_roll=theirs.value,
        )
    )
    receive(run, data, written(result))


def shelter(look: Look, terrain: str, attacking: Fraction, defending: Fraction) -> tuple[int, ...]:
    """The shifts that a terrain gives, the defenders' side first."""
    row = cover.row_of(look, terrain)
    return (-row.right, -row.left)


POLICIES = {
    "combat_odds": odds,
    "combat_columns": lambda charts, odds: charts.table(DefendersTable).columns,
    "combat_spread": spread,
    "surprise_ways": surprise_ways,
    "result_ways": result_ways,
    "combat_result": lambda charts, result: understood(result),
    "shelter": shelter,
}
EDITS = (
    ("combat", "remove", "surprise", None),
    ("combat", "remove", "surprise_shift", None),
    ("combat", "replace", "resolution", Chance("resolution", "combat", "N9-surprise-roll", two_dice, resolve)),
)
