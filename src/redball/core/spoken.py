"""Words in an action. A player may send any text: the rules refuse what they do not know, and say why. For the type
checker they are the words that the rules know."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from redball.core.state import Facing as Facing
    from redball.core.state import FuelMethod as FuelMethod
    from redball.core.state import Mode as Mode
else:
    Facing = FuelMethod = Mode = str
