"""The plain book against the engine: after every action of a random game both say the same.

The games are steered, so that everything a game has comes up in them; their text and their JSON are
read back as well.
"""

from __future__ import annotations

import itertools
from collections import Counter
from functools import lru_cache

import pytest

from games.engine import record, rulesets
from games.engine.document import read_document, write_document
from games.engine.importers import jsettlers
from games.engine.replay import replay
from games.engine.rulesets.base.packed import PLACE
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.cities_knights.decks import DECKS
from tests.games import played
from tests.games.engine.test_jsettlers_sea import KEPT as AT_SEA
from tests.games.engine.test_jsettlers_sea import log
from tests.games.plain_book import open_book
from tests.games.plain_book.friends import TOKENS
from tests.games.played import LEGAL
from tests.games.rulesets.steered import CELLS, steered
from tests.samples import at_length

KINDS = ("brick", "lumber", "wool", "grain", "ore", "?", "coin", "paper", "cloth")

COLOURS = ("yellow", "blue", "green")

BOUGHT = ("knight", "victory point", "road building", "invention", "monopoly")


def counted(packed, words):
    return +Counter({word: packed >> 8 * place & PLACE for place, word in enumerate(words)})


def hand(packed):
    return counted(packed, KINDS)


def bank(state):
    words = [word for word in KINDS if word != "?"]
    return +Counter(dict(zip(words, state.bank_counts(), strict=False)))


def spots(state, masks):
    return owners(state.places.grid.intersection_names, masks)


def paths(state, masks):
    return owners(state.places.grid.path_names, masks)


def owners(names, masks):
    return {names[place]: seat for seat, mask in enumerate(masks) for place in bits(mask)}


def seat(number):
    return None if number < 0 else number


def hex_name(state, number):
    return None if number < 0 else state.places.grid.hex_names[number]


def by_colour(values):
    both = zip(COLOURS, values, strict=True)
    return {colour: value for colour, value in both if value is not None}


def progress(colour, packed):
    return counted(packed, [card.name for card in DECKS[colour]])


def knights(state):
    return {
        state.places.grid.intersection_names[spot]: (
            seat,
            strength,
            bool(state.active[seat] >> spot & 1),
        )
        for seat in state.seats
        for strength, mask in enumerate(state.ranks[seat])
        for spot in bits(mask)
    }


READ = {
    "hands": lambda state: [hand(cards) for cards in state.hands],
    "bank": bank,
    "routes": lambda state: [state.length(seat) for seat in state.seats],
    "settlements": lambda state: spots(
        state, [mask & ~city for mask, city in zip(state.buildings, state.cities, strict=True)]
    ),
    "cities": lambda state: spots(state, state.cities),
    "roads": lambda state: paths(state, state.roads),
    "robber": lambda state: hex_name(state, state.robber),
    "winner": lambda state: state.winner,
    "deck": lambda state: counted(state.stock, BOUGHT),
    "cards": lambda state: [counted(cards, BOUGHT) for cards in state.cards],
    "knights played": lambda state: state.army,
    "ships": lambda state: paths(state, state.ships),
    "pirate": lambda state: hex_name(state, state.pirate),
    "gold": lambda state: state.picks,
    "tokens": lambda state: list(state.tokens),
    "figure": lambda state: hex_name(state, state.figure),
    "pool": lambda state: state.pool,
    "laid": lambda state: +Counter(dict(zip(TOKENS, state.laid_on, strict=True))),
    "merits": lambda state: state.merits,
    "lying": lambda state: spots(state, state.reduced),
    "walls": lambda state: set(spots(state, state.walls)),
    "levels": lambda state: [dict(zip(COLOURS, levels, strict=True)) for levels in state.levels],
    "metropolises": lambda state: by_colour(
        state.places.grid.intersection_names[spot] if spot >= 0 else None
        for spot in state.metropolis
    ),
    "metropolis owners": lambda state: by_colour(map(seat, state.owner_of)),
    "knights": knights,
    "ship": lambda state: state.ship,
    "attacked": lambda state: state.attacked,
    "merchant": lambda state: (hex_name(state, state.merchant), seat(state.merchant_of)),
    "progress cards": lambda state: [
        sum((progress(colour, held[seat]) for colour, held in enumerate(state.progress)), Counter())
        for seat in state.seats
    ],
    "decks": lambda state: dict(
        zip(COLOURS, itertools.starmap(progress, enumerate(state.decks)), strict=True)
    ),
    "under the decks": lambda state: {
        COLOURS[colour]: [DECKS[colour][kind].name for kind in kinds]
        for colour, kinds in enumerate(state.under)
    },
}
"""How the engine says what stands on a page of the book."""

TOLD = {
    "points": lambda rules, state: [dict(made) for made in rules.points(state)],
    "route": lambda rules, state: rules.titles["longest_road"](state),
    "army": lambda rules, state: rules.titles["largest_army"](state),
}
"""The same for what every rule set tells."""

in_every_cell = pytest.mark.parametrize("cell", CELLS, ids="+".join)


@lru_cache(maxsize=len(CELLS))
def game_of(cell, seed, **options):
    key, *switched = cell
    return steered(rulesets.by_key(key), seed, dict.fromkeys(switched, "1") | options)


@in_every_cell
def test_the_book_and_the_engine_agree(cell):
    book = both_play(game_of(cell, 1))

    assert book.winner is not None


@pytest.mark.prove
@in_every_cell
@pytest.mark.parametrize("seed", at_length(range(2, 8), after=2))
def test_they_agree_in_many_games(cell, seed):
    both_play(game_of(cell, seed))


@pytest.mark.prove
@in_every_cell
@pytest.mark.parametrize("seed", at_length(range(3), after=1))
def test_they_agree_in_long_games(cell, seed):
    """To more points than anybody plays to: more is built, pieces and cards run out."""
    target = "22" if "cities" in cell[0] else "19" if "seafarers" in cell[0] else "15"
    both_play(game_of(cell, seed, target=target))


def both_play(game):
    """The book at the end."""
    ruleset = rulesets.by_key(game.header.ruleset)
    state, book = ruleset.setup(game.header), open_book(game.header)
    deeds = write_document(game, ruleset.notation)["actions"]
    for number, (action, deed) in enumerate(zip(game.actions, deeds, strict=True)):
        assert ruleset.play(state, action) == ()
        book.write(deed)
        for name, said in book.page().items():
            ours = READ[name](state) if name in READ else TOLD[name](ruleset, state)
            assert ours == said, (name, number, deed)
    return book


@pytest.mark.parametrize("name", LEGAL)
def test_they_agree_on_games_of_another_program(name):
    both_play(played.record(name))


@pytest.mark.parametrize("name", AT_SEA)
def test_they_agree_on_games_of_another_program_at_sea(name):
    both_play(jsettlers.read(log(name)))


@in_every_cell
def test_its_text_and_its_json_are_read_back(cell):
    ruleset, game = rulesets.by_key(cell[0]), game_of(cell, 1)

    read = record.parse(record.write(game, ruleset.notation), rulesets.by_key)

    assert tuple(action._replace(line=0) for action in read.actions) == game.actions
    assert read.header == game.header
    assert read_document(write_document(game, ruleset.notation), rulesets.by_key) == game


@in_every_cell
def test_replayed_it_keeps_every_rule(cell):
    report = replay(rulesets.by_key(cell[0]), game_of(cell, 1))

    assert report.valid
    assert report.ended == "won"
