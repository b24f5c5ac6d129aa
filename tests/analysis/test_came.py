"""What the companion makes of a result of the Combat Table, against the procedure of combat itself on empty ground."""

from itertools import product
from typing import Any

import pytest

from redball.analysis.companion.combat import came
from redball.analysis.companion.questions import CombatQuestion
from redball.analysis.ground import aftermath
from redball.analysis.policy import Policy, Way
from redball.core.battle import Kind
from redball.game import Game
from redball.rules.combat.dice import CombatRead
from redball.rules.combat.odds import preview
from redball.rules.combat.played import announced_combat

FIGHTS: tuple[Kind, ...] = ("regular", "overrun")
WAYS: tuple[Way, ...] = ("losses", "retreat", "mixed")
ROW = " ".join("." * 11)
FIELD = "\n".join(("redball-position 1", "at combat phasing=axis", "[terrain]", *[ROW] * 9, "[units]"))


def standing(attackers: Any, defenders: Any) -> Any:
    """Two divisions of so many steps side by side, nobody else near; the attacker's rating exploits with anything."""
    units = (
        f"axis   05.05 a Div infantry other 24-9-3L/6-9-8L re={attackers}",
        f"soviet 06.05 d Div infantry other 24-3-3L/6-3-8L re={defenders}",
    )
    return Game.from_position("\n".join((FIELD, *units)), seed=1).look


@pytest.mark.case("9.10a", "9.10c-A", "9.11b-B", "9.12a-B", "9.13b-B")
@pytest.mark.parametrize(("attackers", "defenders"), [*product((1, 2, 3), repeat=2)])
def test_the_companion_agrees_with_the_procedure_of_combat(attackers: Any, defenders: Any) -> None:
    """Every result under every pair of policies: losses bounded by steps, retreats, excuses, DG, exploitation."""
    look = standing(attackers, defenders)
    charts, hex_ = look.world.charts, look.board.index("06.05")
    for kind, a_way, d_way in product(FIGHTS, WAYS, WAYS):
        asked = CombatQuestion(
            terrain="open", attack="1", defend="1", ar=(3, 3), overrun=kind == "overrun", attacker_steps=attackers,
            defender_steps=defenders, attacker_option=a_way, defender_option=d_way,
        )  # fmt: skip
        data = announced_combat(look, kind, hex_, ("a",), preview(look, kind, hex_, ("a",)))
        for result in charts.combat.codes:
            told = came(charts, asked, CombatRead("none", 0, 0, result))
            (done,) = aftermath(look, data, result, Policy(a_way, d_way)).ways
            assert (
                told.attacker_losses, told.defender_losses, told.attacker_retreat, told.defender_retreat,
                told.defender_dg, told.exploit > 0, told.hex_open,
            ) == (
                done.attacker_losses, done.defender_losses, done.attacker_retreat, done.defender_retreat,
                done.disorganized > 0, done.exploiting > 0, done.taken,
            ), (result, kind, a_way, d_way)  # fmt: skip
            assert told.exploit in (0, charts.combat.codes[result].exploit)
