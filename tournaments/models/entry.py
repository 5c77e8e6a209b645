"""People in a tournament: who plays, who is an official, who was excluded."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Count, F, Max, Q
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext, override, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.domain.entering import AGE_OF_MAJORITY, Prospect, may_tell_junior, prospect
from tournaments.domain.names import orders_of, public_name, reads_as, short_forms
from tournaments.domain.qualification import is_junior, turns
from tournaments.domain.values import Term
from tournaments.models.series import Club, Person
from tournaments.models.tournament import State, Tournament
from tournaments.models.validators import few_marks


def new_token() -> str:
    """A personal link nobody can guess: 192 bits."""
    return secrets.token_urlsafe(24)


def _whose_word(owner: Person, person: Person) -> Person:
    """By whose word a name is published: the owner's, but for a no of whom others counted it for,
    who may be the same, as long as they do."""
    return person if person.is_kept_back and not owner.is_kept_back else owner


def _of_owners(persons: Iterable[Person]) -> Q:
    """The rows over which these persons have rights: a join by others gives none."""
    return Q(joined_from=None, person__in=persons) | Q(joined_from__in=persons)


RESERVED_FOR = dt.timedelta(hours=1)
"""How long a sign-up that nobody has confirmed may keep a place."""


class EntryState(models.TextChoices):
    UNCONFIRMED = "unconfirmed", _("not confirmed")
    WAITING = "waiting", _("on the waiting list")
    CONFIRMED = "confirmed", _("confirmed")
    CHECKED_IN = "checked-in", _("checked in")
    NO_SHOW = "no-show", _("did not come")
    WITHDRAWN = "withdrawn", _("withdrawn")
    EXCLUDED = "excluded", _("excluded")
    CANCELLED = "cancelled", _("signed off")

    @property
    def term(self) -> Term:
        """Its label as a fact, which is put into the words of whoever reads it."""
        with override(None):
            return Term(self.label)


HOLDING = (EntryState.CONFIRMED, EntryState.CHECKED_IN)
"""Who has a place for certain."""

BEGUN = (State.RUNNING, State.FINISHED, State.SENT)
"""States of an event in which its players play or have played."""

NOBODY = {"holding": 0, "unconfirmed": 0, "waiting": 0}


class EntryQuerySet(models.QuerySet["Entry"]):
    def with_table(self) -> EntryQuerySet:
        """`called` says whether a call of the referee is open at any table of theirs; `on_turn` is
        the position noted at the bell at the table where they sit now, None if none is."""
        calling = Entry.objects.filter(pk=models.OuterRef("pk"), seats__table__calls__outcome="")
        seated = Entry.objects.filter(
            pk=models.OuterRef("pk"),
            seats__draw__withdrawn_at__isnull=True,
            seats__draw__published_at__isnull=False,
        )
        newest = seated.order_by("-seats__draw__round__number")
        noted = models.Subquery(newest.values("seats__table__bell_position")[:1])
        return self.annotate(called=models.Exists(calling), on_turn=noted)

    def owned_by(self, *persons: Person) -> EntryQuerySet:
        """Those over which these persons have rights."""
        return self.filter(_of_owners(persons))

    def of_account(self, user: Any) -> EntryQuerySet:
        """Those over which whoever signs in with the account has rights."""
        return self.filter(Q(joined_from=None, person__user=user) | Q(joined_from__user=user))

    def maybe_minor(self) -> EntryQuerySet:
        """Those with a name whose players may be under 18 (`is_minor`), with their owners."""
        born = timezone.localdate().year - AGE_OF_MAJORITY
        told = Q(minor=True) | Q(joined_from__birth_date__year__gte=born)
        maybe = self.filter(told | Q(person__birth_date__year__gte=born)).exclude(name="")
        return maybe.select_related("person", "joined_from")

    def active(self) -> EntryQuerySet:
        """Who is to be seated now (T-020)."""
        return self.filter(state=EntryState.CHECKED_IN)

    def holding_a_place(self) -> EntryQuerySet:
        """Who counts against the capacity for certain."""
        return self.filter(state__in=HOLDING)

    def unconfirmed(self) -> EntryQuerySet:
        """Sign-ups whose link nobody has opened, first come first."""
        return self.filter(state=EntryState.UNCONFIRMED).order_by("queue_number", "pk")

    def reserving(self, now: dt.datetime) -> EntryQuerySet:
        """Those of them that are young enough to keep a place, if there are not too many."""
        return self.unconfirmed().filter(registered_at__gt=now - RESERVED_FOR)

    def counts_of_places(self, now: dt.datetime) -> dict[int, dict[str, int]]:
        """How many hold a place, may keep one unconfirmed, and wait, by tournament key; what
        `domain.entering.places_left` asks for, in one query."""
        fresh = Q(state=EntryState.UNCONFIRMED, registered_at__gt=now - RESERVED_FOR)
        rows = self.order_by().values("tournament")
        counted = rows.annotate(
            holding=Count("pk", filter=Q(state__in=HOLDING)),
            unconfirmed=Count("pk", filter=fresh),
            waiting=Count("pk", filter=Q(state=EntryState.WAITING)),
        )
        return {row.pop("tournament"): row for row in counted}

    def prospect_of(self, entry: Entry, now: dt.datetime) -> Prospect:
        """What one of them that nobody has confirmed yet has to expect of the places."""
        queue = self.waiting() | self.reserving(now) | self.unconfirmed().filter(pk=entry.pk)
        rows = queue.order_by("queue_number", "pk").values_list("pk", "state")
        return prospect(
            entry.tournament.capacity,
            self.holding_a_place().count(),
            [(key, state == EntryState.WAITING) for key, state in rows],
            entry.pk,
            fresh=entry.registered_at > now - RESERVED_FOR,
        )

    def waiting(self) -> EntryQuerySet:
        """The waiting list, first come first."""
        return self.filter(state=EntryState.WAITING).order_by("queue_number", "pk")


class Owned(models.Model):
    """A row that is somebody's (`joined_from`, or else `person`), and may count for somebody else
    (`person`) by the word of others, as long as their join stands."""

    class Meta:
        abstract = True

    @property
    def owner(self) -> Person:
        """By whose facts the event goes, and who has rights over the row by their own mailbox;
        `person` is for whom it counts."""
        return self.person if self.joined_from is None else self.joined_from

    @property
    def owner_id(self) -> int:
        return self.joined_from_id or self.person_id

    @property
    def is_kept_back(self) -> bool:
        """Whether the full name is published no more, by the word of the owner or of whom others
        counted the row for."""
        return _whose_word(self.owner, self.person).is_kept_back

    def count_for(self, person: Person, *, owner: Person) -> None:
        """Say, unsaved, for whom it counts and whose it is."""
        self.person = person
        self.joined_from = None if owner == person else owner


class Entry(Owned):
    """A person in a tournament, with the number worn on the badge (counts from 1).

    Name, club, consent and contact are those given for this event and belong to it; what is known
    of the person beyond it belongs to the person and the series. When the tournament is finished,
    what it printed is kept in `shown_as` and `was_junior` and goes by nothing that changes later.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    person = models.ForeignKey(
        Person, models.PROTECT, related_name="entries", verbose_name=_("person")
    )
    name = models.CharField(
        pgettext_lazy("of a person", "name"),
        max_length=120,
        blank=True,
        help_text=_("As it was given for this event."),
        validators=[few_marks],
    )
    email = models.EmailField(_("e-mail"), blank=True)
    # Once the desk has written an address, what is proved by one says less of the person.
    address_by_desk = models.BooleanField(
        _("the desk wrote the address"), default=False, editable=False
    )
    # An organiser who left may have written it, so no link goes there.
    address_to_confirm = models.BooleanField(
        _("the desk has to confirm the address"),
        default=False,
        db_default=False,
        editable=False,
    )
    # Somebody reads this address, which only the desk wrote: the series says whether it is theirs.
    proved_address = models.EmailField(blank=True, default="", editable=False, db_default="")
    club = models.ForeignKey(
        Club, models.SET_NULL, null=True, blank=True, related_name="entries", verbose_name=_("club")
    )
    minor = models.BooleanField(_("under 18"), default=False)
    guardian_consent = models.BooleanField(_("a guardian agrees with taking part"), default=False)
    full_name_public = models.BooleanField(
        _("a guardian agrees that the full name is published"), default=False
    )
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(
        _("state"), max_length=12, choices=EntryState, default=EntryState.UNCONFIRMED
    )
    registered_at = models.DateTimeField(_("signed up"))
    # Who came first is counted, not timed: servers are not agreed on what time it is.
    queue_number = models.PositiveIntegerField(
        _("place in the queue"), default=0, db_default=0, editable=False
    )
    paid = models.BooleanField(_("paid"), default=False)
    first_round = models.PositiveSmallIntegerField(
        _("plays from round"), default=1, help_text=_("Later than 1 for somebody admitted late.")
    )
    left_after = models.PositiveSmallIntegerField(_("left after round"), null=True, blank=True)
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    note = models.CharField(_("note"), max_length=200, blank=True)
    language = models.CharField(_("language of e-mails"), max_length=7, default="cs")
    shown_as = models.CharField(
        _("name as it was printed"), max_length=120, blank=True, editable=False
    )
    was_junior = models.BooleanField(_("was a junior"), null=True, editable=False)
    # The name was printed short by the word of whom others joined the player to, and would else
    # have been printed in full: with the join this ends, and with nothing else.
    short_by_join = models.BooleanField(default=False, db_default=False, editable=False)
    # A keyed hash, never the address itself, and only until the sign-up is confirmed.
    signed_up_from = models.CharField(max_length=16, blank=True, default="", editable=False)
    # What each sign-up under this name and address told, until the e-mail of one is opened.
    versions = models.JSONField(default=list, blank=True, editable=False)
    # As it was typed for this event; what the series knows may come from elsewhere.
    birth_date_told = models.DateField(null=True, blank=True, editable=False)
    # Whose it was before an organiser or the series joined it to `person`, who may be a puppet of
    # theirs: it counts for that one in the season, and every fact and right stays here. Only their
    # word that no full name is published holds for it as long.
    joined_from = models.ForeignKey(
        Person,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="entries_counted_elsewhere",
        editable=False,
    )
    history = HistoricalRecords(
        excluded_fields=[
            "token",
            "signed_up_from",
            "versions",
            "birth_date_told",
            "proved_address",
            "joined_from",
            "short_by_join",
        ]
    )

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "person"], name="one_entry_a_person"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_a_number"),
            models.CheckConstraint(
                condition=Q(state__in=EntryState.values), name="entry_state_is_known"
            ),
            models.CheckConstraint(
                condition=Q(shown_as="") | Q(was_junior__isnull=False),
                name="name_and_age_are_frozen_together",
            ),
            models.CheckConstraint(
                condition=Q(state=EntryState.UNCONFIRMED) | Q(signed_up_from=""),
                name="place_of_sign_up_only_until_confirmed",
            ),
            models.CheckConstraint(
                condition=Q(state=EntryState.UNCONFIRMED) | Q(versions=[]),
                name="versions_of_sign_up_only_until_confirmed",
            ),
            models.CheckConstraint(
                condition=Q(joined_from=None) | ~Q(joined_from=F("person")),
                name="joined_from_somebody_else",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.full_name}"

    def save(self, *, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Where somebody signed up from, and what else was told under their name, is forgotten
        together with the doubt; of who asked to be deleted nothing that was told is kept. Whoever
        has no number in the queue yet comes last."""
        cleared = set()
        if not self.queue_number:
            self.queue_number = self._next_in_queue()
            cleared.add("queue_number")
        if self.state != EntryState.UNCONFIRMED or not self.name:
            self.signed_up_from, self.versions = "", []
            cleared = {"signed_up_from", "versions"}
        if not self.name:
            self.birth_date_told, self.proved_address, self.short_by_join = None, "", False
            cleared |= {"birth_date_told", "proved_address", "short_by_join"}
        update_fields = update_fields and {*update_fields, *cleared}
        super().save(update_fields=update_fields, **kwargs)

    def queue_again(self, now: dt.datetime) -> None:
        """Wait, behind all that are on the list."""
        self.state = EntryState.WAITING
        self.registered_at = now
        self.queue_number = self._next_in_queue()

    def _next_in_queue(self) -> int:
        queue = Entry.objects.filter(tournament_id=self.tournament_id)
        return (queue.aggregate(last=Max("queue_number"))["last"] or 0) + 1

    @property
    def state_words(self) -> str:
        """The state as it reads once the event is over: nobody is at its check-in any more."""
        over = self.tournament.is_played_out
        took_part = over and self.state == EntryState.CHECKED_IN
        return gettext("took part") if took_part else str(self.get_state_display())

    @property
    def mark(self) -> str:
        """How an act names the player in its detail, see `Act.told`."""
        return f"{{{self.number}}}"

    @property
    def full_name(self) -> str:
        """The name as it was given, for the desk of this event alone."""
        return self.name or gettext("Former player")

    @property
    def public_name(self) -> str:
        """The only form in which the player may be shown to the public at this event."""
        if self.shown_as and not self._is_refused_since():
            return self.shown_as
        if not self.name:
            return gettext("Former player")
        word = _whose_word(self.owner, self.person)
        return word.shown(self.name, minor=self.is_minor, agreed=self.full_name_public)

    def _is_refused_since(self) -> bool:
        """Whether an event that was opened again, and so is not over, has printed a full name that
        is published no more: also where that was said while it was over."""
        return self._is_printed_in_full() and not self.tournament.is_over

    def _is_printed_in_full(self) -> bool:
        return self.shown_as not in short_forms(self.name) and self.is_kept_back

    @property
    def short_name(self) -> str:
        """The name as everybody may see it outside the event too, beside whomever it counts for;
        empty where nothing that is known of the owner, or was told to the event, makes it short."""
        if not self.name:
            return ""
        owner, printed = self.owner, self.public_name
        by_others = self.joined_from_id is not None
        if by_others and printed != public_name(self.name, minor=False):
            return printed
        # A consent was given for the event that asked for it, and for no other one.
        short = owner.is_short or (self.is_minor and not self.full_name_public)
        return owner.shown(self.name, minor=True, agreed=False) if short else ""

    @property
    def birth_date(self) -> dt.date | None:
        """When the player was born as far as the series knows it."""
        return self.owner.birth_date

    @property
    def has_played(self) -> bool:
        """Whether somebody played here: not who signed off or never came, nor anybody of an event
        that was cancelled or has not begun."""
        sat_down = self.state in (EntryState.CHECKED_IN, EntryState.EXCLUDED)
        return (sat_down or bool(self.left_after)) and self.tournament.state in BEGUN

    def was_out_before(self, number: int) -> bool:
        """Whether the player had withdrawn or was excluded before the clock of this round ran."""
        if self.state == EntryState.EXCLUDED:
            return self.exclusion.round_number < number
        withdrew = self.state == EntryState.WITHDRAWN and self.left_after is not None
        return withdrew and self.left_after < number

    @property
    def owes(self) -> bool:
        """Whether somebody who sat down, is here, or may still come to a place of theirs has not
        paid. Whoever never came, left before the first game or is not confirmed owes nothing."""
        sat_down = self.state == EntryState.EXCLUDED or bool(self.left_after)
        return (self.state in HOLDING or sat_down) and not self.paid

    @property
    def is_minor(self) -> bool:
        """Under 18: by the birth date where it is known, else as declared for this event."""
        return self.was_minor_on(timezone.localdate())

    def was_minor_on(self, day: dt.date) -> bool:
        """The same of another day."""
        born = self.birth_date
        return self.minor if born is None else day < turns(born, AGE_OF_MAJORITY)

    @property
    def is_frozen(self) -> bool:
        """Whether what the tournament printed of the player is kept for good."""
        return self.was_junior is not None

    @property
    def known_birth_date(self) -> dt.date | None:
        """The birth date that was told to this very event. What the player has corrected since,
        or another event was told, is theirs."""
        told = self.birth_date_told
        return told if told == self.birth_date else None

    def may_tell_junior(self, day: dt.date, today: dt.date) -> bool:
        """Whether the event, whose first day this is, may be told today if this is a junior."""
        told = self.birth_date is None or self.known_birth_date is not None
        return may_tell_junior(day, today, told=told, frozen=self.is_frozen)

    def is_junior_on(self, day: dt.date, today: dt.date) -> bool:
        """Whether the player is known today to count as a junior of the event, whose first day
        this is (T-085)."""
        if self.was_junior is not None:
            return self.was_junior
        return self.may_tell_junior(day, today) and self._was_junior_on(day)

    def freeze(self, day: dt.date) -> None:
        """Keep what the tournament prints of the player from now on, unsaved; `day` is its first.

        Done once: what was printed of somebody stays when a tournament is finished again, but for a
        full name that is published no more.
        """
        if not self.is_frozen:
            self.print_name()
            self.was_junior = self._was_junior_on(day)
        elif self.name and self._is_printed_in_full():
            self.print_name()

    def print_name(self) -> None:
        """Keep the name as everybody is to see it from now on, unsaved."""
        self.shown_as = ""
        self.shown_as = self.public_name if self.name else ""
        self.short_by_join = bool(self.name) and self._is_short_by_join()

    def _is_short_by_join(self) -> bool:
        """Whether the name that is printed now is short by the word of another one alone."""
        by_own_word = self.owner.is_kept_back and not self.owner.is_kept_back_by_others
        if by_own_word or not self.is_kept_back:
            return False
        agreed = self.full_name_public
        return self.shown_as != public_name(self.name, minor=self.is_minor, guardian_agreed=agreed)

    def _was_junior_on(self, day: dt.date) -> bool:
        return self.birth_date is not None and is_junior(self.birth_date, day)

    def thaw(self) -> None:
        """Let the name of the event go by what is known of the player again, unsaved."""
        self.shown_as, self.was_junior, self.short_by_join = "", None, False


def any_was_listed(entries: Iterable[Entry]) -> bool:
    """Whether one of these players is or was on the list: somebody confirmed the sign-up. Of what
    was read from an archive nobody knows that none did."""
    states = {entry.pk: entry.state for entry in entries}
    never = {EntryState.UNCONFIRMED, EntryState.CANCELLED}
    if not never.issuperset(states.values()):
        return True
    gone = [key for key, state in states.items() if state == EntryState.CANCELLED]
    past: dict[int, set[str]] = {key: set() for key in gone}
    for key, state in Entry.history.filter(id__in=gone).values_list("id", "state"):
        past[key].add(state)
    return any(not known or not known <= never for known in past.values())


class Exclusion(models.Model):
    """A player sent off by the chief referee for a deliberate breach (T-055)."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="exclusion")
    round_number = models.PositiveSmallIntegerField(_("round"))
    reason = models.TextField(_("reason"))
    by = models.CharField(_("by"), max_length=150)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("exclusion")
        verbose_name_plural = _("exclusions")
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="exclusion_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.reason}"


class Role(models.TextChoices):
    """What an official may do; tournaments/permissions.py says it act by act."""

    ORGANISER = "organiser", _("organiser")
    CHIEF_REFEREE = "chief-referee", _("chief referee")
    REFEREE = "referee", _("referee")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")


def office_mark(role: str) -> str:
    """How an act names an office in its detail, for whoever reads it in another language."""
    return f"({{{role}}})"


class OfficialQuerySet(models.QuerySet["Official"]):
    def owned_by(self, *persons: Person) -> OfficialQuerySet:
        """Those that are these persons' own, for whomever others let them count."""
        return self.filter(_of_owners(persons))

    def of(self, *persons: Person) -> OfficialQuerySet:
        """Those that are these persons' own, or count for them."""
        return self.filter(Q(person__in=persons) | Q(joined_from__in=persons))


class Official(Owned):
    """A person with a role in a tournament, by account or by a personal link."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="officials")
    person = models.ForeignKey(
        Person, models.PROTECT, related_name="offices", verbose_name=_("person")
    )
    name = models.CharField(
        pgettext_lazy("of a person", "name"),
        max_length=120,
        blank=True,
        help_text=_("As it was given for this event."),
        validators=[few_marks],
    )
    role = models.CharField(_("role"), max_length=15, choices=Role)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="offices",
        verbose_name=_("account"),
    )
    # Whoever was named by their account holds the office once they have accepted it.
    asked = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("account that was asked"),
    )
    token = models.CharField(
        max_length=40, unique=True, null=True, blank=True, default=new_token, editable=False
    )
    # Whether somebody could act in it and see what the desk shows: by an account, or by a link that
    # was opened. It outlives the account, and begins anew with a link that nobody has opened.
    saw_desk = models.BooleanField(default=True, db_default=True, editable=False)
    # Whose it was before others joined it to `person`: by their age and their word the name stands
    # on the page, and with them it is deleted.
    joined_from = models.ForeignKey(
        Person,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="offices_counted_elsewhere",
        editable=False,
    )
    history = HistoricalRecords(excluded_fields=["token", "asked", "saw_desk"])

    objects = OfficialQuerySet.as_manager()

    class Meta:
        verbose_name = _("official")
        verbose_name_plural = _("officials")
        ordering = ["tournament", "role", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "person", "role"], name="one_office_a_person_and_role"
            ),
            models.UniqueConstraint(
                "tournament",
                Coalesce("joined_from", "person"),
                "role",
                name="one_office_an_owner_and_role",
            ),
            models.CheckConstraint(
                condition=Q(joined_from=None) | ~Q(joined_from=F("person")),
                name="office_joined_from_somebody_else",
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(role="chief-referee"),
                name="one_chief_referee",
            ),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="role_is_known"),
            models.CheckConstraint(
                condition=Q(token=None) | Q(user=None, asked=None), name="account_or_link"
            ),
            models.CheckConstraint(
                condition=Q(user=None) | Q(asked=None), name="office_is_held_or_asked"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.full_name} ({self.get_role_display()})"

    def save(self, *, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Whoever signs in with an account has no link that others could learn of."""
        if self.user_id is not None:
            self.asked = None
            # A closed account sees nothing more (services/closed_accounts.py).
            self.saw_desk |= self.user.is_active
        if self.user_id is not None or self.asked_id is not None:
            self.token = None
        update_fields = update_fields and {*update_fields, "token", "asked", "saw_desk"}
        super().save(update_fields=update_fields, **kwargs)

    @property
    def mark(self) -> str:
        """How an act names the official in its detail, see `Act.told`."""
        return f"{self.full_name} {office_mark(self.role)}"

    @property
    def is_held(self) -> bool:
        """Whether somebody can act in it: by an account that accepted it, or by a link."""
        return self.user_id is not None or self.token is not None

    @property
    def full_name(self) -> str:
        """The name as it was given for this event."""
        return self.name or gettext("Former player")

    @property
    def public_name(self) -> str:
        """The only form in which the official may be shown to the public."""
        if not self.name:
            return gettext("Former player")
        owner = self.owner
        word = _whose_word(owner, self.person)
        child = self._plays_as_a_child(owner)
        agreed = owner.full_name_public and not child
        return word.shown(self.name, minor=owner.is_minor or child, agreed=agreed)

    def _plays_as_a_child(self, owner: Person) -> bool:
        """Whether the tournament has a player who is under 18 and shown short, and who is this
        official; or may be, by the name, if nobody knows when the official was born, or was told
        that the full name may be published."""
        maybe = Entry.objects.maybe_minor().filter(tournament=self.tournament_id)
        short = [entry for entry in maybe if entry.is_minor and not entry.full_name_public]
        own = any(entry.owner_id == owner.pk for entry in short)
        if own or owner.birth_date is not None or owner.full_name_public:
            return own
        # A stranger shortens nobody by a sign-up that nobody confirmed; a child who signs off is
        # the official as before.
        spelled = {entry: orders_of(entry.name) for entry in short}
        # Of very many names that are none of this one no history is asked.
        if not reads_as(self.name, frozenset().union(*spelled.values())):
            return False
        return any_was_listed(entry for entry in short if reads_as(self.name, spelled[entry]))

    def is_now_of(self, holder: Person) -> None:
        """Say, unsaved, who holds it from now on; what was joined before is no matter of theirs."""
        self.count_for(holder, owner=holder)
        self.joins.clear()
        self.leave_room()

    def leave_room(self) -> None:
        """Let offices of others that only count for this person in the same role count for their
        owners again: nobody has two of a kind."""
        same = self.tournament.officials.of(self.person).filter(role=self.role).exclude(pk=self.pk)
        for there in same.exclude(joined_from=None).exclude(joined_from=self.person):
            there.count_for(there.owner, owner=there.owner)
            # At home somebody else's may count for its owner in turn.
            there.leave_room()
            there.save(update_fields=["person", "joined_from"])
