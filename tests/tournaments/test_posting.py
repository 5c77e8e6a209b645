"""Views of acts: what is done and said, where it goes on, and what stays of what was typed."""

from types import SimpleNamespace

import pytest
from django import forms
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import OperationalError
from django.http import HttpResponse
from django.utils import translation
from psycopg.errors import LockNotAvailable

from tournaments.domain.values import Refused, refuse
from tournaments.views.outcome import refuse_too_many
from tournaments.views.posting import Page, Sent, filled, posted
from tournaments.views.repeating import Attempt


class MinutesForm(forms.Form):
    minutes = forms.IntegerField()


def show(_request, tournament, number, **typed):
    """A page with its form as it was typed, and why nothing was done."""
    ((name, form),) = typed.items()
    reasons = [*form.errors.get("minutes", ()), *form.non_field_errors()]
    return HttpResponse(f"{tournament} {number} {name}={form['minutes'].value()}: {reasons}")


ROUND = Page("round_desk", ("slug", "number"), show)


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def press(rf):
    """Press the button of an act of table 3 in round 2; its answer and what was said."""

    def press(view, **fields):
        request = rf.post("/", fields)
        request.htmx, request.user, request.session = False, AnonymousUser(), {}
        request.attempt = Attempt()
        at = {"slug": "brno", "number": 2, "table_number": 3}
        request.resolver_match = SimpleNamespace(kwargs=at, url_name="an_act")
        request._messages = CookieStorage(request)
        answer = view(request, "Brno", number=2, table_number=3)
        return answer, [str(one) for one in get_messages(request)]

    return press


def test_an_act_is_done_said_and_goes_back_to_its_page(press):
    seen = []

    @posted(ROUND)
    def note(sent: Sent, tournament, number, table_number):
        seen.append((tournament, number, table_number, sent.text("why"), sent.number("attempt")))
        return "Noted."

    answer, said = press(note, why="late", attempt="7")

    assert note.__name__ == "note"
    assert seen == [("Brno", 2, 3, "late", 7)]
    assert answer.url == "/en/t/brno/desk/rounds/2/"
    assert said == ["Noted."]


def test_an_act_may_know_better_where_it_goes_on(press):
    @posted(ROUND)
    def note(sent: Sent, *_at, **_keys):
        sent.back = "/elsewhere/"

    answer, said = press(note)

    assert (answer.url, said) == ("/elsewhere/", [])


def test_with_a_mistake_the_page_shows_what_was_typed_and_nothing_is_done(press):
    @posted(ROUND, limit_form=filled(MinutesForm))
    def set_limit(*_sent, **_keys):
        raise AssertionError

    answer, said = press(set_limit, minutes="many")

    assert answer.content.decode() == "Brno 2 limit_form=many: ['Enter a whole number.']"
    assert said == []


def test_a_refusal_stands_on_the_page_with_every_reason_and_what_was_typed(press):
    @posted(ROUND, limit_form=filled(MinutesForm))
    def set_limit(sent: Sent, *_at, **_keys):
        assert sent.data == {"minutes": 5}
        refuse([Refused("T-058", "Too short."), Refused("", "Too late.")])

    answer, said = press(set_limit, minutes="5")

    assert answer.content.decode() == "Brno 2 limit_form=5: ['Too short. (T-058)', 'Too late.']"
    assert said == []


def test_whoever_waited_for_others_in_vain_keeps_what_was_typed_and_may_come_again(press):
    @posted(ROUND, limit_form=filled(MinutesForm))
    def set_limit(*_sent, **_keys):
        raise OperationalError from LockNotAvailable()

    answer, _said = press(set_limit, minutes="5")

    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.content.decode().startswith("Brno 2 limit_form=5: ['Others are saving just now")


def test_without_a_form_to_keep_it_a_wait_in_vain_is_no_outcome(press):
    @posted(ROUND)
    def note(*_sent, **_keys):
        raise OperationalError from LockNotAvailable()

    with pytest.raises(OperationalError):
        press(note)


def test_what_is_asked_for_too_often_is_refused_like_anything_else(press):
    @posted(ROUND)
    def mail(sent: Sent, *_at, **_keys):
        refuse_too_many(sent.request, "test-posting", {"one": "1/h"})
        return "Mailed."

    assert press(mail)[1] == ["Mailed."]
    assert press(mail)[1] == ["That was asked for too often; please try again in an hour."]


def test_nobody_does_anything_by_looking_at_an_address(rf):
    @posted(ROUND)
    def note(*_sent, **_keys):
        raise AssertionError

    assert note(rf.get("/"), "Brno", number=2).status_code == 405
