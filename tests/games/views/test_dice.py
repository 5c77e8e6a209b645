"""The dice game's calculator: what a roll allows, and what a sheet is worth."""

import json
import re

import pytest

pytestmark = pytest.mark.django_db

PAGE = "/en/games/dice/"

BLANK = {"settlements": 0, "cities": 0, "knights": 0}

EACH = {"brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1, "gold": 1}


def asked(client, dice=EACH, ask="builds", status=200, **marks):
    answer = client.get(PAGE, dict.fromkeys(EACH, 0) | BLANK | dice | marks | {"ask": ask})
    assert answer.status_code == status
    return answer.content.decode()


def rows(page):
    cells = re.findall(r'<th scope="row">(.*?)</th><td class="number">(-?\d+)', page)
    return [(names, int(points)) for names, points in cells]


def test_the_page_can_be_opened_without_a_question(client):
    page = client.get(PAGE).content.decode()

    assert "Was a building possible?" in page
    assert "Not yet compared with a printed sheet" in page
    assert rows(page) == []


def test_everything_that_a_roll_allows_is_listed_with_its_points(client):
    page = asked(client)

    assert rows(page) == [
        ("Settlement 3", 3),
        ("Knight 1 + Road R1", 2),
        ("Knight 1 + Road R2", 2),
        ("Road R1", 1),
        ("Road R2", 1),
        ("Knight 1", 1),
        ("a cross", -2),
    ]
    assert "A building is possible, for 3 points at most." in page


@pytest.mark.rule("DG-048")
def test_a_cross_that_is_right_is_called_so(client):
    page = asked(client, {"brick": 6})

    assert "Nothing can be built: the cross is right." in page
    assert rows(page) == [("a cross", -2)]


def test_jokers_and_gold_are_told_with_what_they_become(client):
    page = asked(client, {"wool": 1, "grain": 1, "brick": 2, "gold": 2}, knights=1)

    assert ("Knight 2", 2) in rows(page)
    assert "two gold: lumber" in page
    assert "Knight 1, joker: brick → ore" in page


def test_symbols_are_told_in_words_and_by_the_number_printed(client):
    """A settlement and a city are both printed 7; no letter tells them apart on the sheet."""
    page = client.get(PAGE).content.decode()

    assert ">3, 4, 5</option>" in page
    assert ">7, 12</option>" in page
    assert "Knight 1: ore" in page


def test_a_used_joker_helps_no_more(client):
    dice = {"wool": 1, "grain": 1, "brick": 4}

    assert ("Knight 2", 2) in rows(asked(client, dice, knights=1))
    assert ("Knight 2", 2) not in rows(asked(client, dice, knights=1, jokers=0))


@pytest.mark.rule("DG-033")
def test_a_joker_may_be_told_to_wait(client):
    dice = {"wool": 2, "grain": 2, "ore": 1, "brick": 1}

    assert ("Knight 1 + Knight 2", 3) in rows(asked(client, dice))
    assert ("Knight 1 + Knight 2", 3) not in rows(asked(client, dice, wait="on"))


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ({"brick": 2}, "You have told 7 dice; there are six."),
        ({"roads": 5}, "No road that is built leads to R5."),
        ({"settlements": 2}, "No road that is built leads to S4."),
        ({"jokers": 0}, "Only a knight that is built has a joker."),
        ({"turns": 16}, "There are no more turns in a game."),
        ({"turns": 3, "crosses": 4}, "There is at most one cross for each turn played."),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(client, marks, words):
    page = asked(
        client,
        EACH | {name: 2 for name in marks if name == "brick"},
        **{name: value for name, value in marks.items() if name != "brick"},
    )

    assert words in page
    assert rows(page) == []


def test_the_value_of_the_last_turns_is_exact(client):
    page = asked(client, ask="value", turns=13, crosses=1, settlements=1)

    assert "In the boxes: 1. 2 turns are left." in page
    assert "the exact mean of best play" in page


def test_the_value_of_an_earlier_sheet_is_an_approximation_and_says_so(client, monkeypatch):
    monkeypatch.setattr("games.engine.rulesets.dice_game.calculator.playing.GAMES", 2)

    page = asked(client, ask="value", turns=11)

    assert "An approximation" in page


def test_a_game_that_is_over_is_worth_its_boxes(client):
    page = asked(client, ask="value", turns=15, crosses=2, settlements=1)

    assert '<span class="big">-1.0</span>' in page


def test_too_many_values_at_once_are_put_off_and_the_builds_are_told(client, monkeypatch):
    monkeypatch.setattr("games.views.dice.VALUES", "1/h")
    asked(client, ask="value", turns=15)

    page = asked(client, ask="value", turns=15, status=429)

    assert "Please try again in a minute." in page
    assert rows(page)


@pytest.mark.parametrize("query", ["ask=builds", "ask=x&brick=a", "ask=value&roads=99&wool=-1"])
def test_a_question_that_makes_no_sense_is_answered_with_the_form(client, query):
    answer = client.get(f"{PAGE}?{query}")

    assert answer.status_code == 200
    assert rows(answer.content.decode()) == []


@pytest.mark.parametrize("turns", [0, 12])
@pytest.mark.parametrize("way", ["", "R1 n0 m1 R2 m1 m2 R3 m2 m3 "], ids=["star", "far star"])
def test_a_sheet_that_allows_too_much_is_not_reckoned_with(client, way, turns):
    """At once, or only a few roads from the printed one."""
    middle = "m3" if way else "n0"
    roads = way + " ".join(f"R{at} {middle} n{at}" for at in range(4, 39))
    roads = roads if way else f"R1 n0 n1 {roads}"
    sheet = f'[Sheet "star"]\n[Roads "R0* n0 S3 {roads}"]\n[Settlements "S3 3"]'

    page = asked(client, ask="value", sheet=sheet, turns=turns)

    assert "This sheet allows too many buildings in one turn" in page
    assert ("Road R1", 1) in rows(page)


STAR = "R1 n0 n1 " + " ".join(f"R{at} n0 n{at}" for at in range(4, 39))
STAR = f'[Sheet "star"]\n[Roads "R0* n0 S3 {STAR}"]\n[Settlements "S3 3"]'


def test_of_a_sheet_that_allows_thousands_the_best_are_listed(client):
    page = asked(client, {"brick": 3, "lumber": 3}, sheet=STAR)

    listed = rows(page)
    assert len(listed) == 301
    assert listed[-1] == ("a cross", -2)
    assert re.search(r"\d+ more sets of buildings with fewer points are not listed.", page)


def test_questions_about_a_home_made_sheet_are_counted_whatever_they_ask(client, monkeypatch):
    monkeypatch.setattr("games.views.dice.HOME_MADE", "1/h")
    asked(client, sheet=STAR, ask="rolls")

    page = asked(client, sheet=STAR, ask="rolls", status=429)

    assert "Please try again in a minute." in page
    assert rows(page) == []
    assert rows(asked(client, ask="rolls"))


def drawn(client, **marks):
    """The picture of the sheet alone, whatever the dice say."""
    answer = client.get(PAGE, BLANK | {"brick": 9, "ask": "marks"} | marks)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "image/svg+xml"
    return answer.content.decode()


def test_what_is_marked_is_drawn_before_the_dice_are_told(client):
    bare, one = drawn(client), drawn(client, roads=[1])

    assert bare.startswith("<svg")
    assert one != bare
    assert drawn(client, roads=[1], settlements=1) not in (bare, one)
    assert drawn(client, knights=1, jokers=[0]) != drawn(client, knights=1)


def test_a_picture_stays_as_it_was_marked_where_the_question_is_refused(client):
    page = asked(client, {"brick": 3}, roads=[1])

    assert "there are six" in page
    assert (
        re.findall("<line [^>]*>", drawn(client, roads=[1]))[:4]
        == (re.findall("<line [^>]*>", page)[:4])
    )


def test_every_symbol_of_the_picture_says_what_a_tap_on_it_writes(client):
    page = client.get(PAGE).content.decode()
    taps = json.loads(re.search(r'id="dice-taps"[^>]*>(.*?)</script>', page)[1])

    for kind, places in taps["places"].items():
        assert {place[0] for place in places} == set(taps["controls"][kind])
    for name, value, words in taps["controls"]["symbol"].values():
        field = re.search(rf'<select name="{name}".*?</select>', page, re.S)
        options = (
            field[0] if field else "".join(re.findall(rf'<input[^>]*name="{name}"[^>]*>', page))
        )
        assert f'value="{value}"' in options
        assert words
