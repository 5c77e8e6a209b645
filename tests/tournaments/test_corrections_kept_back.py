"""What the series corrected of a name that is published in full no more."""

from dataclasses import replace

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tournaments.domain.entering import Age
from tournaments.models import Entry, Person, Tournament
from tournaments.models.tournament import State
from tournaments.services import closing, entering, persons
from tournaments.services.persons import Facts

pytestmark = pytest.mark.django_db

NAMES = ("Eva Malá", "Eva Mala")
REFUSAL = Facts("Eva Malá", None, True, False)


def corrected_and_opened_again() -> Entry:
    """A player whose name the series corrected before a score turned out to be wrong."""
    child = make.make_person(
        "Eva Mala",
        minor=True,
        full_name_public=True,
        email="mum@example.org",
        address_at=timezone.now(),
    )
    entry = make.make_entry(make.make_tournament(state=State.FINISHED), child)
    facts = {"shown_as": "Eva Malá", "was_junior": True, "reason": "A typing error."}
    persons.correct_entry(entry.tournament, entry.pk, make.doer(), **facts)
    closing.reopen_tournament(entry.tournament, "A score was wrong.", make.doer())
    return Entry.objects.get(pk=entry.pk)


def page_once_it_is_over(entry: Entry) -> str:
    over = Tournament.objects.filter(pk=entry.tournament_id)
    over.update(state=State.FINISHED, finished_at=timezone.now())
    return Client().get(reverse("tournament", args=[entry.tournament.slug])).content.decode()


def refuse(entry: Entry) -> None:
    persons.change_facts(entry.person, REFUSAL, make.doer())


def edit_and_refuse(entry: Entry) -> None:
    """What the desk writes waits for the end to be printed anew."""
    told = replace(entering.as_told(entry), note="Comes late.")
    make.agreeing(lambda who: entering.edit_entry(entry.tournament, entry.pk, told, who))
    refuse(Entry.objects.get(pk=entry.pk))


def edit_the_age(entry: Entry) -> None:
    told = replace(entering.as_told(entry), age=Age.MINOR, full_name_public=False)
    make.agreeing(lambda who: entering.edit_entry(entry.tournament, entry.pk, told, who))


@pytest.mark.parametrize("shorten", [refuse, edit_and_refuse, edit_the_age])
def test_an_event_that_was_opened_again_lists_no_full_name_in_its_corrections(shorten):
    entry = corrected_and_opened_again()
    assert "Eva Mala → Eva Malá" in entry.tournament.acts.get(name="correct_entry").detail

    shorten(entry)

    page = page_once_it_is_over(entry)
    assert "Eva M. ✓ U14" in page
    assert not any(name in page for name in NAMES)


def test_what_was_corrected_of_others_stays_as_it_is():
    entry = corrected_and_opened_again()
    other = make.make_entry(entry.tournament, "Jan Novak", was_junior=False, shown_as="Jan Novak")
    facts = {"shown_as": "Jan Novák", "was_junior": False, "reason": "A typing error."}
    persons.correct_entry(entry.tournament, other.pk, make.doer(), **facts)

    refuse(entry)

    assert "Jan Novak → Jan Novák" in page_once_it_is_over(entry)


def pages_of(tournament: Tournament) -> str:
    # Nothing is committed here, so no page that is kept learns of anything new.
    cache.clear()
    names = ("tournament", "players", "standings", "results")
    addresses = [reverse(name, args=[tournament.slug]) for name in names]
    return "".join(Client().get(address).content.decode() for address in addresses)


def test_a_refusal_that_was_said_while_the_event_was_over_holds_once_it_is_opened_again():
    tournament = make.played_out(12)
    make.draw_lots(tournament)
    entry = tournament.entries.first()
    Entry.objects.filter(pk=entry.pk).update(name="Eva Mala")
    Person.objects.filter(pk=entry.person_id).update(name="Eva Mala", email="mum@example.org")
    evening = make.doer(now=make.at(17))
    make.agreeing(lambda who: closing.finish(tournament, who), evening)
    facts = {"shown_as": "Eva Malá", "was_junior": False, "reason": "A typing error."}
    persons.correct_entry(tournament, entry.pk, make.doer(), **facts)
    refuse(Entry.objects.get(pk=entry.pk))
    assert "Eva Malá" in pages_of(tournament)

    closing.reopen_tournament(tournament, "A score was wrong.", make.doer())
    opened = pages_of(tournament)
    make.agreeing(lambda who: closing.finish(tournament, who), evening)
    again = pages_of(tournament)

    for shown in (opened, again):
        assert "Eva M." in shown
        assert not any(name in shown for name in NAMES)
