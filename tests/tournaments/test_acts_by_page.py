"""Acts carried out by pressing the buttons of their pages: what they did, and who is named for it.

A day in the hall and a day of the series are lived through button by button. Each step says who
presses what, with which fields, and what is so afterwards. What is asked first is answered with
yes; whatever else comes of it fails the test with the reasons that the page tells.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
import time_machine
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tournaments.models import (
    Club,
    Entry,
    Exclusion,
    Join,
    OfficeInvitation,
    OfficeRequest,
    Result,
    Round,
    Ruling,
    SchoolTip,
    Season,
    Series,
    SeriesOffice,
    SlotTable,
    Table,
    Tournament,
)
from tournaments.models.entry import EntryState, Role
from tournaments.models.event import read_event
from tournaments.models.office import SeriesRole
from tournaments.models.tournament import State
from tournaments.permissions import PERMISSIONS
from tournaments.services import joining, rounds

pytestmark = pytest.mark.django_db

ADMINISTRATOR, PLAYER = "administrator", "player"
Fields = Mapping[str, Any] | Callable[[Tournament], Mapping[str, Any]]


@dataclass(frozen=True)
class Step:
    """Who presses the button of which act, with which fields, and what is so afterwards.

    `at` is what its address names besides the event. `logged` is its name in the logbook, "" for
    one that is no act of an event, and `before` is done by others meanwhile.
    """

    act: str
    who: str
    then: Callable[[Tournament], object]
    sent: Fields = dict
    at: Fields = dict
    logged: str | None = None
    clock: dt.datetime | None = None
    before: Callable[[Tournament], object] | None = None


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def live_through(tournament: Tournament, browsers: Mapping[str, Client], steps: Iterable[Step]):
    for step in steps:
        with time_machine.travel(step.clock or make.at(10), tick=False):
            if step.before:
                step.before(tournament)
            press(browsers[step.who], tournament, step)
            tournament.refresh_from_db()
            assert step.then(tournament), step.act
        if step.logged != "":
            line = tournament.acts.latest("pk")
            assert (line.name, line.by) == (step.logged or step.act, f"Nora {step.who}"), step.act


def press(browser: Client, tournament: Tournament, step: Step) -> None:
    given = _given(step.at, tournament)
    names = {"slug": tournament.slug, **given} if step.logged != "" else given
    address, sent = reverse(step.act, kwargs=names), dict(_given(step.sent, tournament))
    answer = browser.post(address, sent)
    if answer.status_code == 200 and answer.context.get("cautions"):
        keys = [caution.key for caution in answer.context["cautions"]]
        answer = browser.post(address, sent | {"cautions": keys})
    assert answer.status_code == 302, (step.act, answer.status_code, _reasons(answer))
    said = [(one.level_tag, str(one)) for one in get_messages(answer.wsgi_request)]
    assert {level for level, _text in said} <= {"success"}, (step.act, said)
    # Nobody looks at the page that would have shown them.
    browser.cookies.pop("messages", None)


def _given(fields: Fields, tournament: Tournament) -> Mapping[str, Any]:
    if fields is dict:
        return {}
    return fields(tournament) if callable(fields) else fields


def _reasons(answer: Any) -> list[str]:
    said = [str(message) for message in get_messages(answer.wsgi_request)]
    forms = [value for layer in answer.context or () for value in layer.flatten().values()]
    return said + [str(form.errors) for form in forms if getattr(form, "errors", None)]


def browser_of(role: str, tournament: Tournament | None = None) -> Client:
    """The browser of Nora, who has this role and no other."""
    browser = Client()
    user = make.make_user(f"nora-{role}", staff=role == ADMINISTRATOR)
    user.first_name, user.last_name = "Nora", role
    user.save()
    if role in set(Role):
        make.make_official(tournament, role, f"Nora {role}", user=user)
    browser.force_login(user)
    return browser


# --- A day in the hall

ROUND = {"number": 1}
TABLE = {"number": 1, "table_number": 1}


def pk_of(number: int) -> Callable[[Tournament], Mapping[str, Any]]:
    return lambda event: {"pk": event.entries.get(number=number).pk}


def state_of(event: Tournament, number: int) -> str:
    return event.entries.get(number=number).state


def round_1(event: Tournament) -> Round:
    return event.rounds.get(number=1)


def table_1(event: Tournament) -> Table:
    return round_1(event).current_draw().tables.get(number=1)


def result_1(event: Tournament) -> Result | None:
    return table_1(event).results.order_by("number").last()


def matter(event: Tournament) -> Ruling:
    return event.rulings.get()


def about_matter(event: Tournament) -> Mapping[str, Any]:
    return {"pk": matter(event).pk}


def two_tables(event: Tournament) -> list[Entry]:
    """A player of each of the first two tables."""
    tables = round_1(event).current_draw().tables.order_by("number")
    return [table.seats.first().entry for table in tables[:2]]


def swapped(event: Tournament) -> Mapping[str, Any]:
    first, second = two_tables(event)
    return {"first": first.pk, "second": second.pk, "after_edits": 0, "reason": "A wheelchair."}


def points(*reached: int, seen: int = 0) -> Mapping[str, Any]:
    fields = {f"points-{place}": n for place, n in enumerate(reached, start=1)}
    fields |= {f"presence-{place}": "played" for place in range(1, len(reached) + 1)}
    return {**fields, "winner": 1, "seen": seen, "draw": 1, "reason": "As the sheet says."}


def in_the_grid(event: Tournament) -> Mapping[str, Any]:
    fields: dict[str, Any] = {"draw": 1}
    for table in round_1(event).current_draw().tables.filter(results=None):
        reached = (10, 8, 5, 4)[: table.seats.count()]
        fields |= {f"t{table.number}-points-{n}": at for n, at in enumerate(reached, start=1)}
        fields |= {f"t{table.number}-seen": 0, f"t{table.number}-winner": 1}
    return fields


def name_three_referees(event: Tournament) -> None:
    for name in ("Rita Ref", "Radek Ref"):
        make.make_official(event, Role.REFEREE, name)


def council(event: Tournament) -> Mapping[str, Any]:
    chief = event.officials.get(role=Role.CHIEF_REFEREE).person_id
    others = event.officials.filter(role=Role.REFEREE, name__endswith="Ref")
    return {"members": [chief, *others.values_list("person", flat=True)]}


def end_early(event: Tournament) -> None:
    """The hall closes: the second round is given up."""
    event.rounds.filter(number=2).delete()
    make.agreeing(lambda who: rounds.close_round(event, 1, who))


def level(event: Tournament) -> tuple[int, ...]:
    return read_event(event).standings().undecided[0]


def of_level(event: Tournament) -> Mapping[str, Any]:
    return {"group": ",".join(map(str, level(event)))}


def by_hand(event: Tournament) -> Mapping[str, Any]:
    group = level(event)
    places = {f"place-{key}": place for place, key in enumerate(reversed(group), start=1)}
    return {**of_level(event), **places}


BELL, AFTERWARDS = make.at(11, 20), make.at(17)

HALL = (
    Step(
        "publish_rule_change",
        Role.ORGANISER,
        sent={"text": "No trading after eight."},
        then=lambda event: event.rule_changes.get().text == "No trading after eight.",
    ),
    Step("open_check_in", Role.ORGANISER, then=lambda event: event.state == State.CHECK_IN),
    Step(
        "check_in",
        Role.SCOREKEEPER,
        at=pk_of(1),
        then=lambda event: state_of(event, 1) == EntryState.CHECKED_IN,
    ),
    Step(
        "undo_check_in",
        Role.SCOREKEEPER,
        at=pk_of(1),
        then=lambda event: state_of(event, 1) == EntryState.CONFIRMED,
    ),
    Step(
        "mark_paid",
        Role.SCOREKEEPER,
        at=pk_of(1),
        sent={"paid": "1"},
        then=lambda event: event.entries.get(number=1).paid,
    ),
    Step(
        "withdraw",
        Role.SCOREKEEPER,
        at=pk_of(2),
        then=lambda event: state_of(event, 2) == EntryState.CANCELLED,
        logged="cancel_registration",
    ),
    Step(
        "mark_no_show",
        Role.REFEREE,
        sent=lambda event: {"entry": event.entries.get(number=3).pk},
        then=lambda event: state_of(event, 3) == EntryState.NO_SHOW,
    ),
    Step(
        "walk_in",
        Role.SCOREKEEPER,
        sent={"name": "Walter Walk"},
        then=lambda event: event.entries.get(name="Walter Walk").state == EntryState.CHECKED_IN,
        before=lambda event: event.entries.filter(number__in=range(4, 13)).update(
            state=EntryState.CHECKED_IN
        ),
    ),
    Step(
        "add_wish",
        Role.ORGANISER,
        sent=lambda event: {
            "players": [event.entries.get(number=number).pk for number in (4, 5)],
            "kind": "apart",
            "reason": "Sisters.",
        },
        then=lambda event: event.wishes.get().kind == "apart",
    ),
    Step(
        "remove_wish",
        Role.CHIEF_REFEREE,
        at=lambda event: {"pk": event.wishes.get().pk},
        then=lambda event: event.wishes.get().removed_at,
    ),
    Step(
        "build_board",
        Role.ORGANISER,
        at=ROUND,
        sent={"seed": "forty-two"},
        then=lambda event: round_1(event).board is not None,
    ),
    Step(
        "draw_round",
        Role.ORGANISER,
        at=ROUND,
        sent={"instead_of": 0},
        then=lambda event: len(read_event(event).round(1).tables) == 3,
    ),
    Step(
        "swap_players",
        Role.CHIEF_REFEREE,
        at=ROUND,
        sent=swapped,
        then=lambda event: round_1(event).current_draw().edits.get().reason == "A wheelchair.",
    ),
    Step(
        "admit_latecomer",
        Role.CHIEF_REFEREE,
        at=pk_of(3),
        then=lambda event: state_of(event, 3) == EntryState.CHECKED_IN,
    ),
    Step(
        "publish_draw",
        Role.ORGANISER,
        at=ROUND,
        sent={"attempt": 1},
        then=lambda event: round_1(event).current_draw().published_at == make.at(10),
    ),
    Step(
        "unpublish_draw",
        Role.CHIEF_REFEREE,
        at=ROUND,
        sent={"reason": "Too early."},
        then=lambda event: round_1(event).current_draw().published_at is None,
    ),
    Step(
        "announce_limit",
        Role.CHIEF_REFEREE,
        at=ROUND,
        sent={"minutes": 75},
        then=lambda event: round_1(event).limit_minutes == 75,
        before=lambda event: event.rounds.filter(number=1).update(limit_minutes=None),
    ),
    Step(
        "start_clock",
        Role.ORGANISER,
        at=ROUND,
        then=lambda event: round_1(event).started_at == make.at(9, 50),
        clock=make.at(9, 50),
        before=lambda event: round_1(event).draws.update(published_at=make.at(9, 45)),
    ),
    Step(
        "add_screen",
        Role.ORGANISER,
        sent={"name": "by the door"},
        then=lambda event: event.screens.get().name == "by the door",
    ),
    Step(
        "steer_screen",
        Role.ORGANISER,
        sent={"number": 1, "shows": "clock", "text": ""},
        then=lambda event: event.screens.get().shows == "clock",
    ),
    Step(
        "remove_screen",
        Role.ORGANISER,
        sent={"number": 1},
        then=lambda event: not event.screens.exists(),
    ),
    Step(
        "make_token",
        Role.ORGANISER,
        sent={"name": "score app", "writes": "results"},
        then=lambda event: event.program_tokens.get().writes == "results",
    ),
    Step(
        "withdraw_token",
        Role.ORGANISER,
        sent=lambda event: {"token": event.program_tokens.get().pk},
        then=lambda event: event.program_tokens.get().withdrawn_by != "",
    ),
    Step(
        "add_webhook",
        Role.ORGANISER,
        sent={"url": "https://example.org/hear"},
        then=lambda event: event.webhooks.get().url == "https://example.org/hear",
    ),
    Step(
        "withdraw_webhook",
        Role.ORGANISER,
        sent=lambda event: {"webhook": event.webhooks.get().pk},
        then=lambda event: event.webhooks.get().withdrawn_by != "",
    ),
    Step(
        "delay_rounds",
        Role.ORGANISER,
        sent=lambda event: {
            "minutes": 3,
            "first": rounds.minute_of(event.rounds.get(number=2).starts_at),
        },
        then=lambda event: event.acts.first().name == "delay_rounds",
    ),
    Step(
        "pause_clock",
        Role.ORGANISER,
        at=ROUND,
        then=lambda event: round_1(event).paused_at == make.at(10, 30),
        clock=make.at(10, 30),
    ),
    Step(
        "resume_clock",
        Role.ORGANISER,
        at=ROUND,
        then=lambda event: round_1(event).paused_seconds == 300,
        clock=make.at(10, 35),
    ),
    Step(
        "stop_clock",
        Role.ORGANISER,
        at=ROUND,
        then=lambda event: round_1(event).started_at is None,
    ),
    Step(
        "record_start_rolls",
        Role.SCOREKEEPER,
        at=TABLE,
        sent={"roll-1": 5, "roll-2": 11, "first": 2},
        then=lambda event: table_1(event).first_position == 2,
    ),
    Step(
        "mark_bell",
        Role.SCOREKEEPER,
        at=TABLE,
        sent={"position": 3},
        then=lambda event: table_1(event).bell_position == 3,
        clock=BELL,
        before=lambda event: event.rounds.filter(number=1).update(started_at=make.at(10)),
    ),
    Step(
        "give_time",
        Role.REFEREE,
        sent=lambda event: {"table": table_1(event).pk, "minutes": 5},
        then=lambda event: table_1(event).extra_minutes == 5,
    ),
    Step(
        "set_turn_limit",
        Role.CHIEF_REFEREE,
        at=ROUND,
        sent={"minutes": 4},
        then=lambda event: round_1(event).turn_limit_minutes == 4,
        clock=make.at(11, 30),
    ),
    Step(
        "enter_result",
        Role.SCOREKEEPER,
        at=TABLE,
        sent=points(10, 8, 5, 4),
        then=lambda event: result_1(event).winner.position == 1,
        clock=BELL,
    ),
    Step(
        "void_game",
        Role.CHIEF_REFEREE,
        at=TABLE,
        sent={"draw": 1, "seen": 1, "reason": "A card was missing."},
        then=lambda event: (result_1(event).number, result_1(event).ending) == (2, "void"),
        clock=BELL,
    ),
    Step(
        "results_desk",
        Role.SCOREKEEPER,
        at=ROUND,
        sent=in_the_grid,
        then=lambda event: not read_event(event).round(1).missing,
        logged="enter_result",
        clock=BELL,
    ),
    Step(
        "open_ruling",
        Role.REFEREE,
        sent={"kind": "dispute", "question": "Who moved the robber?", "rule_id": "t50"},
        then=lambda event: (
            (matter(event).question, matter(event).rule_id) == ("Who moved the robber?", "T-050")
        ),
    ),
    Step(
        "decide",
        Role.CHIEF_REFEREE,
        at=about_matter,
        sent={"text": "Anna did."},
        then=lambda event: matter(event).decision == "Anna did.",
    ),
    Step(
        "protest",
        Role.REFEREE,
        at=about_matter,
        sent={"by": "Anna", "text": "I did not."},
        then=lambda event: matter(event).protest == "I did not.",
    ),
    Step(
        "name_council",
        Role.REFEREE,
        at=about_matter,
        sent=council,
        then=lambda event: matter(event).council.count() == 3,
        before=name_three_referees,
    ),
    Step(
        "decide_protest",
        Role.REFEREE,
        at=about_matter,
        sent={"text": "She did not."},
        then=lambda event: matter(event).council_decision == "She did not.",
    ),
    Step(
        "exclude",
        Role.CHIEF_REFEREE,
        sent=lambda event: {
            "entry": event.entries.get(number=12).pk,
            "deliberate": "on",
            "reason": "Marked cards.",
        },
        then=lambda event: (
            (state_of(event, 12), Exclusion.objects.get().reason)
            == (EntryState.EXCLUDED, "Marked cards.")
        ),
    ),
    Step(
        "revoke_exclusion",
        Role.CHIEF_REFEREE,
        at=pk_of(12),
        sent={"reason": "They were old."},
        then=lambda event: not Exclusion.objects.exists(),
    ),
    Step(
        "close_round",
        Role.ORGANISER,
        at=ROUND,
        then=lambda event: round_1(event).closed_at == BELL,
        clock=BELL,
    ),
    Step(
        "reopen_round",
        Role.CHIEF_REFEREE,
        at=ROUND,
        sent={"reason": "A sheet was found."},
        then=lambda event: round_1(event).closed_at is None,
    ),
    Step(
        "readmit",
        Role.ORGANISER,
        at=pk_of(11),
        then=lambda event: state_of(event, 11) == EntryState.CHECKED_IN,
        before=lambda event: event.entries.filter(number=11).update(
            state=EntryState.WITHDRAWN, left_after=1
        ),
    ),
    Step(
        "draw_lot",
        Role.ORGANISER,
        sent=of_level,
        then=lambda event: event.lots.get().seed,
        clock=AFTERWARDS,
        before=end_early,
    ),
    Step(
        "enter_lot",
        Role.CHIEF_REFEREE,
        sent=by_hand,
        then=lambda event: event.lots.latest("pk").seed == "",
        clock=AFTERWARDS,
    ),
    Step(
        "set_places_7_8",
        Role.ORGANISER,
        sent={"places_7_8": "point"},
        then=lambda event: event.places_7_8 == "point",
    ),
    Step(
        "finish",
        Role.ORGANISER,
        then=lambda event: (event.state, event.finished_at) == (State.FINISHED, AFTERWARDS),
        clock=AFTERWARDS,
        before=make.draw_lots,
    ),
    Step(
        "send_results",
        Role.ORGANISER,
        then=lambda event: (event.state, event.sent_at) == (State.SENT, AFTERWARDS),
        clock=AFTERWARDS,
    ),
    Step(
        "reopen_tournament",
        ADMINISTRATOR,
        sent={"reason": "A name was wrong."},
        then=lambda event: (event.state, event.sent_at) == (State.RUNNING, None),
        clock=AFTERWARDS,
    ),
)


@pytest.fixture
def hall() -> Tournament:
    """Twelve have signed up for an event of two rounds with a fee; nothing has begun. Nine come and
    one from the street: whoever sits at the two tables of three is level afterwards."""
    event = make.make_tournament(fee="150 Kč", rounds=2)
    for _ in range(12):
        make.make_entry(event, state=EntryState.CONFIRMED)
    return event


def test_a_day_in_the_hall(hall):
    browsers = {role: browser_of(role, hall) for role in [*Role, ADMINISTRATOR]}

    live_through(hall, browsers, HALL)


def test_a_player_leaves_by_the_own_page_and_is_named_for_it(hall):
    entry = hall.entries.get(number=7)
    Tournament.objects.filter(pk=hall.pk).update(state=State.CHECK_IN)
    Entry.objects.filter(pk=entry.pk).update(state=EntryState.CHECKED_IN)

    with time_machine.travel(make.at(10), tick=False):
        answer = Client().post(reverse("withdraw_myself", args=[hall.slug, entry.token]))

    assert answer.url == reverse("my_page", args=[hall.slug, entry.token])
    assert state_of(hall, 7) == EntryState.WITHDRAWN
    line = hall.acts.latest("pk")
    assert (line.name, line.by) == ("withdraw", entry.full_name)


def test_a_form_of_exclusion_with_a_mistake_keeps_what_was_typed_and_says_what_is_wrong(hall):
    Tournament.objects.filter(pk=hall.pk).update(state=State.RUNNING)
    address = reverse("exclude", args=[hall.slug])

    page = browser_of(Role.CHIEF_REFEREE, hall).post(address, {"reason": "Marked cards."})

    form = page.context["exclusion_form"]
    assert set(form.errors) == {"entry", "deliberate"}
    html = page.content.decode()
    assert "Marked cards.</textarea>" in html
    assert "This field is required." in html
    assert not Exclusion.objects.exists()


# --- A day of the series


def club(name: str) -> Club:
    return Club.objects.get(name=name)


def office_of(name: str) -> SeriesOffice | None:
    return SeriesOffice.objects.filter(user__username=name).first()


def asked(event: Tournament, **fields: Any) -> Mapping[str, Any]:
    return {"pk": make.make_request(**fields).pk}


def joined(event: Tournament) -> Join:
    """A player of this event was taken for one of another."""
    here, there = event.entries.get(), make.make_entry(make.make_tournament())
    return joining.join_persons(here.person_id, there.person_id, make.doer())


def of_series(act: str, then: Callable[[Tournament], object], **given: Any) -> Step:
    return Step(act, ADMINISTRATOR, then, logged="", **given)


SERIES = (
    of_series(
        "add_series",
        lambda _event: Series.objects.filter(key="catan-wien", country="AT", language="de"),
        sent={"name": "Catan Wien", "country": "AT", "language": "de"},
    ),
    of_series(
        "rename_series",
        lambda _event: Series.objects.oldest().name == "Catan Tour CZ",
        sent={"name": "Catan Tour CZ"},
    ),
    of_series(
        "add_club",
        lambda _event: club("Hráči Telč").town == "Telč",
        sent={"name": "Hráči Telč", "town": "Telč"},
    ),
    of_series(
        "edit_club",
        lambda _event: club("Hráči Telč").town == "Telč II",
        at=lambda _event: {"pk": club("Hráči Telč").pk},
        sent={"name": "Hráči Telč", "town": "Telč II"},
    ),
    of_series(
        "join_clubs",
        lambda event: event.club.name == "Hráči Telč" and Club.objects.count() == 1,
        at=lambda _event: {"pk": club("Hráči Telč").pk},
        sent=lambda event: {"other": event.club.pk},
    ),
    of_series(
        "add_season",
        lambda _event: Season.objects.get(year=2027).name == "The long one",
        sent={"year": 2027, "name": "The long one"},
    ),
    of_series(
        "edit_season",
        lambda _event: Season.objects.get(year=2027).points_for_final == 3,
        at={"year": 2027},
        sent={"points_for_final": 3},
    ),
    of_series(
        "drop_places",
        lambda _event: not SlotTable.objects.exists(),
        at=lambda _event: {"pk": SlotTable.objects.get().pk},
        before=lambda _event: SlotTable.objects.create(kind="main", valid_from=make.DAY),
    ),
    of_series(
        "settle_school",
        lambda _event: not SchoolTip.objects.exists(),
        at=lambda _event: {"pk": SchoolTip.objects.get().pk},
        before=lambda _event: SchoolTip.objects.create(school="ZŠ Telč", at=make.at(8)),
    ),
    of_series(
        "give_office",
        lambda _event: office_of("olga").role == SeriesRole.ORGANISER,
        sent={"account": "olga", "role": "organiser"},
        before=lambda _event: make.make_user("olga"),
    ),
    of_series(
        "withdraw_office",
        lambda _event: office_of("olga") is None,
        at=lambda _event: {"pk": office_of("olga").pk},
    ),
    of_series(
        "make_invitation",
        lambda _event: OfficeInvitation.objects.get().made_by == "Nora administrator",
        sent={"note": "Iva", "role": "organiser", "email": "", "language": "cs"},
    ),
    of_series(
        "withdraw_invitation",
        lambda _event: not OfficeInvitation.objects.get().is_open(make.at(10)),
        at=lambda _event: {"pk": OfficeInvitation.objects.get().pk},
    ),
    of_series(
        "grant_request",
        lambda _event: OfficeRequest.objects.latest("pk").granted is True,
        at=asked,
    ),
    of_series(
        "refuse_request",
        lambda _event: OfficeRequest.objects.latest("pk").granted is False,
        at=asked,
        sent={"answer": "Not this year."},
    ),
    of_series(
        "undo_join",
        lambda _event: len(set(Entry.objects.values_list("person", flat=True))) == 2,
        at=lambda event: {"pk": Join.objects.get().kept_id, "join": Join.objects.get().pk},
        before=joined,
    ),
)


def test_a_day_of_the_series():
    event = make.make_tournament()
    make.make_entry(event)

    live_through(event, {ADMINISTRATOR: browser_of(ADMINISTRATOR)}, SERIES)


def test_every_step_is_an_act_of_its_own_that_is_in_the_table():
    acts = [step.act for step in (*HALL, *SERIES)]

    assert len(set(acts)) == len(acts)
    assert set(acts) <= set(PERMISSIONS)
