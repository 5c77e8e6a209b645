"""Two addresses are one mailbox, or they are not."""

from encodings import punycode

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


@pytest.mark.parametrize(
    ("address", "can"),
    [
        ("a@" + "b" * 63 + ".cz", True),
        ("a@" + "b" * 64 + ".cz", False),
        # 254 letters, and one more.
        ("a@" + "b." * 125 + "cz", True),
        ("aa@" + "b." * 125 + "cz", False),
        # Of the domain alone 253, and one more; a label may be written apart from its marks.
        ("a@" + "b." * 125 + "czech", False),
        ("a@" + "e\u0301" * 40 + ".cz", True),
    ],
)
def test_an_address_is_as_long_as_one_may_be(address, can):
    assert can_be_written(address) is can


@pytest.mark.parametrize("asked", [can_be_written, in_ascii, inbox])
@pytest.mark.parametrize(
    "domain", ["é" * 4000 + ".org", "".join(map(chr, range(0x4E00, 0x5E00))), "é." * 2000 + "org"]
)
def test_no_more_is_written_in_ascii_than_a_label_has(monkeypatch, asked, domain):
    lengths, write = [1], punycode.punycode_encode
    monkeypatch.setattr(
        punycode, "punycode_encode", lambda text: lengths.append(len(text)) or write(text)
    )

    asked(f"a@{domain}")

    assert max(lengths) <= 63
