"""The longest chain of roads and ships, by walking every way that there is."""

from __future__ import annotations


def longest_chain(island, kinds, own, closed):
    """Pieces in the longest chain that uses each once.

    `kinds` are a player's pieces by path, `road` or `ship`; one goes on from a road to a ship, or
    back, at an intersection of `own` buildings only (SF-24). A chain ends at an intersection of
    `closed`, those of other players, and does not go on (B-145, CK-129, CKS-05); it may begin
    there. Intersections may be passed twice (B-144).
    """
    meeting = {}
    for path in kinds:
        for spot in island.ends[path]:
            meeting.setdefault(spot, []).append(path)

    def from_here(spot, kind, used):
        best = 0
        for path in meeting[spot]:
            changes = kind is not None and kinds[path] != kind
            if path in used or (changes and spot not in own):
                continue
            here, there = island.ends[path]
            beyond = there if here == spot else here
            length = 1
            if beyond not in closed:
                length += from_here(beyond, kinds[path], used | {path})
            best = max(best, length)
        return best

    return max((from_here(spot, None, frozenset()) for spot in meeting), default=0)


def holder_after(lengths, holder):
    """Who has the tile after a change: the one who alone is longest, from five on; the holder
    as long as nobody is longer; otherwise nobody (B-147 to B-154)."""
    longest = max(lengths)
    level = [seat for seat, length in enumerate(lengths) if length == longest]
    if longest < 5:
        return None
    if holder in level:
        return holder
    return level[0] if len(level) == 1 else None
