"""Names in letters that look like others are told to be alike, and others are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.lookalikes import PAIRS, in_our_letters, outline
from tournaments.domain.names import letters_of, orders_of

LETTERS = [(letter, ours) for alike in PAIRS for letter, ours in zip(*alike, strict=True)]


@pytest.mark.parametrize(("letter", "ours"), LETTERS)
def test_each_letter_of_the_table_is_read_as_the_one_beside_it(letter, ours):
    assert in_our_letters(letter) == ours
    assert not letter.isascii()


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("\uff21\uff4e\uff4e\uff41", "Anna"),
        ("\U0001d400\U0001d427na", "Anna"),
        ("\u0410nn\u0430", "Anna"),
        ("Mi\u0142a", "Mila"),
        ("An\u3164na", "Anna"),
        ("\u738b", "\u738b"),
    ],
)
def test_a_name_is_read_in_our_letters(written, read):
    assert in_our_letters(written) == read


@pytest.mark.parametrize(
    ("one", "other"), [("mila", "mi1a"), ("mamta", "marnta"), ("wood", "vv00d")]
)
def test_words_that_a_quick_reader_takes_for_one_have_one_outline(one, other):
    assert outline(one) == outline(other)


@given(st.text(min_size=1))
def test_every_name_is_among_its_own_orders(name):
    assert letters_of(name) in orders_of(name)


@given(st.lists(st.text("abcdefghijklmnop", min_size=2), min_size=1, max_size=4))
def test_a_name_in_capitals_or_full_width_is_the_same(words):
    name = " ".join(words)
    wide = "".join(chr(ord(letter) + 0xFEE0) if letter != " " else letter for letter in name)

    assert letters_of(name) == letters_of(wide) == letters_of(name.upper())
