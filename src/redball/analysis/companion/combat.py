"""Combats and overruns for the companion."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from redball.analysis.companion import two_sided
from redball.analysis.companion.kinds import Asked, AskError, Dice, Fallen, Kind, Noting, Question, strength
from redball.analysis.expectation import Source
from redball.charts import Charts
from redball.core.chances import Spread, Throw
from redball.core.ledger import Line, signed
from redball.rules.combat_data import Kind as CombatKind
from redball.rules.combat_table import (
    CombatRead,
    Odds,
    combat_spread,
    modified_roll,
    surprise_drm,
    throw_combat,
)
from redball.rules.retreat import DG_HEX

Way = Literal["losses", "retreat", "mixed"]
RATINGS = (-1, 9)
"""A unit that is DG may have -1 (5.10b-B)."""
Steps = Annotated[int, Meta(ge=1, description="steps that the side has in the combat")]


class CombatQuestion(Question, frozen=True):
    """A combat: strengths after all multipliers, the two Action Ratings, terrain line, works."""

    terrain: Annotated[str, Meta(description="terrain line: open, close, very-close or extremely-close")]
    attack: Annotated[str, Meta(description="attack strength, like 7, 3.5 or 7/2")]
    defend: Annotated[str, Meta(description="defence strength")]
    ar: Annotated[tuple[int, int], Meta(description="Action Ratings of attacker and defender")]
    hedgehog: Annotated[int, Meta(ge=0, description="level of the defender's hedgehog")] = 0
    overrun: Annotated[bool, Meta(description="an overrun: its own surprise bands")] = False
    attacker_steps: Steps = 99
    defender_steps: Steps = 99
    attacker_option: Annotated[Way, Meta(description="how the attacker meets options: losses, retreat or mixed")] = (
        "losses"
    )
    defender_option: Annotated[Way, Meta(description="how the defender meets options")] = "retreat"


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
    line = asked.terrain.replace("-", "_")
    if line not in charts.combat.lines:
        known = ", ".join(name.replace("_", "-") for name in charts.combat.lines)
        raise AskError(f"terrain must be one of {known}, not {asked.terrain!r}")
    if not RATINGS[0] <= min(asked.ar) <= max(asked.ar) <= RATINGS[1]:
        raise AskError(
            f"Action Ratings go from {RATINGS[0]} to {RATINGS[1]}, and these are {asked.ar[0]} and {asked.ar[1]}"
        )
    if asked.hedgehog > charts.supply_costs.max_hedgehog_level:
        raise AskError(f"a hedgehog has at most level {charts.supply_costs.max_hedgehog_level}, not {asked.hedgehog}")
    attack, defend = strength(asked.attack, "attack"), strength(asked.defend, "defend")
    table = charts.combat
    odds = Odds(kind, table.initial_column(line, attack, defend), asked.ar[0] - asked.ar[1], asked.hedgehog)
    label = table.column_label(line, odds.column)
    head = {
        "odds": table.odds_text(attack, defend),
        "drm": odds.drm,
        "terrain": asked.terrain,
        "initial_column": label,
    }
    rated = (
        Line(signed(asked.ar[0]), "Action Rating of the attacker", "9.6-A"),
        Line(signed(-asked.ar[1]), "Action Rating of the defender", "9.6-A"),
    )
    first = Line(label, f"odds {head['odds']} on the {asked.terrain} line", "9.7a", "combat")

    def once(throw: Throw) -> CombatThrown:
        noting = Noting(throw)
        read = throw_combat(charts, odds, noting)
        roll = modified_roll(odds, noting.fallen[-1][1])
        shift = SurpriseTold(read.surprise, abs(read.shift))
        return CombatThrown(shift, table.column_label(line, read.column), roll, read.result)

    def explain(thrown: CombatThrown, fallen: Fallen) -> tuple[Line, ...]:
        lines = [
            Line(str(fallen[0][1]), "two dice for surprise", "9.8-A", "surprise"),
            Line(signed(surprise_drm(charts, odds)), "Action Rating DRM, and any hedgehog", "9.8-A", "surprise"),
        ]
        if thrown.surprise.shift:
            by = thrown.surprise.shift if thrown.surprise.side == "attacker" else -thrown.surprise.shift
            lines.append(Line(signed(by), f"columns: surprise of the {thrown.surprise.side}", "9.8-B", "surprise"))
        raw = thrown.roll - odds.drm + odds.hedgehog
        lines += [Line(str(raw), "two dice", "9.9"), Line(signed(odds.drm), "Action Rating DRM", "9.6-B")]
        if odds.hedgehog:
            lines.append(Line(signed(-odds.hedgehog), "hedgehog", "16.0d"))
        lines.append(Line(thrown.result, f"column {thrown.column}, roll {thrown.roll}", "9.9", "combat"))
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
        ledger=(*rated, first),
        procedure=once,
        explain=explain,
        spread=lambda: combat_spread(charts, odds).map(lambda read: came(charts, asked, read)),
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


def stand(way: Way, option: int, steps: int) -> tuple[int, int]:
    """Steps lost and hexes retreated for an option (9.10a); who has no step left neither loses nor goes."""
    lost = {"losses": option, "retreat": 0, "mixed": min(1, option)}[way]
    lost = min(lost, steps)
    return lost, option - lost if lost < steps and way != "losses" else 0


def came(charts: Charts, asked: CombatQuestion, read: CombatRead) -> CombatCame:
    """A result under the stated options, bounded by the steps that are there; an excused defender ignores his option
    (9.10c-A)."""
    cell = charts.combat.codes[read.result]
    a_lost = min(cell.a_loss, asked.attacker_steps)
    more, a_gone = stand(asked.attacker_option, cell.a_option, asked.attacker_steps - a_lost)
    failed = more + a_gone < cell.a_option
    d_lost = min(cell.d_loss, asked.defender_steps)
    excused = a_gone > 0 or failed
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


DICE: dict[str, Dice] = {"surprise": "two", "shift": "one", "dice": "two"}


def make_combat(charts: Charts, asked: CombatQuestion) -> Asked:
    """A regular attack unless an overrun is asked for."""
    return ready(charts, asked, "overrun" if asked.overrun else "regular")


def make_overrun(charts: Charts, asked: CombatQuestion) -> Asked:
    """An overrun in any case."""
    return ready(charts, replace(asked, overrun=True), "overrun")


COMBAT = Kind("combat", "Combat Table", CombatQuestion, DICE, make_combat, otherwise=two_sided.COMBAT)
OVERRUN = Kind("overrun", "Combat Table, overrun", CombatQuestion, DICE, make_overrun, otherwise=two_sided.OVERRUN)
