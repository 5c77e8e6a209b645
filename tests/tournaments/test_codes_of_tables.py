"""The code on the paper of a table lets its players in for one round, on whichever phone."""

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tests.prints import print_of
from tournaments.exports.pdf import qr
from tournaments.models import Proposal, ProposalWord, Response, Tournament
from tournaments.models.entry import Role
from tournaments.models.proposal import Outcome
from tournaments.services import results, rounds
from tournaments.services.table_codes import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

TYPED = {
    **{f"points-{place}": points for place, points in enumerate((10, 8, 5, 4), start=1)},
    **{f"presence-{place}": "played" for place in range(1, 5)},
    **{"winner": "", "seen": 0, "draw": 1},
}


@pytest.fixture
def table():
    """Table 1 of a round that is published, of an event whose tables agree on their results."""
    return make.publish(make.ready_to_draw(8, from_the_table="agreed")).tables.get(number=1)


def event(table) -> Tournament:
    return Tournament.objects.get(pk=table.draw.round.tournament_id)


def entry_at(table, position):
    return table.seats.select_related("entry").get(position=position).entry


def address(table, name="table_page", position=None, *, code=None):
    slug, number = event(table).slug, table.draw.round.number
    keys = [slug, number, table.number, code or code_of(table)]
    return reverse(name, args=[*keys, *([position] if position else [])])


def phone(*owners):
    """A phone in which the own pages of these were opened."""
    client = Client()
    for entry in owners:
        client.post(reverse("my_page", args=[entry.tournament.slug, entry.token]))
    return client


def enter(client, table, position, **points):
    sent = {**TYPED, **points}
    return client.post(address(table, "propose_at_table", position), sent, follow=True)


def agree(client, table, position, *, agrees="yes", text=""):
    sent = {"proposal_id": Proposal.objects.open().get().pk, "agrees": agrees, "text": text}
    return client.post(address(table, "respond_at_table", position), sent, follow=True)


def own(entry):
    """What the player's own page says."""
    page = phone().get(reverse("my_page", args=[entry.tournament.slug, entry.token]))
    return unescape(page.content.decode())


def say_as_owner(entry, *, agrees="yes", text=""):
    sent = {"proposal_id": Proposal.objects.open().get().pk, "agrees": agrees, "text": text}
    address = reverse("respond_to_proposal", args=[entry.tournament.slug, entry.token])
    return phone().post(address, sent, follow=True)


def test_whoever_scans_a_code_says_who_they_are(table):
    page = phone().get(address(table))

    assert page.status_code == 200
    for seat in table.seats.all():
        assert address(table, "seat_page", seat.position) in page.content.decode()
        assert seat.entry.public_name in page.content.decode()


def test_a_phone_that_knows_the_own_link_of_one_at_the_table_knows_who_it_is(table):
    mine = entry_at(table, 2)

    page = phone(mine).get(address(table))

    assert page.url == reverse("propose_result", args=[event(table).slug, mine.token, 1])


def test_the_own_link_of_somebody_at_another_table_tells_nothing(table):
    other = table.draw.tables.get(number=2)

    page = phone(entry_at(other, 1)).get(address(table))

    assert "Who are you?" in page.content.decode()


def test_an_official_who_scans_a_code_comes_to_the_form_of_the_desk(table):
    client = Client()
    user = make.make_user()
    make.make_official(event(table), Role.SCOREKEEPER, user=user)
    client.force_login(user)

    page = client.get(address(table))

    assert page.url == reverse("enter_result", args=[event(table).slug, 1, 1])


def test_what_is_entered_on_another_phone_is_marked_so_for_its_player_and_the_table(table):
    page = enter(phone(), table, 2)

    proposal = Proposal.objects.get()
    assert "Noted" in page.content.decode()
    assert (proposal.entry, proposal.from_code) == (entry_at(table, 2), True)
    assert "entered for you on another's phone" in own(entry_at(table, 2))
    assert f"{entry_at(table, 2).public_name} (on another's phone)" in own(entry_at(table, 1))


def test_which_phone_was_handed_round_is_kept_with_each_word(table):
    owner = entry_at(table, 1)
    handed = phone(owner)
    enter(handed, table, 1)

    agree(handed, table, 2)

    proposal, word = Proposal.objects.get(), ProposalWord.objects.get()
    assert (proposal.from_code, word.from_code) == (False, True)
    assert word.link == proposal.link


def test_a_table_agrees_on_one_phone_and_each_player_may_object_until_the_next_draw(table):
    client, desk = phone(), make.signed_in(event(table))
    enter(client, table, 1)
    for position in (2, 3, 4):
        agree(client, table, position)

    assert Proposal.objects.get().outcome == Outcome.STANDS
    assert not Response.objects.exists()
    page = own(entry_at(table, 3))
    assert "agreed for you on another's phone" in page
    assert "I object" in page
    told = desk.get(reverse("enter_result", args=[event(table).slug, 1, 1])).content.decode()
    assert told.count("agrees, on another's phone") == 4

    make.enter(table.draw.tables.get(number=2), (10, 8, 5, 4))
    make.agreeing(lambda who: rounds.close_round(event(table), 1, who))
    make.publish(event(table), 2)
    assert "agreed for you on another's phone" not in own(entry_at(table, 3))


def test_the_own_page_says_again_what_another_phone_said_and_is_believed(table):
    client = phone()
    enter(client, table, 1)
    agree(client, table, 2)

    say_as_owner(entry_at(table, 2))
    say_as_owner(entry_at(table, 1))

    assert not ProposalWord.objects.get().from_code
    assert not Proposal.objects.get().from_code


def test_what_another_phone_objected_to_is_not_said_to_be_the_players_own_word(table):
    client, objector = phone(), entry_at(table, 2)
    enter(client, table, 1)
    agree(client, table, 2, agrees="no", text="I had 9.")

    page = own(objector)

    assert "On another's phone it was said for you that this is wrong" in page
    assert "You do not agree with what was entered" not in page
    assert "Somebody at your table does not agree" in own(entry_at(table, 1))
    say_as_owner(objector, agrees="no", text="I had 9.")
    assert "You do not agree with what was entered" in own(objector)


def test_no_other_phone_takes_back_what_a_player_said_on_the_own_page(table):
    client = phone()
    enter(client, table, 1)
    say_as_owner(entry_at(table, 2), agrees="no", text="I had 9.")

    page = agree(client, table, 2)

    assert "has spoken on the own page already" in page.content.decode()
    assert not ProposalWord.objects.get().agrees


def test_what_a_player_entered_on_the_own_page_is_not_entered_anew_on_another_phone(table):
    mine = entry_at(table, 1)
    enter(phone(mine), table, 1)

    page = enter(phone(), table, 1, **{"points-2": "9"})

    assert "has spoken on the own page already" in page.content.decode()
    assert Proposal.objects.open().get().entered["scores"][1]["points"] == 8


def test_an_event_may_refuse_what_comes_from_other_phones(table):
    Tournament.objects.update(own_phones_only=True)

    page = enter(phone(), table, 2)

    assert "from their own page only" in page.content.decode()
    assert not Proposal.objects.exists()
    assert "Hand this one round" not in own(entry_at(table, 2))


def test_where_everybody_speaks_from_the_own_page_a_code_offers_no_names_to_press(table):
    Tournament.objects.update(own_phones_only=True)

    page = phone().get(address(table)).content.decode()
    seat = phone().get(address(table, "seat_page", 2)).content.decode()
    own_phone = phone(entry_at(table, 2)).get(address(table) + "?all=1").content.decode()

    assert entry_at(table, 2).public_name in page
    assert address(table, "seat_page", 2) not in page
    assert "Open your personal link" in page
    assert address(table, "propose_at_table", 2) not in seat
    assert address(table, "seat_page", 2) in own_phone
    assert address(table, "seat_page", 3) not in own_phone


def test_whoever_has_spoken_on_the_own_page_is_offered_nothing_on_another_phone(table):
    mine = entry_at(table, 2)
    at_home = reverse("propose_result", args=[event(table).slug, mine.token, 1])
    phone(mine).post(at_home, TYPED)

    theirs = phone().get(address(table, "seat_page", 2)).content.decode()
    others = phone().get(address(table, "seat_page", 3)).content.decode()

    assert "It is changed there, on no other phone." in theirs
    assert address(table, "respond_at_table", 2) not in theirs
    assert address(table, "propose_at_table", 2) not in theirs
    assert address(table, "respond_at_table", 3) in others
    assert address(table, "propose_at_table", 3) in others


def test_a_code_lets_nobody_in_at_another_table(table):
    other = table.draw.tables.get(number=2)

    page = phone().get(address(other, code=code_of(table)))

    assert page.status_code == 404
    assert entry_at(other, 1).public_name not in page.content.decode()


def test_a_seat_that_the_table_does_not_have_is_nobody(table):
    assert phone().get(address(table, "seat_page", 5)).status_code == 404


def test_a_code_shows_nothing_before_its_draw_is_published():
    tournament = make.ready_to_draw(8, from_the_table="agreed")
    table = make.draw(tournament).tables.get(number=1)

    page = phone().get(address(table))

    assert page.status_code == 404
    assert "not published yet" in page.content.decode()
    assert enter(phone(), table, 1).status_code == 404


def test_the_code_of_a_table_that_was_drawn_again_opens_nothing(table):
    make.agreeing(lambda who: rounds.unpublish_draw(event(table), 1, who, reason="a mistake"))
    make.publish(event(table), 1, seed="8", reason="again")

    page = phone().get(address(table))

    assert page.status_code == 404
    assert "was drawn again" in page.content.decode()
    assert "does not count any more" in enter(phone(), table, 1).content.decode()


def test_a_page_left_open_is_opened_anew_once_its_code_has_lapsed(table):
    for one in table.draw.tables.all():
        make.enter(one, (10, 8, 5, 4))
    make.agreeing(lambda who: rounds.close_round(event(table), 1, who))

    answer = phone().get(address(table, "seat_page", 3), headers={"HX-Request": "true"})

    assert answer.status_code == 200
    assert answer.headers["HX-Refresh"] == "true"


def test_the_code_of_a_round_that_is_closed_opens_nothing():
    tournament = make.ready_to_draw(8, from_the_table="agreed")
    table = make.play(tournament).tables.get(number=1)

    page = phone().get(address(table))

    assert page.status_code == 404
    assert "Round 1 is closed" in page.content.decode()


def test_where_the_result_is_in_nothing_is_entered_by_the_code(table):
    make.enter(table, (10, 8, 5, 4))

    page = phone().get(address(table, "seat_page", 2)).content.decode()

    assert "The result of the table is in" in page
    rows = page.split("<tbody>")[1].split("</tr>")
    for position, points, row in zip(range(1, 5), (10, 8, 5, 4), rows, strict=False):
        assert entry_at(table, position).public_name in row
        assert f"{points}</td>" in row
        assert ("won" in row) == (position == 1)
    assert "at the desk only" not in page
    assert "entered here" not in page


def test_where_the_game_is_void_the_code_says_so(table):
    make.enter(table, (10, 8, 5, 4))
    results.void_game(event(table), table, make.doer(), "A bell.", number_seen=1)

    page = phone().get(address(table)).content.decode()

    assert "The game of the table is void" in page
    assert "Game points" not in page


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"from_the_table": "off"}, "Results of this event are entered at the desk only."),
        ({"state": "cancelled"}, "The event takes no results just now; please ask the desk."),
    ],
)
def test_where_nothing_can_be_entered_by_the_code_it_says_why(table, fields, said):
    Tournament.objects.update(**fields)

    page = phone().get(address(table)).content.decode()

    assert "Nothing is to be entered here" in page
    assert said in page


def test_pages_behind_a_code_are_kept_from_other_sites_caches_and_search_engines(table):
    page = phone().get(address(table, "propose_at_table", 1))

    assert page.headers["Referrer-Policy"] == "same-origin"
    assert "noindex" in page.headers["X-Robots-Tag"]
    assert "no-store" in page.headers["Cache-Control"]


def test_what_a_code_says_for_a_player_uses_up_nothing_of_the_own_page(table, monkeypatch):
    monkeypatch.setattr("tournaments.views.personal.at_table.ENTRIES", "1/h")
    monkeypatch.setattr("tournaments.views.personal.proposing.ENTRIES", "1/h")
    enter(phone(), table, 2)
    refused = enter(phone(), table, 2, **{"points-2": "9"})

    say_as_owner(entry_at(table, 2))

    assert "too" in refused.content.decode().lower()
    assert not Proposal.objects.get().from_code


@pytest.mark.parametrize("key", ["score-sheets", "table-cards"])
def test_the_paper_of_a_table_has_its_code_where_players_enter_results(table, key, monkeypatch):
    seen = _codes_of(event(table), key, monkeypatch)

    assert f"https://catan.example{reverse_in_english(table)}" in seen


@pytest.mark.parametrize("key", ["score-sheets", "table-cards"])
def test_the_paper_of_an_event_that_takes_results_at_the_desk_has_no_code_of_a_table(
    key, monkeypatch
):
    table = make.publish(make.ready_to_draw(8)).tables.get(number=1)

    seen = _codes_of(event(table), key, monkeypatch)

    assert seen
    assert not any(code_of(table) in address for address in seen)


def _codes_of(tournament, key, monkeypatch):
    """The addresses in the codes of a print of round 1."""
    seen, real = [], qr.qr_path
    monkeypatch.setattr(
        "tournaments.exports.pdf.page.qr_path",
        lambda address: seen.append(address) or real(address),
    )
    print_of(key, tournament, number=1)
    return seen


def reverse_in_english(table):
    with translation.override("en"):
        return address(table)
