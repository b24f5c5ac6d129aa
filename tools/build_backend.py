"""Setuptools, plus the web client in wheels.

A wheel built from a checkout or a source archive contains the built client, so that installing it needs no Node. An
editable install skips this: there the Makefile builds the client. Where there is no Node, the client's tool installs it
from a lock with hashes, which the requirements of a build cannot have. `REDBALL_SKIP_WEB=1` leaves the client out.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    build_sdist,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

import web_client

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, Any] | None


def _wants_web() -> bool:
    return Path("web/package.json").exists() and os.environ.get("REDBALL_SKIP_WEB") != "1"


def build_wheel(wheel_directory: str, config_settings: Settings = None, metadata_directory: str | None = None) -> str:
    """Build the client into the package, then the wheel."""
    if _wants_web():
        web_client.build()
    name: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    return name
