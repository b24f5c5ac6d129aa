"""Reads `counters.tsv`: one printed counter per line. `docs/formats.md` describes the columns."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NoReturn

from redball.board.hexes import MP
from redball.forces.counter import Counter, Face, Mobility
from redball.scenarios.errors import ScenarioError
from redball.scenarios.tables import check_id_and_side, read_table

FACE_CELLS = ("strength", "ar", "ma", "barrage", "range", "throw")
COLUMNS = (
    *("id", "side", "name", "nation", "formation", "kind", "size", "symbol", "colour", "re", "no_rebuild"),
    *(f"combat_{cell}" for cell in FACE_CELLS),
    *(f"move_{cell}" for cell in FACE_CELLS),
    *("points", "transport", "divisional"),
)
KINDS = ("combat", "hq", "artillery", "transport", "engineer", "rail_repair", "repl", "breakdown")
SIZES = ("Co", "Bn", "KG", "Rgt", "Bde", "Div", "Corps", "Army")
SYMBOLS = frozenset(
    {
        "infantry", "motorized_infantry", "mech_infantry", "tank", "assault_gun", "recon", "motorcycle", "cavalry",
        "anti_tank", "anti_aircraft", "artillery", "rocket_artillery", "sp_artillery", "machine_gun", "engineer",
        "security", "militia", "mountain", "parachute", "hq", "truck", "wagon", "rail_repair", "pax", "eq",
        "tiger", "commando", "marine",
        "assault_engineer", "pioneer", "para_engineer", "glider_engineer", "coastal_artillery",
    }
)  # fmt: skip
REPLS = ("pax", "eq")
NO_ENGINEERS = ("assault_engineer", "pioneer", "para_engineer", "glider_engineer", "rail_repair")
"""Related symbols without engineer functions (13.8)."""
COLOURS = ("armor", "mech", "other")
TRANSPORT = ("truck", "wagon", "organic")
MOBILITIES: dict[str, Mobility] = {"L": "leg", "T": "truck", "K": "track"}
WITHOUT_COMBAT_SIDE = ("transport", "repl")
WITHOUT_STRENGTH = ("hq", "artillery", "transport")
WITHOUT_RATING = ("hq", "transport")
ALLOWANCE = re.compile(r"(\d+)([LTK])")
STRENGTH = re.compile(r"(\()?(\d+)(?(1)\))")


def load_counters(text: str, file: str, sides: Collection[str]) -> dict[str, Counter]:
    """The counters of a file, by id.

    Raises ScenarioError naming the line and the column: an unknown column or value, a cell that the kind of counter
    needs or cannot have, a duplicate id, a side that is not in `sides`.

    >>> from redball.scenarios.counters import COLUMNS, load_counters
    >>> cells = {"id": "gd", "side": "axis", "nation": "de", "kind": "combat", "size": "Rgt", "symbol": "infantry",
    ...          "colour": "mech", "combat_strength": "6", "combat_ar": "5", "combat_ma": "4L", "move_strength": "3",
    ...          "move_ar": "5", "move_ma": "18T"}
    >>> table = chr(9).join(COLUMNS) + chr(10) + chr(9).join(cells.get(column, "") for column in COLUMNS)
    >>> load_counters(table, "counters.tsv", ("axis",))["gd"].move.mobility
    'truck'
    """
    return read_table(text, file, COLUMNS, "counter", lambda cells, where: _Row(cells, file, where).counter(sides))


class _Row:
    """One line: its cells and where it is."""

    def __init__(self, cells: dict[str, str], file: str, where: str) -> None:
        self.cells = cells
        self.file = file
        self.where = where

    def fail(self, column: str, message: str) -> NoReturn:
        raise ScenarioError(self.file, f"{self.where}, {column}", message)

    def one_of(self, column: str, allowed: Collection[str], *, empty: bool = False) -> str:
        value = self.cells[column]
        if value not in allowed and not (empty and not value):
            self.fail(column, f"{value!r} is none of {' '.join(sorted(allowed))}")
        return value

    def number(self, column: str, low: int, high: int) -> int:
        value = self.cells[column]
        if not value.isdecimal() or not low <= int(value) <= high:
            self.fail(column, f"{value!r} is not a number from {low} to {high}")
        return int(value)

    def flag(self, column: str) -> bool:
        return bool(self.one_of(column, ("yes",), empty=True))

    def must_be_empty(self, columns: Collection[str], what: str) -> None:
        for column in columns:
            if self.cells[column]:
                self.fail(column, f"{what} has none, not {self.cells[column]!r}")

    def counter(self, sides: Collection[str]) -> Counter:
        kind = self.one_of("kind", KINDS)
        check_id_and_side(self.cells, self.where, self.file, sides)
        transport = kind == "transport"
        if transport:
            self.must_be_empty(("size", "colour", "re"), "a Transport Point")
            if self.one_of("transport", TRANSPORT) == "organic" and not self.cells["formation"]:
                self.fail("formation", "an Organic Truck belongs to a formation")
        else:
            self.must_be_empty(("points", "transport"), f"a counter of kind {kind}")
        if kind in WITHOUT_COMBAT_SIDE:
            self.must_be_empty([f"combat_{cell}" for cell in FACE_CELLS], f"a counter of kind {kind}")
        if kind != "hq":
            self.must_be_empty(("divisional",), f"a counter of kind {kind}")
        combat = None if kind in WITHOUT_COMBAT_SIDE else self.face("combat", kind)
        move = self.face("move", kind)
        if kind == "engineer" and self.cells["symbol"] in NO_ENGINEERS:
            self.fail("kind", f"{self.cells['symbol']} has no engineer functions (13.8): its kind is not engineer")
        if kind == "breakdown" and (self.cells["re"] or self.cells["size"] in ("Co", "Bn") or self.cells["formation"]):
            self.fail("kind", "a Breakdown is an independent unit of 1 RE and one step (20.0f)")
        self.check_special(kind, [face for face in (combat, move) if face is not None])
        return Counter(
            id=self.cells["id"],
            side=self.cells["side"],
            name=self.cells["name"],
            nation=self.cells["nation"],
            formation=self.cells["formation"],
            kind=kind,  # type: ignore[arg-type]
            size=self.one_of("size", SIZES, empty=kind in WITHOUT_COMBAT_SIDE),
            symbol=self.one_of("symbol", SYMBOLS),
            colour=self.one_of("colour", COLOURS, empty=transport),  # type: ignore[arg-type]
            printed_re=self.number("re", 1, 9) if self.cells["re"] else 0,
            no_rebuild=self.flag("no_rebuild"),
            combat=combat,
            move=move,
            points=self.number("points", 1, 99) if transport else 0,
            transport=self.cells["transport"],  # type: ignore[arg-type]
            divisional=self.flag("divisional"),
        )

    def face(self, side: str, kind: str) -> Face:
        """One side of the counter."""
        if kind in WITHOUT_STRENGTH:
            self.must_be_empty((f"{side}_strength",), f"a counter of kind {kind}")
        if kind in WITHOUT_RATING:
            self.must_be_empty((f"{side}_ar",), f"a counter of kind {kind}")
        if kind != "artillery":
            self.must_be_empty((f"{side}_barrage", f"{side}_range"), f"a counter of kind {kind}")
        if kind != "hq":
            self.must_be_empty((f"{side}_throw",), f"a counter of kind {kind}")
        strength, parenthesized = (None, False) if kind in WITHOUT_STRENGTH else self.strength(f"{side}_strength")
        ma, mobility = self.allowance(f"{side}_ma")
        throw, throws_by = self.allowance(f"{side}_throw") if self.cells[f"{side}_throw"] else (0, MOBILITIES["T"])
        fires = bool(self.cells[f"{side}_barrage"])
        if not fires:
            self.must_be_empty((f"{side}_range",), "a side without Barrage Strength")
        return Face(
            strength=strength,
            parenthesized=parenthesized,
            action_rating=0 if kind in WITHOUT_RATING else self.number(f"{side}_ar", 0, 5),
            ma=ma,
            mobility=mobility,
            barrage=self.number(f"{side}_barrage", 1, 999) if fires else 0,
            barrage_range=self.number(f"{side}_range", 1, 99) if fires else 0,
            throw_range=throw,
            throw_mobility=throws_by,
        )

    def strength(self, column: str) -> tuple[int, bool]:
        match = STRENGTH.fullmatch(self.cells[column])
        if match is None:
            self.fail(column, f"{self.cells[column]!r} is not a strength such as 14 or (3)")
        return int(match[2]), match[1] is not None

    def allowance(self, column: str) -> tuple[int, Mobility]:
        match = ALLOWANCE.fullmatch(self.cells[column])
        if match is None:
            self.fail(column, f"{self.cells[column]!r} is not MP and L, T or K, such as 6K")
        return int(match[1]) * MP, MOBILITIES[match[2]]

    def check_special(self, kind: str, faces: list[Face]) -> None:
        """An HQ throws and artillery fires from at least one side; a Repl is Pax or Eq and Attack-Capable (13.5-B)."""
        if kind == "repl":
            self.one_of("symbol", REPLS)
            self.must_be_empty(("formation", "re"), "a Repl")
            if faces[0].parenthesized:
                self.fail("move_strength", "a Repl is Attack-Capable: its strength is not parenthesized")
        if kind == "hq" and not any(face.throw_range for face in faces):
            self.fail("combat_throw", "an HQ has a throw range on one side at least")
        if kind == "artillery" and not any(face.barrage for face in faces):
            self.fail("combat_barrage", "artillery has a Barrage Strength on one side at least")
