"""The catalogues of translations: gather texts, merge, find what is missing, compile.

English is the language of the source, so it needs no catalogue. The files name neither places
nor dates and are sorted by text, so that two people who add texts rarely meet in one line.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from tempfile import NamedTemporaryFile

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

SOURCE_LANGUAGE = "en"
ROOMS = ("catantour", "games", "tournaments", "templates")
TEMPLATE_SUFFIXES = {".html", ".txt", ".svg", ".xml"}
# What Django's own `makemessages` looks for, and what marks texts in rooms that know no Django.
KEYWORDS = {
    "_": None,
    "marked": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "counted": (1, 2),
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "term": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# Counts are whole numbers: the fourth form of Django's own catalogues, for decimals, is left out.
PLURAL_FORMS = {
    "cs": "nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);",
    "pl": "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
    "de": "nplurals=2; plural=(n==1 ? 0 : 1);",
}
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|\{\w*[^{}]*\}|%[sd]")


def languages() -> list[str]:
    """Codes of the languages that need a catalogue."""
    return [code for code, _ in settings.LANGUAGES if code != SOURCE_LANGUAGE]


def path_of(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def gather() -> Catalog:
    """Every text of the source that a user may see, untranslated."""
    found = Catalog()
    for room in ROOMS:
        for path in sorted((settings.BASE_DIR / room).rglob("*")):
            for text, context in _texts(path):
                found.add(text, context=context)
    return found


def merged(language: str, source: Catalog) -> Catalog:
    """The texts of `source` with the translations that the catalogue of `language` has."""
    old = _read(language)
    new = Catalog(locale=language)
    new.mime_headers = [("Plural-Forms", PLURAL_FORMS[language])]
    for message in _messages(source):
        known = old.get(message.id, message.context)
        if known is None or known.pluralizable != message.pluralizable:
            new.add(message.id, context=message.context)
        else:
            new.add(
                message.id,
                known.string,
                context=message.context,
                user_comments=known.user_comments,
                flags={"fuzzy"} & known.flags,
            )
    return new


def write(language: str, catalogue: Catalog) -> None:
    text = BytesIO()
    write_po(text, catalogue, width=0, no_location=True, omit_header=True, sort_output=True)
    header = HEADER.format(language=language, plural_forms=PLURAL_FORMS[language])
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(header + text.getvalue().decode().strip() + "\n", encoding="utf-8")


def mistakes(language: str, source: Catalog) -> Iterator[str]:
    """What keeps the catalogue of `language` from being complete, one line for each text."""
    for message in _messages(merged(language, source)):
        yield from (f"{mistake}: {_first(message)!r}" for mistake in _mistakes_of(message))
    for message in _messages(_read(language)):
        if source.get(message.id, message.context) is None:
            yield f"no longer used: {_first(message)!r}"


def compile_all() -> list[Path]:
    """Compile every catalogue that is newer than its compiled form; returns what was written."""
    written = []
    for language in languages():
        path = path_of(language)
        compiled = path.with_suffix(".mo")
        if not path.exists() or (
            compiled.exists() and compiled.stat().st_mtime >= path.stat().st_mtime
        ):
            continue
        # Replaced at once: another process may be reading the old one, or compiling too.
        with NamedTemporaryFile(dir=path.parent, suffix=".mo", delete=False) as fresh:
            write_mo(fresh, _read(language))
        Path(fresh.name).chmod(0o644)
        Path(fresh.name).replace(compiled)
        written.append(compiled)
    return written


def _texts(path: Path) -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Pairs of (text or (singular, plural), context) of one file."""
    if path.suffix == ".py":
        source = path.read_bytes()
    elif path.suffix in TEMPLATE_SUFFIXES and "templates" in path.parts:
        # Without indentation, which means nothing in what `templatize` leaves of a template.
        lines = templatize(path.read_text(encoding="utf-8"), origin=str(path)).splitlines()
        source = "\n".join(line.strip() for line in lines).encode()
    else:
        return
    for _, text, _, context in extract("python", BytesIO(source), keywords=KEYWORDS):
        yield text, context
    if b"Act(" in source:
        yield from ((text, None) for text in _of_acts(source))


def _of_acts(source: bytes) -> Iterator[str]:
    """Deeds and labels of actions, the third and fourth of what an `Act` of a game says."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Act":
            yield from (text.value for text in call.args[2:4] if isinstance(text, ast.Constant))


def _read(language: str) -> Catalog:
    path = path_of(language)
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language, ignore_obsolete=True, abort_invalid=True)


def _messages(catalogue: Catalog) -> Iterator[Message]:
    """The messages without the header, which is the one with an empty text."""
    return (message for message in catalogue if message.id)


def _first(message: Message) -> str:
    return message.id[0] if message.pluralizable else message.id


def _mistakes_of(message: Message) -> Iterator[str]:
    strings = message.string if message.pluralizable else (message.string,)
    if not strings or not all(strings):
        yield "missing"
    elif message.fuzzy:
        yield "fuzzy"
    elif not all(_fills_in_the_same(message, string) for string in strings):
        yield "other placeholders than the text"


def _fills_in_the_same(message: Message, string: str) -> bool:
    """Whether `string` names the placeholders of its text.

    One form of a plural may leave out what the singular of the text leaves out ("one player").
    """
    used = _placeholders([string])
    if not message.pluralizable:
        return used == _placeholders([message.id])
    singular, plural = (_placeholders([text]) for text in message.id)
    return singular & plural <= used <= singular | plural


def _placeholders(texts: Iterable[str]) -> set[str]:
    return {found for text in texts for found in PLACEHOLDER.findall(text)}
