"""What is printed on the sheets or cards that an event is played with: shown, printed, entered."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from games.engine.headers import with_header
from games.engine.rulesets.card_game.cards import Card, CardSet
from games.engine.rulesets.dice_game.headers import write_parts
from games.engine.rulesets.dice_game.sheet import Sheet
from games.forms.cards import CardForm
from games.printing.cards import cards_pdf
from games.printing.sheets import sheet_pdf
from games.views.sheets import looked_at, question_about
from games.wording.cards import events_of, expansions_of
from tournaments.domain.games import ground_of
from tournaments.domain.meanwhile import mark_of
from tournaments.forms.printed import SheetForm
from tournaments.models import Tournament
from tournaments.models.event import read_event
from tournaments.permissions import may
from tournaments.services import announcing
from tournaments.services.acts import changed_meanwhile
from tournaments.views.access import act
from tournaments.views.outcome import submit
from tournaments.views.public.frame import frame
from tournaments.wording import told

SHEETS, CARDS = "sheets", "cards"

NEW = "new"
"""Instead of a card: another one, whose name is asked for."""


@act
def printed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The sheet of the event with the way to the calculator, or all its cards."""
    shown = _shown(tournament)
    context = {
        **frame(request, read_event(tournament), here="printed"),
        **shown,
        "may_edit": may(request.roles, "edit_printed"),
    }
    return render(request, f"tournaments/desk/printed_{tournament.game.prints}.html", context)


@act
def printed_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same on paper: a sheet to play on, or a list of the cards."""
    ground = _ground(tournament)
    if tournament.game.prints == SHEETS:
        content = sheet_pdf(ground.sheet)
    else:
        content = cards_pdf(ground, heading=tournament.name)
    answer = HttpResponse(content, content_type="application/pdf")
    name = f"{tournament.slug}-{tournament.game.prints}.pdf"
    answer["Content-Disposition"] = content_disposition_header(False, name)
    return answer


@act
def edit_printed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if tournament.game.prints == CARDS:
        context = {"tournament": tournament, **_shown(tournament)}
        return render(request, "tournaments/desk/edit_cards.html", context)
    sheet = _ground(tournament).sheet
    form = SheetForm(request.POST or None, game=tournament.game, sheet=sheet)

    def again() -> HttpResponse:
        text = str(form["text"].value())
        context = {"tournament": tournament, "form": form, **looked_at(text)}
        return render(request, "tournaments/desk/edit_sheet.html", context)

    if request.method != "POST":
        return again()
    return submit(
        request,
        form,
        lambda who: announcing.edit_printed(
            tournament, form.cleaned_data["head"], who, seen=tournament.record_head
        ),
        done=_("The sheet is kept with the event."),
        back=reverse("printed", args=[tournament.slug]),
        again=again,
    )


@act
def edit_card(request: HttpRequest, tournament: Tournament, card: str) -> HttpResponse:
    """What is printed on one card; the fields of its text follow from what the text does."""
    if tournament.game.prints != CARDS:
        raise Http404
    cards: CardSet = _ground(tournament)
    known = _card(cards, card)
    event, kept = known in cards.events, mark_of(repr(known))
    form = CardForm(request.POST or None, text=cards.facts, card=known, event=event)

    def again() -> HttpResponse:
        name = _(known.name) if known else _("Another city expansion")
        context = {"tournament": tournament, "form": form, "name": name, "card_seen": kept}
        part = (
            "tournaments/desk/_card_text.html"
            if request.htmx
            else "tournaments/desk/edit_card.html"
        )
        return render(request, part, context)

    if request.method != "POST":
        return again()
    if "fields" in request.POST or request.htmx:
        # Only what the text does was chosen: its fields are asked for, nothing is judged.
        form = CardForm(None, text=cards.facts, card=known, event=event, typed=request.POST.dict())
        return again()

    if request.POST.get("card_seen", kept) != kept:
        form.add_error(None, told(changed_meanwhile()))
        return again()

    def do(who: Any) -> None:
        head = with_header(tournament.record_head, "Facts", form.cleaned_data["text"])
        seen = tournament.record_head
        announcing.edit_printed(tournament, head, who, detail=form.told_of, seen=seen)

    return submit(
        request,
        form,
        do,
        done=_("What is printed on the card is kept with the event."),
        back=reverse("edit_printed", args=[tournament.slug]),
        again=again,
    )


def _card(cards: CardSet, id_: str) -> Card | None:
    """The card; None for another expansion. What stands for all that nobody has entered is none."""
    if id_ == NEW:
        return None
    for card in (*cards.expansions, *cards.events):
        if card.id == id_ and not card.rest:
            return card
    raise Http404


def _ground(tournament: Tournament) -> Any:
    if not tournament.game.prints:
        raise Http404
    return ground_of(tournament.game, tournament.record_head)


def _shown(tournament: Tournament) -> dict[str, Any]:
    ground = _ground(tournament)
    if tournament.game.prints == SHEETS:
        sheet: Sheet = ground.sheet
        return {"question": question_about(sheet), **looked_at("\n".join(write_parts(sheet)))}
    expansions, events = expansions_of(ground), events_of(ground)
    every = [*expansions, *events]
    return {
        "expansions": expansions,
        "events": events,
        "missing": sum(not card.confirmed for card in every),
    }
