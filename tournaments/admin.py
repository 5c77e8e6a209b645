"""Every table for the series' administrators. What acts have written can be read, not edited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, Permission, User
from django.db.models import Field, ManyToManyField
from django.forms import ModelMultipleChoiceField
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from simple_history.admin import SimpleHistoryAdmin

from tournaments import models
from tournaments.domain.qualification import Band
from tournaments.exports.kinds import KINDS, job_title
from tournaments.forms.series import check_bands
from tournaments.services.checking_games import CHECK_GAMES
from tournaments.services.series import BAND


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows written by acts at the desk; changing them here would bypass their rules."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(models.Season)
class SeasonAdmin(SimpleHistoryAdmin):
    list_display = ["year", "name", "points_for_final", "places_7_8"]
    search_fields = ["year", "name"]


class WholeTable(forms.BaseInlineFormSet):
    """The bands of a table, which have to fit together (T-083, T-084)."""

    def clean(self) -> None:
        super().clean()
        kept = [form.cleaned_data for form in self.forms if form not in self.deleted_forms]
        if not any(self.errors):
            check_bands([Band(*(row[name] for name in BAND)) for row in kept if row])


class BandForm(forms.ModelForm):
    """One band, held against the others of its table."""

    def clean(self) -> dict[str, Any]:
        row = super().clean()
        if not self.errors:
            others = models.SlotBand.objects.filter(table=row["table"]).exclude(pk=self.instance.pk)
            bands = [Band(*values) for values in others.values_list(*BAND)]
            check_bands([*bands, Band(*(row[name] for name in BAND))])
        return row


class SlotBandInline(admin.TabularInline):
    model = models.SlotBand
    formset = WholeTable
    extra = 0


@admin.register(models.SlotTable)
class SlotTableAdmin(SimpleHistoryAdmin):
    list_display = ["kind", "valid_from"]
    list_filter = ["kind"]
    date_hierarchy = "valid_from"
    search_fields = ["kind", "valid_from"]
    inlines = [SlotBandInline]


@admin.register(models.SlotBand)
class SlotBandAdmin(SimpleHistoryAdmin):
    form = BandForm
    list_display = ["table", "players_from", "players_to", "direct_to", "points_from", "points_to"]
    list_filter = ["table__kind"]
    search_fields = ["table__kind", "table__valid_from"]
    list_select_related = ["table"]


@admin.register(models.Club)
class ClubAdmin(SimpleHistoryAdmin):
    list_display = ["name", "town", "website"]
    search_fields = ["name", "town"]


@admin.register(models.Person)
class PersonAdmin(SimpleHistoryAdmin):
    list_display = ["name", "minor", "full_name_public"]
    list_filter = ["minor", "full_name_public"]
    search_fields = ["name", "email"]
    # Said elsewhere (services/persons.py), where it is noted since when, and of which events; the
    # address is changed on pages that tell both. An account gets the entries of others by joining.
    readonly_fields = ["user", "email", "full_name_public", "forgotten_at"]


@admin.register(models.Join)
class JoinAdmin(ReadOnlyAdmin):
    list_display = ["kept", "other", "how", "by", "at", "undone_at"]
    list_filter = ["how"]
    list_select_related = ["kept", "other"]
    search_fields = ["kept__name", "other__name"]


@admin.register(models.NameLeft)
class NameLeftAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "name", "place", "at"]
    list_select_related = ["tournament"]
    search_fields = ["name", "tournament__name"]
    date_hierarchy = "at"


@admin.register(models.LapsedSignUp)
class LapsedSignUpAdmin(ReadOnlyAdmin):
    """Without what was told, among it birth dates and what e-mails prove."""

    exclude = ["facts", "told_of_person"]
    list_display = ["number", "name", "tournament", "lapsed_at"]
    search_fields = ["name", "email"]


@admin.register(models.Restoration)
class RestorationAdmin(ReadOnlyAdmin):
    list_display = ["at", "file"]
    search_fields = ["file"]
    date_hierarchy = "at"


@admin.register(models.Consent)
class ConsentAdmin(ReadOnlyAdmin):
    """Given and taken back on the event's page of awards, where visitors' pages learn of it."""

    list_display = ["tournament", "rule_id", "at"]
    search_fields = ["tournament__name", "rule_id"]
    date_hierarchy = "at"


@admin.register(models.SchoolTip)
class SchoolTipAdmin(admin.ModelAdmin):
    list_display = ["school", "town", "contact", "at"]
    search_fields = ["school", "town", "contact"]
    date_hierarchy = "at"


class OfficialInline(admin.TabularInline):
    """Named and dismissed on the event's page of officials, where what they have seen ends."""

    model = models.Official
    extra = 0
    can_delete = False
    fields = readonly_fields = ["name", "role", "user", "asked"]

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class RoundInline(admin.TabularInline):
    model = models.Round
    extra = 0
    fields = ["number", "starts_at", "limit_minutes", "draw_mode", "cut"]


@admin.register(models.Tournament)
class TournamentAdmin(SimpleHistoryAdmin):
    list_display = ["name", "date", "town", "kind", "club", "state"]
    list_filter = ["state", "kind", "date"]
    list_select_related = ["club"]
    search_fields = ["name", "town", "venue", "club__name"]
    date_hierarchy = "date"
    autocomplete_fields = ["club"]
    readonly_fields = [
        "state",
        "cancelled_reason",
        "announced_at",
        "finished_at",
        "sent_at",
        "format",
        "frozen_slots",
        "version",
    ]
    inlines = [OfficialInline, RoundInline]


@admin.register(models.Entry)
class EntryAdmin(SimpleHistoryAdmin):
    list_display = ["number", "name", "tournament", "state", "paid"]
    list_filter = ["state", "paid", "tournament"]
    list_select_related = ["tournament"]
    search_fields = ["name", "email", "tournament__name"]
    autocomplete_fields = ["person", "tournament", "club"]

    def get_readonly_fields(
        self, request: HttpRequest, obj: models.Entry | None = None
    ) -> Sequence[str]:
        """Draws name people by the number on their badge, so it stays once somebody was seated.

        An address is corrected at the desk or by the player, where no link goes on to another one.
        Whose an entry is, is said by joining persons, which gives nobody rights and can be undone.
        """
        if obj is None:
            return []
        return ["email", "person", *(["number"] if obj.seats.exists() else [])]


@admin.register(models.Official)
class OfficialAdmin(ReadOnlyAdmin):
    """Named and dismissed on the event's page of officials, where what they have seen ends."""

    list_display = ["name", "role", "tournament", "user"]
    list_filter = ["role"]
    list_select_related = ["tournament", "user"]
    search_fields = ["name", "tournament__name"]


@admin.register(models.Series)
class SeriesAdmin(SimpleHistoryAdmin):
    list_display = ["name"]
    search_fields = ["name"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(models.SeriesOffice)
class SeriesOfficeAdmin(ReadOnlyAdmin):
    """Given and withdrawn on the page of the offices, where each act says by whom."""

    list_display = ["user", "role", "granted_by", "granted_at"]
    list_filter = ["role"]
    list_select_related = ["user"]
    search_fields = ["user__username", "user__last_name"]


@admin.register(models.OfficeInvitation)
class OfficeInvitationAdmin(ReadOnlyAdmin):
    """Without the token, which gives the office to whoever has it."""

    list_display = ["note", "role", "made_by", "made_at", "used_by", "withdrawn_by"]
    list_select_related = ["used_by"]
    search_fields = ["note", "email"]
    exclude = ["token"]


@admin.register(models.Sight)
class SightAdmin(ReadOnlyAdmin):
    list_display = ["user", "tournament"]
    list_select_related = ["user", "tournament"]
    search_fields = ["user__username", "tournament__name"]


@admin.register(models.OfficeRequest)
class OfficeRequestAdmin(ReadOnlyAdmin):
    """Decided on the page of the offices; somebody who asks to be forgotten is deleted here."""

    list_display = ["name", "place", "email", "user", "at", "granted", "decided_by"]
    list_filter = ["granted"]
    list_select_related = ["user"]
    search_fields = ["name", "email", "place"]

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return request.user.is_superuser


@admin.register(models.Round)
class RoundAdmin(SimpleHistoryAdmin):
    list_display = ["tournament", "number", "starts_at", "limit_minutes", "started_at", "closed_at"]
    list_filter = ["tournament"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name"]
    autocomplete_fields = ["tournament"]


@admin.register(models.Commitment)
class CommitmentAdmin(ReadOnlyAdmin):
    """Nobody sees the secret here, nor in any file of the site: with it and the dice a draw is
    known before it is made. Only `export_tournament --with-secret` gives it out, which ends the
    chain and says so to everybody."""

    list_display = ["tournament", "published", "rounds", "by", "at", "ended_at", "ended_why"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name"]
    fields = [
        *("tournament", "event", "published", "rounds", "first_round"),
        *("by", "at", "ended_at", "ended_why"),
    ]
    readonly_fields = fields


@admin.register(models.ValueSource)
class ValueSourceAdmin(ReadOnlyAdmin):
    list_display = ["round", "number", "text", "due_at", "by", "at", "reason"]
    list_select_related = ["round__tournament"]
    search_fields = ["round__tournament__name", "text"]


@admin.register(models.PublicValue)
class PublicValueAdmin(ReadOnlyAdmin):
    list_display = ["round", "number", "value", "by", "at", "confirmed_by", "confirmed_at"]
    list_select_related = ["round__tournament"]
    search_fields = ["round__tournament__name", "value", "reason"]


@admin.register(models.Wish)
class WishAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "kind", "table", "seat", "rounds", "by", "at", "removed_at"]
    list_filter = ["kind"]
    list_select_related = ["tournament"]
    search_fields = ["tournament__name", "wished__entry__name"]


@admin.register(models.WishedPlayer)
class WishedPlayerAdmin(ReadOnlyAdmin):
    list_display = ["entry", "wish"]
    list_select_related = ["entry"]
    search_fields = ["entry__name"]


@admin.register(models.Exclusion)
class ExclusionAdmin(ReadOnlyAdmin):
    list_display = ["entry", "round_number", "reason", "by", "at"]
    search_fields = ["entry__name", "reason"]


@admin.register(models.RuleChange)
class RuleChangeAdmin(ReadOnlyAdmin):
    list_display = ["text", "tournament", "published_at", "by"]
    search_fields = ["text", "tournament__name"]


@admin.register(models.LargeScreen)
class LargeScreenAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "number", "name", "shows", "text"]
    list_select_related = ["tournament"]
    search_fields = ["name", "text", "tournament__name"]


@admin.register(models.ProgramToken)
class ProgramTokenAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "name", "writes", "made_by", "made_at", "withdrawn_at"]
    list_select_related = ["tournament"]
    search_fields = ["name", "tournament__name"]


@admin.register(models.Delivery)
class DeliveryAdmin(ReadOnlyAdmin):
    list_display = ["webhook", "act", "tries", "again_at", "status", "delivered_at"]
    list_select_related = ["webhook__tournament", "act__tournament"]
    search_fields = ["webhook__url", "webhook__tournament__name"]


@admin.register(models.Webhook)
class WebhookAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "url", "made_by", "made_at", "withdrawn_at"]
    list_select_related = ["tournament"]
    search_fields = ["url", "tournament__name"]
    exclude = ["secret"]


class DrawEditInline(admin.TabularInline):
    model = models.DrawEdit
    extra = 0


@admin.register(models.Draw)
class DrawAdmin(ReadOnlyAdmin):
    list_display = ["round", "attempt", "at", "by", "published_at", "withdrawn_at"]
    list_filter = ["round__tournament"]
    list_select_related = ["round__tournament"]
    search_fields = ["round__tournament__name", "seed"]
    inlines = [DrawEditInline]


@admin.register(models.DrawEdit)
class DrawEditAdmin(ReadOnlyAdmin):
    list_display = ["draw", "first", "second", "reason", "by", "at"]
    search_fields = ["reason"]


class SeatInline(admin.TabularInline):
    model = models.Seat
    extra = 0


@admin.register(models.Table)
class TableAdmin(ReadOnlyAdmin):
    list_display = ["draw", "number"]
    list_select_related = ["draw__round__tournament"]
    search_fields = ["draw__round__tournament__name"]
    inlines = [SeatInline]


@admin.register(models.Seat)
class SeatAdmin(ReadOnlyAdmin):
    list_display = ["table", "position", "entry"]
    list_select_related = ["table__draw__round__tournament", "entry"]
    search_fields = ["entry__name"]


class ScoreInline(admin.TabularInline):
    model = models.Score
    extra = 0


@admin.register(models.Result)
class ResultAdmin(ReadOnlyAdmin):
    list_display = ["table", "number", "ending", "by", "at", "reason"]
    list_filter = ["ending"]
    list_select_related = ["table__draw__round__tournament"]
    search_fields = ["table__draw__round__tournament__name", "by", "reason"]
    inlines = [ScoreInline]


@admin.register(models.Score)
class ScoreAdmin(ReadOnlyAdmin):
    list_display = ["result", "seat", "presence", "game_points"]
    list_filter = ["presence"]
    search_fields = ["seat__entry__name"]


@admin.register(models.Response)
class ResponseAdmin(ReadOnlyAdmin):
    list_display = ["entry", "result", "agrees", "text", "at"]
    list_filter = ["agrees"]
    search_fields = ["entry__name", "text"]


@admin.register(models.Proposal)
class ProposalAdmin(ReadOnlyAdmin):
    list_display = ["entry", "table", "at", "outcome", "closed_at", "closed_by"]
    list_filter = ["outcome"]
    search_fields = ["entry__name"]


@admin.register(models.ProposalWord)
class ProposalWordAdmin(ReadOnlyAdmin):
    list_display = ["entry", "proposal", "agrees", "text", "at"]
    list_filter = ["agrees"]
    search_fields = ["entry__name", "text"]


@admin.register(models.Call)
class CallAdmin(ReadOnlyAdmin):
    list_display = ["table", "kind", "entry", "at", "taken_by", "outcome", "closed_at"]
    list_filter = ["kind", "outcome"]
    search_fields = ["entry__name", "text"]


@admin.register(models.Lot)
class LotAdmin(ReadOnlyAdmin):
    list_display = ["tournament", "after_round", "order", "seed", "by", "at"]
    search_fields = ["tournament__name"]


class CouncilMemberInline(admin.TabularInline):
    model = models.CouncilMember
    extra = 0


@admin.register(models.Ruling)
class RulingAdmin(ReadOnlyAdmin):
    list_display = ["question", "tournament", "kind", "round_number", "opened_at", "decided_at"]
    list_filter = ["kind", "tournament"]
    search_fields = ["question", "decision", "tournament__name"]
    inlines = [CouncilMemberInline]


@admin.register(models.CouncilMember)
class CouncilMemberAdmin(ReadOnlyAdmin):
    list_display = ["name", "ruling", "is_player"]
    search_fields = ["name"]


@admin.register(models.Act)
class ActAdmin(ReadOnlyAdmin):
    list_display = ["at", "label", "tournament", "round_number", "by", "told", "reason"]
    list_filter = ["name", "tournament"]
    search_fields = ["detail", "reason", "by", "tournament__name"]
    date_hierarchy = "at"


@admin.register(models.Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ["made", "tournament", "state", "percent", "by", "at"]
    list_filter = ["state"]
    search_fields = ["tournament__name", "by"]
    readonly_fields = ["made"]
    exclude = ["token", "kind"]

    @admin.display(description=_("kind"), ordering="kind")
    def made(self, job: models.Job) -> str:
        if job.kind in KINDS:
            return job_title(job)
        return str(_("Check many games")) if job.kind == CHECK_GAMES else job.kind


@admin.register(models.Mail)
class MailAdmin(ReadOnlyAdmin):
    """Without the text, in which personal links and proofs stand."""

    exclude = ["body"]
    list_display = ["to", "subject", "at", "tried_at", "trouble", "sent_at"]
    list_filter = ["sent_at", "trouble"]
    search_fields = ["to", "subject"]


ALLOWED = {
    "add": _("may add"),
    "change": _("may change"),
    "delete": _("may delete"),
    "view": _("may view"),
}
"""What a permission lets somebody do, by the first word of its code; its name is stored in
English."""


class InWords(admin.ModelAdmin):
    """Permissions in the reader's language."""

    def formfield_for_manytomany(
        self, db_field: ManyToManyField, request: HttpRequest, **kwargs: Any
    ) -> ModelMultipleChoiceField | None:
        field = super().formfield_for_manytomany(db_field, request, **kwargs)
        if field is not None and db_field.related_model is Permission:
            field.label_from_instance = _permission_words
        return field


def _permission_words(permission: Permission) -> str:
    act = ALLOWED.get(permission.codename.partition("_")[0], permission.name)
    return f"{permission.content_type} | {act}"


admin.site.unregister([User, Group])


@admin.register(User)
class UserInWords(InWords, UserAdmin):
    pass


@admin.register(Group)
class GroupInWords(InWords, GroupAdmin):
    pass


CALLED = {
    models.Join: {
        "kept": _("person who is kept"),
        "other": _("person who was joined"),
        "gave_birth_date": _("person whose birth date it is"),
        "entries": _("sign-ups"),
        "offices": _("offices"),
    },
    models.Draw: {"withdrawn_at": pgettext_lazy("of a draw", "taken back")},
    models.NameLeft: {
        "name": pgettext_lazy("of a person", "name"),
        "kind": _("kind"),
        "row": _("row"),
        "field": _("field"),
        "place": _("where it stands"),
        "at": _("at"),
    },
    models.LapsedSignUp: {"wishes": _("wishes for the draw")},
    models.DrawEdit: {"first": _("first player"), "second": _("second player")},
    models.Commitment: {"published": _("published")},
    models.PublicValue: {"source": _("what decides instead of dice")},
    models.Ruling: {"protest": _("protest")},
    models.Act: {"label": _("act"), "told": _("detail")},
    models.Mail: {"key": _("occasion")},
}
"""What stands over a column or beside a field whose model calls it nothing for people to read."""

BORROWED = (
    _("Add link"),
    _("After you’ve created a user, you’ll be able to edit more user options."),
    _("Change History"),
    _("Change or view list link"),
    _("Change reason"),
    _("Changed"),
    _("Changed by"),
    _("Choose a date from the list below to revert to a previous version of this object."),
    _("Comment"),
    _("Created"),
    _("Deleted"),
    _("Error:"),
    _("In case you’ve forgotten, you are:"),
    _("Model name"),
    _("Object"),
    _("Press the 'Revert' button below to revert to this version of the object."),
    _("Revert"),
    _("Revert %(verbose_name)s"),
    _("Revert %s"),
    _("This object doesn't have a change history."),
)
"""Words of these pages that come from elsewhere, untranslated into one of our languages."""


def _call_in_words() -> None:
    """Give fields of whoever reads these pages a name: of its own, or of the row it leads to."""
    for model in admin.site._registry:
        for field in model._meta.get_fields():
            if isinstance(field, Field) and field.is_relation and field._verbose_name is None:
                field.verbose_name = field.related_model._meta.verbose_name
    for model, called in CALLED.items():
        for name, words in called.items():
            column = getattr(model, name)
            if isinstance(column, property):
                column.fget.short_description = words
            else:
                model._meta.get_field(name).verbose_name = words


_call_in_words()
