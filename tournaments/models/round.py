"""Rounds, their draws, and who sat where."""

from __future__ import annotations

import datetime as dt

from django.db import models
from django.db.models import F, Max, Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from games.engine.board.boards import Board
from games.engine.board.generate import random_board
from games.engine.record import Ground, Map
from games.engine.rulesets import by_key
from games.models import GameRecord
from tournaments.domain.audit import PUBLIC_LENGTH, chain
from tournaments.domain.draw import SCHEDULE
from tournaments.domain.games import TableGame
from tournaments.domain.timetable import PlannedRound, bell, left_on_clock
from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament
from tournaments.models.validators import event_moment


class DrawMode(models.TextChoices):
    RANDOM = "random", _("at random")
    STANDINGS = "standings", _("by standings")


class ChainEnd(models.TextChoices):
    """Why no draw follows from a chain any more."""

    TAKEN = "taken", _("its secret was taken out of the site")
    MOVED = "moved", _("the event was moved to another machine")


class Commitment(models.Model):
    """A chain of hashes behind the seeds of a tournament (tournaments/domain/audit.py).

    `secret` is the link of the last round. It never leaves the machine that made it, but by
    `export_tournament --with-secret`, which ends the chain: of the links those are public whose
    rounds are. Where it is empty the chain came from another machine, and `revealed` holds what
    was public there. It counts for rounds from `first_round` on. `event` is the address of the
    tournament as it goes into the seeds: a copy under another address is checked by the first.
    """

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="commitments", verbose_name=_("tournament")
    )
    event = models.SlugField(_("address"), max_length=60, db_index=False)
    secret = models.CharField(max_length=64, blank=True)
    revealed = models.JSONField(_("known links"), default=list, blank=True)
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    first_round = models.PositiveSmallIntegerField(_("from round"), default=1)
    by = models.CharField(_("by"), max_length=150)
    at = models.DateTimeField(_("published"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    ended_why = models.CharField(_("why it ended"), max_length=10, choices=ChainEnd, blank=True)

    class Meta:
        verbose_name = _("commitment of the draws")
        verbose_name_plural = _("commitments of the draws")
        ordering = ["tournament", "at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(first_round__gte=1, rounds__gte=F("first_round")),
                name="commitment_to_some_rounds",
            ),
            # Only what every SQLite can check by itself: a pattern would need Django's help.
            models.CheckConstraint(
                condition=Q(secret="") | Exact(Length("secret"), 64),
                name="secret_has_the_length_of_a_hash",
            ),
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True, ended_why="")
                | (Q(ended_at__isnull=False) & ~Q(ended_why="")),
                name="chain_ends_for_a_reason",
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(ended_at__isnull=True),
                name="one_chain_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.published}"

    @property
    def known(self) -> list[str]:
        """The end of the chain and the links that this machine knows."""
        return list(chain(self.secret, self.rounds)) if self.secret else self.revealed

    @property
    def published(self) -> str:
        """The end of the chain, which everybody may see from the start."""
        return self.known[0]

    def link(self, number: int) -> str:
        """The link of a round (from 1): secret until a draw of that round is published. Empty
        where it stayed on another machine."""
        return next(iter(self.known[number : number + 1]), "")

    def links(self, number: int) -> list[str]:
        """What is public once a draw of this round is: the end of the chain and so many links."""
        return self.known[: number + 1]

    def public_links(self) -> list[str]:
        """What everybody may know by now: the end of the chain and the links of all rounds of
        which it has a published draw."""
        published = self.draws.filter(published_at__isnull=False)
        last = published.aggregate(last=Max("round__number"))["last"] or 0
        return self.links(max(last, len(self.revealed) - 1))

    def covers(self, number: int) -> bool:
        """Whether the next draw of this round (from 1) follows from the chain."""
        if not self.secret or self.ended_at is not None:
            return False
        return self.first_round <= number <= self.rounds


class Round(models.Model):
    """One game for everybody. Where it stands follows from its draw, clock and results."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    starts_at = models.DateTimeField(
        _("starts at"), null=True, blank=True, validators=[event_moment]
    )
    limit_minutes = models.PositiveSmallIntegerField(
        _("time limit in minutes"), null=True, blank=True
    )
    draw_mode = models.CharField(
        _("draw"), max_length=10, choices=DrawMode, default=DrawMode.RANDOM
    )
    cut = models.PositiveSmallIntegerField(
        _("who plays"),
        null=True,
        blank=True,
        help_text=_("Only so many of the best; empty: everybody. Outside the Tour alone."),
    )
    board_seed = models.CharField(_("seed of the board"), max_length=64, blank=True)
    public_value = models.CharField(
        _("rolled in the hall"), max_length=PUBLIC_LENGTH, blank=True, editable=False
    )
    started_at = models.DateTimeField(_("clock started"), null=True, editable=False)
    paused_at = models.DateTimeField(_("clock stands since"), null=True, editable=False)
    paused_seconds = models.PositiveIntegerField(
        _("seconds that the clock stood"), default=0, db_default=0, editable=False
    )
    turn_limit_minutes = models.PositiveSmallIntegerField(
        _("limit of a turn after the bell, in minutes"), null=True, blank=True
    )
    closed_at = models.DateTimeField(_("closed"), null=True, editable=False)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number"),
            models.CheckConstraint(
                condition=Q(limit_minutes__isnull=True) | Q(limit_minutes__gte=1),
                name="limit_is_not_zero",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="rounds_count_from_one"),
            models.CheckConstraint(
                condition=Q(cut__isnull=True) | (Q(cut__gte=3, number__gte=2) & ~Q(cut=5)),
                name="cut_can_be_seated",
            ),
            models.CheckConstraint(
                condition=Q(paused_at__isnull=True)
                | Q(started_at__isnull=False, closed_at__isnull=True),
                name="only_a_clock_that_runs_can_stand",
            ),
            models.CheckConstraint(
                condition=Q(paused_seconds=0) | Q(started_at__isnull=False),
                name="no_clock_stood_before_it_ran",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"

    @property
    def planned(self) -> PlannedRound:
        """What the rules of the timetable want to know."""
        return PlannedRound(
            self.starts_at and timezone.localtime(self.starts_at),
            self.limit_minutes,
            self.started_at,
            self.closed_at,
            self._stood,
            self.paused_at is not None,
        )

    @property
    def bell_at(self) -> dt.datetime | None:
        """When the limit of a running clock is over; None without clock or limit, and while the
        clock stands."""
        if self.paused_at is not None:
            return None
        return bell(self.started_at, self.limit_minutes, self._stood)

    @property
    def left(self) -> dt.timedelta | None:
        """What is left of the limit while the clock stands; None while it does not."""
        if self.paused_at is None:
            return None
        return left_on_clock(self.started_at, self.limit_minutes, self._stood, self.paused_at)

    def left_of(self, table: Table) -> dt.timedelta | None:
        """The same for one table, with the extra time that it got."""
        return self.left and self.left + dt.timedelta(minutes=table.extra_minutes)

    def go_on(self, now: dt.datetime) -> None:
        """Let a clock that stands run again, the bell later by as much as it stood; unsaved."""
        # Whole seconds, as pages count them; nobody loses the part of one.
        stood = -(-(now - self.paused_at) // dt.timedelta(seconds=1))
        self.paused_seconds += max(stood, 0)
        self.paused_at = None

    @property
    def _stood(self) -> dt.timedelta:
        return dt.timedelta(seconds=self.paused_seconds)

    def bell_of(self, table: Table) -> dt.datetime | None:
        """The same for one table, with the extra time that it got."""
        return self.bell_at and self.bell_at + dt.timedelta(minutes=table.extra_minutes)

    @cached_property
    def game(self) -> TableGame:
        """What its tables play, with the points that win it."""
        return self.tournament.game_in(self.number)

    @property
    def record_head(self) -> str:
        """What its records say of what they are played on; a stage of another game says nothing."""
        tournament = self.tournament
        return tournament.record_head if self.game.key == tournament.game.key else ""

    @property
    def board(self) -> Board | None:
        """The one board of all tables (T-004), laid as the game of the event asks; None without a
        seed."""
        return self.board_on("")

    def board_on(self, told: str) -> Board | None:
        """The board of the round on the map that the headers of a record name; without one on the
        map of the round."""
        if not self.board_seed:
            return None
        ground = self._ground
        drawn_on = ground.map_of(told) if ground and told else self.map
        return (drawn_on.drawn if drawn_on else random_board)(self.board_seed)

    @property
    def map(self) -> Map | None:
        """The map that the event names, else the usual one of its game; None if it has none."""
        ground = self._ground
        if ground is None:
            return None
        named: Map | None = ground.map_of(self.record_head)
        return named or ground.map_of("")

    @property
    def map_name(self) -> str:
        """What the map is called where the game is played on several; else empty."""
        ground, drawn_on = self._ground, self.map
        return gettext(drawn_on.name) if ground and drawn_on and len(ground.maps) > 1 else ""

    @property
    def _ground(self) -> Ground | None:
        key = self.game.ruleset
        return by_key(key).notation.ground if key else None

    def current_draw(self) -> Draw | None:
        return self.draws.filter(withdrawn_at__isnull=True).first()


class ValueSource(models.Model):
    """What decides instead of dice, told before anybody can know it: the lottery of Saturday, say.

    Kept for ever; the last one of a round counts. Without a text, dice count again.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="sources")
    number = models.PositiveSmallIntegerField(_("number"))
    text = models.CharField(_("what decides instead of dice"), max_length=200, blank=True)
    due_at = models.DateTimeField(_("known from"), null=True, blank=True)
    reason = models.TextField(_("why it was changed"), blank=True)
    by = models.CharField(_("by"), max_length=150)
    at = models.DateTimeField(_("told"))

    class Meta:
        verbose_name = _("source of a public value")
        verbose_name_plural = _("sources of public values")
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_source_a_number"),
            models.CheckConstraint(
                condition=Q(text="", due_at__isnull=True) | (~Q(text="") & Q(due_at__gt=F("at"))),
                name="source_is_told_beforehand",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.text}"


class PublicValue(models.Model):
    """What was rolled for a round, as it was typed: kept for ever, before any draw sees it.

    `number` counts from 1; whoever types it again says why. `typist` and `witness` tell the two
    people apart by account, office or place in the event, never by name; they mean nothing on
    another machine, and are empty there.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="values")
    number = models.PositiveSmallIntegerField(_("number"))
    source = models.ForeignKey(
        ValueSource, models.RESTRICT, null=True, blank=True, related_name="values"
    )
    value = models.CharField(_("rolled in the hall"), max_length=PUBLIC_LENGTH)
    reason = models.TextField(_("why it was typed again"), blank=True)
    typist = models.CharField(max_length=40, blank=True, editable=False)
    # Whoever else the same browser is known as: none of them is a second person.
    also_typist = models.JSONField(default=list, blank=True, editable=False)
    by = models.CharField(_("by"), max_length=150)
    at = models.DateTimeField(_("typed"))
    witness = models.CharField(max_length=40, blank=True, editable=False)
    player = models.ForeignKey(
        Entry,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("confirmed by the player"),
    )
    confirmed_by = models.CharField(_("confirmed by"), max_length=150, blank=True)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)

    class Meta:
        verbose_name = _("public value")
        verbose_name_plural = _("public values")
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_value_a_number"),
            models.CheckConstraint(condition=~Q(value=""), name="value_is_typed"),
            models.CheckConstraint(
                condition=Q(number=1) | ~Q(reason=""), name="value_typed_again_has_a_reason"
            ),
            models.CheckConstraint(
                condition=Q(witness="") | ~Q(witness=F("typist")),
                name="nobody_confirms_what_they_typed",
            ),
            models.CheckConstraint(
                condition=Q(witness="") | Q(confirmed_at__isnull=False),
                name="a_witness_confirms_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.value}"


class Draw(models.Model):
    """One attempt to seat a round, kept for ever with what it was made from.

    `inputs` is the whole input of the pure draw in the form of `manage.py draw`: players by the
    number on their badge, in standings order, best first, their points, and earlier tables. With
    the seed anybody can repeat it. `answer` is the whole answer in the same form, before any swap
    by hand; draws older than it have none. Each round of a schedule has the whole of it, in the
    form of `manage.py schedule`.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="draws")
    # Which chain the seed follows from; none where the system made it up.
    commitment = models.ForeignKey(
        Commitment,
        models.RESTRICT,
        null=True,
        blank=True,
        related_name="draws",
        verbose_name=_("commitment of the draws"),
    )
    attempt = models.PositiveSmallIntegerField(_("draw"))
    seed = models.CharField(_("seed"), max_length=100)
    algorithm = models.CharField(_("algorithm"), max_length=40)
    inputs = models.JSONField(_("inputs"), default=dict)
    answer = models.JSONField(_("answer"), default=dict)
    reason = models.TextField(_("why it was drawn again"), blank=True)
    by = models.CharField(_("by"), max_length=150)
    at = models.DateTimeField(_("drawn"))
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True, blank=True)
    withdrawn_reason = models.TextField(_("why it was withdrawn"), blank=True)

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        ordering = ["round", "attempt"]
        constraints = [
            models.UniqueConstraint(fields=["round", "attempt"], name="one_draw_an_attempt"),
            models.UniqueConstraint(
                fields=["round"],
                condition=Q(withdrawn_at__isnull=True),
                name="one_current_draw_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}, {self.attempt}"

    @property
    def seen_at(self) -> dt.datetime:
        """By which a page or a print of it is recognised: once everybody sees it, since when."""
        return self.published_at or self.at

    @property
    def is_of_a_schedule(self) -> bool:
        """Whether all rounds of its stage were drawn at once, before the first one (FM-13)."""
        return self.algorithm == SCHEDULE

    def games(self) -> dict[int, bool]:
        """The tables of which there is a record, by number: whether it is being written now. What
        nobody closed is not, once the round is over."""
        recorded = self.tables.filter(record__isnull=False)
        ends = recorded.values_list("number", "record__closed_at")
        is_over = self.round.closed_at is not None
        return {number: closed_at is None and not is_over for number, closed_at in ends}


class DrawEdit(models.Model):
    """Two players who changed seats by hand, and why."""

    draw = models.ForeignKey(Draw, models.CASCADE, related_name="edits")
    first = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    second = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    reason = models.TextField(_("reason"))
    by = models.CharField(_("by"), max_length=150)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("hand-made swap")
        verbose_name_plural = _("hand-made swaps")
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.first} / {self.second}"


class Table(models.Model):
    """A table of one draw. `number` counts from 1; tables of three come last (T-014)."""

    draw = models.ForeignKey(Draw, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("number"))
    # Keys, not relations: they point at seats, and seats point at their table.
    first_position = models.PositiveSmallIntegerField(_("who started"), null=True, blank=True)
    bell_position = models.PositiveSmallIntegerField(
        _("who was on turn at the bell"), null=True, blank=True
    )
    extra_minutes = models.PositiveSmallIntegerField(
        _("extra time in minutes"), default=0, db_default=0
    )
    record = models.OneToOneField(
        GameRecord,
        models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="table",
        verbose_name=_("record of the game"),
    )

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ["draw", "number"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "number"], name="one_table_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.draw}, {self.number}"


class Seat(models.Model):
    """Who sits at a table, by position (counts from 1). `draw` repeats the table's, so that the
    database itself refuses one player at two tables of a round (T-020)."""

    draw = models.ForeignKey(Draw, models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    position = models.PositiveSmallIntegerField(_("position"))
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    start_roll = models.PositiveSmallIntegerField(_("roll for the start"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["table", "position"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "entry"], name="one_seat_a_player_and_draw"),
            models.UniqueConstraint(fields=["table", "position"], name="one_seat_a_position"),
            models.CheckConstraint(
                condition=Q(position__gte=1, position__lte=4), name="three_or_four_at_a_table"
            ),
            models.CheckConstraint(
                condition=Q(start_roll__isnull=True) | Q(start_roll__gte=2, start_roll__lte=12),
                name="roll_of_two_dice",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.entry}"
