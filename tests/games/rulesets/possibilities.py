"""Whether what is kept of unseen cards allows the cards that there really are."""

from __future__ import annotations

from games.engine import worlds
from games.engine.rulesets.base.packed import PLACE, pack, size


def all_states(state):
    """All states in which the game may be."""
    return [state, *(state.unseen.others if state.unseen else ())]


def may_have(branch, seat):
    """How many cards the seat may have."""
    most = size(branch.hands[seat])
    if branch.unseen is None or isinstance(branch.unseen.piles[0], worlds.Worlds):
        return [most]
    least_empty, most_empty = branch.unseen.piles[0].gaps(seat)
    return range(most - most_empty, most - least_empty + 1)


def may_be(ruleset, branch, truth):
    """Whether the cards are such as the branch allows."""
    if branch.unseen is None:
        return of_known(branch) == of_known(truth)
    if (branch.winner, branch.phase) != (truth.winner, truth.phase):
        return False
    return all(
        fits_in(pile, kept, branch, truth)
        for pile, kept in zip(ruleset.hidden.piles, branch.unseen.piles, strict=True)
    )


def hands_may_be(ruleset, branch, truth):
    """The same of nothing but hands and bank."""
    if (branch.winner, branch.phase) != (truth.winner, truth.phase):
        return False
    return fits_in(ruleset.hidden.piles[0], branch.unseen.piles[0], branch, truth)


def fits_in(pile, kept, branch, truth):
    world = 0
    for zone in range(kept.zones):
        extra = pack(
            (pile.held(truth, zone) >> 8 * kind & PLACE)
            - (pile.held(branch, zone) >> 8 * kind & PLACE)
            for kind in range(pile.kinds)
        )
        if extra < 0:
            return False
        world += extra << 8 * pile.kinds * zone
    if isinstance(kept, worlds.Worlds):
        return world in kept.worlds
    zones = [row[: kept.kinds] for row in kept.by_zone(world)]
    places = [(*row, count - sum(row)) for row, count in zip(zones, kept.counts, strict=True)]
    room = [(*row[: kept.kinds], kept.gaps(zone)[1]) for zone, row in enumerate(kept.room)]
    there = (*kept.there[: kept.kinds], sum(kept.counts) - sum(kept.there[: kept.kinds]))
    return tuple(map(sum, zip(*places, strict=True))) == there and all(
        0 <= card <= most
        for cards, most_of_zone in zip(places, room, strict=True)
        for card, most in zip(cards, most_of_zone, strict=True)
    )


def of_known(state):
    return (
        tuple(state.hands),
        state.bank,
        tuple(state.cards),
        state.bought,
        state.stock,
        tuple(state.points),
        state.winner,
        state.phase,
    )
