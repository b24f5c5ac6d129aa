"""A Beach Assault on the page, by clicking: drafted with both its chances, answered by the defender, fought, lost."""

from __future__ import annotations

import re
from pathlib import Path

import support
from e2e.desk import Desk, Served, says
from e2e.test_access import violations
from redball.core.actions import AddUnit, DeclareAttack, Done
from redball.game import Game
from redball.rules.naval.assault_events import AssaultAnswered, AssaultEnded
from redball.rules.naval.invasion_events import LandingRolled, UnitLanded

BOTH = {"axis": "human", "soviet": "human"}
SHORE = support.land(*(f"{c:02d}.{r:02d}=." for c in range(1, 10) for r in (1, 2)), columns=9, rows=5, ground="-")
UNITS = (
    f"axis 01.01 z {support.LEG} name=Rear\naxis aboard a {support.LEG} name=1_Marine\n"
    f"axis aboard b {support.LEG} name=2_Marine\naxis aboard m {support.LEG} move name=Reserves\n"
    f"soviet 09.01 s {support.LEG}\nsoviet 04.02 d {support.LEG} name=Coast_Guard"
)
CRAFT = "[sources]\naxis 01.01\nsoviet 09.01\n[craft]\naxis 04.03 lc landing_craft 4 name=Force_J aboard=a,b,m sp=1\n"
BEFOREHAND = re.compile("Standing answers|Prepare moves")
"""Buttons beside a decision that do not answer it."""
LOST = (3, 3, 1, 1)
"""No surprise, and a result that the defender survives."""


def drafted(desk: Desk, served: Served, pictures: Path, *dice: int) -> None:
    """Both regiments go for the beach; the attacker has seen what that may come to."""
    written = support.text(UNITS, SHORE, at="combat", rest=CRAFT)
    game = Game.from_position(written, seed=3, script=dice, switches={"fog": False})
    desk.open(served.sit(game, BOTH), "")
    beach = desk.hex("04.02")
    desk.look(desk.hex("04.03"), 0.8)
    desk.click(beach).settle()
    dialog = desk.the("attack-dialog")
    desk.the("add-a").click()
    desk.settle()
    desk.the("add-b").click()
    desk.settle()
    says(dialog, "Beach Assault on 04.02", "1 Marine", "aboard at 04.03", "Reserves", "Move Mode")
    says(desk.the("assault-table"), "success", "the defender loses 1 step", "points of Landing Craft")
    says(desk.the("assault-verdict"), "fighting is better for the defender")
    desk.painted()
    desk.page.screenshot(path=pictures / "assault-draft.png")
    assert violations(desk) == []
    desk.the("combat-commit").click()
    desk.settle()


def test_a_beach_assault_is_answered_fought_and_lost_by_clicking(desk: Desk, served: Served, pictures: Path) -> None:
    drafted(desk, served, pictures, *LOST)
    says(desk.the("open-combat"), "Beach Assault on 04.02", "you defend", "Fight", "Let them land", "landing table")
    says(desk.the("option-outlook"), "Which is better?", "fighting is better for you")
    desk.painted()
    desk.page.screenshot(path=pictures / "assault-answer.png")
    assert violations(desk) == []
    desk.page.get_by_role("button", name="Fight on the beach").click()
    desk.settle()
    assert not desk.happened(AssaultAnswered)[-1].table
    for _ in range(12):
        if desk.happened(AssaultEnded):
            break
        decision = desk.page.get_by_role("region", name="Decision")
        beach = decision.get_by_role("button", name="Beach assault")
        first = decision.get_by_role("button").filter(has_not_text=BEFOREHAND).first
        (beach if beach.count() else first).first.click()
        desk.settle()
    assert desk.happened(AssaultEnded)[-1].held
    desk.painted()
    says(desk.the("theatre"), "Beach Assault on 04.02", "A point of Force J is lost", "has failed")
    desk.page.screenshot(path=pictures / "assault-lost.png")


def test_the_defender_lets_them_land(desk: Desk, served: Served, pictures: Path) -> None:
    drafted(desk, served, pictures, 6, 6)
    desk.page.get_by_role("button", name="Let them land").click()
    desk.settle()
    assert desk.happened(LandingRolled)[-1].result == "success"
    assert {event.unit for event in desk.happened(UnitLanded)} == {"a", "b"}
    desk.painted()
    desk.page.screenshot(path=pictures / "assault-landed.png")


def test_under_fog_the_defender_chooses_by_what_may_be_aboard(desk: Desk, served: Served, pictures: Path) -> None:
    written = support.text(UNITS, SHORE, at="combat", rest=CRAFT)
    game = Game.from_position(written, seed=3, switches={"fog": True})
    beach = game.world.board.index("04.02")
    for action in (DeclareAttack(beach), AddUnit("a"), AddUnit("b"), Done()):
        assert game.do(action).refusal is None
    desk.open(served.sit(game, {"axis": "random", "soviet": "human"}), "soviet")
    says(desk.the("open-combat"), "Beach Assault on 04.02", "you defend", "Fight the strongest", "Let the weakest land")
    says(desk.the("option-outlook"), "The weakest", "you do not see anywhere")
    assert "Marine" not in desk.the("open-combat").inner_text()
    desk.painted()
    desk.page.screenshot(path=pictures / "assault-fog.png")
    assert violations(desk) == []
