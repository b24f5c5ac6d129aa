"""Banzai: Japanese attackers may charge, which makes Ambush and Surprise more likely.

The attacker chooses when the odds are known, before the dice. All attacking units must be Japanese. The text raises
both chances but gives a minimum for Ambush only: the switch `banzai_ambush` has both readings.

Cases: B-banzai-ambush, B-banzai-surprise, B-banzai-effect, B-banzai-max, B-banzai-who
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from redball.charts import Charts
from redball.core.actions import Action, Done
from redball.core.battle import CHARGE, AnnouncedOdds, AttackersOdds, Kind, OtherOdds
from redball.core.edition import Switch
from redball.core.engine import Run
from redball.core.events import Event
from redball.core.look import Look
from redball.core.procedures import Choose, Option, always_legal, only
from redball.core.refusals import Refusal, refusal
from redball.core.shown import Shown
from redball.core.telling import Names
from redball.editions.burma.charts import BurmaRules
from redball.rules.combat.record import CombatData, announced


class DeclareBanzai(Action, frozen=True, tag="declare_banzai"):
    """The attackers charge: Ambush on a white die of at most `ambush`, surprise on a red one of at least `surprise`
    (B-banzai)."""

    ambush: int
    surprise: int
    shown = Shown("Charge", 2, "Banzai: Ambush on white 1-{ambush}, Surprise on red {surprise}-6")


class BanzaiDeclared(Event, frozen=True, kw_only=True):
    """The attackers of a hex charge: Ambush on a white die of at most `ambush`, surprise on a red one of at least
    `surprise` (B-banzai)."""

    hex: int
    ambush: int
    surprise: int

    def told(self, n: Names) -> str:
        return (
            f"{n.side(self.side)} charges {n.hex(self.hex)}: Ambush on a white die of {self.ambush} or less, "
            f"surprise on a red die of {self.surprise} or more"
        )


EVENTS = (BanzaiDeclared,)


CERTAIN = 1
"""A white die of 1 is always Ambush against a Banzai."""
NEVER = 7
"""One above any red die: without a chance of surprise, a Banzai lowers this number."""

CHANCES = refusal(
    "banzai.chances",
    case="B-banzai-ambush",
    text="a charge here gives Ambush on a white die of {have} or less, and surprise on a red die of {need} or more",
)

AMBUSH = Switch(
    "banzai_ambush",
    "B-banzai-ambush",
    "wider",
    ("wider", "one_only"),
    "A Banzai adds a face of the white die to Ambush, or only makes a white 1 always Ambush",
)
SWITCHES = (AMBUSH,)


def charged(look: Look, against: AttackersOdds) -> AttackersOdds:
    """The chances of a charge."""
    return with_charge(look.world.charts, against, wider=look.switch(AMBUSH.name) == "wider")


def with_charge(charts: Charts, against: AttackersOdds, *, wider: bool) -> AttackersOdds:
    """The chances of a charge, from the chart's numbers and a reading of the text."""
    rules = charts.table(BurmaRules)
    ambush = against.ambush + rules.banzai_ambush_add if wider else max(against.ambush, CERTAIN)
    surprise = (against.surprise or NEVER) - rules.banzai_surprise_add
    return replace(against, ambush=ambush, surprise=surprise, effect=CHARGE)


def all_japanese(look: Look, attackers: tuple[str, ...]) -> bool:
    """Whether every attacker is Japanese; no other units charge with them."""
    nation = look.world.charts.table(BurmaRules).nation
    return bool(attackers) and all(look.counter(uid).nation == nation for uid in attackers)


def decides(look: Look, data: CombatData) -> str | None:
    """The attacker decides, if Japanese."""
    return data.side if all_japanese(look, data.attackers) else None


def on(odds: AnnouncedOdds) -> AttackersOdds:
    """The attackers' half of the odds. Raises ValueError on a one-sided table."""
    if odds.attackers is None:
        raise ValueError("a Banzai is for a table of two sides")
    return odds.attackers


def charge_of(look: Look, data: CombatData) -> DeclareBanzai:
    """The charge that may be declared, with its chances."""
    found = charged(look, on(announced(data)))
    return DeclareBanzai(found.ambush, found.surprise)


def candidates(look: Look, data: CombatData) -> Iterator[DeclareBanzai]:
    """The one possible charge."""
    yield charge_of(look, data)


def refuse(look: Look, data: CombatData, action: DeclareBanzai) -> Refusal | None:
    """Refuse a charge with other chances than the odds give."""
    known = charge_of(look, data)
    return None if action == known else CHANCES(have=known.ambush, need=known.surprise)


def take(run: Run, data: CombatData, action: DeclareBanzai) -> None:
    """Charge: only the chances and effect of surprise change."""
    odds = announced(data)
    found = charged(run.look, on(odds))
    run.emit(
        BanzaiDeclared(case="B-banzai-who", side=data.side, hex=data.hex, ambush=found.ambush, surprise=found.surprise)
    )
    run.set(replace(data, odds=replace(odds, attackers=found)))
    run.go_on()


def decline(run: Run, data: CombatData, action: Done) -> None:
    """Make it an ordinary attack."""
    run.go_on()


STEP = Choose(
    "banzai",
    "Declare a Banzai charge, or make an ordinary attack",
    decides,
    (
        Option(DeclareBanzai, candidates, refuse, take),
        Option(Done, only(Done()), always_legal, decline),
    ),
    case="B-banzai-who",
)
EDITS = (("combat", "after", "odds", STEP),)


def or_charge(before: Callable[..., list[OtherOdds]]) -> Callable[..., list[OtherOdds]]:
    """A step that also offers the attackers a charge."""

    def others(
        look: Look,
        kind: Kind,
        hex_: int,
        units: tuple[str, ...],
        terrain: Mapping[int, str] | None,
        odds: AnnouncedOdds,
    ) -> list[OtherOdds]:
        found = before(look, kind, hex_, units, terrain, odds)
        if not all_japanese(look, units):
            return found
        ways = [("a Banzai charge", odds), *((f"a Banzai charge, {one.choice}", one.odds) for one in found)]
        charges = [
            OtherOdds(words, "B-banzai-who", replace(way, attackers=charged(look, on(way)))) for words, way in ways
        ]
        return [*found, *charges]

    return others


WRAPS = {"other_odds": or_charge}
