"""Score sheets: two a page, everything on them that saves writing."""

import io

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext
from pypdf import PdfReader

from tests import factories as make
from tests.prints import pages_of, print_of
from tournaments.domain.games import GAMES
from tournaments.exports.pdf import qr, score_sheets
from tournaments.exports.pdf.page import MM, fit

pytestmark = pytest.mark.django_db


@pytest.fixture
def _english():
    with translation.override("en"):
        yield


@pytest.mark.usefixtures("_english")
def test_two_sheets_stand_on_a_page():
    tournament = make.ready_to_draw(23)
    make.publish(tournament)

    pages = pages_of(print_of("score-sheets", tournament, number=1))

    assert len(pages) == 3
    for entry in tournament.entries.all():
        assert sum(entry.name in page for page in pages) == 1
    assert "Round 1, draw 1, 09:15" in pages[2]
    assert "page 3/3" in pages[2]
    assert "13:00" not in pages[0]


@pytest.mark.usefixtures("_english")
def test_an_odd_number_of_tables_leaves_half_a_page_empty():
    tournament = make.ready_to_draw(12)
    make.publish(tournament)

    pages = pages_of(print_of("score-sheets", tournament, number=1))

    assert [page.count("Settlements") for page in pages] == [2, 1]


@pytest.mark.usefixtures("_english")
def test_a_sheet_has_a_column_for_each_part_of_the_game():
    tournament = make.ready_to_draw(12, ruleset="cities-knights+seafarers", target_points=16)
    make.publish(tournament)

    page = pages_of(print_of("score-sheets", tournament, number=1))[0]

    words = " ".join(page.split())
    for part in tournament.game.parts:
        assert part.name in words


@pytest.mark.usefixtures("_english")
def test_a_sheet_of_the_dice_game_asks_for_symbols_and_for_no_winner():
    tournament = make.ready_to_draw(12, kind="school", ruleset="dice", target_points=0)
    make.publish(tournament)

    page = pages_of(print_of("score-sheets", tournament, number=1))[0]

    words = " ".join(page.split())
    for asked in ("Roads × 1", "Settlements 3 4 5 7 9 11", "Crosses × −2", "total"):
        assert asked in words
    for not_asked in ("won", "bell", "victory point cards"):
        assert not_asked not in words


@pytest.mark.parametrize(
    "name",
    [
        "Maximiliána Bartolomějka Hohenzollernová-Lichtná",
        "Wolfeschlegelsteinhausenbergerdorffova",
    ],
)
def test_a_long_name_below_a_signature_is_read_and_stands_in_two_lines(name):
    room = ((score_sheets.RIGHT - score_sheets.LEFT + 4) / 4 - 4) * MM, score_sheets.SIGNED * MM
    least = score_sheets.LEAST_LETTERS

    broken, size = fit(name, room, least, bold=False, lines=2, least=least)

    assert (len(broken), size) == (2, 8)


def test_a_sheet_of_a_minor_has_the_whole_name_because_it_stays_at_the_desk():
    tournament = make.ready_to_draw(11)
    make.make_entry(tournament, make.make_junior("Žofie Malá"), state="checked-in")
    make.publish(tournament)

    words = "".join(pages_of(print_of("score-sheets", tournament, number=1)))

    assert "Žofie Malá" in words


def test_the_code_leads_to_the_form_of_that_very_table(monkeypatch):
    tournament = make.ready_to_draw(12)
    make.publish(tournament)
    seen = []
    real = qr.qr_path
    monkeypatch.setattr(
        "tournaments.exports.pdf.page.qr_path",
        lambda address: seen.append(address) or real(address),
    )

    print_of("score-sheets", tournament, number=1)

    desk = make.signed_in(tournament)
    assert len(seen) == 3
    assert all(address.startswith("https://catan.example/en/t/") for address in seen)
    page = desk.get(seen[1].removeprefix("https://catan.example")).content.decode()
    table = tournament.rounds.get(number=1).current_draw().tables.get(number=2)
    assert all(seat.entry.name in page for seat in table.seats.all())


def test_a_vietnamese_name_is_printed_with_its_own_letters():
    tournament = make.ready_to_draw(11)
    make.make_entry(tournament, "Đỗ Ngọc Ánh", state="checked-in")
    make.publish(tournament)

    content = print_of("score-sheets", tournament, number=1)

    assert "Đỗ Ngọc Ánh" in "".join(pages_of(content))


def test_only_the_fonts_in_the_file_are_used():
    tournament = make.ready_to_draw(12)
    make.publish(tournament)

    reader = PdfReader(io.BytesIO(print_of("score-sheets", tournament, number=1)))

    fonts = {
        font.get_object()["/BaseFont"].partition("+")[2]
        for page in reader.pages
        for font in page["/Resources"]["/Font"].get_object().values()
    }
    assert fonts <= {"Roboto-Regular", "Roboto-Bold"}


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_heads_are_read_at_arms_length(game, language):
    with translation.override(language):
        heads = [*(gettext(part.name) for part in game.parts), gettext("total")]
    columns = len(heads) + (0 if game.by_score else 1)
    names = score_sheets.NAMES if columns < 8 else score_sheets.NARROW
    width = (score_sheets.RIGHT - score_sheets.LEFT - 10 - names) / columns

    across = min(score_sheets.letters_across(heads, width))
    upright = min(score_sheets.letters_upright(heads, width))

    assert max(across, upright) >= score_sheets.LEAST_LETTERS
