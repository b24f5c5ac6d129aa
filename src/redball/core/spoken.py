"""Types for words in an action. A player may send any text, and the rules refuse unknown words with a reason; the type
checker sees only the known words."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from redball.core.state import Facing as Facing
    from redball.core.state import FuelMethod as FuelMethod
    from redball.core.state import Mode as Mode
else:
    Facing = FuelMethod = Mode = str
