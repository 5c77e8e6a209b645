"""A season: who is in the final and by what, the points, the juniors, the tournaments."""

import datetime as dt
import json
import re
import threading

import pytest
from django.test import Client, RequestFactory

from tests import factories as make
from tests.sheets import table_of
from tests.threads import all_at_once
from tournaments.domain.names import sort_key
from tournaments.domain.qualification import SeasonTotal
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import write_archive
from tournaments.models import Entry, Person, Season, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.services.acts import acting
from tournaments.views.public import season as season_page
from tournaments.views.public.qualifiers import Qualifier, qualifiers_table

pytestmark = pytest.mark.django_db

POINTS = [(10, 9, 8, 7), (10, 8, 5, 4), (10, 6, 3, 2)]
"""Three tables of which nobody is level with anybody at another."""


def season(client, year="2026/") -> str:
    return client.get(f"/en/season/{year}").content.decode()


def play_and_finish(persons, **fields) -> Tournament:
    """A tournament of one round in which each person of these sits at one table."""
    tournament = make.ready_to_draw(0, **fields)
    for person in persons:
        make.make_entry(tournament, person, state=EntryState.CHECKED_IN)
    draw = make.publish(tournament)
    for table, points in zip(draw.tables.all(), POINTS, strict=True):
        make.enter(table, points)
    Tournament.objects.filter(pk=tournament.pk).update(
        state=State.SENT, finished_at=make.at(17), sent_at=make.at(18)
    )
    return Tournament.objects.get(pk=tournament.pk)


def awards(tournament):
    event = read_event(tournament)
    return [
        (event.entries[key].person.public_name, prize.value) for key, prize in event.awards.items()
    ]


def line(html: str, name: str) -> str:
    return html.split(f'<th class="name" scope="row">{name}', 1)[1].split("</tr>", 1)[0]


@pytest.fixture
def twelve():
    return [make.make_person(make.a_name(index)) for index in range(12)]


def test_the_place_of_a_minor_among_equals_tells_no_more_than_the_initial(client, twelve):
    for name, minor in (("Petr Tzový", True), ("Adam Tichý", False)):
        event = read_event(play_and_finish(twelve))
        twelve = [make.make_person(make.a_name(index)) for index in range(12)]
        first = event.entries[next(iter(event.awards))]
        Person.objects.filter(pk=first.person_id).update(name=name, minor=minor)
        Entry.objects.filter(pk=first.pk).update(name=name, minor=minor)

    html = season(client)

    assert html.index("Petr T.") < html.index("Adam Tichý")


@pytest.mark.rule("T-076", "T-077")
def test_a_direct_place_leads_to_the_final(client, twelve):
    tournament = play_and_finish(twelve)
    (first, _direct), *_points = awards(tournament)

    html = season(client)

    assert "in the final" in line(html, first)
    assert "place 1" in line(html, first)


@pytest.mark.rule("T-083", "D-139")
def test_points_of_the_tournaments_are_added_up(client, twelve):
    Season.objects.create(year=2026, points_for_final=2)
    tournaments = [
        play_and_finish(twelve),
        play_and_finish(twelve, date=make.DAY + dt.timedelta(days=7)),
        play_and_finish(twelve, date=make.DAY + dt.timedelta(days=14)),
    ]
    won = [prize for tournament in tournaments for prize in awards(tournament)]
    points = {name: won.count((name, "point")) for name, _prize in won}

    html = season(client)

    for name, count in points.items():
        assert f'points">{count or ""}<' in line(html, name)
        through = count >= 2 or (name, "direct") in won
        assert ("in the final" in line(html, name)) == through


def test_while_the_series_has_not_said_how_many_points_are_enough_it_says_so(client, twelve):
    play_and_finish(twelve)

    assert "How many qualification points are enough is not decided yet." in season(client)


@pytest.mark.rule("T-089")
def test_juniors_have_their_own_way_to_their_own_final(client, twelve):
    for person in twelve[:3]:
        person.birth_date, person.minor = dt.date(2014, 3, 1), True
        person.save()
    play_and_finish(twelve)

    html = season(client)

    juniors = html.split('id="junior-final"', 1)[1].split("</section>", 1)[0]
    assert juniors.count("in the final") == 1
    assert juniors.count('scope="row"') == 2


def test_only_finished_tournaments_count(client, twelve):
    tournament = play_and_finish(twelve)
    Tournament.objects.filter(pk=tournament.pk).update(state=State.RUNNING, version=999)

    assert "Nobody yet" in season(client)


@pytest.mark.rule("T-071")
def test_places_to_be_confirmed_are_marked(client, twelve):
    play_and_finish(twelve, announced_at=make.at(9))

    assert season(client).count("to be confirmed") >= 2
    assert {row[1] for row in taken(client, "?final-file=csv")[1:]} == {"to be confirmed", ""}


def test_tournaments_of_other_years_stand_on_their_own_page(client, twelve):
    play_and_finish(twelve, name="This year")
    make.make_tournament(name="Next year", date=dt.date(2027, 1, 9))

    html = season(client)

    assert "This year" in html
    assert "Next year" not in html
    assert '<a href="/en/season/2027/">2027</a>' in html
    assert "Next year" in season(client, "2027/")


def test_a_season_without_tournaments_says_so(client):
    assert "No tournament of this season is announced yet." in season(client, "")


def test_the_second_look_reads_no_tournament_again(client, twelve, django_assert_max_num_queries):
    play_and_finish(twelve)
    season(client)

    with django_assert_max_num_queries(7):
        season(client)


def test_a_corrected_result_corrects_the_season(client, twelve):
    tournament = play_and_finish(twelve)
    first = awards(tournament)[0][0]
    assert first in season(client)
    person = next(p for p in twelve if p.public_name == first)
    person.name = "Somebody Renamed"
    person.save()

    html = season(client)

    assert "Somebody Renamed" in html
    assert first not in html


@pytest.mark.django_db
@pytest.mark.parametrize("year", ["0", "10000", "9223372036854775808"])
def test_a_year_that_no_calendar_has_is_not_found(client, year):
    assert client.get(f"/season/{year}/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_of_many_who_ask_for_a_season_at_once_one_works_it_out(monkeypatch, twelve):
    play_and_finish(twelve)
    read, begun = season_page.read_events, []

    def reading(tournaments):
        begun.append(len(tournaments))
        return read(tournaments)

    monkeypatch.setattr(season_page, "read_events", reading)

    answers = all_at_once(*[lambda: Client().get("/en/season/2026/").content] * 5)

    assert begun == [1]
    assert len(set(answers)) == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_ask_at_once_after_a_change_one_works_out_what_was_changed(monkeypatch, twelve):
    changed = play_and_finish(twelve)
    play_and_finish(twelve)
    season(Client())
    read, look, begun = season_page.read_events, season_page._kept_prizes, []
    looked = threading.Semaphore(0)

    def looking(tournaments, kind):
        looked.release()
        return look(tournaments, kind)

    def reading(tournaments):
        begun.append([one.pk for one in tournaments])
        # Three times whoever works it out, and then the other one, who finds nothing yet.
        for _ in range(4):
            assert looked.acquire(timeout=60)
        return read(tournaments)

    monkeypatch.setattr(season_page, "_kept_prizes", looking)
    monkeypatch.setattr(season_page, "read_events", reading)
    with acting(changed, "send_results", make.doer()):
        pass

    answers = all_at_once(*[lambda: Client().get("/en/season/2026/").content] * 2)

    assert begun == [[changed.pk]]
    assert len(set(answers)) == 1


@pytest.mark.parametrize(("name", "short"), [("Eva Malá", "Eva M."), ("Li Po", "Li P.")])
@pytest.mark.parametrize("word", ["never agreed", "kept back", "agreed", "of age"])
def test_no_join_by_others_shows_in_full_whose_own_name_is_short(client, twelve, word, name, short):
    tournament = play_and_finish(twelve)
    (first, _direct), *_points = awards(tournament)
    won = tournament.entries.get(person__name=first)
    facts = {"minor": word != "of age", "full_name_public": word == "agreed"}
    if word == "kept back":
        facts |= {"minor": False, "full_name_withdrawn_at": make.at(9)}
    Person.objects.filter(pk=won.person_id).update(**facts)
    joined = {"person": make.make_person(name), "joined_from": won.person, "name": name}
    Entry.objects.filter(pk=won.pk).update(**joined)

    html = season(client)

    in_full = word in ("agreed", "of age")
    assert (name in html) is in_full
    assert (short in html) is not in_full


@pytest.mark.rule("T-070")
def test_a_copy_from_an_archive_counts_in_no_season_beside_its_original(client, twelve):
    tournament = play_and_finish(twelve, club=make.make_club())
    before = season(client)
    document = json.loads(write_archive(tournament, whole=True))

    copied = read_archive(document, copy_to="copy")

    assert awards(tournament) != []
    assert awards(copied) == []
    assert season(client) == before
    told = "has another season tournament in the same year"
    assert told in client.get(f"/en/t/{copied.slug}/").content.decode()
    assert told not in client.get(f"/en/t/{tournament.slug}/").content.decode()


@pytest.mark.rule("T-070", "T-084")
def test_what_is_read_again_after_its_original_is_gone_or_in_another_year_counts(twelve):
    tournament = play_and_finish(twelve, club=make.make_club())
    document = json.loads(write_archive(tournament, whole=True))

    Tournament.objects.filter(pk=tournament.pk).update(state=State.CANCELLED)
    instead = read_archive(document, copy_to="instead")

    assert instead.gives_places
    Tournament.objects.filter(pk=tournament.pk).update(state=State.FINISHED)
    assert not Tournament.objects.get(pk=instead.pk).gives_places
    Tournament.objects.filter(pk=instead.pk).update(date=dt.date(2027, 5, 1))
    assert Tournament.objects.get(pk=instead.pk).gives_places


@pytest.mark.parametrize("age", ["as the series knows", "as the event was told"])
@pytest.mark.parametrize("child", ["Eva Malá", "Eva"])
@pytest.mark.parametrize(
    "called",
    ["EvaMalá", "Eva1Malá", "Eva-Malá x", "Malá Eva", "Eva\u0640Malá", "evamala", "Petr Puppet"],
)
def test_what_somebody_calls_themselves_says_no_name_of_whom_others_joined_to_them(
    client, twelve, called, child, age
):
    tournament = play_and_finish(twelve)
    (first, _direct), *_points = awards(tournament)
    won = tournament.entries.get(person__name=first)
    by_series = age == "as the series knows"
    Person.objects.filter(pk=won.person_id).update(name=child, minor=by_series)
    joined = {"person": make.make_person(called), "joined_from": won.person, "name": child}
    Entry.objects.filter(pk=won.pk).update(**joined, minor=not by_series)

    html = season(client)

    assert line(html, "Eva M." if child == "Eva Malá" else "Eva ")
    assert called not in html
    assert "Malá" not in html


@pytest.mark.parametrize("agreed", [False, True])
def test_who_is_under_18_by_the_word_of_the_event_alone_is_short_in_the_season_too(
    client, twelve, agreed
):
    tournament = play_and_finish(twelve)
    (first, _direct), *_points = awards(tournament)
    won = tournament.entries.get(person__name=first)
    Person.objects.filter(pk=won.person_id).update(name="Eva Malá")
    Entry.objects.filter(pk=won.pk).update(name="Eva Malá", minor=True, full_name_public=agreed)

    assert ("Eva Malá" in season(client)) is agreed


@pytest.mark.parametrize("born", [None, dt.date(2012, 3, 1)])
@pytest.mark.parametrize("agreed", [False, True])
def test_a_consent_that_was_given_for_another_event_prints_no_full_name(
    client, twelve, agreed, born
):
    tournament = play_and_finish(twelve)
    (first, _direct), *_points = awards(tournament)
    won = tournament.entries.get(person__name=first)
    # At the first sign-up a parent ticked the full name.
    told = {"minor": True, "full_name_public": True, "birth_date": born}
    Person.objects.filter(pk=won.person_id).update(name="Eva Malá", **told)
    make.make_entry(make.make_tournament(), Person.objects.get(pk=won.person_id))
    here = {"minor": born is None, "full_name_public": agreed}
    Entry.objects.filter(pk=won.pk).update(name="Eva Malá", **here)

    html = season(client)

    assert ("Eva Malá" in html) is agreed
    assert ("Eva M." in html) is not agreed


def names_on(html: str) -> list[str]:
    return re.findall(r'<th class="name" scope="row">([^<]+?)\s*<', html)


def taken(client, query: str) -> list[list[str]]:
    return table_of(client.get(f"/en/season/2026/{query}").content)


def test_the_season_is_sorted_by_name_and_taken_along_as_it_stands(client, twelve):
    play_and_finish(twelve)

    usual, by_name = season(client), season(client, "2026/?final-sort=-name")

    assert names_on(by_name) == sorted(names_on(usual), key=sort_key, reverse=True)
    assert [row[0] for row in taken(client, "?final-file=csv")[1:]] == names_on(usual)
    rows = taken(client, "?final-sort=-name&final-file=csv")
    assert [row[0] for row in rows[1:]] == names_on(by_name)
    assert rows[0] == ["Name", "In the final", "Direct places", "Points", "Won at"]
    assert "yes" in {row[1] for row in rows}
    assert any("place 1" in row[4] for row in rows)


@pytest.mark.parametrize(("needed", "said"), [(None, ""), (2, "no")])
def test_whether_points_are_enough_stays_open_in_the_file_until_it_is_decided(
    client, twelve, needed, said
):
    Season.objects.create(year=2026, points_for_final=needed)
    play_and_finish(twelve)

    assert {row[1] for row in taken(client, "?final-file=csv")[1:]} == {"yes", said}


def test_namesakes_of_the_season_are_told_apart_by_their_clubs(client, twelve):
    Person.objects.filter(pk__in=[one.pk for one in twelve]).update(name="Jan Novák")
    tournament = play_and_finish(twelve)
    club = make.make_club("Brno plays")
    first = next(iter(read_event(tournament).awards))
    Entry.objects.filter(tournament=tournament).update(name="Jan Novák")
    Entry.objects.filter(pk=first).update(club=club)

    page, file = season(client), taken(client, "?final-file=csv")

    assert page.count("Brno plays") == 1
    assert [row[0] for row in file].count("Jan Novák, Brno plays") == 1
    assert names_on(season(client, "2026/?q=brno plays")) == ["Jan Novák"]


def test_whoever_shared_a_name_with_another_player_of_the_event_is_told_by_the_number(
    client, twelve
):
    tournament = play_and_finish(twelve)
    event = read_event(tournament)
    first, *_others, last = (event.entries[row.player] for row in event.standings().rows)
    keys = [first.pk, last.pk]
    Entry.objects.filter(pk__in=keys).update(name="Jan Novák")
    Person.objects.filter(entries__in=keys).update(name="Jan Novák")

    page, file = season(client), taken(client, "?final-file=csv")

    assert f"(no.\u00a0{first.number})" in line(page, "Jan Novák")
    assert file[1][0] == f"Jan Novák (no.\u00a0{first.number})"


def test_the_season_is_searched_and_the_file_holds_who_was_found(client, twelve):
    tournament = play_and_finish(twelve)
    first = awards(tournament)[0][0]

    found = season(client, f"2026/?q={first}")

    assert names_on(found) == [first]
    assert [row[0] for row in taken(client, f"?q={first}&final-file=csv")[1:]] == [first]
    assert "Nobody here fits." in season(client, "2026/?q=qqq")


def test_the_file_of_the_season_shows_a_child_as_short_as_the_page(client, twelve):
    for person in twelve[:3]:
        person.birth_date, person.minor = dt.date(2014, 3, 1), True
        person.save()
    tournament = play_and_finish(twelve)
    surnames = [entry.full_name for entry in tournament.entries.filter(person__minor=True)]

    files = [client.get(f"/en/season/2026/?{way}-file=csv") for way in ("final", "junior-final")]

    for file in files:
        assert not any(name in file.content.decode() for name in surnames)
    assert len(table_of(files[1].content)) == 3


def test_a_sorted_or_taken_season_reads_no_tournament_again(
    client, twelve, django_assert_max_num_queries
):
    play_and_finish(twelve)
    season(client)

    with django_assert_max_num_queries(7):
        season(client, "2026/?final-sort=name&q=a")
    with django_assert_max_num_queries(7):
        taken(client, "?final-file=csv")


def test_the_public_reads_the_whole_season_on_one_page():
    found = [
        Qualifier(Person(name=make.a_name(number)), SeasonTotal(0, 1, None))
        for number in range(101)
    ]

    table = qualifiers_table(
        RequestFactory().get("/"), found, (), caption="", anchor="final", query=""
    )

    assert len(list(table.paginated_rows)) == 101
