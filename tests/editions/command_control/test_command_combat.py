"""Combat under Command & Control: who attacks together, and whom an HQ throws combat supply to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as changed

from editions.command_control.sedan import EDITION, command_of, led_only_as
from redball.core.dice import Dice
from redball.core.engine import Run
from redball.core.events import OddsSet
from redball.core.look import Look
from redball.editions.command_control.company import note_company
from redball.editions.command_control.events import CombatSupplyThrown, CorpsJoined, UnitLed
from redball.editions.command_control.record import command_in, with_command
from redball.editions.command_control.supply import Matching, Requests
from redball.game import Game
from redball.rules.combat.points import REFUSE_COMPANY
from redball.rules.combat.record import CombatData
from redball.rules.combat.supply import in_reach
from redball.rules.supply.bills import Bill
from redball.rules.supply.draw_and_throw import payers
from redball.rules.supply.points import PAID, PAYING
from rules.table import combat
from support import HQ, LEG, TANKS, in_scenario, land

DIVISION = "Div infantry other 12-3-3L/6-3-6L re=3"
SOVIET_TANKS = """[command]
soviet 1941-soviet
[armies]
soviet west front hq
[headquarters]
soviet army hq
[classes]
soviet tank_corps t
soviet rifle r
"""


@pytest.fixture(scope="module")
def sedan() -> Look:
    return Game.new("sedan", seed=1, edition=EDITION).look


@pytest.fixture(scope="module")
def smolensk() -> Look:
    return Game.new("smolensk", seed=1, edition=EDITION).look


def apart(look: Look, units: tuple[str, ...], unit: str) -> str:
    """The case that keeps a unit out of an attack, "" if it may join."""
    refused = look.policies[REFUSE_COMPANY](look, units, look.unit(unit))
    assert refused is None or refused.code in ("command.attacks_alone", "command.one_small_unit")
    return refused.case if refused is not None else ""


@pytest.mark.case("C5.1-alone")
def test_soviet_tanks_attack_alone(smolensk: Look) -> None:
    assert apart(smolensk, ("su-13td-25",), "su-13td-26") == "", "the same formation"
    assert apart(smolensk, ("su-13td-25",), "su-17td-33") == "C5.1-alone"
    assert apart(smolensk, ("su-13td-25",), "su-100rd") == "C5.1-alone"
    assert apart(smolensk, ("su-100rd",), "su-13td-25") == "C5.1-alone", "in either order"
    assert apart(smolensk, ("su-100rd",), "su-73rd") == ""
    assert apart(smolensk, ("de-10pz-pzr",), "de-17pz-pzr") == "", "panzers may"


@pytest.mark.case("C5.1-defend")
def test_they_defend_with_anybody() -> None:
    """Tanks, rifles and a small unit in one hex meet an attack together, each with its full strength."""
    defenders = {"t": TANKS, "r": DIVISION, "s": LEG}
    units = "".join(f"soviet 03.02 {uid} {unit}\n" for uid, unit in defenders.items())
    text = f"edition {EDITION}\n[terrain]\n{land()}\n[units]\naxis 02.02 a {DIVISION}\n{units}soviet 05.03 hq {HQ}\n"
    table = combat(f"{text}[supply]\naxis 02.02 5\nsoviet 03.02 5\n{SOVIET_TANKS}", "03.02", "a", dice=(3, 4, 3, 4, 3))
    assert apart(table.look, ("t",), "r") == "C5.1-alone"
    table.run_to("attacker_loss", "attacker_option", "defender_loss", "defender_option")
    assert set(table.data.defenders) == set(defenders)
    assert table.one(OddsSet).defend == str(9 + 12 + 4)


@pytest.mark.case("C5.2-one", "C5.2-brigades")
def test_one_small_unit_in_an_attack(sedan: Look, smolensk: Look) -> None:
    assert apart(sedan, ("de-mg7",), "de-1pz-a") == ""
    assert apart(sedan, ("de-mg7", "de-1pz-a"), "de-pi505") == "C5.2-one"
    assert apart(sedan, ("de-1pz-k",), "de-1pz-pi") == "", "battalions of a division are divisional"
    assert apart(smolensk, ("su-7vdb",), "su-8vdb") == "C5.2-one"
    rifles = changed(command_of(smolensk).sides["soviet"], classes={"su-7vdb": "rifle", "su-8vdb": "rifle"})
    assert apart(with_soviets(smolensk, rifles, "1941-07"), ("su-7vdb",), "su-8vdb") == "", "as infantry brigades"


def with_soviets(look: Look, soviets: object, month: str) -> Look:
    """The look in another month and with other Soviet lists."""
    info = command_of(look)
    return in_scenario(look, command=changed(info, month=month, sides={**info.sides, "soviet": soviets}))


def led(look: Look, *pairs: tuple[str, str]) -> Look:
    """The look once HQs have led units."""
    return Look(look.world, with_command(look.state, changed(command_in(look.state), led=pairs)))


@pytest.mark.parametrize(
    ("month", "first", "second"),
    [
        ("1942-10", False, False),
        pytest.param("1942-11", True, False, marks=pytest.mark.case("C5.1-nov-42")),
        pytest.param("1943-04", True, False, marks=pytest.mark.case("C5.1-nov-42")),
        pytest.param("1943-05", True, True, marks=pytest.mark.case("C5.1-may-43")),
        pytest.param("1943-08", True, True, marks=pytest.mark.case("C5.1-may-43")),
        pytest.param("1943-09", False, False, marks=pytest.mark.case("C5.1-may-43")),
    ],
)
def test_later_a_small_unit_may_go_with_a_corps_of_a_tank_army(
    smolensk: Look, month: str, first: bool, second: bool
) -> None:
    soviets = command_of(smolensk).sides["soviet"]
    look = led(with_soviets(smolensk, soviets, month), ("13 TD", "su-hq-5mk"), ("17 TD", "su-hq-5mk"))
    for corps in ("su-13td-25", "su-17td-33"):
        assert (apart(look, (corps,), "su-872at") == "") is first
        assert (apart(look, ("su-872at",), corps) == "") is first, "in either order"
    assert apart(look, ("su-13td-25",), "su-100rd") == "C5.1-alone", "no division in any month"
    others = led(with_soviets(smolensk, soviets, month), ("13 TD", "su-hq-20a"))
    assert apart(others, ("su-13td-25",), "su-872at") == "C5.1-alone", "only under a tank army"
    used = attacked(look, "su-13td-25", "su-872at") if first else look
    assert (apart(used, ("su-13td-25",), "su-872at") == "") is first, "the same corps again"
    assert (apart(used, ("su-17td-33",), "su-872at") == "") is second, "another corps of the army"


def attacked(look: Look, *units: str) -> Look:
    """The look once these units have attacked together."""
    run = Run(look, Dice(seed=1))
    note_company(run, CombatData("regular", "soviet", 0, units))
    assert {(type(event), event.side) for event in run.events} <= {(CorpsJoined, "soviet")}
    return run.look


@pytest.mark.case("C5.1-nov-42")
def test_small_units_of_any_kind_go_with_a_corps_but_one_only(smolensk: Look) -> None:
    soviets = changed(
        command_of(smolensk).sides["soviet"],
        classes={**command_of(smolensk).sides["soviet"].classes, "su-7vdb": "rifle", "su-8vdb": "tank_brigade"},
    )
    look = led(with_soviets(smolensk, soviets, "1942-11"), ("13 TD", "su-hq-5mk"))
    for company in ("su-7vdb", "su-8vdb"):
        assert apart(look, ("su-13td-25",), company) == ""
        assert apart(look, (company,), "su-13td-25") == ""
        assert apart(look, ("su-13td-25", company), "su-13td-26") == "", "the whole corps"
        assert apart(look, ("su-13td-25", company), "su-872at") == "C5.1-alone", "one small unit"
    assert apart(look, ("su-7vdb",), "su-8vdb") == "C5.1-alone", "a tank brigade without a corps"


@pytest.mark.case("C5.1-nov-42", "C5.1-may-43")
def test_which_corps_joined_is_forgotten_in_the_next_phase(smolensk: Look) -> None:
    soviets = command_of(smolensk).sides["soviet"]
    look = led(with_soviets(smolensk, soviets, "1942-11"), ("13 TD", "su-hq-5mk"))
    assert command_in(attacked(look, "su-13td-25", "su-13td-26").state).joined == (), "nobody beside it"
    used = command_in(attacked(look, "su-13td-25", "su-872at").state)
    assert used.joined == (("su-hq-5mk", "13 TD"),)
    kept = used.in_new_phase(look.state)
    assert kept is not None
    assert kept.joined == ()


def throwers(look: Look, unit: str, purpose: str = "combat") -> set[str]:
    """The HQs that may throw supply of a purpose to a unit."""
    bill = Bill("axis", (unit,), 1, purpose, "12.4-A")
    found = payers(look, look.unit(unit))
    return {payer.via for payer in look.policies[PAYING](look, bill, found) if payer.via}


@pytest.mark.case("C1.5-limit")
def test_whom_an_hq_threw_combat_supply_to_counts_in_that_phase_only(sedan: Look) -> None:
    record = changed(command_in(sedan.state), fed=(("1 Pz", "de-hq-19"),), army="kleist")
    kept = record.in_new_phase(sedan.state)
    assert kept is None or kept.fed == ()


@pytest.mark.case("C1.5-limit", "C1.3-limited-units-phases")
def test_an_hq_throws_combat_supply_to_so_many_divisions(sedan: Look) -> None:
    assert "de-hq-19" in throwers(sedan, "de-2pz-sr")
    fed = changed(command_in(sedan.state), fed=(("1 Pz", "de-hq-19"), ("10 Pz", "de-hq-19")))
    look = Look(sedan.world, with_command(sedan.state, fed))
    assert "de-hq-19" not in throwers(look, "de-2pz-sr")
    assert "de-hq-19" in throwers(look, "de-1pz-sr"), "a division that it serves already"
    assert "de-hq-19" in throwers(look, "de-gd-1"), "others need no slot"
    assert "de-hq-19" in throwers(look, "de-2pz-sr", "fuel"), "fuel is another matter"


@pytest.mark.case("C1.5-limit", "C1.4-limit")
def test_whom_it_led_takes_no_room_for_combat_supply_nor_for_trace(sedan: Look) -> None:
    """The choice of units is made anew for each: here others were led, as many as the HQ commands."""
    assert "de-hq-19" in throwers(led(sedan, ("1 Pz", "de-hq-19"), ("10 Pz", "de-hq-19")), "de-2pz-sr")
    busy = led(sedan, *((name, "de-hq-3") for name in ("de-3id", "de-23id", "de-32id")))
    wanted = Requests()
    wanted.units["de-12id"], wanted.hqs["de-12id"] = ["de-12id"], ("de-hq-3",)
    assert Matching(busy, wanted).hq_of == {"de-12id": "de-hq-3"}


@pytest.mark.case("C1.5-limit")
def test_paying_fills_a_slot(sedan: Look) -> None:
    bill = Bill("axis", ("de-2pz-sr",), 1, "combat", "12.4-A")
    payer = next(p for p in payers(sedan, sedan.unit("de-2pz-sr")) if p.via == "de-hq-19")
    run = Run(sedan, Game.new("sedan", seed=1, edition=EDITION).dice)
    sedan.policies[PAID](run, bill, payer)
    expected = CombatSupplyThrown(case="C1.5-limit", side="axis", unit="de-2pz-sr", hq="de-hq-19", slot="2 Pz")
    assert run.events == [expected]
    assert command_in(run.look.state).fed == (("2 Pz", "de-hq-19"),)


@pytest.mark.case("C1.5-limit")
def test_an_hq_has_room_for_all_units_of_a_bill_or_none(sedan: Look) -> None:
    full = changed(command_in(sedan.state), fed=(("1 Pz", "de-hq-19"),))
    look = Look(sedan.world, with_command(sedan.state, full))
    units = ("de-2pz-sr", "de-10pz-sr")
    found = payers(look, look.unit(units[0]))
    bills = [Bill("axis", some, 2, "combat", "12.4-B") for some in (units[:1], units[1:], units)]
    assert ["de-hq-19" in {p.via for p in look.policies[PAYING](look, bill, found)} for bill in bills] == [
        True,
        True,
        False,
    ]


@pytest.mark.case("C1.5-limit")
def test_supply_that_no_hq_may_throw_is_not_within_reach(sedan: Look) -> None:
    look = led_only_as(sedan, "axis", "nobody")
    bill = Bill("axis", ("de-2pz-sr",), 1, "combat", "12.4-A")
    unit = look.unit("de-2pz-sr")
    assert any(payer.via for payer in in_reach(sedan, unit, bill))
    assert not any(payer.via for payer in in_reach(look, unit, bill))


@pytest.mark.case("C1.5-cross-army")
def test_no_hq_throws_combat_supply_to_another_army(sedan: Look) -> None:
    assert {"de-hq-19", "de-hq-15"} <= throwers(sedan, "de-6pz-sr"), "nobody led it"
    event = UnitLed(case="C1.3-hq-movement-units", side="axis", unit="de-6pz-sr", hq="de-hq-41", slot="6 Pz")
    look = Look(sedan.world, event.apply(sedan.state))
    assert "de-hq-15" not in throwers(look, "de-6pz-sr")
    assert "de-hq-19" in throwers(look, "de-6pz-sr"), "the same army"
