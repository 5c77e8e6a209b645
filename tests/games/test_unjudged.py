"""Where the checker itself fails, each place says so, and nothing else is lost by it."""

import json
import logging
import os
import signal

import pytest
from django.core.cache import cache

from games import judging
from games.models import canonical
from games.wording.engine import NOT_JUDGED
from tests import factories as make
from tests.games.failing import failing_at
from tests.games.management.test_validate_game import BROKEN, LEGAL, run
from tests.games.played import record
from tests.zips import KEPT, SAMPLES, SLIPS
from tournaments.domain.records import at_the_table
from tournaments.models import Table
from tournaments.models.entry import Role
from tournaments.services import records

GAME = record("j-classic-4p-11")
DICE = (SAMPLES / "dice.txt").read_bytes()


@pytest.fixture(autouse=True)
def _quiet(caplog):
    cache.clear()
    caplog.set_level(logging.CRITICAL, "games.engine.border")


@pytest.fixture
def table(db):
    make.publish(make.ready_to_draw(12))
    return Table.objects.select_related("draw__round__tournament").earliest("pk")


def page_of(table, page="", **asked):
    tournament = table.draw.round.tournament
    address = f"/en/t/{tournament.slug}/desk/rounds/1/tables/{table.number}/{page}"
    desk = make.signed_in(tournament, Role.SCOREKEEPER)
    return desk.post(address, asked) if asked else desk.get(address)


def files(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.txt").write_bytes(text)
    return [folder / f"{name}.txt" for name in texts]


# The command


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_other_files_of_a_call_are_judged(jobs, tmp_path, monkeypatch):
    failing_at(monkeypatch, "roll")

    code, answer = run(*files(tmp_path, a=SLIPS, b=KEPT, c=DICE), json=True, jobs=jobs)

    slips, kept, dice = json.loads(answer)
    assert code == 3
    assert kept["fault"] == "StopIteration"
    assert "fault of the program" in kept["errors"][0]["expected"]
    assert slips["errors"]
    assert dice["valid"]


def test_each_file_has_a_line_in_words(tmp_path, monkeypatch):
    failing_at(monkeypatch, "roll")

    code, answer = run(*files(tmp_path, a=KEPT, b=DICE))

    assert code == 3
    assert "a.txt: not judged\n  The checker failed here (StopIteration)" in answer
    assert "b.txt: every rule kept" in answer


def test_a_killed_process_takes_no_other_file_with_it(tmp_path, monkeypatch):
    judge = judging.verdict_on

    def killed_at_kept(data, **options):
        if data == KEPT:
            os.kill(os.getpid(), signal.SIGKILL)
        return judge(data, **options)

    monkeypatch.setattr(judging, "verdict_on", killed_at_kept)
    some = files(tmp_path, a=DICE, b=SLIPS, c=KEPT, d=DICE, e=DICE, f=KEPT, g=DICE)

    code, answer = run(LEGAL, *some, BROKEN, json=True, jobs=2)

    verdicts = json.loads(answer)
    assert code == 3
    assert [verdict["file"] for verdict in verdicts] == list(map(str, [LEGAL, *some, BROKEN]))
    assert [bool(verdict.get("fault")) for verdict in verdicts] == [
        *(False, False, False, True, False, False, True, False, False),
    ]
    assert [verdict["valid"] for verdict in verdicts] == [
        *(True, True, False, False, True, True, False, True, False),
    ]


# Pages


@pytest.mark.django_db
def test_the_checking_page_says_so_and_keeps_the_text(client, monkeypatch):
    failing_at(monkeypatch, "roll")

    answer = client.post("/en/games/validate/", {"text": KEPT.decode()})

    page = answer.content.decode()
    assert answer.status_code == 200
    assert str(NOT_JUDGED) in page
    assert "[Ruleset" in page
    assert "Every rule was kept" not in page


def test_a_record_at_which_it_fails_is_not_kept_and_its_text_stays(table, monkeypatch):
    failing_at(monkeypatch, "roll")

    answer = page_of(table, "game/", text=canonical(GAME), seen=0, draw=1, first="2", keep="1")

    table.refresh_from_db()
    assert answer.status_code == 200
    assert str(NOT_JUDGED) in answer.content.decode()
    assert "[Ruleset" in answer.content.decode()
    assert table.record is None


def test_the_desk_goes_on_beside_a_record_at_which_it_fails(table, monkeypatch):
    tournament = table.draw.round.tournament
    records.keep_record(tournament, table, GAME, [2, 3, 4, 1], make.doer())
    make.enter(table, [8, 10, 5, 6], winner=2)
    failing_at(monkeypatch, "roll")

    answer = page_of(table)

    assert answer.status_code == 200
    assert "the checker failed at the record" in answer.content.decode()
    assert "Enter the result as recorded" not in answer.content.decode()


def test_the_page_of_such_a_game_is_a_sentence(table, client, monkeypatch):
    tournament = table.draw.round.tournament
    records.keep_record(tournament, table, GAME, [2, 3, 4, 1], make.doer())
    failing_at(monkeypatch, "roll")

    answer = client.get(f"/en/t/{tournament.slug}/rounds/1/tables/{table.number}/game/")

    assert answer.status_code == 422
    assert str(NOT_JUDGED) in answer.content.decode()
    assert "Traceback" not in answer.content.decode()


def test_writing_such_a_game_can_be_ended(table, monkeypatch):
    tournament = table.draw.round.tournament
    at_table = at_the_table(GAME, [2, 3, 4, 1], [1, 2, 3, 4])
    kept = records.start_record(tournament, table, GAME.header, [2, 3, 4, 1], make.doer())
    records.write_record(table, at_table, make.at(10), revision=kept.revision)
    failing_at(monkeypatch, "roll")

    records.close_record(tournament, table, make.doer())

    kept.refresh_from_db()
    assert not kept.is_open
