"""The large screens at the desk: each with what it shows."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.forms.screens import ScreenForm, SteerForm
from tournaments.models import LargeScreen, Tournament
from tournaments.models.screen import MOST_SCREENS
from tournaments.permissions import may
from tournaments.services import screens as services
from tournaments.views.access import act
from tournaments.views.posting import Page, Sent, filled, posted
from tournaments.views.site_address import is_only_here

ACTS = ("add_screen", "steer_screen", "remove_screen")


@act
def screens(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _page(request, tournament)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    screen_form: ScreenForm | None = None,
    steer_form: SteerForm | None = None,
) -> HttpResponse:
    typed = steer_form.data.get("number", "") if steer_form else ""
    shown = [
        (screen, steer_form if typed == str(screen.number) else _steering(screen))
        for screen in tournament.screens.all()
    ]
    context = {
        "tournament": tournament,
        "shown": shown,
        "screen_form": screen_form or ScreenForm(),
        "has_room": len(shown) < MOST_SCREENS,
        "only_here": is_only_here(request),
        "may": {name for name in ACTS if may(request.roles, name)},
    }
    return render(request, "tournaments/desk/screens.html", context)


def _steering(screen: LargeScreen) -> SteerForm:
    initial = {"number": screen.number, "shows": screen.shows, "text": screen.text}
    return SteerForm(initial=initial, auto_id=f"screen-{screen.number}_%s")


PAGE = Page("screens", ("slug",), _page)


@act
@posted(PAGE, screen_form=filled(ScreenForm))
def add_screen(sent: Sent, tournament: Tournament) -> str:
    screen = services.add_screen(tournament, sent.data["name"], sent.doer)
    return _("Screen %(number)s is there. Open it on its device.") % {"number": screen.number}


@act
@posted(PAGE, steer_form=filled(SteerForm, auto_id="sent_%s"))
def steer_screen(sent: Sent, tournament: Tournament) -> str:
    number = sent.data["number"]
    services.steer_screen(tournament, number, sent.data["shows"], sent.data["text"], sent.doer)
    return _("Screen %(number)s shows it within some seconds.") % {"number": number}


@act
@posted(PAGE)
def remove_screen(sent: Sent, tournament: Tournament) -> str:
    number = sent.number("number")
    services.remove_screen(tournament, number, sent.doer)
    return _("Screen %(number)s is given up.") % {"number": number}
