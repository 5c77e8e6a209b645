"""Anybody may tell the series of a school that would like to play."""

import datetime as dt

import pytest
from django.utils import timezone

from tests import factories as make
from tournaments.models import SchoolTip
from tournaments.views.series.series import SCHOOLS_ON_A_PAGE

pytestmark = [pytest.mark.django_db, pytest.mark.rule("T-094")]

MINUTE = dt.timedelta(minutes=1)
SCHOOL = {
    "school": "ZŠ Veselá",
    "town": "Brno",
    "contact": "Jana Učitelka, skola@example.org",
    "text": "Dvacet dětí z kroužku",
}


def test_the_calendar_leads_everybody_to_the_form(client):
    assert 'href="/schools/"' in client.get("/").content.decode()


def test_the_series_learns_of_the_school_and_whom_to_contact(client):
    client.post("/schools/", SCHOOL)

    tip = SchoolTip.objects.get()
    assert {name: getattr(tip, name) for name in SCHOOL} == SCHOOL


def test_a_double_click_tells_of_it_once(client):
    client.post("/schools/", SCHOOL)
    client.post("/schools/", SCHOOL)

    assert SchoolTip.objects.count() == 1


def test_a_school_without_a_contact_is_asked_for_and_what_was_typed_stays(client):
    page = client.post("/schools/", SCHOOL | {"contact": ""}).content.decode()

    assert "ZŠ Veselá" in page
    assert 'id="id_contact_error"' in page
    assert not SchoolTip.objects.exists()


def test_the_series_reads_of_it_and_deletes_what_is_settled(client):
    client.post("/schools/", SCHOOL)
    series = make.signed_in(None, "administrator")

    assert "1 čeká" in series.get("/my/").content.decode()
    listed = series.get("/series/schools/").content.decode()
    assert SCHOOL["contact"] in listed
    assert SCHOOL["text"] in listed
    tip = SchoolTip.objects.get()
    series.post(f"/series/schools/{tip.pk}/settle/")
    again = series.post(f"/series/schools/{tip.pk}/settle/", follow=True)

    assert not SchoolTip.objects.exists()
    assert "vyřízené" in again.content.decode()


def test_nobody_else_reads_of_schools(client):
    client.post("/schools/", SCHOOL)
    organiser = make.signed_in(make.make_tournament())

    assert organiser.get("/series/schools/").status_code == 403
    assert client.get("/series/schools/").status_code in (302, 403)


def test_very_many_schools_are_read_page_by_page():
    now = timezone.now()
    SchoolTip.objects.bulk_create(
        SchoolTip(school=f"ZŠ {number:03}", town="Brno", contact="Jana", at=now - number * MINUTE)
        for number in range(SCHOOLS_ON_A_PAGE + 1)
    )
    series = make.signed_in(None, "administrator")

    first = series.get("/series/schools/").content.decode()
    second = series.get("/series/schools/?page=2").content.decode()

    assert first.count('<article class="card">') == SCHOOLS_ON_A_PAGE
    assert "?page=2" in first
    assert ("ZŠ 050" in first, "ZŠ 050" in second) == (False, True)
