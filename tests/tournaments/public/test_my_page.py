"""A player's own page behind a personal link."""

import datetime as dt
import re
from urllib.parse import unquote

import pytest
import time_machine
from django.test import Client

from tests import factories as make
from tests.prints import pages_of
from tournaments.models import Act, Response, Ruling, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.referee import RulingKind
from tournaments.models.tournament import Kind, State
from tournaments.services import checking_in, refereeing, rounds
from tournaments.views.access import PLAYER_LINKS
from tournaments.views.desk.desk import last_done
from tournaments.views.shared import forget_events

pytestmark = pytest.mark.django_db
POLL = {"HX-Request": "true"}


def address(entry, page=""):
    return f"/en/t/{entry.tournament.slug}/my/{entry.token}/{page}"


def page_of(client, entry) -> str:
    answer = client.get(address(entry))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def played():
    """Round 1 of eight players with its results, not closed."""
    tournament = make.ready_to_draw(8)
    return make.play(tournament, close=False)


def first_seat(draw):
    return draw.tables.get(number=1).seats.select_related("entry__tournament").get(position=1)


def said(seat, agrees: str, text: str = "", *, result=None):
    result = result or seat.table.results.last()
    return Client().post(
        address(seat.entry, "respond/"),
        {"result_id": result.pk, "agrees": agrees, "text": text},
        follow=True,
    )


def test_without_an_e_mail_address_the_way_to_the_own_data_is_told(client):
    tournament = make.make_tournament()
    with_one = make.make_entry(tournament, "Eva Malá", email="eva@example.org")
    without = make.make_entry(tournament, "Jan Malý", email="")

    assert "Tell the desk your e-mail address" in page_of(client, without)
    assert "Tell the desk your e-mail address" not in page_of(client, with_one)


def test_it_shows_the_table_in_large_figures_and_whom_one_meets(client):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    seat = draw.seats.select_related("entry__tournament", "table").filter(table__number=2)[0]

    html = page_of(client, seat.entry)

    assert re.search(r'<p class="huge" id="my-table-number" data-mark [^>]*>2</p>', html)
    others = draw.seats.filter(table=seat.table).exclude(pk=seat.pk)
    assert all(other.entry.public_name in html for other in others)


def test_an_unpublished_table_stays_hidden(client):
    tournament = make.ready_to_draw(8)
    draw = make.draw(tournament)

    assert "my-table-number" not in page_of(client, draw.seats.first().entry)


def test_the_clock_runs_there_too(client):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))

    assert 'datetime="2026-05-16T11:15:00+02:00" data-clock></time>' in page_of(
        client, draw.seats.first().entry
    )


@pytest.mark.rule("T-059", "T-062")
def test_after_the_bell_it_tells_the_turns_that_follow_and_how_long_they_last(
    django_capture_on_commit_callbacks,
):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))
    seats = list(draw.tables.get(number=1).seats.select_related("entry__tournament"))
    other = draw.tables.get(number=2).seats.select_related("entry__tournament").first()
    phones = [Client(), Client()]
    with time_machine.travel(make.at(11, 16), tick=False):
        for phone, seat in zip(phones, (seats[0], other), strict=True):
            page_of(phone, seat.entry)
        with django_capture_on_commit_callbacks(execute=True):
            rounds.set_turn_limit(tournament, 1, 2, make.doer(now=make.at(11, 16)))
        page_of(phones[0], seats[0].entry)
        with django_capture_on_commit_callbacks(execute=True):
            rounds.mark_bell(tournament, 1, 1, 4, make.doer(now=make.at(11, 17)))
        own, of_another = map(page_of, phones, (seats[0].entry, other.entry))

    turns = " → ".join([seat.entry.public_name for seat in seats] * 2)
    assert "everybody has two more turns" in own
    assert "All games end at 11:25 at the latest, as they stand then." in own
    assert "A turn lasts 2 minutes at most." in own
    assert turns in " ".join(own.split())
    assert "Turns after the bell" not in of_another


def test_after_the_last_round_it_promises_no_further_table(client):
    tournament = make.ready_to_draw(8)
    for number in range(1, 5):
        make.play(tournament, number)

    html = page_of(client, tournament.entries.select_related("tournament").first())

    assert "All rounds are played" in html
    assert "Your next table" not in html


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (EntryState.UNCONFIRMED, "Confirm the sign-up"),
        (EntryState.CONFIRMED, "You have a place"),
        (EntryState.WAITING, "1 person is before you"),
        (EntryState.CANCELLED, "signed off"),
    ],
)
def test_before_the_day_it_says_where_one_stands(client, state, words):
    tournament = make.make_tournament()
    make.make_entry(tournament, state=EntryState.WAITING)

    assert words in page_of(client, make.make_entry(tournament, state=state))


def test_whoever_signed_off_by_mistake_may_sign_up_again_while_that_is_open(client):
    tournament = make.make_tournament(state=State.SIGN_UP)
    entry = make.make_entry(tournament, state=EntryState.CANCELLED)

    assert f'href="/en/t/{tournament.slug}/register/"' in page_of(client, entry)

    tournament.state = State.FINISHED
    tournament.save()
    html = page_of(client, entry)
    assert "/register/" not in html
    assert "please talk to the organiser" in html


def test_nobody_signs_off_from_a_cancelled_tournament(client):
    tournament = make.make_tournament(state=State.CANCELLED)

    html = page_of(client, make.make_entry(tournament))

    assert "This tournament is cancelled." in html
    assert "sign me off" not in html


def test_the_link_is_remembered_and_kept_from_others(client):
    entry = make.make_entry(make.make_tournament())

    answer = client.get(address(entry))

    assert client.session[PLAYER_LINKS] == [entry.token]
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert "no-store" in answer.headers["Cache-Control"]


def test_a_replaced_link_is_told_so_kindly(client):
    entry = make.make_entry(make.make_tournament())
    old = address(entry)
    entry.token = "another"
    entry.save()

    answer = client.get(old)

    assert answer.status_code == 404
    assert "This link has lapsed" in answer.content.decode()
    assert PLAYER_LINKS not in client.session


def test_a_link_that_lapsed_leads_to_the_sign_up_only_while_it_is_open(client):
    entry = make.make_entry(make.make_tournament(state=State.SIGN_UP))
    old, register = address(entry), f'href="/en/t/{entry.tournament.slug}/register/"'
    entry.token = "another"
    entry.save()

    assert register in client.get(old).content.decode()

    entry.tournament.state = State.FINISHED
    entry.tournament.save()
    html = client.get(old).content.decode()
    assert register not in html
    assert "sign up again" not in html


def test_the_link_of_one_tournament_opens_no_other(client):
    entry = make.make_entry(make.make_tournament())
    other = make.make_tournament()

    assert client.get(f"/en/t/{other.slug}/my/{entry.token}/").status_code == 404


def test_it_keeps_itself_up_to_date(client, played, django_capture_on_commit_callbacks):
    entry = first_seat(played).entry
    html = page_of(client, entry)
    version = html.split("?v=", 1)[1].split('"', 1)[0]

    quiet = client.get(address(entry), {"v": version}, headers=POLL)
    with django_capture_on_commit_callbacks(execute=True):
        make.enter(played.tables.get(number=1), (10, 9, 5, 4), reason="read wrongly", number_seen=1)
    changed = client.get(address(entry), {"v": version}, headers=POLL)

    assert quiet.status_code == 204
    assert changed.content.decode().strip().startswith('<div id="live"')


def test_it_hears_nothing_of_other_tables(client, played):
    others = [seat.entry for seat in played.tables.get(number=2).seats.select_related("entry")]
    entry = first_seat(played).entry
    version = page_of(client, entry).split("?v=", 1)[1].split('"', 1)[0]
    others[0].note = "Came late."
    others[0].save()

    assert client.get(address(entry), {"v": version}, headers=POLL).status_code == 204


@pytest.mark.parametrize("players", [12, 60])
def test_a_poll_costs_little_however_many_play(client, django_assert_max_num_queries, players):
    tournament = make.ready_to_draw(players, capacity=100)
    make.play(tournament, 1)
    make.play(tournament, 2, close=False)
    entry = tournament.entries.first()
    page_of(client, entry)

    with django_assert_max_num_queries(14):
        client.get(address(entry), {"v": "0"}, headers=POLL)


@pytest.mark.parametrize("query", ["", "?at=nowhere&number=1", "?at=&number=x"])
def test_a_browser_finds_the_way_back_to_its_own_page(client, query):
    entry = make.make_entry(make.make_tournament(), "Eva Malá")
    page_of(client, entry)

    assert client.get(f"/en/my/page/{query}")["Location"] == address(entry)


def test_a_family_comes_back_to_the_page_that_it_had_open(client):
    tournament = make.make_tournament()
    entries = [make.make_entry(tournament, name) for name in ("Eva Malá", "Jan Malý")]
    for entry in entries:
        page_of(client, entry)

    for entry in entries:
        query = {"at": tournament.slug, "number": entry.number}
        assert client.get("/en/my/page/", query)["Location"] == address(entry)


def test_the_way_back_leads_nobody_to_the_page_of_somebody_else(client):
    entry = make.make_entry(make.make_tournament(), "Eva Malá")

    query = {"at": entry.tournament.slug, "number": entry.number}
    answer = client.get("/en/my/page/", query, follow=True)

    assert answer.redirect_chain == [("/en/", 302)]
    assert "Open your personal link again" in answer.content.decode()


def test_after_the_own_game_it_says_when_the_next_round_is_to_start(client):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    tournament.rounds.filter(number=2).update(starts_at=make.at(13, 29))
    make.enter(draw.tables.get(number=1), (10, 8, 5, 4))
    mine, other = (draw.tables.get(number=n).seats.first().entry for n in (1, 2))

    html = page_of(client, mine)

    assert "The result of your table is in." in html
    assert "Planned start of the next round: 13:29" in html
    assert "The result of your table is in." not in page_of(client, other)


@pytest.mark.parametrize(
    ("published", "told"),
    [
        ([1], "Planned start: 17 May, 10:00"),
        ([], "Planned start of the round: 17 May, 10:00"),
    ],
)
@pytest.mark.rule("T-065")
def test_a_start_on_another_day_is_told_with_its_day(client, published, told):
    tournament = make.ready_to_draw(8)
    day = tournament.date + dt.timedelta(days=1)
    tournament.rounds.filter(number=1).update(starts_at=make.at(10, day=day))
    for number in published:
        make.publish(tournament, number)

    assert told in page_of(client, tournament.entries.first())


@pytest.mark.rule("T-065")
def test_after_the_own_game_the_next_start_is_told_with_its_day(played):
    seat = played.seats.first()
    tournament = seat.entry.tournament
    day = tournament.date + dt.timedelta(days=1)
    tournament.rounds.filter(number=2).update(starts_at=make.at(10, day=day))

    page = page_of(Client(), seat.entry)

    assert "Planned start of the next round: 17 May, 10:00" in page


@pytest.mark.rule("T-077", "T-079")
def test_beside_the_own_place_it_says_what_the_places_bring(client):
    tournament = make.ready_to_draw(16)
    draw = make.play(tournament, close=False)
    page = page_of(client, first_seat(draw).entry)
    standings = client.get(f"/en/t/{tournament.slug}/standings/").content.decode()

    told = re.search(r'id="promises">(.*?)</div>', page)[1]

    assert "What the places bring as they are now:" in told
    zones = re.findall(r"<li>(.*?)(?: \(to be.*?)?</li>", told)
    assert zones
    assert zones[0].startswith("Place")
    assert all(zone in standings for zone in zones)


@pytest.mark.rule("T-077")
@pytest.mark.parametrize("fields", [{"kind": Kind.OTHER}, {}])
def test_it_promises_nothing_that_no_place_brings(client, fields):
    """Outside the season, and before anything is played."""
    tournament = make.ready_to_draw(16, **fields)
    draw = make.play(tournament) if fields else make.publish(tournament)

    assert 'id="promises"' not in page_of(client, first_seat(draw).entry)


def test_a_player_confirms_the_result(played):
    seat = first_seat(played)

    answer = said(seat, "yes")

    assert Response.objects.get().agrees
    assert not Ruling.objects.exists()
    assert "you confirmed it" in answer.content.decode()


@pytest.mark.rule("T-050")
def test_a_dispute_goes_into_the_referees_book(played):
    seat = first_seat(played)

    answer = said(seat, "no", "I had nine.")

    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.question, ruling.table) == (
        RulingKind.DISPUTE,
        "I had nine.",
        seat.table,
    )
    assert ruling.round_number == 1
    assert ruling.players.count() == 4
    assert ruling.opened_by == seat.entry.name
    assert "you disputed it" in answer.content.decode()
    assert "The chief referee has it" in answer.content.decode()


def test_the_desk_is_told_of_a_dispute_once(played):
    seat = first_seat(played)
    said(seat, "no", "I had nine.")
    tournament = seat.entry.tournament

    done = [one.name for one in last_done(tournament)]

    assert "respond_to_result" in done
    assert "open_ruling" not in done
    assert tournament.acts.filter(name="open_ruling").count() == 1


def test_the_decision_is_told_to_those_at_the_table(played):
    seat = first_seat(played)
    tournament = seat.entry.tournament
    other = played.tables.get(number=2).seats.select_related("entry__tournament").first().entry
    said(seat, "no", "I had 9 points.")
    assert "The chief referee decided" not in page_of(Client(), seat.entry)
    ruling = tournament.rulings.get()

    make.agreeing(
        lambda who: refereeing.decide(tournament, ruling.pk, "Nine points <b>count</b>.", who)
    )

    html = page_of(Client(), seat.entry)
    assert "The chief referee decided" in html
    assert "Nine points &lt;b&gt;count&lt;/b&gt;." in html
    assert "The chief referee decided" not in page_of(Client(), other)


@pytest.mark.rule("T-051")
def test_a_decision_stands_with_what_was_disputed_and_with_the_way_on(played):
    seat = first_seat(played)
    tournament = seat.entry.tournament
    said(seat, "no", "I had 9 points.")
    ruling = tournament.rulings.get()
    assert "settled" not in page_of(Client(), seat.entry)

    make.agreeing(lambda who: refereeing.decide(tournament, ruling.pk, "Nine it is.", who))

    html = page_of(Client(), seat.entry)
    assert "<blockquote>I had 9 points.</blockquote>" in html
    assert "protests at the desk; a council of three decides then" in html
    assert f'<a href="#ruling-{ruling.pk}">Nine it is.</a>' in html


@pytest.mark.rule("T-051", "T-052")
def test_an_objection_is_settled_again_once_the_council_has_decided(played):
    seat = first_seat(played)
    tournament = seat.entry.tournament
    said(seat, "no", "I had 9 points.")
    ruling = tournament.rulings.get()
    make.agreeing(lambda who: refereeing.decide(tournament, ruling.pk, "Nine it is.", who))
    make.agreeing(lambda who: refereeing.protest(tournament, ruling.pk, "Ten!", "Eva", who))
    assert "settled" not in page_of(Client(), seat.entry)

    tournament.rulings.update(council_decision="Ten it is.", council_at=make.at(12))

    assert f'<a href="#ruling-{ruling.pk}">Ten it is.</a>' in page_of(Client(), seat.entry)


@pytest.mark.rule("T-055")
def test_whoever_is_excluded_reads_why(played):
    seat = first_seat(played)
    tournament = seat.entry.tournament
    why = "Moved the robber twice on purpose."

    make.agreeing(
        lambda who: refereeing.exclude(
            tournament, seat.entry.pk, why, who, round_number=1, deliberate=True
        )
    )

    html = page_of(Client(), seat.entry)
    assert "You are excluded from the tournament" in html
    assert f"<blockquote>{why}</blockquote>" in html


def test_a_double_click_disputes_once(played):
    seat = first_seat(played)

    said(seat, "no", "I had nine.")
    said(seat, "no", "I had nine.")

    assert Response.objects.count() == 1
    assert Ruling.objects.count() == 1


def test_a_page_with_a_refusal_goes_on_asking_where_it_stands_not_where_it_was_sent(played):
    seat = first_seat(played)

    refused = said(seat, "no", " ").content.decode()

    assert f'hx-get="{address(seat.entry)}?v=' in refused


def test_a_dispute_says_what_is_wrong(played):
    answer = said(first_seat(played), "no", "  ")

    assert "Say what is wrong with the result." in answer.content.decode()
    assert not Response.objects.exists()


def test_words_on_a_result_that_was_corrected_meanwhile_are_not_lost(played):
    seat = first_seat(played)
    old = seat.table.results.get()
    make.enter(seat.table, (10, 9, 5, 4), reason="read wrongly", number_seen=1)

    answer = said(seat, "no", "I had nine.", result=old)

    assert "The result was changed meanwhile." in answer.content.decode()
    assert "I had nine." in answer.content.decode()
    assert not Response.objects.exists()


def test_nobody_speaks_of_a_table_of_others(played):
    seat = first_seat(played)
    other = played.tables.get(number=2).results.get()

    answer = said(seat, "yes", result=other)

    assert "The result was changed meanwhile." in answer.content.decode()
    assert not Response.objects.exists()


def test_after_the_end_it_is_too_late(played):
    seat = first_seat(played)
    tournament = seat.entry.tournament
    tournament.state, tournament.finished_at = State.FINISHED, make.at(17)
    tournament.save()

    answer = said(seat, "no", "I had nine.")

    assert "The tournament is closed" in answer.content.decode()
    assert not Response.objects.exists()


def test_the_own_certificate_is_there_once_the_standings_are_final(client, played):
    entry = first_seat(played).entry
    early = client.get(address(entry, "certificate.pdf"))
    assert "certificate.pdf" not in page_of(client, entry)
    entry.tournament.name = "Brněnský pohár"
    entry.tournament.state, entry.tournament.finished_at = State.FINISHED, make.at(17)
    entry.tournament.save()

    offered = page_of(client, entry)
    printed = client.get(address(entry, "certificate.pdf"))

    assert early.headers["Content-Type"] != "application/pdf"
    assert address(entry, "certificate.pdf") in offered
    assert printed.headers["Content-Disposition"].startswith("inline; filename")
    # One certificate, not several.
    assert "Certificate.pdf" in unquote(printed.headers["Content-Disposition"])
    (sheet,) = pages_of(printed.content)
    assert entry.full_name in sheet


def test_a_player_who_has_to_leave_says_so(client):
    tournament = make.ready_to_draw(9)
    make.play(tournament)
    entry = tournament.entries.first()

    answer = client.post(address(entry, "withdraw/"), follow=True)

    entry.refresh_from_db()
    assert (entry.state, entry.left_after) == (EntryState.WITHDRAWN, 1)
    assert "You have left the tournament" in answer.content.decode()
    assert "By mistake? The desk lets you in again" in answer.content.decode()
    assert tournament.acts.first().by == entry.name


@pytest.mark.rule("D-102", "D-123")
@pytest.mark.parametrize("started", [False, True])
def test_whoever_left_with_a_seat_reads_so_and_what_becomes_of_it(client, started):
    tournament = make.ready_to_draw(8)
    Tournament.objects.filter(pk=tournament.pk).update(from_the_table="agreed")
    entry = first_seat(make.publish(tournament)).entry
    if started:
        rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))
    make.agreeing(lambda who: checking_in.leave(tournament, entry.pk, who))

    html = page_of(client, entry)

    assert "You have left the tournament" in html
    assert ("the desk decides what becomes of this seat" in html) is not started
    assert ("The game at your table goes on" in html) is started
    assert ("Enter the result of your table" in html) is started
    assert ("Call the referee" in html) is started
    assert ('id="my-table-number"' in html) is started
    assert "By mistake? Tell the desk" in html


def test_nobody_who_leaves_is_told_of_rounds_to_come_where_all_are_drawn(client):
    tournament = make.ready_to_draw(8)
    for number in (1, 2, 3):
        make.play(tournament, number)
    entry = tournament.entries.select_related("tournament").first()
    before = page_of(client, entry)
    make.publish(tournament, 4)
    forget_events()

    after = page_of(Client(), entry)

    assert "You will not be drawn for the next rounds" in before
    assert "You will not be drawn for the next rounds" not in after
    assert "I have to leave" in after


def test_whoever_comes_back_once_the_last_round_is_out_waits_for_no_draw(client):
    tournament = make.ready_to_draw(9)
    for number in (1, 2, 3):
        make.play(tournament, number)
    entry = tournament.entries.select_related("tournament").first()
    checking_in.withdraw(tournament, entry.pk, make.doer())
    make.publish(tournament, 4)
    make.agreeing(lambda who: checking_in.readmit(tournament, entry.pk, who))
    forget_events()

    page = page_of(client, entry)

    assert "Round 4, the last one, is drawn without you." in page
    assert "Your next table will appear here" not in page


@pytest.mark.rule("T-051", "T-052")
def test_a_protest_is_told_and_the_decision_that_a_council_looked_at_stays(client, played):
    entry = first_seat(played).entry
    matter = Ruling.objects.create(
        tournament=entry.tournament,
        question="Nine or eight?",
        opened_at=make.at(10),
        decision="It was nine.",
        decided_at=make.at(10, 5),
        protest_at=make.at(10, 10),
    )
    matter.players.add(entry)
    protested = page_of(client, entry)
    matter.council_decision, matter.council_at = "The decision stands.", make.at(10, 30)
    matter.save()

    final = page_of(Client(), entry)

    assert "It was nine." in protested
    assert "There is a protest against it: a council of three decides." in protested
    assert "The decision stands." in final
    assert "The chief referee had decided:" in final
    assert "It was nine." in final


@pytest.mark.parametrize("page", ["respond/", "withdraw/"])
def test_a_page_that_is_only_looked_at_changes_nothing(client, played, page):
    entry = first_seat(played).entry

    answer = client.get(address(entry, page))

    assert (answer.status_code, answer["Location"]) == (302, address(entry))


@pytest.mark.parametrize("page", ["respond/", "withdraw/"])
def test_a_replaced_link_does_nothing(client, played, page):
    entry = first_seat(played).entry
    entry.token = "old"

    assert client.post(address(entry, page)).status_code == 404


def test_a_page_that_was_forgotten_is_remembered_only_after_a_question(client):
    entry = make.make_entry(make.make_tournament())
    page_of(client, entry)

    left = client.post("/en/accounts/logout/", follow=True).content.decode()
    assert "Your page is forgotten in this browser." in left
    assert "Its link goes on working for whoever has it" in left

    again = client.get(address(entry)).content.decode()
    assert "Is this your phone?" in again
    assert "data-own-page" not in again
    assert PLAYER_LINKS not in client.session
    assert entry.token not in str(dict(client.session))

    opened = client.post(address(entry), follow=True).content.decode()
    assert "data-own-page" in opened
    assert client.session[PLAYER_LINKS] == [entry.token]
    assert "data-own-page" in client.get(address(entry)).content.decode()


def test_what_is_forgotten_stays_so_after_somebody_else_signed_out(client):
    entry = make.make_entry(make.make_tournament())
    page_of(client, entry)
    for _ in range(2):
        client.post("/en/accounts/logout/")

    assert "Is this your phone?" in client.get(address(entry)).content.decode()


def test_a_phone_that_was_lent_forgets_whose_page_it_showed(client):
    entry = make.make_entry(make.make_tournament())
    page = page_of(client, entry)

    client.post("/en/accounts/logout/")

    assert "Not my phone: forget me here" in page
    assert PLAYER_LINKS not in client.session


def test_the_word_on_a_result_stands_in_the_logbook_with_its_round(played):
    seat = first_seat(played)
    said(seat, "yes")

    assert Act.objects.get(name="respond_to_result").round_number == 1


def test_of_several_own_pages_on_a_phone_one_is_forgotten_alone(client):
    tournament = make.make_tournament()
    eva, jan = (make.make_entry(tournament, name) for name in ("Eva Malá", "Jan Malý"))
    for entry in (eva, jan):
        page_of(client, entry)

    answer = client.post("/en/accounts/logout/", {"only": eva.token}, follow=True)

    assert "Your page is forgotten in this browser." in answer.content.decode()
    assert client.session[PLAYER_LINKS] == [jan.token]
    assert "Is this your phone?" in client.get(address(eva)).content.decode()
    assert "Jan Malý" in page_of(client, jan)


def test_whoever_forgets_all_own_pages_reads_how_many_they_were(client):
    tournament = make.make_tournament()
    for name in ("Eva Malá", "Jan Malý"):
        page_of(client, make.make_entry(tournament, name))
    listed = client.get("/en/my/page/?all=1").content.decode()

    answer = client.post("/en/accounts/logout/", follow=True)

    assert "Not my phone: forget all of them here" in listed
    assert "2 own pages are forgotten in this browser." in answer.content.decode()
    assert PLAYER_LINKS not in client.session


def test_before_the_first_result_there_is_no_heading_over_nothing(client):
    draw = make.publish(make.ready_to_draw(12))

    assert "My results" not in page_of(client, first_seat(draw).entry)


def test_whoever_comes_while_the_check_in_is_open_reads_so(client):
    tournament = make.make_tournament(state=State.CHECK_IN)
    entry = make.make_entry(tournament)
    here = make.make_entry(tournament, "Jan Malý", state=EntryState.CHECKED_IN)

    page = page_of(client, entry)

    assert "The check-in is open" in page
    assert "it opens at" not in page
    assert "Your table will appear here" in page_of(client, here)


def test_whoever_left_after_their_game_reads_of_no_next_round(played):
    seat = first_seat(played)
    assert "Planned start of the next round" in page_of(Client(), seat.entry)

    tournament = played.round.tournament
    make.agreeing(lambda who: checking_in.withdraw(tournament, seat.entry.pk, who))

    page = page_of(Client(), seat.entry)
    assert "You have left the tournament" in page
    assert "Planned start of the next round" not in page


def test_all_own_pages_of_a_browser_are_listed_and_no_other(client):
    tournament = make.make_tournament()
    eva, jan = (make.make_entry(tournament, name) for name in ("Eva Malá", "Jan Malý"))
    make.make_entry(tournament, "Ivan Cizí")
    page_of(client, eva)
    assert client.get("/en/my/page/?all=1").headers["Location"] == address(eva)
    page_of(client, jan)

    listed = client.get("/en/my/page/?all=1").content.decode()

    assert address(eva) in listed
    assert address(jan) in listed
    assert "Ivan" not in listed
