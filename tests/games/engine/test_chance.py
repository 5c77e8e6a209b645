"""The one source of chance: fixed vectors, even chances, no dependence on the machine."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.chance import Chance

WHOLE = 2**64


def test_the_first_numbers_are_the_digest_that_anybody_can_compute():
    digest = hashlib.sha256(b"Brno 2026:0").digest() + hashlib.sha256(b"Brno 2026:1").digest()
    chance = Chance("Brno 2026")

    numbers = [chance.below(WHOLE) for _ in range(8)]

    assert b"".join(number.to_bytes(8, "big") for number in numbers) == digest


@pytest.mark.parametrize(
    ("seed", "rolls", "order"),
    [
        pytest.param("", [5, 3, 1, 4, 3, 3, 2, 2, 0, 5], "hcgfabed", id="an empty seed"),
        pytest.param("7", [5, 0, 2, 3, 5, 5, 0, 1, 0, 2], "bafgechd", id="a digit"),
        pytest.param(
            "Příliš žluťoučký kůň", [4, 5, 5, 2, 3, 5, 1, 3, 5, 1], "hdcbafge", id="Czech letters"
        ),
        pytest.param("7:0", [2, 1, 0, 1, 1, 3, 3, 2, 4, 3], "gdfhbace", id="with a colon"),
    ],
)
def test_a_seed_gives_the_same_numbers_for_ever(seed, rolls, order):
    items = list("abcdefgh")
    Chance(seed).shuffle(items)
    chance = Chance(seed)

    assert [chance.below(6) for _ in range(10)] == rolls
    assert "".join(items) == order


def test_numbers_that_would_favour_small_answers_are_passed_over():
    # Of 64-bit numbers only those below 2**63 + 1 are kept, about one half.
    bound = WHOLE // 2 + 1
    raw, chance = Chance("7"), Chance("7")
    kept = [number for number in (raw.below(WHOLE) for _ in range(40)) if number < bound]

    drawn = [chance.below(bound) for _ in range(len(kept))]

    assert drawn == kept
    assert 10 < len(kept) < 30


def test_all_orders_of_four_are_equally_likely():
    chance = Chance("all orders")
    seen = Counter()

    for _ in range(24 * 500):
        items = [1, 2, 3, 4]
        chance.shuffle(items)
        seen[tuple(items)] += 1

    # 49.7 is passed by one good generator in a thousand (23 degrees of freedom).
    assert set(seen) == set(permutations([1, 2, 3, 4]))
    assert sum((count - 500) ** 2 / 500 for count in seen.values()) < 49.7


@given(seed=st.text(), items=st.lists(st.integers(), max_size=30))
def test_a_shuffle_keeps_every_item(seed, items):
    shuffled = list(items)

    Chance(seed).shuffle(shuffled)

    assert sorted(shuffled) == sorted(items)


@given(seed=st.text(), bound=st.integers(1, WHOLE))
def test_a_number_is_below_its_bound(seed, bound):
    assert 0 <= Chance(seed).below(bound) < bound


@pytest.mark.parametrize("bound", [0, -1, WHOLE + 1])
def test_a_bound_without_even_chances_is_a_mistake(bound):
    with pytest.raises(ValueError, match="bound"):
        Chance("7").below(bound)


def test_a_choice_out_of_nothing_is_a_mistake():
    with pytest.raises(ValueError, match="bound"):
        Chance("7").choice([])


def test_a_choice_is_one_of_the_items():
    assert {Chance(str(seed)).choice("abc") for seed in range(30)} == set("abc")


def test_half_a_surrogate_pair_is_a_seed_too():
    assert Chance("\ud83d").below(WHOLE) != Chance("\ud83e").below(WHOLE)


def test_numbers_do_not_depend_on_the_hash_seed_of_python():
    program = "from games.engine.chance import Chance; print(Chance('7').below(10**18))"

    answers = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }

    assert len(answers) == 1
