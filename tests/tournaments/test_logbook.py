"""The logbook of an event as a list."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tests.sheets import FORMULA, table_of
from tournaments.domain.values import Caution
from tournaments.domain.wishes import WishKind
from tournaments.models import Act
from tournaments.models.entry import Role
from tournaments.models.logbook import BY_ITSELF, BY_PERSONAL_LINK
from tournaments.services import appointing, signing_up, wishes
from tournaments.services.acts import Doer, acting, as_player
from tournaments.services.entering import SignUp, cautions_of_name

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def event():
    """Three things were done at it by two people, one of them to player 1, Eva Malá."""
    tournament = make.make_tournament()
    make.make_entry(tournament, "Eva Malá")
    noted(tournament, 9, "check_in", by="Čeněk Čáp", detail="{1}")
    noted(tournament, 10, "draw_round", by="Dana Bílá", round_number=2, confirmed=["Nobody rests."])
    noted(tournament, 11, "void_game", by="Čeněk Čáp", reason="the board was wrong")
    return tournament


def noted(tournament, hour, name, **given):
    given = {"by": "Dana Bílá", "version": hour, **given}
    return Act.objects.create(tournament=tournament, name=name, at=make.at(hour), **given)


def look(tournament, query="", role="scorekeeper"):
    address = reverse("logbook", args=[tournament.slug])
    return make.signed_in(tournament, role).get(address + query)


def acts_on(answer) -> list[str]:
    return re.findall(r"<strong>([^<]+)</strong>", answer.content.decode().split("<tbody>")[-1])


def test_the_newest_act_stands_first_unless_one_sorts(event):
    assert acts_on(look(event)) == ["game declared void", "drawn", "checked in"]
    assert acts_on(look(event, "?sort=at")) == ["checked in", "drawn", "game declared void"]
    assert acts_on(look(event, "?sort=by")) == ["game declared void", "checked in", "drawn"]


@pytest.mark.parametrize(
    ("state", "way"),
    [("confirmed", "cancel_registration"), ("unconfirmed", "confirm_registration")],
)
def test_what_a_player_did_by_the_own_link_says_so(client, state, way):
    tournament = make.make_tournament(state="sign-up")
    entry = make.make_entry(tournament, "Adam Kos", email="adam@example.org", state=state)

    client.post(reverse(way, args=[tournament.slug, entry.token]))

    assert tournament.acts.get().name == way
    for html in shown_at(tournament, "logbook", "desk"):
        assert "by the player&#x27;s own link" in html


def test_whoever_signed_up_on_the_page_for_it_did_it_there():
    tournament = make.make_tournament(state="sign-up")
    sign_up = SignUp(name="Adam Kos", email="adam@example.org")

    signing_up.register(tournament, sign_up, Doer("", make.at(9)), mailed=False)

    for html in shown_at(tournament, "logbook", "desk"):
        assert "on the sign-up page" in html


def shown_at(tournament, *pages) -> list[str]:
    desk = make.signed_in(tournament)
    return [desk.get(reverse(page, args=[tournament.slug])).content.decode() for page in pages]


@pytest.mark.parametrize("name", sorted(BY_PERSONAL_LINK))
def test_only_an_act_without_a_name_was_done_by_the_link(name):
    assert Act(name=name, by="").signed == "by the player's own link"
    assert Act(name=name, by="Dana Bílá").signed == "Dana Bílá"


@pytest.mark.parametrize("name", sorted(BY_ITSELF))
def test_what_the_site_did_by_itself_is_said_so(name):
    assert Act(name=name, by="").signed == "the site by itself"
    assert Act(name=name, by="Dana Bílá").signed == "Dana Bílá"


def test_the_logbook_says_of_lapsed_sign_ups_that_the_site_did_it_by_itself(event):
    noted(event, 9, "lapse_registrations", by="", detail="1")

    assert "the site by itself" in look(event).content.decode()


def test_it_says_that_the_newest_stands_first_only_where_it_does(event):
    assert "the newest first" in look(event).content.decode()
    assert "the newest first" not in look(event, "?sort=by").content.decode()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("cap", ["game declared void", "checked in"]),
        ("drawn", ["drawn"]),
        ("eva", ["checked in"]),
        ("board", ["game declared void"]),
        ("nobody at all", []),
    ],
)
def test_it_is_searched_by_person_act_player_and_reason(event, words, found):
    assert acts_on(look(event, f"?q={words}")) == found


def test_the_file_tells_what_the_page_tells(event):
    rows = table_of(look(event, "?q=cap&sort=at&file=csv").content)

    assert rows == [
        ["Time", "What was done", "Round", "Detail", "Reason", "Confirmed warnings", "By"],
        ["2026-05-16 09:00", "checked in", "", "1. Eva Malá", "", "", "Čeněk Čáp"],
        ["2026-05-16 11:00", "game declared void", "", "", "the board was wrong", "", "Čeněk Čáp"],
    ]


def test_what_was_confirmed_stands_in_page_and_file(event):
    assert "Nobody rests." in look(event).content.decode()
    assert table_of(look(event, "?q=drawn&file=csv").content)[1][2:6] == [
        "2",
        "",
        "",
        "Nobody rests.",
    ]


def test_a_reason_like_a_formula_is_harmless(event):
    noted(event, 12, "void_game", reason=FORMULA)

    assert table_of(look(event, "?file=csv").content)[1][4] == f"'{FORMULA}"


def test_whoever_is_not_at_the_desk_reads_neither_page_nor_file(event):
    assert look(event, "?file=csv", role="visitor").status_code == 302


def test_a_long_logbook_is_read_with_as_many_queries_as_a_short_one(event):
    desk = make.signed_in(event)
    address = reverse("logbook", args=[event.slug])
    asked = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(address).status_code == 200
        asked.append(len(queries))
        for number in range(120):
            noted(event, 13, "check_in", detail=f"{{{number}}}")

    assert asked[0] == asked[1]


def test_an_office_is_told_in_the_language_of_whoever_reads_the_log(event):
    with translation.override("cs"):
        appointing.name_official(event, "Zdena Zapisovatelka", Role.SCOREKEEPER, make.doer())
    named = Act.objects.get(name="name_official")

    with translation.override("pl"):
        assert named.told == "Zdena Zapisovatelka (sekretarz)"
    with translation.override("en"):
        assert named.told == "Zdena Zapisovatelka (scorekeeper)"


def test_a_warning_is_told_in_the_language_of_whoever_reads_the_log(event):
    early = Caution.of(
        "T-060",
        "Round {round} is to start on {start} instead of {before}.",
        round=3,
        start=make.at(14),
        before=make.at(13, 30),
    )
    with translation.override("cs"), acting(event, "move_rounds", doer_who_saw(early)) as act:
        act.heed([early])
    moved = Act.objects.get(name="move_rounds")

    with translation.override("pl"):
        assert moved.warnings == [
            "Runda 3 ma się zacząć 16 maja, 14:00 zamiast 16 maja, 13:30. (T-060)"
        ]
    assert moved.warnings == [
        "Round 3 is to start on 16 May, 14:00 instead of 16 May, 13:30. (T-060)"
    ]


def test_a_warning_names_the_state_of_a_player_in_the_language_of_the_reader(event):
    with translation.override("cs"):
        (named,) = cautions_of_name(event, "Eva Malá")
        with acting(event, "walk_in", doer_who_saw(named)) as act:
            act.heed([named])

    assert Act.objects.get(name="walk_in").warnings == [
        "1. Eva Malá is on the list already (confirmed). Is this really somebody else?"
    ]


def doer_who_saw(caution):
    return replace(make.doer(), confirmed={caution.key})


def test_a_wish_is_told_in_the_language_of_whoever_reads_the_log(event):
    other = make.make_entry(event, "Jan Velký")
    pair = [event.entries.get(number=1), other]
    with translation.override("cs"):
        wish = wishes.add_wish(event, wishes.NewWish(WishKind.APART, pair), make.doer())
        wishes.remove_wish(event, wish.pk, make.doer())

    for name in ("add_wish", "remove_wish"):
        logged = Act.objects.get(name=name)
        assert logged.told == "sit apart: 1. Eva Malá, 2. Jan Velký"
        with translation.override("pl"):
            assert logged.told == "siedzieć osobno: 1. Eva Malá, 2. Jan Velký"


def test_a_wish_of_an_older_logbook_stays_as_it_was_written(event):
    old = noted(event, 12, "add_wish", detail="sedět u různých stolů: {1}")

    assert old.told == "sedět u různých stolů: 1. Eva Malá"


@pytest.mark.parametrize(
    ("name", "detail", "told"),
    [
        ("respond_to_result", "5: +", "table 5: agrees"),
        ("respond_to_result", "1: - I had 9.", "table 1: does not agree: I had 9."),
        ("respond_to_proposal", "5: + (QR)", "table 5: agrees (on another's phone)"),
        (
            "respond_to_proposal",
            "5: - (QR) I had 9.",
            "table 5: does not agree (on another's phone): I had 9.",
        ),
        ("propose_result", "5: 10-8-6 (QR)", "table 5: 10-8-6 (on another's phone)"),
        ("call_referee", "8: (QR)", "table 8 (on another's phone)"),
        ("call_referee", "8:", "table 8"),
        ("respond_to_proposal", "5: ~", "table 5: takes back what was entered"),
        ("enter_result", "7: 10-8-5-4", "table 7: 10-8-5-4"),
        ("void_game", "7", "table 7"),
        ("publish_draw", "2", "draw 2"),
        ("import_entries", "14", "players: 14"),
        ("mark_bell", "1: 2", "table 1: seat 2"),
        ("mark_bell", "1: -", "table 1: taken back"),
        ("record_start_rolls", "4", "table 4"),
        ("set_turn_limit", "3", "3 minutes"),
        ("announce_limit", "1", "1 minute"),
        ("announce_limit", "", ""),
        ("set_places_7_8", "point", "1 qualification point"),
        ("decide", "5: +", "5: +"),
        ("keep_record", "", ""),
        ("replace_name", "by", "signature"),
    ],
)
def test_what_the_log_keeps_short_is_told_in_words(event, name, detail, told):
    with translation.override("en"):
        assert Act(name=name, tournament=event, detail=detail).told == told


def test_a_result_that_was_typed_anew_is_told_as_corrected(event):
    with translation.override("en"):
        first = Act(name="enter_result", tournament=event)
        again = Act(name="enter_result", tournament=event, reason="Misread.")

        assert (first.label, again.label) == ("result entered", "result corrected")


def test_a_correction_without_a_reason_is_told_as_one_with_both_results():
    tournament = make.ready_to_draw(4)
    table = make.publish(tournament).tables.get()
    make.enter(table, (10, 8, 5, 4))
    make.enter(table, (10, 8, 6, 4), number_seen=1)

    with translation.override("en"):
        found = [(act.label, act.told) for act in Act.objects.filter(name="enter_result")]

    assert found == [
        ("result corrected", "table 1: 10-8-5-4 → 10-8-6-4"),
        ("result entered", "table 1: 10-8-5-4"),
    ]


def test_nobody_stands_in_brackets_at_the_desk_where_nobody_is_named(event):
    noted(event, 9, "register", by="", detail="{1}")

    page = make.signed_in(event).get(f"/en/t/{event.slug}/desk/").content.decode()

    assert "signed up" in page
    assert "()" not in page


def test_namesakes_sign_with_their_numbers():
    tournament = make.make_tournament()
    first, second, alone = (
        make.make_entry(tournament, name) for name in ("Jan Novák", "Jan Novák", "Eva Malá")
    )
    for entry in (first, second, alone):
        with acting(tournament, "call_referee", as_player(make.doer(), entry), detail="1: "):
            pass

    html = make.signed_in(tournament).get(reverse("logbook", args=[tournament.slug]))

    page = html.content.decode().replace("\N{NO-BREAK SPACE}", " ")
    assert f"Jan Novák (no. {first.number})" in page
    assert f"Jan Novák (no. {second.number})" in page
    assert "Eva Malá (" not in page
