"""A list of players out of a file."""

import datetime as dt
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    make_club,
    make_entry,
    make_person,
    make_tournament,
    signed_in,
)
from tests.workbooks import workbook
from tournaments.models import Club, Entry, Mail
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db

CSV = """Jméno a příjmení;E-mail;Klub;Datum narození;Zaplaceno
Anna Nováková;anna@example.org;Osadníci Brno;;ano
Łukasz Żak;lukasz@example.org;;;
Eva Malá;;Osadníci Brno;1. 3. 2014;ne
"""


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


class Desk:
    """An organiser with a file."""

    def __init__(self, tournament):
        self.client = signed_in(tournament)
        self.address = reverse("import_entries", args=[tournament.slug])

    def send(self, content, name="list.csv"):
        if isinstance(content, str):
            content = content.encode()
        file = SimpleUploadedFile(name, content)
        return self.client.post(self.address, {"file": file}).content.decode()

    def save(self, page, **fields):
        preview = re.search(r'name="preview" value="([^"]+)"', page)[1]
        typed = {"preview": preview, "write_to_them": "on", **fields}
        return self.client.post(self.address, typed, follow=True)


def typed(line, **fields):
    """One row as the page sends it back."""
    return {"line": str(line)} | {f"row-{line}-{name}": text for name, text in fields.items()}


def test_the_page_speaks_the_language_of_each_reader():
    tournament = make_tournament()
    client = signed_in(tournament)

    pages = {}
    for language in ("cs", "en"):
        with translation.override(language):
            address = reverse("import_entries", args=[tournament.slug])
        pages[language] = client.get(address).content.decode()

    assert "XLSX nebo CSV, nejvýše 400 řádků" in pages["cs"]
    assert "<strong>Jméno a příjmení</strong>" in pages["cs"]
    assert "XLSX or CSV, at most 400 rows" in pages["en"]


@pytest.mark.parametrize("others", [2, 0])
def test_it_is_said_that_the_payment_of_those_signed_up_already_is_not_taken_over(others):
    tournament = make_tournament(fee="100 Kč")
    anna = make_entry(tournament, make_person("Anna Nováková"), email="anna@example.org")
    desk = Desk(tournament)
    said = "By the list 1 player who is signed up already has paid, and is not noted so."

    rows = CSV.splitlines()
    page = desk.send("\n".join([*rows[:2], *rows[2 : 2 + others]]))
    answer = desk.save(page).content.decode() if others else ""
    Entry.objects.filter(pk=anna.pk).update(paid=True)
    once_paid = desk.send(CSV)

    assert said in page
    assert page.count("not taken over") == 1
    assert said in answer or not others
    assert "By the list" not in once_paid
    assert "not taken over" not in once_paid


def test_a_preview_saves_nothing_and_the_confirmed_one_exactly_what_it_showed():
    club = make_club("Osadníci Brno")
    tournament = make_tournament(club=club)
    desk = Desk(tournament)

    page = desk.send(CSV)
    assert "Sign up 3 players" in page
    assert not Entry.objects.exists()

    answer = desk.save(page)
    assert "3 players signed up." in answer.content.decode()
    saved = [(e.number, e.person.name, e.state, e.paid) for e in Entry.objects.all()]
    assert saved == [
        (1, "Anna Nováková", EntryState.CONFIRMED, True),
        (2, "Łukasz Żak", EntryState.CONFIRMED, False),
        (3, "Eva Malá", EntryState.CONFIRMED, False),
    ]
    eva = Entry.objects.get(name="Eva Malá")
    assert (eva.club, eva.person.birth_date) == (club, dt.date(2014, 3, 1))
    assert sorted(mail.to for mail in Mail.objects.all()) == [
        "anna@example.org",
        "lukasz@example.org",
    ]


@pytest.mark.parametrize(
    "encoded",
    [
        CSV.encode("utf-8"),
        CSV.encode("utf-8-sig"),
        CSV.encode("cp1250"),
        CSV.encode("utf-16"),
        CSV.replace(";", ",").encode(),
        CSV.replace(";", "\t").encode(),
        CSV.replace("\n", "\r\n").encode("cp1250"),
        ("\n\n" + CSV + "\n;;;;\n").encode(),
    ],
    ids=["utf-8", "bom", "cp1250", "utf-16", "commas", "tabs", "windows", "empty lines"],
)
def test_lists_of_any_program_are_read(encoded):
    page = Desk(make_tournament()).send(encoded)

    assert "Sign up 3 players" in page
    assert "Łukasz Żak" in page


def test_a_workbook_is_read_with_its_dates_and_numbers():
    tournament = make_tournament()
    desk = Desk(tournament)

    page = desk.send(
        workbook(
            ["Name", "Club", "Birth date", "Paid"],
            ["Eva Malá", 1234, dt.datetime(2014, 3, 1), True],
            [None, None, None, None],
            ["  Jan   Novák ", None, None, 0],
        ),
        "list.xlsx",
    )
    desk.save(page)

    eva = Entry.objects.get(number=1)
    assert (eva.club.name, eva.person.birth_date, eva.paid) == (
        "1234",
        dt.date(2014, 3, 1),
        True,
    )
    assert Entry.objects.get(number=2).name == "Jan Novák"


def test_a_formula_is_refused_and_a_text_that_looks_like_one_is_a_name():
    desk = Desk(make_tournament())

    page = desk.send(workbook(["Name"], ["=SUM(A1)"]), "list.xlsx")
    assert "In the column Name stands a formula, not text." in page
    assert "Sign up" not in page.split("</h1>")[1]

    page = desk.send("Name\n=SUM(A1)\n<script>alert(1)</script>\nĐỗ Ngọc Ánh\n")
    assert "<script>alert" not in page
    desk.save(page)
    assert [entry.name for entry in Entry.objects.all()] == [
        "=SUM(A1)",
        "<script>alert(1)</script>",
        "Đỗ Ngọc Ánh",
    ]


def test_one_wrong_row_saves_nothing_and_is_named():
    tournament = make_tournament()
    desk = Desk(tournament)

    page = desk.send("Name,E-mail\nAnna,anna@example.org\nJan,jan(at)example.org\n")

    assert "1 row is wrong, so nothing can be saved." in page
    assert "This is not an e-mail address: jan(at)example.org" in page
    forced = desk.save(page).content.decode()
    assert "Rows still wrong: 3" in forced
    assert not Entry.objects.exists()


def test_a_wrong_row_is_corrected_on_the_page_and_comes_first():
    desk = Desk(make_tournament())
    page = desk.send("Name,E-mail,Note\nAnna,anna@example.org,vegan\nJan,jan(at)example.org,late\n")
    assert page.index("jan(at)example.org") < page.index("anna@example.org")

    again = desk.save(page, **typed(3, name="Jan", email="jan@example", note="late"), look="1")
    right = desk.save(
        again.content.decode(),
        **typed(3, name="Jan", email="jan@example.org", note="late"),
        look="1",
    )
    assert not Entry.objects.exists()
    desk.save(right.content.decode())

    assert "This is not an e-mail address: jan@example" in again.content.decode()
    kept = list(Entry.objects.order_by("number").values_list("name", "email", "note"))
    assert kept == [("Anna", "anna@example.org", "vegan"), ("Jan", "jan@example.org", "late")]


def test_a_wrong_row_can_be_left_out():
    desk = Desk(make_tournament())
    page = desk.send("Name,E-mail\nAnna,anna@example.org\nTotal: 1,x\n")

    right = desk.save(page, **typed(3, name="Total: 1", email="x"), without="3", look="1")
    desk.save(right.content.decode())

    assert [entry.name for entry in Entry.objects.all()] == ["Anna"]


def test_columns_of_which_nothing_is_read_are_named():
    page = Desk(make_tournament()).send("Name,Velikost trička,E-mail\nAnna,M,\n")

    assert "Nothing is read of these columns: Velikost trička." in page


def test_columns_of_which_nothing_is_read_are_named_on_every_preview():
    desk = Desk(make_tournament())
    page = desk.send("Jméno;Datum narození;Věk\nEva;31. 2. 2015;11\n")

    again = desk.save(page, look="1", **typed(2, name="Eva", birth_date="1. 2. 2015"))

    assert "Sign up 1 player" in again.content.decode()
    assert "Nothing is read of these columns: Věk." in again.content.decode()


def test_birth_dates_are_shown_in_one_way_whoever_they_are_of():
    page = Desk(make_tournament()).send("Name,Birth date\nAnna,1985-02-03\nEva,3. 2. 2015\n")

    assert "3 February 1985" in page
    assert "3 February 2015" in page
    assert "1985-02-03" not in page


def test_a_list_for_which_there_are_not_places_enough_says_who_waits():
    desk = Desk(make_tournament(state=State.SIGN_UP, capacity=3))
    page = desk.send("Jméno\nAnna A\nEva B\nIva C\nOla D\n")
    told = desk.save(page).content.decode()

    assert "Come to stand on the waiting list: 1." in page
    assert "4 players signed up. On the waiting list of them: 1." in told
    assert Entry.objects.filter(state=EntryState.WAITING).count() == 1


def test_a_club_with_a_slip_of_the_pen_is_asked_about_and_not_made():
    make_club("Hráči Olomouc")
    desk = Desk(make_tournament())
    page = desk.send("Name,Club\nAnna,Hráči Olomoc\nJan,hráči olomouc\nEva,Deskofobie\n")

    asked = re.findall(r'name="new-club" value="([^"]+)"', page)
    assert asked == ["Hráči Olomoc", "Deskofobie"]
    assert '<option value="Hráči Olomouc" selected>' in page
    desk.save(page, **{"new-club": asked, "club-meant": ["Hráči Olomouc", ""]})

    clubs = {entry.name: entry.club.name for entry in Entry.objects.select_related("club")}
    assert clubs == {"Anna": "Hráči Olomouc", "Jan": "Hráči Olomouc", "Eva": "Deskofobie"}
    assert not Club.objects.filter(name="Hráči Olomoc").exists()


def test_a_club_of_a_list_is_one_however_its_rows_spell_it():
    make_club("Osadníci Brno")
    desk = Desk(make_tournament())
    rows = "".join(
        f"Player {n},{name}\n" for n, name in enumerate(["Deskofobie", "deskofobie "] * 9)
    )

    page = desk.send(f"Name,Club\n{rows}Anna,osadnici brno\n")
    with CaptureQueriesContext(connection) as asked:
        desk.save(page)

    assert [club.name for club in Club.objects.filter(name__icontains="deskofobie")] == [
        "Deskofobie"
    ]
    assert Entry.objects.filter(club__name="Deskofobie").count() == 18
    whole = [one for one in asked if re.search(r'FROM "tournaments_club" ORDER BY', one["sql"])]
    assert len(whole) == 1


def test_rows_that_are_there_already_are_passed_over():
    tournament = make_tournament()
    make_entry(tournament, make_person("Anna Nováková", email="anna@example.org"))
    desk = Desk(tournament)

    page = desk.send(CSV)
    assert "On the list as 1. Anna Nováková." in page
    desk.save(page)

    assert Entry.objects.count() == 3


def test_a_list_that_changed_meanwhile_is_shown_again():
    tournament = make_tournament()
    desk = Desk(tournament)
    page = desk.send(CSV)
    make_entry(tournament, make_person("Eva Malá"))

    again = desk.save(page).content.decode()
    assert "The list of players has changed; please look again." in again
    assert Entry.objects.count() == 1

    desk.save(again)
    assert Entry.objects.count() == 3


def test_a_preview_that_was_tampered_with_is_not_saved():
    tournament = make_tournament()
    desk = Desk(tournament)
    page = desk.send(CSV)
    preview = re.search(r'name="preview" value="([^"]+)"', page)[1]

    answer = desk.save(page, preview=preview[:-4] + "abcd").content.decode()

    assert "The preview is too old or was damaged on the way." in answer
    assert not Entry.objects.exists()


def test_a_preview_of_another_tournament_is_not_saved():
    page = Desk(make_tournament()).send(CSV)

    answer = Desk(make_tournament()).save(page).content.decode()

    assert "The preview is too old or was damaged on the way." in answer
    assert not Entry.objects.exists()


def test_a_preview_sent_twice_saves_once():
    desk = Desk(make_tournament())
    page = desk.send(CSV)

    desk.save(page)
    second = desk.save(page).content.decode()

    assert "The list of players has changed" in second
    assert Entry.objects.count() == 3


def test_beyond_the_capacity_the_rest_waits():
    tournament = make_tournament(capacity=3)
    make_entry(tournament, "Zora Prvá")
    desk = Desk(tournament)

    desk.save(desk.send(CSV), write_to_them="")

    states = Entry.objects.order_by("number").values_list("state", flat=True)
    assert list(states) == ["confirmed", "confirmed", "confirmed", "waiting"]
    assert not Mail.objects.exists()


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (b"PK\x03\x04 this is no workbook", "list.xlsx", "The workbook is broken."),
        (workbook(["Name"], ["Anna"])[:-200], "list.xlsx", "The workbook is broken."),
        (b"\xd0\xcf\x11\xe0 old", "list.xls", "The workbook is old or has a password."),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00", "list.csv", "neither an XLSX workbook nor"),
        (b"\n\n;;\n", "list.csv", "The file is empty."),
        (b"Klub\nBrno\n", "list.csv", "The first row must name the columns"),
        (b"Name\n\n", "list.csv", "stands nobody"),
        (b'Name,Club\nAnna,"Brno\n', "list.csv", "Line 2: the quotation marks do not match."),
        (b"Name\n" + b"Anna\n" * 401, "list.csv", "The list has more than 400 rows."),
        (b"Name\n" + b"A" * 2 * 1024 * 1024, "list.csv", "The file is larger than 2 MB."),
        (b"", "list.csv", "The submitted file is empty."),
    ],
    ids=[
        "no zip",
        "cut off",
        "xls",
        "picture",
        "empty",
        "no names",
        "nobody",
        "quotes",
        "too long",
        "too large",
        "nothing",
    ],
)
def test_a_file_that_cannot_be_read_says_why(content, name, words):
    page = Desk(make_tournament()).send(content, name)

    assert words in page
    assert not Entry.objects.exists()


def test_nobody_is_imported_into_a_running_tournament():
    tournament = make_tournament(state=State.RUNNING)
    desk = Desk(tournament)

    answer = desk.save(desk.send(CSV)).content.decode()

    assert "D-110" in answer
    assert not Entry.objects.exists()


def test_somebody_who_signed_off_takes_the_old_number_up_again():
    tournament = make_tournament()
    make_entry(
        tournament,
        make_person("Anna Nováková", email="anna@example.org"),
        state=EntryState.CANCELLED,
        number=7,
    )
    desk = Desk(tournament)

    desk.save(desk.send(CSV))

    assert list(Entry.objects.values_list("number", flat=True)) == [7, 8, 9]


def test_the_preview_names_a_known_club_as_it_is_known():
    make_club("Osadníci Brno")

    page = Desk(make_tournament(state=State.SIGN_UP)).send(CSV.replace("Osadníci", "osadnici"))

    assert "<td>Osadníci Brno</td>" in page
    assert "osadnici" not in page
