"""Addresses of the site; Czech without a prefix, the other languages under their code."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.urls import include, path
from django.views.generic import TemplateView

from tournaments.views.personal.accounts import Login, PasswordChange

urlpatterns = [
    # What is behind a sign-in. Personal pages say "noindex" themselves, so they may be asked for.
    path("robots.txt", TemplateView.as_view(template_name="robots.txt", content_type="text/plain")),
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
