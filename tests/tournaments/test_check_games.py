"""Many games at once: a zip sent, its progress watched, its report read, fetched and deleted."""

import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils.crypto import get_random_string
from django.utils.translation import override
from openpyxl import load_workbook

from tests import factories as make
from tests.games.failing import failing_at
from tests.games.played import RECORDS
from tests.games.rulesets import cities_table, table
from tests.threads import all_at_once
from tests.zips import BROKEN, KEPT, SAMPLES, SLIPS, zipped
from tournaments import tasks
from tournaments.exports import checked_games as reports
from tournaments.models import Job
from tournaments.models.entry import Role
from tournaments.models.logbook import JobState
from tournaments.services import jobs
from tournaments.services.checking_games import check_games

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/en/games/check/"
SAMPLES_OF_DICE = (SAMPLES / "dice.txt").read_bytes()
DAY = zipped(("1.txt", KEPT), ("=SUM(A1).txt", BROKEN), ("3.txt", SLIPS), ("4.txt", b"\xff"))


@pytest.fixture
def desk() -> Client:
    return make.signed_in(make.make_tournament(), Role.REFEREE)


def sent(client: Client, data: bytes, name: str = "Sobota.zip", once: str = "a"):
    return client.post(PAGE, {"file": SimpleUploadedFile(name, data), "once": once}, follow=True)


def told(answer) -> str:
    return answer.content.decode()


def waiting(data: bytes = DAY, **fields) -> Job:
    """A job whose task got lost."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("tournaments.services.jobs.job_waiting.send", lambda **_: None)
        job = check_games(data, "Sobota", get_random_string(8), make.doer(), "en")
    Job.objects.filter(pk=job.pk).update(changed_at=make.at(9), **fields)
    job.refresh_from_db()
    return job


def report_of(job: Job, part: str) -> bytes:
    job.refresh_from_db()
    return reports.part_of(job, part)


def test_the_way_leads_from_the_desk_and_from_the_page_for_one_game():
    tournament = make.make_tournament()
    desk = make.signed_in(tournament)

    assert f'href="{PAGE}"' in told(desk.get(f"/en/t/{tournament.slug}/desk/"))
    assert f'href="{PAGE}"' in told(desk.get("/en/games/validate/"))
    assert f'href="{PAGE}"' not in told(Client().get("/en/games/validate/"))


def test_a_zip_ends_as_a_table_of_its_files(desk):
    page = told(sent(desk, DAY))

    assert "<h1>Sobota</h1>" in page
    assert [page.count(f"<b>{n}</b>") for n in (4, 2, 1)] == [1, 1, 2]
    assert "<strong>Anna: 10</strong>, Ben: 5, Cyril: 6, Dana: 6" in page
    assert "B-110" in page
    assert "expected: text in UTF-8" in page


def test_the_words_are_those_of_the_booklet(desk):
    """In Czech a road of Cities & Knights is a *silnice*."""
    head = table.head("cities-knights")
    broken = "\n".join((head, *cities_table.FOUNDED, "1 Anna 1+1y R b2sw"))
    page = sent(desk, zipped(("1.txt", broken.encode()), ("2.txt", f"{head}Anna S b2s R".encode())))
    job = Job.objects.get()

    with override("cs"):
        words = " ".join(one.words for one in reports.summaries_of(job))

    assert told(page)
    assert "silnic" in words
    assert "cest" not in words


def test_each_reader_has_the_table_in_the_own_language(desk):
    address = sent(desk, DAY).request["PATH_INFO"]

    czech = told(desk.get(address.replace("/en/", "/")))

    assert "A harbour is used by those" in told(desk.get(address))
    assert "Přístav využívá ten" in czech
    assert "text v UTF-8" in czech
    assert "vítězství na body" in czech


def test_all_games_may_stand_in_one_zip(desk):
    samples = ("cards.txt", "dice.txt", "kept.txt")
    played = ("sea-4p-2.soclog.gz", "c-vwv-48001.json.gz")
    files = [(name, (SAMPLES / name).read_bytes()) for name in samples]
    files += [(name, (RECORDS / name).read_bytes()) for name in played]

    page = told(sent(desk, zipped(*files)))

    assert page.count('class="badge good"') == 4
    assert page.count("no broken rule found, not every hand followed") == 1 + 1
    assert "Fast card game" in page
    assert "Seafarers" in page


def test_points_that_unseen_cards_may_be_worth_are_told_as_such(desk):
    unfinished = KEPT[: KEPT.index(b"\n40 ")]

    page = told(sent(desk, zipped(("1.txt", unfinished))))

    assert " +1?" in page or " +2?" in page
    assert "no end recorded" in page


@pytest.mark.parametrize(
    ("only", "names"),
    [("valid", ["1.txt"]), ("broken", ["=SUM(A1).txt"]), ("unreadable", ["3.txt", "4.txt"])],
)
def test_files_of_one_outcome_can_be_asked_for(desk, only, names):
    sent(desk, DAY)

    page = told(desk.get(f"{PAGE}{Job.objects.get().token}/", {"only": only}))

    files = ["1.txt", "=SUM(A1).txt", "3.txt", "4.txt"]
    assert [name for name in files if f">{name}</a>" in page] == names


def test_many_files_stand_on_several_pages(desk):
    sent(desk, zipped(*((f"{n}.txt", b"") for n in range(101))))

    page = told(desk.get(f"{PAGE}{Job.objects.get().token}/?page=2"))

    assert ">100.txt</a>" in page
    assert ">99.txt</a>" not in page


def test_the_json_says_what_the_command_says(desk, tmp_path, capsys):
    files = {"1.txt": KEPT, "2.txt": BROKEN, "3.txt": SLIPS}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    sent(desk, zipped(*files.items()))

    answer = desk.get(f"{PAGE}{Job.objects.get().token}/report.json")
    with pytest.raises(SystemExit):
        call_command("validate_game", "--json", *(str(tmp_path / name) for name in files))

    said = json.loads(capsys.readouterr().out)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Sobota.json"'
    assert json.loads(answer.content) == [
        verdict | {"file": name} for verdict, name in zip(said, files, strict=True)
    ]


def test_the_workbook_lists_files_findings_and_mistakes(desk):
    sent(desk, DAY)

    answer = desk.get(f"{PAGE}{Job.objects.get().token}/report.xlsx")

    book = load_workbook(io.BytesIO(answer.content))
    files = list(book["Files"].values)
    assert [row[:2] for row in files[1:]] == [
        ("1.txt", "valid"),
        ("=SUM(A1).txt", "rules broken"),
        ("3.txt", "not a record"),
        ("4.txt", "not a record"),
    ]
    assert book["Files"]["A3"].data_type == "s"
    assert {row[3] for row in list(book["Findings"].values)[1:]} >= {"B-110"}
    assert list(book["Mistakes in the text"].values)[1:][0][:3] == ("3.txt", 7, 2)
    assert len(list(book["Mistakes in the text"].values)) == 7


def test_names_of_players_are_text_in_the_workbook(desk):
    record = KEPT.replace(b"Anna", b"@SUM").replace(b"Ben", b"#REF!")
    sent(desk, zipped(("1.txt", record)))

    answer = desk.get(f"{PAGE}{Job.objects.get().token}/report.xlsx")

    book = load_workbook(io.BytesIO(answer.content))
    assert {cell.data_type for row in book["Files"]["A2:F2"] for cell in row} <= {"s", "n"}


def test_of_very_many_findings_the_first_are_told_and_the_rest_is_counted(desk, monkeypatch):
    monkeypatch.setattr("tournaments.exports.checked_games.MOST_IN_A_FILE", 2)
    monkeypatch.setattr("tournaments.exports.checked_games.MOST_FINDINGS", 3)
    sent(desk, zipped(("1.txt", BROKEN), ("2.txt", BROKEN), ("3.txt", SLIPS)))

    first, second, third = json.loads(report_of(Job.objects.get(), reports.JSON))

    assert [len(one["findings"]) for one in (first, second)] == [2, 1]
    assert [one["findings_left_out"] for one in (first, second)] == [1, 2]
    assert len(third["errors"]) == 1
    assert [one.found for one in reports.summaries_of(Job.objects.get())] == [3, 3, 5]


def test_each_file_can_be_looked_at_as_one_game(desk):
    sent(desk, DAY)
    address = f"{PAGE}{Job.objects.get().token}/files/"

    assert "Every rule was kept." in told(desk.get(f"{address}1/"))
    assert "B-110" in told(desk.get(f"{address}2/"))
    assert "5 mistakes in the text" in told(desk.get(f"{address}3/"))
    assert desk.get(f"{address}5/").status_code == 404
    assert desk.get(f"{address}0/").status_code == 404


def test_a_file_that_cannot_be_unpacked_is_told_so_instead_of_shown(desk):
    inner = zipped(("1.txt", KEPT))
    sent(desk, zipped(("inner.zip", inner)))

    answer = desk.get(f"{PAGE}{Job.objects.get().token}/files/1/", follow=True)

    assert "expected: a record, not a zip in a zip" in told(answer)


@pytest.mark.parametrize("data", [b"", b"PK\3\4", KEPT, zipped()])
def test_what_is_no_zip_of_records_is_refused_at_once(desk, data):
    page = told(sent(desk, data))

    assert "expected: a " in page
    assert not Job.objects.exists()


def test_nothing_chosen_is_asked_for(desk):
    assert "This field is required." in told(desk.post(PAGE, {"once": "a"}))


def test_a_button_clicked_twice_makes_one_job(desk):
    first, second = sent(desk, DAY), sent(desk, DAY)

    assert Job.objects.count() == 1
    assert first.redirect_chain == second.redirect_chain


def test_two_clicks_at_the_same_moment_make_one_job():
    made = all_at_once(*[lambda: check_games(DAY, "Sobota", "a", make.doer(), "cs").token] * 4)

    assert len(set(made)) == Job.objects.count() == 1


def test_another_zip_or_another_visit_of_the_page_makes_another_job(desk):
    sent(desk, DAY)
    sent(desk, zipped(("1.txt", KEPT)))
    sent(desk, DAY, once="b")

    assert Job.objects.count() == 3


def test_each_page_has_a_word_of_its_own(desk):
    pages = {desk.get(PAGE).context["form"]["once"].value() for _ in range(2)}

    assert len(pages) == 2
    assert all(len(once) == 20 for once in pages)


def test_the_percent_move_file_by_file():
    job = waiting(zipped(*((f"{n}.txt", b"") for n in range(4))))
    told = []

    reports.write(job, make.at(9), lambda done, total: told.append((done, total)))

    assert told == [(1, 5), (2, 5), (3, 5), (4, 5)]


def test_the_page_of_a_check_under_way_moves_by_itself(desk):
    job = waiting(state=JobState.RUNNING, percent=40)
    Job.objects.update(changed_at=make.dt.datetime.now(make.dt.UTC))
    address = f"{PAGE}{job.token}/"

    page = told(desk.get(address))
    part = told(desk.get(address, headers={"HX-Request": "true"}))

    assert '<noscript><meta http-equiv="refresh"' in page
    assert f'hx-get="{address}"' in page
    assert 'value="40"' in part
    assert "<html" not in part


def test_a_check_whose_worker_was_killed_can_be_started_again(desk):
    job = waiting(state=JobState.RUNNING, percent=40)
    address = f"{PAGE}{job.token}/"

    page = told(desk.get(address))
    desk.post(f"{address}again/")

    job.refresh_from_db()
    assert "No sign of life" in page
    assert job.state == JobState.DONE
    assert len(json.loads(report_of(job, reports.JSON))) == 4


def test_a_zip_that_is_gone_fails_its_check_in_words():
    job = waiting()
    job.upload.delete(save=False)

    assert not tasks.run_job(job.token)

    job.refresh_from_db()
    assert (job.state, job.message) == (
        JobState.FAILED,
        "The uploaded file is gone. Upload it again.",
    )


def test_a_deleted_check_leaves_neither_zip_nor_report(desk):
    sent(desk, DAY)
    job = Job.objects.get()

    page = told(desk.post(f"{PAGE}{job.token}/delete/", follow=True))

    assert "deleted" in page
    assert not Job.objects.exists()
    assert not job.file.storage.exists(job.file.name)
    assert not job.upload.storage.exists(job.upload.name)
    assert desk.get(f"{PAGE}{job.token}/").status_code == 404


def test_a_check_deleted_while_it_runs_leaves_nothing():
    job = waiting()

    def deleted_meanwhile(job, _report):
        jobs.delete_job(Job.objects.get(pk=job.pk))
        return b"report", "report.zip"

    assert not jobs.run_job(job.token, deleted_meanwhile, lambda: make.at(9, 1))

    storage = job.upload.storage
    assert not storage.exists(job.upload.name)
    assert not any(name.startswith(job.token) for name in storage.listdir("jobs")[1])


def test_a_task_of_a_deleted_check_does_nothing():
    job = waiting()
    jobs.delete_job(Job.objects.get())

    assert not tasks.run_job(job.token)


def test_old_checks_go_with_their_zips():
    job = waiting()
    old = make.at(10) + jobs.KEPT

    assert jobs.clear_old_jobs(old) == 1

    assert not job.upload.storage.exists(job.upload.name)


def test_checks_of_this_browser_are_listed_and_those_of_others_are_not(desk):
    sent(desk, DAY)
    other = make.signed_in(make.make_tournament())

    assert "Sobota</a>" in told(desk.get(PAGE))
    assert "Sobota</a>" not in told(other.get(PAGE))


def test_too_many_zips_are_put_off(desk, monkeypatch):
    monkeypatch.setattr("tournaments.views.desk.checking_games.ZIPS", "1/h")
    sent(desk, DAY)

    answer = sent(desk, DAY, once="b")

    assert answer.status_code == 429
    assert Job.objects.count() == 1


def test_an_official_by_personal_link_may_send_a_zip():
    official = make.make_official(make.make_tournament(), Role.SCOREKEEPER)
    browser = Client()
    browser.post(f"/en/official/{official.token}/")

    assert "Sobota" in told(sent(browser, DAY))


def test_prints_are_not_to_be_had_through_the_page_of_checks(desk):
    tournament = make.make_tournament()
    job = Job.objects.create(tournament=tournament, kind="badges", by="Olga", at=make.at(9))

    assert desk.get(f"{PAGE}{job.token}/").status_code == 404
    assert desk.post(f"{PAGE}{job.token}/delete/").status_code == 404


def test_a_report_that_is_not_ready_or_gone_is_not_found(desk):
    job = waiting()
    address = f"{PAGE}{job.token}/"
    early = desk.get(f"{address}report.json")
    tasks.run_job(job.token)
    strange = desk.get(f"{address}report.exe")
    job.refresh_from_db()
    job.file.storage.delete(job.file.name)
    job.upload.storage.delete(job.upload.name)

    gone = [desk.get(f"{address}{rest}") for rest in ("", "report.json", "files/1/")]

    assert [answer.status_code for answer in (early, strange, *gone)] == [404] * 5


def test_a_file_at_which_the_checker_fails_is_told_beside_the_others(desk, monkeypatch):
    failing_at(monkeypatch, "roll")

    page = told(sent(desk, zipped(("1.txt", KEPT), ("2.txt", SAMPLES_OF_DICE))))

    verdicts = json.loads(report_of(Job.objects.get(), reports.JSON))
    assert [verdict.get("fault") for verdict in verdicts] == ["StopIteration", None]
    assert [verdict["valid"] for verdict in verdicts] == [False, True]
    assert "The checker failed here (StopIteration)" in page
    assert "not judged <b>1</b>" in page
