"""A player turn of Yelnya by clicking, in a real browser; after each act the screen equals the engine's state."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from e2e import rehearsal
from e2e.desk import Desk, Served, force, key_of, says
from redball.core.actions import DeclareOverrun, Halt, PlaceSupply, PlaceUnit, RetreatTo, StepTo
from redball.core.events import CombatResolved, DumpCaptured, FuelPaid, OverrunDeclared, SupplySpent, UnitRetreated
from support import EventKind

SOVIET = {"soviet": "human", "axis": "random"}


@pytest.fixture
def soviet(desk: Desk, served: Served) -> Desk:
    """The Soviet player at the beginning of the first turn, whose Player Turn it is."""
    desk.open(served.game("yelnya", SOVIET, seed=5), "soviet")
    return desk.same()


def last(desk: Desk, kind: type[EventKind]) -> EventKind:
    """The last event of a kind."""
    return desk.happened(kind)[-1]


def place_supply(desk: Desk) -> None:
    """New supply: click an entry hex, then the amount."""
    while desk.asked.procedure.name == "reinforcement_phase":
        action = desk.game.choices()[0]
        assert isinstance(action, PlaceSupply | PlaceUnit)
        desk.look(action.hex).click(action.hex)
        if desk.the("choice-menu").count():
            desk.push(f"menu-{key_of(action)}")
        desk.same()


def fuelled_move(desk: Desk) -> None:
    """A move that an HQ's throw fuels; then undo takes the whole of it back."""
    before = len(desk.game.records)
    uid, hex_ = rehearsal.thrown_fuel(desk.game)
    start = desk.game.look.unit(uid).hex
    desk.pick(uid).click(hex_).same()
    assert desk.game.look.unit(uid).hex == hex_
    assert isinstance(last(desk, FuelPaid), FuelPaid)
    assert last(desk, SupplySpent).via, "the fuel came through an HQ"
    desk.push("undo").same()
    assert len(desk.game.records) == before
    assert desk.game.look.unit(uid).hex == start
    desk.pick(uid).click(hex_).same()
    assert desk.game.look.unit(uid).hex == hex_


def refused_step(desk: Desk) -> None:
    """A step of the stack on the move that the rules refuse is explained, and nothing changes."""
    moving = desk.asked.data
    offered = {c.hex for c in desk.game.choices() if isinstance(c, StepTo | DeclareOverrun)}
    around = {key: desk.game.world.board.neighbour(moving.hex, d) for d, key in enumerate("WEDSAQ")}
    key = next(key for key, there in around.items() if there >= 0 and there not in offered)
    before = desk.game.state
    desk.press(f"Shift+Key{key}")
    refusal = desk.the("refusal")
    refusal.wait_for()
    assert desk.game.state is before
    expect(refusal).to_have_attribute("data-code", re.compile("."))
    expect(refusal.locator(".case")).to_have_text(re.compile(r"\S"))
    desk.same().press("Escape")
    desk.answer(Halt()).same()


def captured_dump(desk: Desk) -> None:
    """A dump that nobody guards is taken by marching in."""
    uid, hex_ = rehearsal.capture(desk.game)
    desk.pick(uid).click(hex_)
    answer_all(desk, "move")
    desk.same()
    taken = last(desk, DumpCaptured)
    assert taken.hex == hex_
    assert hex_ not in desk.game.state.dumps["axis"]
    if desk.asked.procedure.name == "move":
        desk.answer(Halt()).same()


def overrun(desk: Desk) -> None:
    """An overrun with its odds before it is committed; the dice seal what came before."""
    uid, hex_, dice = rehearsal.overrun(desk.session)
    desk.pick(uid).click(hex_)
    desk.the("odds-text").wait_for()
    force(desk.game, *dice)
    if not desk.the("overrun-commit").is_enabled():
        desk.page.locator("[data-testid^=overrun-pay_fuel]").first.click()
        desk.settle()
    desk.push("overrun-commit")
    answer_all(desk, "move")
    desk.same()
    assert last(desk, OverrunDeclared).hex == hex_
    assert last(desk, CombatResolved).kind == "overrun"
    assert desk.game.look.unit(uid).hex == hex_
    expect(desk.the("undo")).to_be_disabled()
    says(desk.the("undo-sealed"), "sealed")
    if desk.asked.procedure.name == "move":
        desk.answer(Halt()).same()


def fired_barrage(desk: Desk) -> None:
    """A barrage: target, gun, preview, fire, pay."""
    hex_, gun = rehearsal.barrage(desk.game)
    desk.look(hex_).click(hex_)
    desk.push(f"add-{gun}")
    desk.the("barrage-preview").wait_for()
    desk.push("combat-commit")
    answer_all(desk, "barrage_segment")
    desk.same()
    desk.push("tab-charts")
    expect(desk.the("live-cell")).to_have_count(1)


def attack_and_retreat(desk: Desk) -> None:
    """An attack from two hexes with the ledger before the commitment; the attackers retreat into a ZOC."""
    hex_, units, dice = rehearsal.retreating_attack(desk.session)
    desk.look(hex_).click(hex_)
    for uid in units:
        desk.push(f"add-{uid}")
    desk.the("odds-text").wait_for()
    before = len(desk.game.records)
    desk.same()
    force(desk.game, *dice)
    desk.push("combat-commit")
    assert len(desk.game.records) > before
    enemy = desk.game.look.enemy("soviet")
    retreated: list[int] = []
    while desk.asked.procedure.name != "combat_segment":
        action = rehearsal.policy(desk.game)
        if isinstance(action, RetreatTo):
            assert desk.game.look.in_zoc_of(enemy, action.hex)
            retreated.append(action.hex)
            desk.look(action.hex).click(action.hex)
        else:
            desk.answer(action)
        desk.same()
    assert retreated
    assert last(desk, UnitRetreated).hex in retreated
    assert last(desk, CombatResolved).hex == hex_


def answer_all(desk: Desk, *homes: str) -> None:
    """Answer every decision of what goes on, until one of these procedures or a segment is on top."""
    while not desk.game.over and desk.decides():
        name = desk.asked.procedure.name
        if name in homes or name.endswith("segment"):
            return
        desk.answer(rehearsal.policy(desk.game))


def on_to(desk: Desk, procedure: str) -> None:
    """End segments and answer what comes until a procedure of one's own is open."""
    while desk.asked.procedure.name != procedure or not desk.decides():
        name = desk.asked.procedure.name
        if name.endswith("segment"):
            desk.end_segment()
        else:
            desk.answer(rehearsal.policy(desk.game))


@pytest.mark.long
def test_a_player_turn_by_clicking(soviet: Desk) -> None:
    place_supply(soviet)
    fuelled_move(soviet)
    refused_step(soviet)
    captured_dump(soviet)
    overrun(soviet)
    soviet.end_segment().same()
    on_to(soviet, "barrage_segment")
    fired_barrage(soviet)
    soviet.end_segment().same()
    on_to(soviet, "combat_segment")
    attack_and_retreat(soviet)
    soviet.end_segment().same()
