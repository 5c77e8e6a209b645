"""What comes of an act at a page: done, refused, to be confirmed, or done already by somebody else.

Every act is carried out and its outcome shown here, so that nobody who sent something is told less
than all there is: every reason with its rule, every caution, what somebody else has done meanwhile.
What was typed stays on the page in each of these cases.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.db import DatabaseError, transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy

from games.views.limits import too_many
from tournaments.domain.values import Caution, Refused, marked
from tournaments.models import Tournament
from tournaments.services.acts import AlreadyDone, Doer, Unconfirmed
from tournaments.views.access import doer
from tournaments.views.repeating import ask_to_come_again, is_given_up
from tournaments.views.sent import page_of_form, sent_fields
from tournaments.wording import in_words, told

OTHERS_ARE_SAVING = Refused(
    "",
    marked(
        "Others are saving just now, so nothing of this is saved yet. Please send it again in a "
        "few seconds."
    ),
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an act; all of it empty if it was done and says nothing of itself.

    `made` is what the act returned; a text is what is said of it. `already` is that it had been
    done before, `refusal` why nothing was done, and `cautions` are what a person has to see first.
    Whoever `gave_up` waited too long for others and is refused for that.
    """

    made: Any = None
    already: AlreadyDone | None = None
    refusal: Refused | None = None
    cautions: tuple[Caution, ...] = ()
    gave_up: bool = False

    @property
    def said(self) -> str:
        """What is said of it once it is done; empty for an act that says nothing."""
        return self.made if isinstance(self.made, str) else ""

    @property
    def stays_open(self) -> bool:
        """Whether nothing was done and something is still to be decided or typed."""
        return bool(self.refusal or self.cautions)

    @property
    def reasons(self) -> tuple[Refused, ...]:
        return self.refusal.each if self.refusal else ()

    def saying(self, done: str) -> Outcome:
        """The same with a text to be said once it is done, if there is one."""
        is_done = not self.stays_open and not self.already
        return replace(self, made=done) if done and is_done else self

    def onto(self, form: BaseForm) -> None:
        """Write every reason onto the form that was sent."""
        for reason in self.reasons:
            form.add_error(None, told(reason))

    def tell(self, request: HttpRequest) -> None:
        """Say it on the next page, whichever that is, each reason with its rule."""
        if self.said:
            messages.success(request, self.said)
        for already in self.already.each if self.already else ():
            messages.info(request, in_words(already), extra_tags=already.rule_id)
        for reason in self.reasons:
            messages.error(request, in_words(reason), extra_tags=reason.rule_id)

    def marked(self, page: HttpResponse) -> HttpResponse:
        """The page that shows it, asking to come again whoever waited for others in vain."""
        return ask_to_come_again(page) if self.gave_up else page


def outcome(do: Callable[[], object]) -> Outcome:
    """Do it. A text that it returns is what is said of it."""
    try:
        return Outcome(made=do())
    except AlreadyDone as already:
        return Outcome(already=already)
    except Refused as refusal:
        return Outcome(refusal=refusal)
    except Unconfirmed as unconfirmed:
        return Outcome(cautions=unconfirmed.cautions)


def asked_now(do: Callable[[], object]) -> tuple[Caution, ...]:
    """What would be asked first if it were done now; nothing of it is."""
    with transaction.atomic():
        came = outcome(do)
        transaction.set_rollback(True)
    return came.cautions


def outcome_with_form(request: HttpRequest, do: Callable[[], object]) -> Outcome:
    """The same where a form keeps what was typed: a wait for others that was too long is an outcome
    as well. Raises any other error, and one after which it can be tried again at once."""
    try:
        return outcome(do)
    except DatabaseError as error:
        if not is_given_up(request, error):
            raise
        return Outcome(refusal=OTHERS_ARE_SAVING, gave_up=True)


def carry_out(
    request: HttpRequest, do: Callable[[Doer], object], *, done: str = "", back: str
) -> HttpResponse:
    """Do an act that needs no form of its own, say so unless the act itself does, and go back.

    A refusal is told on the page gone back to. Cautions are shown on a page that sends the same
    fields again once they are confirmed, so nothing typed is lost.
    """
    came = outcome(lambda: do(doer(request)))
    return answered(request, came.saying(done), back=back)


def submit(
    request: HttpRequest,
    form: BaseForm,
    do: Callable[[Doer], object],
    *,
    done: str = "",
    back: str,
    again: Callable[[], HttpResponse],
) -> HttpResponse:
    """Do an act with what a form holds, say so unless the page itself shows it, and go back.

    With a mistake or a refusal `again` shows the page with the form as it was typed, and so it does
    where others held the database for too long.
    """
    if not form.is_valid():
        return again()
    came = outcome_with_form(request, lambda: do(doer(request)))
    return answered_on_form(request, form, came.saying(done), back=back, again=again)


def answered(
    request: HttpRequest,
    came: Outcome,
    *,
    back: str,
    row: Callable[[Sequence[Caution]], HttpResponse] | None = None,
) -> HttpResponse:
    """The answer to whoever sent it: the page gone back to, or the one that asks for a yes.

    What was done to one row of a list is answered to a script with the `row` alone, cautions in it.
    """
    if row is not None and request.htmx:
        came.tell(request)
        return row(came.cautions)
    if came.cautions:
        return ask(request, came.cautions, back=back)
    came.tell(request)
    return redirect(back)


def answered_on_form(
    request: HttpRequest,
    form: BaseForm,
    came: Outcome,
    *,
    back: str,
    again: Callable[[], HttpResponse],
) -> HttpResponse:
    """The same; a refusal stands on the page that the form was sent from."""
    if came.refusal is None:
        return answered(request, came, back=back)
    came.onto(form)
    return came.marked(again())


# What the button of the page with cautions says: what it does.
TO_CONFIRM = {
    "announce": gettext_lazy("Announce the tournament"),
    "delete_draft": gettext_lazy("Delete the draft"),
    "cancel_tournament": gettext_lazy("Cancel the tournament"),
    "edit_tournament": gettext_lazy("Save all the same"),
    "edit_entry": gettext_lazy("Save all the same"),
    "enter_result": gettext_lazy("Save all the same"),
    "add_entry": gettext_lazy("Sign them up"),
    "import_entries": gettext_lazy("Import the list"),
    "open_check_in": gettext_lazy("Open the check-in"),
    "walk_in": gettext_lazy("Let them in"),
    "admit_latecomer": gettext_lazy("Let them in"),
    "check_in": gettext_lazy("Check them in"),
    "mark_no_show": gettext_lazy("They did not come"),
    "withdraw": gettext_lazy("Let them withdraw"),
    "draw_round": gettext_lazy("Draw the round"),
    "publish_draw": gettext_lazy("Publish the draw"),
    "unpublish_draw": gettext_lazy("Take it back"),
    "reopen_round": gettext_lazy("Open it again"),
    "stop_clock": gettext_lazy("Set the clock back"),
    "swap_players": gettext_lazy("Swap them"),
    "record_start_rolls": gettext_lazy("Save all the same"),
    "propose_result": gettext_lazy("Save all the same"),
    "keep_record": gettext_lazy("Keep the game"),
    "close_record": gettext_lazy("Close the record"),
    "join_clubs": gettext_lazy("Join the two"),
    "name_official": gettext_lazy("Name an official"),
    "name_council": gettext_lazy("Name the council"),
    "take_call": gettext_lazy("I am coming"),
    "propose_ruling": gettext_lazy("Write it down"),
    "rule_on_call": gettext_lazy("Write it down"),
    "decide": gettext_lazy("Write the decision down"),
    "void_game": gettext_lazy("Declare it void"),
    "readmit": gettext_lazy("Plays again"),
    "withdraw_myself": gettext_lazy("Leave the tournament"),
    "start_clock": gettext_lazy("Start the clock"),
    "close_round": gettext_lazy("Close the round"),
    "move_rounds": gettext_lazy("Move the rounds that follow"),
    "finish": gettext_lazy("Finish the tournament"),
    "send_results": gettext_lazy("Yes, they are sent"),
}


def ask(request: HttpRequest, cautions: Sequence[Caution], *, back: str) -> HttpResponse:
    """The page that shows cautions and sends the same request again with them confirmed.

    Back leads to the form as it was typed; where nobody knows its page, to the page `back`.
    """
    context = {
        "cautions": cautions,
        "kept": [sent for sent in sent_fields(request) if sent[0] != "cautions"],
        "action": request.get_full_path(),
        "confirm": to_confirm(request),
        "back": page_of_form(request, or_else=back),
        "tournament": Tournament.objects.filter(
            slug=request.resolver_match.kwargs.get("slug", "")
        ).first(),
        # A player is asked, too, and no desk is theirs.
        "at_desk": "/desk/" in request.path,
    }
    return render(request, "tournaments/ask.html", context)


def to_confirm(request: HttpRequest) -> str | None:
    """What the button says that confirms the cautions: what it does."""
    return TO_CONFIRM.get(request.resolver_match.url_name)


def refuse_too_many(request: HttpRequest, group: str, rates: Mapping[str, str]) -> None:
    """Refuse what somebody asks for too often for themselves (`games/views/limits.py`)."""
    if too_many(request, group, rates):
        raise Refused("", marked("That was asked for too often; please try again in an hour."))


def too_often() -> Refused:
    """Why an act was refused that was done too often."""
    return Refused(
        "",
        marked(
            "Nothing was changed: this was done very often within an hour, and each time somebody "
            "may get an e-mail. Please wait a little and try again."
        ),
    )
