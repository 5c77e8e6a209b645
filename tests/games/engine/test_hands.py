"""Cards that nobody saw: all hands that fit are kept, and what later actions prove is said."""

from __future__ import annotations

import random

import pytest

from games.engine import branches, files, hands, parting, rulesets, spreads, worlds
from games.engine.bounds import Bounds
from games.engine.bounds import Test as Held
from games.engine.core import NOBODY, Action, Record, Ruleset
from games.engine.replay import replay
from games.engine.rulesets.base.packed import (
    MONOPOLY,
    ONE,
    PLACE,
    UNKNOWN,
    pack,
    pack_cards,
    size,
)
from games.engine.rulesets.cities_knights.hand import KINDS
from games.engine.spreads import Move, Spread, choices
from tests.games.played import LEGAL, RECORDS, record
from tests.games.rulesets import cities_table
from tests.games.rulesets.chance import any_action, legal_action, new_game
from tests.games.rulesets.possibilities import all_states, may_be, may_have, of_known
from tests.games.rulesets.table import actions_of, after, play

BASE = rulesets.by_key("base")

HIDING = [ruleset for ruleset in rulesets.RULESETS if ruleset.hidden is not None]

every_ruleset = pytest.mark.parametrize("ruleset", HIDING, ids=[ruleset.key for ruleset in HIDING])

TWO_PILES = [ruleset for ruleset in HIDING if len(ruleset.hidden.piles) == 2]

two_piles = pytest.mark.parametrize(
    "ruleset", TWO_PILES, ids=[ruleset.key for ruleset in TWO_PILES]
)
"""Those whose cards lie as in the base game: resources and development cards."""


def hidden(action, chance, odds=1.0):
    """The action without some or all of what could have gone unseen."""
    if chance.random() > odds:
        return action
    facts = action.facts
    if action.verb == "robber" and facts[2] >= 0:
        return action._replace(facts=(*facts[:2], UNKNOWN))
    if action.verb == "buy":
        return action._replace(facts=(UNKNOWN,))
    if action.verb == "discard":
        return action._replace(facts=(veiled(facts[0], chance, odds),))
    if action.verb == "deal":
        other, give, get = facts
        return action._replace(facts=(other, veiled(give, chance, odds), veiled(get, chance, odds)))
    if action.verb == "give":
        return action._replace(facts=(facts[0], veiled(facts[1], chance, odds)))
    if action.verb == "scholars":
        return action._replace(facts=(facts[0], UNKNOWN))
    if action.verb in {"roll", "monopoly"}:
        return action._replace(gains=None)
    return action


def veiled(cards, chance, odds):
    """Some of the cards as `?`."""
    return sum(
        ONE[UNKNOWN] if chance.random() <= odds else ONE[kind]
        for kind in KINDS
        for _ in range(cards >> 8 * kind & PLACE)
    )


def without(game, chance, odds=1.0):
    return game._replace(actions=tuple(hidden(action, chance, odds) for action in game.actions))


# Proved backwards


def said(given, lines, ruleset="base"):
    """What is proved of the unseen cards in the lines, none of which breaks a rule."""
    state = after(ruleset=ruleset, **given)
    rules = rulesets.by_key(ruleset)
    actions = actions_of(*lines, ruleset=ruleset).actions
    for action in actions:
        assert rules.play(state, action) == (), action
    return [str(known.detail) for known in rules.hidden.proved(state, actions)]


TWO_LEFT = {"stock": pack((1, 1, 0, 0, 0)), "deck": 2}


@pytest.mark.parametrize(
    ("given", "lines", "proved"),
    [
        pytest.param(
            {"hands": {"Anna": "L", "Ben": "BO"}},
            ["1 Anna 7 K a3<Ben:?"],
            [],
            id="nothing yet",
        ),
        pytest.param(
            {"hands": {"Ben": "OO"}},
            ["1 Anna 7 K a3<Ben:?"],
            ["the card that Anna took from Ben was ore"],
            id="the victim has cards of one kind",
        ),
        pytest.param(
            {"hands": {"Anna": "L", "Ben": "BO"}},
            ["1 Anna 7 K a3<Ben:? R e1w"],
            ["the card that Anna took from Ben was brick"],
            id="the thief spends it",
        ),
        pytest.param(
            {"hands": {"Ben": "BLO"}},
            ["1 Anna 7 K a3<Ben:?", "2 Ben 12 R a3se"],
            ["the card that Anna took from Ben was ore"],
            id="the victim spends the others",
        ),
        pytest.param(
            {"hands": {"Ben": "BO"}, "cards": {"Cyril": [MONOPOLY]}},
            ["1 Anna 7 K a3<Ben:?", "2 Ben 12", "3 Cyril 12 M O -Ben:O"],
            ["the card that Anna took from Ben was brick"],
            id="a Monopoly finds it elsewhere",
        ),
        pytest.param(
            {"hands": {"Ben": "BO", "Cyril": "W"}},
            ["1 Anna 7 K a3<Ben:?", "2 Ben 7 K d1<Cyril:?", "3 Cyril 12", "4 Anna 12 P Ben B<>W"],
            [
                "the card that Anna took from Ben was brick",
                "the card that Ben took from Cyril was wool",
            ],
            id="a deal shows it",
        ),
        pytest.param(
            {"hands": {"Anna": "L", "Ben": "O"}},
            ["1 Anna 12 P Ben L<>?"],
            ["the unseen cards that Ben gave were 1× ore"],
            id="whose the unseen card of a deal was",
        ),
        pytest.param(
            {"hands": {"Anna": "L", "Ben": "O"}},
            ["1 Anna 12 Ben: P Anna O<>?"],
            ["the unseen cards that Anna gave were 1× lumber"],
            id="the same told by the other party",
        ),
        pytest.param(
            {"hands": {"Anna": "L", "Ben": "O"}},
            ["1 Anna 12 P Ben ?<>?"],
            ["the unseen cards that Anna gave were 1× lumber, those of Ben 1× ore"],
            id="the unseen cards of both",
        ),
        pytest.param(
            {"hands": {"Anna": "LLLLOOOO"}},
            ["1 Anna 7 X Anna ???? K a1 T 4O>B"],
            ["the unseen cards of Anna were 4× lumber"],
            id="what was kept shows what was discarded",
        ),
        pytest.param(
            {"hands": {"Anna": "LLLLOOOO"}},
            ["1 Anna 7 X Anna O??? K a1"],
            [],
            id="a discard of which nothing follows",
        ),
        pytest.param(
            {"hands": {"Anna": "LLLLOOOO"}, "bank": {"L": 0}},
            ["1 Anna 7 X Anna ???? K a1", "2 Ben 8 +Ben:W"],
            ["the unseen cards of Anna were 4× ore"],
            id="the bank could not pay",
        ),
        pytest.param(
            {"hands": {"Anna": "LBW", "Ben": "O"}},
            ["1 Anna 12 P Ben ?<>O R e1w"],
            ["the unseen cards that Anna gave were 1× wool"],
            id="what was kept shows what was dealt",
        ),
        pytest.param(
            {"hands": {"Anna": "LO", "Ben": "O"}},
            ["1 Anna 12 P Ben ?<>O"],
            ["the unseen cards that Anna gave were 1× lumber"],
            id="no resource is on both sides of a deal",
        ),
        pytest.param(
            {"hands": {"Anna": "WGO"}},
            ["1 Anna 12 D ?", "2 Ben 12", "3 Cyril 12", "4 Anna N a1 12"],
            ["Anna bought the card Knight"],
            id="a card is played",
        ),
        pytest.param(
            {"hands": {"Anna": "WGO", "Ben": "WGO"}, **TWO_LEFT},
            ["1 Anna 12 D ?", "2 Ben 12 D V"],
            ["Anna bought the card Knight"],
            id="the deck is known",
        ),
        pytest.param(
            {"hands": {"Anna": "WGO"}, "points": [9, 2, 2]},
            ["1 Anna 12 D ? *"],
            ["Anna bought the card Victory Point"],
            id="the win is claimed",
        ),
        pytest.param(
            {"hands": {"Anna": "WGO"}, "points": [9, 2, 2]},
            ["1 Anna 12 D ? V 1"],
            ["Anna bought the card Victory Point"],
            id="the card is shown",
        ),
        pytest.param(
            {"hands": {"Anna": "WGO"}, "points": [9, 2, 2], **TWO_LEFT},
            ["1 Anna 12 D ?", "2 Ben 12"],
            ["Anna bought the card Knight"],
            id="the game goes on",
        ),
    ],
)
def test_later_actions_prove_what_was_not_seen(given, lines, proved):
    assert said(given, lines) == proved


@two_piles
@pytest.mark.parametrize("seed", range(6))
def test_what_is_proved_was_so(ruleset, seed):
    chance = random.Random(seed)
    game, _ = random_game(ruleset, chance, 400)
    veiled_game = without(game, chance, 0.6)

    report = replay(ruleset, veiled_game)

    assert report.deduced
    for known in report.deduced:
        veil, action = veiled_game.actions[known.at], game.actions[known.at]
        pairs = zip(veil.facts, action.facts, strict=True)
        cards = [unseen(veil, was, fact) for was, fact in pairs if was != fact]
        assert known.detail == ruleset.hidden.tell(report.state, veil, cards)


def unseen(action, veil, fact):
    """The cards of a fact that are not seen in the veiled one, packed."""
    return ONE[fact] if action.verb in {"buy", "robber", "scholars"} else fact - (veil & FULL_HAND)


# Found all the same


@pytest.mark.parametrize(
    ("given", "before", "breaks", "rules"),
    [
        pytest.param(
            {"hands": {"Anna": "L", "Ben": "OO"}},
            "1 Anna 7 K a3<Ben:?",
            "1 Anna R e1w",
            ["B-122"],
            id="nobody had the card that is spent",
        ),
        pytest.param(
            {"hands": {"Anna": "", "Ben": "BL"}},
            "1 Anna 7 K a3<Ben:? /\n2 Ben 12",
            "2 Ben R a3se",
            ["B-122"],
            id="one of both was taken",
        ),
        pytest.param(
            {"hands": {"Anna": "", "Ben": "BO"}},
            "1 Anna 7 K a3<Ben:? /\n2 Ben 7",
            "2 Ben K e1<Anna:L",
            ["B-094"],
            id="nobody had the card that is taken",
        ),
        pytest.param(
            {"hands": {"Anna": "WGO"}, "stock": pack((2, 0, 0, 0, 0)), "deck": 2},
            "1 Anna 12 D ? /\n2 Ben 12 /\n3 Cyril 12 /\n4 Anna 12",
            "4 Anna M O",
            ["B-164"],
            id="the deck had no such card",
        ),
        pytest.param(
            {"hands": {"Anna": "WGO"}},
            "1 Anna 12 D ?",
            "1 Anna N a1",
            ["B-161"],
            id="it was bought in this turn",
        ),
        pytest.param(
            {"hands": {"Anna": "OO", "Ben": "O"}},
            "1 Anna 12",
            "1 Anna P Ben ?<>O",
            ["B-106"],
            id="the unseen card can only be of the same kind",
        ),
        pytest.param(
            {"hands": {"Anna": "WGO"}, "points": [8, 2, 2]},
            "1 Anna 12 D ?",
            "1 Anna *",
            ["B-178"],
            id="no card makes two points",
        ),
        pytest.param(
            {"hands": {"Anna": "WGO"}, "points": [9, 2, 2], "stock": ONE[1], "deck": 1},
            "1 Anna 12 D ?",
            "1 Anna R e1w",
            ["B-180"],
            id="it was won with any card",
        ),
        pytest.param(
            {"hands": {"Anna": "LLLLOOOO"}},
            "1 Anna 7",
            "1 Anna X Anna ?????",
            ["B-087"],
            id="the number of cards is seen",
        ),
        pytest.param(
            {"hands": {"Anna": "LLLLOOOO"}},
            "1 Anna 7",
            "1 Anna X Anna W???",
            ["B-088"],
            id="those that were seen were not there",
        ),
    ],
)
def test_what_no_hand_allows_is_found_at_that_action(given, before, breaks, rules):
    state = after(**given)
    play(state, before)
    (action, *_) = actions_of(breaks).actions

    broken = [trouble.rule.id for trouble in BASE.play(state, action)]

    assert broken[: len(rules)] == rules


# What fits


@pytest.mark.parametrize("name", LEGAL)
@pytest.mark.parametrize("odds", [0.3, 1.0])
def test_a_legal_game_stays_legal_whatever_is_hidden(name, odds):
    known = replay(BASE, record(name))

    report = replay(BASE, without(record(name), random.Random(name), odds))

    assert report.violations == []
    for made, hidden_, full in zip(report.points, report.hidden_points, known.points, strict=True):
        assert sum(made.values()) <= sum(full.values()) <= sum(made.values()) + hidden_


@pytest.mark.parametrize("name", LEGAL)
def test_with_the_thefts_alone_hidden_the_end_is_the_same(name):
    game = record(name)
    known = replay(BASE, game)
    actions = tuple(
        hidden(action, random.Random(1)) if action.verb == "robber" else action
        for action in game.actions
    )

    report = replay(BASE, game._replace(actions=actions))

    assert report.violations == []
    assert report.beyond is None
    assert (report.winner, report.points) == (known.winner, known.points)


@every_ruleset
@pytest.mark.parametrize("seed", range(4))
def test_a_random_legal_game_stays_legal_whatever_is_hidden(ruleset, seed):
    chance = random.Random(seed)
    game, state = random_game(ruleset, chance, 500)

    report = replay(ruleset, without(game, chance, chance.choice((0.2, 0.6, 1.0))))

    assert report.violations == []
    # Where too much is hidden the verdict ends early, and says so.
    assert report.lost is not None or any(
        all(size(state.hands[seat]) in may_have(branch, seat) for seat in state.seats)
        for branch in all_states(report.state)
    )


def random_game(ruleset, chance, most):
    """A legal game of listed actions and deals, and its last state."""
    state = new_game(ruleset, chance)
    actions = []
    while len(actions) < most:
        action = legal_action(ruleset, state, chance)
        deal = a_deal(state, chance)
        if deal is not None and ruleset.verbs["deal"].allowed(state, deal):
            action = deal
        if action is None:
            break
        assert ruleset.play(state, action) == (), action
        actions.append(action)
    return Record(state.header, tuple(actions)), state


def a_deal(state, chance):
    other = chance.randrange(state.n)
    if chance.random() > 0.1 or other == state.turn:
        return None
    give, get = (pack_cards(chance.sample(range(5), chance.randint(1, 2))) for _ in range(2))
    return Action(state.turn, "deal", (other, give, get))


@every_ruleset
@pytest.mark.parametrize("seed", range(3))
def test_what_would_be_broken_is_found_without_playing_it(ruleset, seed):
    chance = random.Random(seed)
    game, _ = random_game(ruleset, chance, 250)
    state = ruleset.setup(game.header)

    for action in game.actions:
        ruleset.play(state, hidden(action, chance, 1))
        asked = any_action(ruleset, state, chance)
        if state.unseen is None or ruleset.implied(state, asked) is not None:
            continue
        before, untouched = all_that_is_known(state), state.copy()
        broken = ruleset.hidden.broken(ruleset, state, asked)

        assert all_that_is_known(state) == before, asked
        assert broken == ruleset.play(untouched, asked), asked


def all_that_is_known(state):
    return [
        (one.hands, one.bank, one.points, one.unseen.piles, one.unseen.width, one.unseen.events)
        for one in (branch.copy() for branch in all_states(state))
    ]


# Too many to keep all


@every_ruleset
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("most", "work"), [(1, 10**9), (10, 10**9), (20_000, 50)])
def test_bounds_contain_what_was_played(ruleset, seed, most, work, monkeypatch):
    at_most(most, monkeypatch)
    monkeypatch.setattr(branches, "WORK", work)
    chance = random.Random(seed)
    game, _ = random_game(ruleset, chance, 250)
    truth, state = ruleset.setup(game.header), ruleset.setup(game.header)

    for action in game.actions:
        veil = hidden(action, chance, 0.8)
        ruleset.play(truth, action)

        assert ruleset.play(state, veil) == (), veil
        if state.unseen is not None and state.unseen.lost is not None:
            break
        assert any(may_be(ruleset, branch, truth) for branch in all_states(state)), veil

    assert most > 1 or state.unseen is None or state.unseen.beyond or state.unseen.lost


def at_most(most, monkeypatch):
    """Keep so many worlds."""
    for module in (branches, worlds):
        monkeypatch.setattr(module, "MOST", most)


def test_a_game_with_too_many_hands_says_so_and_is_still_judged(monkeypatch):
    at_most(3, monkeypatch)
    given = {"hands": {"Anna": "L", "Ben": "BLWGO"}}
    state = after(**given)
    play(state, "1 Anna 7 K a3<Ben:?")

    (action,) = actions_of("1 Anna T 4O>B").actions
    broken = BASE.play(state, action)

    assert state.unseen.beyond.verb == "robber"
    assert [trouble.rule.id for trouble in broken] == ["B-107"]


def test_a_game_in_which_too_much_is_open_is_not_judged_any_more(monkeypatch):
    for module in (branches, hands, parting):
        monkeypatch.setattr(module, "PARTS", 1)
    state = after(hands={"Anna": "L", "Ben": "BO"}, cards={"Cyril": [MONOPOLY]})
    play(state, "1 Anna 7 K a3<Ben:? /")
    play(state, "2 Ben 12 /")
    play(state, "3 Cyril 12")

    for action in actions_of("3 Cyril M O T 4G>B").actions:
        assert BASE.play(state, action) == ()

    assert state.unseen.lost.verb == "roll"


def test_cards_of_any_number_take_no_time():
    """Hands as no game deals them: the choices are counted before they are made."""
    state = after(hands={"Anna": 90 * "B", "Ben": "O"}, phase=5)
    state.hands[0] += pack([90] * 5)
    state.owed = [225, 0, 0]

    BASE.play(state, Action(0, "discard", (225 * ONE[UNKNOWN],)))

    assert state.unseen.beyond is not None
    assert state.unseen.meter.work <= branches.WORK


def test_choices_that_are_made_once_only_count_as_work_too(monkeypatch):
    """Deals of which neither side was seen: most worlds have choices of their own."""
    asked = []
    outcome = spreads.Spread.outcome
    monkeypatch.setattr(
        spreads.Spread, "outcome", lambda self, cards: asked.append(cards) or outcome(self, cards)
    )
    three = (
        *("1 Anna 4 P Ben ?<>? P Cyril ?<>?? /", "2 Ben 9 P Anna ?<>? P Cyril ??<>? /"),
        "3 Cyril 8 P Anna ?<>? /",
    )

    state = after(*three * 6)

    assert state.unseen.beyond is not None
    assert len(asked) < 100_000


def test_hands_of_which_nothing_fits_take_no_time():
    """Deals of which no choice keeps the rule that no resource is on both sides: the choices that
    are tried count, not those that fit (records/unseen/slow-deals.txt took 19 seconds)."""
    text = (RECORDS / "unseen" / "slow-deals.txt").read_bytes()
    game = files.read(text)

    report = replay(rulesets.by_key(game.header.ruleset), game)

    assert report.violations == []
    assert report.state.unseen.meter.work <= branches.END + 2 * spreads.EFFORT


@pytest.mark.parametrize("name", ["counted-long.txt", "counted-longer.txt"])
def test_a_game_in_which_hands_are_counted_is_followed_to_its_end(name):
    """All thefts, deals, discards and purchases of more than two hundred turns are hidden, all that
    rolls bring is told: few steps are spent where only bounds are kept."""
    game = files.read((RECORDS / "unseen" / name).read_bytes())

    report = replay(rulesets.by_key(game.header.ruleset), game)

    assert report.violations == []
    assert report.state.unseen.lost is None
    assert report.state.unseen.others == []


def test_what_other_ways_break_is_not_asked_where_one_breaks_nothing(monkeypatch):
    asked = []
    broken = Ruleset.broken
    monkeypatch.setattr(Ruleset, "broken", lambda *given: asked.append(given[-1]) or broken(*given))
    game = files.read((RECORDS / "unseen" / "counted-longer.txt").read_bytes())

    report = replay(rulesets.by_key(game.header.ruleset), game)

    assert report.violations == []
    assert [action for action in asked if action.verb == "roll"] == []


def test_bounds_have_their_whole_share_of_steps_whatever_the_last_worlds_took():
    dear, cheap = branches.Meter(branches.WORK + 70_000), branches.Meter(branches.WORK - 1)

    dear.begin_bounds()
    cheap.begin_bounds()

    assert dear.is_high
    assert branches.END - dear.work == branches.END - branches.WORK - 1
    assert cheap.work == branches.WORK - 1


def test_few_choices_out_of_many_cards_are_found_at_once():
    """All cards of four kinds are taken: there is one way, and it is not looked for among those
    that take fewer of the first ones."""
    cards = pack([60, 60, 60, 60, 0])

    assert spreads.choices(cards, 240, 5) == [cards]
    assert spreads.number_of_choices(cards, 240, 5) == 1


@pytest.mark.parametrize("seed", range(20))
def test_as_many_choices_are_counted_as_there_are(seed):
    chance = random.Random(seed)
    cards = pack([chance.randrange(5) for _ in range(5)])
    count = chance.randint(0, size(cards))

    found = spreads.choices(cards, count, 5)

    assert len(set(found)) == len(found) == spreads.number_of_choices(cards, count, 5)
    assert all(size(some) == count for some in found)


# All that fits, and nothing else


@two_piles
@pytest.mark.parametrize("seed", range(12))
def test_the_worlds_are_all_that_can_be(ruleset, seed):
    """Against plain replays of every way in which the hidden cards can be filled in."""
    for state, ways, veil in in_every_way(ruleset, random.Random(seed)):
        assert of_worlds(state) == {of_known(way) for way in ways}, veil


@two_piles
@pytest.mark.parametrize("seed", range(12))
def test_an_action_breaks_a_rule_exactly_if_it_does_in_every_way(ruleset, seed):
    chance = random.Random(seed)
    for state, ways, _ in in_every_way(ruleset, chance):
        for _ in range(3):
            action = hidden(any_action(ruleset, chance.choice(ways), chance), chance, 0.3)
            verb = ruleset.verbs[action.verb]

            broken = ruleset.play(state.copy(), action)

            assert (not broken) == any(
                verb.allowed(way, filled) for way in ways for filled in every_filling(way, action)
            ), action


def in_every_way(ruleset, chance):
    """After each of the last actions of a game: the state that hides some, all that it can be."""
    game, _ = random_game(ruleset, chance, chance.randint(60, 260))
    start = len(game.actions) - 25
    first = ruleset.setup(game.header)
    for action in game.actions[:start]:
        ruleset.play(first, action)
    state, ways = first.copy(), [first]
    for action in game.actions[start:]:
        veil = hidden(action, chance, 0.7) if len(ways) < 300 else action
        assert ruleset.play(state, veil) == ()
        ways = [way for before in ways for way in every_way(ruleset, before, veil)]
        ways = list({of_known(way): way for way in ways}.values())
        yield state, ways, veil


def every_way(ruleset, state, action):
    for filled in every_filling(state, action):
        if ruleset.verbs[action.verb].allowed(state, filled):
            way = state.copy()
            ruleset.play(way, filled)
            yield way


def every_filling(state, action):
    if not rulesets.by_key(state.header.ruleset).hidden.hides(action):
        yield action
    elif action.verb in {"buy", "robber", "scholars"}:
        for kind in range(5):
            yield action._replace(facts=(*action.facts[:-1], kind))
    elif action.verb == "discard":
        for cards in fillings(action.facts[0]):
            yield action._replace(facts=(cards,))
    elif action.verb in {"give", "refuse"}:
        for card in fillings(action.facts[1]):
            yield action._replace(facts=(action.facts[0], card))
    else:
        for give in fillings(action.facts[1]):
            for get in fillings(action.facts[2]):
                yield action._replace(facts=(action.facts[0], give, get))


def fillings(cards):
    seen, count = cards & FULL_HAND, cards >> 40
    return [seen + more for more in choices(pack([count] * 5), count, 5)] if count else [seen]


FULL_HAND = (1 << 40) - 1


def of_worlds(state):
    """The same of every world of every state in which the game may be."""
    filled = set()
    for branch in all_states(state):
        if branch.unseen is None:
            return {of_known(branch)}
        resources, cards = branch.unseen.piles
        for one in resources.worlds:
            for other in cards.worlds:
                filled.add(of_known(with_world(branch, one, other)))
    return filled


def with_world(branch, resources, cards):
    full = branch.copy()
    zones = range(branch.n + 1)
    for zone in zones:
        extra = resources >> 40 * zone & FULL_HAND
        change = extra - (size(extra) << 40)
        if zone < branch.n:
            full.hands[zone] += change
        else:
            full.bank += change
    for zone in range(branch.n + 2):
        extra = cards >> 40 * zone & FULL_HAND
        change = extra - (size(extra) << 40)
        seat = zone if zone < branch.n else branch.turn
        if zone == branch.n:
            full.bought += change
        if zone > branch.n:
            full.stock += change
        else:
            full.cards[seat] += change
            full.points[seat] += extra >> 8 & PLACE
    return full


@pytest.mark.parametrize(
    ("key", "verb", "facts"),
    [
        ("base", "robber", (7, 1, 3)),
        ("seafarers", "robber", (7, 1, 3)),
        ("seafarers", "pirate", (7, 1, 3)),
        ("base", "buy", (2,)),
    ],
)
def test_what_is_taken_or_bought_face_down_is_veiled(key, verb, facts):
    hidden_cards = rulesets.by_key(key).hidden

    veiled_action = hidden_cards.veiled(Action(0, verb, facts))

    assert veiled_action == Action(0, verb, (*facts[:-1], UNKNOWN))
    assert hidden_cards.hides(veiled_action)


def test_a_robber_who_takes_nothing_hides_nothing():
    action = Action(0, "robber", (7, NOBODY, NOBODY))

    assert rulesets.by_key("base").hidden.veiled(action) == action


def test_bounds_know_what_has_no_room_in_other_zones():
    """Of seven cards of the first kind three fit elsewhere, so that four lie in the last zone; and
    there is no place for an eighth."""
    bounds = Bounds(2, [[1, 3], [2, 3], [9, 9]], [3, 3, 6], [7, 5])

    part, sure = bounds.tightened()

    assert bounds.by_zone(sure) == [(0, 2), (0, 1), (4, 0)]
    assert part.counts == (1, 2, 2)
    assert part.there == (3, 2)
    assert Bounds(2, [[1, 3], [2, 3], [3, 9]], [3, 3, 6], [7, 5]).if_possible() is None


def swapped(bounds):
    """One card each of two zones, for one another."""
    moves = [(Move(0, 0, 1, 1 << 16), 1), (Move(0, 1, 0, 1 << 16), 1)]
    return bounds.spread(Spread(2, moves, (), None))


def test_bounds_that_a_swap_leaves_as_they_were_are_not_reckoned_anew():
    bounds = Bounds(2, [[2, 2], [2, 2], [4, 4]], [2, 2, 4], [4, 4])

    assert swapped(bounds) is bounds


def test_what_zones_hold_together_changes_with_a_swap_that_leaves_room_and_sizes():
    """One of the first kind lies in the first and the last zone together; the second has others."""
    together = Held((0, 2), 0, 1, 1)
    bounds = Bounds(2, [[2, 2], [2, 2], [4, 4]], [2, 2, 4], [4, 4], shared=(together,))

    moved = swapped(bounds)

    assert (moved.room, moved.counts) == (bounds.room, bounds.counts)
    assert moved.shared == (together._replace(low=0, high=2),)
    assert moved.range_of((0, 2), 0) == (0, 2)


def test_what_is_certain_of_one_zone_makes_more_certain_of_another():
    bounds = Bounds(2, [[0, 2], [5, 5]], [2, 3], [3, 2])

    _part, sure = bounds.tightened()

    assert bounds.by_zone(sure) == [(0, 2), (3, 0)]


def test_nothing_is_implied_any_more_where_too_much_is_unseen():
    """Knights are to be declared, which those without any need not say."""
    rules = rulesets.by_key("cities-knights")
    state = cities_table.after("1 Anna 1+1y", hands={"Anna": "L", "Ben": "B"}, experienced=True)
    for action in cities_table.lines("1 Anna P Ben L<>?").actions:
        rules.play(state, action)
    state.commits = (0, 1, 2)
    state.unseen.lose(state.previous)

    assert rules.play(state, Action(0, "end_turn")) == ()
