"""Which release serves: beside it another one may use the same cache, while a site is upgraded."""

from __future__ import annotations

from django.contrib.staticfiles.storage import staticfiles_storage


def release_of_files() -> str:
    """By the static files that this process knows: pages link to them by names of their own, which
    the server of another release has never heard of. Empty where names are not made of contents."""
    return getattr(staticfiles_storage, "manifest_hash", "")
