"""The page in a game with air forces, by looking at it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import support
from e2e.desk import Desk, Served, says

UNITS = f"axis 02.02 a {support.LEG}\nsoviet 08.04 s {support.LEG}"
BASES = "[bases]\naxis 02.02 2\naxis 04.02 strip\nsoviet 08.04 1\n"
PLANES = "[aircraft]\naxis 02.02 f1 F 4-3-6/3-2-4\nsoviet 08.04 f2 F 4-3-6/3-2-4\n"
HALF = 45


def test_a_base_is_drawn_in_its_hex(desk: Desk, served: Served, pictures: Path) -> None:
    """The picture of the hex of a strip differs from that of the same hex without one."""
    land = support.land(columns=9, rows=5)
    seen = []
    for rest in ("", BASES + PLANES):
        desk.open(served.sit(support.sit(UNITS, land, rest=rest).game), "axis")
        desk.look(desk.hex("04.02"), 1.0)
        spot = desk.page.evaluate("h => window.__redball.hexToScreen(h)", desk.hex("04.02"))
        desk.page.mouse.move(5, 5)
        desk.painted()
        desk.page.screenshot(path=pictures / "air-bases.png")
        clip = {"x": spot["x"] - HALF, "y": spot["y"] - HALF, "width": 2 * HALF, "height": 2 * HALF}
        seen.append(desk.page.screenshot(clip=cast("Any", clip)))
    assert seen[0] != seen[1]


def test_who_points_at_a_base_reads_what_lies_there(desk: Desk, served: Served, pictures: Path) -> None:
    """One's own with its counts; of the enemy's under fog the Level and the aircraft on top."""
    game = support.sit(UNITS, support.land(columns=9, rows=5), rest=BASES + PLANES).game
    desk.open(served.sit(game), "axis")
    desk.look(desk.hex("04.02"), 1.0)
    for name, told in (("02.02", "Air base, Level 2 of axis: 1 of at most 6 Active"), ("04.02", "Air strip of axis")):
        spot = desk.page.evaluate("h => window.__redball.hexToScreen(h)", desk.hex(name))
        desk.page.mouse.move(spot["x"], spot["y"])
        says(desk.the("fan"), told)
        desk.page.screenshot(path=pictures / f"air-base-{name}.png")
        desk.page.mouse.move(5, 5)
        desk.the("fan").wait_for(state="detached")
