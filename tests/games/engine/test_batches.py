"""Zips of records, and whatever else comes as a zip."""

import gzip
import random
import struct
from zipfile import ZIP_BZIP2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import batches
from games.engine.batches import Batch, Checked
from games.engine.core import NotARecord
from games.engine.files import LARGEST
from tests.games.played import RECORDS
from tests.zips import BROKEN, KEPT, SLIPS, zipped


def checked(data: bytes) -> list[Checked]:
    return list(Batch(data).checked())


def expected(data: bytes) -> str:
    """What was expected instead of this zip."""
    with pytest.raises(NotARecord) as refusal:
        Batch(data)
    (mistake,) = refusal.value.errors
    return mistake.expected.format(**mistake.facts)


def expected_instead(file: Checked) -> str:
    return file.mistakes[0].expected.format(**file.mistakes[0].facts)


def test_each_file_is_a_game_or_has_its_mistakes_in_the_order_of_the_zip():
    day = zipped(("1.txt", KEPT), ("2.txt", BROKEN), ("3.txt", SLIPS))

    kept, broken, slips = checked(day)

    assert kept.report.valid
    assert not broken.report.valid
    assert [mistake.line for mistake in slips.mistakes] == [7, 18, 29, 30, 68]
    assert [file.name for file in (kept, broken, slips)] == ["1.txt", "2.txt", "3.txt"]


def test_what_there_is_no_time_for_any_more_is_told_file_by_file():
    day = zipped(("1.txt", KEPT), ("2.txt", BROKEN), ("3.txt", SLIPS))
    files = []
    for file in Batch(day).checked(lambda: not files):
        files.append(file)

    assert [file.name for file in files] == ["1.txt", "2.txt", "3.txt"]
    assert files[0].report.valid
    assert [file.report for file in files[1:]] == [None, None]
    assert "the time for one zip was over" in expected_instead(files[2])


def test_a_game_in_the_middle_of_which_the_time_is_over_is_judged_as_far_as_it_went():
    answers = iter([True] * 20)

    (file,) = Batch(zipped(("1.txt", KEPT))).checked(lambda: next(answers, False))

    assert file.report.unchecked_from == 19


def test_all_formats_may_stand_in_one_zip_packed_again_or_not():
    names = ("c-vwv-48001.json.gz", "j-classic-4p-11.soclog.gz", "j-classic-4p-11.json.gz")
    packed = [(name, (RECORDS / name).read_bytes()) for name in names]
    plain = [(name.removesuffix(".gz"), gzip.decompress(data)) for name, data in packed]

    files = checked(zipped(*packed, *plain, ("kept.txt", KEPT)))

    assert [bool(file.report and file.report.valid) for file in files] == [True] * 7


def test_folders_and_what_file_managers_leave_behind_are_no_files():
    day = zipped(
        ("day/", b""),
        ("day/1.txt", KEPT),
        ("__MACOSX/day/._1.txt", b"\0"),
        ("day/.DS_Store", b"\0"),
        ("day/Thumbs.db", b"\0"),
    )

    assert [file.name for file in checked(day)] == ["day/1.txt"]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("../../etc/passwd", "etc/passwd"),
        ("/etc/passwd", "etc/passwd"),
        ("C:\\games\\1.txt", "games/1.txt"),
        ("day/.././1.txt", "day/1.txt"),
        ("Žďár nad Sázavou/stůl 7.txt", "Žďár nad Sázavou/stůl 7.txt"),
        ("two\nlines.txt", "two�lines.txt"),
        ("\u202etxt.exe", "�txt.exe"),
        ("=SUM(A1).txt", "=SUM(A1).txt"),
        ("..", "?"),
        ("x" * 1000 + ".txt", "x" * 146 + ".txt"),
    ],
)
def test_a_name_is_shown_without_what_leads_elsewhere_or_cannot_be_seen(written, shown):
    assert [file.name for file in checked(zipped((written, KEPT)))] == [shown]


@pytest.mark.parametrize("coding", ["cp852", "utf-8"])
def test_names_are_read_as_windows_and_as_old_zips_wrote_them(coding):
    name = "Žluťoučký kůň č. 7.txt".encode(coding)
    data = zipped(("x" * len(name), KEPT)).replace(b"x" * len(name), name)

    assert [file.name for file in checked(data)] == ["Žluťoučký kůň č. 7.txt"]


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"PK\3\4", b"\x1f\x8b", KEPT, zipped(("1.txt", KEPT))[:-30]]
)
def test_what_is_no_zip_is_refused(data):
    assert expected(data) == "a whole zip"


def test_a_zip_without_files_is_refused():
    assert expected(zipped()) == "a zip with records in it"
    assert expected(zipped(("day/", b""))) == "a zip with records in it"


def test_too_large_a_zip_is_refused():
    assert expected(bytes(batches.LARGEST + 1)) == "a zip of at most 16 MB"


def test_too_many_files_are_refused_before_they_are_looked_at():
    few = [(f"{n}.txt", b"") for n in range(batches.MOST_FILES)]

    assert len(Batch(zipped(*few))) == batches.MOST_FILES
    assert expected(zipped(*few, ("more.txt", b""))) == "at most 5000 files in a zip"
    assert expected(batches.ENTRY * 10_001) == "at most 5000 files in a zip"


def test_a_bomb_is_one_file_that_cannot_be_read_among_others_that_can():
    bomb, kept = checked(zipped(("bomb.txt", bytes(50_000_000)), ("kept.txt", KEPT)))

    assert expected_instead(bomb) == "a file of at most 8 MB"
    assert kept.report.valid


def test_bombs_packed_twice_are_not_unpacked_without_end():
    bomb = gzip.compress(bytes(50_000_000))
    many = [(f"{n}.gz", bomb) for n in range(20)]

    *bombs, kept = checked(zipped(*many, ("kept.txt", KEPT)))

    assert [expected_instead(file) for file in bombs] == (
        ["a file of at most 8 MB"] * 16 + ["at most 128 MB of records in a zip"] * 4
    )
    assert kept.report is None


def test_what_many_long_records_take_together_is_bounded():
    long = b"{" + b" " * (LARGEST - 1)
    many = [(f"{n}.json", long) for n in range(18)]

    files = checked(zipped(*many))

    assert [expected_instead(file) for file in files] == (
        ["JSON"] * 16 + ["at most 128 MB of records in a zip"] * 2
    )


def test_files_that_lie_over_one_another_are_still_counted_one_by_one():
    """A table of contents may name one packed file many times."""
    data = zipped(("a.txt", bytes(LARGEST)))
    contents = data.index(batches.ENTRY)
    end = data.index(b"PK\5\6")
    entry = data[contents:end]
    count = 20
    tail = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(entry) * count, contents, 0)

    files = checked(data[:contents] + entry * count + tail)

    assert len(files) == count
    assert {expected_instead(file) for file in files[16:]} == {"at most 128 MB of records in a zip"}


def test_a_zip_in_a_zip_is_not_opened():
    inner = zipped(("kept.txt", KEPT))

    (file,) = checked(zipped(("inner.zip", inner)))

    assert expected_instead(file) == "a record, not a zip in a zip"


def test_a_file_with_a_password_is_named():
    data = bytearray(zipped(("secret.txt", KEPT), ("kept.txt", KEPT)))
    data[data.index(batches.ENTRY) + 8] |= batches.ENCRYPTED

    secret, kept = checked(bytes(data))

    assert expected_instead(secret) == "a file without a password"
    assert kept.report.valid


def test_a_damaged_file_is_named_and_the_others_are_read():
    data = zipped(("one.txt", KEPT), ("two.txt", BROKEN), compression=0)

    one, two = checked(data.replace(b"Anna  S c2s", b"Anna  S c3s", 1))

    assert expected_instead(one) == "a whole file; this one is damaged"
    assert not two.report.valid


def test_a_way_of_packing_that_unpacks_without_limit_is_refused():
    (file,) = checked(zipped(("1.txt", KEPT), compression=ZIP_BZIP2))

    assert expected_instead(file) == "a file packed as zips are by default"


def test_a_file_without_a_name_is_one_all_the_same():
    data = bytearray(zipped(("a", KEPT)))
    data[data.index(batches.ENTRY) + 28] = 0
    data = data[: data.index(batches.ENTRY) + 46] + data[data.index(batches.ENTRY) + 47 :]
    data[data.index(b"PK\5\6") + 12] -= 1

    (file,) = checked(bytes(data))

    assert (file.name, expected_instead(file)) == ("?", "a whole file; this one is damaged")


@given(seed=st.integers(0, 2**32), wrong=st.integers(1, 8))
def test_a_zip_with_wrong_bytes_is_refused_or_read(seed, wrong):
    chance = random.Random(seed)
    data = bytearray(zipped(("a.txt", b"[Ruleset]"), ("b/č.gz", gzip.compress(b"1 A"))))
    for _ in range(wrong):
        data[chance.randrange(len(data))] = chance.randrange(256)

    try:
        files = checked(bytes(data))
    except NotARecord:
        return
    assert all(file.mistakes for file in files)
