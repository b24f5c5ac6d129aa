"""The error of an edition, for callers that only ask for one by name; and errors as short sentences."""

MOST_SAID = 300
"""Characters of a message about a file or a request that somebody else made."""


def in_short(text: object, most: int = MOST_SAID) -> str:
    """The text on one line, cut in its middle if it is longer than `most` characters.

    >>> in_short("no folder\\n has that name")
    'no folder has that name'
    >>> in_short("x" * 1000 + ": no such file", most=28)
    'xxxxxxxxxxxx...no such file'
    """
    whole = " ".join(str(text).split())
    if len(whole) <= most:
        return whole
    half = (most - 3) // 2
    return f"{whole[:half]}...{whole[-half:]}"


class EditionError(ValueError):
    """An edition that does not exist or cannot be assembled; the text is a sentence that names the point."""
