"""The bot's Beach Assaults: which are worth it, from where, and what the defender answers."""

from __future__ import annotations

import pytest

from bots.test_steady_air import scene_of
from bots.test_steady_sea import ISLET, STRONG
from bots.test_steady_sea_landing import prized
from bots.test_steady_sea_phase import again
from redball.bots.steady import attack, sea_assault, sea_craft, sea_landing
from redball.bots.steady.odds import expected
from redball.bots.steady.scene import Memory
from redball.bots.steady.sea_assault import Blow
from redball.core.actions import AddUnit, DeclareAttack, Done
from redball.core.actions.naval import AnswerAssault
from redball.rules.combat.segment import usual_attackers
from redball.rules.ground.craft import poised, the_craft
from redball.rules.naval.assault import refuse_launch
from support import LEG, MILITIA, Sitting, land, sit

BEACH = "06.02"
HEAVY = "Rgt infantry other 30-4-3L/15-4-6L"
DIVISION = "Div infantry other 12-4-3L/6-4-6L re=3"
"""Three steps of 180 each."""


def off_islet(
    guard: str = MILITIA, unit: str = STRONG, *, ids: str = "ab", sp: str = " sp=2", at: str = "combat", left: str = "",
    lies: str = "06.03", **how: object,
) -> Sitting:  # fmt: skip
    """Craft with troops before an islet that is held in all its three hexes."""
    held = "\n".join(f"soviet {c:02d}.02 r{c} {guard}" for c in (5, 6, 7)[bool(left) :])
    units = "\n".join((held, *(f"axis aboard {uid} {unit}" for uid in ids)))
    craft = f"[sources]\nsoviet 07.02\n[craft]\naxis {lies} lc landing_craft 4 aboard={','.join(ids)}{sp}\n"
    return sit(units + left, ISLET, at=at, rest=craft, **how)  # type: ignore[arg-type]


def blow(table: Sitting, hex_: str = BEACH) -> Blow | None:
    return sea_assault.blow_at(table.look, "axis", table.hex(hex_), 0)


def lost(table: Sitting, *units: str) -> int:
    return sea_assault.lost(table.look, poised(table.look, units), table.hex(BEACH), units)


def failing(table: Sitting, *units: str) -> float:
    hex_ = table.hex(BEACH)
    defenders = table.look.combat_units_at(hex_, "soviet")
    return sea_assault.failing(poised(table.look, units), hex_, units, defenders)


# --- what it is worth --------------------------------------------------------------------------------------------


def test_an_assault_is_worth_what_the_combat_gains_less_what_a_failure_costs() -> None:
    table = off_islet()
    found = blow(table)
    assert found is not None
    assert (found.hex, found.units) == (table.hex(BEACH), ("a", "b"))
    ready = poised(table.look, found.units)
    assert found.value == expected(ready, "axis", "regular", found.hex, found.units) - lost(table, "a", "b")
    doubtful = sea_assault.blow_at(table.look, "axis", table.hex(BEACH), 60)
    assert doubtful is None or doubtful.value < found.value


@pytest.mark.parametrize(
    "table",
    [
        off_islet(HEAVY),
        off_islet(unit=LEG, ids="a"),
        off_islet(sp=""),
        off_islet(lies="06.05"),
        off_islet(left=f"\naxis 05.02 s {STRONG}"),
    ],
    ids=["too strong", "too weak", "no supply", "too far off", "somebody ashore attacks from there"],
)
def test_none_is_made_without_strength_supply_or_craft_beside_it(table: Sitting) -> None:
    assert blow(table) is None


def test_a_failure_costs_all_attackers_and_each_craft_once() -> None:
    """Two regiments at 540, and four points of craft at 250."""
    table = off_islet("Rgt infantry other 8-4-3L/4-4-6L")
    share = failing(table, "a", "b")
    assert 0 < share < 1
    assert lost(table, "a", "b") == int(share * (2 * 540 + 4 * 250))
    assert lost(table, "a") == int(failing(table, "a") * (540 + 4 * 250))
    large = off_islet(HEAVY, unit=DIVISION, ids="a")
    assert lost(large, "a") == int(failing(large, "a") * (3 * 180 + 4 * 250))


def test_the_stronger_the_guard_and_the_weaker_the_assault_the_sooner_it_fails() -> None:
    guards = (MILITIA, "Rgt infantry other 8-4-3L/4-4-6L", "Div infantry other 12-4-3L/4-4-6L re=3")
    chances = [failing(off_islet(guard), "a", "b") for guard in guards]
    assert chances[0] < chances[1] < chances[2] < 1
    assert failing(off_islet(guards[1]), "a") > chances[1]


@pytest.mark.parametrize(
    ("edition", "guard", "result", "stays"),
    [
        ("v4.2", MILITIA, "AL1o1", True),
        ("v4.2", MILITIA, "AL1o1 Do1", False),
        ("new-ocs", MILITIA, "AL1", True),
        ("new-ocs", MILITIA, "DL1", False),
        ("new-ocs", DIVISION, "DL1", True),
        ("new-ocs", DIVISION, "DL1R2", False),
    ],
)
def test_a_result_fails_that_leaves_a_defender_who_neither_chooses_nor_retreats(
    monkeypatch: pytest.MonkeyPatch, edition: str, guard: str, result: str, *, stays: bool
) -> None:
    monkeypatch.setattr(sea_assault, "spread", lambda *_: {result: 6})
    assert failing(off_islet(guard, edition=edition), "a", "b") == stays


def test_an_assault_must_gain_200_beyond_what_a_failure_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    table = off_islet("Rgt infantry other 8-4-3L/4-4-6L")
    cost = lost(table, "a", "b")
    assert cost > 0
    for gain, made in ((200, True), (199, False)):
        monkeypatch.setattr(sea_assault, "expected", lambda *_, worth=cost + gain: worth)
        assert (blow(table) is not None) is made


@pytest.mark.parametrize(("guard", "made"), [(8, True), (9, False)])
def test_none_is_made_below_three_to_two_whatever_the_hex_is_worth(guard: int, *, made: bool) -> None:
    table = off_islet(f"Rgt infantry other {guard}-4-3L/4-4-6L", ids="a")
    prized(table, BEACH, 40)
    assert (blow(table) is not None) is made


def test_who_could_attack_from_ashore_makes_no_assault_even_with_supply_afloat_beside_them() -> None:
    table = off_islet(left=f"\naxis 05.02 s {STRONG}", lies="05.03")
    hex_ = table.hex(BEACH)
    assert usual_attackers(table.look, "axis", hex_) == ("s",)
    assert refuse_launch(table.look, "axis", hex_, ("s",)) is None
    assert blow(table) is None


# --- declaring ---------------------------------------------------------------------------------------------------


def test_the_best_assault_is_declared_and_one_that_was_dropped_is_not() -> None:
    table, memory = off_islet(), Memory()
    found = sea_assault.declare(again(table, memory))
    best = max(sea_assault.strikes(scene_of(table.game)))
    assert found == DeclareAttack(best.hex)
    assert memory.strike == (best.hex, best.units)
    every = {one.hex for one in sea_assault.strikes(scene_of(table.game))}
    assert sea_assault.declare(again(table, Memory(dropped=every))) == Done()


def test_of_two_that_gain_the_same_the_attack_from_ashore_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    table = off_islet()
    best = max(sea_assault.strikes(scene_of(table.game)))
    for more, hex_ in ((0, table.hex("05.02")), (-1, best.hex)):
        monkeypatch.setattr(attack, "best_strike", lambda _, gain=best.value + more: (gain, table.hex("05.02"), ("z",)))
        assert best.hex != table.hex("05.02")
        assert sea_assault.declare(scene_of(table.game)) == DeclareAttack(hex_)


def test_who_is_putting_an_attack_together_declares_no_other_one() -> None:
    """The hex under attack is the very first one of the map."""
    ground = land("01.01=.", "02.01=.", *(f"{c:02d}.04=." for c in (5, 6, 7)), columns=12, rows=6, ground="-")
    held = "\n".join(f"soviet {c:02d}.04 r{c} {MILITIA}" for c in (5, 6, 7))
    units = f"{held}\nsoviet 01.01 f {MILITIA}\naxis 02.01 s {LEG}\naxis aboard a {STRONG}"
    rest = "[sources]\nsoviet 05.04\naxis 02.01\n[supply]\naxis 02.01 9\n"
    table = sit(units, ground, at="combat", rest=f"{rest}[craft]\naxis 06.05 lc landing_craft 4 aboard=a sp=2\n")
    table.do(DeclareAttack(0))
    scene = again(table, Memory(strike=(0, ("s",))))
    strike, blow = attack.best_strike(scene), max(sea_assault.strikes(scene))
    assert strike is None or blow.value > strike[0]
    assert sea_assault.declare(scene) == AddUnit("s")


def test_an_attack_ashore_that_gains_more_comes_first() -> None:
    ashore = "\naxis 01.04 s Div tank armor 30-5-8K/20-5-14K re=3\nsoviet 02.04 t Div infantry other 6-1-3L/3-1-6L re=3"
    ground = ISLET.split("\n")
    ground[2] = ". . " + ground[2][4:]
    rest = "[sources]\nsoviet 05.02\naxis 01.04\n[supply]\naxis 01.04 9\n[craft]\n"
    rest += "axis 06.03 lc landing_craft 4 aboard=a,b sp=2\n"
    held = "\n".join(f"soviet {c:02d}.02 r{c} {MILITIA}" for c in (5, 6, 7))
    units = f"{held}\naxis aboard a {STRONG}\naxis aboard b {STRONG}{ashore}"
    table = sit(units, "\n".join(ground), at="combat", rest=rest)
    strike = attack.best_strike(scene_of(table.game))
    blows = max(sea_assault.strikes(scene_of(table.game)))
    assert strike is not None
    goal = table.hex("02.04") if strike[0] >= blows.value else blows.hex
    assert strike[0] > blows.value
    assert sea_assault.declare(scene_of(table.game)) == DeclareAttack(goal)


# --- where to lie ------------------------------------------------------------------------------------------------


def launches(table: Sitting, memory: Memory | None = None, left: int = 120) -> dict[str, tuple[int, str]]:
    """The targets, each with what it is worth and where the craft lie."""
    scene, craft = again(table, memory or Memory()), the_craft(table.look.state, "lc")
    ways = sea_craft.far(table.look, craft)
    name = table.look.hex_name
    return {name(b.hex): (b.value, name(at)) for b, at in sea_assault.launches(scene, craft, ways, left)}


def test_craft_lie_before_each_coast_that_they_could_assault_in_this_turn() -> None:
    table = off_islet(at="movement", lies="06.05")
    found = launches(table)
    assert {*found} == {"05.02", "06.02", "07.02"}
    board = table.look.board
    assert all(board.distance(table.hex(at), table.hex(target)) == 1 for target, (_, at) in found.items())
    near = blow(off_islet())
    assert near is not None
    assert found[BEACH][0] == near.value + 2 * 450
    assert {*launches(table, left=24)} == {BEACH}, "two hexes"
    assert launches(table, left=23) == {}
    assert launches(off_islet(at="exploitation_movement", lies="06.05")) == {}


def test_no_coast_for_which_others_are_bound_or_that_is_attacked_from_a_beach_beside_it() -> None:
    table = off_islet(at="movement", lies="06.05")
    bound = Memory(notes={"sea.assaults": {table.hex(BEACH)}})
    assert {*launches(table, bound)} == {"05.02", "07.02"}
    meant = Memory(notes={"sea.beaches": {table.hex("05.02"): ("x",)}})
    beside = {name for name in ("06.02", "07.02") if table.look.board.distance(table.hex(name), table.hex("05.02")) > 1}
    assert {*launches(table, meant)} == beside | {"05.02"}


# --- the defender ------------------------------------------------------------------------------------------------


def answer(guard: str, unit: str, *, fog: bool = False) -> AnswerAssault:
    table = off_islet(guard, unit, switches={"fog": fog})
    table.do(DeclareAttack(table.hex(BEACH)), AddUnit("a"), AddUnit("b")).done()
    found = sea_assault.answer(scene_of(table.game, "soviet"))
    assert isinstance(found, AnswerAssault)
    return found


def test_the_defender_fights_unless_combat_costs_more_than_the_table() -> None:
    assert answer(HEAVY, STRONG) == AnswerAssault(table=False)
    assert answer("Rgt infantry other 8-4-3L/4-4-6L", STRONG) == AnswerAssault(table=False)
    assert answer(MILITIA, HEAVY) == AnswerAssault(table=True)


def test_the_defender_weighs_the_hex_and_all_steps_against_the_combat_and_the_table_against_both_craft(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Three steps at 180 and a hex of 250; the attackers' landing by the table and the assault that fails cost them."""
    table = off_islet(DIVISION, switches={"fog": False})
    table.do(DeclareAttack(table.hex(BEACH)), AddUnit("a"), AddUnit("b")).done()
    look, hex_ = table.look, table.hex(BEACH)
    units, craft = [table.unit("a"), table.unit("b")], [the_craft(look.state, "lc")]
    by_table = 3 * 180 + 250 - sea_landing.price(look, "axis", hex_, units, craft)
    assert by_table != 3 * 180 + 250 - sea_landing.price(look, "axis", hex_, units, [])
    even = by_table + lost(table, "a", "b")
    for fought, wanted in ((even, False), (even + 1, True)):
        monkeypatch.setattr(sea_assault, "expected", lambda *_, worth=fought: worth)
        assert sea_assault.answer(scene_of(table.game, "soviet")) == AnswerAssault(table=wanted)


def test_who_does_not_see_the_attackers_fights() -> None:
    assert answer(MILITIA, HEAVY, fog=True) == AnswerAssault(table=False)
