"""Somebody asks to be deleted."""

import datetime as dt
import json

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.core import serializers
from django.core.files.base import ContentFile
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    agreeing,
    at,
    doer,
    make_club,
    make_entry,
    make_invitation,
    make_junior,
    make_official,
    make_person,
    make_request,
    make_tournament,
    make_user,
    play,
    publish,
    ready_to_draw,
    signed_in,
)
from tournaments.domain.values import Refused
from tournaments.models import (
    Act,
    Entry,
    Job,
    Mail,
    NameLeft,
    OfficeRequest,
    Person,
    Ruling,
    Tournament,
)
from tournaments.models.entry import EntryState, Role
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.services import (
    calling,
    checking_in,
    entering,
    joining,
    mailing,
    names_left,
    offices,
    persons,
    refereeing,
    undoing,
)
from tournaments.services.acts import AlreadyDone
from tournaments.services.proposing import Player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def everything_kept():
    """Every row of every table as one text."""
    models = [
        LogEntry,
        Person,
        Entry,
        Act,
        Mail,
        Job,
        Ruling,
        Person.history.model,
        Entry.history.model,
    ]
    rows = [row for model in models for row in model.objects.all()]
    return serializers.serialize("json", rows, ensure_ascii=False)


def test_nothing_is_left_of_the_person_and_the_results_stay():
    tournament = ready_to_draw(11)
    person = make_person("Vilém Zapomenutý", email="vilem@example.org", user=make_user("vilem"))
    entry = make_entry(tournament, person, note="left-handed", club=make_club())
    checking_in.check_in(tournament, entry.pk, doer())
    play(tournament)
    mailing.tell([entry], "confirmed", at(9))
    checking_in.withdraw(tournament, entry.pk, doer())
    Ruling.objects.create(
        tournament=tournament,
        question="Vilém Zapomenutý rolled twice.",
        opened_by="Vilém Zapomenutý",
        opened_at=at(11),
    )
    for row in (person, entry):
        LogEntry.objects.create(
            user=make_user(),
            content_type=ContentType.objects.get_for_model(row),
            object_id=row.pk,
            object_repr=str(row),
            action_flag=CHANGE,
        )
    before = read_event(tournament).standings().rows

    persons.forget_person(person, doer())
    for one in names_left.texts_left():
        agreeing(lambda who, pk=one.left.pk: names_left.replace_name(pk, who))

    kept = everything_kept()
    for trace in ("Zapomenutý", "vilem@example.org", "left-handed", "vilem"):
        assert trace not in kept
    assert read_event(tournament).standings().rows == before
    person.refresh_from_db()
    assert person.public_name == "Former player"
    assert "Former player rolled twice." in kept


def test_the_junior_standings_of_the_past_stay():
    tournament = make_tournament(state=State.FINISHED)
    child = make_junior("Eva Malá", birth_date=dt.date(2014, 3, 1))
    make_entry(tournament, child, state=EntryState.CHECKED_IN)

    persons.forget_person(child, doer())

    child.refresh_from_db()
    assert child.birth_date == dt.date(2012, 5, 17)
    assert child.is_junior_on(tournament.date)
    assert "2014-03-01" not in everything_kept()


def test_kept_prints_and_exports_of_the_tournament_go(django_capture_on_commit_callbacks):
    tournament = make_tournament(state=State.FINISHED)
    person = make_entry(tournament).person
    job = Job.objects.create(tournament=tournament, kind="standings", by="Olga", at=at(17))
    job.file.save("standings.pdf", ContentFile(b"PDF"))
    storage, name = job.file.storage, job.file.name

    with django_capture_on_commit_callbacks(execute=True):
        persons.forget_person(person, doer())

    assert not Job.objects.exists()
    assert not storage.exists(name)


def test_a_place_that_becomes_free_goes_to_the_waiting_list():
    tournament = make_tournament(capacity=3)
    person = make_entry(tournament).person
    make_entry(tournament)
    make_entry(tournament)
    waiting = make_entry(tournament, state=EntryState.WAITING)

    persons.forget_person(person, doer())

    waiting.refresh_from_db()
    assert waiting.state == EntryState.CONFIRMED


def test_whoever_is_playing_cannot_be_forgotten_yet():
    tournament = make_tournament(state=State.RUNNING)
    person = make_entry(tournament, state=EntryState.CHECKED_IN).person

    with pytest.raises(Refused, match="withdraw first"):
        persons.forget_person(person, doer())


def test_whoever_holds_an_office_to_come_cannot_be_forgotten_yet():
    tournament = make_tournament(name="Catan Praha")
    person = make_person("Karel Chief", user=make_user("karel"))
    make_official(tournament, Role.CHIEF_REFEREE, person, user=person.user)

    with pytest.raises(Refused, match="Karel Chief is chief referee of Catan Praha"):
        persons.forget_person(person, doer())


def test_a_family_keeps_the_mails_of_the_others():
    tournament = make_tournament()
    mother, child = (
        make_entry(tournament, make_person(name, email="family@example.org"))
        for name in ("Jana Malá", "Eva Malá")
    )
    mailing.tell([mother, child], "confirmed", at(9))

    persons.forget_person(child.person, doer())

    assert [mail.key for mail in Mail.objects.all()] == [f"confirmed:{mother.pk}"]


@pytest.mark.parametrize("whose", ["account", "request", "request of an account", "invitation"])
def test_what_others_asked_for_from_a_shared_mailbox_stays(whose):
    child = make_person("Ema Dětská", email="family@example.org", user=make_user("ema"))
    make_entry(make_tournament(), child, email="family@example.org")
    father = make_user("father")
    own = make_request(email="family@example.org", user=child.user)
    if whose == "account":
        father.email = "family@example.org"
        father.save()
    elif whose == "invitation":
        make_invitation(email="family@example.org")
    else:
        of_account = {"user": father} if whose == "request of an account" else {}
        make_request(email="family@example.org", **of_account)
    mailing.write_mail("office", to="family@example.org", subject="s", body="link", now=at(9))

    persons.forget_person(child, doer())

    assert Mail.objects.filter(key="office").exists()
    left = OfficeRequest.objects.all()
    assert own not in left
    assert left.count() == ("request" in whose)


def test_a_single_name_is_not_cut_out_of_others():
    tournament = make_tournament(state=State.CHECK_IN)
    jan = make_entry(tournament, "Jan")
    jan_novak = make_entry(tournament, "Jan Novák")
    for entry in (jan, jan_novak):
        checking_in.check_in(tournament, entry.pk, doer())
    checking_in.undo_check_in(tournament, jan.pk, doer())

    persons.forget_person(jan.person, doer())

    details = {act.told for act in Act.objects.filter(name="check_in")}
    assert details == {"1. Former player", "2. Jan Novák"}


def test_the_personal_link_dies(client):
    tournament = make_tournament()
    entry = make_entry(tournament)
    address = reverse("my_page", args=[tournament.slug, entry.token])

    persons.forget_person(entry.person, doer())

    assert client.get(address).status_code == 404


def test_a_second_click_finds_nothing_to_do():
    person = make_person("Eva Malá")
    persons.forget_person(person, doer())

    with pytest.raises(AlreadyDone):
        persons.forget_person(person, doer())


def test_a_forgotten_person_is_not_recognised_or_changed_any_more():
    tournament = make_tournament()
    entry = make_entry(tournament, make_person("Eva Malá", email="eva@example.org"))
    persons.forget_person(entry.person, doer())

    with pytest.raises(Refused, match="asked to be deleted"):
        entering.edit_entry(tournament, entry.pk, entering.SignUp(name="Eva Malá"), doer())


def test_the_page_shows_what_will_happen_and_only_the_series_may():
    tournament = make_tournament()
    person = make_entry(tournament, "Eva Malá").person
    address = reverse("forget_person", args=[person.pk])

    refused = signed_in(tournament, "organiser").get(address)
    assert refused.status_code == 403
    assert "for administrators of the series only" in refused.content.decode()
    administrator = signed_in(None, "administrator")
    asked = administrator.get(address).content.decode()
    assert "This cannot be undone. It also signs the person off" in asked.replace("</p>", "")
    assert f'href="{reverse("person", args=[person.pk])}"' in asked
    person.refresh_from_db()
    assert person.forgotten_at is None

    administrator.post(address)
    person.refresh_from_db()
    assert person.forgotten_at is not None
    assert json.loads(serializers.serialize("json", [person]))[0]["fields"]["name"] == ""


def test_a_name_that_was_corrected_later_is_gone_too():
    tournament = make_tournament()
    person = make_person("Vilem Zapomenuti")
    entry = make_entry(tournament, person)
    entering.send_link(tournament, entry.pk, doer(), renew=True)
    person.name = "Vilém Zapomenutý"
    person.save()

    persons.forget_person(person, doer())

    assert "Zapomenut" not in everything_kept()


def puppet(tournament, *names, state=EntryState.NO_SHOW):
    """A player whom the desk has given these names, one after the other."""
    entry = make_entry(tournament, names[0], state=state)
    for name in names[1:]:
        entering.edit_entry(tournament, entry.pk, entering.SignUp(name=name), doer())
    return entry


def test_no_name_takes_a_word_out_of_what_others_wrote_or_signed():
    tournament = make_tournament(state=State.CHECK_IN)
    make_entry(tournament)
    make_entry(tournament)
    User.objects.create(username="adam", first_name="Adam", last_name="Admin")
    entry = puppet(tournament, "kole", "is not to", "Adam Admin")
    question = "Ve 3. kole Adam Admin hit the table and is not to win."
    refereeing.open_ruling(tournament, question, doer("Adam Admin"))

    persons.forget_person(entry.person, doer("Series"))

    ruling = Ruling.objects.get()
    assert (ruling.question, ruling.opened_by) == (question, "Adam Admin")
    act = Act.objects.get(name="open_ruling")
    assert (act.detail, act.by) == (question, "Adam Admin")
    assert len(names_left.texts_left()) == 3  # the question, its line in the logbook, the signature


def a_player_who_called_the_referee(name):
    table = publish(ready_to_draw(8)).tables.get(number=1)
    entry = table.seats.first().entry
    Entry.objects.filter(pk=entry.pk).update(name=name)
    entry.refresh_from_db()
    who = Player(entry, doer(name))
    calling.call_referee(table.draw.round.tournament, table, "rule", "Whose turn?", who)
    return entry


def test_what_players_signed_by_their_own_link_loses_the_name_with_them():
    entry = a_player_who_called_the_referee("Vilém Zapomenutý")
    agreeing(lambda who: checking_in.withdraw(entry.tournament, entry.pk, who))

    persons.forget_person(entry.person, doer("Series"))

    assert entry.tournament.acts.get(name="call_referee").by == "Former player"
    assert not NameLeft.objects.exists()


def test_a_signature_stays_for_the_series_where_a_namesake_plays():
    entry = a_player_who_called_the_referee("Vilém Zapomenutý")
    Entry.objects.filter(pk=entry.tournament.entries.last().pk).update(name=entry.name)
    agreeing(lambda who: checking_in.withdraw(entry.tournament, entry.pk, who))

    persons.forget_person(entry.person, doer("Series"))

    assert entry.tournament.acts.get(name="call_referee").by == "Vilém Zapomenutý"
    assert [one.left.name for one in names_left.texts_left()] == ["Vilém Zapomenutý"]
    series = signed_in(None, "administrator").get(reverse("series_desk")).content.decode()
    assert "1 place with the name of somebody who was deleted" in series


def test_lines_of_the_site_lose_the_name_and_nothing_else():
    tournament = make_tournament(state=State.CHECK_IN)
    entry = make_entry(tournament, "Eva Malá", number=7)
    for detail in ("7. Eva Malá", "6. Jan, 7. Eva Malá", "Tour 7. Eva Malá"):
        Act.objects.create(
            tournament=tournament, name="check_in", detail=detail, version=1, by="Olga", at=at(9)
        )
    checking_in.check_in(tournament, entry.pk, doer())
    now = [act.told for act in Act.objects.filter(name="check_in").order_by("pk")]
    assert now[-1] == "7. Eva Malá"
    checking_in.undo_check_in(tournament, entry.pk, doer())

    persons.forget_person(entry.person, doer())

    told = [act.told for act in Act.objects.filter(name="check_in").order_by("pk")]
    assert told[:2] == ["7. Former player", "6. Jan, 7. Former player"]
    assert told[2:] == ["Tour 7. Eva Malá", "7. Former player"]


def test_a_warning_that_was_confirmed_loses_the_name():
    tournament = make_tournament(state=State.CHECK_IN)
    child = make_junior("Eva Malá")
    entry = make_entry(tournament, child, guardian_consent=False)
    agreeing(lambda who: checking_in.check_in(tournament, entry.pk, who))
    checking_in.undo_check_in(tournament, entry.pk, doer())
    assert "Eva Malá" in str(Act.objects.get(name="check_in").confirmed)

    persons.forget_person(child, doer())

    assert "Eva" not in everything_kept()


def test_the_series_replaces_a_name_text_by_text_and_the_logbook_says_so():
    tournament = make_tournament(state=State.CHECK_IN)
    entry = make_entry(tournament, "Eva Malá", state=EntryState.WITHDRAWN)
    refereeing.open_ruling(tournament, "Eva Malá rolled twice.", doer("Olga"))
    series = signed_in(None, "administrator")
    done = series.post(reverse("forget_person", args=[entry.person_id]), follow=True)
    assert "Eva Malá rolled twice." in done.content.decode()

    first, second = names_left.texts_left()
    series.post(reverse("replace_name", args=[first.left.pk]))
    left = series.post(reverse("leave_text", args=[second.left.pk]), follow=True)

    texts = {Ruling.objects.get().question, Act.objects.get(name="open_ruling").detail}
    assert texts == {"Former player rolled twice.", "Eva Malá rolled twice."}
    assert not NameLeft.objects.exists()
    assert "Texts with names" not in left.content.decode()
    names = set(tournament.acts.values_list("name", flat=True))
    assert {"replace_name", "leave_text"} <= names
    again = series.post(reverse("replace_name", args=[first.left.pk]), follow=True)
    assert "decided already" in again.content.decode()


def test_signatures_are_replaced_only_once_it_was_seen_how_many_and_whose_they_may_be():
    tournament = make_tournament(state=State.CHECK_IN)
    make_official(tournament, Role.CHIEF_REFEREE, "Eva Malá")
    entry = make_entry(tournament, "Eva Malá", state=EntryState.WITHDRAWN)
    refereeing.open_ruling(tournament, "Who begins?", doer("Eva Malá"))
    persons.forget_person(entry.person, doer("Series"))
    left = next(one.left for one in names_left.texts_left() if not one.text)
    series = signed_in(None, "administrator")
    replace = reverse("replace_name", args=[left.pk])

    asked = series.post(replace).content.decode()
    assert "for good, in results, draws, decisions and the logbook: 2." in asked
    assert "Eva Malá (chief referee) is an official there" in asked
    assert Ruling.objects.get().opened_by == "Eva Malá"

    agreeing(lambda who: names_left.replace_name(left.pk, who))
    assert Ruling.objects.get().opened_by == "Former player"
    assert "Eva" not in str(tournament.acts.get(name="replace_name").confirmed)


def organiser_who_joined(*tournaments):
    """An organiser of these events who joined a player of theirs, and took that back; the join."""
    olga = make_person("Olga Organiser", user=make_user("olga"))
    for tournament in tournaments:
        make_official(tournament, Role.ORGANISER, olga, user=olga.user)
    first, second = (make_entry(tournament, "Jan Novák") for tournament in tournaments)
    own = Tournament.objects.all()
    join = joining.join_entry(second.tournament, second.pk, first.pk, own, doer(olga.name))
    return olga, undoing.undo_join(join.pk, doer(olga.name))


def test_who_joined_players_and_took_it_back_is_signed_there_no_more():
    olga, join = organiser_who_joined(make_tournament(), make_tournament())
    Tournament.objects.update(state=State.CANCELLED, cancelled_reason="The hall is flooded.")

    persons.forget_person(olga, doer("Adam Admin"))
    for one in names_left.texts_left():
        agreeing(lambda who, pk=one.left.pk: names_left.replace_name(pk, who))

    join.refresh_from_db()
    assert (join.by, join.undone_by) == ("Former player", "Former player")


@pytest.mark.parametrize("by_office", [True, False])
def test_a_signature_of_a_join_alone_is_listed_and_counted_once(by_office):
    tournament = make_tournament()
    kept = make_person("Jan Novák")
    entry = make_entry(tournament, "Jan Novák")
    if by_office:
        make_official(tournament, Role.REFEREE, entry.person)
    joining.join_persons(kept.pk, entry.person_id, doer("Adam Admin"))
    Act.objects.all().delete()
    leaver = make_entry(tournament, "Adam Admin").person

    persons.forget_person(leaver, doer("Series"))

    left = names_left.texts_left()[0].left
    asked = signed_in(None, "administrator").post(reverse("replace_name", args=[left.pk]))
    assert "decisions and the logbook: 1." in asked.content.decode()


def test_of_two_namesakes_in_one_warning_the_other_keeps_the_name():
    tournament = make_tournament(state=State.SIGN_UP)
    other = make_entry(tournament, "Eva Malá", number=3)
    sign_up = entering.SignUp(name="Eva Malá", email="eva2@example.org")
    mine = agreeing(lambda who: entering.add_entry(tournament, sign_up, who))
    assert "3. Eva Malá is on the list" in str(Act.objects.get(name="add_entry").warnings)

    persons.forget_person(mine.person, doer())

    assert "3. Eva Malá is on the list" in str(Act.objects.get(name="add_entry").warnings)
    persons.forget_person(other.person, doer())
    assert "Eva" not in str(Act.objects.get(name="add_entry").warnings)


def test_no_text_with_the_name_of_somebody_deleted_is_dropped_from_the_list(monkeypatch):
    monkeypatch.setattr(names_left, "MOST_TEXTS", 2)
    tournament = make_tournament(state=State.CHECK_IN)
    entry = make_entry(tournament, "Eva Malá", state=EntryState.WITHDRAWN)
    for number in range(3):
        refereeing.open_ruling(tournament, f"Eva Malá rolled {number} times.", doer("Olga"))

    persons.forget_person(entry.person, doer())

    assert NameLeft.objects.count() == 6
    page = signed_in(None, "administrator").get(reverse("find_persons")).content.decode()
    assert page.count("Replace the name</button>") == 2
    assert "4 more texts wait behind these." in page


def test_mails_to_addresses_they_had_or_wanted_are_gone_too():
    entry = make_entry(make_tournament(), make_person("Vera Victim", email="old@example.org"))
    namesake = make_person("Vera Victim")
    persons.ask_new_address(entry.person, "new@example.org", doer())
    persons.ask_new_address(entry.person, "typo@example.org", doer(now=at(11)))
    persons.change_address(entry.person, "new@example.org", doer(now=at(12)))
    persons.ask_new_address(namesake, "other@example.org", doer(now=at(12)))

    persons.forget_person(Person.objects.get(pk=entry.person_id), doer(now=at(13)))

    assert [mail.to for mail in Mail.objects.all()] == ["other@example.org"]


def test_mails_to_who_joined_them_are_gone_too():
    kept = make_entry(make_tournament(), make_person("Vera Victim", email="vera@example.org"))
    other = make_entry(make_tournament(), "Vera Victim", email="vera@example.org")
    persons.ask_new_address(other.person, "typo@example.org", doer())
    joining.join_by_address(other, doer(), asked=True)

    persons.forget_person(kept.person, doer(now=at(13)))

    assert not Mail.objects.exists()


def test_mails_to_an_account_that_asked_for_an_office_are_gone_too():
    user = make_user("vera")
    make_entry(make_tournament(), make_person("Vera Victim", user=user))
    request = make_request(name="Vera Victim", email="work@example.org", user=user)
    by = offices.Administrator(make_user(staff=True), doer())
    offices.refuse_request(request.pk, "There are enough in Brno.", by)

    persons.forget_person(user.person, doer(now=at(13)))

    assert not Mail.objects.filter(to="work@example.org").exists()
