"""What the recorder offers at each moment, against whole games and small positions."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.engine import record, rulesets
from games.engine.choices import Choice, ahead, choices
from games.engine.core import NOBODY, Action, Record
from games.engine.replay import moments
from games.engine.rulesets.base.state import OVER
from tests.games import played
from tests.games.rulesets import card_table
from tests.games.rulesets.table import FOUNDED, actions_of, after

BASE, TOUR = rulesets.by_key("base"), rulesets.by_key("base+tour")
KEPT = Path(__file__).parents[3] / "games" / "samples" / "kept.txt"


def hidden(game: Record) -> Record:
    """The game as somebody writes it down who sees no stolen card and no purchase."""
    return game._replace(actions=tuple(map(unseen, game.actions)))


def unseen(action: Action) -> Action:
    if action.verb == "buy":
        return action._replace(facts=(5,))
    if action.verb == "robber" and action.facts[1] >= 0 and action.facts[2] >= 0:
        return action._replace(facts=(*action.facts[:2], 5))
    return action


@pytest.mark.parametrize("name", [*played.LEGAL, "kept"])
def test_every_action_of_a_game_is_among_the_choices_whatever_was_not_seen(name):
    if name == "kept":
        game = record.parse(KEPT.read_text(encoding="utf-8"), rulesets.by_key)
    else:
        game = hidden(played.record(name))
    ruleset = rulesets.by_key(game.header.ruleset)

    for action, state in zip(game.actions, moments(ruleset, game), strict=False):
        offered = choices(ruleset, state)
        assert any(choice.answers(action) for choice in offered), action


def test_a_verb_stands_once_for_each_player():
    state = after(then="1 Anna 9", hands={"Anna": "BBBBLLLLWWGGGOO", "Ben": "B", "Cyril": "B"})

    offered = [(choice.seat, choice.verb) for choice in choices(BASE, state)]

    assert len(offered) == len(set(offered))
    assert {"end_turn", "road", "city", "buy", "bank", "deal"} <= {verb for _, verb in offered}


def test_a_deal_is_offered_with_everybody_who_has_a_card():
    state = after(then="1 Anna 2", hands={"Anna": "B", "Ben": "L", "Cyril": ""})

    deal = next(choice for choice in choices(BASE, state) if choice.verb == "deal")

    assert deal == Choice(0, "deal", ((1,),), offered=True)


def test_many_ways_to_discard_are_left_open():
    state = after(then="1 Anna 7", hands={"Ben": "BBBBLLLLWWWWGGGGOOOO"})

    assert choices(BASE, state)[0] == Choice(1, "discard", ((),))


def test_payments_that_all_go_on_in_the_same_ways_are_told_apart_from_those():
    """Each payment does for each of the expansions in stock."""
    state = card_table.after(hands={"Anna": "BBBLLLWWWGGGOOO"}, cities={"Anna": 1})

    offered = choices(card_table.rules(), state)

    (expand,) = [choice for choice in offered if choice.verb == "expand"]
    assert len(expand.facts) * len(expand.rests) > 100
    assert all(len(facts) == 1 for facts in expand.facts)
    library = Action(0, "expand", (expand.facts[0][0], NOBODY, 0, NOBODY))
    assert expand.answers(library)
    assert not expand.answers(library._replace(facts=(0, *library.facts[1:])))
    assert not expand.answers(library._replace(facts=(*library.facts[:3], 4)))


def test_what_an_unseen_card_may_be_is_offered():
    game = actions_of(*FOUNDED, "1 Anna 7 K b3<Ben:?")
    *_, state = moments(BASE, game)
    state.hands[0] += 1 << 8  # a lumber beside the unseen card, which may be a brick

    assert "road" not in {action.verb for action in BASE.legal(state)}
    assert "road" in {choice.verb for choice in choices(BASE, state)}


def test_looking_leaves_the_state_as_it_was():
    *_, state = moments(BASE, actions_of(*FOUNDED, "1 Anna 7 K b3<Ben:?"))
    before = state.hands.copy(), state.cards.copy(), state.bank, state.unseen.piles.copy()

    choices(BASE, state)

    assert (state.hands, state.cards, state.bank, state.unseen.piles) == before


@pytest.mark.rule("TG-17")
def test_a_road_just_built_may_be_laid_elsewhere_in_the_tour():
    state = after(ruleset="base+tour", hands={"Anna": "BL"}, then="1 Anna 2 R b2se")

    moved = next(choice for choice in choices(TOUR, state) if choice.verb == "move_road")

    places = {state.places.grid.path_names[path] for (path,) in moved.facts}
    assert moved.offered
    assert places == {"b1e", "b1se", "c2e", "d1e", "d1sw", "d2sw", "e1w"}


@pytest.mark.rule("B-056", "B-057")
def test_the_order_of_the_founding_is_known_ahead():
    state = after(founded=False)

    order = ahead(BASE, state)

    assert order == [
        (seat, verb) for seat in (0, 1, 2, 2, 1, 0) for verb in ("found", "found_road")
    ]


def test_nothing_is_known_ahead_while_the_start_is_rolled_for_or_the_turns_go_on():
    rolling = after("Anna 3+4", founded=False)
    in_turn = after(then="1 Anna 2")

    assert ahead(BASE, rolling) == ahead(BASE, in_turn) == []


def test_who_has_won_may_claim_it_and_nothing_else_is_left():
    state = after("1 Anna 2", winner=0, phase=OVER)

    assert choices(BASE, state) == [Choice(0, "claim", ((),), offered=True)]
