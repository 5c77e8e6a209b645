"""What lets the own page stand on the home screen of a phone, and open without a connection."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language

from tournaments.models import Tournament
from tournaments.views.access import act, series_act
from tournaments.views.links import behind_a_link, entry_of, link_gone

COLOURS = {"background_color": "#f6f1e6", "theme_color": "#9a3623"}

SIZES = (192, 512)
"""Pixels of the icons that phones ask for; the picture keeps off what they cut to a circle."""


@series_act
def own_page_worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the page for a lost connection; it must come from above that page."""
    script = settings.BASE_DIR / "static" / "js" / "own-page-worker.js"
    return HttpResponse(script.read_bytes(), content_type="text/javascript; charset=utf-8")


@behind_a_link
@act
def own_manifest(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """How the own page stands on the home screen: under the name of the event, without the frame
    of a browser."""
    if entry_of(tournament, token) is None:
        return link_gone(request, tournament)
    manifest = {
        "name": tournament.name,
        "short_name": tournament.name,
        "lang": get_language(),
        "start_url": reverse("my_page", args=[tournament.slug, token]),
        "scope": "/",
        "display": "standalone",
        "icons": [
            {
                "src": static(f"img/icon-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": "any maskable",
            }
            for size in SIZES
        ],
        **COLOURS,
    }
    return JsonResponse(manifest, content_type="application/manifest+json")
