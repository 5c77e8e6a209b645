"""Letters on a terminal that does not have them all."""

from __future__ import annotations

from typing import Any


def write_any_letter(stream: Any) -> None:
    """Let words for people go out with the numbers of letters that the stream cannot show, such as
    `\\u010d`: no answer is lost for a name. What a program reads back must not be changed so."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
