"""The end of the day: lots, final standings, awards, results to the series."""

import datetime as dt
import re

import pytest
import time_machine
from django.utils import timezone

from tests import factories as make
from tournaments.domain.qualification import Award
from tournaments.domain.values import Refused
from tournaments.models import Lot, Mail, SlotBand, SlotTable, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.event import read_event
from tournaments.models.tournament import Kind, State
from tournaments.services import closing, refereeing
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.wording import with_number

pytestmark = pytest.mark.django_db


def played(players: int = 12, *, rounds: int = 1) -> Tournament:
    """A tournament of one short round, every table 10-8-5-4, so that many are level."""
    tournament = make.make_tournament(state=State.CHECK_IN, rounds=rounds)
    make.make_official(tournament, Role.CHIEF_REFEREE)
    make.checked_in(tournament, players)
    for number in range(1, rounds + 1):
        make.play(tournament, number)
    tournament.refresh_from_db()
    return tournament


def all_lots(tournament: Tournament) -> None:
    for group in read_event(tournament).standings().undecided:
        closing.draw_lot(tournament, group, "seed", make.doer())


def finished(players: int = 12) -> Tournament:
    tournament = played(players)
    all_lots(tournament)
    closing.finish(tournament, make.doer())
    tournament.refresh_from_db()
    return tournament


@pytest.mark.rule("T-047", "T-049")
def test_level_players_need_the_lot_before_the_standings_are_final():
    tournament = played()

    with pytest.raises(Refused) as refused:
        closing.finish(tournament, make.doer())
    all_lots(tournament)
    closing.finish(tournament, make.doer())

    assert refused.value.rule_id == "T-049"
    ranks = [row.rank for row in read_event(tournament).standings().rows]
    assert ranks == list(range(1, 13))


@pytest.mark.rule("T-050")
def test_an_open_matter_is_shown_with_the_way_to_the_referees_book():
    tournament = played()
    refereeing.open_ruling(tournament, "Whose turn was it?", make.doer())

    page = make.signed_in(tournament, Role.ORGANISER).get(f"/en/t/{tournament.slug}/desk/closing/")

    html = page.content.decode()
    finishing = html[html.index("Finish the tournament</h2>") :]
    assert "has open matters: 1. Decide them first." in finishing
    assert f"/en/t/{tournament.slug}/desk/book/" in finishing


@pytest.mark.rule("T-075")
@pytest.mark.parametrize("kind", [Kind.SEASON, Kind.SCHOOL, Kind.OTHER])
def test_only_a_season_tournament_has_a_last_day_to_send_and_awards_to_show(kind):
    tournament = make.make_tournament(state=State.RUNNING, kind=kind)
    desk, address = make.signed_in(tournament), f"/en/t/{tournament.slug}/desk/closing/"

    Tournament.objects.filter(pk=tournament.pk).update(state=State.FINISHED)
    page = desk.get(address).content.decode()

    sending = page[page.index("Send the results to the series") :]
    is_season = kind == Kind.SEASON
    assert ("the results had to be sent by" in sending) == is_season
    assert ("T-075" in sending) == is_season
    assert ("No day is set for it" in sending) != is_season


@pytest.mark.rule("T-049", "T-050")
def test_all_that_is_in_the_way_is_told_at_once_to_whoever_finishes():
    tournament = played()
    refereeing.open_ruling(tournament, "Whose turn was it?", make.doer())
    address = f"/en/t/{tournament.slug}/desk/closing/finish/"

    page = make.signed_in(tournament).post(address, follow=True)

    told = [(one.extra_tags, one.level_tag) for one in page.context["messages"]]
    assert told == [("T-049", "error"), ("T-050", "error")]


def test_the_page_asks_once_before_it_is_for_good():
    tournament = played()
    all_lots(tournament)
    desk, address = make.signed_in(tournament), f"/en/t/{tournament.slug}/desk/closing/finish/"

    asked = desk.post(address)
    tournament.refresh_from_db()
    assert tournament.state == State.RUNNING
    assert "Only the series can open the tournament again" in asked.content.decode()
    desk.post(address, {"cautions": [one.key for one in asked.context["cautions"]]})

    tournament.refresh_from_db()
    assert tournament.state == State.FINISHED


def test_what_is_refused_is_not_asked_about_first():
    tournament = played()

    answer = make.signed_in(tournament).post(f"/en/t/{tournament.slug}/desk/closing/finish/")

    assert answer.status_code == 302


@pytest.mark.rule("T-047", "T-077")
def test_before_the_lot_the_desk_gives_a_shared_place_nothing_that_only_one_can_get():
    tournament = played()
    desk, address = make.signed_in(tournament), f"/en/t/{tournament.slug}/desk/closing/"

    before = desk.get(address).content.decode()
    all_lots(tournament)
    after = desk.get(address).content.decode()

    # Three share places 1 to 3, and three places 4 to 6.
    assert before.count('<span class="badge warning">the lot decides</span>') == 6
    assert "1 point</span>" not in before
    assert "the lot decides</span>" not in after
    assert after.count("1 point</span>") == 3


@pytest.mark.rule("T-047", "D-120")
def test_the_box_of_a_lot_says_which_places_it_parts_and_what_to_write():
    tournament = played()
    desk, address = make.signed_in(tournament), f"/en/t/{tournament.slug}/desk/closing/"
    group = read_event(tournament).standings().undecided[0]
    first = tournament.entries.get(pk=group[0])

    box = desk.get(address).content.decode()
    drawn = desk.post(f"{address}draw-lot/", {"group": ",".join(map(str, group))}, follow=True)

    assert "They share places 1 to 3." in box
    assert with_number(first.full_name, first.number) in box
    order = [tournament.entries.get(pk=key) for key in Lot.objects.get().order]
    told = ", ".join(f"{n}. {with_number(e.full_name, e.number)}" for n, e in enumerate(order, 1))
    assert [str(one) for one in drawn.context["messages"]] == [
        f"The lot is drawn and kept with its seed: {told}."
    ]
    assert "decides nothing any more" not in drawn.content.decode()


@pytest.mark.rule("T-047")
def test_the_lot_of_a_group_in_the_middle_tells_the_places_that_it_parts():
    tournament = played()
    desk, address = make.signed_in(tournament), f"/en/t/{tournament.slug}/desk/closing/"
    group = read_event(tournament).standings().undecided[1]

    drawn = desk.post(f"{address}draw-lot/", {"group": ",".join(map(str, group))}, follow=True)

    (said,) = map(str, drawn.context["messages"])
    assert re.findall(r"(\d)\. ", said) == ["4", "5", "6"]


@pytest.mark.rule("D-120")
def test_a_lot_whose_players_are_not_level_any_more_is_said_to_decide_nothing():
    tournament = finished(8)
    closing.reopen_tournament(tournament, "Table 1 was misread.", make.doer())
    table = tournament.rounds.get().draws.get().tables.get(number=1)
    make.enter(table, (10, 9, 7, 2), number_seen=1, reason="Misread.")

    page = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/closing/")

    assert [lot.decides for lot in page.context["lots"]] == [False] * 4
    assert page.content.decode().count("decides nothing any more") == 4


def test_namesakes_in_the_standings_at_the_desk_are_told_apart():
    tournament = make.make_tournament(state=State.CHECK_IN, rounds=1)
    make.make_official(tournament, Role.CHIEF_REFEREE)
    for name in ("Jan Novák", "Jan Novák", "Eva Malá", "Ota Bílý"):
        make.make_entry(tournament, name, state=EntryState.CHECKED_IN)
    make.play(tournament)

    page = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/closing/")

    table = page.content.decode().split("<tbody>")[1]
    assert {with_number("Jan Novák", 1), with_number("Jan Novák", 2)} <= set(
        re.findall(r"Jan[^<]*\)", table)
    )
    assert "Eva Malá<" in table


@pytest.mark.rule("T-047")
def test_a_second_lot_for_the_same_group_is_refused():
    tournament = played()
    group = read_event(tournament).standings().undecided[0]
    closing.draw_lot(tournament, group, "first", make.doer())

    with pytest.raises(AlreadyDone):
        closing.draw_lot(tournament, group, "second", make.doer())

    assert Lot.objects.get().seed == "first"


@pytest.mark.rule("T-047")
def test_a_lot_drawn_by_hand_is_kept_as_it_fell():
    tournament = played()
    group = read_event(tournament).standings().undecided[0]
    by_hand = tuple(reversed(group))

    closing.enter_lot(tournament, by_hand, make.doer())

    rows = read_event(tournament).standings().rows
    assert tuple(row.player for row in rows[: len(group)]) == by_hand
    assert Lot.objects.get().seed == ""


@pytest.mark.rule("T-047")
def test_a_lot_for_players_who_are_not_level_is_refused():
    tournament = played()
    rows = read_event(tournament).standings().rows

    with pytest.raises(Refused):
        closing.draw_lot(tournament, [rows[0].player, rows[-1].player], "x", make.doer())

    assert not Lot.objects.exists()


@pytest.mark.rule("T-002")
def test_an_unfinished_round_keeps_the_tournament_open():
    tournament = make.make_tournament(state=State.CHECK_IN, rounds=2)
    make.make_official(tournament, Role.CHIEF_REFEREE)
    make.checked_in(tournament, 12)
    make.play(tournament, 1)

    with pytest.raises(Refused, match="Round 2"):
        closing.finish(tournament, make.doer())


@pytest.mark.rule("T-002")
def test_the_page_says_what_is_in_the_way_and_offers_to_finish_when_nothing_is():
    tournament = make.make_tournament(state=State.CHECK_IN, rounds=2)
    make.make_official(tournament, Role.CHIEF_REFEREE)
    make.checked_in(tournament, 12)
    make.play(tournament, 1)
    desk, address = make.signed_in(tournament), f"/en/t/{tournament.slug}/desk/closing/"

    before = desk.get(address).content.decode()
    make.play(tournament, 2)
    level = desk.get(address).content.decode()
    all_lots(tournament)
    after = desk.get(address).content.decode()

    assert "Round 2 is not closed yet." in before
    assert "draw the lot first" not in before
    assert "draw the lot first. Groups:" in level
    finish = f'action="{address}finish/"'
    assert [finish in page for page in (before, level, after)] == [False, False, True]


@pytest.mark.rule("T-076", "T-077")
def test_twelve_players_bring_one_direct_place_and_three_points():
    tournament = finished(12)

    found = list(read_event(tournament).awards.values())

    assert found == [Award.DIRECT, Award.POINT, Award.POINT, Award.POINT]


@pytest.mark.rule("T-082")
def test_eleven_players_bring_nothing():
    assert read_event(finished(11)).awards == {}


def test_awards_stay_as_they_were_when_a_table_is_changed_later():
    tournament = finished(12)
    before = read_event(tournament).awards

    table = SlotTable.objects.create(kind="main", valid_from=dt.date(2026, 1, 1))
    SlotBand.objects.create(table=table, players_from=12, direct_to=8, points_from=9, points_to=12)

    tournament.refresh_from_db()
    assert read_event(tournament).awards == before


def test_a_series_table_holds_from_its_day_on():
    table = SlotTable.objects.create(kind="main", valid_from=make.DAY)
    SlotBand.objects.create(table=table, players_from=12, direct_to=2, points_from=3, points_to=3)

    found = list(read_event(finished(12)).awards.values())

    assert found == [Award.DIRECT, Award.DIRECT, Award.POINT]


@pytest.mark.rule("T-075")
@pytest.mark.parametrize(("days", "doubted"), [(5, False), (6, True)])
def test_results_sent_after_the_fifth_day_are_sent_all_the_same_and_marked(days, doubted):
    tournament = finished(12)
    sent_at = make.at(23, 59, day=make.DAY + dt.timedelta(days=days))

    make.agreeing(lambda who: closing.send_results(tournament, who), make.doer(now=sent_at))

    tournament.refresh_from_db()
    assert tournament.state == State.SENT
    assert bool(tournament.to_be_confirmed(make.DAY)) == doubted


@pytest.mark.rule("T-052")
def test_before_results_go_out_an_open_protest_is_told(settings):
    settings.SERIES_EMAIL = "series@example.org"
    tournament = finished(12)
    ruling = refereeing.open_ruling(tournament, "Who moved the robber?", make.doer())
    refereeing.decide(tournament, ruling.pk, "It stays.", make.doer("Chief Nová"))
    refereeing.protest(tournament, ruling.pk, "It was my turn.", "Anna", make.doer())

    with pytest.raises(Unconfirmed) as asked:
        closing.send_results(tournament, make.doer(now=make.at(18)))

    assert "A protest waits for the decision of the council (No. 1)." in str(asked.value)


def test_a_second_click_on_send_changes_nothing(settings):
    settings.SERIES_EMAIL = "series@example.org"
    tournament = finished(12)
    closing.send_results(tournament, make.doer(now=make.at(18)))

    with pytest.raises(AlreadyDone):
        closing.send_results(tournament, make.doer(now=make.at(19)))

    tournament.refresh_from_db()
    assert tournament.sent_at == make.at(18)


@pytest.mark.parametrize(("role", "allowed"), [(Role.ORGANISER, False), ("administrator", True)])
def test_only_the_series_opens_a_finished_tournament_and_says_why(role, allowed):
    tournament = finished(12)
    browser = make.signed_in(tournament, role)

    browser.post(f"/t/{tournament.slug}/desk/closing/reopen/", {"reason": "Table 2 was swapped."})

    tournament.refresh_from_db()
    assert (tournament.state == State.RUNNING) == allowed
    if allowed:
        assert tournament.acts.first().reason == "Table 2 was swapped."


@pytest.mark.rule("T-075")
def test_the_results_go_to_the_series_once_with_who_won_what(settings):
    settings.SERIES_EMAIL = "series@example.org"
    tournament = finished(12)
    winner = read_event(tournament).entries[read_event(tournament).standings().rows[0].player]

    closing.send_results(tournament, make.doer(now=make.at(18)))

    written = Mail.objects.get(to="series@example.org")
    assert f"1. {winner.person.name} – " in written.body
    assert written.body.count(" – ") == 4
    assert f"/t/{tournament.slug}/standings/" in written.body


NO_MAIL = [
    ("", "django.core.mail.backends.smtp.EmailBackend"),
    ("series@example.org", "django.core.mail.backends.console.EmailBackend"),
]


@pytest.mark.rule("T-075")
@pytest.mark.parametrize(("address", "backend"), NO_MAIL)
def test_where_no_mail_goes_out_the_results_are_sent_once_a_person_says_so(
    settings, address, backend
):
    settings.SERIES_EMAIL, settings.EMAIL_BACKEND = address, backend
    tournament = finished(12)

    with pytest.raises(Unconfirmed) as asked:
        closing.send_results(tournament, make.doer(now=make.at(18)))

    assert f"send it to {address or 'the series'} yourself" in str(asked.value)
    tournament.refresh_from_db()
    assert tournament.state == State.FINISHED

    make.agreeing(lambda who: closing.send_results(tournament, who), make.doer(now=make.at(18)))

    tournament.refresh_from_db()
    assert tournament.state == State.SENT
    assert not Mail.objects.exists()


def test_the_page_of_results_says_what_to_do_where_no_mail_goes_out(settings):
    settings.SERIES_EMAIL = ""
    tournament = finished(12)

    page = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/closing/").content.decode()

    assert "This site sends the series no e-mail." in page
    assert "The results are sent" in page
    assert "Send the results</button>" not in page
    assert f"/en/t/{tournament.slug}/desk/prints/workbook/" in page


def test_results_whose_mail_still_waits_are_not_called_sent(settings):
    settings.SERIES_EMAIL = "series@example.org"
    tournament = finished(12)
    closing.send_results(tournament, make.doer(now=make.at(18)))
    organiser, address = make.signed_in(tournament), f"/en/t/{tournament.slug}/desk/closing/"

    waiting = organiser.get(address).content.decode()
    Mail.objects.update(sent_at=make.at(18, 1))
    gone = organiser.get(address).content.decode()

    assert "still waits to go out" in waiting
    assert "The results were sent on" not in waiting
    assert '<span class="badge">results on their way</span>' in waiting
    assert "The results were sent on" in gone
    assert "results on their way" not in gone


@pytest.mark.rule("T-075")
def test_the_desk_of_a_finished_tournament_says_until_when_to_send_and_who_played():
    tournament = finished(12)
    make.make_entry(tournament, "Petr Pozdní", state="no-show")

    with time_machine.travel(make.at(18), tick=False):
        page = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/").content.decode()

    assert "The last day to send them is" in page
    assert "5 days are left." in page
    assert "<dt>players who counted</dt><dd>12</dd>" in page
    assert "<dt>checked in</dt>" not in page


@pytest.mark.rule("T-047", "D-120")
def test_no_lot_is_drawn_for_an_order_on_which_nothing_depends_yet():
    tournament = make.make_tournament(state=State.CHECK_IN, rounds=2)
    make.make_official(tournament, Role.CHIEF_REFEREE)
    make.checked_in(tournament, 12)
    make.play(tournament, 1)
    group = read_event(tournament).standings().undecided[0]
    address = f"/en/t/{tournament.slug}/desk/closing/"

    with pytest.raises(Refused, match="share their place for now"):
        closing.draw_lot(tournament, group, "seed", make.doer())
    between = make.signed_in(tournament).get(address).content.decode()
    make.play(tournament, 2)
    after = make.signed_in(tournament).get(address).content.decode()

    assert 'id="lots"' not in between
    assert 'id="lots"' in after
    all_lots(tournament)
    assert not read_event(tournament).standings().undecided


@pytest.mark.rule("T-075")
@pytest.mark.parametrize(
    ("today", "said"),
    [(0, "5 days are left."), (4, "1 day is left."), (5, "That is today."), (6, None)],
)
def test_the_days_that_are_left_to_send_are_counted_down(today, said, monkeypatch):
    tournament = finished()
    day, localdate = tournament.date + dt.timedelta(days=today), timezone.localdate
    monkeypatch.setattr(
        timezone, "localdate", lambda moment=None: localdate(moment) if moment else day
    )

    page = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/closing/")

    html = page.content.decode()
    assert said is None or said in html
    assert (" left." in html or "That is today." in html) == (said is not None)


@pytest.mark.rule("T-075")
def test_where_no_mail_goes_out_the_address_of_the_series_is_named(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    settings.SERIES_EMAIL = "series@example.org"
    tournament = finished()

    closing_page = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/closing/")
    series = make.signed_in(None, "administrator").get("/en/series/").content.decode()

    assert "send it to series@example.org yourself" in closing_page.content.decode()
    assert "organisers send the results to series@example.org themselves" in series
    assert "Results are sent to" not in series


def test_everybody_is_told_that_final_standings_are_withdrawn_for_a_correction(
    client, django_capture_on_commit_callbacks
):
    tournament = finished()
    public, season = f"/en/t/{tournament.slug}/", f"/en/season/{tournament.date.year}/"
    before = client.get(public).content.decode(), client.get(season).content.decode()

    with django_capture_on_commit_callbacks(execute=True):
        closing.reopen_tournament(tournament, "Table 1 was misread.", make.doer())
    after = client.get(public).content.decode(), client.get(season).content.decode()

    assert not any("again for a correction" in page for page in before)
    assert "The series opened the finished tournament again for a correction." in after[0]
    assert "follow in a moment" not in after[0]
    assert f"{tournament.name} is open again for a correction" in after[1]
