"""Which e-mail addresses lead to one mailbox."""

from __future__ import annotations

import re
import string
import unicodedata

from .normal_forms import normal_form

LOWERED = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)

PLAIN = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+")
ENCODED = re.compile(r"=\?.*\?=")
"""What mail programs read as other letters."""

LONGEST_ADDRESS = 254
LONGEST_DOMAIN = 253
LONGEST_LABEL = 63


def mailbox(address: str) -> str:
    """An address as it is compared: alike for two spellings of one mailbox, and for no others.

    Before the @ only A to Z lose their capitals, as servers do it: letters that merely fold to
    the same sign ("ß" and "ss") are two mailboxes. A domain goes by the name that is looked up.
    """
    local, at, domain = address.strip().rpartition("@")
    return local.translate(LOWERED) + at + ".".join(map(_label, domain.split(".")))


def inbox(address: str) -> str:
    """Where an e-mail ends up: most servers drop what stands behind a plus."""
    local, at, domain = mailbox(address).rpartition("@")
    return local.partition("+")[0] + at + domain


def can_be_written(address: str) -> bool:
    """Whether a mail can bear the address and goes to no other mailbox by it: plain signs before
    the @, since quotes and encoded words have many spellings; a domain that servers look up as it
    stands, each part of 63 letters at most."""
    if len(address) > LONGEST_ADDRESS:
        return False
    local, at, domain = address.rpartition("@")
    if at and (not PLAIN.fullmatch(local) or ENCODED.search(local)):
        return False
    if not _is_of_a_length(domain) or normal_form("NFKC", domain) != normal_form("NFC", domain):
        return False
    try:
        domain.encode("idna")
    except UnicodeError:
        return False
    # That form leaves out what joins and parts letters, and mails would go elsewhere.
    invisible = any(unicodedata.category(letter) == "Cf" for letter in domain)
    return not invisible and all(len(_label(part)) <= LONGEST_LABEL for part in domain.split("."))


def in_ascii(address: str) -> str:
    """The address as a mail bears it. A domain is written as it is looked up: Python's own form of
    it, of 2003, leads some to the owner of another one."""
    local, at, domain = address.rpartition("@")
    return (
        local
        + at
        + ".".join(part if part.isascii() else _label(part) for part in domain.split("."))
    )


def same_mailbox(one: str, other: str) -> bool:
    """Whether both are addresses and lead to one mailbox."""
    return bool(one and other) and mailbox(one) == mailbox(other)


def _is_of_a_length(domain: str) -> bool:
    """Whether a domain and each part of it may be so long, before it is written in ASCII."""
    parts = normal_form("NFC", domain).split(".")
    return len(domain) <= LONGEST_DOMAIN and all(len(part) <= LONGEST_LABEL for part in parts)


def _label(label: str) -> str:
    """A part of a domain in ASCII; one that is too long to be any stays as it is, for Python's
    codec takes the square of its length. That for domains would turn "ß" into "ss", as browsers
    and registries no longer do."""
    lowered = normal_form("NFC", label).lower()
    if lowered.isascii() or len(lowered) > LONGEST_LABEL:
        return lowered
    return f"xn--{lowered.encode('punycode').decode()}"
