"""Saves of older formats are read, and go on in the present one."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.saves import POSITION, as_format, bare, lines, played
from redball.core.state import LOW, Activity, State, Unit
from redball.editions.command_control.record import Command, HalfMovement, Zone
from redball.editions.new_ocs.covers import Covered, Covers
from redball.editions.new_ocs.tap import Tapped
from redball.editions.v1992.damaged_rails import DamagedRails
from redball.editions.v1992.low_supply import LowSupply
from redball.game import Game
from redball.game.save import FIELDS_OF_1, SaveError, SaveFile, decode_state, encode_state, load, state_hash
from redball.game.save.scribe import checkpoint
from redball.rules.modes.disorganization import DgKind


def of_format_3(state: State) -> dict[str, Any]:
    """A state as format 3 packed it, as plain data; what it told in fields and records tell now is left out."""
    plain: dict[str, Any] = msgspec.msgpack.decode(encode_state(state))
    plain["raised"], plain["raised_twice"] = [*state.raised], [h for h, levels in state.raised.items() if levels > 1]
    plain["damaged_rails"] = []
    return plain


def of_format_2(state: State) -> dict[str, Any]:
    """The same as format 2 packed it."""
    plain = of_format_3(state)
    del plain["own"]
    return plain


def of_format_1(state: State, fields: int = len(FIELDS_OF_1)) -> bytes:
    """A state as format 1 packed it: a unit was the list of its fields, at first without the last ones."""
    plain = of_format_2(state)
    late = {"dg_kind": "", "tapped": False, "low_supply": False}
    plain["units"] = [
        [late[name] if name in late else getattr(unit, name) for name in FIELDS_OF_1[:fields]]
        for _, unit in sorted(state.units.items())
    ]
    return msgspec.msgpack.encode(plain)


@pytest.mark.parametrize("fields", [FIELDS_OF_1.index("dg_kind"), len(FIELDS_OF_1)])
def test_a_state_of_format_1_is_read(fields: int) -> None:
    game = Game.from_position(POSITION, seed=2)
    state = game.state
    first, second, *_ = state.units
    moved = state.units[first].change(hex=7, facing="move", marker="exploit", load=3, out_of_supply=True)
    state = state.with_units([moved.act(origin=1, spent=True), state.units[second].change(returns=4, captured=True)])
    state = state.change(raised={2: 1, 5: 2})
    assert decode_state(game.world, of_format_1(state, fields)) == state


def test_a_unit_as_the_last_version_of_format_1_wrote_it() -> None:
    written = bytes.fromhex(
        "dc0016a26131a26331a461786973cc82a46d6f7665a264670101c3c2c3c20209c2c30005de0002a66f726967696e07a57370656e74c3"
        "a466697265c3c2"
    )
    game = Game.from_position(POSITION, seed=2, edition="new-ocs")
    plain = of_format_2(game.state)
    plain["units"] = [msgspec.msgpack.decode(written)]
    read = decode_state(game.world, msgspec.msgpack.encode(plain)).units["a1"]
    assert read == Unit(
        "a1", "c1", "axis", 130, "move", marker="dg", steps_lost=1, internals=LOW, out_of_supply=True, hq_fueled=True,
        points=2, load=9, cut_off=True, extender=5, activity=Activity(origin=7, spent=True),
        own=(DgKind("fire"), Tapped()),
    )  # fmt: skip


COMMAND = {
    "army": "12", "hq": "hq", "played": ["b", "a"], "led": [["1 Pz", "hq"]], "spare": True, "slot": "",
    "forgotten": False, "closing": False, "fed": [], "attached": [], "under": [],
    "zones": [{"side": "axis", "army": "12", "left": 1, "right": 3, "rear": 5}],
}  # fmt: skip
NONE_LED = COMMAND | {"army": "", "hq": "", "played": [], "led": [], "spare": False, "zones": []}


@pytest.mark.parametrize(
    ("edition", "unit", "state", "of_unit", "of_state"),
    [
        ("v4.2", {}, {"command": NONE_LED, "covers": []}, (), ()),
        ("new-ocs", {"dg_kind": "fire", "tapped": True}, {"covers": []}, (DgKind("fire"), Tapped()), ()),
        (
            "new-ocs",
            {},
            {"command": NONE_LED, "covers": [{"side": "axis", "via": "hq", "source": -1, "quarters": 3}]},
            (),
            (Covers((Covered("axis", "hq", -1, 3),)),),
        ),
        ("1992", {"low_supply": True}, {"command": NONE_LED, "covers": []}, (LowSupply(),), ()),
        (
            "v4.2+command-control",
            {},
            {"command": COMMAND, "covers": []},
            (),
            (
                Command(
                    army="12", hq="hq", played=frozenset("ab"), led=(("1 Pz", "hq"),), spare=True,
                    zones=(Zone("axis", "12", 1, 3, 5),),
                ),
            ),
        ),
    ],
)  # fmt: skip
def test_what_format_2_had_in_fields_becomes_records_of_the_parts(
    edition: str, unit: dict[str, Any], state: dict[str, Any], of_unit: tuple[Any, ...], of_state: tuple[Any, ...]
) -> None:
    game = Game.from_position(POSITION, seed=2, edition=edition)
    plain = of_format_2(game.state)
    plain["units"][0] |= unit
    read = decode_state(game.world, msgspec.msgpack.encode(plain | state))
    first = game.state.units.records[0]
    assert (read.units[first.id].own, read.own) == (of_unit, of_state)
    assert read == game.state.with_unit(first.change(own=of_unit)).change(own=of_state)
    packed = encode_state(read)
    again = decode_state(game.world, packed)
    assert (again, encode_state(again)) == (read, packed)


@pytest.mark.parametrize(
    ("edition", "own", "unit", "state", "of_unit", "of_state"),
    [
        ("v4.2", (), {"a": {"moved": True}}, {"overrun": [3]}, (), ()),
        (
            "1992",
            (LowSupply(),),
            {},
            {"damaged_rails": [[4, "soviet"], [7, "axis"]]},
            (LowSupply(),),
            (DamagedRails(((4, "soviet"), (7, "axis"))),),
        ),
        ("new-ocs+command-control", (Tapped(),), {"a": {"halved": True}}, {}, (HalfMovement(), Tapped()), ()),
        ("v4.2+command-control", (), {"a": {"halved": True, "moved": True}}, {}, (HalfMovement(),), ()),
    ],
)
def test_what_format_3_had_in_fields_becomes_records_of_the_parts(
    edition: str,
    own: tuple[Any, ...],
    unit: dict[str, Any],
    state: dict[str, Any],
    of_unit: tuple[Any, ...],
    of_state: tuple[Any, ...],
) -> None:
    game = Game.from_position(POSITION, seed=2, edition=edition)
    first = game.state.units.records[0].change(own=own)
    plain = of_format_3(game.state.with_unit(first).change(raised={1: 1, 6: 2}))
    plain["units"][0] |= unit
    read = decode_state(game.world, msgspec.msgpack.encode(plain | state))
    assert (read.units[first.id].own, read.own) == (of_unit, of_state)
    assert read.units[first.id].activity == Activity(moved="moved" in unit.get("a", {}))
    assert (read.raised, read.overrun) == ({1: 1, 6: 2}, frozenset(state.get("overrun", ())))
    packed = encode_state(read)
    assert (decode_state(game.world, packed), encode_state(decode_state(game.world, packed))) == (read, packed)


def test_records_that_an_edition_does_not_know_are_refused() -> None:
    game = Game.from_position(POSITION, seed=2)
    state = game.state.with_unit(game.state.units.records[0].change(own=(Tapped(),)))
    with pytest.raises(SaveError, match="Tapped"):
        decode_state(game.world, encode_state(state))


def test_a_save_of_format_1_is_read_and_goes_on(tmp_path: Path) -> None:
    game, path = played(tmp_path)
    old = []
    for line in map(json.loads, lines(path)):
        if "state" in line:
            line["state"] = b64encode(of_format_1(decode_state(game.world, b64decode(line["state"])))).decode()
        old.append(json.dumps(line))
    loaded = load(as_format(path, 1, old))
    assert (loaded.game.records, state_hash(loaded.game.state)) == (game.records, state_hash(game.state))
    SaveFile.reopen(path, loaded).write(checkpoint(len(game.records), game.state))
    assert load(path).game.state == game.state


@pytest.mark.parametrize("number", [2, 3, 4])
def test_a_save_without_checks_goes_on_with_checks_that_cover_its_old_lines(tmp_path: Path, number: int) -> None:
    game, path = played(tmp_path)
    loaded = load(as_format(path, number, bare(path)))
    assert (loaded.game.records, loaded.damage) == (game.records, "")
    SaveFile.reopen(path, loaded)
    loaded.game.do(loaded.game.choices()[0])
    again = load(path)
    assert (state_hash(again.game.state), again.damage) == (state_hash(loaded.game.state), "")
    text = lines(path)
    changed = text[0].replace('"seed":3', '"seed":4')
    path.write_text("\n".join([changed, *text[1:], ""]), encoding="utf-8")
    assert f"line {len(text)}: its check does not match" in load(path).damage
