"""Addresses of the site; Czech without a prefix, the other languages under their code."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.contrib.sitemaps import views as sitemaps
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path

from catantour.channels import no_channel
from tournaments.urls import programs
from tournaments.views.personal.accounts import Login, PasswordChange
from tournaments.views.public.found import SITEMAPS, robots


def icon(_request: HttpRequest, file: str) -> HttpResponse:
    """Where browsers look for an icon that no page has named: they find the one of the pages."""
    return redirect(static(file))


urlpatterns = [
    path("favicon.ico", icon, {"file": "img/favicon.ico"}),
    path("apple-touch-icon.png", icon, {"file": "img/touch-icon.png"}),
    path("apple-touch-icon-precomposed.png", icon, {"file": "img/touch-icon.png"}),
    path("robots.txt", robots),
    path(
        "sitemap.xml",
        sitemaps.index,
        {"sitemaps": SITEMAPS, "sitemap_url_name": "sitemap"},
        name="sitemap_index",
    ),
    path("sitemap-<section>.xml", sitemaps.sitemap, {"sitemaps": SITEMAPS}, name="sitemap"),
    # Answered by catantour/channels.py; under any other server it has nothing to say.
    path("live/<slug:slug>/", no_channel, name="live"),
    path("api/", include(programs)),
    path("i18n/", include("django.conf.urls.i18n")),
    *i18n_patterns(
        # The administration's own pages would let anybody try passwords without a limit.
        path("admin/login/", Login.as_view(redirect_authenticated_user=False)),
        path("admin/password_change/", PasswordChange.as_view()),
        path("admin/", admin.site.urls),
        path("", include("games.urls")),
        path("", include("tournaments.urls")),
        prefix_default_language=False,
    ),
]

handler500 = "catantour.errors.server_error"
