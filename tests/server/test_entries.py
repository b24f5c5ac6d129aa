"""What entry hexes lead to: ways, trains, and who would draw supply there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from redball.rules.supply.draw_and_throw import payers
from redball.server.answers.entries import EntryAnswer, entries
from redball.server.session import Session
from support import HQ, LEG, Sitting, land, sit

WAYS = """[paths]
railroad "Main line" 01.01 02.01 03.01 04.01 05.01
road "Way" 01.01 02.01
[places]
05.01 village "Orsha"
03.01 village "Rudnya"
[sources]
axis 01.01
"""
INF = "Rgt infantry other 4-3-3L/2-3-8T"
UNITS = f"axis 04.01 hq {HQ}\naxis 03.01 near {INF}\naxis 12.01 far {INF}\nsoviet 14.01 s {LEG} strat"


def told(table: Sitting, *names: str) -> dict[str, EntryAnswer]:
    hexes = ",".join(str(table.hex(name)) for name in names)
    found = entries(cast(Session, SimpleNamespace(game=table.game)), "axis", hexes)
    return dict(zip(names, found, strict=True))


def test_an_entry_hex_tells_its_ways_and_whom_it_serves() -> None:
    table = sit(UNITS, land(columns=14, rows=1), rest=WAYS)
    found = told(table, "01.01", "09.01", "14.01")
    assert (found["01.01"].label, found["09.01"].label) == ("rail · road", "")
    assert (
        found["01.01"].text
        == "By rail to 05.01 Orsha, 03.01 Rudnya. Road. hq Corps draws there. 1 unit can draw there."
    )
    assert found["09.01"].text == "No road and no railroad. hq Corps draws there. 2 units can draw there."


def test_who_is_said_to_draw_is_paid_once_supply_lies_there() -> None:
    """Beside the plain answer: the payers of each unit with a dump in the hex."""
    for name in ("01.01", "07.01", "09.01", "13.01"):
        table = sit(UNITS, land(columns=14, rows=1), rest=f"{WAYS}[supply]\naxis {name} 4\n")
        look = table.game.look
        direct = [u for u in ("near", "far") if any(not p.via for p in payers(look, look.unit(u)))]
        thrown = any(p.via for u in ("near", "far") for p in payers(look, look.unit(u)))
        bare = sit(UNITS, land(columns=14, rows=1), rest=WAYS)
        text = told(bare, name)[name].text
        assert (f"{len(direct)} unit" in text) is bool(direct), (name, text)
        assert ("Corps draws" in text) or not thrown, (name, text)


def test_a_railroad_that_trains_cannot_use_says_why() -> None:
    table = sit(f"axis 09.01 a {INF}\nsoviet 02.01 s {INF}", land(columns=14, rows=1), rest=WAYS)
    found = told(table, "02.01")["02.01"]
    assert found.label == "road"
    assert found.text.startswith("The railroad is held by enemy units.")


def test_nobody_near_is_said() -> None:
    table = sit(f"axis 14.01 a {INF}\nsoviet 13.01 s {LEG} strat", land(columns=14, rows=1), rest="")
    assert told(table, "01.01")["01.01"].text == "No road and no railroad. Nobody can draw there yet."
