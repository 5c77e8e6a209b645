"""A game at sea is written down on a map that is chosen, drawn from the seed of the round."""

import pytest
from django.urls import reverse
from django.utils import translation

from games.engine.board.frames import FRAMES
from games.engine.board.generate import random_board
from games.engine.board.listing import board_text
from games.models import GameRecord
from tests import factories as make
from tests.prints import pages_of, print_of
from tournaments.domain.games import read_head
from tournaments.forms.announcing import mistakes_of_head
from tournaments.models import Table
from tournaments.models.entry import Role
from tournaments.models.event import read_table
from tournaments.services.agreement import doubts_of_keeping

pytestmark = pytest.mark.django_db

NEW_SHORES = "Heading for New Shores, 4 players"


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def published(players=12, **facts):
    tournament = make.ready_to_draw(players, **{"ruleset": "seafarers", "kind": "other", **facts})
    make.publish(tournament)
    return tournament


@pytest.fixture
def at_sea(db):
    return published()


class Start:
    """The page on which the game of the last table begins; 3 sit there of 11 players."""

    def __init__(self, tournament):
        tables = Table.objects.select_related("draw__round__tournament")
        self.table = tables.filter(draw__round__tournament=tournament).latest("number")
        self.round = self.table.draw.round
        self.client = make.signed_in(tournament, Role.SCOREKEEPER)
        self.place = [tournament.slug, 1, self.table.number]

    def page(self):
        return self.client.get(reverse("recorder", args=self.place))

    def form(self):
        return self.page().context["form"]

    def sent(self, **facts):
        names = ("red", "blue", "white", "orange")[: self.table.seats.count()]
        colours = {f"colour-{seat}": colour for seat, colour in enumerate(names, 1)}
        told = {"first": 1, "ruleset": "seafarers", "headers": "", **colours, **facts}
        return self.client.post(reverse("start_record", args=self.place), told)

    def shown(self, **facts):
        return self.sent(show="1", **facts)

    def begun(self, **facts):
        self.sent(**facts)
        return GameRecord.objects.get(table=self.table).record().header.board

    def drawn(self, key):
        return random_board(self.round.board_seed, FRAMES[key])


def keys(form):
    return [key for key, _name in form.fields["map"].choices]


def test_the_maps_for_so_many_players_are_offered(at_sea):
    four = Start(at_sea).form()
    three = Start(published(11)).form()

    assert keys(four) == ["new-shores-4", "through-the-desert-4", "islands-4"]
    assert keys(three) == ["new-shores-3", "through-the-desert-3", "islands-4"]
    assert four["map"].value() == "new-shores-4"
    assert three["map"].value() == "new-shores-3"


@pytest.mark.parametrize("key", ["new-shores-4", "through-the-desert-4"])
@pytest.mark.parametrize("ruleset", ["seafarers", "cities-knights+seafarers"])
def test_the_game_begins_on_the_chosen_map_as_the_seed_of_the_round_draws_it(at_sea, ruleset, key):
    start = Start(at_sea)

    assert start.begun(ruleset=ruleset, map=key) == start.drawn(key)
    assert start.page().status_code == 200


def test_without_a_choice_new_shores_is_played(at_sea):
    start = Start(at_sea)

    before = start.form().shown

    assert start.begun() == start.drawn("new-shores-4") == before.board == start.round.board
    assert before.map_name == NEW_SHORES


def test_a_map_that_is_typed_is_enough(at_sea):
    start = Start(at_sea)

    board = start.begun(map="new-shores-4", headers='[Map "through-the-desert-4"]')

    assert board == start.drawn("through-the-desert-4")


@pytest.mark.parametrize("headers", ['[Map "nowhere"]', '[Map "new-shores-3"]', '[Map "base"]'])
def test_a_map_that_is_not_for_this_table_is_asked_for_again(at_sea, headers):
    answer = Start(at_sea).sent(headers=headers)

    (told,) = answer.context["form"].errors["headers"]
    assert ("new-shores-4, through-the-desert-4, islands-4" in told) == ("3" not in headers)
    assert not GameRecord.objects.exists()


@pytest.mark.parametrize(
    ("facts", "key"),
    [
        ({"ruleset": "seafarers"}, "new-shores-4"),
        ({"ruleset": "seafarers", "map": "through-the-desert-4"}, "through-the-desert-4"),
        ({"ruleset": "seafarers", "headers": '[Map "islands-4"]'}, "islands-4"),
        ({"ruleset": "base", "map": "new-shores-4"}, "base"),
    ],
)
def test_what_is_shown_is_recorded(at_sea, facts, key):
    start = Start(at_sea)

    shown = start.shown(**facts).context["form"].shown.board

    assert not GameRecord.objects.exists()
    assert start.begun(**facts) == shown == start.drawn(key)


def test_the_picture_follows_the_scenario_that_is_chosen(db):
    start = Start(published(ruleset="cities-knights"))

    plain = start.form().shown.board
    changed = start.shown(ruleset="cities-knights+santa").context["form"].shown.board

    assert changed.undone() == plain
    assert start.begun(ruleset="cities-knights+santa") == changed


def test_the_rules_are_named_whole_below_their_field(at_sea):
    answer = Start(at_sea).shown(ruleset="cities-knights+seafarers+easter-bunny")

    told = "Rules: Cities &amp; Knights with Seafarers and Easter Bunny"
    assert told in answer.content.decode()


def test_a_board_that_is_typed_is_shown(at_sea):
    start = Start(at_sea)
    typed = random_board("another", FRAMES["new-shores-4"])

    answer = start.shown(headers=board_text(typed), map="through-the-desert-4")

    assert answer.context["form"].shown.board == typed


def test_a_map_without_what_the_scenario_needs_is_refused_before_the_start(db):
    start = Start(published(11, ruleset="seafarers+santa"))

    answer = start.shown(ruleset="seafarers+santa", headers='[Map "new-shores-3"]')

    assert "SC-009" in answer.content.decode()
    assert start.begun(ruleset="seafarers+santa").frame.key == "islands-4"


def test_the_map_that_the_event_names_is_played(db):
    head = '[Map "through-the-desert-4"]\n[Options "target=15"]'
    start = Start(published(record_head=head))
    of_three = Start(published(11, record_head=head))

    assert start.form()["map"].value() == "through-the-desert-4"
    assert start.form()["headers"].value() == '[Options "target=15"]'
    assert start.round.board == start.drawn("through-the-desert-4")
    assert of_three.form()["map"].value() == "through-the-desert-3"


@pytest.mark.parametrize(
    ("head", "fits"),
    [
        ('[Map "new-shores-4"]', True),
        ('[Map "new-shores-3"]', True),
        ('[Options "target=15"]', True),
        ('[Map "nowhere"]', False),
        ('[Map "base"]', False),
    ],
)
def test_an_event_may_name_its_map(at_sea, head, fits):
    assert (mistakes_of_head(at_sea.game, head) == []) == fits
    if "shores" in head:
        assert read_head(at_sea.game, head).board.frame.key in head


def test_the_round_shows_the_map_and_says_its_name(at_sea):
    start = Start(at_sea)
    page = start.client.get(reverse("round", args=[at_sea.slug, 1])).content.decode()
    picture = start.client.get(reverse("round_board", args=[at_sea.slug, 1])).content.decode()
    desk = start.client.get(reverse("round_desk", args=[at_sea.slug, 1])).content.decode()

    assert start.round.board == start.drawn("new-shores-4")
    printed = "".join(pages_of(print_of("board", at_sea, number=1)))
    assert all(NEW_SHORES in text for text in (page, picture, desk, printed))


def test_the_heading_names_no_map_where_there_is_only_one(db):
    assert Start(published(ruleset="tour")).round.map_name == ""


def test_a_table_of_three_plays_the_board_of_its_own_map(db):
    start = Start(published(11))
    start.begun(map="new-shores-3")
    seated = read_table(start.table)
    kept = GameRecord.objects.get(table=start.table).record()
    other = random_board("another", FRAMES["new-shores-3"])
    moved = kept._replace(
        header=kept.header.__class__(kept.header.ruleset, kept.header.players, other)
    )

    fine, wrong = (
        [doubt.rule_id for doubt in doubts_of_keeping(seated, game, [1, 2, 3])]
        for game in (kept, moved)
    )

    assert "T-004" not in fine
    assert "T-004" in wrong
