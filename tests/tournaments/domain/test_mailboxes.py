"""Two addresses are one mailbox, or they are not."""

import pytest

from tournaments.domain.mailboxes import can_be_written, same_mailbox


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
    ],
)
def test_an_address_can_be_written_where_its_domain_has_a_form_in_ascii(address, can):
    assert can_be_written(address) is can
