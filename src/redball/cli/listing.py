"""The legal actions of a decision as a list for the terminal: by group, short, a page at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from redball.cli.wording import Words
from redball.core.actions import Action, SetMode
from redball.core.telling import MODES

FEW = 12
"""A group with more actions is folded into one line."""
PAGE = 20

Numbered = tuple[int, Action]


def by_group(choices: Sequence[Action]) -> dict[str, list[Numbered]]:
    """The actions with the numbers by which they are taken, in the order in which the page has their groups."""
    found: dict[str, list[Numbered]] = {}
    for entry in sorted(enumerate(choices, 1), key=lambda entry: entry[1].shown.weight):
        found.setdefault(entry[1].shown.group, []).append(entry)
    return found


def short_list(choices: Sequence[Action], words: Words) -> Iterator[str]:
    """Every group: its actions if they are few, otherwise how many there are and how to list them."""
    for group, entries in by_group(choices).items():
        if len(entries) > FEW:
            yield f"{heading(group, entries, words)}: {len(entries)} actions (`list {group}`)"
            continue
        yield f"{heading(group, entries, words)}:"
        yield from (line(entry, words) for entry in entries)


def matching(choices: Sequence[Action], words: Words, wanted: str) -> list[str]:
    """The lines of all actions that have the text in their words, or in the name of their group."""
    text = wanted.lower()
    groups = by_group(choices).items()
    lines = [(group, line(entry, words)) for group, entries in groups for entry in entries]
    return [shown for group, shown in lines if text in group.lower() or text in shown.lower()]


def heading(group: str, entries: Sequence[Numbered], words: Words) -> str:
    """The group; for modes also those that the units are in now, because these are not offered."""
    units = dict.fromkeys(action.unit for _, action in entries if isinstance(action, SetMode))
    now = ", ".join(f"{words.unit(uid)} is in {MODES[words.look.unit(uid).mode]} Mode" for uid in units)
    return f"{group} ({now})" if now else group


def line(entry: Numbered, words: Words) -> str:
    """`   1 Move AR 90 Rgt (ax-ar)  [begin_move]`."""
    number, action = entry
    return f"{number:4} {words.action(action)}"
