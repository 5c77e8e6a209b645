"""Boards by the hundred thousand: nothing is preferred, and no mistake slips through."""

from collections import Counter
from itertools import combinations, product

import pytest

from games.engine.board.checking import check
from games.engine.board.frames import BASE, FIVE_SIX
from games.engine.board.generate import generate
from games.engine.board.listing import listing_of
from games.engine.board.terrain import Terrain
from games.engine.chance import Chance
from tests.games.engine.board.worked import ISLANDS

pytestmark = pytest.mark.prove

# Chi-square bounds are those that one good generator in a thousand fails; the seeds are fixed.


@pytest.mark.rule("B-031", "B-032", "B-036", "B-043")
def test_corner_pattern_and_desert_do_not_depend_on_one_another():
    count = 60_000
    cells = [*product(BASE.spirals, BASE.patterns, range(19))]

    seen = Counter(
        (board.start, tuple(harbour.path for harbour in board.harbours), board.robber)
        for board in (generate(BASE, f"joint {number}") for number in range(count))
    )

    assert set(seen) == set(cells)
    assert chi_square(seen, dict.fromkeys(cells, count / len(cells))) < 297  # 227 degrees


@pytest.mark.rule("B-031")
def test_neighbouring_hexes_do_not_influence_one_another():
    count = 40_000
    expected = {}
    tiles = Counter(BASE.tiles)
    for one, other in product(tiles, tiles):
        expected[one, other] = count * tiles[one] * (tiles[other] - (one is other)) / (19 * 18)

    seen = Counter(generate(BASE, f"pair {number}").terrain[7:9] for number in range(count))

    assert chi_square(seen, {pair: n for pair, n in expected.items() if n}) < 65.3  # 34 degrees


@pytest.mark.rule("X-019")
def test_no_hex_of_the_large_board_prefers_a_terrain():
    count = 10_000
    tiles = Counter(FIVE_SIX.tiles)
    cells = {
        (hex_, terrain): count * number / 30
        for hex_ in range(30)
        for terrain, number in tiles.items()
    }

    seen = Counter()
    for number in range(count):
        seen.update(enumerate(generate(FIVE_SIX, f"large {number}").terrain))

    assert chi_square(seen, cells) < 202  # 29 * 5 = 145 degrees


@pytest.mark.rule("B-009", "B-035", "X-004", "X-022")
@pytest.mark.parametrize("frame", ISLANDS.values(), ids=ISLANDS)
def test_no_two_tokens_can_be_swapped_unseen(frame):
    for seed in "1234":
        listing = listing_of(generate(frame, seed))
        for one, other in combinations(range(len(listing.tiles)), 2):
            changed = [*listing.tiles]
            first, second = changed[one], changed[other]
            changed[one] = first._replace(number=second.number, letter="")
            changed[other] = second._replace(number=first.number, letter="")
            board = listing.__class__(
                frame, tuple(changed), listing.harbours, listing.robbers, listing.start
            )
            assert bool(check(board)) == (first.number != second.number)


@pytest.mark.rule("B-002", "B-003", "B-004", "B-005", "B-006", "B-007", "B-009", "B-043")
@pytest.mark.parametrize("frame", ISLANDS.values(), ids=ISLANDS)
def test_no_tile_token_or_harbour_can_be_another_unseen(frame):
    chance = Chance("one change")
    for number in range(300):
        listing = listing_of(generate(frame, str(number)))
        tiles, ports = [*listing.tiles], [*listing.harbours]
        at = chance.below(len(tiles))
        match number % 3:
            case 0:
                others = [terrain for terrain in Terrain if terrain is not tiles[at].terrain]
                tiles[at] = tiles[at]._replace(terrain=chance.choice(others))
            case 1:
                others = [n for n in range(2, 13) if n != tiles[at].number]
                tiles[at] = tiles[at]._replace(number=chance.choice(others), letter="")
            case 2:
                at = chance.below(len(ports))
                others = [kind for kind in set(frame.harbours) if kind is not ports[at].kind]
                others.sort(key=str)
                ports[at] = ports[at]._replace(kind=chance.choice(others))

        changed = listing.__class__(frame, tuple(tiles), tuple(ports), listing.robbers)

        assert check(changed)


def chi_square(seen, expected):
    assert set(seen) <= set(expected)
    return sum((seen[case] - count) ** 2 / count for case, count in expected.items())
