"""Lines of the log: plain or as JSON, and told together by the name of a request."""

import json
import logging
import re
import sys

import pytest
from django.test import Client
from django.urls import path

from catantour import server, urls
from catantour.celery import app
from catantour.logs import JSONFormatter
from tests.test_settings import manage

HEADER = "X-Request-ID"
MADE = re.compile(r"[0-9a-f]{16}")


def _broken(request):
    logging.getLogger("house").warning("about to break")
    raise ZeroDivisionError


urlpatterns = [path("broken/", _broken)]
handler500 = urls.handler500


@pytest.fixture
def visitor(settings):
    settings.ROOT_URLCONF = __name__
    return Client(raise_request_exception=False)


def line_of(record, **options):
    return json.loads(JSONFormatter(**options).format(record))


def test_every_answer_bears_the_name_of_its_request(visitor):
    names = [visitor.get(address).headers[HEADER] for address in ("/health/", "/no/", "/broken/")]

    assert all(MADE.fullmatch(name) for name in names)
    assert len(set(names)) == 3


def test_a_proxy_that_is_trusted_names_the_request(visitor, settings):
    settings.PROXIES = 1

    answer = visitor.get("/health/", headers={HEADER: "proxy-17.abcdef"})

    assert answer.headers[HEADER] == "proxy-17.abcdef"


@pytest.mark.parametrize("told", ["short", "x" * 65, "with space", 'quo"te-mark', "ěščřžýáí"])
def test_a_name_that_is_not_well_formed_is_not_taken(visitor, settings, told):
    settings.PROXIES = 1

    answer = visitor.get("/health/", headers={HEADER: told})

    assert MADE.fullmatch(answer.headers[HEADER])


@pytest.mark.parametrize("proxies", [None, 0])
def test_a_stranger_names_no_request(visitor, settings, proxies):
    settings.PROXIES = proxies

    answer = visitor.get("/health/", headers={HEADER: "stranger-17"})

    assert MADE.fullmatch(answer.headers[HEADER])


def test_all_lines_of_a_request_bear_its_name(visitor, caplog):
    caplog.handler.setFormatter(JSONFormatter())

    answer = visitor.get("/broken/")

    lines = [json.loads(line) for line in caplog.text.splitlines()]
    assert [(line["logger"], line["level"]) for line in lines] == [
        ("house", "WARNING"),
        ("django.request", "ERROR"),
    ]
    assert {line["request"] for line in lines} == {answer.headers[HEADER]}
    assert "ZeroDivisionError" in lines[1]["trouble"]


def test_a_line_outside_of_a_request_has_no_name():
    record = logging.LogRecord("house", logging.INFO, "", 1, "%s „hotovo“\n2", ("Úloha",), None)

    line = line_of(record)

    assert line.pop("at").endswith("+00:00")
    assert line == {"level": "INFO", "logger": "house", "message": "Úloha „hotovo“\n2"}
    assert "\n" not in JSONFormatter().format(record)


def test_what_strangers_send_wrongly_is_short_in_json_too():
    try:
        raise ValueError
    except ValueError:
        trouble = sys.exc_info()
    record = logging.LogRecord("django.security", logging.ERROR, "", 1, "x" * 500, (), trouble)

    line = line_of(record, most=200, traces=False)

    assert line["message"] == "x" * 200
    assert "trouble" not in line


def test_json_is_a_setting_for_all_processes(tmp_path):
    tried = "import logging; logging.getLogger('house').warning('tried')"
    through_celery = f"from catantour.celery import app; app.log.setup(); {tried}"

    for code in (tried, through_celery):
        done = manage("shell", "--no-imports", "-c", code, folder=tmp_path, LOG_FORMAT="json")

        assert json.loads(done.stderr)["message"] == "tried"


def test_a_process_of_a_worker_that_was_killed_is_told_in_json_too(tmp_path):
    killed = (
        "from catantour.celery import app; app.log.setup(); "
        "from billiard.util import error, info; info('begun'); "
        "error('Process %r exited with %r', 'ForkPoolWorker-1', 'signal 9')"
    )

    done = manage("shell", "--no-imports", "-c", killed, folder=tmp_path, LOG_FORMAT="json")

    line = json.loads(done.stderr)
    assert (line["level"], line["logger"]) == ("ERROR", "multiprocessing")
    assert line["message"] == "Process 'ForkPoolWorker-1' exited with 'signal 9'"


def test_where_the_site_is_stands_in_the_form_of_the_log(monkeypatch, capsys):
    monkeypatch.setattr(server, "_answers", lambda *_: True)
    monkeypatch.setenv("SITE_URL", "https://catan.example")
    for form in ("json", "line"):
        monkeypatch.setenv("LOG_FORMAT", form)
        server._tell("127.0.0.1", 8000)

    first, _, plain = capsys.readouterr().out.splitlines()

    assert json.loads(first)["message"] == plain
    assert plain == "The site is at https://catan.example (Ctrl-C stops it)."


def test_a_form_of_the_log_that_is_none_is_told(tmp_path):
    done = manage("check", folder=tmp_path, LOG_FORMAT="xml")

    assert done.returncode == 2
    assert "LOG_FORMAT is line or json, not xml." in done.stderr


def test_a_worker_does_not_tell_of_every_task():
    assert app.log
    assert not logging.getLogger("celery.app.trace").isEnabledFor(logging.INFO)
