"""Words that sentences share."""

from __future__ import annotations

from typing import get_args

from redball.core.state import Marker, Mode, PhaseName
from redball.core.telling import MODES, PHASES


def test_every_phase_and_every_mode_has_a_name() -> None:
    assert set(PHASES) == set(get_args(PhaseName))
    assert set(MODES) == set(get_args(Mode)) >= set(get_args(Marker)) - {""}
