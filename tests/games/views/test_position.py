"""A photographed table is asked about; the address keeps the question."""

import re
from html import unescape

import pytest

from games.engine.files import read_text
from games.recording import positions
from games.views import position as view
from tests.games.rulesets.table import BOARD, head
from tests.games.rulesets.test_position_at_sea import at_sea
from tests.games.rulesets.test_position_cities import cities
from tests.games.rulesets.test_position_festive import festive

pytestmark = pytest.mark.django_db

PAGE = "/en/games/position/"

TABLE = {
    "ruleset": "base+tour",
    "seats": "Anna=red Ben=blue Cyril=white",
    "board": BOARD,
    "settlements0": "b2s e1n",
    "roads0": "b2sw e1nw",
    "hand0": "BL",
    "settlements1": "d3s a3s",
    "roads1": "d3sw a3sw",
    "hand1": "3?",
    "turn": "@1",
    "rolled": "ROLLED",
    "played": "NOT-PLAYED",
    "due": "0",
}


def asked(client, **changes):
    """The page that answers, and its address."""
    answer = client.post(PAGE, TABLE | changes)
    assert answer.status_code == 302, answer.content.decode()
    address = answer.headers["Location"].removesuffix("#answer")
    return client.get(address).content.decode(), address


def text(page):
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page)))


def test_the_page_opens_with_an_empty_table(client):
    page = client.get(PAGE).content.decode()

    assert 'id="table-board"' in page
    assert "The answer" not in page


def test_an_action_is_legal_against_the_rules_or_depends_on_what_is_not_known(client):
    assert "Yes, this was legal." in asked(client, ask="R b1e")[0]

    page, _address = asked(client, ask="R d4e")
    assert "No, this breaks a rule." in page
    assert "B-125" in page

    page, _address = asked(client, ask="R b1e", rolled="")
    assert "Not checkable" in page
    assert "whether Anna has rolled in this turn" in page


def test_what_may_be_broken_is_told_without_a_hand_that_nobody_told(client):
    page, _address = asked(client, ask="R b1e", hand0="")

    assert "It may break:" in page
    assert "B-122" in page
    assert "Anna holds" not in page


@pytest.mark.parametrize(
    ("table", "question"),
    [
        (at_sea(), "~ d5e"),
        (festive("easter-bunny"), "R b1e"),
        (festive("santa"), "R b1e"),
        (cities(), "R b1e"),
    ],
)
def test_with_other_rules_too_a_hand_that_is_not_told_is_not_known(client, table, question):
    key, players, position, _line = table
    untold = re.sub(r"  H \S+", "", position)
    fields = positions.fields_of(read_text(f'{head(key, players)}[Position "{untold}"]\n').header)
    assert fields["hand0"] == ""

    answer = client.post(PAGE, fields | {"ask": question})
    page = client.get(answer.headers["Location"].partition("#")[0]).content.decode()

    assert "Not checkable" in page
    assert "which resource cards are in the hands that are not told" in page


def test_a_hand_left_empty_is_not_known_and_no_cards_are_told_as_none(client):
    unknown = {"hand0": "", "ask": "R b1e"}
    page, _address = asked(client, **unknown)
    assert "Not checkable" in page
    assert "which resource cards are in the hands that are not told" in page

    page, _address = asked(client, **(unknown | {"hand0": "0"}))
    assert "No, this breaks a rule." in page
    assert "B-122" in page
    assert 'name="hand0" value="0"' in page


def test_what_hangs_on_no_cards_has_its_verdict_with_hands_left_empty(client):
    nothing_told = {"hand0": "", "hand1": ""}
    page, _address = asked(client, ask="R d4e", **nothing_told)
    assert "No, this breaks a rule." in page
    assert "B-125" in page

    assert "Yes, this was legal." in asked(client, ask="/", **nothing_told)[0]


def test_the_field_of_a_hand_says_how_no_cards_are_told(client):
    page = client.get(PAGE).content.decode()

    assert page.count("0 for none; empty if it is not known.") >= 1 + 4


def field(page, name):
    """What stands round a field."""
    return page[page.index(f'for="id_{name}"') : page.index(f'name="{name}"')]


def test_the_fields_of_other_cards_say_that_empty_means_none(client):
    page = client.get(PAGE).content.decode()

    assert "Empty means none; ? is a card that nobody saw." in field(page, "cards0")
    assert "Empty means none." in field(page, "knights0")
    assert "Empty means none" not in field(page, "hand0")


def test_the_field_of_progress_cards_says_that_empty_means_none(client):
    key, players, position, _line = cities()
    header = read_text(f'{head(key, players)}[Position "{position}"]\n').header
    page = client.post(PAGE, positions.fields_of(header) | {"draw": "1"}, follow=True)

    told = field(page.content.decode(), "progress0")
    assert "Empty means none; y?, b? or g? is a card that nobody saw." in told


@pytest.mark.parametrize(
    ("cards", "answer"),
    [
        ("", "No, this breaks a rule."),
        ("0", "No, this breaks a rule."),
        ("N", "Yes, this was legal."),
        ("?", "Not checkable"),
    ],
)
def test_development_cards_left_empty_are_none(client, cards, answer):
    page, _address = asked(client, cards0=cards, bought="0", ask="N a1")

    assert answer in page


def test_all_that_may_be_done_is_listed_and_the_rest_has_its_reason(client):
    answer = asked(client)[0]
    page = text(answer)

    assert re.search(r"Anna: Road (\w+ )+legal", page)
    assert 'ask=R%20b1e#answer">b1e</a>' in answer
    assert "Anna: End of turn" in page
    assert "B-137" in page.partition("What may not be done, and why")[2]


@pytest.mark.parametrize(
    ("table", "question", "said"),
    [
        (at_sea(), "~ d5e", "Yes, this was legal."),
        (at_sea(), "~ a1w", "SF-05"),
        (festive("easter-bunny"), "& d1 W", "Yes, this was legal."),
        (festive("santa"), "& a1 W", "SC-027"),
        (cities(), "M c2n>b2se", "Yes, this was legal."),
        (cities(), "M a1s>b2se", "CK-120"),
    ],
)
def test_the_link_keeps_a_table_of_other_games_too(client, table, question, said):
    key, players, position, _line = table
    text_of_it = f'{head(key, players)}[Position "{position}"]\n'
    pasted = client.post(PAGE, {"text": text_of_it})
    fields = positions.fields_of(read_text(text_of_it).header)

    asked_again = client.post(PAGE, fields | {"ask": question})
    page = client.get(asked_again.headers["Location"].partition("#")[0]).content.decode()

    assert said in page
    link = pasted.headers["Location"].partition("#")[0]
    assert link in asked_again.headers["Location"]
    assert len(asked_again.headers["Location"]) < 2000
    assert positions.text_of(fields)


def test_other_rules_bring_a_board_of_theirs_and_their_own_fields(client):
    changed = TABLE | {"ruleset": "seafarers", "before": "base+tour", "draw": "1"}
    page = client.post(PAGE, changed).content.decode()

    assert 'name="ships0"' in page
    assert "new-shores" in page
    assert 'value="Anna=red Ben=blue Cyril=white"' in page

    page = client.get(f"{PAGE}?ruleset=cities-knights").content.decode()
    assert 'name="progress0"' in page
    assert 'name="army"' not in page
    assert "cannot be laid out" in page


def test_the_link_keeps_the_position_and_the_question(client):
    page, address = asked(client, ask="R b1e")

    assert client.get(address).content.decode().count("Yes, this was legal.") == 1
    assert f"http://testserver{address}" in unescape(page)
    assert len(address) < 900
    assert 'value="b2s d1se"' in page
    assert 'value="R b1e"' in page


def test_each_legal_action_leads_to_the_question_about_it(client):
    page, _address = asked(client)
    link = re.search(r'<a href="(\?p=[^"]*ask=R%20b1e)#answer">', page)[1]

    assert "Yes, this was legal." in client.get(PAGE + unescape(link)).content.decode()


def test_a_position_may_be_pasted_as_text(client):
    _page, address = asked(client)
    pasted = positions.unpacked(re.search(r"p=([^&]*)", address)[1])

    answer = client.post(PAGE, {"text": pasted})

    assert answer.headers["Location"].removesuffix("#answer") == address


@pytest.mark.parametrize("actions", ["1 Anna R b1e", "1 Anna R b1e\n2 Ben 5 P Anna ?<>L"])
def test_what_stands_behind_a_pasted_position_is_named_as_left_out(client, actions):
    _page, address = asked(client)
    pasted = positions.unpacked(re.search(r"p=([^&]*)", address)[1])

    answer = client.post(PAGE, {"text": f"{pasted}\n{actions}\n"})
    page = answer.content.decode()
    link = unescape(re.search(r'href="([^"]*)"[^>]*id="question-link"', page)[1])

    assert answer.status_code == 200
    assert f"stands behind it: {' '.join(actions.split())}." in text(page)
    assert "What may be done now" in page
    assert link.endswith(address)
    assert "Left out" not in client.get(address).content.decode()


def test_what_no_table_can_show_is_refused_and_nothing_typed_is_lost(client):
    answer = client.post(PAGE, TABLE | {"settlements0": "b2s b2sw", "ask": "R b1e"})
    page = answer.content.decode()

    assert answer.status_code == 422
    assert "B-132" in page
    assert 'value="b2s b2sw"' in page
    assert 'value="R b1e"' in page


@pytest.mark.parametrize(
    "fields",
    [
        {"ask": "Q9"},
        {"seats": "Anna"},
        {"seats": '"]['},
        {"board": "nothing"},
        {"board": '[Board "a1 B5"]'},
        {"hand0": '"] [Table "3'},
        {"ruleset": "chess"},
        {"turn": "@9"},
        {"knights0": "x"},
        {"due": "X @1"},
        {"text": "nothing"},
        {"text": "1 Anna 3"},
    ],
)
def test_whatever_is_sent_has_an_answer(client, fields):
    assert client.post(PAGE, TABLE | fields).status_code in (302, 422)


@pytest.mark.parametrize("link", ["x", "!!", "eJw", "A" * 5000, "eJxLSy0qAQAIuQKb"])
def test_a_broken_link_says_so(client, link):
    answer = client.get(PAGE, {"p": link})

    assert answer.status_code == 422
    assert "The link holds no position" in answer.content.decode() or "expected" in text(
        answer.content.decode()
    )


def test_a_packed_link_that_unfolds_to_megabytes_is_not_read():
    assert positions.unpacked(positions.packed("a" * 2_000_000)) is None


def test_the_table_is_drawn_with_each_tap(client):
    answer = client.post(PAGE, TABLE | {"draw": "1"}, headers={"HX-Request": "true"})
    page = answer.content.decode()

    assert answer.status_code == 200
    assert "<html" not in page
    assert 'id="table-red-settlement"' in page


def test_without_scripts_the_same_button_loads_the_page(client):
    page = client.post(PAGE, TABLE | {"draw": "1"}).content.decode()

    assert "<html" in page
    assert 'id="table-red-settlement"' in page


def test_the_board_of_an_event_may_come_with_the_address(client):
    page = client.get(PAGE, {"board": BOARD, "ruleset": "base", "players": "3"}).content.decode()

    assert "a1 B5 a2 L10" in unescape(page)
    assert 'value="Red=red Blue=blue White=white"' in page


def test_who_asks_too_often_is_told_to_wait(client, monkeypatch):
    monkeypatch.setattr(view, "ANSWERS", "1/m")
    client.post(PAGE, TABLE)

    answer = client.post(PAGE, TABLE)

    assert answer.status_code == 429
    assert 'value="b2s e1n"' in answer.content.decode()


def test_the_page_asks_no_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        asked(client, ask="R b1e")


def test_five_players_with_two_in_a_turn(client):
    page = client.get(PAGE, {"ruleset": "base56+tour", "players": "5"}).content.decode()

    assert "Green=green" in page


def test_the_players_of_a_new_table_have_names_of_the_readers_language(client):
    page = client.get("/games/position/").content.decode()

    assert "Červená=red Modrá=blue" in page
    assert "Red=red" in client.get(PAGE).content.decode()
