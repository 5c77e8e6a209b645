"""The notation: read, written, and every mistake told with its place."""

from __future__ import annotations

import json
import random
import re
from difflib import get_close_matches
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import record as notation
from games.engine import rulesets
from games.engine.board.generate import random_board
from games.engine.core import Action, Header, NotARecord, Player, Record
from games.engine.document import read_document, write_document
from games.engine.record.notation import A_PLAYER
from games.engine.record.reading import LINES_OF_THEIR_OWN
from games.engine.rulesets.base.packed import ONE, UNKNOWN
from games.engine.verdicts import verdict_on
from tests.games.played import LEGAL, WON_UNSEEN, record
from tests.games.rulesets.table import head

SCHEMA = Path(__file__).parents[3] / "docs" / "schemas" / "record.json"

BASE = rulesets.by_key("base")
BOARD = random_board("notation")
PLAYERS = (Player("Anna", "red"), Player("Ben", "blue"), Player("Cyril B.", "white"))
HEADER = Header("base", PLAYERS, BOARD, event="Brno", table="3", date="2026-05-16")

HEAD = notation.write(Record(HEADER, ()), BASE.notation)


def parse(text):
    return notation.parse(text, rulesets.by_key)


def write(game):
    return notation.write(game, BASE.notation)


def without_lines(game):
    return game._replace(actions=tuple(action._replace(line=0) for action in game.actions))


def actions_of(*lines):
    return [
        (action.seat, action.verb, action.facts)
        for action in parse(HEAD + "\n".join(lines)).actions
    ]


def mistakes_of(*lines):
    """Line from the head on, column, what was expected, suggestion."""
    with pytest.raises(NotARecord) as refused:
        parse(HEAD + "\n".join(lines))
    before = HEAD.count("\n")
    return [
        (error.line - before, error.column, error.expected, error.suggestion)
        for error in refused.value.errors
    ]


def read_or_refused(text):
    """The record, or the mistakes in it."""
    try:
        return parse(text)
    except NotARecord as refused:
        return refused.errors


seats = st.integers(0, 2)
spots = st.integers(0, 53)
paths = st.integers(0, 71)
hexes = st.integers(0, 18)
cards = st.lists(st.sampled_from(ONE[: UNKNOWN + 1]), max_size=9).map(sum)
known = st.lists(st.sampled_from(ONE[:5]), max_size=9).map(sum)
gains = st.none() | st.tuples(known, known, known)
dice = st.tuples(st.integers(1, 6), st.integers(1, 6)).map(lambda two: (sum(two), *two))
FACTS = {
    "start_roll": dice,
    "found": st.tuples(spots),
    "found_road": st.tuples(paths),
    "roll": dice | st.integers(2, 12).map(lambda total: (total, 0, 0)),
    "discard": st.tuples(cards),
    "robber": st.tuples(hexes, st.integers(-1, 2), st.integers(-1, 5)),
    "road": st.tuples(paths),
    "free_road": st.tuples(paths),
    "move_road": st.tuples(paths),
    "settle": st.tuples(spots),
    "city": st.tuples(spots),
    "bank": st.tuples(cards, cards),
    "deal": st.tuples(seats, cards, cards),
    "buy": st.tuples(st.integers(0, 5)),
    "invention": st.tuples(cards),
    "monopoly": st.tuples(st.integers(0, 4)),
    "show": st.tuples(st.integers(0, 9)),
}
WITH_GAINS = {"found", "roll", "monopoly"}


@st.composite
def any_action(draw):
    """An action as a table may write it down, whether it keeps the rules or not."""
    verb = draw(st.sampled_from(sorted(BASE.verbs)))
    facts = draw(FACTS.get(verb, st.just(())))
    gained = draw(gains) if verb in WITH_GAINS else None
    return Action(draw(seats), verb, facts, gained, 0, draw(st.sampled_from((0, 0, 0, 7))))


@settings(max_examples=300)
@given(st.lists(any_action(), max_size=30))
def test_what_is_written_is_read_back(actions):
    game = Record(HEADER, tuple(actions))

    assert without_lines(parse(write(game))) == game


@given(st.lists(any_action(), max_size=20))
def test_json_holds_the_same(actions):
    game = Record(HEADER, tuple(actions))

    document = json.loads(json.dumps(write_document(game, BASE.notation)))

    assert read_document(document, rulesets.by_key) == game


@pytest.mark.parametrize("name", LEGAL)
def test_json_has_the_shape_of_its_schema(name):
    schema = json.loads(SCHEMA.read_text())

    document = json.loads(json.dumps(write_document(record(name), BASE.notation)))

    jsonschema.validate(document, schema)


@settings(max_examples=150)
@given(st.data())
def test_a_document_with_anything_in_a_place_is_read_or_refused(data):
    """One value somewhere in a legal game is replaced by another JSON value."""
    whole = document = write_document(record("c-vwv-48001"), BASE.notation)
    while True:
        keys = sorted(whole) if isinstance(whole, dict) else range(len(whole))
        key = data.draw(st.sampled_from(list(keys)))
        if not whole[key] or not isinstance(whole[key], dict | list) or data.draw(st.booleans()):
            whole[key] = data.draw(st.none() | st.integers(-3, 200) | st.text() | st.just([{}]))
            break
        whole = whole[key]

    verdict = verdict_on(json.dumps(document).encode())

    assert verdict["valid"] in (True, False)


@given(st.lists(any_action(), max_size=20))
def test_written_again_it_is_the_same_text(actions):
    text = write(Record(HEADER, tuple(actions)))

    assert write(parse(text)) == text


@pytest.mark.parametrize("name", [*LEGAL, WON_UNSEEN])
def test_whole_games_are_read_back(name):
    game = record(name)

    assert without_lines(parse(write(game))).actions == game.actions
    assert parse(write(game)).header.board == game.header.board
    assert parse(write(game)).header.winner == game.header.winner


def test_a_turn_as_people_write_it():
    read = actions_of(
        "Anna   S c2n  R c2ne        # founding",
        "1 anna  3+5 +Ben:LL  R B2E  T 4W>O",
        "2 Ben   7    X Anna LLGW  K c3<Anna:?",
        "3 white N d2<Ben:B 6  P Ben LL<>O  C b3s  D ?",
        "4 Ben   11   M G  Y OO  S e1n  *",
    )

    assert [verb for _seat, verb, _facts in read] == [
        *("found", "found_road"),
        *("roll", "road", "bank", "end_turn"),
        *("roll", "discard", "robber", "end_turn"),
        *("knight", "robber", "roll", "deal", "city", "buy", "end_turn"),
        *("roll", "monopoly", "invention", "settle", "claim"),
    ]
    assert [seat for seat, verb, _facts in read if verb == "end_turn"] == [0, 1, 2]
    assert read[7][0] == 0


def test_a_place_has_a_name_from_each_of_its_hexes():
    (one,), (other,) = actions_of("Anna S c2n")[0][2], actions_of("Anna S 2.1-SE")[0][2]

    assert one == other


def test_gains_are_those_of_the_player_unless_another_is_named():
    (roll,) = parse(HEAD + "1 Anna 8 +LL +Ben:O").actions

    assert roll.gains == (2 * ONE[1], ONE[4], 0)


def test_a_ruling_lets_the_action_before_it_stand():
    _, road = parse(HEAD + "1 Anna 8 R c2ne !12").actions

    assert road.ruling == 12


@pytest.mark.parametrize("line", ["1 Anna 8 R c2ne Ben: !12", "1 Anna !12"])
def test_a_ruling_stands_behind_an_action(line):
    """Behind a name alone it was read, and let nothing stand."""
    with pytest.raises(NotARecord) as refusal:
        parse(HEAD + line)

    assert refusal.value.errors[0].expected == "an action such as R c2ne"


@pytest.mark.parametrize("seats", ["@2 @1 @3", "@3 Ben @1", "8 X /", "N R S", "a1 c2n !1"])
def test_players_who_are_called_like_the_notation_stay_who_they_are(seats):
    """`@1` was the name of the second; the tidy text, in which it is a seat, told of another."""
    head = re.sub(r'Seats "[^"]*"', f'Seats "{seats}"', HEAD)
    lines = "@1 S b2s R b2sw\n@2 S d3s R d3sw\n@3 S b4s R b4sw\n"
    game = parse(f'[Result "@2*"]\n{head}{lines}')

    again = parse(notation.write(game, rulesets.by_key("base").notation))

    assert [action.seat for action in game.actions] == [0, 0, 1, 1, 2, 2]
    assert (again.actions, again.header) == (game.actions, game.header)


@pytest.mark.parametrize("line", ["N d3<Ben:? !12", "L c2e c2se !12", "8 N d3 !12 R c2ne"])
def test_a_ruling_is_of_all_that_was_written_in_one_and_stays_so(line):
    """It was of its last part: of the move of the robber, and not of the Knight before it."""
    game = parse(HEAD + f"1 Anna {line}")
    ruled = [action.verb for action in game.actions if action.ruling]

    assert ruled in (["knight", "robber"], ["road_building", "free_road", "free_road"])
    assert parse(notation.write(game, rulesets.by_key("base").notation)).actions == game.actions


@pytest.mark.parametrize("line", ["N !1 K d3", "N K d3 !1", "L !1 F c2e !2 F c2se", "L F c2e !1"])
def test_rulings_of_some_parts_stay_with_these_parts(line):
    game = parse(HEAD + f"1 Anna {line}")

    again = parse(notation.write(game, rulesets.by_key("base").notation))

    assert [one.ruling for one in again.actions] == [one.ruling for one in game.actions]


def test_a_turn_may_end_without_another_one():
    assert [verb for _, verb, _ in actions_of("1 Anna 8 /")] == ["roll", "end_turn"]
    assert [verb for _, verb, _ in actions_of("1 Anna 8")] == ["roll"]


def test_another_player_speaks_after_a_colon():
    assert actions_of("1 Anna 8 Ben: D ?")[1][0] == 1


def test_another_number_of_points_may_be_played_for():
    head = parse(HEAD + '[Options "target=12"]').header

    assert BASE.setup(head).target == 12
    assert '[Options "target=12"]' in write(Record(head, ()))


def test_the_result_names_points_and_the_winner():
    head = parse(HEAD + '[Result "Ben 10*, Anna 8, Cyril B. 7"]').header

    assert (head.winner, head.points) == (1, (8, 10, 7))


def test_the_result_may_name_the_winner_alone():
    head = parse(HEAD + '[Result "ben*"]').header

    assert (head.winner, head.points) == (1, None)
    assert '[Result "Ben*"]' in write(Record(head, ()))


def test_all_mistakes_are_told_with_place_and_suggestion():
    found = mistakes_of("1 Anna 3+5 R c2nx  T 4W", "2 Bem 8", "3 Ben 8 P Ana W<>O", "4 Ben Q")

    assert found == [
        (1, 14, "a path such as c2ne", "c2nw"),
        (1, 22, "a trade with the bank such as 4W>O", ""),
        (2, 3, "a turn such as 1 Anna 3+5, or a header", "Ben"),
        (3, 11, A_PLAYER, "Anna"),
        (4, 7, "an action such as R c2ne", ""),
    ]


def test_of_a_player_whose_name_has_a_blank_the_way_to_write_it_is_suggested():
    (mistake,) = mistakes_of("1 Cyril 3+5")

    assert mistake[3] == "@3"
    assert actions_of("1 @3 3+5")[0][0] == 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[Ruleset "chess"]',
        '[Seats "Anna Anna"]\n[Board "a1 O5"]',
        HEAD.replace("[Seats", "[Seats [Seats"),
        HEAD + '[Table "4"]',
        HEAD + '[Colour "4"]',
        HEAD + '[Result "Ben 10"]',
        HEAD + '[Options "fast"]',
        HEAD.replace("Anna=red, ", ""),
        HEAD.replace("Anna", "A" * 101),
        HEAD.replace("red", "r" * 101),
    ],
)
def test_bad_headers_are_refused(text):
    with pytest.raises(NotARecord):
        parse(text)


def test_line_ends_of_all_systems_are_read():
    text = HEAD + "1 Anna 8\n2 Ben 9\n"

    assert parse(text.replace("\n", "\r\n")) == parse(text) == parse(text.replace("\n", "\r"))


def test_a_letter_of_another_alphabet_is_told():
    """The first letter is Cyrillic."""
    assert mistakes_of("1 \u0410nna 8") == [
        (1, 3, "a turn such as 1 Anna 3+5, or a header", "Anna")
    ]


@given(st.text())
def test_any_text_is_read_or_refused(text):
    for whole in (text, HEAD + text):
        assert read_or_refused(whole)


@settings(max_examples=200)
@given(st.integers(0, 2**32), st.integers(1, 30))
def test_a_record_with_any_words_mixed_up_is_read_or_refused(seed, count):
    chance = random.Random(seed)
    words = write(record("c-vwv-48001")).split(" ")
    for _ in range(count):
        one, other = chance.randrange(len(words)), chance.randrange(len(words))
        words[one], words[other] = words[other], words[one]

    assert read_or_refused(" ".join(words))


@pytest.mark.parametrize(
    ("line", "column"),
    [
        pytest.param('3 Anna 8  [Result "Anna 10*, Ben 7, Cyril B. 6"]', 11, id="behind actions"),
        pytest.param('[Result "Anna 10*, Ben 7, Cyril B. 6"]  3 Anna 8', 39, id="before them"),
    ],
)
def test_a_header_beside_actions_is_told_to_stand_in_a_line_of_its_own(line, column):
    assert mistakes_of("1 Anna 8", line) == [(2, column, LINES_OF_THEIR_OWN, "")]


def test_a_header_in_a_comment_is_none():
    assert actions_of('1 Anna 8  # [Result "Anna 10*"]') == [(0, "roll", (8, 0, 0))]


def test_the_number_of_mistakes_is_bounded():
    assert len(mistakes_of(*["1 Anna Q"] * 500)) == notation.MOST_MISTAKES


@pytest.mark.parametrize(
    "result", ["," * 19_900, ",".join(["q 1"] * 4_970), "a" * 10_000 + "," * 9_900]
)
def test_the_number_of_mistakes_of_a_result_is_bounded(result):
    assert len(mistakes_of(f'[Result "{result}"]')) == notation.MOST_MISTAKES


@pytest.mark.parametrize("result", ["*".ljust(9_000, ","), ",".join(["Ann 1"] * 3_000)])
def test_the_number_of_mistakes_of_all_headers_together_is_bounded(result):
    text = HEAD + f'[Options "{"target=100 " * 1_000}"]\n[Result "{result}"]\n'

    with pytest.raises(NotARecord) as refused:
        parse(text)

    assert len(refused.value.errors) == notation.MOST_MISTAKES


def test_what_was_meant_is_looked_for_only_behind_the_first_mistakes_of_a_result():
    found = mistakes_of(f'[Result "{",".join(["Bem 1"] * 200)}"]')

    assert [one[3] for one in found] == ["Ben"] * 20 + [""] * 80


@pytest.mark.parametrize(
    "wrong", ['[Result "{}"]', "1 {} 8"], ids=["in the result", "in the lines"]
)
def test_what_was_meant_is_looked_for_among_the_likeliest_of_very_many_players(monkeypatch, wrong):
    compared = []

    def close(word, possibilities, **bounds):
        compared.extend(possibilities)
        return get_close_matches(word, possibilities, **bounds)

    monkeypatch.setattr("games.engine.record.notation.get_close_matches", close)
    names = [*(f"ab{number:037}" for number in range(400)), "Rebeka"]
    head = f'[Ruleset "dice"]\n[Sheet "standard"]\n[Seats "{",".join(names)}"]\n'
    told = wrong.format("Rebekka 5, " + ", ".join(["ba" * 19 + " 5"] * 99))
    lines = "\n".join(wrong.format(one) for one in ["Rebekka", *["ba" * 19] * 99])

    with pytest.raises(NotARecord) as refused:
        parse(head + (told if "Result" in wrong else lines))

    assert refused.value.errors[0].suggestion == "Rebeka"
    assert 0 < len(compared) <= 20 * 60
    assert max(map(len, compared)) <= 40


@pytest.mark.parametrize("blanks", [" ", " " * 19_000, "\n", " \t\n  "])
def test_the_points_of_a_result_are_read_from_the_right(blanks):
    head = parse(HEAD + f'[Result "Ben{blanks}10*, Anna 8 , Cyril B. 7"]').header

    assert (head.winner, head.points) == (1, (8, 10, 7))


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ("a" + " " * 19_900 + "b", "a result such as Ben 10*, Anna 8"),
        ("Cyril\nB. 7", "a result such as Ben 10*, Anna 8"),
        ("Ben 10 *, Anna 8, Cyril B. 7", "a result such as Ben 10*, Anna 8"),
        ("Ben 1000, Anna 8, Cyril B. 7", "a result such as Ben 10*, Anna 8"),
        ("10", "a result such as Ben 10*, Anna 8"),
    ],
)
def test_a_part_of_a_result_without_points_at_its_end_is_none(result, said):
    assert {one[2] for one in mistakes_of(f'[Result "{result}"]')} == {said}


@pytest.mark.parametrize("name", ["Result", "Event", "Seats", "Ruleset", "X" * 30_000])
def test_a_header_of_json_is_as_long_as_one_of_a_text_at_most(name):
    document = write_document(parse(HEAD), BASE.notation)
    document["headers"][name] = "a" + " " * 3_000_000 + "b"

    with pytest.raises(NotARecord) as refused:
        read_document(document, rulesets.by_key)

    said = f"at most 20000 letters in the header {name[:100]}"
    assert [str(one).partition("expected ")[2] for one in refused.value.errors] == [said]


def test_mistakes_of_a_result_in_json_are_bounded():
    document = write_document(parse(HEAD), BASE.notation)
    document["headers"]["Result"] = "," * 20_000

    with pytest.raises(NotARecord) as refused:
        read_document(document, rulesets.by_key)

    assert len(refused.value.errors) == notation.MOST_MISTAKES


def test_too_many_lines_are_refused():
    with pytest.raises(NotARecord):
        parse(HEAD + "\n" * 200_000)


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ("=SUM(A1), Ben, C", "a name for each player"),
        ("", "a name for each player"),
        ("Anna Ben anna", "(anna stands twice)"),
        ("Anna=red, Ben=red, Cyril", "(red stands twice)"),
    ],
)
def test_what_is_wrong_with_the_players_is_told(seats, said):
    with pytest.raises(NotARecord) as refusal:
        parse(f'[Ruleset "base"]\n[Seats "{seats}"]\n[Board "random"]\n')

    assert said in " ".join(map(str, refusal.value.errors))


def test_players_without_a_colour_are_no_mistake():
    text = HEAD.replace("=red", "").replace("=blue", "")

    assert [player.colour for player in parse(text).header.players] == ["", "", "white"]


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ('[Options "targt=12"]', "there are: target; did you mean target=12?"),
        ('[Options "target12"]', "there are: target; did you mean target=12?"),
        ('[Options "targt"]', "there are: target; did you mean target=10?"),
        ('[Options "x=1"]', "an option such as target=10; there are: target"),
        (
            '[Result "Anna 3, Benn 2, Cyril B. 2"]',
            "column 18: expected a name of the header Seats (Anna, Ben, Cyril B.), not Benn; "
            "did you mean Ben?",
        ),
        ('[Result "Anna 3, Ben 2"]', "the points of everybody; missing: Cyril B."),
        ('[Result "Anna 3, Anna 2, Ben 2"]', "each player once (Anna stands twice)"),
        ('[Result "Xaver*"]', "a name of the header Seats (Anna, Ben, Cyril B.), not Xaver"),
        (
            '[Result "Anna 2, Ben* 2, Cyril B. 2"]',
            "column 18: expected the * of the winner behind the points: Ben 2*; did you mean "
            "Ben 2*?",
        ),
        (
            '[Result "Anna 2, ben * -2, Cyril B. 2"]',
            "expected the * of the winner behind the points: Ben -2*; did you mean Ben -2*?",
        ),
        ('[Result "Anna"]', "a result such as Ben 10*, Anna 8"),
        ('[Result "Anna 3* Ben 2"]', "a result such as Ben 10*, Anna 8"),
    ],
)
def test_what_was_probably_meant_in_a_header_is_told(header, said):
    with pytest.raises(NotARecord) as refused:
        parse(HEAD + header)

    assert str(refused.value).endswith(said)


def test_every_mistake_of_a_result_and_of_the_options_is_told():
    """Also where the board cannot be read."""
    good = head()
    result = '[Result "Bob 2, Anna x, Anna 3, Cyril 2, Cyril 2"]\n'
    board = good.replace("a1 B5", "a1 Q5") + '[Options "targt=3 oldst=2"]\n'

    with pytest.raises(NotARecord) as of_the_result:
        notation.parse(good + result, rulesets.by_key)
    with pytest.raises(NotARecord) as of_the_head:
        notation.parse(board, rulesets.by_key)

    assert [one.column for one in of_the_result.value.errors] == [10, 17, 42]
    assert len(of_the_head.value.errors) >= 3
