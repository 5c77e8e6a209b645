"""Finding people on public pages by what these pages show of them, and by nothing else."""

from __future__ import annotations

from tournaments.domain.names import search_key


def finds(sought: tuple[str, ...], public_name: str) -> bool:
    """Whether every word that is sought (`words_sought`) begins a word of the public name, in any
    order.

    The initial of a minor is found by any surname that begins with it: children type their whole
    name, and whether it is theirs is not given away.
    """
    words = search_key(public_name).split()
    # Of a name of signs alone no word is left.
    initial = words[-1] if words and public_name.endswith(".") else None
    return all(
        any(word.startswith(part) for word in words) or (initial and part.startswith(initial))
        for part in sought
    )
