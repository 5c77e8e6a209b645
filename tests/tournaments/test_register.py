"""Somebody signs up on the public page."""

import datetime as dt

import pytest
from django.core import mail
from django.urls import reverse
from django.utils import translation

from tests.factories import DAY, at, doer, make_club, make_entry, make_person, make_tournament
from tests.threads import all_at_once
from tournaments.domain.entering import Age
from tournaments.models import Entry, Mail, Person, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.tournament import Kind, State
from tournaments.services import entering, mailing, signing_up
from tournaments.services.entering import SignUp

pytestmark = pytest.mark.django_db

ANNA = SignUp(name="Anna Nováková", email="anna@example.org")


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def page(tournament: Tournament) -> str:
    return reverse("register", args=[tournament.slug])


def typed(**fields):
    return {
        "name": "Anna Nováková",
        "email": "anna@example.org",
        "club": "",
        "age": "adult",
        "birth_date": "",
        "leave_empty": "",
        **fields,
    }


def test_a_sign_up_waits_for_its_link(client, django_capture_on_commit_callbacks):
    tournament = make_tournament()
    club = make_club("Osadníci Brno")

    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(page(tournament), typed(club=club.pk), follow=True)

    entry = Entry.objects.get()
    assert entry.state == EntryState.UNCONFIRMED
    assert (entry.number, entry.name, entry.club) == (1, "Anna Nováková", club)
    assert "Now look into your mailbox" in answer.content.decode()
    assert mail.outbox[0].to == ["anna@example.org"]
    link = reverse("confirm_registration", args=[tournament.slug, entry.token])
    assert f"http://127.0.0.1:8000{link}" in mail.outbox[0].body


@pytest.mark.parametrize("backend", mailing.SENDS_NOTHING)
def test_where_no_e_mails_are_sent_nobody_is_told_to_wait_for_one(client, settings, backend):
    settings.EMAIL_BACKEND = backend
    tournament = make_tournament(contact="olga@example.org")

    first = client.post(page(tournament), typed(), follow=True).content.decode()
    again = client.post(page(tournament), typed(), follow=True).content.decode()

    for shown in (first, again):
        assert "sends no e-mails now" in shown
        assert "mailto:olga@example.org" in shown
        assert "mailbox" not in shown
        assert "We have" not in shown


def test_where_e_mails_are_sent_the_next_step_is_in_the_mailbox(client):
    tournament = make_tournament(contact="olga@example.org")

    shown = client.post(page(tournament), typed(), follow=True).content.decode()

    assert "We have written to this address." in shown
    assert "sends no e-mails now" not in shown


def test_the_mail_speaks_the_language_of_the_page(client):
    tournament = make_tournament()

    with translation.override("pl"):
        client.post(page(tournament), typed())

    entry = Entry.objects.get()
    assert entry.language == "pl"
    assert f"/pl/t/{tournament.slug}/confirm/{entry.token}/" in Mail.objects.get().body


def test_the_same_person_again_is_told_kindly_and_gets_the_link_once_an_hour(time_machine):
    tournament = make_tournament()
    first = signing_up.register(tournament, ANNA, doer(now=at(9)))

    again = SignUp(name="anna  novakova", email="ANNA@example.org")
    second = signing_up.register(tournament, again, doer(now=at(9, 30)))
    signing_up.register(tournament, again, doer(now=at(9, 40)))
    signing_up.register(tournament, again, doer(now=at(10, 30)))

    assert second.again
    assert second.entry == first.entry
    assert Entry.objects.count() == 1
    assert Mail.objects.count() == 3


def test_a_family_may_share_an_address():
    tournament = make_tournament()

    signing_up.register(tournament, ANNA, doer())
    signing_up.register(tournament, SignUp(name="Jan Novák", email="anna@example.org"), doer())

    assert [entry.number for entry in Entry.objects.all()] == [1, 2]


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("  Anna \t Nováková ", "Anna Nováková"),
        ("=SUM(A1)", "=SUM(A1)"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("Đỗ Ngọc Ánh", "Đỗ Ngọc Ánh"),
        ("Novakova\N{COMBINING ACUTE ACCENT} Anna", "Novaková Anna"),
        ("Anna\u202e Novak\u200b", "Anna Novak"),
    ],
)
def test_any_name_is_kept_as_it_is_but_tidy(client, name, kept):
    tournament = make_tournament()

    client.post(page(tournament), typed(name=name))

    assert Person.objects.get().name == kept


def test_a_name_of_300_letters_is_refused_and_nothing_is_lost(client):
    tournament = make_tournament()

    answer = client.post(page(tournament), typed(name="A" * 300)).content.decode()

    assert "A name may have 120 letters at most; this one has 300." in answer
    assert "A" * 300 in answer
    assert "anna@example.org" in answer
    assert not Entry.objects.exists()


@pytest.mark.rule("T-085")
@pytest.mark.parametrize(
    ("birth_date", "is_junior"),
    [("2012-05-17", True), ("2012-05-16", False)],
    ids=["14 the day after", "14 on the day"],
)
def test_a_junior_is_younger_than_14_on_the_day(client, birth_date, is_junior):
    tournament = make_tournament()

    answer = client.post(
        page(tournament), typed(age="junior", birth_date=birth_date, guardian_consent="on")
    )

    assert Entry.objects.exists() == is_junior
    assert ("choose 14 to 17" in answer.content.decode()) != is_junior


def test_a_birth_date_is_kept_of_juniors_alone(client):
    tournament = make_tournament()

    client.post(
        page(tournament), typed(age="minor", birth_date="2010-01-01", guardian_consent="on")
    )

    person = Person.objects.get()
    assert person.birth_date is None
    assert person.minor


def test_a_minor_needs_the_consent_of_a_guardian(client):
    tournament = make_tournament()

    answer = client.post(page(tournament), typed(age="minor"))

    assert "Without it nobody under 18 can take part." in answer.content.decode()
    assert not Entry.objects.exists()


@pytest.mark.rule("T-093")
def test_a_school_event_takes_children_only(client):
    tournament = make_tournament(kind=Kind.SCHOOL)

    client.post(page(tournament), typed(age="adult"))
    assert not Entry.objects.exists()
    client.post(
        page(tournament), typed(age="junior", birth_date="2014-01-01", guardian_consent="on")
    )
    assert Entry.objects.count() == 1


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (State.ANNOUNCED, "The sign-up is not open yet"),
        (State.CHECK_IN, "The sign-up has moved to the door"),
        (State.RUNNING, "The tournament is running"),
        (State.FINISHED, "The tournament is over"),
        (State.CANCELLED, "The hall is flooded."),
    ],
)
def test_a_closed_sign_up_says_why_and_saves_nothing(client, state, words):
    tournament = make_tournament(state=state)

    answer = client.post(page(tournament), typed())

    assert words in answer.content.decode()
    assert not Entry.objects.exists()


def test_a_sign_up_that_was_open_before_is_closed_not_early(client):
    tournament = make_tournament(state=State.ANNOUNCED)
    tournament.acts.create(name="close_sign_up", version=1, by="Olga", at=at(8))

    event_page = client.get(reverse("tournament", args=[tournament.slug])).content.decode()
    assert "The sign-up is closed" in client.get(page(tournament)).content.decode()
    assert "The sign-up is closed" in event_page
    assert "not open yet" not in event_page


def test_a_full_tournament_offers_the_waiting_list(client):
    tournament = make_tournament(capacity=3)
    for _number in range(3):
        make_entry(tournament)

    answer = client.get(page(tournament)).content.decode()

    assert "Sign up for the waiting list" in answer


def test_a_robot_that_fills_everything_in_signs_nobody_up(client):
    tournament = make_tournament()

    answer = client.post(page(tournament), typed(leave_empty="https://example.org"))

    assert answer.status_code == 200
    assert not Entry.objects.exists()


@pytest.mark.parametrize("name", ["Win now https://example.org", "www.example.org", "a@b.cz"])
def test_a_name_is_no_message_to_a_stranger(client, name):
    tournament = make_tournament()

    answer = client.post(page(tournament), typed(name=name))

    assert "Write a name, not an address." in answer.content.decode()
    assert not Mail.objects.exists()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Iphone-zdarma.example/vyhra", "Iphone-zdarma. example/vyhra"),
        ("Ing.Petr Novák ml.", "Ing. Petr Novák ml."),
        ("203.0.113.7/x", "203. 0. 113. 7/x"),
        ("example\u3002org", "example\u3002 org"),
    ],
)
def test_no_mail_program_makes_a_link_of_a_name(client, name, told):
    client.post(page(make_tournament()), typed(name=name))

    assert Entry.objects.get().name == name
    assert Mail.objects.get().body.startswith(f"For: {told}\n")


def test_mistakes_in_the_form_do_not_count_as_a_flood(client):
    tournament = make_tournament()
    for _number in range(9):
        client.post(page(tournament), typed(age="minor"))

    client.post(page(tournament), typed())

    assert Entry.objects.count() == 1


def test_a_flood_of_sign_ups_is_stopped_and_nothing_typed_is_lost(client):
    tournament = make_tournament()
    for number in range(60):
        client.post(page(tournament), typed(name=f"Player {number}"))

    answer = client.post(page(tournament), typed(name="Player 60"))

    assert answer.status_code == 429
    assert "Nothing you typed is lost" in answer.content.decode()
    assert 'value="Player 60"' in answer.content.decode()
    assert Entry.objects.count() == 60


def test_what_is_known_of_a_person_does_not_change_before_the_link_is_opened():
    known = make_person("Anna Nováková", email="anna@example.org", minor=True)
    tournament = make_tournament()

    signing_up.register(
        tournament,
        SignUp(name="Anna Nováková", email="anna@example.org", full_name_public=True),
        doer(),
    )

    known.refresh_from_db()
    assert not known.full_name_public
    assert not known.entries.exists()


def test_numbers_are_never_given_twice():
    tournament = make_tournament()
    early = doer(now=at(9, day=DAY - dt.timedelta(days=10)))
    signing_up.register(tournament, ANNA, early)
    entering.lapse_registrations(at(9, day=DAY - dt.timedelta(days=7)))

    signing_up.register(tournament, SignUp(name="Jan", email="jan@example.org"), doer())

    assert [entry.number for entry in Entry.objects.all()] == [2]


@pytest.mark.django_db(transaction=True)
def test_two_sign_ups_for_the_last_place_at_once_share_it_by_turn():
    tournament = make_tournament(capacity=3)
    for _number in range(2):
        make_entry(tournament)

    def arriving(name):
        def act():
            sign_up = SignUp(name=name, email=f"{name}@example.org", language="en")
            token = signing_up.register(tournament, sign_up, doer()).entry.token
            return signing_up.confirm_registration(tournament, token, doer())

        return act

    all_at_once(arriving("Anna"), arriving("Bara"))

    states = Entry.objects.filter(number__gt=2).order_by("number").values_list("state", flat=True)
    assert list(states) == [EntryState.CONFIRMED, EntryState.WAITING]


@pytest.mark.django_db(transaction=True)
def test_a_double_click_signs_up_once():
    tournament = make_tournament()

    outcomes = all_at_once(*[lambda: signing_up.register(tournament, ANNA, doer())] * 3)

    assert sorted(outcome.again for outcome in outcomes) == [False, True, True]
    assert Entry.objects.count() == 1
    assert Mail.objects.filter(key__startswith="register:").count() == 1


def test_a_sign_up_that_fails_half_way_leaves_nothing(monkeypatch):
    tournament = make_tournament()

    def broken(*_args, **_kwargs):
        raise RuntimeError

    monkeypatch.setattr(mailing.Mail.objects, "bulk_create", broken)
    with pytest.raises(RuntimeError):
        signing_up.register(tournament, ANNA, doer())

    assert not Entry.objects.exists()
    assert not Person.objects.exists()


def test_an_age_is_needed(client):
    tournament = make_tournament()

    answer = client.post(page(tournament), typed(age=""))

    assert "This field is required" in answer.content.decode()
    assert Age.ADULT.value in answer.content.decode()
