"""The form of an action: what reads and writes it, asks for its facts and hides them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from games.engine import rulesets
from games.engine.board.generate import random_board
from games.engine.core import NOBODY, Action, Header, Player
from games.engine.document import read_document, write_document
from games.engine.forms import Act, Form, hides, spoken, veils
from games.engine.record import DICE, Mistake, Words, parse, table_of, write
from games.engine.rulesets.base.packed import UNKNOWN
from tests.games.rulesets.mutations import played

ISLANDS = [ruleset for ruleset in rulesets.RULESETS if ruleset.viewer == "island"]
CITIES = rulesets.by_key("cities-knights")
PLAYERS = (Player("Anna"), Player("Ben"), Player("Cyril"))
TABLE = table_of(Header("cities-knights", PLAYERS, random_board("forms")), CITIES.notation)

KNIGHTS = "De {knight:spot}[>{placed:spot}[={strength:rank}]]"
A_DESERTION = "a knight removed, and the one placed"

SPOT, OTHER = 7, 9


def form(text: str, **more: Any) -> Form:
    return Form(Act("act", text, "does something", expected=A_DESERTION, **more), sorts())


def sorts() -> Any:
    return CITIES.notation.sorts


def name(spot: int) -> str:
    return str(TABLE.places.intersection_names[spot])


def read(form_: Form, text: str) -> list[tuple[Any, ...]]:
    words = Words(TABLE, 1, text)
    words.at = 1
    return [tuple(action[:4]) for action in form_.reader()(words, 1)]


def written(form_: Form, facts: tuple[int, ...], gains: Any = None) -> str:
    return form_.writer()(TABLE, [Action(1, "act", facts, gains)], 0)[0]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        pytest.param(f"De {name(SPOT)}", (SPOT, NOBODY, 0), id="the first fact alone"),
        pytest.param(f"De {name(SPOT)}>{name(OTHER)}", (SPOT, OTHER, 0), id="one bracket"),
        pytest.param(f"De {name(SPOT)}>{name(OTHER)}=2", (SPOT, OTHER, 2), id="one in the other"),
    ],
)
def test_what_is_in_brackets_may_be_left_out(text, facts):
    assert read(form(KNIGHTS), text) == [(1, "act", facts, None)]
    assert written(form(KNIGHTS), facts) == text


@pytest.mark.parametrize("word", [f"{name(SPOT)}>{name(OTHER)}=7", f"{name(SPOT)}>{name(OTHER)}="])
def test_a_word_that_does_not_fit_is_told_as_a_whole(word):
    with pytest.raises(Mistake) as mistake:
        read(form(KNIGHTS), f"De {word}")

    assert (mistake.value.at, mistake.value.expected) == (1, A_DESERTION)


@pytest.mark.parametrize("word", ["zz", f"{name(SPOT)}>zz", f"{name(SPOT)}>"])
def test_a_fact_that_does_not_fit_is_told_by_its_sort(word):
    with pytest.raises(Mistake) as mistake:
        read(form(KNIGHTS), f"De {word}")

    assert mistake.value.expected == "an intersection such as c2ne"


def test_of_what_is_left_out_nothing_inside_is_written():
    assert written(form(KNIGHTS), (SPOT, NOBODY, 2)) == f"De {name(SPOT)}"


def test_a_word_that_may_be_left_out_is_known_by_its_looks():
    smith = form("Sm {knight:spot}[ {other:spot}]")

    assert read(smith, f"Sm {name(SPOT)} K") == [(1, "act", (SPOT, NOBODY), None)]
    assert read(smith, f"Sm {name(SPOT)} {name(OTHER)}") == [(1, "act", (SPOT, OTHER), None)]


def test_the_player_may_stand_in_the_action():
    gift = form("G @ {cards}")

    assert read(gift, "G Cyril B") == [(2, "act", (1,), None)]
    assert written(gift, (1,)) == "G Ben B"
    assert gift.by_name


def test_cards_gained_or_lost_may_follow():
    monopoly = form("Rm {kind} -")

    assert read(monopoly, "Rm B -Anna:B") == [(1, "act", (0,), (1, 0, 0))]
    assert read(monopoly, "Rm B +Anna:B") == [(1, "act", (0,), None)]
    assert written(monopoly, (0,), (1, 0, 0)) == "Rm B -Anna:B"


def test_another_action_may_follow_without_its_mark_but_not_behind_a_ruling():
    plan = spoken(
        CITIES.notation,
        [
            Act("plan", "PLAN", "plans", then="free_road", most=2),
            Act("free_road", "F {path}", "lays a free road"),
        ],
        sorts(),
    )
    one, other = TABLE.places.path_names[:2]
    words = Words(TABLE, 1, f"{one} {other} {one}")

    actions = list(plan.turn["PLAN"](words, 0))

    assert [action.verb for action in actions] == ["plan", "free_road", "free_road"]
    assert words.at == 2
    assert plan.write["plan"](TABLE, actions, 0) == (f"PLAN {one} {other}", 3)
    ruled = [actions[0]._replace(ruling=3), *actions[1:]]
    assert plan.write["plan"](TABLE, ruled, 0) == ("PLAN", 1)


def test_of_forms_with_one_mark_the_one_that_fits_is_read():
    move, displace = (
        f"M {name(SPOT)}>{name(OTHER)}",
        f"M {name(SPOT)}>{name(OTHER)}*0",
    )

    for text, verb in ((move, "move_knight"), (displace, "displace")):
        words = Words(TABLE, 1, text)
        words.at = 1
        (action,) = CITIES.notation.turn["M"](words, 0)
        assert action.verb == verb


def test_the_facts_have_names_and_null_where_they_are_left_out():
    knight, placed, strength = form(KNIGHTS).fields

    assert (knight.name, placed.name, strength.name) == ("knight", "placed", "strength")
    assert placed.read(TABLE, None) == (NOBODY,)
    assert placed.write(TABLE, (NOBODY,)) is None
    assert knight.read(TABLE, None) is None
    assert strength.read(TABLE, None) is None


@pytest.mark.parametrize(
    ("verb", "seen", "unseen"),
    [
        pytest.param("robber", (3, 1, 0), (3, 1, UNKNOWN), id="a stolen card"),
        pytest.param("spy", (1, 1, 0), (1, 1, 9), id="a progress card"),
        pytest.param("bishop", (3, 1), (3, UNKNOWN + 1), id="a card of each"),
    ],
)
def test_a_card_taken_face_down_is_hidden_from_the_others(verb, seen, unseen):
    action = Action(0, verb, seen)

    assert not hides(CITIES.notation)(action)
    assert veils(CITIES.notation)(action) == action._replace(facts=unseen)
    assert hides(CITIES.notation)(action._replace(facts=unseen))


def test_what_a_bank_gives_lies_open():
    cards = (1 << 8 * UNKNOWN, 1 << 8 * UNKNOWN)

    assert not hides(CITIES.notation)(Action(0, "bank", cards))
    assert hides(CITIES.notation)(Action(0, "deal", (1, *cards)))


@pytest.mark.parametrize("ruleset", rulesets.RULESETS, ids=lambda ruleset: ruleset.key)
def test_nothing_in_a_form_is_passed_over(ruleset):
    for form_ in ruleset.notation.forms.values():
        act, parts = form_.act, form_.parts
        mark = "" if act.mark == DICE else act.mark
        named = "".join(part.before + "{" + part.name + "}" for part in parts)
        rest = re.sub(r":\w+}", "}", act.form).replace("[", "").replace("]", "")

        said = (" @" if form_.by_name else "") + named + (f" {form_.sign}" if form_.sign else "")
        assert rest == mark + said


@pytest.mark.parametrize("ruleset", rulesets.RULESETS, ids=lambda ruleset: ruleset.key)
def test_every_verb_of_a_game_has_its_form_and_its_deed(ruleset):
    notation = ruleset.notation

    assert ruleset.verbs.keys() <= notation.forms.keys()
    for verb in ruleset.verbs:
        assert notation.deeds[verb] == notation.forms[verb].act.deed
        assert notation.fields[verb] == notation.forms[verb].fields


@pytest.mark.parametrize("ruleset", ISLANDS, ids=lambda ruleset: ruleset.key)
def test_actions_of_every_verb_are_the_same_as_text_and_as_json(ruleset):
    game = played(ruleset, seed=3, most=150)
    document = json.loads(json.dumps(write_document(game, ruleset.notation)))

    read_text = parse(write(game, ruleset.notation), rulesets.by_key)

    assert tuple(one._replace(line=0) for one in read_text.actions) == game.actions
    assert read_document(document, rulesets.by_key).actions == game.actions
