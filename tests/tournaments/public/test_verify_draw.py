"""Anybody can check a published draw on the site, step by step, and take it home to check it."""

import pytest

from tests import factories as make
from tournaments.models import Draw
from tournaments.services import rounds
from tournaments.views.public import verify

pytestmark = pytest.mark.django_db


def url(tournament, number=1) -> str:
    return f"/en/t/{tournament.slug}/rounds/{number}/verify/"


def page(client, tournament, number=1) -> str:
    answer = client.get(url(tournament, number))
    assert answer.status_code == 200
    return answer.content.decode()


def with_ceremony(players=8):
    tournament = make.ready_to_draw(players)
    make.committed(tournament)
    return tournament


def agreed(html: str) -> int:
    return html.count('<span class="badge good">agrees</span>')


@pytest.mark.rule("T-016")
def test_every_step_of_a_draw_with_the_ceremony_agrees(client):
    tournament = with_ceremony()
    draw = make.publish(tournament, public_value="3 5 1 6")

    html = page(client, tournament)

    assert "Everything agrees." in html
    assert "differs" not in html
    assert "They showed: <strong>3 5 1 6</strong>" in html
    assert tournament.commitments.get().published in html
    assert tournament.commitments.get().link(1) in html
    assert draw.seed in html
    assert agreed(html) == html.count('<li class="check"><p><span class="badge') > 3


@pytest.mark.rule("T-016")
def test_a_value_that_was_replaced_is_marked_and_the_reason_stands_as_it_was_typed(client):
    tournament = with_ceremony()
    make.roll(tournament, dice="3 5 1")
    again = {"instead_of": 1, "reason": "The last die shows 4."}
    rounds.type_value(tournament, 1, "3 5 4", make.doer(), known_as=["user:0"], **again)
    rounds.confirm_value(tournament, 1, 2, make.doer("Wanda Witness"), known_as=["person:0"])
    make.publish(tournament)

    html = page(client, tournament)

    assert html.count('<span class="badge">replaced</span>') == 1
    assert html.index("3 5 1: typed at") < html.index(">replaced<") < html.index("3 5 4: typed at")
    assert "; typed again, reason: The last die shows 4.</p>" in html


@pytest.mark.rule("T-016")
def test_links_of_rounds_to_come_stay_secret(client):
    tournament = with_ceremony()
    make.publish(tournament, public_value="3 5 1 6")

    html = page(client, tournament)

    assert all(tournament.commitments.get().link(number) not in html for number in (2, 3, 4))


@pytest.mark.rule("T-016")
def test_an_event_without_the_ceremony_says_so_and_is_still_drawn_again(client):
    tournament = make.ready_to_draw(8)
    make.publish(tournament)

    html = page(client, tournament)

    assert "This event drew without the ceremony" in html
    assert "Everything agrees." in html
    assert agreed(html) > 0


@pytest.mark.rule("T-016")
def test_a_seed_that_was_changed_afterwards_is_found_out(client):
    tournament = with_ceremony()
    draw = make.publish(tournament, public_value="3 5 1 6")
    Draw.objects.filter(pk=draw.pk).update(seed="0" * 64)

    html = page(client, tournament)

    assert "Something differs." in html
    assert '<span class="badge bad">differs</span> The seed of draw 1' in html
    assert "<details open><summary>Show the figures" in html


@pytest.mark.rule("T-020")
def test_seats_that_were_changed_in_secret_are_found_out(client):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    first, second = (draw.tables.get(number=n).seats.get(position=1) for n in (1, 2))
    moved = first.table
    first.table, second.table = second.table, moved
    first.position = 4
    draw.seats.filter(table=first.table, position=4).delete()
    first.save()

    assert "The published tables are those of draw 1" in page(client, tournament)
    assert "Something differs." in page(client, tournament)


@pytest.mark.rule("T-016")
def test_a_swap_and_an_earlier_draw_are_told_with_their_reasons_and_by_name(client):
    tournament = make.ready_to_draw(8)
    make.publish(tournament)
    draw = make.draw(tournament, seed="8", reason="A player is missing.")
    first, second = (draw.tables.get(number=n).seats.first().entry for n in (1, 2))
    make.agreeing(
        lambda who: rounds.swap_players(tournament, 1, first, second, who, reason="Brothers.")
    )
    make.agreeing(lambda who: rounds.publish_draw(tournament, 1, who))

    html = page(client, tournament)

    players = f"{first.number}. {first.public_name}, {second.number}. {second.public_name}"
    assert f"The swap of {players} by hand" in html
    assert f"{first.public_name} ↔ {second.public_name}" in html
    assert "Brothers." in html
    assert "Cost of pairs again: 0 → 0" in html
    assert "Draw 1: A player is missing." in html
    assert f"/en/t/{tournament.slug}/rounds/1/draws/1/" in html
    assert "Everything agrees." in html


def test_a_draw_that_is_not_published_cannot_be_checked_yet(client):
    tournament = make.ready_to_draw(8)
    make.draw(tournament)

    assert client.get(url(tournament)).status_code == 404
    assert client.get(url(tournament, 9)).status_code == 404


def test_a_draw_of_an_earlier_version_of_the_program_is_left_open(client):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    Draw.objects.filter(pk=draw.pk).update(algorithm="catantour-draw-0")

    html = page(client, tournament)

    assert "drawn by an earlier version of the program" in html
    assert "not checked here" in html


def test_a_draw_that_was_kept_without_its_answer_is_not_said_to_agree(client):
    tournament = make.played_out(8)

    html = page(client, tournament, 4)

    assert "it cannot be checked" in html
    assert "agrees" not in html


def test_a_draw_is_worked_out_once_for_everybody(client, monkeypatch):
    tournament = make.ready_to_draw(8)
    make.publish(tournament)
    worked_out = []
    check = verify.check_record
    monkeypatch.setattr(
        verify, "check_record", lambda record: worked_out.append(record) or check(record)
    )

    page(make.signed_in(tournament), tournament)
    page(make.signed_in(tournament, "scorekeeper"), tournament)

    assert len(worked_out) == 1


def test_too_many_checks_of_one_address_are_put_off(client, monkeypatch):
    one, other = make.ready_to_draw(8), make.ready_to_draw(8)
    make.publish(one)
    make.publish(other)
    monkeypatch.setattr(verify, "CHECKS", "1/h")

    first, second = client.get(url(one)), client.get(url(other))
    known = make.signed_in(one).get(url(one))

    assert first.status_code == 200
    assert second.status_code == 429
    assert "Please try again in a minute." in second.content.decode()
    assert known.status_code == 200


def test_files_to_check_it_without_the_site_are_offered(client):
    tournament = make.ready_to_draw(8)
    make.play(tournament, 1)
    make.publish(tournament, 2)
    slug = tournament.slug

    html = page(client, tournament, 2)

    for number in (1, 2):
        assert f'href="/en/t/{slug}/rounds/{number}/draw.json"' in html
    assert f"python3 verify_draw.py {slug}-round-1.json {slug}-round-2.json" in html


def test_the_program_is_served_as_it_stands_in_the_repository(client, settings):
    answer = client.get("/verify_draw.py")

    assert answer.content == (settings.BASE_DIR / "verify_draw.py").read_bytes()
    assert answer.headers["Content-Type"] == "text/x-python; charset=utf-8"
    assert 'filename="verify_draw.py"' in answer.headers["Content-Disposition"]
