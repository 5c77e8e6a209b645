"""A card set is read, or every fault in it is told (CG-108 to CG-114)."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as some

from games.engine import rulesets
from games.engine.core import NotARecord
from games.engine.record import parse
from games.engine.rulesets.card_game import cards, facts
from games.engine.rulesets.card_game.cards import NotCards, faults_of, hash_of, read_cards
from games.engine.rulesets.card_game.facts import NAMES, with_facts
from games.wording.cards import effect_words
from games.wording.engine import expected_words

DOCUMENT = json.loads(Path(cards.__file__).with_name("fast_card_game.json").read_text())


def changed(change):
    document = copy.deepcopy(DOCUMENT)
    change(document)
    return document


def card(document, name):
    return next(one for one in (*document["expansions"], *document["events"]) if one["id"] == name)


def set_(which, **fields):
    return lambda document: card(document, which).update(fields)


def effects(name, *effects_):
    return set_(name, effects=list(effects_))


def roads(count):
    return lambda document: document["building"][0].update(count=count)


def ore(count):
    return lambda document: document["resources"].update(ore=count)


THIEF = {"op": "flip_destiny", "must": True}
KNIGHT = {"op": "protect", "kind": "knight", "first": 1}
ROADS = {"op": "protect", "kind": "road", "first": 3}


def counted(fortress, others):
    """No count is open any more."""

    def change(document):
        card(document, "fortress")["count"] = fortress
        card(document, "other")["count"] = others

    return change


def exchanged(document):
    card(document, "church")["effects"] = [ROADS]
    card(document, "fortress")["effects"] = [KNIGHT]


def case(rule, breaks, keeps):
    return pytest.param(rule, breaks, keeps, id=rule, marks=pytest.mark.rule(rule))


CASES = [
    case("CG-108", roads(4), roads(5)),
    case("CG-109", ore(15), ore(16)),
    case("CG-110", set_("fortress", vp=2), set_("fortress", vp=4)),
    case("CG-111", set_("library", count=10), set_("library", count=2)),
    case("CG-111", counted(1, 1), counted(2, 2)),
    case("CG-112", set_("market-day", count=6), set_("market-day", count=5)),
    case("CG-112", effects("thief-attack", {"op": "none"}), effects("thief-attack", THIEF)),
    case("CG-113", effects("church", ROADS), exchanged),
    case("CG-114", effects("market-day", {"op": "explode"}), effects("market-day", {"op": "none"})),
    case(
        "CG-114",
        effects("market-day", {"op": "each_draw", "count": "many", "who": "all"}),
        effects("market-day", {"op": "each_draw", "count": 1, "who": "all"}),
    ),
]


@pytest.mark.parametrize(("rule", "breaks", "keeps"), CASES)
def test_a_fault_is_told_by_its_rule(rule, breaks, keeps):
    with pytest.raises(NotCards) as refusal:
        read_cards(changed(breaks))

    assert {rule} == {rule for rule, _ in refusal.value.mistakes}


@pytest.mark.parametrize(("rule", "breaks", "keeps"), CASES)
def test_the_nearest_card_set_without_it_is_read(rule, breaks, keeps):
    assert read_cards(changed(keeps)).id == "fast-card-game"


def test_the_hash_tells_one_content_from_another():
    assert hash_of(DOCUMENT) == facts.FAST_CARD_GAME.hash
    assert hash_of(DOCUMENT) == hash_of(dict(reversed(DOCUMENT.items())))
    assert hash_of(changed(set_("fortress", vp=4))) != hash_of(DOCUMENT)


VALUES = some.recursive(
    some.none() | some.booleans() | some.integers(-3, 200) | some.text(max_size=8),
    lambda values: (
        some.lists(values, max_size=3)
        | some.dictionaries(some.sampled_from([*DOCUMENT, "id", "op"]), values, max_size=3)
    ),
    max_leaves=8,
)


@given(some.sampled_from(sorted(DOCUMENT)), VALUES)
def test_any_json_is_read_or_has_faults(part, value):
    document = DOCUMENT | {part: value}

    if not list(faults_of(document)):
        read_cards(document)


@given(VALUES)
def test_what_is_no_card_set_at_all_has_faults(value):
    assert list(faults_of(value))


@given(
    some.sampled_from(["library", "market-day"]),
    some.sampled_from(["count", "vp", "symbols", "effects", "level", "name", "confirmed", "id"]),
    VALUES,
)
def test_any_value_of_a_card_is_read_or_a_fault(name, part, value):
    document = changed(set_(name, **{part: value}))

    if not list(faults_of(document)):
        read_cards(document)


# What was read off printed cards


FACTS = "fortress count=1 vp=4; market-day does=each_draw:1:all; harbour count=1 vp=3 does=rate:2:1"


def test_facts_complete_the_card_set():
    entered = with_facts(FACTS)

    cards_ = {card.id: card for card in (*entered.expansions, *entered.events)}
    assert (cards_["fortress"].count, cards_["fortress"].points) == (1, 4)
    assert cards_["market-day"].entered
    assert cards_["harbour"].effect("rate").number("give") == 2
    assert entered.hash != facts.FAST_CARD_GAME.hash
    assert [card.id for card in entered.expansions][-1] == "other"


def test_facts_are_written_in_one_way():
    assert with_facts(with_facts(FACTS).facts) == with_facts(FACTS)
    shuffled = "; ".join(reversed(FACTS.split("; ")))
    assert with_facts(shuffled).facts == with_facts(FACTS).facts


def test_once_nine_expansions_are_known_there_are_no_others():
    entered = with_facts("fortress count=1; a count=1 does=none; b count=2 does=none")

    assert "other" not in [card.id for card in entered.expansions]


@pytest.mark.rule("CG-110", "CG-111", "CG-114")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("fortress vp=2", "CG-110"),
        ("fortress count=8", "CG-111"),
        ("fortress does=explode", "CG-114"),
        ("fortress does=protect:road", "CG-114"),
        ("fortress does=protect:road:many", "CG-114"),
        ("fortress fine", "CG-114"),
        ("fortress; fortress", "CG-114"),
        ("church does=none", "CG-113"),
    ],
)
def test_facts_that_cannot_be_are_refused(text, rule):
    with pytest.raises(NotCards) as refusal:
        with_facts(text)

    assert rule in {rule for rule, _ in refusal.value.mistakes}


@given(
    some.text(max_size=60) | some.from_regex(r"[a-z]{1,8}( (vp|does|count)=[a-z0-9:+_]{1,12}){0,3}")
)
def test_any_text_is_facts_or_refused(text):
    try:
        entered = with_facts(text)
    except NotCards:
        return
    assert with_facts(entered.facts) == entered


def test_every_name_of_a_card_is_known_to_the_translators():
    cards = with_facts("")

    assert tuple(card.name for card in (*cards.expansions, *cards.events)) == NAMES


def mistakes_in(text):
    """Of a record with these facts: the column of each mistake, and the mistake."""
    with pytest.raises(NotARecord) as refusal:
        parse(f'[Ruleset "card-game"]\n[Seats "Anna Ben"]\n[Facts "{text}"]\n', rulesets.by_key)
    return refusal.value.errors


def test_every_mistake_of_the_facts_is_told_where_it_stands():
    text = "thief-attack does=none; fortress vp=9 count=; church does=protect:road; fortress"

    found = [
        (text[error.column - len('[Facts "') - 1 :].split(maxsplit=1)[0].rstrip(";"), str(error))
        for error in mistakes_in(text)
    ]

    for place, reason in (
        ("thief-attack", "Thief attack does not turn"),
        ("fortress", "Fortress is worth 9"),
        ("fortress", "fortress stands twice"),
        ("count=", "count= says nothing"),
        ("does=protect:road", "protect has 2 fields"),
    ):
        assert [at for at, words in found if reason in words] == [place]
    assert len(found) == 5


def test_the_mistakes_of_the_facts_speak_the_language_of_the_reader():
    with translation.override("cs"):
        words = [expected_words(error) for error in mistakes_in("thief-attack does=none")]

    assert len(words) == 1
    assert "does not turn" not in words[0]
    assert "Osud" in words[0] or "osud" in words[0]


def test_true_and_false_are_yes_and_no():
    assert with_facts("thief-attack does=flip_destiny:yes").events

    (error,) = mistakes_in("thief-attack does=flip_destiny:true")

    assert "must of the effect flip_destiny of Thief attack is true, not yes or no" in str(error)


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("extra_draw:many", "a number from 0 to 99"),
        ("extra_exchange:1:shop", "deck, market, opponent"),
        ("manual:7", "a text of at most 200 letters"),
    ],
)
def test_a_field_says_what_it_may_be(effect, expected):
    (error,) = mistakes_in(f"library does={effect}")

    assert expected in str(error)


def test_how_often_a_card_may_be_used_is_said_with_its_time():
    fields = "take:2:turn:1:choice:all"
    card = with_facts(f"harbour count=1 does={fields}").expansions[-2]

    with translation.override("en"):
        words = effect_words(card.effects[0])

    assert "how often it may be used: 2, counted over: one turn" in words
