"""Work outside a request; each task calls the same services as the pages."""

from __future__ import annotations

from typing import Any

from celery import shared_task
from django.dispatch import receiver
from django.utils import timezone

from tournaments.services import entering, mailing


@shared_task
def send_mail() -> int:
    """Send the e-mails that wait; a second run at the same time or later sends none twice."""
    return mailing.send_unsent(timezone.now)


@shared_task
def lapse_registrations() -> int:
    """Drop the sign-ups that nobody confirmed in time."""
    return entering.lapse_registrations(timezone.now())


@receiver(mailing.mail_written)
def _send_soon(**_kwargs: Any) -> None:
    send_mail.delay()
