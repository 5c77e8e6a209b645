"""Which e-mail addresses lead to one mailbox."""

from __future__ import annotations

import string
import unicodedata

LOWERED = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)


def mailbox(address: str) -> str:
    """An address as it is compared: alike for two spellings of one mailbox, and for no others.

    Before the @ only A to Z lose their capitals, as servers do it: letters that merely fold to
    the same sign ("ß" and "ss") are two mailboxes. A domain goes by the name that is looked up.
    """
    local, at, domain = address.strip().rpartition("@")
    return local.translate(LOWERED) + at + ".".join(map(_label, domain.split(".")))


def can_be_written(address: str) -> bool:
    """Whether a mail can bear the address: its domain in the ASCII that mail servers look up (the
    older form of it, which Python's mail writes), each part of 63 letters at most."""
    try:
        return bool(address.rpartition("@")[2].encode("idna"))
    except UnicodeError:
        return False


def same_mailbox(one: str, other: str) -> bool:
    """Whether both are addresses and lead to one mailbox."""
    return bool(one and other) and mailbox(one) == mailbox(other)


def _label(label: str) -> str:
    """A part of a domain in ASCII. Python's own codec would turn "ß" into "ss", as browsers and
    registries no longer do."""
    lowered = unicodedata.normalize("NFC", label).lower()
    return lowered if lowered.isascii() else f"xn--{lowered.encode('punycode').decode()}"
