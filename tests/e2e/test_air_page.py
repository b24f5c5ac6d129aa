"""The page in a game with air forces, by looking at it."""

from __future__ import annotations

from pathlib import Path

import support
from e2e.desk import Desk, Served

UNITS = f"axis 02.02 a {support.LEG}\nsoviet 08.04 s {support.LEG}"
BASES = "[bases]\naxis 02.02 2\naxis 04.02 strip\nsoviet 08.04 1\n"
PLANES = "[aircraft]\naxis 02.02 f1 F 4-3-6/3-2-4\nsoviet 08.04 f2 F 4-3-6/3-2-4\n"


def test_a_base_is_drawn_in_its_hex(desk: Desk, served: Served, pictures: Path) -> None:
    land = support.land(columns=9, rows=5)
    seen = []
    for rest in ("", BASES + PLANES):
        desk.open(served.sit(support.sit(UNITS, land, rest=rest).game), "axis")
        desk.look(desk.hex("04.02"), 1.0)
        spot = desk.page.evaluate("h => window.__redball.hexToScreen(h)", desk.hex("04.02"))
        half = 45
        desk.page.mouse.move(5, 5)
        desk.painted()
        clip = {"x": spot["x"] - half, "y": spot["y"] - half, "width": 2 * half, "height": 2 * half}
        desk.page.screenshot(path=pictures / "air-bases.png")
        seen.append(desk.page.screenshot(clip=clip))
    assert seen[0] != seen[1]
