"""Finding people on public pages by what these pages show of them, and by nothing else."""

from __future__ import annotations

from tournaments.domain.names import search_key


def finds(query: str, public_name: str) -> bool:
    """Whether every word of the query begins a word of the public name, in any order.

    The initial of a minor is found by any surname that begins with it: children type their whole
    name, and whether it is theirs is not given away.
    """
    words = search_key(public_name).split()
    initial = words[-1] if public_name.endswith(".") else None
    return all(
        any(word.startswith(part) for word in words) or (initial and part.startswith(initial))
        for part in search_key(query).split()
    )
