"""A digest of a scenario's files, by which a save knows whether its scenario is still what its game began with."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from redball.scenarios.front import FILE as FRONT

SCENARIO = "scenario.toml"
RULES_FILES = (".toml", ".tsv", ".hexmap")


def files_check(folder: Path) -> str:
    """A digest of a scenario's files that make its rules, so without its notes and its front page; "" if the folder has
    no scenario."""
    digest = blake2b(digest_size=8)
    try:
        if not (folder / SCENARIO).is_file():
            return ""
        for path in sorted(folder.iterdir()):
            if path.is_file() and path.suffix in RULES_FILES and path.name != FRONT:
                raw = path.read_bytes()
                digest.update(f"{path.name} {len(raw)} ".encode() + raw)
    except OSError:
        return ""  # what cannot be read is not there
    return digest.hexdigest()
