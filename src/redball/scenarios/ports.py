"""`[[ports]]` and `[shipping]` of a scenario: whose the ports of the map are, and what each side may ship."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Protocol

from redball.board.board import Board
from redball.scenarios.files import ScenarioFile
from redball.scenarios.rails import Names as RailNames
from redball.scenarios.rails import by_turn
from redball.scenarios.records import PortSetup


class Names(RailNames, Protocol):
    """Checks the names of a scenario and reports where one is wrong."""

    board: Board

    def hex(self, name: str, where: str) -> int: ...


def read_ports(names: Names, raw: ScenarioFile) -> dict[str, Any]:
    """The fields `ports` and `shipping` of the scenario.

    Raises ScenarioError with the key: a hex for which the board prints no port, a port that is named twice, an
    allowance without ports to ship to.
    """
    found: dict[int, PortSetup] = {}
    for number, entry in enumerate(raw.ports, start=1):
        where = f"ports[{number}]"
        hex_ = names.hex(entry.hex, f"{where}.hex")
        if hex_ not in names.board.ports:
            raise names.fail(f"{where}.hex", f"the board has no port at {entry.hex} in its section [ports]")
        if hex_ in found:
            raise names.fail(f"{where}.hex", f"the port {entry.hex} stands there twice")
        found[hex_] = PortSetup(hex_, names.side(entry.side, f"{where}.side"), entry.hits)
    if raw.shipping and not found:
        raise names.fail("shipping", "there are no [[ports]] to ship to")
    shipping = {
        names.side(side, "shipping"): by_turn(allowance, names, f"shipping.{side}")
        for side, allowance in raw.shipping.items()
    }
    return {"ports": tuple(sorted(found.values(), key=attrgetter("hex"))), "shipping": shipping}
