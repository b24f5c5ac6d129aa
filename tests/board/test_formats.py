"""Board files: what they may say, and how a wrong one is refused."""

from pathlib import Path

import msgspec
import pytest

from as_json import plain
from redball.board.board import NOWHERE, Board, BoardError, Box, Feature, Label, Place
from redball.board.formats import dump_board, load_board
from redball.board.sketch import sketch_board
from redball.board.terrain import STANDARD

GOOD = """redball-board 1
name     Little Valley
columns  3
rows     2
raised   even            # even columns stand higher
miles    2.5

[key]
.  open
w  woods
~  sea_or_lake

[terrain]
02  . w .
01  w . ~

[places]
01.01  village     "Mill #2"
01.01  port        "Haven"

[also]
02.01  hills swamp
[hexsides]
minor_river  "Brook"   01.01/N 02.01/NE
major_river  "-"       03.02/N
[paths]
road      "High street"  01.01 02.01 03.02
railroad  "-"            01.02 02.02
railroad/multi  "Main"   02.02 02.01
[boxes]
west   off_map  "Reserve"
inner  02.01    "Town"
[labels]
02.02  river  "Brook"
"""


def line_of(fragment: str) -> int:
    return next(number for number, line in enumerate(GOOD.splitlines(), start=1) if fragment in line)


def test_a_board_is_read_whole() -> None:
    board = load_board(GOOD)
    a, b = board.index("01.01"), board.index("02.01")
    assert (board.name, board.columns, board.rows, board.raised, board.miles) == ("Little Valley", 3, 2, "even", "2.5")
    assert board.terrain[a] == ("woods", "village")
    assert board.terrain[b] == ("open", "hills", "swamp")
    assert board.terrain[board.index("03.01")] == ("sea_or_lake",)
    assert board.places[a] == Place("village", "Mill #2")
    assert board.places_in(a) == (Place("village", "Mill #2"), Place("port", "Haven"))
    assert board.hexsides(a, 0) == ("minor_river",) == board.hexsides(board.index("01.02"), 3)
    assert board.hexsides(a, 1) == ()
    assert board.hexsides(board.index("03.02"), 0) == ("major_river",)  # along the edge of the map
    assert board.paths(a, 1) == ("road",) == board.paths(b, 4)
    assert board.paths(a, 0) == ()
    assert [feature.name for feature in board.features] == ["Brook", ""]
    assert board.boxes == (Box("west", None, "Reserve"), Box("inner", b, "Town"))
    assert board.labels == (Label(board.index("02.02"), "river", "Brook"),)


def test_written_and_read_again_it_is_the_same() -> None:
    board = load_board(GOOD)
    text = dump_board(board)
    again = load_board(text)
    assert dump_board(again) == text
    assert [(line.kind, line.multi) for line in again.lines[1:]] == [("railroad", False), ("railroad", True)]
    for part in ("terrain", "features", "lines", "labels", "boxes", "places", "miles", "name"):
        assert getattr(again, part) == getattr(board, part)


def test_a_letter_and_terrain_without_a_usual_sign_are_written_too() -> None:
    board = sketch_board("d z\n* *", key={"*": "lava"}, letter="C", raised="odd")
    again = load_board(dump_board(board))
    assert again.terrain == board.terrain
    assert again.hex_name(0) == "C01.01"


def test_a_name_that_cannot_be_written_is_refused() -> None:
    board = Board(
        name="x", columns=1, rows=1, raised="even", base=["open"], labels=[Label(0, "river", 'the "Big" one')]
    )
    with pytest.raises(BoardError, match="cannot be written"):
        dump_board(board)


def test_terrain_of_another_vocabulary_gets_a_spare_sign() -> None:
    board = Board(name="x", columns=2, rows=1, raised="even", base=["dunes", "sabkha"])
    text = dump_board(board)
    desert = msgspec.structs.replace(STANDARD, hexes=frozenset({"dunes", "sabkha"}))
    assert load_board(text, vocabulary=desert).terrain == board.terrain
    with pytest.raises(BoardError, match='no terrain "dunes"'):
        load_board(text)


@pytest.mark.parametrize(
    ("old", "new", "fragment", "says"),
    [
        ("redball-board 1", "redball-board 2", "redball-board", 'the first line must be "redball-board 1"'),
        ("miles    2.5", "mile 2.5", "miles", '"mile" is not known here'),
        ("miles    2.5", "miles far", "miles", "miles must be a number, not 'far'"),
        ("miles    2.5", "rows 2", "miles", '"rows" a second time'),
        ("miles    2.5", "letter b", "miles", "letter must be one capital letter"),
        ("name     Little Valley", "name", "Little", "name has no value"),
        ("columns  3", "columns  0", "columns", "columns must be a number from 1 to 999, not '0'"),
        ("columns  3", "columns  1000", "columns", "columns must be a number from 1 to 999"),
        ("raised   even ", "raised   both ", "raised", 'raised must be "even" or "odd"'),
        ("raised   even ", "#", "[key]", "the head of the file lacks raised"),
        ("[key]", "[keys]", "[key]", "no section [keys]"),
        ("[also]", "[key]", "[also]", "section [key] a second time"),
        (".  open", ".. open", "open", "expected one sign and one terrain"),
        (".  open", ".  opne", "open", 'no terrain "opne" in the movement chart'),
        (".  open", "w  open", "woods", 'the sign "w" a second time'),
        (".  open", ".  minor_river", "open", 'no terrain "minor_river"'),
        ("02  . w .", "02  . w", "02  .", "row 2 has 2 signs for 3 columns"),
        ("02  . w .", "02  . x .", "02  .", 'the sign "x" is not in [key]'),
        ("02  . w .", "03  . w .", "02  .", 'expected row 2 (the top row comes first), not "03"'),
        ("01  w . ~", "", "[places]", "[terrain] has 1 rows of 2"),
        ("[places]", "00  w . ~\n[places]", "[places]", "more than 2 rows of terrain"),
        ('village     "Mill #2"', 'hamlet "Mill"', "village", 'no terrain "hamlet"'),
        ('"Mill #2"', "", "village", "expected a hex, a kind of place and its name"),
        ('"Mill #2"', "Mill Two", "village", "a place is a hex, a kind and a name in quotation marks"),
        ('"Mill #2"', '"Mill', "village", "an open quotation mark?"),
        ("01.01  port", "04.01  port", "port", "no hex 04.01 on this board, which goes from 01.01 to 03.02"),
        ("01.01  port", "1.1  port", "port", '"1.1" is not the name of a hex'),
        ("hills swamp", "", "02.01  hills", "expected a hex and further terrain in it"),
        ("hills swamp", "river", "02.01  hills", 'no terrain "river"'),
        ("01.01/N 02.01/NE", "", "Brook", "expected a kind, a name and hexsides"),
        ("01.01/N 02.01/NE", "01.01/E", "Brook", '"01.01/E" is not a hexside'),
        ("01.01/N 02.01/NE", "01.01", "Brook", '"01.01" is not a hexside'),
        ("01.01/N 02.01/NE", "09.01/N", "Brook", "no hex 09.01"),
        ("minor_river", "river", "Brook", 'no hexside feature "river"'),
        ("02.01 03.02", "03.02", "High", "01.01 and 03.02 are not neighbours, a road cannot join them"),
        ("01.01 02.01 03.02", "01.01", "High", "a chain of at least two hexes"),
        ("road  ", "highway  ", "High", 'no path "highway"'),
        ("road  ", "road/multi  ", "High", '"road/multi": only railroad/multi says more than the kind of path'),
        ('inner  02.01    "Town"', 'west off_map "Town"', "inner", 'the box "west" a second time'),
        ('inner  02.01    "Town"', "inner 02.01 The Town", "inner", 'a box is an id, "off_map" or a hex'),
        ('02.02  river  "Brook"', "02.02 river The Brook", '02.02  river  "Brook"', "a label is a hex, a class"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, fragment: str, says: str) -> None:
    text = GOOD.replace(old, new, 1)
    assert text != GOOD
    with pytest.raises(BoardError) as caught:
        load_board(text, file="valley.hexmap")
    assert says in str(caught.value)
    assert str(caught.value).startswith(f"valley.hexmap:{caught.value.line}: ")
    assert caught.value.line == line_of(fragment)


def test_a_picture_that_stops_short_at_the_end_of_the_file() -> None:
    text = GOOD[: GOOD.index("01  w . ~")]
    with pytest.raises(BoardError, match=r"valley:14: \[terrain\] has 1 rows of 2"):
        load_board(text, file="valley")


def test_a_file_is_read_from_its_path_and_named(tmp_path: Path) -> None:
    path = tmp_path / "board.hexmap"
    path.write_text(GOOD, encoding="utf-8")
    assert load_board(path).name == load_board(str(path)).name == "Little Valley"
    path.write_text(GOOD.replace("rows     2", "rows     two"), encoding="utf-8")
    with pytest.raises(BoardError, match=r"board\.hexmap:4: rows must be a number"):
        load_board(path)
    with pytest.raises(BoardError, match="cannot be read"):
        load_board(tmp_path / "none.hexmap")


def test_errors_in_text_without_a_file_name_the_line() -> None:
    with pytest.raises(BoardError, match=r"^board:1: "):
        load_board("\n\n")


def test_a_sketch_keeps_row_numbers_and_refuses_like_a_file() -> None:
    board = sketch_board("02 . w\n01 . .")
    assert board.terrain[board.index("02.02")] == ("woods",)
    with pytest.raises(BoardError, match="are not neighbours"):
        sketch_board(". . .", roads=["01.01 03.01"])


def test_the_page_gets_plain_data() -> None:
    board = load_board(GOOD)
    page = plain(board.to_page())
    assert [page["palette"][i] for i in page["terrain"]] == [list(here) for here in board.terrain[: board.map_size]]
    assert page["hexsides"][0] == {"kind": "minor_river", "name": "Brook", "sides": [[0, 0], [2, 1]]}
    assert page["paths"][0] == {"kind": "road", "name": "High street", "hexes": [0, 2, 5], "multi": False}
    assert {"hex": 0, "kind": "port", "name": "Haven"} in page["places"]
    assert page["boxes"][0] == {"id": "west", "hex": None, "name": "Reserve", "index": 6, "at": None}
    assert page["labels"] == [{"hex": 3, "style": "river", "text": "Brook"}]
    assert (page["columns"], page["rows"], page["raised"], page["miles"]) == (3, 2, "even", "2.5")


def test_a_board_has_room_for_255_combinations_on_its_edges() -> None:
    def board(kinds: int) -> Board:
        features = [Feature(f"kind{number}", "", ((number, 1),)) for number in range(kinds)]
        return Board(name="x", columns=1, rows=300, raised="even", base=["open"] * 300, features=features)

    assert board(255).hexsides(254, 1) == ("kind254",)
    with pytest.raises(BoardError, match="more than 255 combinations"):
        board(256)


@pytest.mark.case("SETUP-I-F-A", "SETUP-I-F-B")
def test_an_off_map_box_comes_after_the_hexes_and_the_box_of_a_hex_is_the_hex() -> None:
    board = load_board(GOOD)
    west = board.index("west")
    assert (board.map_size, board.size, west, board.hex_name(west)) == (6, 7, 6, "west")
    assert (board.index("inner"), board.is_box(west), board.is_box(5)) == (board.index("02.01"), True, False)
    assert (board.neighbours(west), board.within(west, 9), board.on_edge(west)) == ((), (west,), False)
    assert west not in board.within(0, 9)
    assert (board.distance(west, west), board.distance(0, west), board.distance(west, 0)) == (0, NOWHERE, NOWHERE)
    with pytest.raises(BoardError, match="is the name of a hex"):
        load_board(GOOD.replace("west   off_map", "09.09  off_map"))


@pytest.mark.case("SETUP-I-F-B", "14.2d")
def test_an_off_map_box_may_have_a_place_to_fly_from() -> None:
    board = load_board(GOOD.replace('west   off_map  "Reserve"', 'west   off_map  "Reserve"  at=-10,1'))
    west = board.index("west")
    assert [board.distance(west, h) for h in (west, 0, board.index("03.01"))] == [0, 11, 13]
    assert board.distance(0, west) == 11
    assert board.neighbours(west) == ()
    assert dump_board(load_board(dump_board(board))) == dump_board(board)
    assert load_board(dump_board(board)).distance(west, 0) == 11


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('west off_map "Reserve" at=-9,1', "11 hexes or more off the map, not 10"),
        ('west off_map "Reserve" at=2,2', "off the map, not 0"),
        ('west off_map "Reserve" at=far', "is not the place of an off-map box"),
        ('west 02.01 "Reserve" at=-10,1', "is not the place of an off-map box"),
        ('west off_map "Reserve" near', 'a box is an id, "off_map" or a hex'),
    ],
)
def test_a_place_off_the_map_is_far_out(line: str, complaint: str) -> None:
    with pytest.raises(BoardError, match=complaint):
        load_board(GOOD.replace('west   off_map  "Reserve"', line))


@pytest.mark.case("SETUP-I-B")
def test_unplayable_hexes_are_cut_off_and_written_again() -> None:
    with pytest.raises(BoardError, match="not neighbours"):
        load_board(GOOD + "[unplayable]\n01.02\n")
    board = load_board(GOOD.replace('railroad  "-"            01.02 02.02\n', "") + "[unplayable]\n01.02\n")
    assert (board.neighbours(0), board.unplayable) == ((2,), frozenset({1}))
    assert dump_board(load_board(dump_board(board))) == dump_board(board)
    assert board.to_page().unplayable == (1,)
    with pytest.raises(BoardError, match="less than half"):
        board.index("01.02")
