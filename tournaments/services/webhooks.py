"""Other sites are told of an event: the desk names them, each act is sent until it is taken."""

from __future__ import annotations

import datetime as dt
import json
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils import timezone, translation

from tournaments.domain.telling import MOST_TRIES, SIGNATURE, TOLD, pause_after, signature
from tournaments.domain.values import Refused, marked
from tournaments.models import Act, Delivery, Tournament, Webhook
from tournaments.models.webhook import MOST_WEBHOOKS
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.mailing import absolute
from tournaments.services.outside import Unreachable, post

SECRET_BYTES = 32

TAKEN_FOR = dt.timedelta(minutes=2)
"""Whoever sends a delivery has it for so long; longer than one request may take."""

KEPT = dt.timedelta(days=14)

Post = Callable[[str, bytes, Mapping[str, str]], int]


def add_webhook(tournament: Tournament, url: str, by: Doer) -> str:
    """Let another site hear of the event from now on; the answer is the secret that signs it."""
    with acting(tournament, "add_webhook", by, detail=url) as act:
        open_ = act.tournament.webhooks.filter(withdrawn_at=None)
        if open_.filter(url=url).exists():
            raise AlreadyDone("", marked("This address hears of the event already."))
        if open_.count() >= MOST_WEBHOOKS:
            raise Refused(
                "",
                marked("At most {most} addresses hear of an event. Take one back first."),
                most=MOST_WEBHOOKS,
            )
        secret = secrets.token_urlsafe(SECRET_BYTES)
        act.tournament.webhooks.create(url=url, secret=secret, made_by=by.name, made_at=by.now)
    return secret


def withdraw_webhook(tournament: Tournament, pk: int, by: Doer) -> None:
    """Tell it no more, not even what waits."""
    with acting(tournament, "withdraw_webhook", by) as act:
        webhook = act.tournament.webhooks.filter(pk=pk, withdrawn_at=None).first()
        if webhook is None:
            raise AlreadyDone("", marked("This address is taken back already."))
        webhook.withdrawn_by, webhook.withdrawn_at = by.name, by.now
        webhook.save()
        act.detail = webhook.url


@receiver(post_save, sender=Act)
def _note(instance: Act, created: bool, **_kwargs: Any) -> None:
    """Write down, together with an act, to whom it is to be told."""
    if not created or instance.name not in TOLD:
        return
    hear = Webhook.objects.filter(tournament=instance.tournament_id, withdrawn_at=None)
    Delivery.objects.bulk_create(
        Delivery(webhook=webhook, act=instance, again_at=instance.at) for webhook in hear
    )


def deliver(clock: Callable[[], dt.datetime], send: Post = post) -> int:
    """Send what waits, oldest first, and say how much of it was taken. Two workers at once share
    the work: each takes a delivery before it sends it."""
    taken = 0
    while (delivery := _take(clock())) is not None:
        status = _sent(delivery, send)
        is_taken = status is not None and 200 <= status < 300
        _note_answer(delivery, status, clock(), is_taken=is_taken)
        taken += is_taken
    return taken


def clear_old_deliveries(now: dt.datetime) -> int:
    """Delete what was sent, or given up, long ago."""
    return Delivery.objects.filter(act__at__lt=now - KEPT).delete()[0]


def told_of(act: Act) -> dict[str, Any]:
    """What another site is told of an act: what has changed, and where it is read."""
    tournament, what, number = act.tournament, TOLD[act.name], act.round_number
    with translation.override(settings.LANGUAGE_CODE):
        names = {
            "draw": ("api_draw", tournament.slug, number),
            "results": ("api_results", tournament.slug, number),
            "standings": ("api_standings", tournament.slug),
            "finished": ("api_event", tournament.slug),
        }
        read = absolute(*names[what])
    return {
        "event": tournament.slug,
        "what": what,
        "round": number,
        "version": act.version,
        "at": timezone.localtime(act.at).isoformat(timespec="seconds"),
        "read": read,
    }


def _waiting(now: dt.datetime) -> Any:
    return Delivery.objects.filter(
        Q(again_at__lte=now),
        delivered_at=None,
        tries__lt=MOST_TRIES,
        webhook__withdrawn_at=None,
    )


def _take(now: dt.datetime) -> Delivery | None:
    """The next one, taken so that nobody else takes it; None when nothing waits."""
    waiting = _waiting(now)
    rows = waiting.select_related("webhook", "act__tournament").order_by("again_at", "pk")[:20]
    for delivery in rows:
        # The update counts rows, so of two who try at once one gets nothing.
        seen = Delivery.objects.filter(pk=delivery.pk, again_at=delivery.again_at)
        if seen.update(again_at=now + TAKEN_FOR, tries=delivery.tries + 1):
            delivery.tries += 1
            return delivery
    return None


def _sent(delivery: Delivery, send: Post) -> int | None:
    body = json.dumps({"delivery": delivery.pk, **told_of(delivery.act)}).encode()
    webhook = delivery.webhook
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "catantour",
        SIGNATURE: signature(webhook.secret, body),
    }
    try:
        return send(webhook.url, body, headers)
    except Unreachable:
        return None


def _note_answer(
    delivery: Delivery, status: int | None, now: dt.datetime, *, is_taken: bool
) -> None:
    pause = pause_after(delivery.tries)
    Delivery.objects.filter(pk=delivery.pk).update(
        status=status,
        delivered_at=now if is_taken else None,
        again_at=now + pause if pause and not is_taken else now,
    )
