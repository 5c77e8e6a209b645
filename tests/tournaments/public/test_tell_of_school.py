"""Schools that would like to take part can say so (T-094)."""

import pytest

from tests import factories as make
from tournaments.models import SchoolTip

pytestmark = pytest.mark.django_db
TIP = {"school": "ZŠ Lipová", "town": "Brno", "contact": "Eva, 777 123 456", "text": "Twenty kids."}


@pytest.mark.rule("T-094")
def test_the_calendar_leads_to_it_and_the_series_keeps_it(client):
    assert "/en/schools/" in client.get("/en/").content.decode()

    answer = client.post("/en/schools/", TIP, follow=True)

    assert "Thank you." in answer.content.decode()
    assert SchoolTip.objects.get().contact == "Eva, 777 123 456"


def test_a_double_click_is_kept_once(client):
    client.post("/en/schools/", TIP)
    client.post("/en/schools/", TIP)

    assert SchoolTip.objects.count() == 1


def test_what_is_missing_is_said_and_the_rest_stays(client):
    answer = client.post("/en/schools/", {**TIP, "contact": ""})

    assert "Twenty kids." in answer.content.decode()
    assert not SchoolTip.objects.exists()


def test_too_many_are_refused_and_nothing_typed_is_lost(client):
    for number in range(10):
        client.post("/en/schools/", {**TIP, "school": f"School {number}"})

    answer = client.post("/en/schools/", TIP)

    assert answer.status_code == 429
    assert "Twenty kids." in answer.content.decode()
    assert SchoolTip.objects.count() == 10


def test_nobody_but_the_series_reads_it(client):
    client.post("/en/schools/", TIP)

    for page in ("/en/", "/en/schools/", "/en/season/"):
        assert "777 123 456" not in client.get(page).content.decode()
    assert make.signed_in(None, "administrator").get("/en/schools/").status_code == 200
