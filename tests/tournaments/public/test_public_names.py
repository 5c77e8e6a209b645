"""No public page gives away more of a person than the one public name.

Every address that is open to everybody is walked, in every language, over a whole day with minors
in it. An address that this test does not know makes it fail.
"""

import datetime as dt
import io
import re
from dataclasses import replace

import openpyxl
import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.engine.core import Player
from tests import factories as make
from tests.games.played import record
from tests.samples import at_length
from tournaments import urls
from tournaments.exports.sheets import TITLES
from tournaments.models import Draw, Entry, Person, RuleChange, Table, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.permissions import EVERYBODY, PERMISSIONS
from tournaments.services import records, rounds
from tournaments.services.table_codes import code_of, is_live

pytestmark = pytest.mark.django_db

SECRETS = (
    "Tajn",
    "Skryt",
    "tajn",
    "skrytá@",
    "skrytý@",
    "adult@",
    "@secret.example",
    "2014",
    "777 123",
)
"""Surnames of minors whose guardians have not agreed, and e-mails, birth dates and phones. In small
letters one of them is a Czech word, hidden."""

SHOWN = ("Adéla Dospělá", "Petr T.", "Jana S.", "Karel Veřejný", "Dana Povolená")

WITHOUT_PERSONS = {
    "login",
    "logout",
    "password_change",
    "password_change_done",
    "password_reset",
    "password_reset_done",
    "password_reset_confirm",
    "password_reset_complete",
    "sign_in_link",
    "sign_in_link_sent",
    "sign_in_by_link",
    "first_account",
    "formats",
    "format_page",
    "round_board",
    "api_board",
    "printed",
    "printed_file",
    "social_card",
    "recorder_worker",
    "own_page_worker",
    "openapi",
    "oembed",
    "api_formats",
    "api_format",
    "nothing_here",
}
"""Django's own pages of the accounts, formats, the picture of a board, prints, a script, and what
describes the interface."""

OWN_PAGES = {
    "own_page",
    "confirm_registration",
    "cancel_registration",
    "official_link",
    "prove_address",
    "my_person",
    "my_appointments",
    "my_certificate",
    "own_manifest",
    "change_my_address",
    "prove_my_address",
    "undo_my_join",
    "forget_me",
    "office_invitation",
}
"""Pages behind a personal link that show nobody but its owner."""

ACTS = {
    "respond_to_result",
    "respond_to_proposal",
    "respond_at_table",
    "call_at_table",
    "cancel_at_table",
    "call_referee",
    "cancel_call",
    "withdraw_myself",
    "check_in_myself",
    "send_person_link",
    "confirm_value_myself",
    "accept_invitation",
    "sign_up_with_invitation",
}
"""What only answers a POST, with a way back to a page that is walked."""

BY_TOKEN = {
    "api_sign_off",
    "api_check_in",
    "api_payment",
    "api_enter_result",
    "api_publish_draw",
}
"""By which programs write: without the token that the desk makes nothing is told there."""


def person(name: str, **fields):
    address = f"{name.rsplit(maxsplit=1)[-1].lower()}@secret.example"
    return make.make_person(name, **{"email": address, **fields})


@pytest.fixture
def day():
    """A round played, another published after an earlier draw, with people of every kind."""
    tournament = make.ready_to_draw(7, announced_at=make.at(9, day=dt.date(2026, 3, 1)))
    child = dt.date(2014, 3, 1)
    people = [
        person("Adéla Dospělá", email="adult@example.org"),
        person("Petr Tajný", birth_date=child, minor=True),
        person("Jana Skrytá", minor=True),
        person("Karel Veřejný", birth_date=child, minor=True, full_name_public=True),
        person("Dana Povolená", minor=True, full_name_public=True),
        person("Ota Tajný-Malý", birth_date=child, minor=True),
    ]
    for one in people:
        make.make_entry(tournament, one, state=EntryState.CHECKED_IN, note="777 123 456")
    make.make_official(tournament, Role.REFEREE, person("Filip Skrytý", minor=True))
    RuleChange.objects.create(
        tournament=tournament, text="Only water.", published_at=make.at(8), by="Petr Tajný"
    )
    make.make_request(name="Rita Tajná", email="rita@secret.example", text="777 123 456")
    make.play(tournament, 1)
    draw = make.publish(tournament, 2)
    make.draw(tournament, 2, seed="8", reason="Somebody came late.")
    make.agreeing(lambda who: rounds.publish_draw(tournament, 2, who))
    rounds.start_clock(tournament, 2, make.doer(now=make.at(11, 30)))
    current = draw.round.current_draw()
    make.enter(current.tables.first(), (10, 8, 5, 4))
    _write_games(
        tournament, Draw.objects.get(round__number=1).tables.first(), current.tables.first()
    )
    return Tournament.objects.get(pk=tournament.pk)


def _write_games(tournament, whole, followed):
    """A game that was written down, with names in it, and one that is being written."""
    game = record("j-classic-4p-11")
    players = tuple(Player(name) for name in ("Tajný", "Skrytá", "Petr Tajný", "Jana"))
    named = game._replace(header=replace(game.header, players=players, event="Tajný"))
    records.keep_record(tournament, whole, named, [1, 2, 3, 4], make.doer())
    records.start_record(tournament, followed, named.header, [1, 2, 3, 4], make.doer())
    followed.refresh_from_db()
    begun = followed.record.record()._replace(actions=game.actions[:40])
    records.write_record(followed, begun, make.at(12), revision=1)


def public_names() -> set[str]:
    """The names of all addresses that are open to everybody."""
    patterns = {pattern.name for pattern in (*urls.urlpatterns, *urls.programs)}
    return {name for name in patterns if PERMISSIONS.get(name, EVERYBODY) == EVERYBODY}


def addresses(tournament) -> dict[str, list[tuple]]:
    """Arguments to walk every public address with, by its name."""
    slug = tournament.slug
    numbers = tournament.entries.values_list("number", flat=True)
    tokens = tournament.entries.values_list("token", flat=True)
    tables = Table.objects.filter(draw__round__tournament=tournament).select_related("draw__round")
    live = filter(is_live, tables)
    codes = [(slug, one.draw.round.number, one.number, code_of(one)) for one in live]
    seats = [(*code, position) for code in codes for position in (1, 2, 3)]
    return {
        "calendar": [()],
        "season": [(), (2026,)],
        "rules": [()],
        "interface": [()],
        "embedded_calendar": [()],
        "calendar_feed": [()],
        "event_feed": [(slug,)],
        "season_appointments": [(2026,), ("catan-tour", 2026)],
        "series_page": [("catan-tour",)],
        "embedded_standings": [(slug,)],
        "embedded_draw": [(slug,)],
        "guide": [()],
        "guide_page": [("player",), ("results",)],
        "small_games_guide": [()],
        "tell_of_school": [()],
        "ask_for_office": [()],
        "tournament": [(slug,)],
        "appointment": [(slug,)],
        "players": [(slug,)],
        "player": [(slug, number) for number in numbers],
        "newest_round": [(slug,)],
        "round": [(slug, 1), (slug, 2), (slug, 3)],
        "earlier_draw": [(slug, 2, 1)],
        "draw_record": [(slug, 1), (slug, 2)],
        "game": [(slug, 1, 1), (slug, 2, 1)],
        "game_file": [(slug, 1, 1, "txt"), (slug, 1, 1, "json")],
        "verify_draw": [(slug, 1), (slug, 2)],
        "verifier": [()],
        "screen": [(slug,)],
        "steered_screen": [(slug, 1)],
        "results": [(slug,), (slug, 1), (slug, 2)],
        "rules_of_event": [(slug,)],
        "event_format": [(slug,)],
        "standings": [(slug,), (slug, 1), (slug, 2)],
        "junior_standings": [(slug,), (slug, 1), (slug, 2)],
        "export": [(slug,), *((slug, table) for table in TITLES)],
        "api_events": [()],
        "api_event": [(slug,)],
        "api_players": [(slug,)],
        "api_rounds": [(slug,)],
        "api_draw": [(slug, 1), (slug, 2)],
        "api_results": [(slug, 1), (slug, 2)],
        "api_record": [(slug, 1, 1)],
        "api_standings": [(slug,), (slug, 1), (slug, 2)],
        "api_series": [()],
        "api_seasons": [()],
        "api_season": [(2026,)],
        "api_rules": [()],
        "api_rule": [("T-012",)],
        "register": [(slug,)],
        "code_at_the_door": [(slug, "123456")],
        "my_page": [(slug, token) for token in tokens],
        "propose_result": [(slug, token, number) for token in tokens for number in (1, 2)],
        "table_page": codes,
        "seat_page": seats,
        "propose_at_table": seats,
    }


def visits(tournament):
    """Every public page as a visitor sees it, its live part, and searches for the hidden names."""
    for name, arguments in addresses(tournament).items():
        for args in arguments:
            address = reverse(name, args=args)
            yield address, Client().get(address)
            if not name.startswith("api_"):
                yield address, Client().get(address, {"v": "0"}, headers={"HX-Request": "true"})
            if name == "game":
                yield address, Client().get(address, {"turn": "1"})
            if name in ("round", "newest_round", "players"):
                yield address, Client().get(address, {"q": "petr"})


def text_of(answer) -> str:
    """What the page or file says, without what is random and may hold any letters."""
    if answer.headers["Content-Type"].startswith("application/vnd"):
        sheets = openpyxl.load_workbook(io.BytesIO(answer.content)).worksheets
        rows = (row for sheet in sheets for row in sheet.iter_rows(values_only=True))
        return "\n".join(str(cell) for row in rows for cell in row)
    text = answer.content.decode()
    text = re.sub(r"/my/[\w-]{32}/", "/my/", text)
    return re.sub(r'(hx-get|name="csrfmiddlewaretoken" value)="[^"]*"|DTSTAMP:\w+', "", text)


def secrets_in(text: str) -> list[str]:
    """What of the hidden stands in the text; numbers as words only, for moments and random keys of
    draws may hold any digits."""
    return [
        secret
        for secret in SECRETS
        if re.search(rf"\b{secret}\b" if secret.isdecimal() else re.escape(secret), text)
    ]


def test_every_public_address_is_walked(day):
    known = {*addresses(day), *WITHOUT_PERSONS, *OWN_PAGES, *ACTS, *BY_TOKEN}

    assert public_names() == known


LANGUAGES = [code for code, _name in settings.LANGUAGES]
STATES = (State.RUNNING, State.FINISHED, State.SIGN_UP)
WALKS = [
    (language, STATES[(number + shift) % len(STATES)])
    for shift in range(len(STATES))
    for number, language in enumerate(LANGUAGES)
]
"""Every language in every state; the first ones are each language in a state of its own."""


@pytest.mark.parametrize("walk", at_length(WALKS, after=len(LANGUAGES)), ids=" ".join)
def test_nothing_but_public_names_is_ever_shown(day, walk):
    language, state = walk
    Tournament.objects.filter(pk=day.pk).update(
        state=state, finished_at=make.at(17) if state == State.FINISHED else None
    )
    seen = ""

    with translation.override(language):
        for address, answer in visits(day):
            assert answer.status_code in (200, 204), address
            text = text_of(answer)
            assert secrets_in(text) == [], address
            seen += text

    for name in SHOWN:
        assert name in seen


HIDDEN_ENDS = {"Tajný": "Tzový", "Skrytá": "Szová", "Tajný-Malý": "Tzový-Malý"}
"""Surnames of minors, and others with the same initial and another place in the alphabet."""


def test_nothing_that_is_shown_hangs_on_what_is_hidden_of_a_name(day):
    """Whoever signs up under one name after the other would find a surname by its place."""
    for adult in ("Adam Tichý", "Věra Slámová"):
        make.make_entry(day, person(adult), state=EntryState.CHECKED_IN)
    walked = [
        reverse(name, args=args)
        for name, arguments in addresses(day).items()
        for args in arguments
        if name != "my_page"
    ]
    before = {address: text_of(Client().get(address)) for address in walked}

    for rows in (Entry.objects.all(), Person.objects.all()):
        for row in rows:
            given_name, surname = row.name.split()
            row.name = f"{given_name} {HIDDEN_ENDS.get(surname, surname)}"
            rows.filter(pk=row.pk).update(name=row.name)
    cache.clear()

    for address in walked:
        assert text_of(Client().get(address)) == before[address], address


@pytest.mark.parametrize("asked", [{}, {"q": "petr"}], ids=["whole", "searched"])
def test_a_name_of_signs_alone_breaks_no_page(day, asked):
    signs = dict(zip(day.entries.order_by("number")[:3], ("...", "😀", "'"), strict=True))
    for entry, name in signs.items():
        Entry.objects.filter(pk=entry.pk).update(name=name)
        Person.objects.filter(pk=entry.person_id).update(name=name, minor=name != "...")

    for name, arguments in addresses(day).items():
        if name in ("tournament", "players", "player", "round", "standings", "results", "screen"):
            for args in arguments:
                address = reverse(name, args=args)
                assert Client().get(address, asked).status_code == 200, address
