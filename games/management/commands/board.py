"""`manage.py board`: a random board out of a seed, for programs, people, pages and paper."""

from __future__ import annotations

import json
import secrets
import sys
from argparse import ArgumentTypeError
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from games.drawing.boards import board_svg
from games.engine.board.boards import Board
from games.engine.board.festive import lacking, special_of
from games.engine.board.frames import BASE, FIVE_SIX, FRAMES, Frame
from games.engine.board.generate import generate
from games.engine.board.listing import board_document, board_text
from games.engine.board.rules import fits, rules_of
from games.engine.core import NoSuchRuleset, RuledOut
from games.engine.rulesets import ISLANDS, by_key
from games.printing.boards import board_pdf


def without_board(key: str) -> str:
    """Why there is no board for a rule set of this key; empty if there is one."""
    try:
        ground = by_key(key).notation.ground
    except RuledOut as ruling:
        return str(ruling)
    except NoSuchRuleset as unknown:
        near = ", ".join(unknown.near or [ruleset.key for ruleset in ISLANDS])
        return f"no such rule set; near to it are {near}"
    return "" if "Board" in ground.names else "it is played without a board"


def with_board(key: str) -> str:
    """The key of a rule set as an argument of a command."""
    if reason := without_board(key):
        raise ArgumentTypeError(f"{key}: {reason}")
    return key


class Command(BaseCommand):
    help = (
        "Draw a random board. The same seed gives the same board on any machine. "
        "All formats are described in docs/commands.md."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser):
        parser.add_argument("--seed", help="any text; left out, one is made up and told")
        parser.add_argument("--players", type=int, help="3 to 6; 4 if left out")
        parser.add_argument("--map", choices=FRAMES, help="another island than the players' own")
        parser.add_argument(
            "--ruleset",
            type=with_board,
            help="that of the island, if left out: base+tour for 3 and 4 players, base56 for more",
        )
        parser.add_argument("--format", default="json", choices=("json", "text", "svg", "pdf"))
        parser.add_argument(
            "--language",
            choices=[code for code, _name in settings.LANGUAGES],
            default=settings.LANGUAGE_CODE,
            help="of the words in pictures",
        )

    def handle(self, *_args, seed, players, ruleset, format, language, **options):
        frame = _frame(options["map"], players)
        ruleset = ruleset or frame.ruleset
        if not fits(ruleset, frame.ruleset):
            raise CommandError(f"{ruleset} is not played on {frame.key}", returncode=2)
        seed = secrets.token_hex(8) if seed is None else seed
        if not seed.isprintable():
            raise CommandError("a seed is text that can be printed", returncode=2)
        rules = rules_of(ruleset)
        if special_of(rules) is not None and (missing := lacking(frame)):
            text = f"{ruleset} is not played on {frame.key}: {missing}"
            raise CommandError(text, returncode=2)
        board = generate(frame, seed, rules)
        with translation.override(language):
            self._answer(board, seed, ruleset, format)

    def _answer(self, board: Board, seed: str, ruleset: str, format_: str) -> None:
        match format_:
            case "json":
                self.stdout.write(json.dumps(_document(board, seed, ruleset), indent=2))
            case "text":
                self.stdout.write(f'[Ruleset "{ruleset}"]\n{board_text(board)}', ending="")
            case "svg":
                self.stdout.write(board_svg(board, title=_heading(seed), labels=True))
            case "pdf":
                if sys.stdout.isatty():
                    raise CommandError("a PDF is not for a screen: add > board.pdf", returncode=2)
                sys.stdout.buffer.write(board_pdf(board, heading=_("Board"), footer=seed))


def _frame(key: str | None, players: int | None) -> Frame:
    if key is None:
        players = 4 if players is None else players
        key = BASE.key if players < FIVE_SIX.players[0] else FIVE_SIX.key
    frame = FRAMES[key]
    if players is not None and players not in frame.players:
        few, many = frame.players[0], frame.players[-1]
        raise CommandError(f"{key} is for {few} to {many} players, not {players}", returncode=2)
    return frame


def _document(board: Board, seed: str, ruleset: str) -> dict[str, Any]:
    return {**board_document(board), "ruleset": ruleset, "seed": seed}


def _heading(seed: str) -> str:
    return f"{_('Board')} {seed}"
