"""What somebody saved while a form stood open is not overwritten when the form is sent."""

import datetime as dt
import html
import re

import pytest
from django.urls import reverse
from django.utils import translation

from games.engine.rulesets.dice_game.headers import write_parts
from games.engine.rulesets.dice_game.sheet import STANDARD
from tests import factories as make
from tests.factories import doer
from tournaments.domain.entering import check_full_name
from tournaments.domain.games import read_head
from tournaments.domain.meanwhile import Meanwhile, marks_of, meanwhile
from tournaments.domain.values import Refused
from tournaments.models import Mail, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.tournament import Kind, State
from tournaments.services import announcing, checking_in, entering, persons
from tournaments.services.entering import SignUp
from tournaments.services.proofs import key_of

pytestmark = pytest.mark.django_db

BORN = dt.date(2015, 2, 10)


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def form_of(page, field):
    """All that a browser would send of the form that has this field, by name."""
    text = page.content.decode()
    form = next(f for f in re.findall(r"<form.*?</form>", text, re.S) if f'name="{field}"' in f)
    sent = {}
    for tag in re.findall(r"<input[^>]*>", form):
        given = {name: html.unescape(value) for name, value in re.findall(r'([\w-]+)="(.*?)"', tag)}
        ticks = given.get("type") in ("checkbox", "radio")
        if "name" in given and (not ticks or re.search(r"\schecked", tag)):
            sent[given["name"]] = given.get("value", "on" if ticks else "")
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', form, re.S):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        sent[name] = html.unescape(chosen[1]) if chosen else ""
    for name, text in re.findall(r'<textarea name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.S):
        sent[name] = html.unescape(text).removeprefix("\n")
    return sent


def at_the_desk(entry):
    return reverse("edit_entry", args=[entry.tournament.slug, entry.pk])


def child(**fields):
    person = make.make_person(
        "Ewa Tajemná", email="mum@example.org", birth_date=BORN, minor=True, full_name_public=True
    )
    return make.make_entry(make.make_tournament(fee="150 Kč"), person, **fields)


def take_consent_back(person):
    facts = persons.Facts("Ewa Tajemná", BORN, minor=True, full_name_public=False)
    persons.change_facts(person, facts, doer())


def test_three_values_of_a_field_are_told_apart():
    seen = marks_of({"name": "Eva", "email": "a@b.cz", "note": "", "club": "Brno"})
    stored = {"name": "Eva", "email": "c@d.cz", "note": "tall", "club": "Plzeň"}
    typed = {"name": "Ewa", "email": "a@b.cz", "note": "small", "club": "Plzeň"}

    assert meanwhile(seen, stored, typed) == Meanwhile({"email"}, {"note"})
    assert not meanwhile(seen, typed, typed)
    assert not meanwhile({}, stored, typed)


def test_a_stale_form_brings_no_consent_back_and_says_what_changed():
    entry = child()
    desk = make.signed_in(entry.tournament)
    stale = form_of(desk.get(at_the_desk(entry)), "full_name_public")
    assert stale["full_name_public"] == "on"
    take_consent_back(entry.person)

    answer = desk.post(at_the_desk(entry), stale | {"paid": "on"})

    entry.refresh_from_db()
    entry.person.refresh_from_db()
    assert (entry.paid, entry.public_name) == (False, "Ewa T.")
    assert not entry.person.full_name_public
    page = answer.content.decode()
    assert "nothing is saved yet: They also agree that the full name is published." in page

    again = form_of(answer, "full_name_public")
    assert again.get("paid") == "on"
    assert "full_name_public" not in again
    desk.post(at_the_desk(entry), again)
    entry.refresh_from_db()
    assert (entry.paid, entry.public_name) == (True, "Ewa T.")


def test_a_stale_form_writes_to_no_address_from_before():
    entry = child()
    desk = make.signed_in(entry.tournament)
    stale = form_of(desk.get(at_the_desk(entry)), "full_name_public")
    persons.change_address(entry.person, "dad@example.org", doer())
    entry.refresh_from_db()
    token, mails = entry.token, Mail.objects.count()

    answer = desk.post(at_the_desk(entry), stale | {"paid": "on", "note": "tall"})

    entry.refresh_from_db()
    assert (entry.email, entry.token) == ("dad@example.org", token)
    assert Mail.objects.count() == mails
    again = form_of(answer, "full_name_public")
    assert (again["email"], again["note"]) == ("dad@example.org", "tall")
    desk.post(at_the_desk(entry), again)
    entry.refresh_from_db()
    assert (entry.email, entry.note, entry.paid) == ("dad@example.org", "tall", True)
    assert Mail.objects.count() == mails


def test_what_both_changed_stays_as_typed_beside_what_is_there_now():
    entry = child(note="")
    desk = make.signed_in(entry.tournament)
    stale = form_of(desk.get(at_the_desk(entry)), "full_name_public")
    entry.note = "comes late"
    entry.save()

    answer = desk.post(at_the_desk(entry), stale | {"note": "tall"})

    page = answer.content.decode()
    assert "Meanwhile saved: comes late" in page
    again = form_of(answer, "full_name_public")
    assert again["note"] == "tall"
    desk.post(at_the_desk(entry), again)
    entry.refresh_from_db()
    assert entry.note == "tall"


def test_a_form_that_is_not_stale_is_saved_at_once_whatever_else_happened_to_the_entry():
    entry = child(state=EntryState.CONFIRMED)
    desk = make.signed_in(entry.tournament)
    sent = form_of(desk.get(at_the_desk(entry)), "full_name_public")
    entering.send_link(entry.tournament, entry.pk, doer())

    desk.post(at_the_desk(entry), sent | {"note": "tall"})

    entry.refresh_from_db()
    assert entry.note == "tall"
    assert entry.public_name == "Ewa Tajemná"


def test_what_changes_between_the_look_and_the_lock_is_not_overwritten_either():
    entry = child()
    seen = entering.as_told(entry)
    checking_in.mark_paid(entry.tournament, entry.pk, True, doer())

    with pytest.raises(Refused, match="changed meanwhile"):
        entering.edit_entry(entry.tournament, entry.pk, SignUp(name="Ewa"), doer(), seen=seen)


@pytest.mark.parametrize(
    ("before", "agreed", "withdrawn", "refused"),
    [
        (False, True, True, True),
        (True, True, True, False),
        (False, False, True, False),
        (False, True, False, False),
    ],
)
def test_a_consent_that_was_taken_back_is_not_the_desks_to_give(before, agreed, withdrawn, refused):
    try:
        check_full_name(before=before, agreed=agreed, withdrawn=withdrawn)
    except Refused:
        assert refused
    else:
        assert not refused


def test_the_desk_that_knows_of_it_is_refused_until_the_person_agrees_again():
    entry = child()
    desk = make.signed_in(entry.tournament)
    take_consent_back(entry.person)
    sent = form_of(desk.get(at_the_desk(entry)), "full_name_public")

    page = desk.post(at_the_desk(entry), sent | {"full_name_public": "on"}).content.decode()
    entry.refresh_from_db()
    assert "The consent to publish the full name was refused or taken back." in page
    assert entry.public_name == "Ewa T."
    facts = persons.Facts("Ewa Tajemná", BORN, minor=True, full_name_public=True)
    persons.change_facts(entry.person, facts, doer())
    desk.post(at_the_desk(entry), sent | {"full_name_public": "on"})

    entry.refresh_from_db()
    assert entry.public_name == "Ewa Tajemná"


def test_the_desk_writes_nothing_of_a_person_with_a_proved_address():
    entry = child()
    sign_up = SignUp(name="Ewa Jiná", email="mum@example.org")

    entering.edit_entry(entry.tournament, entry.pk, sign_up, doer())

    entry.person.refresh_from_db()
    person = entry.person
    assert (person.name, person.minor, person.full_name_public) == ("Ewa Tajemná", True, True)


# The other forms of what is stored


def test_a_stale_page_of_the_series_leaves_what_the_person_changed(client):
    entry = child()
    series = make.signed_in(None, "administrator")
    address = reverse("person", args=[entry.person_id])
    stale = form_of(series.get(address), "full_name_public")
    take_consent_back(entry.person)

    answer = series.post(address, stale | {"name": "Ewa Tajemna"})
    entry.person.refresh_from_db()
    assert (entry.person.name, entry.person.full_name_public) == ("Ewa Tajemná", False)
    series.post(address, form_of(answer, "full_name_public"))

    entry.person.refresh_from_db()
    assert (entry.person.name, entry.person.full_name_public) == ("Ewa Tajemna", False)


def test_a_stale_page_of_the_person_leaves_what_the_series_changed(client):
    entry = child()
    address = reverse("my_person", args=[key_of(entry.person)])
    stale = form_of(client.get(address), "full_name_public")
    facts = persons.Facts("Ewa Tajemná", dt.date(2015, 2, 11), minor=True, full_name_public=True)
    persons.change_facts(entry.person, facts, doer())

    answer = client.post(address, stale | {"name": "Ewa Nová"})

    entry.person.refresh_from_db()
    assert (entry.person.name, entry.person.birth_date.day) == ("Ewa Tajemná", 11)
    assert form_of(answer, "full_name_public")["birth_date"] == "2015-02-11"


def test_a_stale_correction_leaves_the_one_before():
    entry = make.make_entry(make.make_tournament(state=State.SENT), "Eva Malá")
    series = make.signed_in(None, "administrator")
    address = reverse("correct_entry", args=[entry.tournament.slug, entry.pk])
    stale = form_of(series.get(address), "shown_as")
    persons.correct_entry(
        entry.tournament, entry.pk, doer(), shown_as="Eva Mála", was_junior=False, reason="Typo."
    )

    page = series.post(address, stale | {"was_junior": "on", "reason": "Was 12."})

    entry.refresh_from_db()
    assert (entry.shown_as, entry.was_junior) == ("Eva Mála", False)
    again = form_of(page, "shown_as")
    assert (again["shown_as"], again["was_junior"], again["reason"]) == (
        "Eva Mála",
        "on",
        "Was 12.",
    )


OURS = "\n".join(write_parts(STANDARD)).replace("standard", "ours").replace("C30 30", "C30 33")


def head_of(tournament):
    return Tournament.objects.get(pk=tournament.pk).record_head


def test_a_stale_sheet_leaves_the_one_that_another_organiser_typed():
    tournament = make.make_tournament(kind=Kind.SCHOOL, ruleset="dice", target_points=0)
    desk = make.signed_in(tournament)
    address = reverse("edit_printed", args=[tournament.slug])
    stale = form_of(desk.get(address), "text")
    desk.post(address, form_of(desk.get(address), "text") | {"text": OURS})
    kept = head_of(tournament)
    assert "C30 33" in kept

    answer = desk.post(address, stale | {"confirmed": "on"})

    assert head_of(tournament) == kept
    assert "nothing is saved yet: The sheet." in answer.content.decode()
    again = form_of(answer, "text")
    assert "C30 33" in again["text"]
    assert again["confirmed"] == "on"
    desk.post(address, again)
    assert read_head(tournament.game, head_of(tournament)).board.sheet.confirmed


def test_a_stale_sheet_that_says_the_same_of_another_one_is_shown_beside_it():
    tournament = make.make_tournament(kind=Kind.SCHOOL, ruleset="dice", target_points=0)
    desk = make.signed_in(tournament)
    address = reverse("edit_printed", args=[tournament.slug])
    stale = form_of(desk.get(address), "text")
    desk.post(address, form_of(desk.get(address), "text") | {"text": OURS})
    kept = head_of(tournament)

    answer = desk.post(address, stale | {"text": OURS.replace("C30 33", "C30 34")})

    assert head_of(tournament) == kept
    assert "Meanwhile saved:" in answer.content.decode()
    again = form_of(answer, "text")
    assert "C30 34" in again["text"]
    desk.post(address, again)
    assert "C30 34" in head_of(tournament)


def desk_of_a_card_game():
    """An event, its desk, and where a printed card is entered."""
    tournament = make.make_tournament(kind=Kind.SCHOOL, ruleset="card-game", target_points=10)
    address = reverse("edit_card", args=[tournament.slug, "merchants-guild"])
    return tournament, make.signed_in(tournament), address


def test_a_stale_card_leaves_what_another_organiser_entered_of_it():
    tournament, desk, address = desk_of_a_card_game()
    stale = {"card_seen": form_of(desk.get(address), "count")["card_seen"]}
    desk.post(address, stale | {"count": "2", "symbols": "3 4", "vp": "4"})
    kept = head_of(tournament)
    assert "vp=4" in kept

    answer = desk.post(address, stale | {"count": "2", "symbols": "3 4", "vp": "3"})

    assert head_of(tournament) == kept
    assert "This has been changed meanwhile" in answer.content.decode()
    again = form_of(answer, "count")
    assert again["vp"] == "3"
    desk.post(address, again)
    assert "vp=3" in head_of(tournament)


def test_a_card_does_not_go_stale_by_what_is_entered_of_another_one():
    tournament, desk, address = desk_of_a_card_game()
    other = reverse("edit_card", args=[tournament.slug, "fortress"])
    open_page = {"card_seen": form_of(desk.get(address), "count")["card_seen"]}
    desk.post(other, {"count": "1", "vp": "4"})

    desk.post(address, open_page | {"count": "2", "symbols": "3 4", "vp": "4"})

    assert "fortress" in head_of(tournament)
    assert "merchants-guild" in head_of(tournament)


@pytest.mark.parametrize("ruleset", ["dice", "card-game"])
def test_what_is_printed_and_changes_between_the_look_and_the_lock_is_not_overwritten(ruleset):
    points = 10 if ruleset == "card-game" else 0
    tournament = make.make_tournament(kind=Kind.SCHOOL, ruleset=ruleset, target_points=points)
    Tournament.objects.filter(pk=tournament.pk).update(record_head=OURS)

    with pytest.raises(Refused, match="changed meanwhile"):
        announcing.edit_printed(tournament, "[Facts]", doer(), seen="")

    assert head_of(tournament) == OURS


def test_a_stale_announcement_leaves_what_another_organiser_changed():
    tournament = make.make_tournament(kind=Kind.OTHER, state=State.DRAFT)
    desk = make.signed_in(tournament)
    address = reverse("edit_tournament", args=[tournament.slug])
    stale = form_of(desk.get(address), "capacity")
    other = form_of(desk.get(address), "capacity")
    desk.post(address, other | {"capacity": "40", "form-1-limit_minutes": "90"})
    assert Tournament.objects.get().capacity == 40

    answer = desk.post(address, stale | {"fee": "100 Kč", "form-2-limit_minutes": "80"})

    now = Tournament.objects.get()
    assert (now.capacity, now.fee) == (40, "")
    again = form_of(answer, "capacity")
    assert (again["capacity"], again["fee"]) == ("40", "100 Kč")
    desk.post(address, again)
    now = Tournament.objects.get()
    assert (now.capacity, now.fee) == (40, "100 Kč")
    limits = list(now.rounds.order_by("number").values_list("limit_minutes", flat=True))
    assert limits == [75, 90, 80, 75]


def test_a_stale_timetable_deletes_no_round_that_was_added_meanwhile():
    tournament = make.make_tournament(kind=Kind.OTHER, state=State.DRAFT)
    desk = make.signed_in(tournament)
    address = reverse("edit_tournament", args=[tournament.slug])
    stale = form_of(desk.get(address), "capacity")
    rounds = [{"limit_minutes": 75} for _round in range(5)]
    announcing.edit_tournament(tournament, {}, rounds, doer())

    page = desk.post(address, stale | {"fee": "100 Kč"}).content.decode()

    assert "it has 5 rounds now" in page
    assert "100 Kč" in page
    assert tournament.rounds.count() == 5


def test_what_is_wrong_in_a_row_of_the_timetable_stands_at_the_top_too():
    tournament = make.make_tournament(kind=Kind.OTHER, state=State.DRAFT)
    desk = make.signed_in(tournament)
    address = reverse("edit_tournament", args=[tournament.slug])
    stale = form_of(desk.get(address), "capacity")
    desk.post(address, stale | {"form-3-limit_minutes": "90"})

    page = desk.post(address, stale | {"form-3-limit_minutes": "80"}).content.decode()

    summary = page.partition('class="error-summary"')[2].partition("</div>")[0]
    assert 'href="#id_form-3-limit_minutes">4. ' in summary
    assert "Meanwhile saved: 90" in summary
