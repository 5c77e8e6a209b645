"""A printed sheet is typed in, drawn and checked as it is typed, asked about, and printed."""

import json
from io import BytesIO
from urllib.parse import unquote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader

from games.engine.rulesets.dice_game.headers import write_parts
from games.engine.rulesets.dice_game.sheet import STANDARD, document

pytestmark = pytest.mark.django_db

PAGE = "/en/games/dice/sheet/"
PAPER = "/en/games/dice/sheet.pdf"

PARTS = "\n".join(write_parts(STANDARD))
OURS = PARTS.replace('"standard"', '"our-island confirmed"').replace("C7 7 ", "C7 8 ")


def drawn(client, text, **headers):
    return client.post(PAGE, {"text": text}, headers=headers).content.decode()


def words_of(answer):
    assert answer["Content-Type"] == "application/pdf"
    (page,) = PdfReader(BytesIO(answer.content)).pages
    return page.extract_text()


def test_the_page_begins_with_the_sheet_of_the_site(client):
    page = client.get(PAGE).content.decode()

    assert "Every rule of sheets is kept." in page
    assert 'class="board sheet"' in page
    assert STANDARD.hash in page


def test_a_typed_sheet_is_drawn_by_itself(client):
    part = drawn(client, OURS, **{"HX-Request": "true"})

    assert part.lstrip().startswith('<div id="drawn"')
    assert ">8</text>" in part
    assert "Not yet compared with a printed sheet" not in part


def test_a_file_of_a_sheet_is_understood(client):
    page = drawn(client, json.dumps(document(STANDARD)))

    assert "Every rule of sheets is kept." in page


@pytest.mark.rule("DG-084")
def test_what_is_wrong_with_a_sheet_is_told_with_its_rule(client):
    page = drawn(client, OURS.replace("R12 S7 n6 ", ""))

    assert "DG-084" in page
    assert "no roads lead to C20" in page
    assert 'class="board sheet"' in page


def test_symbols_for_which_the_boxes_are_too_few_are_named(client):
    page = drawn(client, OURS + '\n[Boxes "7"]')

    assert "There are too few boxes to reach these symbols" in page
    assert "C30" in page[page.index("There are too few boxes") :].split("</p>")[0]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (PARTS.replace("S3 3 S4 4", "S3 x S4 4"), "Line 2, column 18"),
        (PARTS + "\nand more", "Line 6, column 1"),
        (PARTS.replace("Cities", "Towns"), "Line 3, column 2"),
        ("", "expected"),
        ("{", "JSON"),
        (json.dumps(document(STANDARD) | {"boxes": "x"}), "boxes"),
        (json.dumps(document(STANDARD) | {"id": "two words"}), "the name of the sheet"),
    ],
)
def test_mistakes_are_told_with_their_places(client, text, place):
    page = drawn(client, text)

    assert "This cannot be drawn yet." in page
    assert place in page


def test_the_calculator_takes_the_sheet_over(client):
    page = drawn(client, OURS)
    link = page.split('href="/en/games/dice/?', 1)[1].split('"', 1)[0]

    asked = client.get("/en/games/dice/?" + link.replace("&amp;", "&")).content.decode()

    assert "our-island" in unquote(link)
    assert ">8</text>" in asked
    assert 'name="sheet"' in asked
    assert "C7 8" in asked


def test_the_printed_sheet_has_every_symbol_and_every_cost(client):
    words = words_of(client.get(PAPER))

    for road in STANDARD.roads:
        assert road.id in words
    for site in STANDARD.sites:
        assert str(site.value) in words
    assert "grain, grain, ore, ore, ore" in words
    assert STANDARD.hash in words
    assert "Not yet compared with a printed sheet" in words


def test_a_typed_sheet_is_printed_as_it_was_typed(client):
    words = words_of(client.post(PAPER, {"text": OURS.replace("R15", "R99")}))

    assert "R99" in words
    assert "R15" not in words
    assert "our-island" in words


def test_a_sheet_with_mistakes_is_not_printed_but_shown(client):
    answer = client.post(PAPER, {"text": "x"})

    assert answer.status_code == 422
    assert "This cannot be drawn yet." in answer.content.decode()


def test_too_many_drawings_are_put_off_and_the_text_stays(client, monkeypatch):
    monkeypatch.setattr("games.views.sheets.DRAWINGS", "1/h")
    drawn(client, OURS)

    answer = client.post(PAGE, {"text": OURS})

    assert answer.status_code == 429
    assert "our-island" in answer.content.decode()
    assert client.post(PAPER, {"text": OURS}).status_code == 422


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_any_text_is_answered(client, monkeypatch, data):
    monkeypatch.setattr("games.views.sheets.DRAWINGS", "10000/s")
    lines = PARTS.split("\n")
    cut = data.draw(st.integers(0, len(PARTS)))
    junk = data.draw(st.text(max_size=30))
    text = data.draw(
        st.sampled_from([PARTS[:cut] + junk + PARTS[cut:], PARTS[:cut], "\n".join(lines[::-1])])
    )

    assert client.post(PAGE, {"text": text}).status_code == 200
