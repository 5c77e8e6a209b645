"""What `deploy/` ships is read as a server would read it, and runs what `make serve` runs."""

import configparser
import re
import shlex

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

DEPLOY = settings.BASE_DIR / "deploy"
UNITS = {path.name: path for path in (DEPLOY / "systemd").iterdir()}
OF_THE_IMAGES = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"}
PLACES = {"--host", "--port"}
"""What differs from one machine to the other."""


@pytest.fixture
def services():
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]


def unit(name):
    """A unit with all the lines of each name."""
    read = configparser.ConfigParser(
        strict=False, interpolation=None, dict_type=_Several, delimiters=("=",)
    )
    read.optionxform = str
    read.read_string(UNITS[name].read_text())
    return {section: dict(read[section]) for section in read.sections()}


class _Several(dict):
    """Lines of one name are kept one below the other."""

    def __setitem__(self, key, value):
        if isinstance(value, list) and key in self:
            value = [*self[key], *value]
        super().__setitem__(key, value)


def commands(text):
    return [line for line in text.splitlines() if line]


def program(words):
    """What is run of Python's modules, without the places of this machine."""
    words = words[words.index("-m") + 1 :]
    plain = []
    for word in words:
        if plain and plain[-1] in PLACES:
            plain.pop()
            continue
        plain.append(word)
    return plain


def served():
    """The programs that `make serve` starts: site, worker and clock."""
    made = (settings.BASE_DIR / "Makefile").read_text()
    server = re.search(r"^SERVER := (.*)$", made, re.M)[1]
    again = re.findall(r"again (\$\(VENV\) .*?) &", made)
    return {
        name: program(line.split())
        for name, line in zip(("site", "worker", "beat"), (server, *again), strict=True)
    }


def settings_known():
    """Those of settings.py, which all stand in the table of docs/operations.md, and one of the
    server's own."""
    source = (settings.BASE_DIR / "catantour" / "settings.py").read_text()
    return {*re.findall(r'env\.\w+\(\s*"(\w+)"', source), "WEB_CONCURRENCY"}


def test_compose_runs_what_make_serve_runs(services):
    assert {name: program(services[name]["command"]) for name in served()} == served()


def test_the_units_run_what_make_serve_runs():
    names = {"site": "catantour", "worker": "catantour-worker", "beat": "catantour-beat"}

    run = {
        short: program(shlex.split(unit(f"{name}.service")["Service"]["ExecStart"]))
        for short, name in names.items()
    }

    assert run == served()


def test_several_web_servers_on_one_machine_differ_in_their_ports_alone():
    alone, one = (unit(name) for name in ("catantour.service", "catantour@.service"))

    command = alone["Service"].pop("ExecStart").replace("--port 8000", "--port %i")
    assert one["Service"].pop("ExecStart") == command
    # The second reads the names of its files when nobody collects them.
    after = alone["Unit"].pop("After") + " catantour@8001.service"
    assert one["Unit"].pop("After") == after
    for read in (alone, one):
        read["Unit"].pop("Description")
    assert one == alone


def test_a_proxy_knows_all_web_servers_of_the_machine():
    told = (settings.BASE_DIR / "docs" / "operations.md").read_text()

    enabled = re.findall(r"catantour@(\d+)", re.search(r"^systemctl enable .*@.*$", told, re.M)[0])
    # One that was restarted is asked again at once: the next one is not there meanwhile.
    asked = re.findall(r"^ +server 127\.0\.0\.1:(\d+) max_fails=0;$", told, re.M)
    restarted = re.findall(r"^systemctl restart .*catantour@(\d+)$", told, re.M)

    assert enabled == asked == ["8001", "8002"]
    # At any restart, at an upgrade, and before it where files are moved.
    assert restarted == enabled * 3


def test_the_database_of_the_documentation_keeps_every_letter():
    told = (settings.BASE_DIR / "docs" / "operations.md").read_text()

    made = re.findall(r"createdb .*", told)

    assert made
    for line in made:
        assert "--template=template0 --encoding=UTF8 --locale=C.UTF-8" in line


@pytest.mark.parametrize("name", ["catantour", "catantour@"])
def test_a_web_server_that_is_frozen_is_started_again(name):
    service = unit(f"{name}.service")["Service"]

    # No shell stands between: whoever says that it lives is the process that systemd started.
    assert service["Type"] == "notify"
    assert program(shlex.split(service["ExecStart"])) == served()["site"]
    assert int(service["WatchdogSec"]) >= 60
    assert service["Restart"] == "always"


def test_every_command_of_manage_that_is_run_exists(services):
    texts = [*services["prepare"]["command"], *services["backup"]["command"]]
    texts += [path.read_text() for path in UNITS.values()]
    run = {name for text in texts for name in re.findall(r"manage\.py (\w+)", text)}

    assert run == {"migrate", "check", "messages", "collectstatic", "backup", "tell_of_failure"}
    assert run <= get_commands().keys()


def test_every_setting_that_is_named_exists(services):
    example = (DEPLOY / "catantour.env.example").read_text()
    named = set(re.findall(r"^#?([A-Z_]+)=", example, re.M))
    named |= {name for service in services.values() for name in service.get("environment", ())}
    for name in UNITS:
        for line in commands(unit(name).get("Service", {}).get("Environment", "")):
            named.add(line.partition("=")[0])

    assert named - settings_known() == OF_THE_IMAGES
    assert {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SITE_URL"} <= named


def test_every_part_has_a_bound_of_memory_and_is_started_again(services):
    assert [name for name, part in services.items() if "mem_limit" not in part] == []
    assert {name for name, part in services.items() if part["restart"] != "always"} == {"prepare"}
    for name in ("catantour", "catantour@", "catantour-worker", "catantour-beat"):
        service = unit(f"{name}.service")["Service"]
        assert service["Restart"] == "always"
        assert "MemoryMax" in service
        # Without it systemd gives up after a few tries.
        assert unit(f"{name}.service")["Unit"]["StartLimitIntervalSec"] == "0"


def test_every_part_that_answers_is_asked_whether_it_is_well(services):
    asked = {name for name, part in services.items() if "test" in part.get("healthcheck", ())}

    assert asked == {"postgres", "redis", "site", "worker"}
    assert "/health/ready/" in " ".join(services["site"]["healthcheck"]["test"])


def test_the_site_waits_until_its_database_is_prepared(services):
    for name in served():
        waits = services[name]["depends_on"]["prepare"]
        assert waits == {"condition": "service_completed_successfully"}
    assert services["prepare"]["depends_on"]["postgres"] == {"condition": "service_healthy"}


def test_a_backup_is_made_every_night():
    timer = unit("catantour-backup.timer")
    service = unit("catantour-backup.service")["Service"]

    assert timer["Timer"]["OnCalendar"].endswith("03:05:00")
    assert timer["Timer"]["Persistent"] == "true"
    assert service["Type"] == "oneshot"
    assert "manage.py backup /var/backups/catantour/" in service["ExecStart"]
    assert example()["BACKUP_DIR"] == "/var/backups/catantour"


def test_somebody_is_told_of_a_backup_that_failed(services):
    assert unit("catantour-backup.service")["Unit"]["OnFailure"] == "catantour-failed@%n.service"
    assert "tell_of_failure %i" in unit("catantour-failed@.service")["Service"]["ExecStart"]
    assert "|| python manage.py tell_of_failure" in services["backup"]["command"][-1]


def test_containers_look_for_backups_where_they_are_made(services):
    folder = services["backup"]["environment"]["BACKUP_DIR"]

    assert f"manage.py backup {folder}/" in services["backup"]["command"][-1]
    assert services["site"]["environment"]["BACKUP_DIR"] == folder


def example():
    """The settings as they stand in the file that is filled in."""
    lines = (DEPLOY / "catantour.env.example").read_text()
    return dict(re.findall(r"^([A-Z_]+)=(.*)$", lines, re.M))


def test_the_site_can_write_where_the_units_let_it():
    for name in UNITS:
        if name.endswith(".service"):
            service = unit(name)["Service"]
            assert service["ProtectSystem"] == "strict"
            assert f"/var/lib/{service['StateDirectory']}" == example()["VAR_DIR"]
            # A site of before has its files in the program's folder; a new one has no such folder.
            assert re.match("/srv/catantour$|-/srv/catantour/var( |$)", service["ReadWritePaths"])


def test_what_the_site_writes_outlives_the_folder_of_a_release():
    told = (settings.BASE_DIR / "docs" / "operations.md").read_text()
    program = unit("catantour.service")["Service"]["WorkingDirectory"]

    assert not example()["VAR_DIR"].startswith(program)
    assert f"alias {example()['VAR_DIR']}/static/;" in told


def test_units_are_on_postgresql_and_redis_as_soon_as_the_example_is_filled_in(services):
    own = example()

    assert {"DATABASE_URL", "REDIS_URL", "VAR_DIR", "BACKUP_DIR"} <= own.keys()
    # In a container they are said by what stands above the file.
    for name in served():
        assert {"DATABASE_URL", "REDIS_URL", "VAR_DIR"} <= services[name]["environment"].keys()


def test_what_is_checked_before_the_start_is_the_same_everywhere(services):
    made = (settings.BASE_DIR / "Makefile").read_text()
    [checked] = re.findall(r"^\t@\$\(MANAGE\) (check .*)$", made, re.M)

    assert "--database default" in checked
    assert f"manage.py {checked}\n" in services["prepare"]["command"][-1]
    for name in ("catantour", "catantour@"):
        assert f"manage.py {checked}" in unit(f"{name}.service")["Service"]["ExecStartPre"]


def test_the_image_is_made_of_pinned_requirements():
    lines = (DEPLOY / "Dockerfile").read_text()

    assert "--require-hashes --requirement requirements.txt" in lines
    assert "USER catantour" in lines


def test_the_documentation_names_everything_that_is_shipped():
    told = (settings.BASE_DIR / "docs" / "operations.md").read_text()
    shipped = [path.name for path in DEPLOY.iterdir() if path.is_file()] + list(UNITS)

    assert [name for name in shipped if name not in told] == []


def test_a_postgresql_that_was_killed_is_started_again():
    told = (settings.BASE_DIR / "docs" / "operations.md").read_text()
    lines = (DEPLOY / "postgresql-restart.conf").read_text().splitlines()

    assert "Restart=on-failure" in lines
    assert "StartLimitIntervalSec=0" in lines
    assert (
        "install -D -m 644 /srv/catantour/deploy/postgresql-restart.conf "
        "/etc/systemd/system/postgresql@.service.d/restart.conf\n"
    ) in told
