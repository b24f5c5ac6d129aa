"""The table companion: every roll of the charts, for play at a table without a board.

>>> from redball.analysis.companion import KINDS
>>> from redball.charts import load_charts
>>> asked = {"terrain": "open", "attack": "17", "defend": "20", "ar": [5, 3]}
>>> told = KINDS["combat"].roll(load_charts("v4"), asked, {"surprise": [9], "shift": [2], "dice": [5]})
>>> told["odds"], told["column"], told["roll"], told["result"]
('1:1', '3:1', 7, 'Ao1 Do1')
"""

from redball.analysis.companion import questions as q
from redball.analysis.companion.kinds import AskError, Dice, Kind

SURPRISED: dict[str, Dice] = {"surprise": "two", "shift": "one", "dice": "two"}
TWICE: dict[str, Dice] = {**SURPRISED, "again": "two"}
WHITE_AND_RED: dict[str, Dice] = {"white": "one", "red": "one"}
ROUNDS: dict[str, Dice] = {"dice": "two", "loss": "one"}
TWO_SIDES = "combat_attackers"


def combat(name: str, said: str) -> Kind:
    """A combat or an overrun: on one table, on one that knows special attacks, on a table of two sides."""
    title, maker = f"Combat Table{said}", f"make_{name}"
    two_sided = Kind(
        name,
        f"Combat table of two sides{said}",
        q.TwoSidedQuestion,
        WHITE_AND_RED,
        f"two_sided:{maker}",
        table=TWO_SIDES,
    )
    special = Kind(name, title, q.SpecialQuestion, TWICE, f"combat:{maker}", "special_attacks", two_sided)
    return Kind(name, title, q.CombatQuestion, SURPRISED, f"combat:{maker}", otherwise=special)


BARRAGE_OF_NEW_OCS = Kind(
    "barrage",
    "Barrage Table of New OCS",
    q.ShiftedQuestion,
    {"dice": "two"},
    "new_ocs_tables:make_barrage",
    table="barrage_prices",
)
BARRAGE = Kind(
    "barrage",
    "Barrage Table",
    q.BarrageQuestion,
    {"dice": "two", "die": "one"},
    "fire:make_barrage",
    otherwise=BARRAGE_OF_NEW_OCS,
)
FACILITY = Kind(
    "facility", "Barrage vs Facility Table", q.FacilityQuestion, {"dice": "one", "plane": "one"}, "fire:make_facility"
)
SHIP_TARGET = Kind(
    "ship-target",
    "Barrage Table, naval targets",
    q.ShipTargetQuestion,
    {"dice": "two", "die": "one"},
    "ships:make_ship_target",
)
ONE_ROUND = Kind(
    "air-combat",
    "Air Combat Table, one round each",
    q.OneRoundEach,
    ROUNDS,
    "air_battles:make_one_round",
    table="air_operations",
)
AIR_COMBAT_OF_1992 = Kind(
    "air-combat",
    "Air to Air Combat Table",
    q.AirCombatOf1992,
    {"dice": "two"},
    "air_battles:make_of_1992",
    table="air_to_air",
    otherwise=ONE_ROUND,
)
AIR_COMBAT = Kind(
    "air-combat",
    "Air Combat Table",
    q.AirCombatQuestion,
    ROUNDS,
    "air_battles:make_air_combat",
    otherwise=AIR_COMBAT_OF_1992,
)
STRIKE_FLAK = Kind(
    "flak",
    "Flak against a strike",
    q.StrikeQuestion,
    {"dice": "two", "die": "one"},
    "flak:make_strike_flak",
    table="strike_flak",
)
HEX_FLAK = Kind("flak", "Flak Table", q.HexFlakQuestion, {"dice": "two"}, "flak:make_hex_flak", "hex_flak", STRIKE_FLAK)
FLAK = Kind("flak", "Flak", q.FlakQuestion, {"dice": "two", "die": "one"}, "flak:make_flak", otherwise=HEX_FLAK)
MISSION_DICE: dict[str, Dice] = {
    "flak": "two",
    "drawn": "one",
    "dice": "two",
    "die": "one",
    "facility": "one",
    "plane": "one",
    "drop": "two",
}
NO_MISSION = Kind(
    "mission", "A whole air mission", q.MissionQuestion, MISSION_DICE, "missions:make_none", table="strike_flak"
)
MISSION_OF_1992 = Kind(
    "mission",
    "A whole air mission",
    q.MissionOf1992,
    MISSION_DICE,
    "missions:make_mission_of_1992",
    table="hex_flak",
    otherwise=NO_MISSION,
)
MISSION = Kind(
    "mission",
    "A whole air mission",
    q.MissionQuestion,
    MISSION_DICE,
    "missions:make_mission",
    otherwise=MISSION_OF_1992,
)
ATTRITION = Kind("attrition", "Attrition Table", q.AttritionQuestion, {"dice": "two"}, "supply:make_attrition")
EVASION = Kind(
    "capture",
    "Supply capture and evasion",
    q.EvasionQuestion,
    {"dice": "two"},
    "new_ocs_tables:make_evasion",
    table="supply_evasion",
)
CAPTURE = Kind("capture", "Capture Table", q.CaptureQuestion, {"dice": "one"}, "supply:make_capture", otherwise=EVASION)
BLOWING = Kind("blow", "Dump Blowing Table", q.BlowingQuestion, {"dice": "one"}, "supply:make_blowing")
BREAKOUT = Kind("breakout", "Breakout", q.BreakoutQuestion, {"dice": "one", "turns": "one"}, "supply:make_breakout")
BASE_CAPTURE = Kind(
    "base-capture", "Air Base Capture Table", q.BaseCaptureQuestion, {"dice": "two"}, "landings:make_base_capture"
)
LANDING = Kind("landing", "Amphibious Landing Table", q.LandingQuestion, {"dice": "two"}, "landings:make_landing")
DROP_OF_1992 = Kind(
    "air-drop",
    "Supply and unit air drops",
    q.DropOf1992,
    {"die": "one"},
    "landings:make_drop_of_1992",
    table="air_drops",
)
AIR_DROP = Kind(
    "air-drop",
    "Air Transport Success Table",
    q.DropQuestion,
    {"dice": "two"},
    "landings:make_drop",
    otherwise=DROP_OF_1992,
)

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        combat("combat", ""),
        combat("overrun", ", overrun"),
        BARRAGE,
        FACILITY,
        SHIP_TARGET,
        AIR_COMBAT,
        FLAK,
        MISSION,
        ATTRITION,
        CAPTURE,
        BLOWING,
        BREAKOUT,
        LANDING,
        AIR_DROP,
        BASE_CAPTURE,
    )
}

__all__ = ["KINDS", "AskError", "Kind"]
