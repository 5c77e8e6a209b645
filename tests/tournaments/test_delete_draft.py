"""A draft that nobody needs is deleted, and nothing of it remains."""

from functools import partial

import pytest
from django.core.files.base import ContentFile
from django.utils import translation

from tests import factories as make
from tests.threads import all_at_once
from tournaments.domain.values import Refused
from tournaments.models import Act, Job, Official, Person, Round, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.services import announcing, appointing, drafting
from tournaments.services.acts import AlreadyDone, Unconfirmed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def draft() -> Tournament:
    return make.make_tournament(state=State.DRAFT, name="Catan Telč", slug="catan-telc")


def delete(tournament: Tournament) -> None:
    make.agreeing(lambda who: drafting.delete_draft(tournament, who))


def test_nothing_remains_of_a_deleted_draft(draft):
    appointing.name_official(draft, "Radim Referee", Role.CHIEF_REFEREE, make.doer())
    key = draft.pk

    delete(draft)

    assert not Tournament.objects.exists()
    assert not Person.objects.filter(name="Radim Referee").exists()
    assert not Act.objects.exists()
    for history in (Tournament.history, Round.history, Official.history):
        assert not history.exists()
    assert not Tournament.history.filter(id=key).exists()


@pytest.mark.parametrize("elsewhere", [False, True])
def test_who_saw_the_desk_of_a_draft_and_was_dismissed_goes_with_it(draft, elsewhere):
    """Unless the series finds them by an office that they held at another event."""
    rita = appointing.name_official(draft, "Rita Referee", Role.REFEREE, make.doer())
    appointing.open_link(rita.token)
    appointing.dismiss_official(draft, rita.pk, make.doer())
    if elsewhere:
        other = make.make_official(make.make_tournament(), Role.REFEREE, rita.person)
        appointing.dismiss_official(other.tournament, other.pk, make.doer())

    delete(draft)

    assert Person.objects.filter(name="Rita Referee").exists() is elsewhere
    assert Person.history.filter(name="Rita Referee").exists() is elsewhere


def test_somebody_with_an_account_stays_when_a_draft_goes(draft):
    user = make.make_user()
    person = make.make_person("Olga Organiser", user=user)
    make.make_official(draft, Role.ORGANISER, person, user=user)

    delete(draft)

    assert Person.objects.get() == person


def test_the_files_of_its_prints_go_too(draft, django_capture_on_commit_callbacks):
    job = Job(tournament=draft, kind="badges", by="Olga", at=make.at(9))
    job.file.save("badges.pdf", ContentFile(b"%PDF"))
    storage, name = job.file.storage, job.file.name

    with django_capture_on_commit_callbacks(execute=True):
        delete(draft)

    assert not storage.exists(name)


def test_it_is_asked_about_once(draft):
    with pytest.raises(Unconfirmed, match="Catan Telč is deleted"):
        drafting.delete_draft(draft, make.doer())

    assert Tournament.objects.exists()


@pytest.mark.parametrize("state", [state for state in State if state != State.DRAFT])
def test_what_was_announced_is_not_deleted(state):
    tournament = make.make_tournament(state=state)

    with pytest.raises(Refused, match="Only a draft"):
        delete(tournament)


def test_a_draft_with_players_is_not_deleted(draft):
    make.make_entry(draft, state=EntryState.CONFIRMED)

    with pytest.raises(Refused, match="has players"):
        delete(draft)


def test_a_second_click_is_told(draft):
    delete(draft)

    with pytest.raises(AlreadyDone):
        delete(draft)


@pytest.mark.django_db(transaction=True)
def test_of_two_clicks_at_once_one_is_told(draft):
    outcomes = all_at_once(partial(delete, draft), partial(delete, draft))

    assert [type(one) for one in outcomes if one is not None] == [AlreadyDone]


@pytest.mark.django_db(transaction=True)
def test_a_draft_that_is_deleted_while_somebody_is_signed_up_is_gone_or_stays_whole(draft):
    desk = f"/en/t/{draft.slug}/desk/"
    question = drafting.deletion_of(draft).key
    player = {"name": "Anna Malá", "age": "adult", "language": "en", "note": ""}
    asked = [
        *[("delete/", {"cautions": question})] * 2,
        ("players/add/", player),
    ]

    def send(path, fields):
        browser = make.signed_in(draft)
        browser.raise_request_exception = False
        return lambda: browser.post(desk + path, fields).status_code

    answers = all_at_once(*[send(path, fields) for path, fields in asked])

    assert set(answers) <= {200, 302, 404, 409}
    if not Tournament.objects.exists():
        assert not Act.objects.exists()
        assert not Person.objects.filter(name="Anna Malá").exists()


def test_an_act_on_a_draft_that_is_deleted_meanwhile_is_refused_in_words(draft):
    delete(draft)

    with pytest.raises(Refused, match="is deleted"):
        announcing.announce(draft, make.doer())


def test_the_page_asks_deletes_and_tells_a_second_click(draft):
    browser = make.signed_in(draft)
    address = f"/en/t/{draft.slug}/desk/delete/"
    assert address in browser.get(f"/en/t/{draft.slug}/desk/").content.decode()
    assert address in browser.get("/en/my/").content.decode()

    asked = browser.post(address)
    assert "Delete the draft" in asked.content.decode()
    sent = {"cautions": [caution.key for caution in asked.context["cautions"]]}
    told = [browser.post(address, sent, follow=True).content.decode() for _click in range(2)]

    assert "The draft is deleted." in told[0]
    assert "This draft is deleted already." in told[1]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize("role", [Role.REFEREE, Role.CHIEF_REFEREE, "visitor"])
def test_nobody_but_its_organiser_deletes_a_draft(draft, role):
    browser = make.signed_in(draft, role)

    browser.post(f"/en/t/{draft.slug}/desk/delete/")

    assert Tournament.objects.exists()


def test_the_draft_of_somebody_else_does_not_exist(draft):
    browser = make.signed_in(make.make_tournament(), Role.ORGANISER)

    assert browser.post(f"/en/t/{draft.slug}/desk/delete/").status_code == 404
    assert browser.post("/en/t/no-such-draft/desk/delete/").status_code == 404


def test_a_draft_with_players_or_announced_offers_to_cancel_only(draft):
    browser = make.signed_in(draft)
    make.make_entry(draft)

    html = browser.get(f"/en/t/{draft.slug}/desk/").content.decode()

    assert "desk/delete/" not in html
    assert "desk/cancel/" in html
