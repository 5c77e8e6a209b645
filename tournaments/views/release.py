"""Which release serves: beside it another one may use the same cache, while a site is upgraded."""

from __future__ import annotations

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage


def this_release() -> str:
    """By its number, which pages show, and by the static files that this process knows: pages link
    to them by names of their own, which the server of another release has never heard of. The
    files stand for nothing where their names are not made of contents."""
    return f"{settings.RELEASE}-{getattr(staticfiles_storage, 'manifest_hash', '')}"
