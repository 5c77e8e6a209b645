"""What the rows of a list mean, without a file and without a database."""

import datetime as dt
from difflib import get_close_matches

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain import importing
from tournaments.domain.importing import (
    Somebody,
    TypedRow,
    Verdict,
    corrected,
    fields_of_header,
    new_clubs,
    plan,
    read_date,
    typed_rows,
)
from tournaments.domain.values import Refused

DAY = dt.date(2026, 5, 16)


def planned(*rows, **known):
    return plan([TypedRow(line, **row) for line, row in enumerate(rows, 2)], day=DAY, **known)


def verdicts(*rows, **known):
    return [row.verdict for row in planned(*rows, **known)]


@pytest.mark.parametrize(
    "header",
    [
        ["Jméno a příjmení", "E-mail", "Klub", "Datum narození"],
        ["IMIĘ I NAZWISKO", "email", "klub", "data urodzenia"],
        ["Name", "E-mail", "Club", "Birth date"],
        ["jmeno", "mail", "klub", "narozen"],
    ],
)
def test_columns_are_known_in_three_languages(header):
    assert list(fields_of_header(header).values()) == ["name", "email", "club", "birth_date"]


def test_first_name_and_surname_make_a_name_and_unknown_columns_are_left_out():
    (row,) = typed_rows(["Příjmení", "Velikost trička", "Jméno"], [(2, ["Nováková", "L", "Anna"])])

    assert row.name == "Anna Nováková"


@pytest.mark.parametrize("header", [["Klub"], [], ["Jméno a příjmení", "Hráč"]])
def test_a_header_without_names_or_with_two_is_refused(header):
    with pytest.raises(Refused):
        fields_of_header(header)


def test_a_new_name_is_new():
    assert verdicts({"name": "Anna Nováková"}) == [Verdict.NEW]


@pytest.mark.parametrize(
    "row",
    [
        {"name": "anna novakova"},
        {"name": "Nováková Anna", "email": "ANNA@example.org"},
    ],
)
def test_somebody_on_the_list_already_is_passed_over(row):
    entered = [Somebody(7, "Anna Nováková", "anna@example.org", entry="3. Anna Nováková")]

    (one,) = planned(row, entered=entered)

    assert (one.verdict, one.entry) == (Verdict.ALREADY, 7)


def test_a_namesake_with_another_address_is_somebody_else():
    entered = [Somebody(7, "Jan Novák", "jan@example.org")]

    assert verdicts({"name": "Jan Novák", "email": "other@example.org"}, entered=entered) == [
        Verdict.NEW
    ]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"name": ""}, "Write the name"),
        ({"name": "A" * 121}, "120 letters at most"),
        ({"name": "Anna", "email": "anna@"}, "not an e-mail address: anna@"),
        ({"name": "Anna", "birth_date": "31. 2. 2014"}, "There is no such day"),
        ({"name": "Anna", "birth_date": "1. 1. 2030"}, "future"),
        ({"name": "Anna", "paid": "maybe"}, "yes or no: maybe"),
        ({"name": "Anna", "club": "K" * 121}, "Too long"),
        ({"name": "Anna", "formula": "Jméno"}, "column Jméno stands a formula"),
    ],
)
def test_a_wrong_row_says_what_is_wrong(row, words):
    (one,) = planned(row)

    assert one.verdict is Verdict.WRONG
    (refusal,) = one.refusals
    assert words in str(refusal)


def test_a_row_says_everything_that_is_wrong_with_it():
    (one,) = planned({"name": "", "email": "anna@", "paid": "maybe", "birth_date": "31. 2. 2014"})

    assert [str(refusal).split(":")[0] for refusal in one.refusals] == [
        "Write the name.",
        "This is not an e-mail address",
        "Write yes or no",
        "There is no such day",
    ]


def test_the_same_person_twice_in_a_list_is_wrong_and_says_where():
    found = planned(
        {"name": "Jan Novák", "email": "jan@example.org"}, {"name": "Novák Jan"}, {"name": "Eva"}
    )

    assert [row.verdict for row in found] == [Verdict.NEW, Verdict.WRONG, Verdict.NEW]
    assert "line 2" in str(found[1].refusals[0])


def test_namesakes_in_a_list_are_told_apart_by_addresses_or_birth_dates():
    assert (
        verdicts(
            {"name": "Jan Novák", "email": "a@example.org"},
            {"name": "Jan Novák", "email": "b@example.org"},
            {"name": "Eva Malá", "birth_date": "2014-01-01"},
            {"name": "Eva Malá", "birth_date": "2015-01-01"},
        )
        == [Verdict.NEW] * 4
    )


def test_whoever_is_taken_for_another_one_of_the_same_name_is_marked():
    entered = [Somebody(7, "Eva Malá", "eva@example.org", entry="7. Eva Malá")]
    rows = planned(
        {"name": "Jan Novák", "email": "a@example.org"},
        {"name": "Jan Novák", "email": "b@example.org"},
        {"name": "Eva Malá", "email": "c@example.org"},
        entered=entered,
    )

    assert [row.verdict for row in rows] == [Verdict.NEW] * 3
    assert [str(row.hint or "") for row in rows] == [
        "",
        "Of the same name as on line 2; they are taken for two people.",
        "Of the same name as 7. Eva Malá; they are taken for two people.",
    ]


@pytest.mark.rule("T-093")
def test_an_adult_in_the_list_of_a_school_event_is_wrong():
    child, adult, unknown = planned(
        {"name": "Eva", "birth_date": "2014-01-01"},
        {"name": "Anna", "birth_date": "1990-01-01"},
        {"name": "Jan"},
        school=True,
    )

    assert child.verdict is Verdict.NEW
    assert [one.refusals[0].rule_id for one in (adult, unknown)] == ["T-093", "T-093"]


@pytest.mark.rule("T-085")
@pytest.mark.parametrize(
    ("birth_date", "age", "kept"),
    [
        ("17.5.2012", "junior", dt.date(2012, 5, 17)),
        ("16/5/2012", "minor", None),
        ("2008-05-16", "adult", None),
        ("", "adult", None),
    ],
)
def test_a_birth_date_is_kept_of_juniors_alone(birth_date, age, kept):
    (row,) = planned({"name": "Eva", "birth_date": birth_date})

    assert (row.age, row.birth_date) == (age, kept)


@pytest.mark.parametrize(
    "text", ["1. 3. 2014", "1.3.2014", "01/03/2014", "1-3-2014", "2014-03-01", "2014-3-1"]
)
def test_days_are_read_as_people_write_them(text):
    assert read_date(text) == dt.date(2014, 3, 1)


@given(
    st.lists(
        st.fixed_dictionaries(
            {"name": st.text(max_size=130)},
            optional={
                field: st.text(max_size=30)
                for field in ("email", "club", "birth_date", "minor", "paid", "note", "formula")
            },
        ),
        max_size=6,
    )
)
def test_any_rows_get_a_verdict_each_and_a_wrong_one_its_reason(rows):
    found = planned(*rows)

    assert [row.typed.line for row in found] == [*range(2, 2 + len(rows))]
    assert all(bool(row.refusals) == (row.verdict is Verdict.WRONG) for row in found)
    assert [TypedRow.from_json(row.typed.as_json()) for row in found] == [r.typed for r in found]


def test_a_corrected_row_is_typed_anew_and_no_formula_is_left_in_it():
    rows = [TypedRow(2, name="Eva", note="x"), TypedRow(3, formula="Name"), TypedRow(4, name="Jan")]

    found = corrected(rows, {3: {"name": " Ota  Malý "}}, without={4})

    assert found == (TypedRow(2, name="Eva", note="x"), TypedRow(3, name="Ota Malý"))


def test_new_clubs_are_told_with_the_known_one_that_was_meant():
    rows = planned(
        {"name": "Anna", "club": "Hraci  Olomouc"},
        {"name": "Jan", "club": "Hráči Olomoc"},
        {"name": "Eva", "club": "hráči olomoc"},
        {"name": "Ota", "club": "Osadníci Zlín"},
        {"name": "", "club": "Nobody's"},
    )

    found = new_clubs(rows, ["Osadníci Brno", "Hráči Olomouc"])

    assert [(club.name, club.players, club.meant) for club in found] == [
        ("Hráči Olomoc", 2, "Hráči Olomouc"),
        ("Osadníci Zlín", 1, ""),
    ]
    assert found[0].known[0] == "Hráči Olomouc"
    assert set(found[1].known) == {"Osadníci Brno", "Hráči Olomouc"}


def test_of_very_many_clubs_the_likeliest_are_compared_and_offered(monkeypatch):
    compared = []

    def close(word, possibilities, **bounds):
        compared.extend(possibilities)
        return get_close_matches(word, possibilities, **bounds)

    monkeypatch.setattr(importing, "get_close_matches", close)
    known = [*(f"Klub číslo {number}" for number in range(1_000)), "Osadníci", "Hráči Olomouc"]
    rows = [{"name": f"Player {n}", "club": f"Nový spolek {n}"} for n in range(398)]
    slips = [{"name": "Anna", "club": "Hráči Olomoc"}, {"name": "Eva", "club": "Osadnici X"}]

    found = new_clubs(planned(*slips, *rows), known)

    assert len(found) == 400
    assert found[0].meant == "Hráči Olomouc"
    assert found[1].known[0] == "Osadníci"
    assert len(compared) <= importing.MOST_ALIKE
    assert 0 < sum(len(club.known) for club in found) <= importing.MOST_OFFERED


@pytest.mark.parametrize("text", ["31. 2. 2015", "2015-02-31", "1. 13. 2014"])
def test_a_day_that_there_is_not_is_not_called_badly_written(text):
    with pytest.raises(Refused, match="There is no such day") as refusal:
        read_date(text)

    assert dict(refusal.value.facts)["text"] == text


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ({}, {}, "give both an e-mail address"),
        ({"email": "anna@example.org"}, {}, "give both an e-mail address"),
        (
            {"email": "anna@example.org"},
            {"email": "Anna@example.org"},
            "The same name and e-mail address as on line 2. Leave one of the two out",
        ),
        (
            {"email": "anna@example.org", "birth_date": "1. 3. 2014"},
            {"email": "other@example.org", "birth_date": "1. 3. 2014"},
            "The same name and birth date as on line 2. Leave one of the two out",
        ),
    ],
)
def test_the_advice_for_two_lines_of_one_person_can_be_followed(first, second, words):
    rows = planned({"name": "Anna Nováková", **first}, {"name": "Anna Nováková", **second})

    assert words in str(rows[1].refusals[0])
