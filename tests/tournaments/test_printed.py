"""What is printed on the sheets or cards of an event: typed in, kept, shown, printed."""

from html import unescape

import pytest
from django.utils import translation

from games.engine import record, rulesets
from games.engine.rulesets.card_game.facts import with_facts
from games.engine.rulesets.dice_game.headers import parse_sheet, write_parts
from games.engine.rulesets.dice_game.sheet import STANDARD
from tests.factories import agreeing, make_tournament, publish, ready_to_draw, signed_in
from tests.prints import pages_of
from tournaments.domain.games import read_head
from tournaments.forms.announcing import TournamentForm
from tournaments.models import Tournament
from tournaments.models.entry import Role
from tournaments.services import records

pytestmark = pytest.mark.django_db

OURS = "\n".join(write_parts(STANDARD)).replace("standard", "ours").replace("C30 30", "C30 33")
LOOSE = OURS.replace("R15 n7 C30", "").replace("S4 4", "S4 3")
"""Nothing leads to the last city, and two settlements have the same number."""


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def dice() -> Tournament:
    return make_tournament(kind="school", ruleset="dice", target_points=0)


@pytest.fixture
def cards() -> Tournament:
    return make_tournament(kind="school", ruleset="card-game", target_points=10)


def address(tournament, *more, desk=True):
    parts = ["desk", "printed"] if desk else ["printed"]
    return "/".join(["/en/t", tournament.slug, *parts, *more, ""])


def page(client, where):
    return unescape(client.get(where).content.decode())


def send(tournament, where, **typed):
    return signed_in(tournament).post(where, typed)


def facts(tournament):
    tournament.refresh_from_db()
    return read_head(tournament.game, tournament.record_head).board.facts


# The dice game


def test_a_typed_sheet_is_kept_and_everybody_sees_it(dice, client):
    answer = send(dice, address(dice), text=OURS, confirmed="on")

    assert answer.status_code == 302
    dice.refresh_from_db()
    sheet = read_head(dice.game, dice.record_head).board.sheet
    assert (sheet.hash, sheet.confirmed) == (parse_sheet(OURS).hash, True)
    assert dice.game.parts[2].values[-1] == 33
    shown = page(client, address(dice, desk=False))
    assert "33" in shown
    assert "Nobody has compared" not in shown
    calculator = shown.split('class="button primary" href="')[1].split('"')[0]
    assert calculator.startswith("/en/games/dice/?sheet=")
    assert 'name="sheet"' in page(client, calculator)


def test_the_sheet_of_the_site_is_said_to_be_unconfirmed(dice, client):
    for where in (address(dice, desk=False), "/en/games/dice/"):
        assert "Nobody has compared this sheet" in page(client, where)


@pytest.mark.rule("DG-084", "DG-085", "DG-088")
def test_the_faults_of_a_sheet_are_told_as_where_it_is_drawn_and_nothing_typed_is_lost(dice):
    told = unescape(send(dice, address(dice), text=LOOSE).content.decode())
    drawn = unescape(
        signed_in(dice).post("/en/games/dice/sheet/", {"text": LOOSE}).content.decode()
    )

    for rule in ("DG-084", "DG-085", "DG-088"):
        sentence = drawn.split(f">{rule}</a>")[1].split("</li>")[0]
        assert sentence in told
    assert "S4 3" in told.split("<textarea")[1].split("</textarea>")[0]
    dice.refresh_from_db()
    assert dice.record_head == ""


@pytest.mark.rule("DG-084", "DG-085", "DG-088")
def test_the_form_of_the_event_tells_the_same_faults(dice):
    form = TournamentForm(
        {"ruleset": "dice", "record_head": LOOSE, "target_points": ""}, instance=dice
    )

    told = form.errors["record_head"]
    assert {words[:6] for words in told} == {"DG-084", "DG-085", "DG-088"}
    assert any("C30" in words for words in told)


def test_what_is_no_sheet_at_all_is_shown_with_its_place(dice):
    told = unescape(
        send(dice, address(dice), text='[Sheet "ours"] [Roads "R1 n1"]').content.decode()
    )

    assert "Line 1" in told
    assert "Nothing is saved yet" in told


def test_the_sheet_of_the_event_is_printed(dice, client):
    send(dice, address(dice), text=OURS)

    printed = client.get(f"/en/t/{dice.slug}/printed.pdf")

    assert "ours" in pages_of(printed.content)[0]


# The fast card game

GUILD = {"count": "2", "symbols": "3 4", "vp": "4", "op-0": "take"} | {
    f"{field}-0": value
    for field, value in {
        "times": "1",
        "per": "turn",
        "count": "1",
        "pick": "random",
        "from": "opponent_vp_at_least_own",
    }.items()
}


def test_a_card_is_entered_field_by_field(cards):
    send(cards, address(cards, "merchants-guild"), **GUILD)

    assert facts(cards) == (
        "merchants-guild count=2 symbols=3,4 vp=4 "
        "does=take:1:turn:1:random:opponent_vp_at_least_own"
    )
    guild = with_facts(facts(cards)).expansions[3]
    assert (guild.confirmed, guild.points) == (True, 4)
    assert 'name="pick-0"' in page(signed_in(cards), address(cards, "merchants-guild"))


def test_other_cards_and_other_headers_stay_when_one_is_entered(cards):
    cards.record_head = '[Options "seated=1"]\n[Facts "fortress count=1 vp=4"]'
    cards.save()

    send(cards, address(cards, "merchants-guild"), **GUILD)

    assert facts(cards).startswith("fortress count=1 vp=4; merchants-guild")
    assert '[Options "seated=1"]' in cards.record_head


def test_what_a_text_does_brings_its_fields_and_nothing_is_kept_yet(cards):
    asked = {"count": "1", "vp": "3", "op-0": "rate", "fields": "1"}

    told = send(cards, address(cards, "library"), **asked).content.decode()

    assert 'name="give-0"' in told
    assert 'name="op-1"' in told
    assert facts(cards) == ""


def test_a_card_that_the_site_does_not_know_is_another_expansion(cards):
    send(cards, address(cards, "new"), name="Tržnice", count="1", vp="3", **{"op-0": "none"})

    assert facts(cards) == "trznice name=Tržnice count=1 vp=3 does=none"
    assert "Tržnice" in page(signed_in(cards), address(cards))


@pytest.mark.rule("CG-111", "CG-113", "CG-114")
@pytest.mark.parametrize(
    ("card", "typed", "rule"),
    [
        ("library", {"count": "7"}, "CG-111"),
        ("church", {"op-0": "protect", "kind-0": "road", "first-0": "3"}, "CG-113"),
        ("library", {"op-0": "manual", "note-0": "1"}, "CG-114"),
    ],
)
def test_what_would_be_no_set_of_cards_is_refused_by_its_rule(cards, card, typed, rule):
    answer = send(cards, address(cards, card), **typed)

    told = unescape(answer.content.decode())
    assert f"{rule}:" in told.split("error-summary")[1]
    assert facts(cards) == ""


def test_a_text_of_its_own_keeps_its_words(cards):
    typed = {"count": "5", "op-0": "manual", "note-0": "Everybody trades; then + go: on"}

    send(cards, address(cards, "market-day"), **typed)

    assert "does=manual:Everybody_trades_then_go_on" in facts(cards)
    assert "Everybody trades then go on" in page(signed_in(cards), address(cards, "market-day"))


def test_the_list_of_cards_says_what_is_missing_on_the_page_and_on_paper(cards, client):
    send(cards, address(cards, "merchants-guild"), **GUILD)

    shown = page(client, address(cards, desk=False))
    printed = " ".join(pages_of(client.get(f"/en/t/{cards.slug}/printed.pdf").content)[0].split())

    for told in (shown, printed):
        for words in ("Merchants' Guild", "an opponent with as many points or more", "Fortress"):
            assert words in told
    assert "Missing:" in shown
    assert "Missing: how many there are, its points" in printed


def test_an_event_of_another_game_has_no_such_page(client):
    tournament = ready_to_draw(3)

    assert client.get(address(tournament, desk=False)).status_code == 404
    assert signed_in(tournament).get(address(tournament)).status_code == 404


def test_only_organisers_enter_what_is_printed(cards):
    browser = signed_in(cards, Role.SCOREKEEPER)

    assert browser.post(address(cards, "library"), {"count": "1"}).status_code == 403


@pytest.mark.parametrize(("role", "shown"), [(Role.ORGANISER, True), (Role.SCOREKEEPER, False)])
def test_a_verdict_leads_those_who_may_to_what_is_missing(role, shown):
    tournament = ready_to_draw(3, kind="school", ruleset="card-game")
    table = publish(tournament).tables.select_related("draw__round__tournament").get()
    text = '[Ruleset "card-game"]\n[Seats "a b c"]\na  M BLOOW  DESTINY white:cw\n1 a  D ??\n'
    game = record.parse(text, rulesets.by_key)
    agreeing(lambda who: records.keep_record(tournament, table, game, [1, 2, 3], who))

    told = page(signed_in(tournament, role), f"/en/t/{tournament.slug}/rounds/1/tables/1/game/")

    assert "cannot show" in told
    assert (f'href="/en/t/{tournament.slug}/desk/printed/"' in told) == shown
