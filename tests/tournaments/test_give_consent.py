"""The series consents to a broken condition of section 11, and the places stand (D-136)."""

import datetime as dt
import json
from dataclasses import replace

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from tests import factories as make
from tests.archives import emptied
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import write_archive
from tournaments.models import Act, Tournament
from tournaments.models.entry import Role
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.permissions import ADMINISTRATORS
from tournaments.services import announcing, closing
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.standing import Standing
from tournaments.views.public.standings import promises
from tournaments.wording import told

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.rule("T-071", "T-076", "D-136"),
    pytest.mark.usefixtures("in_english"),
]


@pytest.fixture
def late() -> Tournament:
    """A finished event of twelve that was announced on its own day, with its results sent."""
    tournament = make.ready_to_draw(12, rounds=1, announced_at=make.at(9))
    make.play(tournament)
    make.draw_lots(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(
        state=State.SENT, finished_at=make.at(17), sent_at=make.at(18)
    )
    return Tournament.objects.get(pk=tournament.pk)


def closing_page(client, tournament: Tournament) -> str:
    return client.get(f"/en/t/{tournament.slug}/desk/closing/").content.decode()


def test_a_consent_goes_along_with_the_archive_of_its_event(late):
    closing.give_consent(late, "T-071", make.doer(now=make.at(19)))
    archived = json.loads(write_archive(late))
    emptied()

    restored = read_archive(archived)

    assert restored.consents.get().at == make.at(19)
    assert not restored.to_be_confirmed(make.DAY)
    assert json.loads(write_archive(restored))["consents"] == archived["consents"]


def test_the_series_consents_and_takes_it_back(late):
    series, address = make.signed_in(None, "administrator"), f"/en/t/{late.slug}/desk/closing/"
    standings = f"/en/t/{late.slug}/standings/"

    assert "to be confirmed by the series" in series.get(standings).content.decode()
    assert "Consent for the series" in closing_page(series, late)
    series.post(f"{address}consent/T-071/")
    assert "to be confirmed by the series" not in series.get(standings).content.decode()
    assert "The series consented on" in closing_page(series, late)
    series.post(f"{address}consent/T-071/back/")
    assert "to be confirmed by the series" in series.get(standings).content.decode()

    names = Act.objects.filter(tournament=late).order_by("-pk").values_list("name", "detail")[:2]
    assert list(names) == [("take_consent_back", "T-071"), ("give_consent", "T-071")]


def test_nobody_else_consents(late):
    organiser = make.signed_in(late, Role.ORGANISER)

    page = closing_page(organiser, late)
    answer = organiser.post(f"/en/t/{late.slug}/desk/closing/consent/T-071/")

    assert "Consent for the series" not in page
    assert "An administrator of the series does so on this page." in page
    assert answer.status_code == 403
    assert not late.consents.exists()


def test_there_is_nothing_to_consent_to_where_nothing_was_broken(late):
    with pytest.raises(Refused):
        closing.give_consent(late, "T-075", make.doer())

    closing.give_consent(late, "T-071", make.doer())
    with pytest.raises(AlreadyDone):
        closing.give_consent(late, "T-071", make.doer())
    closing.take_consent_back(late, "T-071", make.doer())
    with pytest.raises(AlreadyDone):
        closing.take_consent_back(late, "T-071", make.doer())


def test_a_consent_is_to_one_broken_condition_and_no_other(late):
    closing.give_consent(late, "T-071", make.doer())
    late.sent_at = None

    day = make.DAY + dt.timedelta(days=30)
    assert [one.rule_id for one in late.to_be_confirmed(day)] == ["T-075"]


def test_the_series_page_lists_what_waits_for_it(late):
    series = make.signed_in(None, "administrator")

    before = series.get("/en/series/").content.decode()
    badge = series.get("/en/my/").content.decode()
    closing.give_consent(late, "T-071", make.doer())
    after = series.get("/en/series/").content.decode()

    assert f"/en/t/{late.slug}/desk/closing/" in before
    assert "1 waits" in badge
    assert f"/en/t/{late.slug}/desk/closing/" not in after


def test_whoever_lost_the_office_meanwhile_does_not_consent(late):
    left = Standing(ADMINISTRATORS, user=make.make_user().pk, links=(), tournament=None)

    with pytest.raises(PermissionDenied):
        closing.give_consent(late, "T-071", replace(make.doer(), by=left))


def test_the_season_says_in_the_final_only_of_what_is_confirmed(late):
    visitor = Client()

    before = visitor.get("/en/season/2026/").content.decode()
    closing.give_consent(late, "T-071", make.doer())
    after = visitor.get("/en/season/2026/").content.decode()

    confirmed = '<span class="badge good">in the final</span>'
    assert confirmed not in before
    assert "in the final once the series confirms it" in before
    assert confirmed in after


def test_the_large_screen_says_what_waits(late):
    event = read_event(late)

    (direct, *_points) = promises(event)

    assert direct.endswith("(to be confirmed by the series)")


def test_a_consent_does_not_hold_for_another_day():
    """Given for two days late, it would stand for an event that is announced the day before."""
    soon = timezone.localdate() + dt.timedelta(days=10)
    event = make.make_tournament(state=State.SIGN_UP, date=soon, announced_at=timezone.now())
    make.make_official(event, Role.ORGANISER, "Olga Organiser")
    make.make_official(event, Role.CHIEF_REFEREE, "Karel Chief")
    closing.give_consent(event, "T-071", make.doer(now=timezone.now()))
    rounds = [{} for _round in event.rounds.all()]

    def move(who):
        announcing.edit_tournament(event, {"date": soon - dt.timedelta(days=9)}, rounds, who)

    with pytest.raises(Unconfirmed) as asked:
        move(make.doer(now=timezone.now()))
    make.agreeing(move, make.doer(now=timezone.now()))

    assert any("consent" in told(caution).lower() for caution in asked.value.cautions)
    moved = Tournament.objects.get(pk=event.pk)
    assert [one.rule_id for one in moved.to_be_confirmed(timezone.localdate())] == ["T-071"]


def test_the_pages_say_once_that_the_places_are_to_be_confirmed(late):
    said = "to be confirmed by the series"
    desk = closing_page(make.signed_in(late), late)
    standings = Client().get(f"/en/t/{late.slug}/standings/").content.decode()

    assert desk.count(f"places are {said}") == 1
    assert "To be confirmed by the series.</strong>" not in desk
    assert standings.count(f"The places are {said}") == 1


def test_a_finished_event_says_what_can_still_be_done(late):
    closing.give_consent(late, "T-071", make.doer(now=make.at(19)))

    page = closing_page(make.signed_in(late, Role.ORGANISER), late)
    under_way = make.ready_to_draw(12)
    running = closing_page(make.signed_in(under_way), under_way)

    assert "What can still be done" in page
    assert "Protests and decisions are written down as before." in page
    assert "The series consents to what was too late" in page
    assert "What can still be done" not in running


def test_a_consent_is_taken_back_only_after_what_that_does_was_opened(late):
    closing.give_consent(late, "T-071", make.doer(now=make.at(19)))

    page = closing_page(make.signed_in(None, "administrator"), late)

    assert "<summary>Take the consent back</summary>" in page
    assert "then wait for the series again" in page
