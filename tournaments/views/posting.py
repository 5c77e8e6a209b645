"""Views of acts that are sent from a page: an act and what is said of it, and nothing else.

A page is named once with how it is shown. An act of it is a function that does it and returns what
is said of it; what else may come of it `outcome.py` shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournaments.models import Series
from tournaments.services.acts import Doer
from tournaments.services.offices import Administrator
from tournaments.views.access import doer
from tournaments.views.in_series import address_of
from tournaments.views.outcome import answered, answered_on_form, outcome, outcome_with_form

Act = Callable[..., object]
View = Callable[..., HttpResponse]

LONGEST_REASON = 1_000
"""Letters of a reason, as its fields on the pages say; one of them is told everybody by e-mail."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page from which acts are sent and to which they go back.

    `name` is that of its address, and `keys` are what it takes of the address of an act. `show` is
    called as an act is, but with no other keys, and with the form as it was typed by its name.
    """

    name: str
    keys: tuple[str, ...] = ()
    show: View | None = None

    def address(self, request: HttpRequest) -> str:
        known = request.resolver_match.kwargs
        if "series" in known:
            return address_of(request, self.name, **{key: known[key] for key in self.keys})
        return reverse(self.name, args=[known[key] for key in self.keys])

    def again(
        self, request: HttpRequest, given: Sequence[Any], at: Mapping[str, Any], **typed: BaseForm
    ) -> HttpResponse:
        keys = [at[key] for key in self.keys if key in at]
        return self.show(request, *given, *keys, **typed)


@dataclass(slots=True)
class Sent:
    """What somebody sent to have something done; an act gets it in place of the request.

    `back` is where it goes on from there, unless the act knows better once it is done.
    """

    request: HttpRequest
    back: str
    form: Any = None

    @property
    def doer(self) -> Doer:
        """Whoever sent it, as the logbook will name them."""
        return doer(self.request)

    @property
    def data(self) -> dict[str, Any]:
        """What the form holds."""
        return self.form.cleaned_data

    @property
    def series(self) -> Series:
        """The series of the page from which it was sent (`of_series`)."""
        return self.request.series

    def text(self, name: str) -> str:
        return self.request.POST.get(name, "")

    @property
    def reason(self) -> str:
        """Why it is done, where no form asks for it."""
        return self.text("reason")[:LONGEST_REASON]

    def number(self, name: str) -> int:
        """A number that the page itself wrote into a field; 0 where there is none."""
        sent = self.text(name)
        return int(sent[:9]) if sent.isdecimal() else 0


def administrator(sent: Sent) -> Administrator:
    """The same with their account, where it is an administrator of the series who acts."""
    return Administrator(sent.request.user, sent.doer)


def filled(form: type[BaseForm], **given: Any) -> Callable[..., BaseForm]:
    """How a form is filled in that needs nothing but what was sent."""
    return lambda request, *_given, **_at: form(request.POST, **given)


def posted(page: Page, **form: Callable[..., BaseForm]) -> Callable[[Act], View]:
    """Make a view of an act that is sent from a page and goes back to it.

    The act is called with a `Sent` and returns what is said of it. Of its form, if it has one, is
    said by the name that the page has for it how it is filled in; that is called as a view is. With
    a mistake or a refusal the page is shown with the form as it was typed.
    """

    def decorate(do: Act) -> View:
        @wraps(do)
        @require_POST
        def answer(request: HttpRequest, *given: Any, **at: Any) -> HttpResponse:
            sent = Sent(request, page.address(request))
            act = partial(do, sent, *given, **at)
            if not form:
                return answered(request, outcome(act), back=sent.back)
            ((name, fill),) = form.items()
            sent.form = fill(request, *given, **at)
            again = partial(page.again, request, given, at, **{name: sent.form})
            return _with_form(sent, act, again)

        return answer

    return decorate


def _with_form(sent: Sent, act: Act, again: View) -> HttpResponse:
    if not sent.form.is_valid():
        return again()
    came = outcome_with_form(sent.request, act)
    return answered_on_form(sent.request, sent.form, came, back=sent.back, again=again)
