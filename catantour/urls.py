"""Addresses of the site; Czech without a prefix, the other languages under their code."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("i18n/", include("django.conf.urls.i18n")),
    *i18n_patterns(
        path("admin/", admin.site.urls),
        path("", include("tournaments.urls")),
        prefix_default_language=False,
    ),
]
