"""Every drawn round is as good as an exact model proves possible (T-018, T-019)."""

from itertools import combinations

import pytest

from games.engine.chance import Chance
from tests.samples import at_length
from tests.tournaments.domain.draw.events import cost, least_cost, seats
from tests.tournaments.domain.draw.exact_model import best_round
from tests.tournaments.domain.draw.histories import past
from tournaments.domain.values import Refused

SIZES = range(12, 61)


@pytest.mark.rule("T-013", "T-018", "T-019")
@pytest.mark.parametrize("players", SIZES)
def test_a_round_after_a_random_past_is_as_good_as_the_exact_model_proves(players):
    check(past(players, 0))


@pytest.mark.prove
@pytest.mark.rule("T-013", "T-018", "T-019")
@pytest.mark.parametrize("tens", at_length(range(10), after=2))
@pytest.mark.parametrize("players", SIZES)
def test_a_round_after_each_of_100_random_pasts_is_as_good_as_the_exact_model_proves(players, tens):
    for number in range(10 * tens, 10 * tens + 10):
        check(past(players, number))


@pytest.mark.rule("T-018", "T-019")
@pytest.mark.parametrize("players", range(12, 61, 6))
def test_a_round_with_pairs_to_be_kept_apart_is_as_good_as_the_exact_model_proves(players):
    for number in range(2):
        check(past(players, number), apart=4)


@pytest.mark.prove
@pytest.mark.rule("T-018", "T-019")
@pytest.mark.parametrize("players", SIZES)
def test_each_of_10_rounds_with_pairs_to_be_kept_apart_is_as_good_as_proved(players):
    for number in range(10):
        check(past(players, f"apart {number}"), apart=1 + number)


def check(past, *, apart=0):
    """Draw and solve; `apart` is how many pairs must not sit together, by lot. What is refused
    cannot be had."""
    chance = Chance(f"apart {past}")
    pairs = {chance.choice(list(combinations(past.players, 2))) for _ in range(apart)}
    best = best_round(past.players, past.history, past.points, apart=pairs)
    try:
        draw = past.drawn(apart=pairs)
    except Refused:
        assert best.together
        return
    certificate, tables = draw.certificate, seats(draw)
    reached = cost(tables, past.history)

    assert sum(set(pair) <= set(table) for pair in pairs for table in tables) == best.together
    assert reached == (certificate.triples, certificate.cost) == (best.triples, best.cost)
    assert (certificate.bound_triples, certificate.bound) == reached
    assert certificate.kind != "best_found"
    assert (certificate.kind == "zero") == (reached == (0, 0))


@pytest.mark.parametrize("players", range(6, 15))
def test_the_exact_model_agrees_with_trying_every_seating(players):
    for number in range(4):
        later = past(players, number)
        best = best_round(later.players, later.history, later.points)

        assert (best.triples, best.cost) == least_cost(later.history, later.points)
        assert cost(best.tables, later.history) == (best.triples, best.cost)
