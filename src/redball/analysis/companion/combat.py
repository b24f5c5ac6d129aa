"""Combats and overruns for the companion."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from redball.analysis.companion.kinds import (
    Asked,
    AskError,
    Fallen,
    Noting,
    hyphened,
    named,
    plain_name,
    strength,
)
from redball.analysis.companion.questions import CombatQuestion, SpecialQuestion, Way
from redball.analysis.expectation import Source
from redball.charts import Charts, CombatTable
from redball.core.battle import DG_HEX, SpecialAttack, special_attack
from redball.core.battle import Kind as CombatKind
from redball.core.chances import SUMS, Spread, Throw
from redball.core.ledger import Line, Tally, Term, signed
from redball.rules.combat.dice import (
    CombatRead,
    Odds,
    combat_spread,
    roll_tally,
    second_tally,
    surprise_drm,
    surprise_tally,
    throw_combat,
)

RATINGS = (-1, 9)
"""A unit that is DG may have -1 (5.10b-B)."""


class SurpriseTold(Struct, frozen=True):
    """Who has surprise, and the columns that it shifts."""

    side: str
    shift: int


class CombatThrown(Struct, frozen=True):
    """One resolution as the companion tells it."""

    surprise: SurpriseTold
    column: str
    roll: int
    result: str


class TwiceThrown(CombatThrown, frozen=True):
    """One resolution of a special attack: `result` has both results, `again` is the second roll, if there was one."""

    again: int | None


class CombatCame(Struct, frozen=True):
    """A result with what both sides make of it: steps lost, hexes retreated, DG, the least rating that exploits."""

    result: str
    attacker_losses: int
    defender_losses: int
    attacker_retreat: int
    defender_retreat: int
    defender_dg: bool
    exploit: int
    hex_open: bool


def ready(charts: Charts, asked: CombatQuestion, kind: CombatKind) -> Asked:
    """Odds, column and DRM, and the procedure that throws."""
    line = named(asked.terrain, charts.combat.lines, "terrain")
    if not RATINGS[0] <= min(asked.ar) <= max(asked.ar) <= RATINGS[1]:
        raise AskError(
            f"Action Ratings go from {RATINGS[0]} to {RATINGS[1]}, and these are {asked.ar[0]} and {asked.ar[1]}"
        )
    if asked.hedgehog > charts.supply_costs.max_hedgehog_level:
        raise AskError(f"a hedgehog has at most level {charts.supply_costs.max_hedgehog_level}, not {asked.hedgehog}")
    attack, defend = strength(asked.attack, "attack"), strength(asked.defend, "defend")
    table = charts.combat
    rated = Tally(
        "Action Rating DRM",
        (
            Term(asked.ar[0], "Action Rating of the attacker", "9.6-A"),
            Term(-asked.ar[1], "Action Rating of the defender", "9.6-A"),
        ),
    )
    odds = Odds(kind, table.initial_column(line, attack, defend), rated.value, asked.hedgehog)
    special = special_of(charts, asked)
    label = table.column_label(line, odds.column)
    head = {
        "odds": table.odds_text(attack, defend),
        "drm": odds.drm,
        "terrain": hyphened(line),
        "initial_column": label,
    }
    if special is not None:
        head |= {"special": special.title, "supply": f"{special.supply} times"}
    first = Line(label, f"odds {head['odds']} on the {hyphened(line)} line", "9.7a", "combat")

    def once(throw: Throw) -> CombatThrown:
        noting = Noting(throw)
        read = throw_combat(charts, odds, noting)
        roll = roll_tally(odds, noting.fallen[-1][1]).value
        shift, column = SurpriseTold(read.surprise, abs(read.shift)), table.column_label(line, read.column)
        if special is None:
            return CombatThrown(shift, column, roll, read.result)
        goes = goes_on(asked, came(charts, asked, read))
        again = second_tally(odds, special, noting.two(AGAIN)).value if goes else None
        return TwiceThrown(shift, column, roll, joined(read.result, table, read.column, again), again)

    def explain(thrown: CombatThrown, fallen: Fallen) -> tuple[Line, ...]:
        dice = dict(fallen)
        lines = [*surprise_tally(charts, odds, dice["surprise"]).lines] if "surprise" in dice else []
        if thrown.surprise.shift:
            by = thrown.surprise.shift if thrown.surprise.side == "attacker" else -thrown.surprise.shift
            lines.append(Line(signed(by), f"columns: surprise of the {thrown.surprise.side}", "9.8-B", "surprise"))
        lines += roll_tally(odds, dice["dice"]).lines
        first, _, second = thrown.result.partition(THEN)
        lines.append(Line(first, f"column {thrown.column}, roll {thrown.roll}", "9.9", "combat"))
        if special is not None and isinstance(thrown, TwiceThrown) and thrown.again is not None:
            lines += second_tally(odds, special, dice[AGAIN]).lines
            lines.append(Line(second, f"column {thrown.column}, roll {thrown.again}", special.case, "combat"))
        return tuple(lines)

    def closer(spread: Spread[CombatCame]) -> dict[str, Any]:
        reads = combat_spread(charts, odds)
        sides = reads.map(lambda read: read.surprise)
        columns = reads.map(lambda read: table.column_label(line, read.column))
        return {
            "surprise": [{"side": side, "p": str(p), "chance": float(p)} for side, p in sides],
            "surprise_drm": surprise_drm(charts, odds),
            "columns": [{"column": name, "p": str(p), "chance": float(p)} for name, p in columns],
            "policy": {"attacker": asked.attacker_option, "defender": asked.defender_option},
        }

    return Asked(
        head=head,
        ledger=(*rated.lines, first),
        procedure=once,
        explain=explain,
        spread=lambda: combat_spread(charts, odds).then(lambda read: outcomes(charts, asked, odds, read)),
        expected=EXPECTED,
        look_closer=closer,
    )


EXPECTED = {
    "attacker_losses": Source("9.9", "combat"),
    "defender_losses": Source("9.9", "combat"),
    "attacker_retreat": Source("9.10a", "combat"),
    "defender_retreat": Source("9.10a", "combat"),
    "hex_open": Source("9.12g", "combat"),
}


THEN = ", then "
"""Between the two results of a special attack."""
AGAIN = "again"
"""The dice of the second roll."""


def joined(result: str, table: CombatTable, column: int, again: int | None) -> str:
    """Both results, read in one column."""
    return result if again is None else f"{result}{THEN}{table.result(column, again)}"


def goes_on(asked: CombatQuestion, first: CombatCame) -> bool:
    """Both sides still have units in place."""
    lost = first.attacker_losses < asked.attacker_steps and first.defender_losses < asked.defender_steps
    return lost and not first.defender_retreat


def outcomes(charts: Charts, asked: CombatQuestion, odds: Odds, read: CombatRead) -> Spread[CombatCame]:
    """The outcomes of the first roll: one, or, if a special attack continues, all of the second roll."""
    first, special = came(charts, asked, read), special_of(charts, asked)
    if special is None or not goes_on(asked, first):
        return Spread.sure(first)
    results = Spread(SUMS).map(lambda dice: charts.combat.result(read.column, second_tally(odds, special, dice).value))
    return results.map(lambda result: both(charts, asked, first, result))


def both(charts: Charts, asked: CombatQuestion, first: CombatCame, result: str) -> CombatCame:
    """The first result with the second, which the survivors carry out."""
    left = replace(
        asked,
        attacker_steps=asked.attacker_steps - first.attacker_losses,
        defender_steps=asked.defender_steps - first.defender_losses,
    )
    last = came(charts, left, CombatRead("none", 0, 0, result))
    ratings = [one.exploit for one in (first, last) if one.exploit]
    return replace(
        last,
        result=f"{first.result}{THEN}{result}",
        attacker_losses=first.attacker_losses + last.attacker_losses,
        defender_losses=first.defender_losses + last.defender_losses,
        defender_dg=last.defender_dg or (first.defender_dg and last.defender_losses < left.defender_steps),
        exploit=min(ratings, default=0) if last.attacker_losses < left.attacker_steps else 0,
    )


def special_of(charts: Charts, asked: CombatQuestion) -> SpecialAttack | None:
    """The special attack in question. Raises ValueError if the charts do not have it."""
    name = asked.special if isinstance(asked, SpecialQuestion) else ""
    known = charts.rows(SpecialAttack) if charts.has(SpecialAttack) else {}
    return special_attack(known, plain_name(name)) if name else None


def stand(way: Way, option: int, steps: int) -> tuple[int, int]:
    """Steps lost and hexes retreated for an option (9.10a); a side without steps left does neither."""
    lost = {"losses": option, "retreat": 0, "mixed": min(1, option)}[way]
    lost = min(lost, steps)
    return lost, option - lost if lost < steps and way != "losses" else 0


def frees_by_destruction(charts: Charts) -> bool:
    """By these charts a side whose enemy is destroyed is freed of its own option."""
    if "options_freed" not in charts.added:
        return False
    from redball.editions.v1992.charts import OptionsFreed

    return charts.table(OptionsFreed).by_destruction


def came(charts: Charts, asked: CombatQuestion, read: CombatRead) -> CombatCame:
    """A result under the stated options, bounded by the steps present; an excused defender ignores their option
    (9.10c-A), and if the charts say so, a side whose enemy is destroyed is freed of its own."""
    cell, special = charts.combat.codes[read.result], special_of(charts, asked)
    frees = frees_by_destruction(charts)
    a_lost, d_lost = min(cell.a_loss, asked.attacker_steps), min(cell.d_loss, asked.defender_steps)
    a_option = 0 if frees and d_lost == asked.defender_steps else cell.a_option
    way: Way = "losses" if special is not None and special.losses_only else asked.attacker_option
    more, a_gone = stand(way, a_option, asked.attacker_steps - a_lost)
    excused = a_gone > 0 or more + a_gone < a_option or (frees and a_lost + more == asked.attacker_steps)
    d_more, d_gone = stand(asked.defender_option, 0 if excused else cell.d_option, asked.defender_steps - d_lost)
    attackers, defenders = asked.attacker_steps - a_lost - more, asked.defender_steps - d_lost - d_more
    return CombatCame(
        result=read.result,
        attacker_losses=a_lost + more,
        defender_losses=d_lost + d_more,
        attacker_retreat=a_gone if attackers else 0,
        defender_retreat=d_gone if defenders else 0,
        defender_dg=defenders > 0 and (cell.d_dg or d_gone >= DG_HEX),
        exploit=cell.exploit if attackers and not a_gone and not asked.overrun else 0,
        hex_open=attackers > 0 and not a_gone and (defenders == 0 or d_gone > 0),
    )


def make_combat(charts: Charts, asked: CombatQuestion) -> Asked:
    """A regular attack, unless an overrun is requested."""
    return ready(charts, asked, "overrun" if asked.overrun else "regular")


def make_overrun(charts: Charts, asked: CombatQuestion) -> Asked:
    """An overrun in any case."""
    return ready(charts, replace(asked, overrun=True), "overrun")
