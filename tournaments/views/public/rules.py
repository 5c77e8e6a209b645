"""The rules in short, where every rule id of the site leads to, and those of one event."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.engine.core import Rule
from games.engine.rulesets import by_key
from games.wording.rulebooks import BOOKS, book, in_force
from tournaments.domain.games import TableGame
from tournaments.domain.rulebook import CHAPTERS, DECISIONS
from tournaments.models import Ruling, Tournament
from tournaments.permissions import may
from tournaments.views.access import PLAYER_LINKS, act, series_act


@series_act
def rules(request: HttpRequest) -> HttpResponse:
    chapters = (*CHAPTERS, DECISIONS)
    context = {"chapters": chapters, "books": BOOKS.items(), "section": "rules"}
    return render(request, "tournaments/public/rules.html", context)


class Row(NamedTuple):
    """A rule, and what was decided by it in the event of matters that concern the reader."""

    id: str
    text: str
    decided: list[Ruling]


@act
def rules_of_event(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All the rules that the event is played by, to be searched at once, with what was decided
    there beside them: for the players of a matter theirs, for its officials everything."""
    decided: dict[str, list[Ruling]] = {}
    for ruling in _decided(request, tournament):
        decided.setdefault(ruling.rule_id, []).append(ruling)
    chapters = [
        (title, [Row(id_, _(text), decided.pop(id_, [])) for id_, text in rules])
        for title, rules in _chapters(tournament.games)
    ]
    context = {
        "tournament": tournament,
        "rule_changes": tournament.rule_changes.all(),
        "chapters": chapters,
        "beside": [ruling for others in decided.values() for ruling in others],
        "in_book": may(request.roles, "ruling"),
    }
    return render(request, "tournaments/public/rules_of_event.html", context)


def _decided(request: HttpRequest, tournament: Tournament) -> QuerySet[Ruling]:
    decided = tournament.rulings.filter(decided_at__isnull=False)
    if not may(request.roles, "ruling"):
        mine = tournament.entries.filter(token__in=request.session.get(PLAYER_LINKS, []))
        if request.user.is_authenticated:
            mine |= tournament.entries.of_account(request.user)
        decided = decided.filter(pk__in=Ruling.objects.filter(players__in=mine))
    return decided.numbered().select_related("table")


def _chapters(games: Sequence[TableGame]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The titles of what holds for the games, with the ids and the words of the rules."""
    if any(game.key == "tour" for game in games):
        for chapter in (*CHAPTERS, DECISIONS):
            yield _(chapter.title), [(rule.id, rule.text) for rule in chapter.rules]
    rulesets = [by_key(game.ruleset) for game in games if game.ruleset]
    if rulesets:
        holds = {id_ for ruleset in rulesets for id_ in in_force(ruleset)}
        for letters, name in BOOKS.items():
            found = _of(book(letters), holds)
            if found:
                yield str(name), found


def _of(rules: Mapping[str, Rule], holds: Container[str]) -> list[tuple[str, str]]:
    return [(id_, rule.text) for id_, rule in rules.items() if id_ in holds]
