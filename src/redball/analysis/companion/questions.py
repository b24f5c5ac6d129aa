"""What can be asked: the fields of every question, each with what it means. Nothing here knows a rule."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from redball.charts.supply import CaptureKind
from redball.rules.barrage.chart import Arm
from redball.rules.barrage.facility import FacilityTarget
from redball.rules.naval.ship_target import NavalTarget, Shooter


class Question(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of all questions: every field has a description."""


# --- combats ---------------------------------------------------------------------------------------------------------

Way = Literal["losses", "retreat", "mixed"]
HardGround = Annotated[
    Literal["other", "very-close", "extremely-close"], Meta(description="with HR-15: very-close or extremely-close")
]
Steps = Annotated[int, Meta(ge=1, description="steps that the side has in the combat")]


class CombatQuestion(Question, frozen=True):
    """A combat: strengths after all multipliers, the two Action Ratings, terrain line, works."""

    terrain: Annotated[str, Meta(description="terrain line: open, close, very-close or extremely-close")]
    attack: Annotated[str, Meta(description="attack strength, like 7, 3.5 or 7/2")]
    defend: Annotated[str, Meta(description="defence strength")]
    ar: Annotated[tuple[int, int], Meta(description="Action Ratings of attacker and defender")]
    hedgehog: Annotated[int, Meta(ge=0, description="level of the defender's hedgehog")] = 0
    overrun: Annotated[bool, Meta(description="an overrun: its own surprise bands")] = False
    attacker_steps: Steps = 99
    defender_steps: Steps = 99
    attacker_option: Annotated[Way, Meta(description="how the attacker meets options: losses, retreat or mixed")] = (
        "losses"
    )
    defender_option: Annotated[Way, Meta(description="how the defender meets options")] = "retreat"


class SpecialQuestion(CombatQuestion, frozen=True):
    """A combat, ordinary or a special attack of the charts: strengths after all multipliers, the two Action Ratings,
    terrain line, works."""

    special: Annotated[str, Meta(description="a special attack that the charts have, like at-all-costs")] = ""


# --- combats on a table of two sides ---------------------------------------------------------------------------------


class TwoSidedQuestion(Question, frozen=True):
    """A combat: strengths after all multipliers, the two Action Ratings, cover, what else modifies."""

    terrain: Annotated[str, Meta(description="open, close, very-close, extremely-close or swamp")]
    attack: Annotated[str, Meta(description="attack strength, like 7, 3.5 or 7/2")]
    defend: Annotated[str, Meta(description="defence strength")]
    ar: Annotated[tuple[int, int], Meta(description="Action Ratings of attacker and defender")]
    hedgehog: Annotated[int, Meta(ge=0, description="level of the defender's hedgehog")] = 0
    armor: Annotated[
        Literal["none", "attacker", "defender"],
        Meta(description="armor advantage: none, attacker, defender"),
    ] = "none"
    fire: Annotated[bool, Meta(description="Defensive Artillery Fire")] = False
    density: Annotated[
        Literal["none", "mixed", "soft"],
        Meta(description="six RE in an attacking hex: none, mixed, soft"),
    ] = "none"
    crowded: Annotated[bool, Meta(description="six RE or more in the defending hex")] = False
    dg: Annotated[bool, Meta(description="all defenders are DG")] = False
    charge: Annotated[
        Literal["none", "wider", "one_only"],
        Meta(description="a Banzai charge by the Burma rules: none, or how it is read (`banzai_ambush`)"),
    ] = "none"
    hold: Annotated[bool, Meta(description="the defender ignores a retreat of one hex where he may")] = True
    attacker_steps: Steps = 99
    defender_steps: Steps = 99


# --- barrages --------------------------------------------------------------------------------------------------------

Points = Annotated[str, Meta(description="Barrage Points, like 17 or 8.5")]


class BarrageQuestion(Question, frozen=True):
    """A barrage on combat units."""

    strength: Points
    arm: Annotated[Arm, Meta(description="who fires: artillery, air or naval")] = "artillery"
    re: Annotated[str, Meta(description="RE of combat units in the target, divisions capped, like 2.5")] = "1"
    terrain: Annotated[
        str, Meta(description="terrain line of the target: open, close, very-close, extremely-close")
    ] = "open"
    hedgehog: Annotated[int, Meta(ge=0, le=4, description="level of the hedgehog")] = 0
    no_spotter: Annotated[bool, Meta(description="no correct spotter")] = False
    strat: Annotated[bool, Meta(description="a Strat Mode unit is in the target")] = False
    short_range: Annotated[bool, Meta(description="all aircraft are near their bases")] = False


class FacilityQuestion(Question, frozen=True):
    """A barrage on a facility."""

    strength: Points
    target: Annotated[FacilityTarget, Meta(description="air_base, port or trainbusting")]
    level: Annotated[int, Meta(ge=0, le=3, description="level of the air base, 0 an air strip")] = 1
    hits: Annotated[int, Meta(ge=0, le=4, description="hits that the port has")] = 0
    planes: Annotated[int, Meta(ge=0, le=8, description="enemy planes on the base")] = 0


class ShipTargetQuestion(Question, frozen=True):
    """A barrage on one naval target. Ships, aircraft and coastal artillery can fire at ships, other artillery cannot;
    at coastal artillery as a naval target only ships can."""

    strength: Annotated[str, Meta(description="printed Barrage Points of all that fire, like 17 or 8.5")]
    arm: Annotated[Shooter, Meta(description="who fires: naval, air or coastal_artillery")] = "naval"
    target: Annotated[NavalTarget, Meta(description="ship, damaged_ship, landing_craft or coastal_artillery")] = "ship"
    protection: Annotated[
        int, Meta(ge=1, le=9, description="Protection Rating of the target, 1 if none is printed")
    ] = 1
    dg: Annotated[bool, Meta(description="the target is DG already")] = False
    points: Annotated[
        int, Meta(ge=0, le=20, description="points of Landing Craft, all of the stack; only with landing_craft")
    ] = 0
    short_range: Annotated[bool, Meta(description="all aircraft are near their bases")] = False
    brackets_dg: Annotated[
        bool, Meta(description="read [1/2] as DG, as ships and aircraft have it that fire at ground units")
    ] = False


# --- barrages and evasion of supply by New OCS -----------------------------------------------------------------------


class ShiftedQuestion(Question, frozen=True):
    """A barrage on combat units."""

    strength: Annotated[str, Meta(description="Barrage Points, like 17 or 8.5")]
    arm: Annotated[Literal["artillery", "air"], Meta(description="who fires: artillery or air")] = "artillery"
    re: Annotated[str, Meta(description="RE of all combat units in the target, like 2.5")] = "1"
    soft: Annotated[str, Meta(description="RE of the soft ones of them")] = "1"
    terrain: Annotated[
        str, Meta(description="terrain line of the target: open, close, very-close, extremely-close")
    ] = "open"
    hedgehog: Annotated[int, Meta(ge=0, le=4, description="level of the hedgehog")] = 0
    no_spotter: Annotated[bool, Meta(description="nobody next to the target")] = False
    strat: Annotated[bool, Meta(description="a Strat Mode unit is in the target")] = False
    move_mode: Annotated[bool, Meta(description="the guns are in Move Mode: their price is that of twice as much")] = (
        False
    )


class EvasionQuestion(Question, frozen=True):
    """What is in a hex that the enemy enters: supply, and Transport Points that could carry it away."""

    tokens: Annotated[int, Meta(ge=0, le=400, description="tokens in the hex, loads too; 1 SP is 4")]
    trucks: Annotated[int, Meta(ge=0, le=99, description="points of trucks there")] = 0
    wagons: Annotated[int, Meta(ge=0, le=99, description="points of wagons there")] = 0
    after_combat: Annotated[bool, Meta(description="a combat result has cleared the hex")] = False
    evading_transport: Annotated[
        Literal["half_lost", "all_evade"], Meta(description="what the middle line does to Transport Points")
    ] = "half_lost"


# --- air combats -----------------------------------------------------------------------------------------------------

Ratings = Annotated[str, Meta(description="Air Combat Ratings, parenthesized as printed: 4,(2),3")]
WithSteps = Annotated[str, Meta(description="Air Combat Ratings, an r behind those of reduced ones: 4,(2),3r")]


class AirCombatQuestion(Question, frozen=True):
    """An Air Combat to its end; for an Interception the attacker is one fighter."""

    attackers: Ratings
    defenders: Ratings


class AirCombatOf1992(Question, frozen=True):
    """An air to air combat to its end."""

    attackers: WithSteps
    defenders: WithSteps
    doubling: Annotated[bool, Meta(description="who has two fighters more sends two against one")] = True


class OneRoundEach(Question, frozen=True):
    """An air combat in which each attacker fights one round: fighters that intercept a strike, or sweep."""

    attackers: Ratings
    defenders: Ratings
    sweep: Annotated[bool, Meta(description="a Fighter Sweep: bombers are left alone")] = False


# --- flak ------------------------------------------------------------------------------------------------------------

Aircraft = Annotated[int, Meta(ge=1, le=4, description="aircraft in the mission")]
Hq = Annotated[bool, Meta(description="an HQ is in the target hex")]
AirBase = Annotated[int, Meta(ge=0, le=3, description="level of an enemy air base in the hex")]
Printed = Annotated[int, Meta(ge=0, le=20, description="printed flak of the hex, or of ships in it")]


class FlakQuestion(Question, frozen=True):
    """Flak against one mission."""

    aircraft: Aircraft = 1
    fighter: Annotated[bool, Meta(description="one of them is a fighter")] = False
    hq: Hq = False
    air_base: AirBase = 0
    value: Printed = 0
    patrol_zone: Annotated[bool, Meta(description="the target is in an enemy patrol zone")] = False
    trainbusting: Annotated[bool, Meta(description="a Trainbusting mission")] = False


class MissionPurpose(Question, frozen=True):
    """What every mission has: its aircraft, what it is flown for, and the target."""

    aircraft: Annotated[
        str,
        Meta(description="Barrage Strengths, or T to drop, full/reduced: 18/9,3/2f (f a fighter, r is reduced)"),
    ]
    purpose: Annotated[
        Literal["barrage", "air_base", "trainbusting", "supply_drop"],
        Meta(description="barrage, air_base, trainbusting or supply_drop"),
    ] = "barrage"
    air_base: AirBase = 0
    re: Annotated[str, Meta(description="RE of combat units in the target, divisions capped, like 2.5")] = "1"
    terrain: Annotated[
        str, Meta(description="terrain line of the target: open, close, very-close, extremely-close")
    ] = "open"
    hedgehog: Annotated[int, Meta(ge=0, le=4, description="level of the hedgehog")] = 0
    no_spotter: Annotated[bool, Meta(description="no correct spotter")] = False
    strat: Annotated[bool, Meta(description="a Strat Mode unit is in the target")] = False
    short_range: Annotated[bool, Meta(description="all aircraft are near their bases")] = False
    planes: Annotated[int, Meta(ge=0, le=8, description="enemy planes on the base")] = 0


class MissionQuestion(MissionPurpose, frozen=True):
    """A whole air mission that nobody intercepts: Flak, then what is left of it does what it is flown for."""

    hq: Hq = False
    value: Printed = 0
    patrol_zone: Annotated[bool, Meta(description="the target is in an enemy patrol zone")] = False
    friendly: Annotated[bool, Meta(description="a drop: a friendly unit was in the hex when the phase began")] = False
    closed: Annotated[bool, Meta(description="a drop: neither Open nor Village nor an air base")] = False
    nation: Annotated[str, Meta(description="a drop: soviet, or allied-1944 (in Europe up to August 1944)")] = ""
    ground: HardGround = "other"


class MissionOf1992(MissionPurpose, frozen=True):
    """A whole air mission that nobody intercepts: Flak at each aircraft, then what those that are left do."""

    purpose: Annotated[
        Literal["barrage", "air_base", "trainbusting"], Meta(description="barrage, air_base or trainbusting")
    ] = "barrage"
    steps: Annotated[int, Meta(ge=0, le=40, description="steps in the hex")] = 0
    transport_or_supply: Annotated[bool, Meta(description="any transport or supply")] = False
    port_or_city: Annotated[bool, Meta(description="a friendly port or city")] = False


class StrikeQuestion(Question, frozen=True):
    """Flak against one strike, after it; a base counts if it is what the strike was on."""

    aircraft: Aircraft = 1
    hq: Hq = False
    air_base: AirBase = 0
    value: Printed = 0


class HexFlakQuestion(Question, frozen=True):
    """Flak of a hex against one aircraft."""

    steps: Annotated[int, Meta(ge=0, le=99, description="steps of units in the hex")] = 0
    transport_or_supply: Annotated[bool, Meta(description="trucks, wagons or supply are in the hex")] = False
    air_base: AirBase = 0
    port_or_city: Annotated[bool, Meta(description="a friendly port or city")] = False


# --- supply ----------------------------------------------------------------------------------------------------------

Tokens = Annotated[int, Meta(ge=0, le=400, description="tokens; 1 SP is 4")]


class AttritionQuestion(Question, frozen=True):
    """A stack with Out of Supply units."""

    ar: Annotated[int, Meta(ge=0, le=9, description="best Action Rating of the Out of Supply units")]
    steps: Annotated[int, Meta(ge=1, le=99, description="Out of Supply steps in the hex")]


class CaptureQuestion(Question, frozen=True):
    """What the enemy entered: a dump of tokens, or trucks or wagons of so many points."""

    what: Annotated[CaptureKind, Meta(description="dump, trucks or wagons")]
    amount: Annotated[int, Meta(ge=0, le=400, description="tokens of a dump, points of trucks or wagons")]
    load: Annotated[int, Meta(ge=0, le=400, description="tokens that trucks or wagons carry")] = 0


class BlowingQuestion(Question, frozen=True):
    """Supply that its owner tries to destroy."""

    tokens: Tokens


class BreakoutQuestion(Question, frozen=True):
    """A unit that breaks out."""

    first_turn: Annotated[bool, Meta(description="the first turn in which it is out of trace supply")] = False


# --- drops and landings ----------------------------------------------------------------------------------------------


class DropQuestion(Question, frozen=True):
    """The landing of one combat unit or one token from the air."""

    friendly: Annotated[bool, Meta(description="a friendly unit was in the hex when the phase began")] = False
    closed: Annotated[bool, Meta(description="neither Open nor Village nor an air base")] = False
    glider: Annotated[bool, Meta(description="by glider")] = False
    nation: Annotated[str, Meta(description="soviet, or allied-1944 (in Europe up to August 1944)")] = ""
    ground: HardGround = "other"


class DropOf1992(Question, frozen=True):
    """The landing of one combat unit, or of one load of supply, from the air."""

    cargo: Annotated[Literal["unit", "supply"], Meta(description="unit or supply")] = "unit"
    closed: Annotated[bool, Meta(description="a unit lands in other than Open terrain")] = False


class BaseCaptureQuestion(Question, frozen=True):
    """One aircraft on an air base that the enemy captures."""

    active: Annotated[bool, Meta(description="the aircraft is Active")] = False
    advance: Annotated[bool, Meta(description="the base was captured by an advance after combat")] = False


class LandingQuestion(Question, frozen=True):
    """One group of up to 3 RE that lands from the sea."""

    terrain: Annotated[str, Meta(description="most difficult terrain: open-village, low-hills, hills, rough, ...")]
    enemy_adjacent: Annotated[bool, Meta(description="an enemy unit that is not DG is adjacent")] = False
    dg_adjacent: Annotated[bool, Meta(description="an enemy DG unit is adjacent")] = False
    enemy_zoc: Annotated[bool, Meta(description="the hex is in an enemy ZOC")] = False
    naval_support: Annotated[bool, Meta(description="a gunfire ship supports the hex")] = False
    elite: Annotated[bool, Meta(description="every unit is commando, marine or self-propelled")] = False
    coastal_artillery: Annotated[int, Meta(ge=0, le=20, description="coastal artillery that bears on the hex")] = 0
