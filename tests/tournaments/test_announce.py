"""Before the day: a draft is written, checked against the conditions, and announced."""

import datetime as dt
import re
from functools import partial
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories as make
from tests.threads import all_at_once
from tournaments.domain.values import Refused
from tournaments.forms.announcing import TournamentForm
from tournaments.forms.entering import SignUpForm
from tournaments.models import Official, Person, RuleChange, Season, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import Kind, State
from tournaments.services import announcing, appointing
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.rounds import start_clock

pytestmark = pytest.mark.django_db

FIELDS = {
    "name": "Catan Žďár",
    "kind": Kind.SEASON,
    "town": "Žďár",
    "date": make.DAY,
    "start": dt.time(9),
    "capacity": 30,
}
TWO_MONTHS_BEFORE = make.at(12, day=make.DAY - dt.timedelta(days=61))


def a_draft(**fields) -> Tournament:
    who = make.doer(now=TWO_MONTHS_BEFORE)
    made = announcing.create_tournament({**FIELDS, "club": make.make_club(), **fields}, who)
    appointing.name_official(made, "Olga Organiser", Role.ORGANISER, who)
    appointing.name_official(made, "Radim Referee", Role.CHIEF_REFEREE, who)
    made.refresh_from_db()
    return made


def announced(draft: Tournament, *, now=TWO_MONTHS_BEFORE, confirmed=()) -> Tournament:
    announcing.announce(draft, make.doer(now=now, confirmed=confirmed))
    draft.refresh_from_db()
    return draft


@pytest.mark.rule("T-002", "T-063", "T-064", "T-065")
def test_a_draft_starts_with_the_printed_timetable():
    draft = a_draft()

    rounds = draft.rounds.order_by("number")

    assert [
        (r.number, r.starts_at.astimezone(make.PRAGUE).time(), r.limit_minutes) for r in rounds
    ] == [
        (1, dt.time(10), 75),
        (2, dt.time(11, 30), 75),
        (3, dt.time(13), 75),
        (4, dt.time(14, 30), 75),
    ]


def test_two_drafts_of_one_name_get_two_addresses():
    assert [a_draft().slug, a_draft().slug] == ["catan-zdar-2026", "catan-zdar-2026-2"]


def test_the_logbook_names_a_role_in_words():
    with translation.override("en"):
        event = a_draft()
        told = {act.told for act in event.acts.filter(name="name_official")}

    assert told == {"Olga Organiser (organiser)", "Radim Referee (chief referee)"}


def test_whoever_makes_a_draft_is_its_organiser():
    user = User.objects.create_user("olga", first_name="Olga", last_name="Organiser")

    draft = announcing.create_tournament(FIELDS, make.doer("Olga Organiser"), user=user)

    assert draft.officials.get().user == user
    assert draft.officials.get().role == Role.ORGANISER


@pytest.mark.parametrize(
    ("name", "address"),
    [
        (
            "Turnaj o zlatého Žluťoučkého koně v Řečkovicích",
            "turnaj-o-zlateho-zlutouckeho-kone-v-reckovici-{year}",
        ),
        ("Catan {year} Telč", "catan-{year}-telc"),
        ("Otwarty Stół we Włocławku", "otwarty-stol-we-wloclawku-{year}"),
        ("Groß Ørsted", "gross-orsted-{year}"),
        ("カタン", "{year}"),
    ],
)
def test_an_address_has_the_year_however_long_the_name_is(name, address):
    year = FIELDS["date"].year

    draft = a_draft(name=name.format(year=year))

    assert draft.slug == address.format(year=year)


def test_an_announced_event_is_public_and_the_logbook_knows_it():
    event = announced(a_draft())

    assert event.state == State.ANNOUNCED
    assert event in Tournament.objects.public()
    assert event.acts.first().name == "announce"


def test_a_second_click_on_announce_is_told_that_it_was_done():
    event = announced(a_draft())

    with pytest.raises(Refused, match="done already"):
        announced(event)


@pytest.mark.rule("T-050")
@pytest.mark.parametrize("state", [State.SIGN_UP, State.RUNNING, State.FINISHED])
def test_a_chief_referee_of_an_announced_event_is_replaced_only_once_that_is_confirmed(state):
    event = make.make_tournament(state=state)
    make.make_official(event, Role.CHIEF_REFEREE, "Radim Referee")

    with pytest.raises(Unconfirmed) as asked:
        appointing.name_official(event, "Nora Nová", Role.CHIEF_REFEREE, make.doer())

    assert str(asked.value.cautions[0]).startswith("Radim Referee is the chief")
    assert event.officials.get(role=Role.CHIEF_REFEREE).name == "Radim Referee"


@pytest.mark.rule("T-072", "T-073")
@pytest.mark.parametrize(
    ("role", "rule_id"), [(Role.ORGANISER, "T-072"), (Role.CHIEF_REFEREE, "T-073")]
)
def test_an_event_without_an_official_is_not_announced(role, rule_id):
    draft = a_draft()
    draft.officials.filter(role=role).delete()

    with pytest.raises(Refused) as refused:
        announced(draft)

    assert refused.value.rule_id == rule_id
    draft.refresh_from_db()
    assert draft.state == State.DRAFT


@pytest.mark.rule("T-070")
def test_a_second_event_of_a_club_in_the_year_is_refused_unless_the_first_was_cancelled():
    club = make.make_club()
    first = announced(a_draft(club=club))
    second = a_draft(club=club, date=make.DAY + dt.timedelta(days=100))

    with pytest.raises(Refused) as refused:
        announced(second)
    announcing.cancel_tournament(first, "The hall is flooded.", make.doer())
    announced(second)

    assert refused.value.rule_id == "T-070"
    assert second.state == State.ANNOUNCED


@pytest.mark.rule("T-071")
def test_a_late_announcement_is_asked_about_once_and_the_answer_is_kept():
    draft, late = a_draft(), make.at(12, day=make.DAY - dt.timedelta(days=10))

    with pytest.raises(Unconfirmed) as asked:
        announced(draft, now=late)
    event = announced(draft, now=late, confirmed=[c.key for c in asked.value.cautions])

    assert event.state == State.ANNOUNCED
    assert "T-071" in event.acts.first().warnings[0]


@pytest.mark.rule("T-058", "T-063")
def test_an_announced_timetable_is_checked_again_when_it_changes():
    event = announced(a_draft())
    rounds = [
        {"starts_at": r.starts_at, "limit_minutes": 74, "draw_mode": r.draw_mode}
        for r in event.rounds.order_by("number")
    ]

    with pytest.raises(Refused) as refused:
        announcing.edit_tournament(event, {}, rounds, make.doer(now=TWO_MONTHS_BEFORE))

    assert refused.value.rule_id in ("T-058", "T-063")
    assert {r.limit_minutes for r in event.rounds.all()} == {75}


def rounds_of(event) -> list[dict]:
    return [
        {"starts_at": r.starts_at, "limit_minutes": r.limit_minutes, "draw_mode": r.draw_mode}
        for r in event.rounds.order_by("number")
    ]


def starts_of(event) -> list[str]:
    local = (timezone.localtime(r.starts_at) for r in event.rounds.order_by("number"))
    return [f"{start:%d.%m. %H:%M}" for start in local]


@pytest.mark.rule("T-065")
def test_the_rounds_of_a_draft_follow_from_its_check_in():
    draft = a_draft(start=dt.time(12))

    assert [start[-5:] for start in starts_of(draft)] == ["13:00", "14:30", "16:00", "17:30"]


@pytest.mark.rule("T-065")
def test_a_new_day_takes_the_rounds_along_at_their_hours_also_into_summer_time():
    draft = a_draft(date=dt.date(2027, 3, 20))
    rounds = rounds_of(draft)
    rounds[3]["starts_at"] = make.at(16, day=dt.date(2027, 4, 3))

    announcing.edit_tournament(
        draft, {"date": dt.date(2027, 4, 3)}, rounds, make.doer(now=TWO_MONTHS_BEFORE)
    )

    assert starts_of(draft) == ["03.04. 10:00", "03.04. 11:30", "03.04. 13:00", "03.04. 16:00"]


@pytest.mark.rule("T-065")
@pytest.mark.parametrize(
    ("start", "asked"),
    [
        (make.at(8), "before the check-in opens"),
        (make.at(10, day=make.DAY + dt.timedelta(days=1)), "not on the day of the tournament"),
    ],
)
def test_a_round_before_the_check_in_or_on_another_day_is_asked_about(start, asked):
    draft = a_draft()
    draft.rounds.filter(number=1 if start.day == make.DAY.day else 4).update(starts_at=start)

    with pytest.raises(Unconfirmed, match=asked):
        announced(draft)


@pytest.mark.rule("T-071")
def test_what_was_asked_at_the_announcement_is_not_asked_at_every_change_after_it():
    draft, late = a_draft(), make.at(12, day=make.DAY - dt.timedelta(days=10))
    event = make.agreeing(
        lambda who: announced(draft, now=late, confirmed=who.confirmed), make.doer(now=late)
    )

    announcing.edit_tournament(event, {"fee": "200 Kč"}, rounds_of(event), make.doer(now=late))

    event.refresh_from_db()
    assert event.fee == "200 Kč"


def sent_timetable(event, **changes) -> dict[str, str]:
    """What the form of the announcement sends, as its page shows it."""
    page = make.signed_in(event).get(f"/en/t/{event.slug}/desk/edit/")
    fields = {}
    for form in (page.context["form"], page.context["plan"], *page.context["timetable"]):
        for field in form:
            value = field.value()
            if value not in (None, False):
                shown = field.field.widget.format_value(value)
                fields[field.html_name] = shown[0] if isinstance(shown, list) else shown or ""
                if field.field.show_hidden_initial:
                    fields[field.html_initial_name] = fields[field.html_name]
    for name in ("TOTAL_FORMS", "INITIAL_FORMS"):
        fields[f"form-{name}"] = str(len(page.context["timetable"].forms))
    return fields | changes


@pytest.mark.rule("T-064", "T-065")
@pytest.mark.parametrize("pressed", [{"rounds": "planned"}, {}])
def test_all_rounds_follow_from_one_line_and_are_shown_before_they_are_saved(pressed):
    draft = a_draft()
    desk, address = make.signed_in(draft), f"/en/t/{draft.slug}/desk/edit/"
    line = {"plan-first": "09:30", "plan-limit": "80", "plan-rest": "20"}

    page = desk.post(address, sent_timetable(draft, **line, **pressed))

    times = [row["starts_at"].value()[-5:] for row in page.context["timetable"]]
    assert times == ["09:30", "11:10", "12:50", "14:30"]
    assert [row["limit_minutes"].value() for row in page.context["timetable"]] == ["80"] * 4
    assert starts_of(draft)[0].endswith("10:00")


def test_a_line_that_is_left_as_it_was_changes_no_time():
    draft = a_draft()
    sent = sent_timetable(draft, **{"form-3-starts_at": f"{make.DAY}T16:00"})

    answer = make.signed_in(draft).post(f"/en/t/{draft.slug}/desk/edit/", sent)

    assert answer.status_code == 302
    assert [start[-5:] for start in starts_of(draft)] == ["10:00", "11:30", "13:00", "16:00"]


def test_clubs_are_offered_in_the_czech_alphabet():
    for name in ("Žižkov", "Hráči", "Chrudim", "Cheb", "Dolany", "Čáslav"):
        make.make_club(name)
    tournament = make.make_tournament(club=make.make_club("Cvikov"))

    forms = (TournamentForm(), SignUpForm(tournament=tournament))

    # Whoever has no club finds that first.
    offered = [[label for _, label in form["club"].field.choices][1:] for form in forms]
    clubs = ["Cvikov", "Čáslav", "Dolany", "Hráči", "Cheb", "Chrudim", "Žižkov"]
    assert offered == [clubs, clubs]


def test_a_larger_hall_says_who_of_the_waiting_list_has_a_place_now():
    event = a_draft(capacity=12)
    for _ in range(12):
        make.make_entry(event)
    for name in ("Anna Čekající", "Petr Čekající"):
        make.make_entry(event, name, state=EntryState.WAITING)
    sent = sent_timetable(event, capacity="13")

    page = make.signed_in(event).post(f"/en/t/{event.slug}/desk/edit/", sent, follow=True)

    assert "these have a place now: 13. Anna Čekající." in page.content.decode()


def in_round_1() -> Tournament:
    event = make.publish(make.ready_to_draw(12)).round.tournament
    start_clock(event, 1, make.doer(now=make.at(10, 4)))
    return event


@pytest.mark.rule("T-057")
@pytest.mark.parametrize("line", [{}, {"plan-first": "09:30", "rounds": "planned"}])
def test_the_times_of_a_round_that_has_started_are_shown_closed(line):
    event = in_round_1()
    desk, address = make.signed_in(event), f"/en/t/{event.slug}/desk/edit/"
    sent = sent_timetable(event, **line)
    closed = [sent.pop("form-0-starts_at"), sent.pop("form-0-limit_minutes")]

    page = desk.post(address, sent) if line else desk.get(address)

    first, second, *_ = page.context["timetable"]
    assert [first[name].value() for name in ("starts_at", "limit_minutes")] == [
        make.at(10).astimezone(make.PRAGUE).replace(tzinfo=None),
        75,
    ]
    assert closed == [f"{make.DAY}T10:00", "75"]
    assert first["starts_at"].field.disabled
    assert not first.errors
    assert not second["starts_at"].field.disabled
    assert "Rounds that have started keep their times" in page.content.decode()


@pytest.mark.rule("T-057")
def test_a_time_that_was_typed_before_the_round_started_is_not_lost_without_a_word():
    event = in_round_1()
    sent = sent_timetable(event, **{"form-0-limit_minutes": "90"})

    page = make.signed_in(event).post(f"/en/t/{event.slug}/desk/edit/", sent)

    assert "The round has started; its times stay" in page.content.decode()
    assert event.rounds.get(number=1).limit_minutes == 75


@pytest.mark.rule("T-068", "T-069")
def test_a_local_change_is_published_with_its_time():
    event = announced(a_draft())

    announcing.publish_rule_change(event, "Only water at the tables.", make.doer())

    change = RuleChange.objects.get()
    assert (change.tournament, change.published_at) == (event, make.doer().now)


def test_where_round_1_is_out_no_change_of_the_rules_is_asked_for():
    tournament = make.ready_to_draw(8)
    desk = make.signed_in(tournament)
    address = f"/en/t/{tournament.slug}/desk/rules/"
    before = desk.get(address).content.decode()

    make.publish(tournament)
    after = desk.get(address).content.decode()

    assert "Publish the change" in before
    assert "Publish the change" not in after
    assert "Round 1 has been published, so the rules stay as they are" in after


def test_a_new_chief_referee_makes_the_old_one_a_referee():
    event = a_draft()

    appointing.name_official(event, "Nora Nová", Role.CHIEF_REFEREE, make.doer())

    by_name = {o.person.name: o.role for o in event.officials.exclude(role=Role.ORGANISER)}
    assert by_name == {"Nora Nová": Role.CHIEF_REFEREE, "Radim Referee": Role.REFEREE}


@pytest.mark.rule("T-072", "T-073")
def test_the_form_offers_the_role_that_is_missing():
    event = make.make_tournament()
    desk = make.signed_in(event)

    def offered() -> str:
        page = desk.get(f"/en/t/{event.slug}/desk/officials/")
        return page.context["form"]["role"].value()

    assert offered() == Role.CHIEF_REFEREE
    make.make_official(event, Role.CHIEF_REFEREE)
    assert offered() == Role.SCOREKEEPER


@pytest.mark.rule("T-073")
def test_an_announced_event_keeps_its_chief_referee():
    event = announced(a_draft())
    chief = event.officials.get(role=Role.CHIEF_REFEREE)

    with pytest.raises(Refused):
        appointing.dismiss_official(event, chief.pk, make.doer())

    assert Official.objects.filter(pk=chief.pk).exists()


def test_a_player_of_the_same_name_is_the_same_person_as_the_official():
    event = announced(a_draft())
    player = make.make_entry(event, person=Person.objects.create(name="Hana Hráčová"))

    official = appointing.name_official(event, "Hana Hráčová", Role.REFEREE, make.doer())

    assert official.person == player.person


def test_a_renewed_link_makes_the_old_one_worthless():
    event = a_draft()
    official = event.officials.first()

    appointing.renew_link(event, official.pk, make.doer())

    assert not Official.objects.filter(token=official.token).exists()


def test_the_desk_closes_the_sign_up_and_offers_to_open_it_again():
    tournament = make.make_tournament(state=State.SIGN_UP)
    make.make_entry(tournament)
    client = make.signed_in(tournament)
    desk = reverse("desk", args=[tournament.slug])
    close = reverse("close_sign_up", args=[tournament.slug])
    reopen = reverse("open_sign_up", args=[tournament.slug])
    assert close in client.get(desk).content.decode()

    answer = client.post(close, follow=True)
    page = answer.content.decode()

    tournament.refresh_from_db()
    assert tournament.state == State.ANNOUNCED
    assert tournament.entries.get().state == EntryState.CONFIRMED
    assert answer.context["step"].act == "open_check_in"
    assert reopen in page
    assert close not in page


def test_cancelling_needs_a_reason():
    event = announced(a_draft())

    with pytest.raises(Refused):
        announcing.cancel_tournament(event, " ", make.doer())

    event.refresh_from_db()
    assert event.state == State.ANNOUNCED


def test_a_larger_hall_moves_the_waiting_list_up():
    tournament = make.make_tournament(capacity=3)
    make.make_official(tournament, Role.ORGANISER, "Olga Organiser")
    make.make_official(tournament, Role.CHIEF_REFEREE, "Radim Referee")
    for _number in range(3):
        make.make_entry(tournament)
    waiting = make.make_entry(tournament, state=EntryState.WAITING)

    make.agreeing(
        lambda who: announcing.edit_tournament(
            tournament,
            {"capacity": 4},
            [{"starts_at": r.starts_at} for r in tournament.rounds.order_by("number")],
            who,
        )
    )

    waiting.refresh_from_db()
    assert waiting.state == EntryState.CONFIRMED


def test_a_second_click_does_not_make_a_second_draft():
    user = make.make_user()

    first = announcing.create_tournament(FIELDS, make.doer(), user=user)
    second = announcing.create_tournament(FIELDS, make.doer(), user=user)

    assert (second, Tournament.objects.count()) == (first, 1)
    assert announcing.create_tournament(FIELDS, make.doer(), user=make.make_user()) != first


@pytest.mark.parametrize("act", [appointing.renew_link, appointing.dismiss_official])
def test_an_official_of_another_tournament_is_left_alone(act):
    event = make.make_tournament()
    foreign = make.make_official(make.make_tournament(), Role.REFEREE)

    with pytest.raises(AlreadyDone):
        act(event, foreign.pk, make.doer())

    assert Official.objects.get(pk=foreign.pk).token == foreign.token


@pytest.mark.rule("T-068")
def test_a_local_change_is_published_once():
    event = make.make_tournament()
    announcing.publish_rule_change(event, "Only water at the tables.", make.doer())

    with pytest.raises(AlreadyDone):
        announcing.publish_rule_change(event, "Only water at the tables.", make.doer())

    assert RuleChange.objects.count() == 1


def test_a_draft_is_written_on_its_page():
    browser = make.signed_in(None, "administrator")
    fields = FIELDS | {"ruleset": "tour", "target_points": 10}

    answer = browser.post("/new/", fields)

    draft = Tournament.objects.get()
    assert answer.headers["Location"].endswith(f"/t/{draft.slug}/desk/edit/")
    assert draft.officials.get().role == Role.ORGANISER


@pytest.mark.parametrize(
    ("ruleset", "typed", "target"),
    [("cities-knights", "", 13), ("cities-knights", "15", 15), ("dice", "12", 0)],
)
def test_a_game_brings_its_target_unless_another_is_announced(ruleset, typed, target):
    """A game that goes by score has none."""
    browser = make.signed_in(None, "administrator")
    fields = FIELDS | {"kind": Kind.OTHER, "ruleset": ruleset, "target_points": typed}

    browser.post("/new/", fields)

    assert Tournament.objects.get().target_points == target


@pytest.mark.rule("T-070")
@pytest.mark.django_db(transaction=True)
def test_of_two_events_of_a_club_that_are_announced_at_once_one_is_refused():
    club = make.make_club()
    drafts = [a_draft(club=club, date=make.DAY + dt.timedelta(days=n)) for n in (0, 100)]

    outcomes = all_at_once(*[partial(announced, draft) for draft in drafts])

    [refusal] = [one for one in outcomes if isinstance(one, Refused)]
    assert refusal.rule_id == "T-070"
    assert Tournament.objects.counting_for_club().filter(club=club).count() == 1


@pytest.mark.rule("T-070")
@pytest.mark.django_db(transaction=True)
def test_of_two_events_that_come_to_one_club_at_once_one_is_refused():
    club = make.make_club()
    draft, other = a_draft(club=club), announced(a_draft())
    rounds = [
        {"starts_at": r.starts_at, "limit_minutes": r.limit_minutes, "draw_mode": r.draw_mode}
        for r in other.rounds.order_by("number")
    ]
    who = make.doer(now=TWO_MONTHS_BEFORE)

    outcomes = all_at_once(
        partial(announced, draft),
        partial(announcing.edit_tournament, other, {"club": club}, rounds, who),
    )

    [refusal] = [one for one in outcomes if isinstance(one, Refused)]
    assert refusal.rule_id == "T-070"
    assert Tournament.objects.counting_for_club().filter(club=club).count() == 1


def test_a_new_link_is_shown_once_to_be_copied_mailed_or_read_by_a_camera():
    event = make.make_tournament(name="Catan & přátelé")
    desk, address = make.signed_in(event), f"/en/t/{event.slug}/desk/officials/"

    named = desk.post(f"{address}name/", {"name": "Hana", "role": Role.SCOREKEEPER}, follow=True)

    page, token = named.content.decode(), event.officials.get(name="Hana").token
    link = f"/official/{token}/"
    assert link in page
    assert 'data-copy="#address-' in page
    mailed = re.search(r'href="mailto:\?subject=([^&]+)&amp;body=([^"]+)"', page)
    assert unquote(mailed[1]) == "Catan & přátelé"
    assert unquote(mailed[2]).endswith(link)
    assert "<svg" in page.split('class="link-code"')[1]
    again = desk.get(address).content.decode()
    assert token not in again
    assert "link-code" not in again


def test_an_official_who_plays_is_whose_the_entry_is_whomever_others_counted_it_for(client):
    tournament = make.make_tournament()
    child = make.make_entry(tournament, make.make_person("Eva Malá", minor=True))
    owner = child.person
    child.count_for(make.make_person("Petr Puppet"), owner=owner)
    child.save()

    official = make.agreeing(
        lambda who: appointing.name_official(tournament, "Eva Malá", Role.REFEREE, who)
    )

    assert official.person == owner
    assert official.public_name == "Eva M."
    page = client.get(reverse("tournament", args=[tournament.slug])).content.decode()
    assert "Eva Malá" not in page


def test_the_page_of_a_draft_says_that_its_day_is_past():
    tournament = a_draft(date=timezone.localdate() - dt.timedelta(days=1))
    coming = a_draft(name="Catan Telč", date=timezone.localdate(), club=make.make_club("Telč"))

    with translation.override("en"):
        pages = [
            make.signed_in(draft).get(reverse("edit_tournament", args=[draft.slug]))
            for draft in (tournament, coming)
        ]

    told = ["is past. Is the year right?" in page.content.decode() for page in pages]
    assert told == [True, False]


@pytest.mark.parametrize(
    ("fields", "told"),
    [({}, True), ({"kind": Kind.SCHOOL}, False), ({"date": dt.date(2026, 5, 16)}, False)],
)
def test_a_draft_says_that_it_falls_into_a_season_that_is_not_decided(fields, told):
    Season.objects.create(year=2026, points_for_final=3)
    draft = a_draft(**{"date": dt.date(2027, 1, 9)} | fields)

    with translation.override("en"):
        page = make.signed_in(draft).get(reverse("edit_tournament", args=[draft.slug]))

    assert ("it counts in the season 2027" in page.content.decode()) == told


def test_once_it_is_announced_the_line_of_steps_stands_at_the_sign_up():
    tournament = a_draft()
    make.agreeing(partial(announcing.announce, tournament), make.doer(now=TWO_MONTHS_BEFORE))

    with translation.override("en"):
        page = make.signed_in(tournament).get(reverse("desk", args=[tournament.slug]))

    assert [step.label for step in page.context["steps"] if step.current] == ["Sign-up"]
