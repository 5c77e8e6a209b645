"""What comes of an act: every reason is told with its rule, wherever it is told."""

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import translation

from tournaments.domain.values import Caution, Refused, refuse
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.views.outcome import answered, outcome

TOO_MANY = Refused("T-012", "{count} players cannot be seated.", count=5)
TOO_LATE = Refused("T-066", "It is too late for that.")


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def request_(rf: RequestFactory):
    request = rf.post("/")
    request.htmx = False
    request._messages = CookieStorage(request)
    return request


def refused_for_two():
    refuse([TOO_MANY, TOO_LATE])


def said(request):
    return [(one.level_tag, str(one), one.extra_tags) for one in get_messages(request)]


def test_what_an_act_returns_is_said_of_it(request_):
    answer = answered(request_, outcome(lambda: "Saved."), back="/desk/")

    assert said(request_) == [("success", "Saved.", "")]
    assert answer.url == "/desk/"


def test_an_act_that_says_nothing_of_itself_is_given_its_words(request_):
    outcome(object).saying("Saved.").tell(request_)

    assert said(request_) == [("success", "Saved.", "")]


def test_every_reason_is_told_with_its_rule(request_):
    came = outcome(refused_for_two).saying("Saved.")

    answered(request_, came, back="/desk/")

    assert said(request_) == [
        ("error", "5 players cannot be seated.", "T-012"),
        ("error", "It is too late for that.", "T-066"),
    ]


def test_every_reason_stands_on_the_form_that_was_sent():
    form = forms.Form({})

    outcome(refused_for_two).onto(form)

    assert form.non_field_errors() == [
        "5 players cannot be seated. (T-012)",
        "It is too late for that. (T-066)",
    ]


def test_what_somebody_else_did_before_is_no_refusal(request_):
    def done_before():
        raise AlreadyDone("T-075", "The results are sent already.")

    came = outcome(done_before).saying("Sent.")
    came.tell(request_)

    assert not came.stays_open
    assert said(request_) == [("info", "The results are sent already.", "T-075")]


def test_a_row_is_shown_anew_with_what_is_to_be_confirmed_in_it(request_):
    caution = Caution.of("T-058", "The round has begun.")
    request_.htmx = True

    def asks():
        raise Unconfirmed([caution])

    answer = answered(request_, outcome(asks), back="/desk/", row=HttpResponse)

    assert answer.content.decode() == str(caution)
    assert said(request_) == []


def test_a_mistake_of_ours_is_not_an_outcome():
    with pytest.raises(ZeroDivisionError):
        outcome(lambda: 1 // 0)
