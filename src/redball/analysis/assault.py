"""A Beach Assault foreseen both ways: in combat, and by the Amphibious Landing Table, which the defender may choose
instead (18.6b).

In combat the procedure itself carries out what a failure costs, so that an outcome counts the attackers that are lost
with it, and the points of Landing Craft. By the table the defenders are lost whatever is rolled.

Under fog the defender does not see what is aboard. Then both ways are foreseen for the strongest force that may be
there, of the enemy's units that they see nowhere, and for the weakest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from redball.analysis.ground import CombatAnswer, combat_answer
from redball.analysis.landing import GroupOutcome, group_outcomes
from redball.analysis.policy import Policy
from redball.core.ledger import Ledger
from redball.core.look import Look
from redball.core.state import Activity, Unit
from redball.game.sight.belief import believed
from redball.game.sight.beneath import UNSEEN, pack, unseen
from redball.rules.combat.points import AT_LEVEL
from redball.rules.combat.strength import attack_strength
from redball.rules.combat.terrain import BEACH
from redball.rules.ground.craft import boats_of, carrying
from redball.rules.ground.fleet import fleet_in, with_fleet
from redball.rules.ground.occupancy import can_occupy
from redball.rules.naval.beach import GROUP, Stakes, landing_at
from redball.rules.naval.landing import landing_tally
from redball.rules.units.abilities import attack_capable

Better = Literal["fight", "table", "even"]
FORCES = ("the strongest", "the weakest")


class TableOdds(Struct, frozen=True):
    """The assault by the Amphibious Landing Table: the terrain and the modifiers of the roll, its outcomes from failure
    to success, the steps and points of Landing Craft that the attackers lose by it on average, the steps of the
    defenders, and the chance that one of the attackers comes ashore."""

    terrain: str
    ledger: Ledger
    outcomes: tuple[GroupOutcome, ...]
    attacker_losses: Fraction
    craft_lost: Fraction
    defender_losses: int
    taken: Fraction


class AssaultAnswer(Struct, frozen=True):
    """Both ways of a Beach Assault."""

    fight: CombatAnswer
    table: TableOdds

    @property
    def gain(self) -> Fraction:
        """How many steps better for the defender combat is than the table: the attackers' losses less their own."""
        after = self.fight.outcomes.map(attrgetter("after"))
        fought = after.expect(attrgetter("attacker_losses")) - after.expect(attrgetter("defender_losses"))
        return fought - (self.table.attacker_losses - self.table.defender_losses)

    @property
    def better(self) -> Better:
        """Which way is better for the defender, by steps."""
        return "even" if not self.gain else "fight" if self.gain > 0 else "table"


def assault_answer(look: Look, side: str, hex_: int, units: Sequence[str], policy: Policy) -> AssaultAnswer:
    """Both ways of an assault by units that are aboard, from what `look` knows.

    Raises ValueError without attackers or defenders.
    """
    fight = combat_answer(look, "regular", hex_, units, policy)
    steps = tuple([uid for uid in units for _ in range(look.steps(look.unit(uid)))])
    stakes = Stakes(carrying(look, boats_of(look, units)), steps)
    return AssaultAnswer(fight, table_odds(look, side, hex_, units, stakes))


def table_odds(look: Look, side: str, hex_: int, units: Sequence[str], stakes: Stakes) -> TableOdds:
    """The landing of one group that the defender has chosen, or that nobody is left to meet."""
    landing = landing_at(look, side, hex_, units)
    outcomes = group_outcomes(look.world.charts, landing, stakes)
    return TableOdds(
        landing.terrain,
        landing_tally(look.world.charts, landing).ledger(),
        outcomes,
        sum((one.p * one.steps for one in outcomes), Fraction(0)),
        sum((one.p * one.points for one in outcomes), Fraction(0)),
        sum(look.steps(unit) for unit in look.combat_units_at(hex_, look.enemy(side))),
        sum((one.p for one in outcomes if one.steps < len(stakes.steps)), Fraction(0)),
    )


# --- what may be aboard ------------------------------------------------------------------------------------------


class Guess(NamedTuple):
    """A force that the defender cannot exclude, in words, and the look in which it attacks."""

    text: str
    look: Look
    units: tuple[str, ...]


def guesses(look: Look, viewer: str, hex_: int) -> tuple[Guess, ...]:
    """For the defender of a hex under fog: the strongest and the weakest force that may attack it from Landing Craft
    that they see, of at most 3 RE in Combat Mode (18.6a-A); none, if no such unit is left."""
    known, enemy = believed(look, viewer), look.enemy(viewer)
    near = [c for c in fleet_in(known.state).craft if c.side == enemy and c.hex in look.board.neighbours(hex_)]
    if not near:
        return ()
    level = known.policies[AT_LEVEL](known, viewer, hex_, [], known.combat_units_at(hex_, viewer))

    def worth(unit: Unit) -> Fraction:
        return Fraction(attack_strength(known, unit, BEACH, level).value)

    afloat = Activity(afloat=True, attacked=True)
    able = [
        unit
        for counter in unseen(look, viewer)
        if counter.combat is not None and can_occupy(known.world, hex_, counter)
        for unit in [Unit(UNSEEN + counter.id, counter.id, enemy, near[0].hex, "combat", activity=afloat)]
        if known.regimental_equivalents(unit) <= GROUP and attack_capable(known, unit)
    ]
    if not able:
        return ()
    _, most = pack(([(known.regimental_equivalents(unit), worth(unit), unit)] for unit in able), GROUP)
    least = min(able, key=lambda unit: (worth(unit), unit.id))
    weakest = least.change(steps_lost=known.counter(least).steps - 1)
    forces = zip(FORCES, (most, (weakest,)), strict=True)
    return tuple(_guess(known, text, near[0].id, units) for text, units in forces)


def _guess(known: Look, text: str, craft: str, units: Iterable[Unit]) -> Guess:
    """Those units stand afloat; what a failure does to the craft is not known."""
    there = tuple(units)
    ids = tuple([unit.id for unit in there])
    fleet = replace(fleet_in(known.state), boats=tuple([(uid, craft) for uid in ids]))
    return Guess(text, known.after(with_fleet(known.state.with_units([*there]), fleet), ids), ids)


def guessed_answer(guess: Guess, side: str, hex_: int, policy: Policy) -> AssaultAnswer:
    """Both ways of the assault, if that force is aboard."""
    look = guess.look
    fight = combat_answer(look, "regular", hex_, guess.units, policy)
    steps = tuple([uid for uid in guess.units for _ in range(look.steps(look.unit(uid)))])
    return AssaultAnswer(fight, table_odds(look, side, hex_, guess.units, Stakes((), steps)))
