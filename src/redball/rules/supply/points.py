"""Points where editions differ on supply paths, payment and prices (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from redball.board.costs import MoveGraph
from redball.charts import Charts
from redball.core.engine import Run
from redball.core.ledger import Price
from redball.core.look import Look
from redball.core.point import Point
from redball.core.world import World
from redball.forces.counter import Mobility

ZOCS_BLOCK_PATHS: Point[Callable[[World, Mobility], bool]] = Point("zocs_block_paths", "P38")
"""(world, mobility): whether un-negated enemy ZOCs stop supply paths counted in those MP (P38, 12.3d-C)."""

PATH_GROUND: Point[Callable[[World, str, MoveGraph, bytes, frozenset[int]], MoveGraph] | None] = Point(
    "path_ground", "P38"
)
"""(world, face-up side of the unit that throws or links, costs, mask of enemy-held hexes, hexes with a toll): the step
costs of throws and links. None if ZOCs cost them nothing (P38, 12.3d-D)."""

THROW_TOLLS: Point[Callable[[Look, str], frozenset[int]]] = Point("throw_tolls", "P34", "P38")
"""(look, side): hexes with a toll for the side's throws, which those over half their range or less do not pay (P38,
14.8c-C: none). Only where `PATH_GROUND` is filled."""

PAID: Point[Callable[[Run, Any, Any], None]] = Point("paid", "P44")
"""(run, bill, payer): what else happens after a payer pays toward a bill (P44)."""

PAYING: Point[Callable[[Look, Any, tuple[Any, ...]], tuple[Any, ...]]] = Point("paying", "P44")
"""(look, bill, payers): the payers that may pay toward a bill (P44; 12.3b: an HQ serves any number of units)."""

PRICE_LIST: Point[Callable[[Charts], Iterable[Price]]] = Point("price_list", "P14")
"""(charts): supply prices, as the page and `redball cost` list them."""
