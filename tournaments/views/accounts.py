"""Signing in and passwords: Django's own pages, with a limit on how often one may try."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import views
from django.http import HttpRequest, HttpResponse

from games.views.limits import client_address, too_many
from tournaments.forms.accounts import PasswordResetForm


class _Limited:
    """A form of Django's that may be sent so often from one place and for one name.

    `named_by` is the field that says whose account it is about. What was typed in it stays.
    """

    group: str
    named_by: str
    from_one_place: str
    for_one_name: str

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        typed = request.POST.get(self.named_by, "")
        rates = {
            client_address(request): self.from_one_place,
            typed.strip().casefold() or "-": self.for_one_name,
        }
        if too_many(request, self.group, rates):
            form = self.get_form_class()(initial={self.named_by: typed})
            context = self.get_context_data(form=form, limited=True)
            return self.render_to_response(context, status=429)
        return super().post(request, *args, **kwargs)


class Login(_Limited, views.LoginView):
    extra_context = {"section": "login"}
    redirect_authenticated_user = True
    group, named_by = "login", "username"
    # A whole hall may sit behind one address of the network.
    from_one_place, for_one_name = "100/h", "10/10m"


class PasswordReset(_Limited, views.PasswordResetView):
    form_class = PasswordResetForm
    email_template_name = "registration/password_reset_email.txt"
    subject_template_name = "registration/password_reset_subject.txt"
    group, named_by = "password-reset", "email"
    from_one_place, for_one_name = "20/h", "4/h"
