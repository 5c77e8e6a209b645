"""A game is pasted or uploaded; the page shows its verdict, its mistakes, and every moment."""

import gzip
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.engine import files, rulesets
from games.engine.document import write_document
from games.forms.records import LARGEST
from games.views.validate import SAMPLES
from games.wording.engine import ENDINGS, printable
from tests.games.management.test_validate_game import HIDDEN
from tests.games.played import RECORDS
from tournaments.management import catalogues

pytestmark = pytest.mark.django_db

PAGE = "/en/games/validate/"


def sample(name: str) -> str:
    return (RECORDS.parents[2] / "games" / "samples" / f"{name}.txt").read_text()


def pasted(client, text: str, **asked) -> str:
    return client.post(PAGE, {"text": text, **asked}).content.decode()


def uploaded(client, data: bytes, name: str = "game.txt"):
    return client.post(PAGE, {"file": SimpleUploadedFile(name, data)})


def board(page: str) -> str:
    return page[page.index('id="moment"') : page.index('class="moment-steps"')]


def where(page: str) -> str:
    return re.search(r'id="where">([^<]*)<', page)[1]


@pytest.fixture
def without_limits(monkeypatch):
    monkeypatch.setattr("games.views.validate.VERDICTS", "10000/s")


def test_everybody_finds_the_page_from_any_other(client):
    assert f'href="{PAGE}"' in client.get("/en/").content.decode()


@pytest.mark.parametrize("language", ["cs", "pl", "de"])
def test_a_game_to_try_is_told_of_in_the_readers_language(client, language):
    for name in SAMPLES:
        with translation.override(language):
            page = client.get(f"{reverse('validate_record')}?sample={name}").content.decode()
        first, _line_end, game = sample(name).partition("\n")
        assert (escape(first) in page) is not first.startswith("# ")
        assert escape(game.partition("\n")[0]) in page


def test_a_game_that_keeps_every_rule_is_told_so_with_its_points_and_winner(client):
    page = pasted(client, sample("kept"))

    assert "Every rule was kept." in page
    assert "won by points" in page
    assert re.search(r"<tfoot>.*?>10<.*?>5<.*?>6<.*?>6<.*?</tfoot>", page, re.DOTALL)


def test_what_a_game_proves_of_cards_that_nobody_saw_is_told(client):
    assert "the card that Cyril took from Ben was ore" in pasted(client, sample("kept"))


@pytest.mark.rule("B-047")
def test_a_wrong_board_is_a_finding_at_the_line_that_tells_it(client):
    text = sample("kept")
    harbours = re.search(r'Harbours "(\w+)', text)
    near = text.replace(harbours[0], 'Harbours "e1w')

    page = pasted(client, near)

    assert "Every rule was kept." not in page
    assert "B-047" in page
    assert "e1w faces a line of 3: e1 e2 e3." in page
    line = 1 + text[: text.index("[Board")].count("\n")
    assert f'href="#line-{line}"' in page


def test_each_broken_rule_is_named_with_its_words_its_place_and_a_picture(client):
    page = pasted(client, sample("broken"))

    assert "B-110" in page
    assert "A harbour is used by those with a settlement or city on it." in page
    assert "Cyril has only a road at the harbour" in page
    assert 'href="#line-23"' in page
    assert "may follow from an earlier one" in page
    assert page.count('<svg xmlns="http://www.w3.org/2000/svg" class="board"') == 4


def test_the_page_says_that_nothing_was_judged_after_what_cannot_have_happened(client):
    page = pasted(client, HIDDEN)

    assert "cannot have happened" in page
    assert "The lines after it were not judged" in page
    assert "not judged" not in pasted(client, sample("broken"))


def test_the_page_opens_at_the_first_broken_rule(client):
    assert 'id="moment" data-line="23"' in pasted(client, sample("broken"))


def test_slips_of_the_pen_are_all_told_with_place_and_suggestion_and_the_text_is_kept(client):
    page = pasted(client, sample("slips"))

    assert "5 mistakes in the text" in page
    assert "Line 18, column 3" in page
    assert "Did you mean Ben?" in page
    assert "<mark>a3ss</mark>" in page
    assert "2 Bne  4+5" in page[page.index("<textarea") :]


def test_of_a_file_in_one_line_no_more_than_a_hundred_mistakes_are_told_each_without_the_line(
    client,
):
    game = files.read_text(sample("cities"))
    document = write_document(game, rulesets.by_key(game.header.ruleset).notation)
    document["headers"]["Result"] = "," * 20_000

    page = uploaded(client, json.dumps(document).encode()).content.decode()

    assert "100 mistakes in the text" in page
    assert "<mark>" not in page
    assert len(page) < 300_000


def test_a_file_of_another_program_is_read_and_shown_as_text(client):
    data = (RECORDS / "c-rrr-42002.json.gz").read_bytes()

    page = uploaded(client, data, "game.json.gz").content.decode()

    assert "B-180" in page
    assert 'href="#line-' in page
    assert "white has won already" in page


def test_a_packed_text_is_shown_as_it_was_written(client):
    page = uploaded(client, gzip.compress(sample("kept").encode()), "game.txt.gz").content.decode()

    assert "? is a card that only its owner saw" in page


def test_every_moment_of_a_game_can_be_asked_for(client):
    empty = pasted(client, sample("kept"), at="0")
    founded = pasted(client, sample("kept"), at="2")

    assert "The empty board" in empty
    assert "-settlement" not in board(empty).replace('id="moment-red-settlement"', "")
    assert 'href="#moment-red-settlement"' in board(founded)
    assert "founds a road" in founded


def test_a_moment_beyond_the_end_is_the_end(client):
    assert where(pasted(client, sample("kept"), at="99999")) == "229 / 229"


def test_players_without_a_colour_of_their_own_get_free_ones(client):
    text = sample("kept").replace("=blue", "").replace("=white", "").replace("=orange", "=gold")

    drawn = board(pasted(client, text, at="16"))

    for colour in ("red", "blue", "white", "orange"):
        assert drawn.count(f'href="#moment-{colour}-settlement"') == 2


def test_names_are_shown_as_they_are_written(client):
    page = pasted(client, sample("kept").replace("Anna", "<script>"))

    assert "&lt;script&gt;" in page
    assert "<script>" not in page


def test_a_step_replaces_the_board_alone(client):
    answer = client.post(
        PAGE, {"text": sample("kept"), "at": "5"}, headers={"HX-Request": "true"}
    ).content.decode()

    assert answer.lstrip().startswith('<div id="moment"')
    assert "<html" not in answer


@pytest.mark.parametrize("name", SAMPLES)
def test_each_sample_is_one_click_away(client, name):
    answer = client.get(PAGE, {"sample": name})

    assert answer.status_code == 200
    assert "Anna=red" in answer.content.decode()


@pytest.mark.parametrize("name", [name for name in SAMPLES if name not in {"broken", "slips"}])
def test_the_other_samples_keep_every_rule(client, name):
    page = client.get(PAGE, {"sample": name}).content.decode()

    bounded = "too many hands are possible" in page
    assert bounded == (name in {"cities", "cards"})
    assert bounded == ("No rule was broken as far as the game was checked." in page)
    assert bounded != ("Every rule was kept." in page)
    assert "too much is unseen" not in page


def test_nothing_given_is_asked_for(client):
    assert "Paste a game, or choose a file." in pasted(client, " ")


def test_a_game_of_more_than_a_megabyte_is_refused(client):
    assert "A game of at most 1 MB, please." in pasted(client, "a" * (LARGEST + 1))
    big = uploaded(client, b"a" * (LARGEST + 1))
    assert "A file of at most 1 MB, please." in big.content.decode()


def test_a_gzip_bomb_is_refused(client):
    bomb = gzip.compress(b"0" * 50_000_000)

    assert "a file of at most 8 MB" in uploaded(client, bomb, "bomb.gz").content.decode()


def test_a_text_in_another_coding_is_refused_with_the_place(client):
    page = uploaded(client, "Žofie S c2n\n".encode("windows-1250")).content.decode()

    assert "text in UTF-8" in page
    assert "Line 1, column 1" in page


SURROGATE = (
    '{"format": "catantour-record/1", "headers": {"Seats": "\\ud800=red B=blue C=white"},'
    '"actions": []}'
)


@given(st.binary(max_size=300) | st.text(max_size=300).map(lambda text: printable(text).encode()))
@example(SURROGATE.encode())
@example(b"\x1f\x8b")
@example(b'[Seats "A=red B=blue C=white"]\0')
@example(b'{"format": "catan-interchange/1"}')
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_whatever_bytes_come_there_is_a_page(client, without_limits, data):
    assert uploaded(client, data).status_code == 200


def test_every_rule_and_deed_of_the_games_is_gathered_for_translation():
    gathered = {message.id for message in catalogues.gather() if isinstance(message.id, str)}
    games = rulesets.RULESETS

    assert {rule.text for game in games for rule in game.rules.values()} <= gathered
    assert {game.name for game in games} <= gathered
    assert all(game.verbs.keys() <= game.deeds.keys() for game in games)
    with translation.override("en"):
        endings = {str(words) for words in ENDINGS.values()}
        assert {words for game in games for words in game.deeds.values()} | endings <= gathered


def test_too_many_games_at_once_are_put_off_and_the_text_stays(client, monkeypatch):
    monkeypatch.setattr("games.views.validate.VERDICTS", "1/h")
    pasted(client, sample("kept"))

    answer = client.post(PAGE, {"text": sample("kept")})

    assert answer.status_code == 429
    assert "Anna  S c2s" in answer.content.decode()


def test_a_dice_game_is_judged_and_shown_on_its_sheet(client):
    page = pasted(client, sample("dice"))

    assert "Dice game" in page
    assert "Every rule was kept." in page
    assert "What this record cannot show" in page
    assert 'class="board sheet"' in board(page)
    assert ">R15</text>" in board(page)


def test_the_page_waits_only_so_long_and_says_how_far_it_came(client, monkeypatch):
    monkeypatch.setattr("games.recording.replays.LONGEST", 0.0)

    text = sample("kept")
    first = next(n for n, line in enumerate(text.splitlines(), 1) if line[:1] not in {"#", "[", ""})

    page = pasted(client, text)

    assert "No rule was broken as far as the game was checked." in page
    assert f"Not checked further from line {first} on." in page
    assert "Every rule was kept" not in page
