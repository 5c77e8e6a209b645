"""Two addresses are one mailbox, or they are not."""

import pytest

from tournaments.domain.mailboxes import same_mailbox


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
