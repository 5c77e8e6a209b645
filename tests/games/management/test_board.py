"""`manage.py board`: the same board in four formats."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command
from lxml import etree
from pypdf import PdfReader

from games.engine.board.checking import check
from games.engine.board.frames import BASE, FIVE_SIX
from games.engine.board.generate import generate
from games.engine.board.listing import listing_of_document
from games.engine.board.reading import read_board
from games.management.json_command import check_shape


def answer(*words):
    out = io.StringIO()
    call_command("board", *words, stdout=out)
    return out.getvalue()


@pytest.mark.parametrize(("players", "frame"), [("3", BASE), ("4", BASE), ("5", FIVE_SIX)])
def test_a_board_in_json(players, frame):
    document = json.loads(answer("--seed", "Brno", "--players", players))

    check_shape(document, "board")
    assert document["seed"] == "Brno"
    assert document["ruleset"] == frame.ruleset
    assert listing_of_document(document).board() == generate(frame, "Brno")


def test_a_board_as_text():
    listing = read_board(answer("--seed", "Brno", "--format", "text"))

    assert listing.board() == generate(BASE, "Brno")
    assert listing.ruleset == "base+tour"


def test_a_board_as_a_picture_in_the_language_asked_for():
    svg = answer("--seed", "<7>", "--players", "6", "--format", "svg", "--language", "en")

    picture = etree.fromstring(svg)

    assert picture[0].text == "Board <7>"
    assert "pasture: wool" in [text.text for text in picture.iter("{*}text")]


def test_a_board_as_a_sheet_of_paper(monkeypatch):
    screen = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", screen)

    answer("--seed", "Brno", "--format", "pdf", "--language", "en")

    (page,) = PdfReader(screen.buffer).pages
    words = page.extract_text()
    board = generate(BASE, "Brno")
    assert "Board" in words
    assert "Brno" in words
    assert words.count("3:1") == 8  # four harbours, in the picture and in the list
    for name, terrain in zip(board.frame.grid.hex_names, board.terrain, strict=True):
        assert f"{name}\n" in words
        assert terrain in words


def test_a_paper_is_not_poured_onto_a_screen(monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)

    with pytest.raises(CommandError, match=r"add > board\.pdf") as refused:
        answer("--seed", "7", "--format", "pdf")

    assert refused.value.returncode == 2


def test_a_seed_is_made_up_and_told():
    one, other = (json.loads(answer()) for _ in range(2))

    assert one["seed"] != other["seed"]
    assert listing_of_document(one).board() == generate(BASE, one["seed"])
    assert check(listing_of_document(one)) == ()


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--players", "6", "--ruleset", "base"], "base is not played on five-six"),
        (["--ruleset", "base56"], "base56 is not played on base"),
        (["--players", "7"], "five-six is for 5 to 6 players, not 7"),
        (["--players", "2"], "base is for 3 to 4 players, not 2"),
        (["--players", "0"], "base is for 3 to 4 players, not 0"),
        (["--seed", "\udcff"], "a seed is text that can be printed"),
        (["--players", "4", "--map", "five-six"], "five-six is for 5 to 6 players, not 4"),
    ],
)
def test_what_does_not_fit_together_is_refused(words, complaint):
    with pytest.raises(CommandError, match=complaint) as refused:
        answer(*words)

    assert refused.value.returncode == 2


def test_any_map_can_be_asked_for_by_its_key():
    document = json.loads(answer("--seed", "Brno", "--map", "five-six"))

    assert listing_of_document(document).board() == generate(FIVE_SIX, "Brno")


@pytest.mark.parametrize("ruleset", ["base+santa", "base56+easter-bunny"])
def test_a_board_of_a_holiday_is_drawn_and_checked(ruleset):
    """The figure stands in the picture, and the text is found to keep every rule."""
    players = "--players=5" if "56" in ruleset else "--players=4"

    text = answer("--seed=7", f"--ruleset={ruleset}", players, "--format=text")
    picture = answer("--seed=7", f"--ruleset={ruleset}", players, "--format=svg", "--language=en")

    assert f'[Ruleset "{ruleset}"]' in text
    assert "2+12" in text
    assert 'class="figure"' in picture
    assert ("Santa Claus stands on" if "santa" in ruleset else "The Easter Bunny stands") in picture
    assert check(read_board(text)) == ()


def test_a_map_without_a_desert_is_refused():
    with pytest.raises(CommandError, match="no desert for a chased robber"):
        answer("--map=new-shores-3", "--ruleset=seafarers+santa")
