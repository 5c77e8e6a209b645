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

from games.drawing import boards as drawing
from games.drawing.boards import Position, board_svg, places_of
from games.drawing.looks import BOAT, CITY, INK, LIKELY, LOOKS, PAINTS, ROBBER, SETTLEMENT
from games.drawing.pieces import CREST, HOLLOW, Knight, mark_of_knight, shield, strokes
from games.engine.board.boards import harbour_lines, hex_lines
from games.engine.board.frames import BASE, FIVE_SIX, FRAMES
from games.engine.board.generate import generate, random_board
from games.engine.board.terrain import RED, Terrain, pips
from games.printing.boards import board_pdf, print_board
from tests.games.engine.board.worked import ISLANDS

SVG = "{http://www.w3.org/2000/svg}"
BOARD = random_board("7")
GRID = BASE.grid

every_frame = pytest.mark.parametrize("frame", ISLANDS.values(), ids=ISLANDS)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.mark.rule("T-003", "T-004")
@every_frame
def test_the_picture_shows_terrain_and_number_of_every_hex(frame):
    board = random_board("7", frame)

    shown = hexes_of(board_svg(board))

    assert [terrain_of(hex_) for hex_ in shown] == list(board.terrain)
    assert [number_of(hex_) for hex_ in shown] == list(board.numbers)


def test_a_token_has_a_pip_for_every_roll_that_gives_its_number():
    drawn = tokens_of(board_svg(BOARD))

    assert drawn.keys() == set(BOARD.numbers) - {None}
    for number, token in drawn.items():
        assert token.findtext(f"{SVG}g/{SVG}text") == str(number)
        assert len(token.findall(f"{SVG}g/{SVG}circle")) == pips(number)


def test_six_and_eight_are_red_and_larger_than_the_other_numbers():
    looks = {True: set(), False: set()}

    for number, token in tokens_of(board_svg(BOARD)).items():
        text = token.find(f"{SVG}g/{SVG}text")
        looks[number in RED].add((text.getparent().get("fill"), int(text.get("font-size"))))

    ((likely, large),) = looks[True]
    ((other, small),) = looks[False]
    assert (likely, other) == (LIKELY, INK)
    assert large > small


@pytest.mark.rule("B-042")
def test_the_robber_stands_on_its_desert():
    robber = re.search(' d="(.*?)"', ROBBER)[1]

    on = [robber in etree.tostring(hex_).decode() for hex_ in hexes_of(board_svg(BOARD))]

    assert on == [hex_ == BOARD.robber for hex_ in range(19)]


@pytest.mark.rule("B-043", "T-003")
def test_every_harbour_shows_its_rate_and_the_sign_of_what_it_takes():
    svg = etree.fromstring(board_svg(BOARD, legend=False))

    badges = [group for group in svg.findall(f"{SVG}g") if group.find(f"{SVG}rect") is not None]

    assert [badge.findtext(f"{SVG}text") for badge in badges] == [
        harbour.rate for harbour in BOARD.harbours
    ]
    assert [badge.find(f"{SVG}g/{SVG}use").get("href") for badge in badges] == [
        f"#board-{SIGNS[harbour.kind]}" for harbour in BOARD.harbours
    ]


SIGNS = {terrain.gives: terrain.value for terrain in LOOKS} | {None: "ship"}


@pytest.mark.rule("B-044")
@every_frame
def test_two_piers_lead_from_a_harbour_to_the_ends_of_its_path(frame):
    board = random_board("7", frame)
    svg = etree.fromstring(board_svg(board))
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", path_of(svg))]
    ends = list(zip(numbers[2::4], numbers[3::4], strict=True))
    corners = [place_of(svg, hex_) for hex_ in range(len(board.terrain))]

    assert len(ends) == 2 * len(board.harbours)
    for harbour, one, other in zip(board.harbours, ends[::2], ends[1::2], strict=True):
        (land,) = frame.grid.hexes_along[harbour.path]
        assert dist(one, other) == pytest.approx(50, abs=0.2)
        assert dist(one, corners[land]) == pytest.approx(50, abs=0.2)
        assert dist(other, corners[land]) == pytest.approx(50, abs=0.2)


# Pieces


def all_pieces(colours):
    """Every piece of these colours, on places of the small board in order: what is shown does
    not ask whether it is legal."""
    intersections = iter(range(54))
    paths = iter(range(72))
    return Position(
        settlements={next(intersections): colour for colour in colours for _ in range(5)},
        cities={next(intersections): colour for colour in colours for _ in range(4)},
        roads={next(paths): colour for colour in colours for _ in range(12)},
        robber=3,
    )


def test_every_piece_stands_on_its_place_in_its_colour():
    position = all_pieces(PAINTS)
    svg = etree.fromstring(board_svg(BOARD, position))
    shown = [
        (use.get("href").removeprefix("#board-"), float(use.get("x", 0)), float(use.get("y", 0)))
        for use in svg.findall(f"{SVG}use")
    ]

    for kind, pieces, places, of in (
        ("settlement", position.settlements, GRID.intersections, 3),
        ("city", position.cities, GRID.intersections, 3),
        ("mark", position.roads, GRID.paths, 2),
    ):
        assert [piece for piece in shown if piece[0].endswith(kind)] == [
            (
                f"{colour}-{kind}",
                pytest.approx(places[place].column * 43.3 / of, abs=0.1),
                pytest.approx(places[place].row * 75 / of, abs=0.1),
            )
            for place, colour in pieces.items()
            if kind != "mark" or PAINTS[colour].mark
        ]


def test_roads_of_a_colour_lie_on_their_paths():
    position = Position(roads={5: "red", 40: "blue", 41: "red"})
    svg = etree.fromstring(board_svg(BOARD, position))

    lines = {
        path.get("stroke"): path.get("d").count("M")
        for path in svg.findall(f"{SVG}g[@class='roads']/{SVG}path")
    }

    assert lines == {PAINTS["red"].fill: 2, PAINTS["blue"].fill: 1}


def test_colours_are_told_apart_by_lightness_or_mark():
    marks = [paint.mark for paint in PAINTS.values() if paint.mark]
    plain = [paint.fill for paint in PAINTS.values() if not paint.mark]

    assert len(PAINTS) == 6
    assert len(set(marks)) == len(marks) == 4
    assert contrast(*plain) > 4.5
    for paint in PAINTS.values():
        assert contrast(paint.fill, paint.ink) > 4.5
    assert SETTLEMENT != CITY


def test_colours_of_no_box_are_drawn_too():
    text = board_svg(BOARD, Position({1: "pink", 9: 'b"<o>ld'}, {5: "teal"}, {3: "pink"}))

    assert "board-other-settlement" in text
    assert "pink" not in text
    assert len(set(ids_of(text))) == len(ids_of(text))


def test_the_robber_stands_where_the_position_has_it_beside_the_number():
    robber = re.search(' d="(.*?)"', ROBBER)[1]
    elsewhere = next(hex_ for hex_ in range(19) if hex_ != BOARD.robber)

    shown = hexes_of(board_svg(BOARD, Position(robber=elsewhere)))

    on = [robber in etree.tostring(hex_).decode() for hex_ in shown]
    assert on == [hex_ == elsewhere for hex_ in range(19)]
    assert shown[elsewhere][-1].get("transform").startswith("translate(-")


def test_places_that_can_be_tapped_have_their_names():
    lit = {"hex": {3}, "path": (), "intersection": [0, 5]}
    svg = etree.fromstring(board_svg(BOARD, places=lit))
    shown = [
        dict(place.attrib) for group in svg.findall(f"{SVG}g[@class='places']") for place in group
    ]

    for kind, names in (
        ("hex", GRID.hex_names),
        ("path", GRID.path_names),
        ("intersection", GRID.intersection_names),
    ):
        places = [place for place in shown if f"data-{kind}" in place]
        assert [place[f"data-{kind}"] for place in places] == list(names)
        assert [place["data-number"] for place in places] == [*map(str, range(len(names)))]
        buttons = [n for n, place in enumerate(places) if place.get("role") == "button"]
        assert buttons == [*lit[kind]]
        assert [places[n]["aria-label"] for n in buttons] == [names[n] for n in buttons]
    assert svg.get("role") == "group"
    assert "data-" not in board_svg(BOARD)


def test_a_place_shines_without_being_a_button():
    svg = etree.fromstring(board_svg(BOARD, lit={"path": [5], "intersection": [7, 8]}))

    glows = [svg.find(f"{SVG}g[@class='{name}']") for name in ("lit round", "lit")]

    assert [len(glow) for glow in glows] == [1, 2]
    assert svg.get("role") == "img"
    x, y = (float(glows[1][0].get(name)) for name in ("cx", "cy"))
    assert (x, y) == (
        pytest.approx(GRID.intersections[7].column * 43.3 / 3, abs=0.1),
        pytest.approx(GRID.intersections[7].row * 25, abs=0.1),
    )


def test_a_hex_shines_below_the_pieces_at_its_rim():
    position = Position(settlements={7: "red"}, roads={5: "red"})

    svg = etree.fromstring(board_svg(BOARD, position, lit={"hex": [3], "path": [5]}))

    parts = [part.get("class") for part in svg]
    assert parts.index("lit") < parts.index("roads") < parts.index("lit round")


def test_a_closeup_shows_the_lit_places_and_what_lies_next_to_them():
    hex_ = GRID.hex_named["c3"]

    whole = etree.fromstring(board_svg(BOARD, lit={"hex": [hex_]}))
    close = etree.fromstring(board_svg(BOARD, lit={"hex": [hex_]}, closeup=True, legend=False))

    left, top, width, height = map(float, close.get("viewBox").split())
    assert (left + width / 2, top + height / 2) == (0, 0)
    assert width == height < float(whole.get("viewBox").split()[2]) / 2


def test_a_closeup_of_nothing_lit_is_the_whole_board():
    assert board_svg(BOARD, closeup=True) == board_svg(BOARD)


@every_frame
@pytest.mark.parametrize("labels", [True, False])
def test_the_picture_may_stand_in_a_page_with_a_strict_policy(frame, labels):
    colours = [*PAINTS][: frame.players[-1]]
    text = board_svg(random_board("7", frame), all_pieces(colours), labels=labels)

    for element in etree.fromstring(text).iter():
        assert element.tag.removeprefix(SVG) not in {"style", "script", "image", "foreignObject"}
        for name, value in element.attrib.items():
            assert name != "style"
            assert not name.startswith("on")
            assert name != "href" or value.startswith("#")
    assert len(text.encode()) < 40_000


def test_the_picture_has_a_name_and_a_description_for_those_who_do_not_see_it():
    svg = etree.fromstring(board_svg(BOARD, title="Round 2"))
    words = {element.get("id"): element.text for element in (svg[0], svg[1])}

    told = [words[name] for name in svg.get("aria-labelledby").split()]

    assert svg.get("role") == "img"
    assert told[0] == "Round 2"
    assert f"The robber stands on {GRID.hex_names[BOARD.robber]}." in told[1]


def test_two_pictures_on_a_page_share_no_id():
    ids = [id_ for key in ("b1", "b2") for id_ in ids_of(board_svg(BOARD, key=key))]

    assert len(ids) == len(set(ids))


def test_a_title_with_signs_of_markup_stays_text():
    title = "<b>Kolo & 2</b>"

    assert etree.fromstring(board_svg(BOARD, title=title))[0].text == title


def test_labels_name_the_hexes_and_give_the_letters_of_the_tokens():
    texts = texts_of(board_svg(BOARD, labels=True, legend=False))

    for line in hex_lines(BOARD):
        assert line.name in texts
        assert not line.letter or line.letter in texts


def test_without_labels_and_legend_only_numbers_rates_and_rows_are_written():
    texts = texts_of(board_svg(BOARD, legend=False))

    numbers = {str(number) for number in BOARD.numbers if number}
    assert set(texts) == numbers | {"3:1", "2:1"} | set("abcde")


@every_frame
def test_every_row_has_its_letter_at_both_ends(frame):
    svg = etree.fromstring(board_svg(generate(frame, "7")))
    texts = svg.findall(f"{SVG}g[@class='rows']/{SVG}text")
    places = {}

    for text in texts:
        places.setdefault(text.text, []).append((float(text.get("x")), float(text.get("y"))))

    assert list(places) == sorted({name[0] for name in frame.grid.hex_names})
    for letter, ((left, y), (right, beside)) in places.items():
        row = [
            place_of(svg, hex_) for name, hex_ in frame.grid.hex_named.items() if name[0] == letter
        ]
        assert y == beside == pytest.approx(row[0][1], abs=7)
        assert left < row[0][0] - 100
        assert right > row[-1][0] + 100


def test_the_legend_speaks_the_language_of_the_reader(monkeypatch):
    czech = {"forest": "les", "lumber": "dřevo", "desert": "poušť"}
    monkeypatch.setattr(drawing, "_", lambda text: czech.get(text, text))

    texts = texts_of(board_svg(BOARD))

    assert "les: dřevo" in texts
    assert "poušť" in texts


CHARTED = {key: frame for key, frame in FRAMES.items() if frame.chart is not None}


@pytest.mark.parametrize("frame", CHARTED.values(), ids=CHARTED)
def test_a_map_with_sea_shows_every_hex_and_the_pirate(frame):
    board = generate(frame, "7")

    picture = etree.fromstring(board_svg(board))

    used = [use.get("href") for use in picture.iter(f"{SVG}use")]
    assert used.count("#board-sea-hex") == len(frame.water)
    assert used.count("#board-gold-hex") == board.terrain.count(Terrain.GOLD)
    assert len(picture.findall(f".//{SVG}g[@class='pirate']")) == (frame.chart.pirate is not None)
    with translation.override("en"):
        legend = " ".join(etree.fromstring(board_svg(board)).itertext())
    assert "gold: any resource" in legend
    assert "the pirate on" in legend or frame.chart.pirate is None


def test_ships_lie_on_their_paths_in_the_mark_of_their_colour():
    frame = CHARTED["new-shores-4"]
    path = frame.grid.path_named["a1e"]

    picture = board_svg(generate(frame, "7"), Position(ships={path: "blue"}, pirate=0))

    assert BOAT in picture
    assert PAINTS["blue"].mark in picture
    assert picture.count('href="#board-blue-boat"') == 1
    assert 'class="pirate"' in picture


def test_the_pirate_lies_beside_a_harbour_and_in_front_of_it():
    frame = CHARTED["new-shores-4"]
    board = generate(frame, "7")
    grid = frame.grid
    ways = {frame.sea_beyond(harbour.path) for harbour in board.harbours}
    (harboured, *_), (open_sea, *_) = (
        [hex_ for hex_ in frame.water if (grid.hexes[hex_] in ways) is beside]
        for beside in (True, False)
    )

    beside = board_svg(board, Position(pirate=harboured))
    alone = board_svg(board, Position(pirate=open_sea))

    scaled = re.search(r'scale\(0.8\)"><g class="pirate"', beside)
    assert scaled.start() > beside.rindex(">3:1</text>")
    assert not re.search(r'scale\(0.8\)"><g class="pirate"', alone)


# Cities & Knights

CROWDED = Position(
    cities={0: "red"},
    metropolises={4: "blue", 9: "white"},
    reduced={14: "orange"},
    walls={0: "red", 9: "white"},
    knights={20: Knight("red", 3, active=True), 26: Knight("pink", 1, active=False)},
    merchant={5: "green"},
)


def test_knights_walls_and_metropolises_stand_on_their_places():
    shown = stood(board_svg(BOARD, CROWDED))

    assert [(name, spot) for name, spot in shown if "knight" in name] == [
        ("red-active-knight", corner(20)),
        ("other-passive-knight", corner(26)),
    ]
    assert [(name, spot) for name, spot in shown if "rank" in name] == [
        ("rank-3-light", corner(20)),
        ("rank-1-dark", corner(26)),
    ]
    assert [name for name, spot in shown if spot == corner(9)] == [
        "white-wall",
        "white-metropolis",
    ]
    assert [name for name, spot in shown if spot == corner(0)] == ["red-wall", "red-city"]
    assert [name for name, spot in shown if spot == corner(4)] == ["blue-metropolis"]
    assert [name for name, spot in shown if spot == corner(14)] == ["orange-lying"]


def test_the_merchant_stands_beside_the_number_of_its_hex():
    ((x, y),) = [spot for name, spot in stood(board_svg(BOARD, CROWDED)) if "merchant" in name]
    hex_x, hex_y = places_of(BOARD)["hex"][5][1:]

    assert 20 < x - hex_x < 30
    assert y == hex_y


def test_knights_tell_activity_and_strength_without_colour():
    active, passive = shield(active=True), shield(active=False)

    assert [CREST in active, HOLLOW in active] == [True, False]
    assert [CREST in passive, HOLLOW in passive] == [False, True]
    assert [strokes(rank, INK).count("M") for rank in (1, 2, 3)] == [1, 2, 3]
    for paint in PAINTS.values():
        assert paint.mark in mark_of_knight(paint, active=True)


def test_a_crowded_board_of_six_players_is_no_heavy_picture():
    board = random_board("7", FIVE_SIX)
    spots = iter(range(len(board.frame.grid.intersections)))
    paths = iter(range(len(board.frame.grid.paths)))
    position = Position(
        settlements={next(spots): colour for colour in PAINTS for _ in range(4)},
        cities={next(spots): colour for colour in PAINTS},
        roads={next(paths): colour for colour in PAINTS for _ in range(12)},
        metropolises={next(spots): colour for colour in ("red", "blue", "green")},
        reduced={next(spots): colour for colour in ("white", "orange")},
        walls={24 + spot: colour for spot, colour in enumerate(PAINTS)},
        knights={
            next(spots): Knight(colour, rank, active)
            for colour in PAINTS
            for rank, active in ((1, False), (2, True), (3, True))
        },
        merchant={5: "green"},
    )

    picture = board_svg(board, position, legend=False)

    assert len(picture.encode()) < 40_000
    assert set(links_of(picture)) <= set(ids_of(picture))


def stood(text):
    """What stands on the board: names of shapes and where they are."""
    return [
        (
            use.get("href").removeprefix("#board-"),
            (float(use.get("x", 0)), float(use.get("y", 0))),
        )
        for use in etree.fromstring(text).findall(f"{SVG}use")
    ]


def corner(intersection):
    return places_of(BOARD)["intersection"][intersection][1:]


def links_of(text):
    return re.findall(r'href="#([^"]+)"', text)


def test_a_board_with_sea_is_printed_and_its_list_has_the_land_and_the_pirate():
    board = generate(CHARTED["through-the-desert-3"], "7")

    with translation.override("en"):
        sheet = board_pdf(board, heading="At sea")

    text = PdfReader(BytesIO(sheet)).pages[0].extract_text()
    assert "sea, pirate" in text
    assert len(hex_lines(board)) == 1 + len(board.terrain) - board.terrain.count(Terrain.SEA)


@pytest.mark.parametrize("terrain", LOOKS)
def test_what_is_written_on_a_terrain_can_be_read(terrain):
    look = LOOKS[terrain]

    assert contrast(look.fill, look.ink) >= 4.5


def test_terrains_that_look_alike_in_grey_have_different_signs_and_textures():
    assert len({look.sign for look in LOOKS.values()}) == len(LOOKS)
    assert len({look.texture for look in LOOKS.values()}) == len(LOOKS)


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
    expected = {"les:": regular, "dřevo": regular, "poušť": regular, "e3": bold, "2:1": bold}
    assert {text: fonts.get(text) for text in expected} == expected
    assert set(fonts.values()) == {regular, bold}


def test_the_printed_picture_is_as_wide_as_asked():
    printed = print_board(random_board("7", FIVE_SIX), width=300)

    left, _bottom, right, _top = printed.getBounds()
    assert printed.width == 300
    assert right - left == pytest.approx(300, abs=9)
    assert printed.height > 300


@pytest.mark.rule("T-004")
@every_frame
def test_a_sheet_of_paper_has_the_picture_and_the_whole_list_on_one_page(frame):
    board = generate(frame, "7")

    (page,) = PdfReader(BytesIO(board_pdf(board, heading="Round 2", footer="seed 7"))).pages

    words = page.extract_text()
    assert words.startswith("Round 2")
    assert "seed 7" in words
    for line in hex_lines(board):
        assert words.count(f"{line.name}\n") >= 2
    for harbour in harbour_lines(board):
        assert f"{harbour.side} {harbour.kind or ''}".strip() in words


@pytest.mark.rule("T-003", "T-004")
def test_a_page_shows_the_board_as_a_picture_and_in_words():
    template = Template("{% load boards %}{% board_picture board key='r2' %}{% board_list board %}")

    page = template.render(Context({"board": BOARD}))

    assert board_svg(BOARD, key="r2") in page
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
    drawn = [use.get("href").removeprefix("#board-") for use in group.findall(f"{SVG}use")]
    return next((int(name) for name in drawn if name.isdecimal()), None)


def tokens_of(text):
    """What is drawn for each number."""
    groups = etree.fromstring(text).findall(f"{SVG}defs/{SVG}g")
    names = {group.get("id").removeprefix("board-"): group for group in groups}
    return {int(name): group for name, group in names.items() if name.isdecimal()}


def path_of(svg):
    return svg.find(f"{SVG}path[@class='piers']").get("d")


def place_of(svg, hex_):
    groups = hexes_of(etree.tostring(svg))
    return [float(number) for number in re.findall(r"-?[\d.]+", groups[hex_].get("transform"))][:2]


def ids_of(text):
    return [element.get("id") for element in etree.fromstring(text).iter() if element.get("id")]


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
