"""Letters that a reader takes for others: for comparing names, never for showing one."""

from __future__ import annotations

import re
from unicodedata import name as name_of

from .normal_forms import normal_form

PAIRS = (
    # Cyrillic, small and capital
    ("\u0430\u0432\u0433\u0435\u0438\u0456\u043a\u043c\u043d\u043e\u043f\u0440", "abreuikmhonp"),
    ("\u0441\u0442\u0443\u0445\u044c\u0458\u0455\u0454\u0501\u050d\u051b\u051d", "ctyxbjsedgqw"),
    ("\u04bb\u04cf\u0475\u0461\u04e9\u04af\u04b1", "hlvwoyy"),
    ("\u0410\u0412\u0415\u0417\u0406\u041a\u041c\u041d\u041e\u041f\u0420\u0421", "ABE3IKMHONPC"),
    ("\u0422\u0423\u0425\u042c\u0408\u0405\u0404\u0492\u050c\u051a\u051c\u04ba", "TYXBJSEFGQWH"),
    ("\u04c0\u0474\u04ae\u04b0\u04e8", "IVYYO"),
    # Greek, small and capital
    ("\u03b1\u03b2\u03b3\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1", "abyeznikuvop"),
    ("\u03c3\u03c2\u03c4\u03c5\u03c7\u03c9\u03f2\u03f3", "octuxwcj"),
    ("\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4", "ABEZHIKMNOPT"),
    ("\u03a5\u03a7\u03f9\u037f", "YXCJ"),
    # Cherokee, capital and small
    ("\u13a0\u13a1\u13a2\u13a5\u13a9\u13aa\u13ab\u13ac\u13b3\u13b7\u13bb\u13bd", "DRTiYAJEWMHY"),
    ("\u13c0\u13c2\u13c3\u13cf\u13d2\u13d4\u13d5\u13d9\u13da\u13de\u13df\u13e2", "GhZbRWSVSLCP"),
    ("\u13e6\u13e7\u13f3\u13f4", "KdGB"),
    ("\uab70\uab71\uab72\uab75\uab79\uab7a\uab7b\uab7c\uab83\uab87\uab8b\uab8d", "drtiyajewmhy"),
    ("\uab90\uab92\uab93\uab9f\uaba2\uaba4\uaba5\uaba9\uabaa\uabae\uabaf\uabb2", "ghzbrwsvslcp"),
    ("\uabb6\uabb7", "kd"),
    # Lisu
    ("\ua4d0\ua4d1\ua4d2\ua4d3\ua4d4\ua4d6\ua4d7\ua4d9\ua4da\ua4dc\ua4dd\ua4df", "BPdDTGKJCZFM"),
    ("\ua4e0\ua4e1\ua4e2\ua4e3\ua4e6\ua4e7\ua4ea\ua4eb\ua4ec\ua4ee\ua4f0\ua4f2", "NLSRVHWXYAEI"),
    ("\ua4f3\ua4f4", "OU"),
    # Latin that is named for something else than its letter
    ("\u0251\u0261\u0269\u0237\u029f\u1d0b\u1d20\u1d21\u1d22\ua731\u026a\u0280", "agijlkvwzsir"),
    ("\u0274\u029c\u0299\u0262\u028f", "nhbgy"),
)
"""Letters of other alphabets, each beside the one of ours that it looks like."""

HIDDEN = "\u115f\u1160\u3164\uffa0\u17b4\u17b5\u2800\u034f"
"""Letters to a computer, or marks on one, nothing to the eye."""

TABLE = str.maketrans(
    {letter: alike for letters, ours in PAIRS for letter, alike in zip(letters, ours, strict=True)}
    | dict.fromkeys(HIDDEN, "")
)

OURS = re.compile(r"LATIN (?:SMALL|CAPITAL|LETTER SMALL CAPITAL)(?: LETTER)? ([A-Z])(?: WITH .+)?")
"""What Unicode calls a letter of ours, whatever was put through it or hung on it."""

ONE_STROKE = str.maketrans("i1|0", "lllo")


def in_our_letters(text: str) -> str:
    """The text with every letter that is only shaped otherwise, or only looks like one of ours, as
    that letter; marks on letters may go or stay."""
    # Some look like ours only before they are taken apart, some only after it.
    plain = normal_form("NFKD", text.translate(TABLE)).translate(TABLE)
    return "".join(map(_ours, plain))


def outline(word: str) -> str:
    """The word, in small letters without marks, without what only a careful reader tells apart: i,
    l and 1; rn and m; vv and w. Alike for two that look alike, and a word to nobody."""
    return run_together(in_strokes(word))


def in_strokes(word: str) -> str:
    """The word with one letter for those of a single stroke, and for those of a ring."""
    return word.translate(ONE_STROKE)


def run_together(strokes: str) -> str:
    """The same with one letter for two that stand so close that they are read as one."""
    return strokes.replace("rn", "m").replace("vv", "w")


def _ours(letter: str) -> str:
    if letter.isascii():
        return letter
    found = OURS.fullmatch(name_of(letter, ""))
    return (found[1] if letter.isupper() else found[1].lower()) if found else letter
