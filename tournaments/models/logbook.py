"""What was done and by whom, long work with its progress, and e-mails that go out once."""

from __future__ import annotations

import re
import secrets

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Role
from tournaments.models.series import PlacesSevenEight
from tournaments.models.tournament import Tournament
from tournaments.models.wish import WishKind
from tournaments.wording import remembered, with_number

# What the logbook calls an act; the key is the name of the service.
ACTS = {
    "create_tournament": _("draft made"),
    "clone_tournament": _("draft made after an earlier tournament"),
    "edit_tournament": _("announcement or timetable changed"),
    "edit_printed": _("printed cards or sheets entered"),
    "announce": _("announced"),
    "open_sign_up": _("sign-up opened"),
    "close_sign_up": _("sign-up closed"),
    "cancel_tournament": _("cancelled"),
    "publish_rule_change": _("local change of the rules published"),
    "edit_format": _("own format made"),
    "change_format": _("format changed"),
    "name_official": _("official named"),
    "dismiss_official": _("official dismissed"),
    "renew_link": _("personal link renewed"),
    "accept_office": _("office accepted"),
    "decline_office": _("office declined"),
    "lay_down_office": _("office laid down"),
    "close_account": _("links ended with the office of whoever had seen them"),
    "respond_to_result": _("player's word on a result"),
    "add_wish": _("wish for the draw added"),
    "remove_wish": _("wish for the draw removed"),
    "build_board": _("board built"),
    "commit_draws": _("seeds of the draws committed to"),
    "take_out_secret": _("secret of the draws taken out"),
    "import_tournament": _("moved here from another machine"),
    "name_source": _("what decides instead of dice told"),
    "type_value": _("dice for the draw typed"),
    "confirm_value": _("dice for the draw confirmed"),
    "draw_round": _("drawn"),
    "swap_players": _("two players swapped by hand"),
    "publish_draw": _("draw published"),
    "unpublish_draw": _("draw taken back"),
    "announce_limit": _("time limit announced"),
    "start_clock": _("clock started"),
    "move_rounds": _("rounds that follow moved"),
    "pause_clock": _("clock stopped, with what is left on it"),
    "resume_clock": _("clock runs on, to its bell"),
    "add_screen": _("large screen added"),
    "steer_screen": _("large screen steered"),
    "remove_screen": _("large screen given up"),
    "make_token": _("token for a program made"),
    "withdraw_token": _("token of a program taken back"),
    "add_webhook": _("another site hears of the event"),
    "withdraw_webhook": _("another site hears of the event no more"),
    "delay_rounds": _("everything that follows put off"),
    "stop_clock": _("clock set back"),
    "set_turn_limit": _("turns limited"),
    "give_time": _("extra time of a table set, in minutes"),
    "mark_bell": _("player on turn at the bell noted"),
    "record_start_rolls": _("start of a table noted"),
    "enter_result": _("result entered"),
    "propose_result": _("result proposed by a player"),
    "respond_to_proposal": _("player's word on a proposed result"),
    "accept_proposal": _("proposed result accepted"),
    "decline_proposal": _("proposed result set aside"),
    "agree_result": _("result agreed by its table"),
    "void_game": _("game declared void"),
    "call_referee": _("referee called"),
    "cancel_call": _("call of the referee cancelled"),
    "take_call": _("referee on the way"),
    "close_call": _("call of the referee closed, nothing to decide"),
    "rule_on_call": _("chief referee decided at the table"),
    "propose_ruling": _("referee's answer proposed to the chief referee"),
    "keep_record": _("record of a game kept"),
    "start_record": _("recording of a game begun"),
    "close_record": _("recording of a game ended"),
    "drop_record": _("record of a game removed"),
    "close_round": _("round closed"),
    "reopen_round": _("round opened again"),
    "open_ruling": _("matter written into the referee's book"),
    "decide": _("chief referee decided"),
    "protest": _("protest"),
    "name_council": _("council named"),
    "decide_protest": _("council decided"),
    "exclude": _("player excluded"),
    "revoke_exclusion": _("exclusion taken back"),
    "draw_lot": _("lot drawn"),
    "enter_lot": _("lot drawn by hand kept"),
    "set_places_7_8": _("places 7 and 8 set"),
    "finish": _("finished"),
    "send_results": _("results sent"),
    "reopen_tournament": _("opened again"),
    "give_consent": _("the series consented to a broken condition"),
    "take_consent_back": _("consent of the series taken back"),
    "register": _("signed up"),
    "confirm_registration": _("sign-up confirmed"),
    "confirm_entry": _("sign-up confirmed by the organiser"),
    "confirm_entries": _("sign-ups confirmed by the organiser"),
    "cancel_registration": _("signed off"),
    "lapse_registrations": _("sign-ups that nobody confirmed have lapsed"),
    "join_queue": _("came onto the waiting list"),
    "move_up": _("got a place from the waiting list"),
    "release_places": _("places kept for unconfirmed sign-ups given to the waiting list"),
    "drop_unconfirmed": _("unconfirmed sign-ups dropped"),
    "take_back_lapsed": _("lapsed sign-ups taken back"),
    "add_entry": _("signed up by the organiser"),
    "edit_entry": _("player's data corrected"),
    "confirm_address": _("e-mail address of a player confirmed by the organiser"),
    "confirm_addresses": _("e-mail addresses of players confirmed by the organiser"),
    "believe_proof": _("the series said that a proved address is the player's"),
    "refuse_proof": _("the series said that a proved address is not the player's"),
    "send_link": _("personal link sent again"),
    "renew_entry_link": _("personal link of a player renewed"),
    "import_entries": _("list of players imported"),
    "merge_persons": _("double person merged"),
    "join_entry": _("player joined to a person known already"),
    "undo_join": _("joining of a player taken back"),
    "change_facts": _("player's own data changed by the player or the series"),
    "keep_back_name": _("name shown short, for somebody of the name wants it so"),
    "change_address": _("e-mail address changed by the player"),
    "correct_entry": _("corrected by the series"),
    "forget_person": _("person deleted on request"),
    "replace_name": _("name of a deleted person taken out of a text"),
    "leave_text": _("text left as it is after a person was deleted"),
    "open_check_in": _("check-in opened"),
    "check_in": _("checked in"),
    "check_in_myself": _("checked in by themselves"),
    "undo_check_in": _("check-in undone"),
    "mark_paid": _("paid"),
    "mark_unpaid": _("not paid after all"),
    "mark_no_show": _("did not come"),
    "walk_in": _("came without signing up"),
    "withdraw": _("withdrew"),
    "readmit": _("plays again"),
    "admit_latecomer": _("admitted late"),
}

OF_CALLS = frozenset(
    {
        *("call_referee", "cancel_call", "take_call"),
        *("close_call", "rule_on_call", "propose_ruling"),
    }
)
"""Acts about calls of the referee. Their detail is the number of the table and a colon."""

# Acts after which every public page is what it was: what players say of results, the referee's
# book, money, wishes, links, and what only a table's own desk shows. Whatever is not sure to belong
# here stays out; a check-in does, for example, because the public list of players tells of it.
# tests/tournaments/test_unseen_acts.py looks at all pages before and after each.
UNSEEN_ACTS = frozenset(
    {
        "respond_to_result",
        "propose_result",
        "respond_to_proposal",
        "decline_proposal",
        *OF_CALLS,
        "open_ruling",
        "decide",
        "protest",
        "name_council",
        "decide_protest",
        "add_wish",
        "remove_wish",
        "mark_bell",
        "record_start_rolls",
        "mark_paid",
        "mark_unpaid",
        "send_link",
        "renew_entry_link",
        "renew_link",
        "make_token",
        "withdraw_token",
        "add_webhook",
        "withdraw_webhook",
    }
)


# Acts whose detail repeats what somebody typed. In those of all others a player stands as a mark.
TYPED_ACTS = frozenset(
    {
        "edit_printed",
        "publish_rule_change",
        "name_official",
        "dismiss_official",
        "renew_link",
        "make_token",
        "withdraw_token",
        "add_webhook",
        "withdraw_webhook",
        "open_ruling",
        "decide",
        "protest",
        "name_council",
        "decide_protest",
        "respond_to_result",
        "respond_to_proposal",
        "revoke_exclusion",
    }
)

OF_A_TABLE = frozenset(
    {
        *("keep_record", "start_record", "close_record", "drop_record", "void_game"),
        *("enter_result", "propose_result", "accept_proposal", "decline_proposal", "agree_result"),
        "give_time",
        "record_start_rolls",
    }
)
"""Acts whose detail begins with the number of a table."""

IN_MINUTES = frozenset({"announce_limit", "set_turn_limit"})
"""Acts whose detail is how many minutes, and empty where a limit was taken away."""

OF_A_DRAW = frozenset({"draw_round", "publish_draw", "unpublish_draw"})
"""Acts whose detail is which draw of the round it was."""

HEARD_AT_THE_TABLE = OF_CALLS | {
    *("propose_result", "respond_to_proposal", "decline_proposal"),
    "mark_bell",
}
"""Acts of which the players of a table hear at once, and officials who watch for it. Their detail
begins with the number of the table and a colon."""

OF_DECISIONS = frozenset({"decide", "protest", "decide_protest"})
"""Acts of the referee's book of which the tables of the players concerned hear at once. Their
moment is the one that is kept with the matter."""

OF_A_WISH = frozenset({"add_wish", "remove_wish"})
"""Acts whose detail is the kind of a wish, a colon and the players."""

OF_A_WORD = frozenset({"respond_to_result", "respond_to_proposal"})
"""Acts whose detail is a player's word about a result."""

BY_PERSONAL_LINK = frozenset(
    {
        *("confirm_registration", "cancel_registration"),
        *("change_facts", "change_address", "keep_back_name", "forget_person"),
        *("join_entry", "undo_join"),
    }
)
"""Acts that a player does, where no name stands with them, by a link that is theirs alone. They
name the player in their detail, by the number, so that nothing is left to be forgotten."""

BY_ITSELF = frozenset(
    {"lapse_registrations", "release_places", "join_queue", "move_up", "close_account"}
)
"""Acts that the site does, where no name stands with them: the time has come, or another act leads
to them."""

SIGNATURE = "by"
"""Detail of an act about a name with which something is signed at the event."""

LONGEST_SENDING = 40
"""Letters by which a phone names what it sends, so that it may send it again without an answer."""

BELL = re.compile(r"(\d+): (\d+|-)")
"""Who was on turn at the bell: the table, and the seat or nobody any more."""

ANSWER = re.compile(r"(\d+): ([+~-]) ?(\(QR\))? ?(.*)", re.DOTALL)
"""A player's word about a result: the table, agreed, took the own entry back or not agreed, whether
on another's phone, and what was written."""

FROM_CODE = " (QR)"
"""Stands in a detail behind what another's phone said for a player."""

UNANSWERED = " ?"
"""Stands in the detail of a result before whoever said nothing of it."""

CORRECTED = " → "
"""Stands in the detail of a result between the one before and the one that replaced it."""

OF_ROUNDS = frozenset({"move_rounds", "delay_rounds"})
"""Acts whose detail is the rounds that were moved, each with its new start."""

ROUND_AND_START = re.compile(r"(\d+): (\d\d:\d\d)")
"""A round that was moved, and the start by the clock in the hall."""

FROM_ROUND = re.compile(r"(.*) \((\d+)\)")
"""Somebody admitted late, and the first round that they play."""

MARK = re.compile(r"\{(\d{1,5})\}")
"""How an act names a player in its detail: by the number, whose name is put in when it is read."""

OFFICE = re.compile(r"\{([a-z-]+)\}")
"""How it names an office: by its key, whose word in the reader's language is put in."""


class Act(models.Model):
    """One thing a person did to a tournament, with the cautions that were confirmed for it
    (`domain/heeded.py`, or a line as the doer read it).

    `by_number` is the number of a player who did it. `sending` is how a phone named what it sent;
    it means nothing on another machine.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="acts")
    name = models.CharField(_("act"), max_length=40)
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    detail = models.CharField(_("detail"), max_length=300, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    confirmed = models.JSONField(_("confirmed warnings"), default=list, blank=True)
    version = models.PositiveIntegerField(_("version after it"))
    by = models.CharField(_("by"), max_length=150)
    by_number = models.PositiveSmallIntegerField(_("number of the player"), null=True, blank=True)
    at = models.DateTimeField(_("at"))
    sending = models.CharField(
        max_length=LONGEST_SENDING, blank=True, default="", db_default="", editable=False
    )

    class Meta:
        verbose_name = _("entry of the logbook")
        verbose_name_plural = _("logbook")
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "sending"],
                condition=~Q(sending=""),
                name="one_act_a_sending",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%H:%M} {self.label}"

    @property
    def label(self) -> str:
        if self.name == "enter_result" and (self.reason or CORRECTED in self.detail):
            return gettext("result corrected")
        return str(ACTS[self.name])

    @property
    def signed(self) -> str:
        """Who did it; of a player who has a namesake at the event with the number. Where no name
        stands with it, by which way a player did, or that it was the site itself."""
        if not self.by and self.name in BY_PERSONAL_LINK:
            return gettext("by the player's own link")
        if not self.by and self.name == "register":
            return gettext("on the sign-up page")
        if not self.by and self.name in BY_ITSELF:
            return gettext("the site by itself")
        if self.by_number is None or self.by not in self.tournament.names_of_several:
            return self.by
        return with_number(self.by, self.by_number)

    @property
    def warnings(self) -> list[str]:
        """What was confirmed, in the reader's words."""
        return [remembered(line) for line in self.confirmed]

    @property
    def numbers(self) -> set[int]:
        """The numbers of the players whom the detail names."""
        return {int(number) for number in MARK.findall(self.detail)}

    @property
    def told(self) -> str:
        """The detail with the names that its players have now, and offices in the reader's words;
        what is cut off at its end is left out."""
        names = self.tournament.names_by_number if self.numbers else {}
        whole = MARK.sub(lambda found: names.get(int(found[1]), f"{found[1]}."), self.detail)
        whole = OFFICE.sub(lambda found: _office(found[1]), whole)
        if not whole:
            return ""
        return _in_words(self.name, re.sub(r"\{[\da-z-]*$", "…", whole))


def _office(key: str) -> str:
    return str(Role(key).label) if key in Role.values else key


def _start_of_a_round(moved: re.Match[str]) -> str:
    return gettext("round %(round)s: %(time)s") % {"round": moved[1], "time": moved[2]}


def _in_words(act: str, detail: str) -> str:
    """A detail that is kept short, as a sentence says it; any other as it is."""
    if act in OF_A_TABLE | OF_CALLS:
        return _at_a_table(detail)
    if act in IN_MINUTES and detail.isdecimal():
        minutes = int(detail)
        return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    if act == "set_places_7_8" and detail in PlacesSevenEight.values:
        return str(PlacesSevenEight(detail).label)
    if act == "mark_bell" and (bell := BELL.fullmatch(detail)):
        seat = gettext("seat %(number)s") % {"number": bell[2]}
        noted = gettext("taken back") if bell[2] == "-" else seat
        return gettext("table %(detail)s") % {"detail": f"{bell[1]}: {noted}"}
    if act in OF_A_DRAW:
        return gettext("draw %(attempt)s") % {"attempt": detail}
    if act in ("replace_name", "leave_text") and detail == SIGNATURE:
        return gettext("signature")
    if act in OF_ROUNDS:
        return ROUND_AND_START.sub(_start_of_a_round, detail)
    if act == "admit_latecomer" and (late := FROM_ROUND.fullmatch(detail)):
        return gettext("%(player)s, from round %(round)s") % {"player": late[1], "round": late[2]}
    if act in OF_A_WISH and (kind := detail.partition(":")[0]) in WishKind.values:
        return f"{WishKind(kind).label}{detail.removeprefix(kind)}"
    if act == "import_entries":
        return gettext("players: %(count)s") % {"count": detail}
    if act in OF_A_WORD and (answer := ANSWER.fullmatch(detail)):
        return _word_on_a_result(answer)
    return detail


def _at_a_table(detail: str) -> str:
    """Of `5: 10-8-6` or `5:`, perhaps with the sign of another's phone or who said nothing."""
    answered, _sign, silent = detail.partition(UNANSWERED)
    said = answered.removesuffix(FROM_CODE)
    told = gettext("table %(detail)s") % {"detail": said.removesuffix(":")}
    told = told if said == answered else _from_code(told)
    if not silent:
        return told
    return gettext("%(said)s, without an answer: %(player)s") % {"said": told, "player": silent}


def _from_code(said: str) -> str:
    return gettext("%(said)s (on another's phone)") % {"said": said}


def _word_on_a_result(answer: re.Match[str]) -> str:
    said = {
        "+": gettext("agrees"),
        "~": gettext("takes back what was entered"),
        "-": gettext("does not agree"),
    }[answer[2]]
    if answer[3]:
        said = _from_code(said)
    told = gettext("table %(detail)s") % {"detail": f"{answer[1]}: {said}"}
    return f"{told}: {answer[4]}" if answer[4] else told


class NameLeft(models.Model):
    """A text that people typed and in which the name of somebody stands who was deleted since.

    Nobody's deletion writes over what others wrote, so the series looks at each: the row goes,
    and the name with it, when it has replaced the name or left the text. Without a `kind` it is
    what was signed with the name at the event.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="names_left")
    name = models.CharField(max_length=150)
    kind = models.CharField(max_length=20, blank=True)
    row = models.PositiveBigIntegerField(null=True, blank=True)
    field = models.CharField(max_length=20, blank=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("text with the name of a deleted person")
        verbose_name_plural = _("texts with names of deleted persons")
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.place}"

    @property
    def place(self) -> str:
        """Where it stands, by the names of row and column, which are nobody's."""
        return f"{self.kind} {self.row}: {self.field}" if self.kind else SIGNATURE


class JobState(models.TextChoices):
    QUEUED = "queued", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


def new_job_token() -> str:
    return secrets.token_urlsafe(16)


class Job(models.Model):
    """Long work with progress (0 to 100) and a file at the end, made of a tournament or of what
    somebody has uploaded."""

    token = models.CharField(max_length=32, unique=True, default=new_job_token, editable=False)
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, null=True, blank=True, related_name="jobs"
    )
    kind = models.CharField(_("kind"), max_length=40)
    parameters = models.JSONField(_("parameters"), default=dict)
    language = models.CharField(_("language"), max_length=7, default="cs")
    state = models.CharField(_("state"), max_length=10, choices=JobState, default=JobState.QUEUED)
    percent = models.PositiveSmallIntegerField(_("percent"), default=0)
    upload = models.FileField(_("upload"), upload_to="jobs/", blank=True)
    file = models.FileField(_("file"), upload_to="jobs/", blank=True)
    file_name = models.CharField(_("file name"), max_length=150, blank=True)
    message = models.TextField(_("message"), blank=True)
    by = models.CharField(_("by"), max_length=150)
    at = models.DateTimeField(_("asked for"))
    changed_at = models.DateTimeField(_("last sign of life"), default=timezone.now)
    turns = models.PositiveSmallIntegerField(_("taken up"), default=0, db_default=0)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{timezone.localtime(self.at):%H:%M} {self.get_state_display()}"


class Trouble(models.TextChoices):
    """Why an e-mail did not go out, in words that go on after a colon."""

    NO_ANSWER = "no-answer", _("the mail server does not answer")
    SIGN_IN = "sign-in", _("the mail server does not accept the site's user name and password")
    SERVER = "server", _("the mail server takes no e-mails from this site")
    REFUSED = "refused", _("the mail server refuses delivery")


OF_THE_SERVER = (Trouble.NO_ANSWER, Trouble.SIGN_IN, Trouble.SERVER)
"""What meets every e-mail alike, not this one alone."""


class Mail(models.Model):
    """An e-mail to be sent once: `key` names the occasion, so a repeated task adds nothing.

    Whoever sets `again_at` has taken it; it is free again from then on.
    """

    key = models.CharField(max_length=150, unique=True)
    to = models.EmailField(_("to"))
    subject = models.CharField(_("subject"), max_length=200)
    body = models.TextField(_("text"))
    language = models.CharField(
        _("language"), max_length=7, default=get_language, db_default="", editable=False
    )
    at = models.DateTimeField(_("written"))
    tried_at = models.DateTimeField(_("last tried"), null=True, blank=True)
    again_at = models.DateTimeField(_("tried again"), null=True, blank=True)
    trouble = models.CharField(_("trouble"), max_length=10, choices=Trouble, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("e-mail")
        verbose_name_plural = _("e-mails")
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.to}: {self.subject}"
