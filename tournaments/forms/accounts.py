"""A new password or a link that signs in, by an e-mail that waits in the queue like every other."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.template import loader
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext_lazy as _

from tournaments.services import clock
from tournaments.services.mailing import absolute, write_mail


class _SignInTokens(PasswordResetTokenGenerator):
    """Signs in once: a sign-in changes the account's last one, and with it what a token says."""

    key_salt = "tournaments.sign-in-link"


sign_in_tokens = _SignInTokens()


def sign_in_address(user: AbstractBaseUser) -> str:
    """A link that signs the account in once."""
    key = urlsafe_base64_encode(force_bytes(user.pk))
    return absolute("sign_in_by_link", key, sign_in_tokens.make_token(user))


class LoginForm(forms.AuthenticationForm):
    """Django's own, with a refusal that names both fields as the page does."""

    error_messages = {
        **forms.AuthenticationForm.error_messages,
        "invalid_login": _(
            "User name or password is not right. Capital and small letters make a difference."
        ),
    }


class JudgedWhereChosen:
    """What is wrong with a new password stands where it is chosen, not where it is repeated."""

    def validate_password_for_user(self, user: AbstractBaseUser, *fields: str) -> None:
        [chosen] = [name.replace("2", "1") for name in fields] or ["password1"]
        super().validate_password_for_user(user, chosen)


class SetPasswordForm(JudgedWhereChosen, forms.SetPasswordForm):
    pass


class PasswordChangeForm(JudgedWhereChosen, forms.PasswordChangeForm):
    pass


class PasswordResetForm(forms.PasswordResetForm):
    occasion = "password-reset"

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
        now = clock.now()
        subject = "".join(loader.render_to_string(subject_template_name, context).splitlines())
        body = loader.render_to_string(email_template_name, context)
        key = f"{self.occasion}:u{context['user'].pk}:t{now:%Y%m%d%H%M%S%f}"
        write_mail(key, to=to_email, subject=subject, body=body, now=now)


class SignInLinkForm(PasswordResetForm):
    """The same with a link that signs in, and leaves the password as it is."""

    occasion = "sign-in-link"
