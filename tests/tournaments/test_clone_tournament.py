"""Last year's event becomes a draft in one act: all that was written, nobody who played."""

import datetime as dt
import re
from dataclasses import replace

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone, translation

from tests import factories as make
from tests.threads import all_at_once
from tournaments.models import Official, Tournament
from tournaments.models.entry import Role
from tournaments.models.tournament import Kind, State
from tournaments.permissions import PERMISSIONS
from tournaments.services import announcing, appointing, drafting, rounds
from tournaments.services.rounds import minute_of
from tournaments.services.standing import Standing

pytestmark = pytest.mark.django_db

NEW_DAY = dt.date(2027, 5, 15)


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def olga() -> User:
    user = make.make_user()
    make.give_office(user)
    return user


@pytest.fixture
def earlier(olga) -> Tournament:
    """Played by twelve and finished, with what an announcement says."""
    tournament = make.played_out(
        12,
        name="Catan Brno 2026",
        slug="catan-brno-2026",
        fee="200 Kč",
        contact="olga@example.org",
        text="Prizes on 16. 5. for the first three.",
    )
    tournament.state, tournament.finished_at = State.FINISHED, make.at(17)
    tournament.save()
    make.make_official(tournament, Role.ORGANISER, "Olga Organiser", user=olga)
    make.make_official(tournament, Role.CHIEF_REFEREE, "Karel Chief")
    return tournament


def cloned(earlier: Tournament, user: User, *officials: Official, **fields) -> Tournament:
    draft = make.agreeing(
        lambda who: drafting.clone_tournament(
            earlier, "Catan Brno 2027", NEW_DAY, officials, who, user=user, **fields
        )
    )
    return Tournament.objects.get(pk=draft.pk)


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def starts_of(tournament: Tournament) -> list[str]:
    rounds = tournament.rounds.order_by("number")
    return [f"{timezone.localtime(round_.starts_at):%Y-%m-%d %H:%M}" for round_ in rounds]


@pytest.mark.rule("T-065")
def test_what_was_written_is_taken_over_and_who_played_is_not(earlier, olga):
    draft = cloned(earlier, olga)

    assert (draft.state, draft.announced_at, draft.slug) == (State.DRAFT, None, "catan-brno-2027")
    for field in drafting.TAKEN_OVER:
        assert getattr(draft, field) == getattr(earlier, field)
    assert starts_of(draft) == [
        f"{NEW_DAY} {hour}" for hour in ("10:00", "11:30", "13:00", "14:30")
    ]
    assert not draft.entries.exists()
    assert not any(round_.draws.exists() or round_.started_at for round_ in draft.rounds.all())
    assert [(one.user, one.role) for one in draft.officials.all()] == [(olga, Role.ORGANISER)]
    assert draft.acts.get().name == "clone_tournament"


def test_every_column_is_taken_over_or_left_behind_for_a_reason():
    """A new column of an announcement shall not be forgotten here."""
    own = {"id", "name", "date", "slug", "state", "version", "public_version", "text_html"}
    done = {"announced_at", "finished_at", "sent_at", "cancelled_reason", "frozen_slots"}
    # How many places the year has to give, a door that stood open, links that outlived it.
    of_the_day = {"places_7_8", "sign_up_at_door", "links_outlived"}

    columns = {field.name for field in Tournament._meta.concrete_fields}

    assert columns == {*drafting.TAKEN_OVER, *own, *done, *of_the_day}


def test_a_timetable_over_two_days_and_its_semi_final_keep_their_shape(olga):
    other = make.make_tournament(kind=Kind.OTHER, club=None, rounds=5, cuts=(16, 4))
    sunday = other.date + dt.timedelta(days=1)
    other.rounds.filter(number=5).update(starts_at=make.at(9, day=sunday))
    other.rounds.filter(number=4).update(draw_mode="standings", limit_minutes=None)

    draft = cloned(other, olga)

    drafted = list(draft.rounds.order_by("number"))
    assert [round_.cut for round_ in drafted] == [None, None, None, 16, 4]
    assert (drafted[3].draw_mode, drafted[3].limit_minutes) == ("standings", None)
    assert starts_of(draft)[4] == f"{NEW_DAY + dt.timedelta(days=1)} 09:00"


@pytest.mark.rule("T-065")
def test_the_plan_is_taken_over_and_not_what_was_moved_on_the_day(earlier, olga):
    second = earlier.rounds.get(number=2)
    second.starts_at = make.at(12)
    with time_machine.travel(make.at(9, day=earlier.date - dt.timedelta(days=3))):
        second.save()
    second.starts_at = make.at(12, 20)
    with time_machine.travel(make.at(11, 40)):
        second.save()

    assert starts_of(cloned(earlier, olga))[1] == f"{NEW_DAY} 12:00"


@pytest.mark.rule("T-065")
def test_an_event_that_was_announced_on_its_day_is_planned_as_announced_too(olga):
    with time_machine.travel(make.at(8), tick=False):
        earlier = make.ready_to_draw(8)
    announced = [start.replace(str(earlier.date), str(NEW_DAY)) for start in starts_of(earlier)]
    for minute, minutes in ((15, 20), (45, 10)):
        with time_machine.travel(make.at(9, minute), tick=False):
            first = minute_of(earlier.rounds.get(number=1).starts_at)
            rounds.delay_rounds(earlier, minutes, make.doer(now=make.at(9, minute)), first=first)

    with time_machine.travel(make.at(9, 50), tick=False):
        last = earlier.rounds.get(number=4)
        last.limit_minutes = 90
        last.save()

    draft = cloned(earlier, olga)

    assert starts_of(draft) == announced
    assert {round_.limit_minutes for round_ in draft.rounds.all()} == {75}


def test_officials_are_asked_and_those_without_account_are_named_without_their_old_links(
    earlier, olga
):
    chief = make.make_official(earlier, Role.REFEREE, "Rita Referee", user=make.make_user())
    helper = make.make_official(earlier, Role.SCOREKEEPER, "Hana Helper")

    draft = cloned(earlier, olga, chief, helper)

    asked = draft.officials.get(role=Role.REFEREE)
    assert (asked.user, asked.asked, asked.token) == (None, chief.user, None)
    named = draft.officials.get(role=Role.SCOREKEEPER)
    assert named.name == "Hana Helper"
    assert named.token not in (None, helper.token)


def test_a_closed_account_is_not_asked(earlier, olga):
    gone = make.make_user()
    official = make.make_official(earlier, Role.REFEREE, "Gustav Gone", user=gone)
    gone.is_active = False
    gone.save()

    draft = cloned(earlier, olga, Official.objects.get(pk=official.pk))

    assert draft.officials.get(role=Role.REFEREE).asked is None


def test_who_was_deleted_since_is_not_offered(earlier, olga):
    make.make_official(earlier, Role.SCOREKEEPER, "Hana Helper")
    Official.objects.filter(name="Hana Helper").update(name="")

    offered = drafting.officials_to_ask(earlier, olga)

    assert [official.role for official in offered] == [Role.CHIEF_REFEREE]


def test_a_second_click_gives_the_same_draft(earlier, olga):
    first, second = cloned(earlier, olga), cloned(earlier, olga)

    assert first == second
    assert Tournament.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_make_one_draft(earlier, olga):
    helper = make.make_official(earlier, Role.SCOREKEEPER, "Hana Helper")

    all_at_once(*[lambda: cloned(earlier, olga, helper)] * 2)

    draft = Tournament.objects.get(state=State.DRAFT)
    assert draft.officials.count() == 2


@pytest.mark.parametrize("lost", ["by", "to_create"])
def test_whoever_lost_the_office_meanwhile_makes_no_draft(earlier, olga, lost):
    office = Standing(PERMISSIONS["clone_tournament"], make.make_user().pk, (), earlier.pk)
    kept = replace(office, user=olga.pk)
    standings = {"by": kept, "to_create": replace(kept, roles=PERMISSIONS["create_tournament"])}
    standings[lost] = replace(standings[lost], user=office.user)

    with pytest.raises(PermissionDenied):
        drafting.clone_tournament(
            earlier,
            "Catan Brno 2027",
            NEW_DAY,
            [],
            replace(make.doer(), by=standings["by"]),
            user=olga,
            to_create=standings["to_create"],
        )


def test_the_page_offers_the_day_a_year_later_and_leads_to_the_desk_of_the_draft(earlier, olga):
    browser, address = browser_of(olga), f"/en/t/{earlier.slug}/desk/next/"
    assert address in browser.get(f"/en/t/{earlier.slug}/desk/").content.decode()
    assert address in browser.get("/en/my/").content.decode()
    assert address in browser.get("/en/new/").content.decode()
    form = browser.get(address).context["form"]
    shown = {field.html_name: field.value() for field in form}
    assert shown["name"] == f"Catan Brno {shown['date'].year}"

    answer = browser.post(address, shown, follow=True)

    draft = Tournament.objects.get(state=State.DRAFT)
    assert draft.date > timezone.localdate()
    assert answer.redirect_chain[-1][0] == f"/en/t/{draft.slug}/desk/"
    told = answer.content.decode()
    assert "those of Catan Brno 2026" in told
    assert "still names 16. 5." in told
    assert "Karel Chief has not opened a new personal link" in told
    assert draft.officials.filter(role=Role.CHIEF_REFEREE).exists()


@pytest.mark.parametrize("address", ["/en/my/", "/en/t/catan-brno-2026/desk/next/"])
def test_both_pages_that_offer_it_say_that_local_changes_stay_behind(earlier, olga, address):
    page = " ".join(browser_of(olga).get(address).content.decode().split())

    taken = re.search(r"[^.]*\btaken over\b[^.]*\.", page, re.IGNORECASE)
    assert taken
    assert "rules" not in taken[0]
    assert re.search(r"local changes of the rules(?: are not)?\.", page)


def test_what_is_looked_at_is_told_no_more(earlier, olga):
    draft = cloned(earlier, olga)
    announcing.edit_tournament(draft, {"text": "New prizes."}, [{}] * 4, make.doer())

    html = browser_of(olga).get(f"/en/t/{draft.slug}/desk/").content.decode()

    assert "Still to be looked at" not in html


def test_a_draft_that_was_written_anew_has_nothing_to_be_looked_at(olga):
    draft = make.make_tournament(state=State.DRAFT)
    make.make_official(draft, Role.ORGANISER, user=olga)

    html = browser_of(olga).get(f"/en/t/{draft.slug}/desk/").content.decode()

    assert "Still to be looked at" not in html


def test_an_organiser_without_office_of_the_series_is_told_where_to_ask(earlier):
    browser = make.signed_in(earlier, Role.ORGANISER)

    answer = browser.post(
        f"/en/t/{earlier.slug}/desk/next/", {"name": "X", "date": NEW_DAY}, follow=True
    )

    assert answer.redirect_chain[-1][0] == "/en/organise/"
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("role", [Role.REFEREE, "visitor"])
def test_nobody_but_its_organiser_takes_an_event_over(earlier, role):
    browser = make.signed_in(earlier, role)

    browser.post(f"/en/t/{earlier.slug}/desk/next/", {"name": "X", "date": NEW_DAY})

    assert Tournament.objects.count() == 1


def test_officials_of_another_event_are_not_asked(earlier, olga):
    other = make.make_official(make.make_tournament(), Role.SCOREKEEPER, "Sven Stranger")
    sent = {"name": "Catan Brno 2027", "date": NEW_DAY, "officials": [other.pk]}

    answer = browser_of(olga).post(f"/en/t/{earlier.slug}/desk/next/", sent)

    assert answer.context["form"].errors.keys() == {"officials"}
    assert not Tournament.objects.filter(state=State.DRAFT).exists()


@pytest.mark.parametrize("account", [False, True])
@pytest.mark.parametrize("plays", [False, True])
def test_an_official_who_is_a_child_is_short_at_the_next_event_too(olga, account, plays):
    """What the earlier event knew of the age stays there; nobody says the name in full for it."""
    earlier = make.make_tournament()
    make.make_official(earlier, Role.ORGANISER, "Olga Organiser", user=olga)
    child = make.make_person("Eva Malá", minor=True)
    kid = make.make_user() if account else None
    if plays:
        make.make_entry(earlier, child)
        office = make.make_official(earlier, Role.REFEREE, "Eva Malá", user=kid)
    else:
        office = make.make_official(earlier, Role.REFEREE, child, user=kid)
    assert office.public_name == "Eva M."

    draft = drafting.clone_tournament(
        earlier, "Next year", NEW_DAY, [office], make.doer(), user=olga
    )

    asked = draft.officials.get(role=Role.REFEREE)
    assert asked.public_name == "Eva M."
    if kid is not None:
        appointing.accept_office(draft, asked.pk, kid, make.doer("Eva Malá"))
        assert draft.officials.get(role=Role.REFEREE).public_name == "Eva M."


def test_an_official_who_is_read_in_full_is_so_at_the_next_event_too(olga):
    earlier = make.make_tournament()
    make.make_official(earlier, Role.ORGANISER, "Olga Organiser", user=olga)
    office = make.make_official(earlier, Role.REFEREE, "Rita Referee")

    draft = drafting.clone_tournament(
        earlier, "Next year", NEW_DAY, [office], make.doer(), user=olga
    )

    assert draft.officials.get(role=Role.REFEREE).public_name == "Rita Referee"
