"""While anything of a chain is secret, nobody gets it but by the command that ends it (T-016)."""

import io
import json
import re
import zipfile
import zlib

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import call_command
from django.urls import NoReverseMatch, reverse
from django.utils import translation

import verify_draw
from tests import factories as make
from tests.tournaments.test_permissions import BY_CODE
from tournaments import urls
from tournaments.domain import audit
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import archive_of, write_archive
from tournaments.exports.kinds import KINDS
from tournaments.models import Act, Commitment, Job, Table, Tournament
from tournaments.models.event import read_event
from tournaments.models.round import ChainEnd
from tournaments.models.tournament import State
from tournaments.services import rounds
from tournaments.services.acts import AlreadyDone
from tournaments.services.table_codes import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.rule("T-016")]

PDF_STREAM = re.compile(rb"stream\r?\n(.*?)endstream", re.DOTALL)


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def tournament():
    """Round 1 is over, round 2 is drawn and seen by officials alone."""
    tournament = make.ready_to_draw(19)
    make.committed(tournament)
    make.play(tournament, public_value="1 2 3")
    make.draw(tournament, 2, public_value="4 5 6")
    tournament.refresh_from_db()
    return tournament


def secrets_of(tournament):
    """The links that nobody may know yet, as they would stand in a file."""
    hidden = audit.chain(make.SECRET, 4)[2:]
    return [link.encode() for link in hidden] + [bytes.fromhex(link) for link in hidden]


def unpacked(content):
    """A file and all that is packed in it: members of a zip, streams of a PDF."""
    yield content
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                yield from unpacked(archive.read(name))
    for stream in PDF_STREAM.findall(content):
        try:
            yield zlib.decompress(stream)
        except zlib.error:
            yield stream


def leaking(tournament, contents):
    """The names of those contents in which any secret stands."""
    hidden = secrets_of(tournament)
    return [
        name
        for name, content in contents
        if any(secret in part.lower() for part in unpacked(content) for secret in hidden)
    ]


def content_of(answer):
    return b"".join(answer.streaming_content) if answer.streaming else answer.content


def printed(client, tournament, commits):
    """Every print and export of the desk, as it comes over HTTP."""
    for key, kind in KINDS.items():
        query = {"round": 1} if kind.of_round else {}
        if kind.quick:
            address = reverse("print_document", args=[tournament.slug, key])
            yield key, content_of(client.get(address, query))
            continue
        with commits(execute=True):
            client.post(reverse("start_job", args=[tournament.slug, key]), query)
        job = Job.objects.latest("pk")
        yield key, content_of(client.get(reverse("job_file", args=[tournament.slug, job.token])))


def pages(client, tournament):
    """Every page of the event and its desk that an address leads to."""
    entry, office = tournament.entries.first(), tournament.officials.first()
    known = {"slug": tournament.slug, "attempt": 1, "after": 1, "table_number": 1, "position": 1}
    known |= {"year": tournament.date.year, "pk": entry.pk, "table": "standings", "suffix": "csv"}
    known |= {"kind": "seats-by-name", "card": "library", "token": entry.token}
    known |= {"rule_id": "T-071", "key": "no-such-key", "proof": "no-such-proof", "join": 1}
    known |= {"code": "123456", "series": "catan-tour"}
    signing_in = {pattern.name for pattern in urls.signing_in}
    for pattern in (one for one in urls.urlpatterns if one.name not in signing_in):
        for number in (1, 2) if "number" in pattern.pattern.converters else (1,):
            given = {name: {**known, "number": number}[name] for name in pattern.pattern.converters}
            if pattern.name == "official_link":
                given = {"token": office.token}
            elif pattern.name in BY_CODE:
                drawn = Table.objects.filter(draw__round__number=number, number=1)
                given["token"] = code_of(drawn.get(draw__round__tournament=tournament))
            address = reverse(pattern.name, kwargs=given)
            yield address, content_of(client.get(address))


def administration(client):
    for model in apps.get_app_config("tournaments").get_models():
        name = f"admin:tournaments_{model._meta.model_name}"
        try:
            addresses = [reverse(f"{name}_changelist")]
        except NoReverseMatch:
            continue
        for row in model.objects.all()[:3]:
            addresses += [
                reverse(f"{name}_{page}", args=[row.pk]) for page in ("change", "history")
            ]
        for address in addresses:
            yield address, content_of(client.get(address))


def exported(capsys, *arguments):
    call_command("export_tournament", *arguments)
    return capsys.readouterr().out


def test_no_file_of_the_desk_holds_a_secret_link(tournament, django_capture_on_commit_callbacks):
    desk = make.signed_in(tournament)

    files = list(printed(desk, tournament, django_capture_on_commit_callbacks))

    assert {name for name, _content in files} == set(KINDS)
    written = {name for name, content in files if len(content) > 20}
    assert written >= {"archive", "workbook", "emergency-pack", "score-sheets", "seats-by-name"}
    assert leaking(tournament, files) == []
    # The search finds what is there: the link of round 1 is public and in the archive.
    public = audit.chain(make.SECRET, 4)[1].encode()
    assert any(public in content for name, content in files if name == "archive")


@pytest.mark.parametrize("role", ["organiser", "administrator", "visitor"])
def test_no_page_holds_a_secret_link(tournament, role):
    browser = make.signed_in(tournament, role)

    assert leaking(tournament, pages(browser, tournament)) == []


@pytest.mark.filterwarnings("ignore:The default scheme will be changed")
def test_no_page_of_the_administration_holds_a_secret_link(tournament, client):
    client.force_login(User.objects.create_superuser("series", "series@example.org", "x"))
    found = list(administration(client))

    assert len(found) > 60
    assert leaking(tournament, found) == []


def test_the_plain_command_keeps_the_secret(tournament, capsys):
    text = exported(capsys, tournament.slug)

    assert leaking(tournament, [("command", text.encode())]) == []
    assert Commitment.objects.get().ended_at is None


@pytest.mark.parametrize("key", KINDS)
def test_whatever_is_public_of_a_chain_may_be_in_the_archive(key, tournament):
    if key != "archive":
        assert KINDS[key].suffix in ("pdf", "xlsx", "csv")
        return
    make.agreeing(lambda who: rounds.publish_draw(tournament, 2, who))

    row = archive_of(tournament)["commitments"][0]

    assert row["secret"] == ""
    assert row["revealed"] == list(audit.chain(make.SECRET, 4)[:3])


def test_the_attack_with_the_archive_fails_to_steer(django_capture_on_commit_callbacks):
    """An organiser takes every file of the desk, and tries values until a draw pleases (finding 3).

    What the draw will be cannot be worked out: no text in any file is the link of the round.
    """
    tournament = make.ready_to_draw(19)
    make.committed(tournament)
    make.play(tournament, public_value="1 2 3")
    desk, slug = make.signed_in(tournament), tournament.slug
    words = set()
    for _name, content in printed(desk, tournament, django_capture_on_commit_callbacks):
        for part in unpacked(content):
            words |= set(re.findall(rb"[0-9a-f]{64}", part.lower()))
    wanted, rolled = {"1", "2", "3"}, "4 2 1 6 2 6 6 3"

    desk.post(reverse("type_value", args=[slug, 2]), {"instead_of": 0, "text": rolled})
    drawn = make.draw(tournament, 2)

    commitment, inputs = Commitment.objects.get(), drawn.inputs
    for word in words:
        secret = word.decode()
        assert audit.link(secret) != commitment.links(1)[1]
        guessed = audit.seed_of(
            event=slug,
            round_number=2,
            attempt=1,
            algorithm=drawn.algorithm,
            inputs=inputs,
            public=rolled,
            secret=secret,
        )
        assert guessed != drawn.seed
    assert words
    tables = [{str(seat.entry.number) for seat in t.seats.all()} for t in drawn.tables.all()]
    assert not any(wanted <= table for table in tables)
    # And that the organiser alone typed it stands in the record for ever.
    make.agreeing(lambda who: rounds.publish_draw(tournament, 2, who))
    cache.clear()
    html = desk.get(reverse("verify_draw", args=[slug, 2])).content.decode()
    assert "One person typed what was rolled, and nobody confirmed it." in html


# Taken out


def test_taking_the_secret_out_ends_the_chain_and_is_told_to_everybody(tournament, capsys, client):
    text = exported(capsys, tournament.slug, "--with-secret")

    assert json.loads(text)["commitments"][0]["secret"] == make.SECRET
    commitment = Commitment.objects.get()
    assert commitment.ended_why == ChainEnd.TAKEN
    assert Act.objects.get(name="take_out_secret").detail == commitment.published
    make.agreeing(lambda who: rounds.publish_draw(tournament, 2, who))
    cache.clear()
    record = client.get(f"/en/t/{tournament.slug}/rounds/1/draw.json").json()
    page = client.get(f"/en/t/{tournament.slug}/rounds/1/verify/").content.decode()
    assert record["chains"][0]["ended"]["why"] == "taken"
    assert "The secret of the chain was taken out of the site" in page
    assert "Everything agrees." in page
    assert "The chain ended at" in client.get(f"/en/t/{tournament.slug}/").content.decode()


def test_the_page_of_a_round_that_is_not_drawn_tells_that_its_chain_ended(tournament, client):
    address = f"/en/t/{tournament.slug}/rounds/%d/"
    before = client.get(address % 3).content.decode()
    rounds.take_out_secret(tournament, make.doer())
    cache.clear()

    after = client.get(address % 3).content.decode()

    assert "The chain ended at" not in before
    assert "The chain ended at" in after
    assert Commitment.objects.get().published in after
    assert "The chain ended at" not in client.get(address % 1).content.decode()


def test_draws_after_the_secret_was_taken_out_follow_from_no_chain(tournament, tmp_path, capsys):
    rounds.take_out_secret(tournament, make.doer())

    drawn = make.draw(tournament, 2, seed="system", reason="A late player.")
    make.agreeing(lambda who: rounds.publish_draw(tournament, 2, who))

    assert drawn.seed == "system"
    assert drawn.commitment is None
    event = read_event(tournament)
    cache.clear()
    paths = []
    for number in (1, 2):
        paths.append(tmp_path / f"{number}.json")
        answer = make.signed_in(tournament).get(
            f"/en/t/{tournament.slug}/rounds/{number}/draw.json"
        )
        paths[-1].write_bytes(answer.content)
    capsys.readouterr()
    code = verify_draw.main([str(path) for path in paths])
    lines = capsys.readouterr().out.splitlines()
    assert code == 0, lines
    assert any("draw 2: it follows from no chain" in line for line in lines)
    assert "0 warnings" not in lines[-1]
    assert event.chain_for(3) is None


def test_a_chain_without_secrets_is_not_ended(capsys):
    tournament = make.ready_to_draw(8, rounds=1, kind="other")
    make.make_official(tournament)
    make.committed(tournament)
    make.publish(tournament, public_value="1 2 3")

    text = exported(capsys, tournament.slug, "--with-secret")

    assert Commitment.objects.get().ended_at is None
    assert len(json.loads(text)["commitments"][0]["revealed"]) == 2


def test_after_the_end_another_chain_is_begun_for_rounds_of_which_nothing_is_known(tournament):
    make.agreeing(lambda who: rounds.publish_draw(tournament, 2, who))
    with pytest.raises(AlreadyDone):
        rounds.commit_draws(tournament, "0" * 64, make.doer())
    rounds.take_out_secret(tournament, make.doer())
    for table in read_event(tournament).round(2).tables:
        make.enter(table.table, (10, 8, 5, 4)[: len(table.seats)])
    make.agreeing(lambda who: rounds.close_round(tournament, 2, who))

    second = rounds.commit_draws(tournament, "0" * 64, make.doer(now=make.at(13)))
    drawn = make.publish(tournament, 3, public_value="3 3 3")

    assert second.first_round == 3
    assert drawn.commitment == second
    event = read_event(tournament)
    cache.clear()
    record = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/rounds/3/draw.json").json()
    assert all(step.ok for step in audit.check_record(record))
    told = [remark.message for remark in audit.remarks_on(record)]
    assert len([message for message in told if "new chain was begun" in message]) == 1
    assert event.commitment == second


def test_dice_that_lie_already_are_not_drawn_from_with_a_chain_made_up_after_them(tournament):
    make.agreeing(lambda who: rounds.publish_draw(tournament, 2, who))
    for table in read_event(tournament).round(2).tables:
        make.enter(table.table, (10, 8, 5, 4)[: len(table.seats)])
    make.agreeing(lambda who: rounds.close_round(tournament, 2, who))
    make.roll(tournament, 3)
    rounds.take_out_secret(tournament, make.doer())

    second = rounds.commit_draws(tournament, "0" * 64, make.doer(now=make.at(13)))

    assert second.first_round == 4
    assert make.draw(tournament, 3, seed="system").seed == "system"


def test_no_chain_is_begun_when_no_round_is_left(tournament):
    rounds.take_out_secret(tournament, make.doer())
    Tournament.objects.update(state=State.FINISHED, finished_at=make.at(17))

    with pytest.raises(Refused, match="No round is left"):
        rounds.commit_draws(tournament, "0" * 64, make.doer())


# Moved


def test_an_event_that_moved_has_no_chain_and_its_past_stays_proved(tournament):
    document = json.loads(write_archive(tournament))

    copied = read_archive(document, copy_to="copy")

    chain = copied.commitments.get()
    assert (chain.secret, chain.ended_why) == ("", ChainEnd.MOVED)
    assert not chain.covers(3)
    assert Act.objects.get(tournament=copied, name="import_tournament").by == "import_tournament"
    page = make.signed_in(copied).get(reverse("verify_draw", args=["copy", 1])).content.decode()
    assert "Everything agrees." in page
    assert "The event was moved to another machine" in page


def test_a_draw_that_moved_before_it_was_published_is_not_said_to_be_proved(tournament, client):
    copied = read_archive(json.loads(write_archive(tournament)), copy_to="copy")
    make.agreeing(lambda who: rounds.publish_draw(copied, 2, who))

    page = client.get("/en/t/copy/rounds/2/verify/").content.decode()

    assert "The link of draw 1 stayed on another machine" in page
    assert "Something differs." not in page
    assert "Everything agrees." not in page


def test_an_old_archive_with_its_secret_loses_it_and_says_so(tournament):
    document = json.loads(write_archive(tournament))
    row = document["commitments"][0]
    for key in ("revealed", "first_round", "ended_at", "ended_why"):
        del row[key]
    row["secret"] = make.SECRET
    for draw in document["draws"]:
        del draw["commitment"]
    del document["sources"], document["values"]

    copied = read_archive(document, copy_to="copy")

    chain = copied.commitments.get()
    assert (chain.secret, chain.ended_why) == ("", ChainEnd.TAKEN)
    assert chain.known == list(audit.chain(make.SECRET, 4)[:2])
    assert copied.rounds.get(number=1).draws.get().commitment == chain
