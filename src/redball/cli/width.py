"""Text for people in lines of at most 80 columns; a terminal that is wider does not make them longer."""

from __future__ import annotations

from textwrap import fill

COLUMNS = 80


def in_width(head: str, text: str) -> str:
    """A head and its text; further lines begin under the text.

    >>> in_width("  fog [4.9] ", "on (or off): " + 15 * "word ")[70:]
    'word word\\n            word word word word'
    """
    beneath = " " * len(head)
    return fill(
        text,
        COLUMNS,
        initial_indent=head,
        subsequent_indent=beneath,
        break_on_hyphens=False,
        break_long_words=False,
    )
