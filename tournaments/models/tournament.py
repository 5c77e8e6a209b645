"""One event on one day: place, timetable, format, and where it stands in its life."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import replace
from typing import Any

from django.apps import apps
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Count, Exists, OuterRef, Q, Subquery, Value
from django.db.models.functions import Coalesce, ExtractYear
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.domain import rich_text
from tournaments.domain.bounds import FEWEST_PLACES, MOST_PLACES
from tournaments.domain.conditions import to_be_confirmed
from tournaments.domain.formats import kept
from tournaments.domain.formats.laying_out import game_of_stage, laid_out
from tournaments.domain.formats.values import Band, Format
from tournaments.domain.games import GAMES, TableGame, game_of
from tournaments.domain.rich_text import LONGEST_TEXT
from tournaments.domain.scoring import TOUR, Scoring
from tournaments.domain.seating import Sizes
from tournaments.domain.values import Caution, EventKind
from tournaments.models.series import BelongsToSeries, Club, PlacesSevenEight
from tournaments.models.validators import event_day, few_marks, markdown


class Kind(models.TextChoices):
    SEASON = "season", _("season tournament")
    FINAL = "final", _("final championship")
    SCHOOL = "school", _("school tour")
    OTHER = "other", _("other event")


class State(models.TextChoices):
    """Set by acts alone, never in a form."""

    DRAFT = "draft", _("draft")
    ANNOUNCED = "announced", _("announced")
    SIGN_UP = "sign-up", _("sign-up open")
    CHECK_IN = "check-in", _("check-in")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    SENT = "sent", _("results sent")
    CANCELLED = "cancelled", _("cancelled")


class FromTheTable(models.TextChoices):
    """Whether players enter results, and what makes of them a result of the event."""

    OFF = "off", _("at the desk only")
    PROPOSED = "proposed", _("players propose, the desk accepts")
    AGREED = "agreed", _("players agree on it; the desk decides where they do not")


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def public(self) -> TournamentQuerySet:
        """What visitors may see: everything that was ever announced."""
        return self.exclude(state=State.DRAFT).filter(announced_at__isnull=False)

    def of_year(self, year: int) -> TournamentQuerySet:
        """Events of a calendar year (D-131)."""
        return self.filter(date__year=year)

    def counting_for_club(self) -> TournamentQuerySet:
        """Season events that use up a club's one event of the year and series (T-070, D-131)."""
        return self.filter(kind=Kind.SEASON).exclude(state__in=[State.DRAFT, State.CANCELLED])

    def open_again(self) -> TournamentQuerySet:
        """Those that the series opened for a correction, after everybody saw their standings as
        final."""
        return self.filter(state=State.RUNNING, acts__name="reopen_tournament").distinct()

    def with_series_key(self) -> TournamentQuerySet:
        """Each told the key of its series (`series_key`)."""
        oldest = apps.get_model("tournaments", "Series").objects.order_by("pk").values("key")[:1]
        return self.annotate(series_key=Coalesce("series__key", Subquery(oldest)))

    def with_places(self) -> TournamentQuerySet:
        """Each told whether its standings bring places and points (`gives_places`)."""
        known = Tournament.objects.alias(known_as=Coalesce("series", 0))
        earlier = known.counting_for_club().filter(
            known_as=Coalesce(OuterRef("series"), 0),
            club=OuterRef("club"),
            date__year=ExtractYear(OuterRef("date")),
            pk__lt=OuterRef("pk"),
        )
        return self.annotate(gives_places=Q(kind=Kind.SEASON) & ~Exists(earlier))


class Tournament(BelongsToSeries):
    """An event. `version` grows with every act, so that pages know whether they are stale;
    `public_version` is the one after the last act of which visitors see anything."""

    name = models.CharField(_("name"), max_length=120, validators=[few_marks])
    slug = models.SlugField(_("address"), max_length=60, unique=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.SEASON)
    club = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="tournaments",
        verbose_name=_("club"),
    )
    town = models.CharField(_("town"), max_length=120, validators=[few_marks])
    venue = models.CharField(_("venue"), max_length=200, blank=True, validators=[few_marks])
    date = models.DateField(_("date"), validators=[event_day])
    start = models.TimeField(_("start"), help_text=_("When the check-in opens."))
    capacity = models.PositiveSmallIntegerField(
        _("capacity"),
        validators=[
            MinValueValidator(FEWEST_PLACES, _("A table takes three players: write 3 or more.")),
            MaxValueValidator(MOST_PLACES),
        ],
    )
    fee = models.CharField(_("fee"), max_length=60, blank=True, validators=[few_marks])
    text = models.TextField(
        _("text"),
        blank=True,
        max_length=LONGEST_TEXT,
        help_text=_("Markdown."),
        validators=[few_marks, markdown],
    )
    # Worked out from `text` whenever a row is saved and never entered: a page is read by hundreds,
    # and none of them shall wait for it.
    text_html = models.TextField(blank=True, editable=False)
    contact = models.CharField(_("contact"), max_length=200, blank=True, validators=[few_marks])
    ruleset = models.CharField(_("rule set"), max_length=40, default="tour")
    target_points = models.PositiveSmallIntegerField(_("target points"), default=10)
    record_head = models.TextField(
        _("printed cards or sheets"),
        blank=True,
        max_length=4000,
        help_text=_(
            "What every record of this event says of them in its head, "
            'for example [Facts "fortress count=1 vp=4"].'
        ),
    )
    # A copy, so that a preset changed later changes no old event; empty by the rules of the Tour.
    format = models.JSONField(
        _("format"), default=dict, db_default=Value({}, models.JSONField()), blank=True
    )
    two_extra_rounds = models.BooleanField(
        _("two more rounds after the bell"), default=True, help_text=_("T-059, D-125.")
    )
    half_of_rounds_counts = models.BooleanField(
        _("only who sat in at least half of the rounds counts as a player"), default=False
    )
    from_the_table = models.CharField(
        _("results from the table"),
        max_length=8,
        choices=FromTheTable,
        default=FromTheTable.OFF,
        db_default=FromTheTable.OFF,
    )
    own_phones_only = models.BooleanField(
        _("results from the table only by the own link of each player"),
        default=False,
        db_default=False,
    )
    self_check_in = models.BooleanField(
        _("players check themselves in by a number on the large screen"),
        default=False,
        db_default=False,
    )
    places_7_8 = models.CharField(
        _("places 7 and 8 from 41 players on"), max_length=10, choices=PlacesSevenEight, blank=True
    )
    state = models.CharField(
        _("state"), max_length=10, choices=State, default=State.DRAFT, editable=False
    )
    sign_up_at_door = models.BooleanField(
        _("people sign up by themselves while the check-in is open"), default=False, editable=False
    )
    cancelled_reason = models.TextField(_("why it was cancelled"), blank=True, editable=False)
    announced_at = models.DateTimeField(_("announced"), null=True, editable=False)
    finished_at = models.DateTimeField(_("finished"), null=True, editable=False)
    sent_at = models.DateTimeField(_("results sent"), null=True, editable=False)
    frozen_slots = models.JSONField(
        _("qualifying places as they were when the tournament was finished"),
        null=True,
        editable=False,
    )
    # An organiser left while it was over, when links change nothing: they end if it opens again.
    links_outlived = models.BooleanField(default=False, db_default=False, editable=False)
    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    public_version = models.PositiveIntegerField(
        _("version that visitors see"), default=0, editable=False
    )
    history = HistoricalRecords(
        excluded_fields=["links_outlived", "version", "public_version", "text_html"]
    )

    objects = TournamentQuerySet.as_manager()

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        ordering = ["-date", "name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(capacity__gte=FEWEST_PLACES), name="capacity_of_one_table"
            ),
            models.CheckConstraint(condition=Q(state__in=State.values), name="state_is_known"),
            models.CheckConstraint(
                condition=Q(sent_at__isnull=True) | Q(finished_at__isnull=False),
                name="sent_only_when_finished",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Renders the text, unless other columns alone are saved."""
        named = kwargs.get("update_fields")
        if named is None or "text" in named:
            self.text_html = rich_text.shown(self.text)
            if named is not None:
                kwargs["update_fields"] = {*named, "text_html"}
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    @property
    def rich_text(self) -> SafeString:
        """The text as HTML, which was cleaned before it was saved."""
        return mark_safe(self.text_html)  # noqa: S308 - rich_text.shown cleans what is saved

    @property
    def game(self) -> TableGame:
        """What is played at the tables, on the printed sheets or cards of the event."""
        return game_of(self.ruleset, self.record_head)

    @property
    def target(self) -> int | None:
        """Points that win a game; None if it goes by score."""
        return None if self.game.by_score else self.target_points

    @property
    def game_to_win(self) -> TableGame:
        """The same with the points that win it here."""
        return replace(self.game, target=self.target)

    @property
    def games(self) -> tuple[TableGame, ...]:
        """All that is played in its rounds: its own game, and those of stages (FM-07)."""
        format_, own = self.format_kept, self.game_to_win
        others = () if format_ is None else format_.other_games
        return (own, *(GAMES[key] for key in others if key != own.key))

    def game_in(self, number: int) -> TableGame:
        """What is played in a round (counts from 1), with the points that win it: the game of the
        event, or that of the stage (FM-07). Whoever has read the whole event asks its round."""
        format_ = self.format_kept
        if format_ is None or not format_.changes_game:
            return self.game_to_win
        stages = laid_out(format_, list(self.rounds.values_list("cut", flat=True)), self._came)
        return game_of_stage(self.game_to_win, stages[number - 1])

    @property
    def _came(self) -> int:
        """How many came to round 1; before its draw those who are here, or for whom there is
        room."""
        first = self.rounds.filter(number=1, draws__withdrawn_at=None)
        seated: int = first.aggregate(seated=Count("draws__seats"))["seated"]
        return seated or self.entries.active().count() or self.capacity

    @property
    def format_kept(self) -> Format | None:
        """By what it is played and ranked; None by the rules of the Tour, or of a game by score."""
        read = self.__dict__.get("_format_read")
        if read is None or read[0] is not self.format:
            # Pages ask for each seat.
            read = self.__dict__["_format_read"] = (self.format, kept.kept_format(self.format))
        return read[1]

    @property
    def is_drawn(self) -> bool:
        """Whether a round was ever drawn: what it is played by stays from then on."""
        return self.rounds.filter(draws__isnull=False).exists()

    @property
    def format_bands(self) -> tuple[Band, ...]:
        """The stages that its format has, by how many come; none where the organiser plans them."""
        format_ = self.format_kept
        return () if format_ is None else format_.bands

    @property
    def table_sizes_wanted(self) -> Sizes:
        """How its players are divided into tables (FM-10)."""
        format_ = self.format_kept
        return "fours" if format_ is None else format_.sizes.value

    @property
    def scoring(self) -> Scoring:
        """How its games are counted."""
        format_ = self.format_kept
        return TOUR if format_ is None else format_.scoring

    @property
    def parts_of_points(self) -> int:
        """By how much the points of its players are multiplied where a draw reads them."""
        return self.scoring.parts if self.brings_points else 1

    @property
    def brings_points(self) -> bool:
        """Whether places bring tournament points (FMD-10)."""
        format_ = self.format_kept
        return not self.game.by_score if format_ is None else format_.has_points

    @property
    def has_words_of_the_tour(self) -> bool:
        """Whether the share of a table's points is called success in it."""
        return kept.has_words_of_the_tour(self.format_kept)

    @property
    def is_tour(self) -> bool:
        """Whether the Tour's format binds it: four rounds, rule set `tour` (D-101)."""
        return self.kind in (Kind.SEASON, Kind.FINAL)

    @property
    def has_last_round_by_standings(self) -> bool:
        """Whether it is of the Tour, with the format that the series may allow (FMD-11)."""
        return self.is_tour and kept.has_last_round_by_standings(self.format)

    @cached_property
    def gives_places(self) -> bool:
        """Whether its standings bring places and points of the season: those of a club's first
        event of the year (T-070). A second one comes from an archive alone, as a copy."""
        if self.kind != Kind.SEASON:
            return False
        told = Tournament.objects.with_places().filter(pk=self.pk)
        return told.values_list("gives_places", flat=True).get()

    @property
    def is_beside_another(self) -> bool:
        """Whether it counts in no season because its club's event of the year stands before it."""
        announced = self.state not in (State.DRAFT, State.CANCELLED)
        return self.kind == Kind.SEASON and announced and not self.gives_places

    @property
    def may_fill_its_hall(self) -> bool:
        """Whether those who sign up now may all be in the hall, behind one address of the
        network."""
        return self.is_today or self.state == State.CHECK_IN

    @property
    def takes_sign_ups(self) -> bool:
        """Whether people sign up by themselves now: on the page, or from the hall."""
        at_door = self.state == State.CHECK_IN and self.sign_up_at_door
        return self.state == State.SIGN_UP or at_door

    @cached_property
    def sign_up_is_closed(self) -> bool:
        """Whether it was open before the check-in and is not any more."""
        is_announced = self.state == State.ANNOUNCED
        return is_announced and self.acts.filter(name="close_sign_up").exists()

    @property
    def sign_up_can_open_again(self) -> bool:
        from_the_hall = self.state == State.CHECK_IN and not self.sign_up_at_door
        return from_the_hall or self.sign_up_is_closed

    @cached_property
    def names_by_number(self) -> dict[int, str]:
        """The players as the desk reads them, by number, for the logbook."""
        return {entry.number: str(entry) for entry in self.entries.all()}

    @cached_property
    def names_of_several(self) -> frozenset[str]:
        """The names that more than one person of the event has, players and officials."""
        rows = [many.values_list("name", "person_id") for many in (self.entries, self.officials)]
        persons = {pair for row in rows for pair in row}
        count = Counter(name for name, _person in persons)
        return frozenset(name for name, times in count.items() if times > 1)

    @cached_property
    def is_open_again(self) -> bool:
        """Whether it is one of those `open_again`."""
        is_running = self.state == State.RUNNING
        return is_running and Tournament.objects.open_again().filter(pk=self.pk).exists()

    @property
    def is_over(self) -> bool:
        return self.state in (State.FINISHED, State.SENT, State.CANCELLED)

    @property
    def is_played_out(self) -> bool:
        """Whether its standings are final."""
        return self.state in (State.FINISHED, State.SENT)

    @property
    def is_today(self) -> bool:
        return self.date == timezone.localdate()

    def to_be_confirmed(self, today: dt.date) -> tuple[Caution, ...]:
        """Why the series has to confirm the places; empty if no condition was broken, or the series
        consented to it (D-136)."""
        if self.announced_at is None:
            return ()
        broken = to_be_confirmed(
            EventKind(self.kind),
            self.date,
            announced_on=timezone.localdate(self.announced_at),
            last_day=self.date,
            sent_on=timezone.localdate(self.sent_at) if self.sent_at else today,
        )
        if not broken:
            return ()
        return tuple(one for one in broken if one.rule_id not in self._consented)

    @cached_property
    def _consented(self) -> frozenset[str]:
        return frozenset(consent.rule_id for consent in self.consents.all())


class Consent(models.Model):
    """The series agrees to a condition that an event broke, so that its places stand (T-076,
    D-136)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="consents")
    rule_id = models.CharField(_("rule"), max_length=10)
    at = models.DateTimeField(_("when"))

    class Meta:
        verbose_name = _("consent of the series")
        verbose_name_plural = _("consents of the series")
        ordering = ["rule_id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "rule_id"], name="one_consent_a_rule"),
        ]

    def __str__(self) -> str:
        return self.rule_id


class RuleChange(models.Model):
    """A small local change of the rules, and since when everybody could read it (T-068, T-069)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rule_changes")
    text = models.TextField(_("change"))
    published_at = models.DateTimeField(_("published"))
    by = models.CharField(_("by"), max_length=150)

    class Meta:
        verbose_name = _("local change of the rules")
        verbose_name_plural = _("local changes of the rules")
        ordering = ["published_at", "pk"]

    def __str__(self) -> str:
        return self.text

    @property
    def words(self) -> str:
        """As it was written; what the site itself says, in the reader's language."""
        return gettext(self.text) if self.text == kept.LAST_ROUND_CHANGE else self.text
