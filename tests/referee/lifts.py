"""Positions drawn by lot for cargo by air: transports, paratroopers whose drops are due, supply that others may want to
move on, Fighters that intercept, Flak."""

from __future__ import annotations

from random import Random

from fuzz.test_fuzz_air import drops
from support import HEAD, HQ, LEG, land

PARA = "Bn parachute other 2-5-3L/1-5-6L"
SMALL = "Co infantry other 1-3-3L/1-3-6L"
LIGHT = "Co infantry other 1-3-3L/1-3-9L"
TRANSPORTS = (
    "Tpt (0)-0-12/(0)-0-12 carries=2T,1T",
    "Tpt (0)-0-8/(0)-0-8 carries=1T,1/2T",
    "T+Tpt (1)-6-12/(1)-3-12 carries=1T,1T",
)
FIGHTERS = ("F 4-3-12/3-2-12", "F 2-2-12/1-1-12")
SPOTS = ("03.03", "04.02", "05.03", "06.02", "01.05")
STEPS = {
    "new-ocs": ("air_operations", "air_operations", "movement"),
    "1992": ("movement", "exploitation_movement"),
}
"""Where such a game begins, by edition."""


def position(seed: int, edition: str) -> str:
    """Transports at two bases, a third base, a dump and an enemy with Fighters."""
    rng = Random(f"lifts/{seed}")
    ground = land(*(f"{rng.choice(SPOTS)}={rng.choice('wwfm')}" for _ in range(2)), columns=10)
    units = [f"axis 02.02 fj{i} {PARA} move" for i in range(rng.randrange(1, 4))]
    units += [f"axis 02.02 m{i} {rng.choice((SMALL, LIGHT))} move" for i in range(rng.randrange(1, 3))]
    units += [f"axis 01.05 truck{i} truck 2 20T" for i in range(2)] + [f"axis 01.05 hq {HQ}", f"axis 01.04 a {LEG}"]
    units += [f"soviet 05.03 s {LEG}", f"soviet {rng.choice(('06.02', '07.03'))} r {LEG}"]
    plans = [f"{line.split()[2]} {rng.choice(SPOTS)} turn=1" for line in units if "fj" in line]
    planes = [f"axis 02.02 ju{i} {rng.choice(TRANSPORTS)}" for i in range(rng.randrange(1, 4))]
    planes += [f"axis 06.05 go{i} {rng.choice(TRANSPORTS)} {rng.choice(('', 'reduced'))}" for i in range(2)]
    planes += [f"axis 02.02 bf {rng.choice(FIGHTERS)}"] * (rng.random() < 0.5)
    planes += [f"soviet 09.02 la{i} {rng.choice(FIGHTERS)}" for i in range(rng.randrange(3))]
    planes += ["soviet 09.02 tb Tpt (0)-0-9/(0)-0-9 carries=1T,1T"] * (rng.random() < 0.5)
    return (
        f"{HEAD}edition {edition}\nat {rng.choice(STEPS[edition])} phasing=axis\nturns 3\ngliders axis soviet\n"
        f"[terrain]\n{ground}\n[units]\n" + "\n".join(units) + "\n"
        "[supply]\naxis 02.02 3\naxis 01.05 2\naxis 06.05 1\nsoviet 04.02 2\nsoviet 09.02 2\n"
        "[paths]\nrailroad - 01.05 02.05 03.05 04.05 05.05 06.05\n[rail]\naxis 6\nsoviet 3\n"
        f"[sources]\naxis 01.05 02.02\nsoviet 10.03\n[bases]\n"
        f"axis 02.02 {rng.choice('123')} gliders={rng.randrange(4)}\n"
        f"axis 06.05 {rng.choice('123')}\naxis 01.05 {rng.choice(('strip', '1', '2'))}\nsoviet 09.02 2\n"
        f"[aircraft]\n" + "\n".join(planes) + "\n[drops]\n" + "\n".join(plans) + "\n"
    )


def new_ocs(seed: int) -> str:
    """Such a position of New OCS."""
    return position(seed, "new-ocs")


def in_1992(seed: int) -> str:
    """Such a position by the charts of 1992."""
    return position(seed, "1992")


def drops_of_new_ocs(seed: int) -> str:
    """The drops of `tests/fuzz` in the Air Operations Phase."""
    text = drops(seed).replace("\n", "\nedition new-ocs\n", 1)
    return text.replace("at movement ", "at air_operations ").replace("at aircraft_refit ", "at air_operations ")


def drops_in_1992(seed: int) -> str:
    """The same by the charts of 1992."""
    return drops(seed).replace("\n", "\nedition 1992\n", 1)
