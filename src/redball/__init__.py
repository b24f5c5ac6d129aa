"""Redball: plays, judges and studies operational-level hex wargames of the OCS family.

Importing the package costs next to nothing: it holds its version and loads no submodule.
"""

__version__ = "0.1.0"
__all__ = ["__version__"]
