"""The picture of a board: what it shows, and that any page and any print may hold it."""

import re
from io import BytesIO
from math import dist

import pytest
from django.template import Context, Template
from django.utils import translation
from lxml import etree
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from games import drawing
from games.drawing import INK, LIKELY, LOOKS, draw_board
from games.engine.board.boards import harbour_lines, hex_lines
from games.engine.board.generate import random_board
from games.engine.board.layouts import BASE, FIVE_SIX, LAYOUTS
from games.engine.board.terrain import RED, pips
from games.printing import print_board

SVG = "{http://www.w3.org/2000/svg}"
BOARD = random_board("7")
GRID = BASE.grid

every_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.mark.rule("T-003", "T-004")
@every_layout
def test_the_picture_shows_terrain_and_number_of_every_hex(layout):
    board = random_board("7", layout)

    shown = hexes_of(draw_board(board))

    assert [terrain_of(hex_) for hex_ in shown] == list(board.terrain)
    assert [number_of(hex_) for hex_ in shown] == list(board.numbers)


def test_a_token_has_a_pip_for_every_roll_that_gives_its_number():
    for hex_, number in zip(hexes_of(draw_board(BOARD)), BOARD.numbers, strict=True):
        if number:
            assert len(hex_.findall(f"{SVG}g/{SVG}circle")) == pips(number)


def test_six_and_eight_are_red_and_larger_than_the_other_numbers():
    looks = {True: set(), False: set()}

    for hex_, number in zip(hexes_of(draw_board(BOARD)), BOARD.numbers, strict=True):
        if number:
            text = hex_.find(f"{SVG}g/{SVG}text[@font-weight]")
            looks[number in RED].add((text.getparent().get("fill"), int(text.get("font-size"))))

    ((likely, large),) = looks[True]
    ((other, small),) = looks[False]
    assert (likely, other) == (LIKELY, INK)
    assert large > small


@pytest.mark.rule("B-042")
def test_the_robber_stands_on_its_desert():
    robber = re.search(' d="(.*?)"', drawing.ROBBER)[1]

    on = [robber in etree.tostring(hex_).decode() for hex_ in hexes_of(draw_board(BOARD))]

    assert on == [hex_ == BOARD.robber for hex_ in range(19)]


@pytest.mark.rule("B-043", "T-003")
def test_every_harbour_shows_its_rate_and_the_sign_of_what_it_takes():
    svg = etree.fromstring(draw_board(BOARD, legend=False))

    badges = [group for group in svg.findall(f"{SVG}g") if group.find(f"{SVG}rect") is not None]

    assert [badge.findtext(f"{SVG}text") for badge in badges] == [
        harbour.rate for harbour in BOARD.harbours
    ]
    assert [badge.find(f"{SVG}g/{SVG}use").get("href") for badge in badges] == [
        f"#board-{SIGNS[harbour.kind]}" for harbour in BOARD.harbours
    ]


SIGNS = {terrain.gives: terrain.value for terrain in LOOKS} | {None: "ship"}


@pytest.mark.rule("B-044")
@every_layout
def test_two_piers_lead_from_a_harbour_to_the_ends_of_its_path(layout):
    board = random_board("7", layout)
    svg = etree.fromstring(draw_board(board))
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path_of(svg))]
    ends = list(zip(numbers[2::4], numbers[3::4], strict=True))
    corners = [place_of(svg, hex_) for hex_ in range(len(board.terrain))]

    assert len(ends) == 2 * len(board.harbours)
    for harbour, one, other in zip(board.harbours, ends[::2], ends[1::2], strict=True):
        (land,) = layout.grid.hexes_along[harbour.path]
        assert dist(one, other) == pytest.approx(50, abs=0.2)
        assert dist(one, corners[land]) == pytest.approx(50, abs=0.2)
        assert dist(other, corners[land]) == pytest.approx(50, abs=0.2)


@every_layout
@pytest.mark.parametrize("labels", [True, False])
def test_the_picture_may_stand_in_a_page_with_a_strict_policy(layout, labels):
    text = draw_board(random_board("7", layout), labels=labels)

    for element in etree.fromstring(text).iter():
        assert element.tag.removeprefix(SVG) not in {"style", "script", "image", "foreignObject"}
        for name, value in element.attrib.items():
            assert name != "style"
            assert not name.startswith("on")
            assert name != "href" or value.startswith("#")
    assert len(text.encode()) < 40_000


def test_the_picture_has_a_name_and_a_description_for_those_who_do_not_see_it():
    svg = etree.fromstring(draw_board(BOARD, title="Round 2"))
    words = {element.get("id"): element.text for element in (svg[0], svg[1])}

    told = [words[name] for name in svg.get("aria-labelledby").split()]

    assert svg.get("role") == "img"
    assert told[0] == "Round 2"
    assert f"The robber stands on {GRID.hex_names[BOARD.robber]}." in told[1]


def test_two_pictures_on_a_page_share_no_id():
    ids = [
        element.get("id")
        for key in ("b1", "b2")
        for element in etree.fromstring(draw_board(BOARD, key=key)).iter()
        if element.get("id")
    ]

    assert len(ids) == len(set(ids))


def test_a_title_with_signs_of_markup_stays_text():
    title = "<b>Kolo & 2</b>"

    assert etree.fromstring(draw_board(BOARD, title=title))[0].text == title


def test_labels_name_the_hexes_and_give_the_letters_of_the_tokens():
    texts = texts_of(draw_board(BOARD, labels=True, legend=False))

    for line in hex_lines(BOARD):
        assert line.name in texts
        assert not line.letter or line.letter in texts


def test_without_labels_and_legend_only_numbers_and_rates_are_written():
    texts = texts_of(draw_board(BOARD, legend=False))

    assert set(texts) == {str(number) for number in BOARD.numbers if number} | {"3:1", "2:1"}


def test_the_legend_speaks_the_language_of_the_reader(monkeypatch):
    czech = {"forest": "les", "lumber": "dřevo", "desert": "poušť"}
    monkeypatch.setattr(drawing, "_", lambda text: czech.get(text, text))

    texts = texts_of(draw_board(BOARD))

    assert "les: dřevo" in texts
    assert "poušť" in texts


@pytest.mark.parametrize("terrain", LOOKS)
def test_what_is_written_on_a_terrain_can_be_read(terrain):
    look = LOOKS[terrain]

    assert contrast(look.fill, look.ink) >= 4.5


def test_terrains_that_look_alike_in_grey_have_different_signs():
    assert len({look.sign for look in LOOKS.values()}) == len(LOOKS)


@pytest.mark.rule("T-004")
def test_the_picture_goes_into_a_pdf_with_czech_letters(monkeypatch):
    czech = {"forest": "les", "lumber": "dřevo", "desert": "poušť", "pasture": "pastviny"}
    monkeypatch.setattr(drawing, "_", lambda text: czech.get(text, text))
    paper = BytesIO()
    canvas = Canvas(paper)

    print_board(BOARD, width=500, labels=True).drawOn(canvas, 40, 300)
    canvas.save()

    fonts = {}
    PdfReader(paper).pages[0].extract_text(
        visitor_text=lambda text, _cm, _tm, font, _size: fonts.update(
            dict.fromkeys(text.split(), font and font["/BaseFont"].split("+")[-1])
        )
    )
    regular, bold = "Roboto-Regular", "Roboto-Bold"
    expected = {"les:": regular, "dřevo": regular, "poušť": regular, "e3": regular, "2:1": bold}
    assert {text: fonts.get(text) for text in expected} == expected
    assert set(fonts.values()) == {regular, bold}


def test_the_printed_picture_is_as_wide_as_asked():
    printed = print_board(random_board("7", FIVE_SIX), width=300)

    left, _bottom, right, _top = printed.getBounds()
    assert printed.width == 300
    assert right - left == pytest.approx(300, abs=4)
    assert printed.height > 300


@pytest.mark.rule("T-003", "T-004")
def test_a_page_shows_the_board_as_a_picture_and_in_words():
    template = Template("{% load boards %}{% board_picture board key='r2' %}{% board_list board %}")

    page = template.render(Context({"board": BOARD}))

    assert draw_board(BOARD, key="r2") in page
    cells = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "|", page)).replace("| ", "|")
    for line in hex_lines(BOARD):
        assert f"|{line.name}|" in cells
    for line in harbour_lines(BOARD):
        assert re.search(rf"\|{line.hex}\|+{line.side}\|+{line.rate} {line.kind or ''}", cells)


def hexes_of(text):
    """The groups that hold a hex each, in the order they are drawn."""
    groups = etree.fromstring(text).findall(f"{SVG}g[@transform]")
    return [
        group
        for group in groups
        if (use := group.find(f"{SVG}use")) is not None and use.get("href").endswith("-hex")
    ]


def terrain_of(group):
    return group.find(f"{SVG}use").get("href").split("-")[1]


def number_of(group):
    text = group.findtext(f"{SVG}g/{SVG}text[@font-weight]")
    return int(text) if text else None


def path_of(svg):
    return svg.find(f"{SVG}path[@class='piers']").get("d")


def place_of(svg, hex_):
    groups = hexes_of(etree.tostring(svg))
    return [float(number) for number in re.findall(r"-?[\d.]+", groups[hex_].get("transform"))][:2]


def texts_of(text):
    return [element.text for element in etree.fromstring(text).iter(f"{SVG}text")]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour):
    digits = colour.removeprefix("#")
    digits = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
