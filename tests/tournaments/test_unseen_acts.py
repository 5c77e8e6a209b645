"""Acts that visitors see nothing of leave every public page as it was, to the last byte."""

import io
import zipfile
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from time_machine import travel

from tests import factories as make
from tests.games.played import record
from tournaments import urls
from tournaments.domain.wishes import WishKind
from tournaments.exports.sheets import TITLES
from tournaments.models import Entry, Ruling, Table, Tournament, Wish
from tournaments.models.entry import Role
from tournaments.models.logbook import UNSEEN_ACTS
from tournaments.models.program import Writes
from tournaments.permissions import ORGANISERS
from tournaments.services import (
    appointing,
    calling,
    checking_in,
    entering,
    programs,
    proposing,
    records,
    refereeing,
    responding,
    rounds,
    webhooks,
    wishes,
)
from tournaments.services.entered import EnteredResult, EnteredScore
from tournaments.services.standing import Standing
from tournaments.views.shared import forget_events

pytestmark = pytest.mark.django_db

ADDRESSES = {
    "standings": [[], [1]],
    "junior_standings": [[], [1]],
    "tournament": [[]],
    "appointment": [[]],
    "players": [[]],
    "player": [[number] for number in (1, 2, 8)],
    "newest_round": [[]],
    "round": [[1], [2]],
    "draw_record": [[1], [2]],
    "round_board": [[1], [2]],
    "game": [[1, 1]],
    "game_file": [[1, 1, "txt"], [1, 1, "json"]],
    "earlier_draw": [[2, 1]],
    "verify_draw": [[1], [2]],
    "screen": [[]],
    "steered_screen": [[1]],
    "results": [[], [1], [2]],
    "rules_of_event": [[]],
    "event_format": [[]],
    "export": [[], *[[title] for title in TITLES]],
    "event_feed": [[]],
    "social_card": [[]],
    "embedded_standings": [[]],
    "embedded_draw": [[]],
}
"""Every public page of a tournament, by name, and what stands in its address besides."""

OF_THE_SERIES = {
    "calendar": [],
    "calendar_feed": [],
    "embedded_calendar": [],
    "season": [],
    "season_appointments": [make.DAY.year],
    "series_page": ["catan-tour"],
}
"""Those that show something of all of them."""

OF_NO_TOURNAMENT = {
    *("rules", "formats", "format_page", "guide", "guide_page", "small_games_guide"),
    *("tell_of_school", "verifier", "interface"),
}
OF_OTHER_GAMES = {"printed", "printed_file"}


def test_every_public_page_is_looked_at():
    known = {*ADDRESSES, *OF_THE_SERIES, *OF_NO_TOURNAMENT, *OF_OTHER_GAMES}
    assert {page.name for page in urls.public} == known


NOW = make.at(13)


@pytest.fixture(scope="module")
def before(for_all_tests):
    """The event that all of it is done in, and what visitors see of it."""
    with travel(NOW, tick=False):
        tournament = an_event()
        return tournament.pk, pages(tournament)


@pytest.fixture
def tournament(before, time_machine):
    time_machine.move_to(NOW, tick=False)
    return Tournament.objects.get(pk=before[0])


def an_event() -> Tournament:
    """Round 1 played, one game of it recorded; round 2 drawn twice and past its bell. A result is
    confirmed, a matter waits for the chief referee, another one for the council."""
    tournament = make.ready_to_draw(8)
    make.make_official(tournament, Role.REFEREE, "Rita Referee")
    make.make_official(tournament, Role.REFEREE, "Robert Referee")
    make.committed(tournament)
    first = make.play(tournament, 1, public_value="1 2 3")
    game = record("j-classic-4p-11")
    make.agreeing(
        lambda who: records.keep_record(
            tournament, first.tables.get(number=1), game, [1, 2, 3, 4], who
        )
    )
    make.wish(tournament, WishKind.APART, 1, 2)
    make.publish(tournament, 2, public_value="4 5 6")
    make.agreeing(lambda who: rounds.unpublish_draw(tournament, 2, who, reason="a mistake"))
    second = make.publish(tournament, 2, seed="8", reason="again")
    make.agreeing(lambda who: rounds.start_clock(tournament, 2, who), make.doer(now=make.at(11)))
    make.enter(second.tables.get(number=1), (10, 8, 5, 4))
    refereeing.open_ruling(tournament, "Who was on turn?", make.doer())
    protested = refereeing.open_ruling(tournament, "Was it seven?", make.doer())
    refereeing.decide(tournament, protested.pk, "It was.", make.doer())
    refereeing.protest(tournament, protested.pk, "It was not.", "Anna", make.doer())
    name_council(tournament)
    return tournament


def pages(tournament) -> dict[str, bytes]:
    """What a visitor is answered at every public address, made anew."""
    cache.clear()
    forget_events()
    seen = {}
    addresses = [reverse(name, args=arguments) for name, arguments in OF_THE_SERIES.items()]
    for name, several in ADDRESSES.items():
        addresses += [reverse(name, args=[tournament.slug, *one]) for one in several]
    for address in addresses:
        answer = Client().get(address)
        assert answer.status_code == 200, address
        seen[address] = sent(answer)
    seen.update(unzipped(seen.pop(reverse("export", args=[tournament.slug]))))
    for turn in range(4):
        address = reverse("screen", args=[tournament.slug])
        seen[f"{address}{turn}"] = sent(Client().get(address, {"turn": turn}))
    return seen


def sent(answer) -> bytes:
    """As it came, before and in the tests, whose clients tidy pages up."""
    return getattr(answer, "sent", answer.content)


def unzipped(workbook: bytes) -> dict[str, bytes]:
    """Its files without their times, which are those of the clock on the wall."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as files:
        return {name: files.read(name) for name in files.namelist()}


def the_open_matter(tournament) -> Ruling:
    return tournament.rulings.get(question="Who was on turn?")


def a_player(tournament) -> Entry:
    """Who won at table 1 of round 2."""
    return tournament.entries.get(seats__table=_table(tournament), seats__position=1)


def _table(tournament) -> Table:
    return Table.objects.get(
        draw__round__tournament=tournament,
        draw__round__number=2,
        draw__withdrawn_at=None,
        number=1,
    )


def _waiting_table(tournament) -> Table:
    draw = tournament.rounds.get(number=2).current_draw()
    return draw.tables.select_related("draw__round").get(number=2)


def respond_to_result(tournament):
    result = _table(tournament).results.get()
    responding.respond_to_result(
        tournament, a_player(tournament), result.pk, agrees=True, text="", doer=make.doer()
    )


def dispute_a_result(tournament):
    result = _table(tournament).results.get()
    responding.respond_to_result(
        tournament, a_player(tournament), result.pk, agrees=False, text="No!", doer=make.doer()
    )


def propose_result(tournament):
    """Of table 2, which has no result yet."""
    seat = _waiting_table(tournament).seats.select_related("entry").get(position=1)
    Tournament.objects.filter(pk=tournament.pk).update(from_the_table="proposed")
    entered = EnteredResult({place: EnteredScore(11 - place) for place in range(1, 5)}, 1)
    return proposing.propose_result(
        tournament, seat.table, entered, proposing.Player(seat.entry, make.doer())
    )


def respond_to_proposal(tournament):
    proposal = propose_result(tournament)
    seat = proposal.table.seats.select_related("entry").get(position=2)
    player = proposing.Player(seat.entry, make.doer())
    proposing.respond_to_proposal(tournament, proposal.pk, player, agrees=True, text="")


def decline_proposal(tournament):
    proposing.decline_proposal(tournament, propose_result(tournament).pk, make.doer())


def _player_at_the_waiting_table(tournament):
    seat = _waiting_table(tournament).seats.select_related("entry").get(position=1)
    return proposing.Player(seat.entry, make.doer())


def call_referee(tournament):
    player = _player_at_the_waiting_table(tournament)
    return calling.call_referee(tournament, _waiting_table(tournament), "rule", "Seven?", player).pk


def cancel_call(tournament):
    player = _player_at_the_waiting_table(tournament)
    calling.cancel_call(tournament, call_referee(tournament), player)


def take_call(tournament):
    calling.take_call(tournament, call_referee(tournament), make.doer())


def close_call(tournament):
    calling.close_call(tournament, call_referee(tournament), make.doer())


def rule_on_call(tournament):
    called = call_referee(tournament)
    calling.rule_on_call(tournament, called, "Seven?", "It was.", make.doer())


def propose_ruling(tournament):
    called = call_referee(tournament)
    calling.propose_ruling(tournament, called, "Seven?", "It was.", make.doer())


def open_ruling(tournament):
    refereeing.open_ruling(
        tournament,
        "Who rolled the dice?",
        make.doer(),
        round_number=2,
        table=_table(tournament),
        players=[a_player(tournament)],
    )


def decide(tournament):
    refereeing.decide(tournament, the_open_matter(tournament).pk, "Anna.", make.doer())


def protest(tournament):
    decide(tournament)
    matter = the_open_matter(tournament)
    refereeing.protest(tournament, matter.pk, "Never.", "Petr", make.doer())


def name_council(tournament):
    matter = tournament.rulings.get(protest_at__isnull=False)
    members = [office.person_id for office in tournament.officials.all()]
    make.agreeing(
        lambda who: refereeing.name_council(tournament, matter.pk, members, "Nobody else.", who)
    )


def decide_protest(tournament):
    matter = tournament.rulings.get(protest_at__isnull=False)
    refereeing.decide_protest(tournament, matter.pk, "It was seven.", make.doer())


def add_wish(tournament):
    make.wish(tournament, WishKind.APART, 3, 4)


def remove_wish(tournament):
    wishes.remove_wish(tournament, Wish.objects.get().pk, make.doer())


def mark_bell(tournament):
    rounds.mark_bell(tournament, 2, 2, 3, make.doer(now=make.at(12, 30)))


def record_start_rolls(tournament):
    rolls = {1: 7, 2: 8, 3: 9, 4: 10}
    rounds.record_start_rolls(tournament, 2, 2, make.doer(), rolls=rolls, first=4)


def mark_paid(tournament):
    checking_in.mark_paid(tournament, a_player(tournament).pk, True, make.doer())


def mark_unpaid(tournament):
    Entry.objects.filter(pk=a_player(tournament).pk).update(paid=True)
    checking_in.mark_paid(tournament, a_player(tournament).pk, False, make.doer())


def send_link(tournament):
    entry = a_player(tournament)
    Entry.objects.filter(pk=entry.pk).update(email="anna@example.org")
    entering.send_link(tournament, entry.pk, make.doer())


def renew_entry_link(tournament):
    entering.send_link(tournament, a_player(tournament).pk, make.doer(), renew=True)


def renew_link(tournament):
    appointing.renew_link(tournament, tournament.officials.first().pk, make.doer())


def at_the_desk(tournament):
    """An administrator: one organiser more would be seen on the page of the event."""
    user = make.make_user(staff=True)
    return replace(make.doer(), by=Standing(ORGANISERS, user.pk, (), tournament.pk))


def make_token(tournament):
    programs.make_token(tournament, "score app", Writes.RESULTS, at_the_desk(tournament))


def withdraw_token(tournament):
    make_token(tournament)
    programs.withdraw_token(tournament, tournament.program_tokens.get().pk, make.doer())


def add_webhook(tournament):
    webhooks.add_webhook(tournament, "https://example.org/hear", make.doer())


def withdraw_webhook(tournament):
    add_webhook(tournament)
    webhooks.withdraw_webhook(tournament, tournament.webhooks.get().pk, make.doer())


DONE = {
    do.__name__: do
    for do in (
        respond_to_result,
        propose_result,
        respond_to_proposal,
        decline_proposal,
        call_referee,
        cancel_call,
        take_call,
        close_call,
        rule_on_call,
        propose_ruling,
        open_ruling,
        decide,
        protest,
        name_council,
        decide_protest,
        add_wish,
        remove_wish,
        mark_bell,
        record_start_rolls,
        mark_paid,
        mark_unpaid,
        send_link,
        renew_entry_link,
        renew_link,
        make_token,
        withdraw_token,
        add_webhook,
        withdraw_webhook,
    )
}


def test_each_of_them_is_done_here():
    assert DONE.keys() == UNSEEN_ACTS


@pytest.mark.parametrize("do", [*DONE.values(), dispute_a_result], ids=lambda do: do.__name__)
def test_visitors_see_nothing_of_it(tournament, before, do):
    do(tournament)

    seen = pages(tournament)
    changed = [address for address, page in before[1].items() if seen[address] != page]
    now = Tournament.objects.get(pk=tournament.pk)
    assert changed == []
    assert now.public_version == tournament.public_version
    assert now.version > tournament.version


def test_a_result_is_seen(tournament, before):
    make.enter(tournament.rounds.get(number=2).draws.last().tables.get(number=2), (10, 8, 5, 4))

    now = Tournament.objects.get(pk=tournament.pk)
    assert pages(tournament) != before[1]
    assert now.public_version == now.version > tournament.version
