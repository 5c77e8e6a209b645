"""The desk lets programs write to the event, each by a token of its own, and tells others of it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.domain.telling import MOST_TRIES
from tournaments.forms.programs import TokenForm, WebhookForm
from tournaments.models import Tournament
from tournaments.models.program import Writes
from tournaments.services import programs as services
from tournaments.services import webhooks
from tournaments.views.access import act
from tournaments.views.posting import Page, Sent, filled, posted

TO_SHOW = "made-for-a-program"
SIGNS = "signs-for-a-program"
"""The token, and the secret that signs, made last at this desk: each is shown once after the
redirect."""

SHOWN_DELIVERIES = 20


@act
def programs(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    token_form: TokenForm | None = None,
    webhook_form: WebhookForm | None = None,
) -> HttpResponse:
    tokens = list(tournament.program_tokens.all())
    context = {
        "tournament": tournament,
        "working": [
            (token, services.standing_of(token).is_held())
            for token in tokens
            if token.withdrawn_at is None
        ],
        "withdrawn": [token for token in tokens if token.withdrawn_at],
        "secret": request.session.pop(TO_SHOW, ""),
        "signs": request.session.pop(SIGNS, ""),
        "token_form": token_form or TokenForm(),
        "webhook_form": webhook_form or WebhookForm(),
        "webhooks": [
            (webhook, webhook.deliveries.select_related("act")[:SHOWN_DELIVERIES])
            for webhook in tournament.webhooks.filter(withdrawn_at=None)
        ],
        "most_tries": MOST_TRIES,
    }
    return render(request, "tournaments/desk/programs.html", context)


PAGE = Page("programs", ("slug",), _page)


@act
@posted(PAGE, token_form=filled(TokenForm))
def make_token(sent: Sent, tournament: Tournament) -> str:
    writes = Writes(sent.data["writes"])
    secret = services.make_token(tournament, sent.data["name"], writes, sent.doer)
    sent.request.session[TO_SHOW] = secret
    return _("The token is made.")


@act
@posted(PAGE)
def withdraw_token(sent: Sent, tournament: Tournament) -> str:
    services.withdraw_token(tournament, sent.number("token"), sent.doer)
    return _("The token is taken back: the program writes no more.")


@act
@posted(PAGE, webhook_form=filled(WebhookForm))
def add_webhook(sent: Sent, tournament: Tournament) -> str:
    sent.request.session[SIGNS] = webhooks.add_webhook(tournament, sent.data["url"], sent.doer)
    return _("The address hears of the event from now on.")


@act
@posted(PAGE)
def withdraw_webhook(sent: Sent, tournament: Tournament) -> str:
    webhooks.withdraw_webhook(tournament, sent.number("webhook"), sent.doer)
    return _("The address hears of the event no more.")
