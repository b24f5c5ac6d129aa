"""How kinds of action are shown, and their words."""

import re
from typing import get_args

import msgspec
import pytest

from redball.core.actions import Action, DivideTransport, FavourTrace, PayFuel, SetMode
from redball.core.shown import Shown
from redball.core.state import FuelMethod, Mode
from redball.core.wording import FIELD, PART, SHOWS, action_text, template
from redball.server.description import every_action


class Names:
    """Everything is called by its id."""

    def unit(self, uid: str) -> str:
        return uid

    def hex(self, hex_: int) -> str:
        return f"hex {hex_}"

    def army(self, army: str) -> str:
        return army

    def counter(self, counter: str) -> str:
        return counter

    def printed(self, counter: str) -> str:
        return counter

    def word(self, value: str) -> str:
        return value


def texts_of(kind: type[Action]) -> list[str]:
    """The text of a kind, and those for single values."""
    text, by = template(kind)
    return [text, *(one for texts in by.values() for one in texts.values())]


@pytest.mark.parametrize("kind", every_action(), ids=lambda kind: str(kind.__struct_config__.tag))
def test_every_kind_says_how_it_is_shown(kind: type[Action]) -> None:
    """Of every edition and option: with a group and words, whose fields the kind has."""
    assert isinstance(kind.shown, Shown)
    assert kind.shown.group
    assert kind.shown.text
    fields = {field.name for field in msgspec.structs.fields(kind)}
    assert set(kind.shown.by) <= fields
    assert {*kind.unit_fields, *kind.hex_fields, *kind.may_be_none} <= fields
    for text in texts_of(kind):
        assert {name for name, _ in FIELD.findall(text)} <= fields
        assert {show for _, show in FIELD.findall(text)} <= set(SHOWS)
        assert not re.search(r"[\[\]{}]", FIELD.sub("", PART.sub("", text))), "a part in a part, or one left open"
    # what names a hex or a unit is offered there
    assert ("hex" in fields) == ("hex" in kind.hex_fields)
    assert ("unit" in fields) == ("unit" in kind.unit_fields)
    assert not kind.shown.spot or "hex" in fields


def test_every_field_of_a_kind_is_in_its_words() -> None:
    """Two actions that differ are not offered in the same words."""
    silent = {
        (kind.__name__, field.name)
        for kind in every_action()
        for field in msgspec.structs.fields(kind)
        if not any(field.name == name for text in texts_of(kind) for name, _ in FIELD.findall(text))
    }
    assert silent == {("Done", "ends")}  # it names the decision that everybody sees


@pytest.mark.parametrize(("kind", "field", "values"), [(SetMode, "mode", Mode), (PayFuel, "method", FuelMethod)])
def test_every_mode_and_method_has_words(kind: type[Action], field: str, values: object) -> None:
    assert set(kind.shown.by[field]) == set(get_args(values))


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (SetMode("u", "move", "move"), "u: Move Mode"),
        (SetMode("u", "reserve", "move"), "u: Reserve Mode (move side)"),
        (DivideTransport("u", 1, 9), "u: split off 1 point with 2 SP 1T"),
        (DivideTransport("u", 2, 0), "u: split off 2 points"),
        (FavourTrace("10 Pz", via="hq"), "10 Pz: through hq"),
        (FavourTrace("10 Pz", source=0), "10 Pz: from hex 0"),
        (PayFuel("hq", "u", 7), "1 SP for the HQ u, from the dump in hex 7, drawn directly"),
        (PayFuel("hq", "u", 7, "t", "h"), "1 SP for the HQ u, from t in hex 7, thrown by h"),
    ],
)
def test_words_of_an_action(action: Action, text: str) -> None:
    assert action_text(action, Names()) == text
