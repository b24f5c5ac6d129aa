"""Supply paths: what ZOCs cost throws and links, what they stop, and that draws pay nothing."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from editions.new_ocs.new_support import look, written
from redball.board.hexes import MP
from redball.core.look import Look
from redball.core.state import AnyFacing
from redball.editions.new_ocs.charts import ZocMovement
from redball.forces.counter import Mobility
from redball.game.position.parse import parse_position
from redball.rules.supply.draw_and_throw import find_payer, payers
from redball.rules.supply.fields import search
from redball.rules.supply.lines import lines_of_payer
from redball.rules.supply.paths import (
    blocked,
    field_from,
    held,
    open_ways,
    path_ground,
    plainly_blocked,
    plainly_held,
)
from redball.rules.supply.reasons import find_obstacle, refuse_payer
from redball.rules.supply.step_costs import supply_ground
from redball.rules.units.zoc import NOBODY, blocks_truck
from support import HQ, LEG, land

LENGTH = 9
CORRIDOR = land(*(f"{c:02d}.02=~" for c in range(1, LENGTH + 1) if c != 5), columns=LENGTH, rows=2)
"""One row to walk along, with a single open hex beside it."""
WALL = f"soviet 05.02 w1 {LEG}\nsoviet 05.02 w2 {LEG}\n"
FRIEND = f"axis 05.01 f {LEG}\n"
FAR = 30 * MP


def corridor(units: str = "", **switches: Any) -> Look:
    """A Leg HQ at its western end, and a ZOC in the middle."""
    return look(f"{WALL}axis 01.01 h hq 15L-4T/10L-20T\n{units}", CORRIDOR, **switches)


def expected(here: Look, facing: str, kind: str, zocs: bool = True) -> dict[str, int]:
    """MP at every hex of the row, counted step by step, in whole MP."""
    row = here.world.charts.rows(ZocMovement)[f"{facing}_{kind}"]
    names = [f"{column:02d}.01" for column in range(1, LENGTH + 1)]
    shut = {name: zocs and blocks_truck(here, "axis", here.board.index(name)) for name in names}
    found, mp = {names[0]: 0}, 0
    for last, name in pairwise(names):
        mp += 1 + (row.leave if shut[last] else 0) + (row.enter if shut[name] else 0)
        found[name] = mp
    return found


def costs(here: Look, kind: Mobility, facing: AnyFacing = "") -> dict[str, int]:
    """MP of paths from the end of the row."""
    start = here.board.index("01.01")
    found = field_from(here, "axis", start, kind, FAR, facing=facing).cost
    return {here.hex_name(hex_): mp // MP for hex_, mp in found.items()}


@pytest.mark.case("N12.3-paths")
@pytest.mark.parametrize("facing", ["combat", "move"])
@pytest.mark.parametrize("kind", ["leg", "track"])
def test_a_throw_pays_for_zocs_as_a_unit_of_that_mode(kind: Mobility, facing: AnyFacing) -> None:
    here = corridor()
    assert costs(here, kind, facing) == expected(here, facing, kind)
    free = expected(here, facing, kind, zocs=False)
    assert costs(here, kind, facing)["09.01"] > free["09.01"] == 8


@pytest.mark.case("N12.3-draw")
@pytest.mark.parametrize("kind", ["leg", "track"])
def test_a_draw_pays_for_none(kind: Mobility) -> None:
    here = corridor()
    assert costs(here, kind) == expected(here, "combat", kind, zocs=False)


@pytest.mark.case("N4.5-negation-path-cost")
def test_a_friendly_combat_unit_takes_the_cost_off_its_hex_alone() -> None:
    plain, helped = corridor(), corridor(FRIEND)
    assert costs(helped, "leg", "move") == expected(helped, "move", "leg")
    assert costs(plain, "leg", "move")["09.01"] - costs(helped, "leg", "move")["09.01"] == 2
    moving = field_from(helped, "axis", helped.board.index("01.01"), "leg", FAR, frozenset("f"), facing="move")
    assert moving.cost[helped.board.index("09.01")] == costs(plain, "leg", "move")["09.01"] * MP


@pytest.mark.case("N12.3-paths")
def test_zocs_stop_paths_in_truck_mp_or_only_cost() -> None:
    stopped, open_ = corridor(), corridor(zoc_blocks_supply="nothing")
    shut = [
        name
        for name in expected(stopped, "combat", "truck")
        if blocks_truck(stopped, "axis", stopped.board.index(name))
    ]
    assert shut
    assert set(costs(stopped, "truck", "combat")) == {f"{c:02d}.01" for c in range(1, int(shut[0][:2]))}
    assert costs(open_, "truck", "combat") == expected(open_, "combat", "truck")
    assert costs(open_, "truck") == expected(open_, "combat", "truck", zocs=False)
    for here in (stopped, open_):
        hex_ = here.board.index(shut[0])
        assert held(here, "axis")[hex_], "rails and sources are shut by either reading"
        assert plainly_held(here, "axis", hex_) == "enemy_zoc"


@pytest.mark.case("N12.3-paths", "N4.5-negation-path-cost")
def test_the_way_of_a_payer_shows_what_it_pays_and_who_negates() -> None:
    units = f"axis 09.01 u {LEG}\n"
    dump = "[supply]\naxis 01.01 8T\n"
    plain = look(f"{WALL}axis 01.01 h hq 20L-4T/10L-20T\n{units}", CORRIDOR, rest=dump)
    assert [line.kind for line in lines_of_payer(plain, plain.unit("u"), payers(plain, plain.unit("u"))[0])] == [
        "throw",
        "draw",
    ]
    throw = lines_of_payer(plain, plain.unit("u"), payers(plain, plain.unit("u"))[0])[0]
    assert {plain.hex_name(m.hex): m.mp // MP for m in throw.marks}.items() <= expected(plain, "combat", "leg").items()
    assert not any(mark.negators for mark in throw.marks)
    helped = look(f"{WALL}{FRIEND}axis 01.01 h hq 20L-4T/10L-20T\n{units}", CORRIDOR, rest=dump)
    throw = lines_of_payer(helped, helped.unit("u"), payers(helped, helped.unit("u"))[0])[0]
    assert [mark.negators for mark in throw.marks if mark.negators] == [("f",)]


@pytest.mark.case("N12.3-paths")
def test_out_of_range_by_zocs_is_refused_with_its_mp() -> None:
    """To 08.01, next to 09.01, it is 7 hexes; the ZOC makes them more."""
    units, dump = f"axis 09.01 u {LEG}\n", "[supply]\naxis 01.01 8T\n"
    here = look(f"{WALL}axis 01.01 h hq 7L-4T/10L-20T\n{units}", CORRIDOR, rest=dump)
    source, need = here.board.index("01.01"), expected(here, "combat", "leg")["08.01"]
    assert need > 7
    assert find_payer(here, here.unit("u"), source, "", "h") is None
    refused = refuse_payer(here, here.unit("u"), source, "", "h", NOBODY)
    assert refused is not None
    assert (refused.have, refused.need) == ("7", str(need))
    told = find_obstacle(here, "axis", source, "leg", 7 * MP, here.unit("u").hex, facing="combat")
    assert told is not None
    assert (told.have, told.need) == (7 * MP, need * MP)


@pytest.mark.case("N12.3-paths", "N4.5-negation-supply")
@pytest.mark.parametrize("reading", ["truck_paths", "nothing"])
def test_the_fields_that_are_kept_are_what_a_plain_search_finds(reading: str) -> None:
    units = (
        f"{WALL}soviet 03.03 w3 {LEG} exploit\nsoviet 03.03 w4 {LEG}\naxis 04.03 f {LEG}\naxis 02.02 g {LEG}\n"
        f"axis 01.01 h {HQ}\naxis 06.03 k hq 15L-4T/10K-20T move\n"
    )
    here = Look(*parse_position(written(units), {"zoc_blocks_supply": reading}))
    for kind in ("leg", "truck", "track"):
        mask = blocked(here, "axis", kind)
        assert [bool(b) for b in mask] == [bool(plainly_blocked(here, "axis", kind, h)) for h in range(here.board.size)]
        for facing in ("", "combat", "move"):
            graph = path_ground(here, "axis", kind, facing, NOBODY) if facing else supply_ground(here, "axis", kind)
            for start in range(here.board.size):
                kept = field_from(here, "axis", start, kind, 6 * MP, facing=facing)
                assert kept.cost == search(graph, start, 6 * MP, mask).cost
    for uid in ("h", "k"):
        hq = here.unit(uid)
        face = here.face(hq)
        plain = field_from(here, "axis", hq.hex, face.throw_mobility, face.throw_range, facing=hq.facing)
        assert open_ways(here, "axis").throws(hq)[-1].cost == plain.cost


@pytest.mark.case("N4.5-negation-path-cost", "4.5b-A")
@pytest.mark.parametrize(("throw_range", "mp", "bound"), [(4, 4, True), (5, 5, False)])
def test_a_throw_that_needs_the_negation_at_its_start_relies_on_it(throw_range: int, mp: int, bound: bool) -> None:
    """From 05.01 to 08.01, next to 09.01: the ZOC in 05.01 costs one more to leave unless somebody stays there."""
    units = f"{WALL}axis 05.01 h hq {throw_range}L-4T/10L-20T\naxis 09.01 u {LEG}\n"
    here = look(units, CORRIDOR, rest="[supply]\naxis 05.01 8T\n")
    (way,) = (payer for payer in payers(here, here.unit("u")) if payer.via == "h")
    assert way.mp == mp * MP
    assert (here.board.index("05.01") in way.entered) is bound
