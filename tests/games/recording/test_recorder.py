"""What the recorder makes of a game in writing: choices as JSON, changes of hands, lines."""

from __future__ import annotations

import ast
import functools
import random
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import translation

from games.engine import rulesets
from games.engine.core import NOBODY, Action, Record
from games.engine.record import parse, table_of
from games.engine.replay import Report
from games.engine.rulesets import RULESETS
from games.engine.rulesets.dice_game.faces import listed, unlisted
from games.recording import recorder
from games.recording.recorder import Change, Misread, Unfit
from games.wording import engine
from games.wording.actions import facts_in_words
from tests.games.engine.test_choices import KEPT
from tests.games.rulesets import card_chance
from tests.games.rulesets.chance import legal_action, new_game
from tests.games.rulesets.dice_game import chance as dice_chance
from tests.games.rulesets.table import FOUNDED, actions_of

EMPTY = actions_of()

ISLANDS = [ruleset for ruleset in RULESETS if ruleset.viewer == "island"]


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def stand(*lines, ruleset="base"):
    return recorder.stand_of(actions_of(*FOUNDED, *lines, ruleset=ruleset))


def choice(asked, verb):
    return next(choice for choice in asked["choices"] if choice["verb"] == verb)


def test_choices_have_the_names_of_their_facts():
    asked = recorder.asked(stand("1 Anna 7"))

    robber = choice(asked, "robber")
    assert robber["seat"] == asked["turn"] == 0
    assert {"hex": "b3", "victim": 1, "card": "?"} in robber["ways"]
    assert {"hex": "a1", "victim": None, "card": None} in robber["ways"]


def test_a_game_that_is_written_with_all_its_cards_asks_for_a_stolen_one():
    game = stand("1 Anna 7")
    game.ruleset = replace(game.ruleset, hidden=None)

    ways = choice(recorder.asked(game), "robber")["ways"]

    assert {"hex": "b3", "victim": 1} in ways
    assert {"hex": "a1", "victim": None, "card": None} in ways


@pytest.mark.parametrize("verb", ["bell", "abandon"])
def test_what_no_player_does_is_said_of_none(verb):
    game = stand("1 Anna 3 BELL" if verb == "bell" else "1 Anna 3 STOP")

    line = recorder.lines_of(game)[0]

    assert (line.player, line.piece) == ("", "")
    assert line.deed in ("the bell rings", "the game is broken off")
    assert recorder.verbs_of(game.record.header)[verb]["nobodys"]


def test_dice_and_deals_are_left_open():
    before, after = recorder.asked(stand()), recorder.asked(stand("1 Anna 3"))

    assert choice(before, "roll")["ways"] == [{}]
    assert choice(after, "deal")["ways"] == [{"with": 1}, {"with": 2}]


def test_the_number_of_cards_to_discard_is_told():
    rolls = [f"{turn} {['Anna', 'Ben', 'Cyril'][turn % 3]} 8" for turn in range(9)]

    asked = recorder.asked(stand(*rolls, "9 Anna 7"))

    assert {choice["seat"]: choice["due"] for choice in asked["choices"] if "due" in choice}


def test_what_everybody_gained_stands_beside_the_roll():
    written = stand("1 Anna 9").written[-1]

    assert written.changes == [Change(0, "ore", 1), Change(1, "grain", 1)]


def test_a_stolen_card_goes_from_hand_to_hand_unseen():
    written = stand("1 Anna 7 K b3<Ben:?").written[-1]

    assert [(seat, count) for seat, _kind, count in written.changes] == [(0, 1), (1, -1)]


def test_what_only_becomes_known_is_no_change():
    """Cards do not leave a hand and come back into it as known ones."""
    game = parse(KEPT.read_text(encoding="utf-8"), rulesets.by_key)

    for one in recorder.stand_of(game).written:
        for seat in range(4):
            counts = {kind: count for of, kind, count in one.changes if of == seat}
            assert "?" not in counts or len({count > 0 for count in counts.values()}) == 1, one


def test_the_newest_line_comes_first_with_its_rule_and_its_ruling():
    lines = recorder.lines_of(stand("1 Anna 5", "2 Cyril 3+1 !4 /"))

    assert [line.deed for line in lines[:3]] == ["ends the turn", "rolls", "ends the turn"]
    assert lines[1].words == "3+1"
    assert lines[1].ruling == 4
    assert "B-065" in [rule for rule, _detail in lines[1].findings]


def test_an_action_that_breaks_a_rule_is_unfit_unless_it_happened():
    road = [Action(0, "found_road", (0,))]

    with pytest.raises(Unfit) as unfit:
        recorder.after(EMPTY, road, happened=False)

    assert not unfit.value.impossible
    assert recorder.after(EMPTY, road, happened=True).record.actions == tuple(road)


def test_what_was_due_first_is_asked_about_once():
    """The robber was not moved after the 7, which the table has said of the first deal."""
    actions = actions_of(*FOUNDED, "1 Anna 7 P Ben L<>W P Ben L<>B").actions
    *before, deal, other = actions

    with pytest.raises(Unfit):
        recorder.after(EMPTY._replace(actions=tuple(before)), [deal], happened=False)
    game = recorder.after(EMPTY._replace(actions=tuple(before)), [deal], happened=True).record

    assert recorder.after(game, [other], happened=False).written[-1].findings == []


def test_what_cannot_have_happened_is_refused_with_how_the_probable_is_written():
    with pytest.raises(Unfit) as unfit:
        recorder.after(EMPTY, [Action(0, "buy", (5,))], happened=False)

    told = recorder.refusals_in_words(unfit.value.findings, unfit.value.ruleset)
    hints = [hint for _rule, _detail, hint in told if hint]

    assert unfit.value.impossible
    assert any(hint.startswith("Was a deal, a theft or a trade") for hint in hints)


def test_rules_that_were_broken_before_do_not_refuse_what_follows():
    elsewhere = [Action(0, "found", (0,)), Action(0, "found_road", (40,))]
    game = recorder.after(EMPTY, elsewhere, happened=True)
    assert any(written.findings for written in game.written)

    stand = recorder.after(game.record, [Action(1, "found", (30,))], happened=False)

    assert len(stand.record.actions) == 3


@pytest.mark.rule("B-125")
@pytest.mark.parametrize("path", ["c3ne", "b3sw"])
def test_a_refusal_names_a_place_as_it_was_typed(path):
    game, typed = recorder.read_typed(actions_of(*FOUNDED, "1 Anna 5"), 0, f"R {path}")

    with pytest.raises(Unfit) as refused:
        recorder.after(game, typed, happened=False)

    told = dict(recorder.findings_in_words(refused.value.findings, "base"))
    assert told["B-125"] == f"{path} touches nothing of Anna's"


@pytest.mark.parametrize("words", ["R", "S c2n R", "Hello", '[Table "3"]', "S c2n\n1 Ben 7"])
def test_what_cannot_be_read_is_misread(words):
    with pytest.raises(Misread):
        recorder.read_typed(EMPTY, 0, words)


def test_typed_actions_belong_to_the_beginning_until_the_first_turn():
    _, founding = recorder.read_typed(EMPTY, 1, "S c2n R c2ne")
    _, turn = recorder.read_typed(actions_of(*FOUNDED), 1, "5 R c2ne")

    assert [(action.seat, action.verb) for action in founding] == [(1, "found"), (1, "found_road")]
    assert [action.verb for action in turn] == ["roll", "road"]


@pytest.mark.parametrize("ruleset", ISLANDS, ids=[ruleset.key for ruleset in ISLANDS])
def test_every_verb_has_a_key_and_every_legal_action_of_a_game_can_be_sent(ruleset):
    """As a tablet sends it: each fact by its name."""
    chance = random.Random(5)
    state = new_game(ruleset, chance)
    header = state.header
    verbs = recorder.verbs_of(header)
    actions = []
    while len(actions) < 150 and (action := legal_action(ruleset, state, chance)) is not None:
        ruleset.play(state, action)
        actions.append(action)

    assert verbs.keys() == ruleset.verbs.keys()
    assert all(verb["label"] for verb in verbs.values())
    assert verbs["deal"]["between"]["give get"] == " → "
    record = Record(header, tuple(actions))
    for action in actions:
        sent = {"seat": action.seat, "verb": action.verb, **facts_of(ruleset, header, action)}
        assert recorder.read_sent(record, sent) == [action._replace(gains=None)]
    table = table_of(header, ruleset.notation)
    told = "".join(facts_in_words(ruleset, table, action) for action in actions)
    assert not set(told) & set("{}[]<>?")


@pytest.mark.parametrize(
    "played",
    [
        pytest.param(lambda: card_chance.game(3, 4)[0], id="cards"),
        pytest.param(
            lambda: card_chance.hidden(card_chance.game(5, 2)[0]), id="cards, hidden hands"
        ),
        pytest.param(lambda: dice_chance.game(4, players=2)[0], id="dice"),
    ],
)
def test_a_whole_game_of_cards_or_dice_is_among_what_is_asked(played):
    """Each fact is asked for by name and can be sent; a table that tells dice by their faces alone
    and no sides of cards is asked for all that it tells."""
    game = played()
    ruleset = rulesets.by_key(game.header.ruleset)
    state = ruleset.setup(game.header)
    start = Record(game.header, ())
    stand = recorder.Stand(start, ruleset, Report(ruleset, start, state), [])
    asks = recorder.verbs_of(game.header)

    for action in map(as_asked, game.actions):
        facts = facts_of(ruleset, game.header, action)
        offers = [
            choice
            for choice in recorder.asked(stand)["choices"]
            if (choice["seat"], choice["verb"]) == (action.seat, action.verb)
        ]
        left = next((left for left in map(open_of(facts), offers) if left is not None), None)
        assert left is not None, action
        assert all(field["asked"] for field in asks[action.verb]["fields"] if field["name"] in left)
        assert recorder.read_sent(stand.record, {"seat": action.seat, "verb": action.verb, **facts})
        ruleset.play(state, action)

    assert recorder.asked(stand)["over"]


def as_asked(action):
    """The action as a tablet sends it: no side of a road, no places of dice."""
    if action.verb in ("road", "knight"):
        return action._replace(facts=(*action.facts[:2], NOBODY))
    if action.verb == "roll":
        return action._replace(facts=(*map(in_order, action.facts[:2]), 0))
    return action


def in_order(faces):
    return listed(sorted(face for face in unlisted(faces) if face >= 0))


def open_of(facts):
    """Of a choice the names of the facts that it leaves open; None if it does not allow them."""

    def left(choice):
        for way in choice["ways"]:
            for rest in choice["rests"] or [{}]:
                told = way | rest
                if all(facts[name] == value for name, value in told.items()):
                    return [name for name in facts if name not in told]
        return None

    return left


def test_what_is_due_is_told_for_cards_that_are_drawn():
    game = card_chance.game(3, 4)[0]
    stand = recorder.stand_of(game._replace(actions=game.actions[:5]))

    assert choice(recorder.asked(stand), "draw")["due"] == 2


def facts_of(ruleset, header, action):
    table = recorder.table_of(header, ruleset.notation)
    return recorder.write_facts(table, ruleset.notation, action.verb, action.facts)


@pytest.mark.parametrize("part", ["easter-bunny", "santa"])
def test_the_figure_and_the_exchange_of_tokens_are_tapped(part):
    """All facts but the hex follow from it; where the robber may go to one desert, that too."""
    moves = "1 Anna 5 & b4 W", "2 Ben 7 K d1", "3 Cyril 6"
    game = stand(*moves, ruleset=f"base+{part}")
    asked = recorder.asked(game)

    ways = choice(asked, "figure")["ways"]
    assert {"hex": "a1", "paid": {"wool": 1}, "robber": None, "received": None} in ways
    chase = {"hex": "d1", "paid": {"wool": 2}, "robber": "c3", "received": None}
    assert [way for way in ways if way["hex"] == "d1"] == [chase]
    verbs = recorder.verbs_of(game.record.header)
    assert [field["asked"] for field in verbs["figure"]["fields"]] == ["hex", "cards", "hex", ""]

    (sent,) = recorder.read_sent(game.record, {"seat": 2, "verb": "figure", **chase})
    game = recorder.after(game.record, [sent], happened=False)
    after = recorder.asked(game)
    due = choice(after, "exchange_tokens")
    assert due["seat"] == 2
    assert {"returned": 2, "taken": {"ore": 1}} in due["ways"]
    assert [one["verb"] for one in after["choices"] if not one["offered"]] == ["exchange_tokens"]


def test_cards_are_drawn_by_a_key_with_a_text_of_its_own():
    """The draw of a tournament has the same name in English, and another one in other languages."""
    asks = recorder.verbs_of(card_chance.game(3, 3)[0].header)

    assert asks["draw"]["label"] == "Draw cards"


@pytest.mark.parametrize("ruleset", RULESETS, ids=[ruleset.key for ruleset in RULESETS])
def test_words_to_choose_from_are_words_that_translators_know(ruleset):
    """Letters and signs need no translation."""
    notation = ruleset.notation
    english = {
        word
        for fields in notation.fields.values()
        for field in fields
        for word in field.words
        if len(word.strip("?= ")) > 1
    }

    assert {
        engine.CARDS.get(word.removesuffix(" ?"), word.removesuffix(" ?")) for word in english
    } <= (translatable())


@functools.cache
def translatable():
    """All texts that the engine marks for translation, and the values of its words."""
    found = set()
    for source in Path(rulesets.__file__).parents[1].rglob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "marked":
                found.add(node.args[0].value)
    return found


def test_a_refused_gift_is_a_key_beside_the_gift():
    game = stand("1 Anna 9", ruleset="base+best-friends")

    keys = [choice["verb"] for choice in recorder.asked(game)["choices"]]

    assert keys.index("refuse") == keys.index("give") + 1
    assert not recorder.verbs_of(game.record.header)["refuse"]["seldom"]


def test_cards_that_are_paid_out_of_an_unseen_hand_are_not_called_unseen():
    text = """[Ruleset "card-game"]
[Seats "Anna Ben Cyril"]
Anna  M BLOOW  DESTINY white:cw  H ???  S
1 Anna  R BL  D ??
"""
    lines = recorder.lines_of(recorder.stand_of(parse(text, rulesets.by_key)))

    road = next(line for line in lines if line.deed == "builds a road")
    assert road.words == "1× brick, 1× lumber"
    assert [(one.count, one.kind) for one in road.changes] == [("−2", "of the hidden cards")]
    drawn = lines[0].changes
    assert [(one.count, one.kind) for one in drawn] == [("+2", "not seen")]


# Too much is unseen


@pytest.fixture
def _impatient(monkeypatch):
    """Nothing is followed behind the first card that nobody saw."""
    monkeypatch.setattr("games.engine.branches.WORK", 0)
    monkeypatch.setattr("games.engine.branches.END", 0)


@pytest.mark.usefixtures("_impatient")
@pytest.mark.parametrize(("line", "turn"), [("2 Ben 7 K a3", 1), ("2 Ben 7 K a3 /", 2)])
def test_where_nothing_is_checked_any_more_everything_may_be_tapped(line, turn):
    game = stand("1 Anna 7 K a3<Ben:? R e1w", line)

    asked = recorder.asked(game)

    assert game.report.unchecked_from is not None
    assert asked["turn"] == turn
    assert choice(asked, "road") == {"seat": turn, "verb": "road", "offered": False, "ways": None}
    assert "found" not in {one["verb"] for one in asked["choices"]}


@pytest.mark.usefixtures("_impatient")
def test_where_nothing_is_checked_any_more_the_recorder_says_so_and_writes_on():
    game = stand("1 Anna 7 K a3<Ben:? R e1w", "2 Ben 7 K a3")
    _, sent = recorder.read_typed(game.record, 1, "R a3sw")

    longer = recorder.after(game.record, sent, happened=False)

    said = recorder.ending_of(longer)
    assert f"From action {game.report.unchecked_from + 1} on nothing is checked" in said
    assert len(longer.record.actions) == len(game.record.actions) + 1


def test_the_recorder_says_nothing_of_that_while_all_is_checked():
    assert recorder.ending_of(stand("1 Anna 7 K a3<Ben:? R e1w")) == ""


# The end of a turn that comes by itself


DICE = '[Ruleset "dice"]\n[Seats "Anna Ben Cyril"]\n[Sheet "standard"]\n'
CARDS = """\
[Ruleset "card-game"]
[Seats "Anna Ben Cyril"]
Anna  M BLOOW  DESTINY white:cw  H BLO  S
1 Anna  D ?? /
"""


def told(game, *typed):
    """The game after each of these, in the notation of whoever is on turn."""
    record = parse(game, rulesets.by_key)
    for words in typed:
        turn = recorder.stand_of(record).state.turn
        _, sent = recorder.read_typed(record, turn, words)
        record = recorder.after(record, sent, happened=False).record
    return record


@pytest.mark.parametrize(
    ("game", "typed", "verbs"),
    [
        pytest.param(DICE, "(BLWGOA) R1 =1", ["roll", "build", "enter"], id="dice"),
        pytest.param(CARDS, "D ??", ["draw"], id="cards"),
    ],
)
def test_a_turn_in_which_nothing_else_may_be_done_is_over(game, typed, verbs):
    start = parse(game, rulesets.by_key)

    after = told(game, typed)

    new = after.actions[len(start.actions) :]
    assert [action.verb for action in new][-len(verbs) - 1 :] == [*verbs, "end_turn"]
    turn = recorder.stand_of(start).state.turn
    assert {action.seat for action in new} == {turn}
    assert recorder.asked(recorder.stand_of(after))["turn"] == turn + 1


def test_a_turn_in_which_something_may_be_done_goes_on():
    assert told(DICE, "(BLWGOA) R1").actions[-1].verb == "build"
    assert told(CARDS, "R BL").actions[-1].verb == "road"


def test_the_end_that_came_by_itself_is_undone_with_the_action_before_it():
    record = told(DICE, "(BLWGOA)", "R1", "=1")

    back = recorder.without_last(record, 1)

    assert [action.verb for action in back.actions] == ["roll", "build"]
    assert [action.verb for action in recorder.without_last(record, 2).actions] == ["roll"]
    assert recorder.without_last(record, 9).actions == ()


def test_the_end_that_came_by_itself_may_be_told_as_well():
    """A tablet without a connection does not know of it."""
    record = told(DICE, "(BLWGOA) R1 =1")

    after = recorder.after(record, [Action(0, "end_turn")], happened=True)

    assert after.record == record
    with pytest.raises(Unfit):
        recorder.after(record, [Action(1, "end_turn")], happened=False)


def test_the_end_of_a_turn_on_the_island_is_told():
    """Somebody may always offer a deal; an end by itself would take the turn away."""
    assert stand("1 Anna 3").ruleset.notation.idle is None
