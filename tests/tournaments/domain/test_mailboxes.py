"""Two addresses are one mailbox, or they are not."""

import pytest

from tournaments.domain.mailboxes import can_be_written, in_ascii, inbox, same_mailbox


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("eva@example.org", "EVA@Example.ORG"),
        ("eva@žluťoučký.cz", "Eva@ŽLUŤOUČKÝ.cz"),
        ("a@straße.de", "a@xn--strae-oqa.de"),
        ("eva@zluto\u0301.cz", "eva@zlutó.cz"),
    ],
)
def test_two_spellings_of_one_mailbox_are_one(one, other):
    assert same_mailbox(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a@straße.de", "a@strasse.de"),
        ("straße@example.org", "strasse@example.org"),
        ("\u212aarel@example.org", "karel@example.org"),
        ("ſam@example.org", "sam@example.org"),
        ("ﬁna@example.org", "fina@example.org"),
        ("eva@example.org", "eva@example.com"),
        ("", ""),
    ],
)
def test_addresses_that_merely_fold_alike_are_two_mailboxes(one, other):
    assert not same_mailbox(one, other)


@pytest.mark.parametrize(
    ("address", "can"),
    [
        ("anna@example.org", True),
        ("anna@háčky.cz", True),
        ("anna@\u05d0a.cz", False),
        ("anna@" + "á" * 61 + ".cz", False),
        ("anna@\uff0e\uff0e.cz", False),
        ("anna@\ufffe.cz", False),
        ("anna", True),
        ("o'neil+ova@example.org", True),
        ("anna@straße.de", True),
        # Each would be a second spelling of one mailbox, or lead to another one.
        ('"anna"@example.org', False),
        ('"an\\na"@example.org', False),
        ("=?utf-8?q?anna?=@example.org", False),
        ("anna@\uff45xample.org", False),
        ("anna@exam\u200dple.org", False),
    ],
)
def test_an_address_can_be_written_where_a_mail_bears_it_and_goes_nowhere_else(address, can):
    assert can_be_written(address) is can


@pytest.mark.parametrize(
    "address", ["a@straße.de", "a@xn--strae-oqa.de", "a@βόλος.gr", "A@Žluť.cz"]
)
def test_a_mail_goes_to_the_mailbox_by_which_people_are_told_apart(address):
    assert in_ascii(address).isascii()
    assert same_mailbox(in_ascii(address), address)


def test_letters_to_one_mailbox_are_counted_together_whatever_stands_behind_a_plus():
    assert inbox("Anna+1@Example.org") == inbox("anna@example.org")
    assert inbox("anna@example.org") != inbox("an@example.org")
    assert inbox("+@example.org") != inbox("anna@example.org")
