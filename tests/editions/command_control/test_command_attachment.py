"""HQs go to other armies and subordinate armies under other parents, in the Reinforcement Phase of their side."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as changed

from as_json import view
from editions.command_control.sedan import EDITION, with_limits
from redball.core.actions import Action, Done
from redball.core.look import Look
from redball.core.state import DEAD_PILE, Unit
from redball.editions.command_control import attachment, boundaries, slots, zones
from redball.editions.command_control.actions import AttachHq, PlaceBoundary, SubordinateArmy, TakeArmy, TakeHq
from redball.editions.command_control.events import ArmySubordinated, HqAttached
from redball.editions.command_control.record import command_in, with_command
from redball.game import Game
from redball.game.sight.belief import believed
from support import in_scenario


@pytest.fixture
def game(at_first_boundaries: Game) -> Game:
    """A game of its own at the first German decision about armies and boundaries."""
    return at_first_boundaries.fork()


def refused(game: Game, action: Action) -> tuple[str, str] | None:
    """Code and case of the refusal of an action of the side that decides."""
    assert game.decision is not None
    found = game.check(game.decision.side, action)
    return (found.code, found.case) if found is not None else None


def smolensk() -> Look:
    return Game.new("smolensk", seed=1, edition=EDITION).look


def headquarters(look: Look, side: str) -> list[Unit]:
    """All HQs of a side, arrived or not."""
    return [hq for army in slots.armies_of(look, side) for hq in attachment.living(look, side, army.id)]


# --- HQs -------------------------------------------------------------------------------------------------------


@pytest.mark.case("C1.1-army")
def test_an_hq_goes_to_another_army_and_moves_with_it(game: Game) -> None:
    game.do(AttachHq("de-hq-15", "12"))
    (event,) = [e for e in game.records[-1].events if isinstance(e, HqAttached)]
    assert (event.hq, event.army, event.case) == ("de-hq-15", "12", "C1.1-army")
    look = game.look
    assert slots.army_of(look, look.unit("de-hq-15")) == "12"
    assert "de-hq-15" in {hq.id for hq in slots.headquarters_of(look, "axis", "12")}
    command = view(game, "axis")["command"]
    assert command is not None
    shown = {army["id"]: [hq["unit"] for hq in army["hqs"]] for army in command["armies"]}
    assert "de-hq-15" in shown["12"]
    assert "de-hq-15" not in shown["4"]
    game.do(Done())
    while not any(isinstance(a, TakeArmy) for a in game.choices()):
        game.do(Done())
    game.do(TakeArmy("12"))
    assert refused(game, TakeHq("de-hq-15")) is None
    assert refused(game, TakeHq("de-hq-2")) == ("command.wrong_hq", "C1.3-army-movement-only")


@pytest.mark.case("C1.1-army")
@pytest.mark.parametrize(
    ("action", "why"),
    [
        (AttachHq("de-hq-15", "4"), ("attachment.no_army", "C1.1-army")),
        (AttachHq("de-hq-15", "9"), ("attachment.no_army", "C1.1-army")),
        (AttachHq("de-hq-4a", "12"), ("attachment.own_hq", "C1.1-army")),
        (AttachHq("de-1pz-sr", "4"), ("attachment.no_hq", "C1.1-army")),
        (AttachHq("fr-hq-2", "12"), ("attachment.no_hq", "C1.1-army")),
    ],
)
def test_which_hq_goes_nowhere(game: Game, action: Action, why: tuple[str, str]) -> None:
    assert refused(game, action) == why
    assert action not in game.choices()


@pytest.mark.case("C1.1-army")
def test_where_the_scenario_fixes_attachments_nobody_is_attached_anew(game: Game) -> None:
    look = with_limits(game.look, "axis", attachments_change=False)
    found = attachment.refuse_attach(look, "axis", AttachHq("de-hq-15", "12"))
    assert found is not None
    assert found.code == "attachment.fixed"
    assert not list(attachment.attach_candidates(look, "axis"))


@pytest.mark.case("C1.1-army", "C4.3-definition")
def test_each_hq_once_and_before_boundaries_are_drawn(game: Game) -> None:
    game.do(AttachHq("de-hq-15", "12"))
    assert refused(game, AttachHq("de-hq-15", "4")) == ("attachment.drawn", "C4.3-definition")
    game.do(next(a for a in game.choices() if isinstance(a, PlaceBoundary)))
    assert refused(game, AttachHq("de-hq-2", "12")) == ("attachment.drawn", "C4.3-definition")
    assert refused(game, SubordinateArmy("kleist", "4")) == ("attachment.drawn", "C4.3-definition")
    assert not any(isinstance(a, AttachHq | SubordinateArmy) for a in game.choices())


@pytest.mark.case("C1.1-army")
def test_the_last_hq_of_an_army_stays(game: Game) -> None:
    look = game.look
    others = [hq.id for hq in attachment.living(look, "axis", "4") if hq.id != "de-hq-15"]
    for hq in others:
        assert attachment.refuse_attach(look, "axis", AttachHq("de-hq-15", "12")) is None
        look = Look(look.world, look.state.with_unit(look.unit(hq).change(hex=DEAD_PILE)))
    last = attachment.refuse_attach(look, "axis", AttachHq("de-hq-15", "12"))
    assert last is not None
    assert last.code == "attachment.last_hq"


@pytest.mark.case("C3.1-axis-armee", "C3.1-rule")
def test_from_1942_a_motorized_corps_counts_for_the_least_of_an_army() -> None:
    """With three corps it may go again, with two it may not."""
    look = smolensk()
    command = look.world.scenario.command
    assert command is not None
    look = in_scenario(look, command=changed(command, month="1942-03"))
    here = look.board.index("12.20")
    look = Look(look.world, look.state.with_units([hq.change(hex=here) for hq in headquarters(look, "axis")]))
    look = Look(look.world, HqAttached(case="C1.1-army", side="axis", hq="de-hq-39pzk", army="9").apply(look.state))
    assert attachment.held(look, "axis", "9") == {"corps": 3, "motorized_corps": 1}
    back = AttachHq("de-hq-39pzk", "pg3")
    assert attachment.refuse_attach(look, "axis", back) is None
    gone = next(hq.id for hq in attachment.living(look, "axis", "9") if hq.id != "de-hq-39pzk")
    look = Look(look.world, HqAttached(case="C1.1-army", side="axis", hq=gone, army="pg3").apply(look.state))
    no = attachment.refuse_attach(look, "axis", back)
    assert no is not None
    assert (no.code, no.need) == ("attachment.too_few", "3 corps")


@pytest.mark.case("C3.1-rule", "C3.1-axis-armee")
def test_an_army_holds_and_keeps_what_its_table_says() -> None:
    """An Armee holds three to six corps and no motorized one; a Panzergruppe keeps one of those."""
    look = smolensk()
    here = look.board.index("12.20")  # they arrive later, and are attached where they are on the map
    look = Look(look.world, look.state.with_units([hq.change(hex=here) for hq in headquarters(look, "axis")]))
    assert attachment.held(look, "axis", "9") == {"corps": 3}
    no = attachment.refuse_attach(look, "axis", AttachHq("de-hq-5ak", "pg3"))
    assert no is not None
    assert (no.code, no.case) == ("attachment.too_few", "C3.1-rule"), "three corps are the least"
    no = attachment.refuse_attach(look, "axis", AttachHq("de-hq-39pzk", "9"))
    assert no is not None
    assert no.code == "attachment.too_many"
    assert attachment.refuse_attach(look, "axis", AttachHq("de-hq-23ak", "9")) is None, "a fourth corps"
    look = Look(look.world, HqAttached(case="C1.1-army", side="axis", hq="de-hq-23ak", army="9").apply(look.state))
    assert attachment.held(look, "axis", "9") == {"corps": 4}
    assert attachment.refuse_attach(look, "axis", AttachHq("de-hq-5ak", "pg3")) is None, "now it has one to spare"
    look = Look(look.world, HqAttached(case="C1.1-army", side="axis", hq="de-hq-57pzk", army="pg2").apply(look.state))
    no = attachment.refuse_attach(look, "axis", AttachHq("de-hq-39pzk", "pg2"))
    assert no is not None
    assert no.code == "attachment.too_few", "the last motorized corps of a Panzergruppe"


@pytest.mark.case("C2-min-armies")
@pytest.mark.parametrize(("armies", "why"), [(4, None), (3, "attachment.few_armies"), (2, "attachment.few_armies")])
def test_no_army_is_taken_from_a_front_with_three(armies: int, why: str | None) -> None:
    """Of the Western Front's HQs so many are left; the other front has room."""
    look = smolensk()
    hqs = sorted(attachment.living(look, "soviet", "west"), key=lambda hq: not hq.on_map)
    other = next(army.id for army in slots.armies_of(look, "soviet") if army.id != "west")
    gone = [*hqs[armies:], *attachment.living(look, "soviet", other)]
    look = Look(look.world, look.state.with_units([hq.change(hex=DEAD_PILE) for hq in gone]))
    assert len(attachment.living(look, "soviet", "west")) == armies
    found = attachment.refuse_attach(look, "soviet", AttachHq(hqs[0].id, other))
    assert (found.code if found else None) == why


@pytest.mark.case("C1.1-army")
def test_the_enemy_is_not_told_who_belongs_where(game: Game) -> None:
    before = view(game, "allied")["command"], command_in(believed(game.look, "allied").state)
    game.do(AttachHq("de-hq-2", "12"))
    assert view(game, "allied")["command"] == before[0]
    assert command_in(believed(game.look, "allied").state).attached == before[1].attached == ()
    assert command_in(believed(game.look, "axis").state).attached == (("de-hq-2", "12"),)


# --- armies ----------------------------------------------------------------------------------------------------


@pytest.mark.case("C4.2-subordinate", "C4.2-subordinate-zone")
def test_a_subordinate_army_goes_under_another_parent_and_uses_its_zone(game: Game) -> None:
    game.do(SubordinateArmy("kleist", "4"))
    (event,) = [e for e in game.records[-1].events if isinstance(e, ArmySubordinated)]
    assert (event.army, event.parent) == ("kleist", "4")
    assert zones.owner(game.look, "axis", "kleist") == "4"
    assert {hq.id for hq in zones.headquarters(game.look, "axis", "4")} >= {"de-hq-19", "de-hq-41"}
    assert refused(game, SubordinateArmy("kleist", "12")) == ("attachment.drawn", "C4.3-definition")


@pytest.mark.case("C4.2-subordinate")
@pytest.mark.parametrize(
    ("action", "why"),
    [
        (SubordinateArmy("4", "12"), "attachment.not_subordinate"),
        (SubordinateArmy("nobody", "12"), "attachment.not_subordinate"),
        (SubordinateArmy("kleist", "12"), "attachment.no_parent"),
        (SubordinateArmy("kleist", "kleist"), "attachment.no_parent"),
        (SubordinateArmy("kleist", "9"), "attachment.no_parent"),
    ],
)
def test_which_army_goes_under_none(game: Game, action: Action, why: str) -> None:
    assert refused(game, action) == (why, "C4.2-subordinate")


@pytest.mark.case("C4.2-subordinate")
def test_one_army_at_most_is_under_another() -> None:
    """Panzergruppe 2 is under 2. Armee, Panzergruppe 3 under 9. Armee: neither has room for the other."""
    look = smolensk()
    no = attachment.refuse_subordinate(look, "axis", SubordinateArmy("pg2", "9"))
    assert no is not None
    assert (no.code, no.detail) == ("attachment.parent_taken", "9. Armee")
    state = ArmySubordinated(case="C4.2-subordinate", side="axis", army="pg3", parent="2").apply(look.state)
    assert attachment.refuse_subordinate(Look(look.world, state), "axis", SubordinateArmy("pg2", "9")) is None


@pytest.mark.case("C4.2-no-zone")
def test_who_has_neither_zones_nor_hqs_to_attach_is_not_asked(game: Game) -> None:
    look, data = game.look, boundaries.Boundaries("axis")
    assert boundaries.decides(look, data) == "axis"
    nowhere = Look(look.world, with_command(look.state, changed(command_in(look.state), zones=())))
    assert boundaries.decides(nowhere, data) == "axis", "HQs may still go to other armies"
    assert boundaries.decides(with_limits(nowhere, "axis", attachments_change=False), data) is None
