"""A new password by e-mail, which waits in the queue like every other."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import forms
from django.template import loader
from django.utils import timezone

from tournaments.services.mailing import write_mail


class PasswordResetForm(forms.PasswordResetForm):
    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        _from_email: str | None,
        to_email: str,
        html_email_template_name: str | None = None,
    ) -> None:
        """Write the e-mail; Django would send it while the browser waits."""
        now = timezone.now()
        subject = "".join(loader.render_to_string(subject_template_name, context).splitlines())
        body = loader.render_to_string(email_template_name, context)
        key = f"password-reset:u{context['user'].pk}:t{now:%Y%m%d%H%M%S%f}"
        write_mail(key, to=to_email, subject=subject, body=body, now=now)
