"""The summary of a stack: what its owner reads at a glance, and the enemy does not."""

from __future__ import annotations

from typing import Any

import pytest

from as_json import view
from support import GUNS, HQ, LEG, MILITIA, TANKS, TRUCK, Sitting, land, sit

ENEMY = f"soviet 06.05 r {LEG}"


def table(units: str, *places: str, rest: str = "") -> Sitting:
    """A position with an enemy far away."""
    return sit(f"{units}\n{ENEMY}", land(*places), rest=rest)


def summary(sitting: Sitting, hex_: str = "02.02", viewer: str = "axis") -> Any:
    """The summary of what stands in a hex, as a side has it."""
    return next(s["summary"] for s in view(sitting.game, viewer)["stacks"] if s["hex"] == sitting.hex(hex_))


def test_a_stack_is_added_up() -> None:
    units = f"axis 02.02 a {LEG}\naxis 02.02 b {TANKS}\naxis 02.02 t truck 2 45T load=1"
    assert summary(table(units, rest="[supply]\naxis 02.02 2\n")) == {
        "re": 1.5,
        "steps": 2,
        "attack": "22",
        "attackers": 2,
        "defence": "13",
        "terrain": "open",
        "leader": {"unit": "b", "ar": 5},
        "tokens": 12,
        "fueled": [],
        "unfueled": ["b"],
        "dg": [],
        "reserve": [],
        "out_of_supply": [],
    }


@pytest.mark.case("4.9a-B", "4.9a-A")
def test_the_enemys_stack_is_not_added_up() -> None:
    own = table(f"axis 02.02 a {LEG}")
    assert summary(own, "06.05") is None
    assert summary(own, "06.05", "soviet")["defence"] == "4"
    open_play = sit(f"axis 02.02 a {LEG}\n{ENEMY}", switches={"fog": False})
    assert summary(open_play, "06.05")["defence"] == "4"


def test_supply_and_transport_alone_have_no_summary() -> None:
    trucks = table(f"axis 02.02 t truck 2 45T load=1\naxis 01.01 a {LEG}", rest="[supply]\naxis 03.03 2\n")
    assert summary(trucks) is None
    assert summary(trucks, "03.03") is None


@pytest.mark.case("4.4", "5.10b-A", "5.7-B", "9.5a", "3.2b")
@pytest.mark.parametrize(
    ("units", "attack", "attackers", "defence"),
    [
        ([LEG], "4", 1, "4"),
        ([f"{LEG} dg"], "2", 1, "2"),
        ([f"{LEG} reserve"], "0", 0, "2"),
        ([f"{LEG} strat"], "0", 0, "0"),
        ([f"{LEG} oos"], "2", 1, "2"),
        ([MILITIA], "0", 0, "3"),
        ([GUNS, HQ], "0", 0, "6"),
        ([f"{LEG} move", LEG], "6", 2, "6"),
    ],
)
def test_strengths_are_what_mode_and_state_make_them(
    units: list[str], attack: str, attackers: int, defence: str
) -> None:
    lines = "\n".join(f"axis 02.02 u{i} {unit}" for i, unit in enumerate(units))
    found = summary(table(lines))
    assert (found["attack"], found["attackers"], found["defence"]) == (attack, attackers, defence)


@pytest.mark.case("9.11d-A", "9.11d-B")
@pytest.mark.parametrize(("lost", "attack", "defence"), [(0, "12", "12"), (1, "6", "12"), (2, "6", "6")])
def test_losses_count(lost: int, attack: str, defence: str) -> None:
    found = summary(table(f"axis 02.02 d Div infantry other 12-3-3L/6-3-8L re=4 lost={lost}"))
    assert (found["attack"], found["defence"], found["steps"]) == (attack, defence, 4 - lost)


@pytest.mark.case("9.4c")
@pytest.mark.parametrize(
    ("sign", "attack", "defence", "terrain"),
    [(".", "18", "9", "open"), ("w", "18", "9", "woods"), ("f", "18", "4.5", "forest")],
)
def test_the_defence_is_that_of_the_terrain_here(sign: str, attack: str, defence: str, terrain: str) -> None:
    found = summary(table(f"axis 02.02 b {TANKS}", f"02.02={sign}"))
    assert (found["attack"], found["defence"], found["terrain"]) == (attack, defence, terrain)


@pytest.mark.case("9.6a-A", "9.6a-B", "13.1c-A")
def test_the_leader_has_the_highest_action_rating_now() -> None:
    assert summary(table(f"axis 02.02 a {LEG}\naxis 02.02 b {TANKS}"))["leader"] == {"unit": "b", "ar": 5}
    tired = table(f"axis 02.02 a {LEG}\naxis 02.02 b {TANKS} strat\naxis 02.02 q {HQ}")
    assert summary(tired)["leader"] == {"unit": "a", "ar": 3}


def test_marks_are_named_by_unit() -> None:
    found = summary(table(f"axis 02.02 a {LEG} dg\naxis 02.02 b {LEG} reserve\naxis 02.02 c {LEG} oos"))
    assert (found["dg"], found["reserve"], found["out_of_supply"]) == (["a"], ["b"], ["c"])


@pytest.mark.case("12.5a-A", "12.5a-B")
def test_fuel_is_told_of_units_that_need_it() -> None:
    units = f"axis 02.02 a {LEG}\naxis 02.02 b {TANKS}\naxis 02.02 c {TRUCK} fueled\naxis 02.02 q {HQ}"
    units += "\naxis 02.02 m Rgt infantry other 4-3-3L/2-3-14T move\naxis 02.02 t truck 1 45T"
    position = table(units)
    shown = {u["id"]: u["fueled"] for u in view(position.game, "axis")["units"]}
    assert shown == {"a": None, "b": False, "c": True, "m": False, "q": False, "r": None, "t": None}
    found = summary(position)
    assert (found["fueled"], found["unfueled"]) == (["c"], ["b", "m", "q"])


@pytest.mark.case("12.5e-A")
def test_a_fueled_hq_fuels_who_is_near() -> None:
    found = summary(table(f"axis 02.02 a {LEG}\naxis 02.02 b {TANKS}\naxis 02.02 q {HQ} hqfuel"))
    assert (found["fueled"], found["unfueled"]) == (["b", "q"], [])
