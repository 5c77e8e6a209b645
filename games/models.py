"""Games that are kept: their records as text, packed, and how often they were written."""

from __future__ import annotations

import datetime as dt
import gzip
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine import files, rulesets
from games.engine.core import NotARecord, Record
from games.engine.record import write

LARGEST_KEPT = 40 * 1024
"""Bytes of a record as it is kept, packed; a long game is a fifth of it."""


class PackedTextField(models.BinaryField):
    """A text that the database holds packed by gzip; the same text always as the same bytes."""

    def get_db_prep_value(self, value: str, connection: Any, prepared: bool = False) -> Any:
        return super().get_db_prep_value(packed(value), connection, prepared)

    def from_db_value(self, value: bytes | None, expression: Any, connection: Any) -> str | None:
        # A table that is joined to no record has none.
        return None if value is None else gzip.decompress(bytes(value)).decode()

    def to_python(self, value: str) -> str:
        return value

    def value_to_string(self, obj: models.Model) -> str:
        return self.value_from_object(obj)


def packed(text: str) -> bytes:
    return gzip.compress(text.encode(), mtime=0)


def must_be_a_record(text: str) -> None:
    """Validate that the text is a record in our notation and small enough to be kept."""
    try:
        written = canonical(files.read_text(text))
    except NotARecord as refusal:
        raise ValidationError(str(refusal.errors[0])) from refusal
    if written != text:
        raise ValidationError(_("The record is not written in its tidy form."))
    if len(packed(text)) > LARGEST_KEPT:
        raise ValidationError(_("The record is longer than a game can be."))


def canonical(record: Record) -> str:
    """The record as it is kept: the same game always as the same text, without any comments."""
    return write(record, rulesets.by_key(record.header.ruleset).notation)


class GameRecord(models.Model):
    """A game as it was written down, without names of people.

    Its players are named for the seats where they sat (`seat1`), and whoever shows the record
    knows who that was. `revision` counts how often it was written; whoever writes it again names
    the one that they saw. It is `closed_at` once nobody writes it any more.
    """

    text = PackedTextField(gettext_lazy("record"), validators=[must_be_a_record])
    revision = models.PositiveIntegerField(gettext_lazy("revision"), default=1)
    created_at = models.DateTimeField(gettext_lazy("made"))
    changed_at = models.DateTimeField(gettext_lazy("last written"))
    closed_at = models.DateTimeField(gettext_lazy("closed"), null=True, blank=True)

    class Meta:
        verbose_name = gettext_lazy("record of a game")
        verbose_name_plural = gettext_lazy("records of games")
        constraints = [
            models.CheckConstraint(
                condition=LessThanOrEqual(
                    Length("text", output_field=models.IntegerField()), LARGEST_KEPT
                ),
                name="record_of_at_most_40_kib",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.created_at:%Y-%m-%d %H:%M}, {self.revision}"

    @property
    def is_open(self) -> bool:
        """Whether somebody is writing it right now."""
        return self.closed_at is None

    def record(self) -> Record:
        return files.read_text(self.text)

    def write(self, text: str, now: dt.datetime, *, revision: int) -> bool:
        """Write the next revision over the one that was seen; False if it is not the newest any
        more, or nobody writes the record any more. Nothing is changed then."""
        seen = GameRecord.objects.filter(pk=self.pk, revision=revision, closed_at=None)
        # One statement, so that of two people at once one is told.
        return bool(seen.update(text=text, revision=revision + 1, changed_at=now))


class Pen(models.Model):
    """A tablet on which a record is written, and whether it `writes` now: only one does.

    `tablet` is a name that the browser made up for itself. It counts what it sends: `number` is
    that of the last request that was carried out, so that one sent twice is carried out once.
    """

    record = models.ForeignKey(GameRecord, models.CASCADE, related_name="pens")
    tablet = models.CharField(gettext_lazy("tablet"), max_length=40)
    by = models.CharField(gettext_lazy("by"), max_length=150)
    since = models.DateTimeField(gettext_lazy("since"))
    writes = models.BooleanField(gettext_lazy("writes now"), default=True)
    number = models.PositiveBigIntegerField(gettext_lazy("last request"), default=0)

    class Meta:
        verbose_name = gettext_lazy("tablet of a record")
        verbose_name_plural = gettext_lazy("tablets of records")
        constraints = [
            models.UniqueConstraint(fields=["record", "tablet"], name="one_pen_a_tablet"),
            models.UniqueConstraint(
                fields=["record"], condition=models.Q(writes=True), name="one_tablet_writes"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.by}, {self.since:%H:%M}"
