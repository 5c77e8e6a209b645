"""The series' administrators find every table, searchable, and history to read."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.admin.utils import flatten, label_for_field
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    at,
    committed,
    doer,
    draw,
    make_entry,
    make_official,
    make_person,
    make_tournament,
    ready_to_draw,
)
from tournaments.domain.names import words_key
from tournaments.exports.kinds import parameters
from tournaments.models import Job, Mail, SlotTable
from tournaments.models.entry import Role
from tournaments.services import entering
from tournaments.services.checking_games import CHECK_GAMES

OWN_MODELS = [
    model
    for model in apps.get_app_config("tournaments").get_models()
    if not model.__name__.startswith("Historical") and not model._meta.auto_created
]


@pytest.fixture
def administrator(client, db):
    client.force_login(User.objects.create_superuser("series", "series@example.org", "x"))
    return client


@pytest.mark.every_case
@pytest.mark.parametrize("model", OWN_MODELS, ids=lambda model: model.__name__)
def test_each_model_has_a_list_that_opens_and_searches(administrator, model):
    url = reverse(f"admin:tournaments_{model._meta.model_name}_changelist")

    found = administrator.get(url, {"q": "2026"})

    assert found.status_code == 200
    # Without search fields the word would be ignored and the page would prove nothing.
    assert admin.site._registry[model].search_fields


@pytest.mark.django_db
def test_results_can_be_read_but_not_changed_here(administrator):
    assert administrator.get(reverse("admin:tournaments_result_add")).status_code == 403


@pytest.mark.django_db
def test_nobody_gets_the_entries_of_somebody_else_here(administrator):
    """It would be a join that is in no logbook, and outlives the administrator."""
    entry = make_entry(make_tournament())
    owner, puppet = entry.person, make_person("Petr Puppet")
    user = User.objects.get(username="series")

    for row, typed in ((entry, {"person": puppet.pk}), (owner, {"user": user.pk})):
        page = reverse(f"admin:tournaments_{row._meta.model_name}_change", args=[row.pk])
        form = administrator.get(page).context["adminform"].form
        sent = {key: "" if value is None else value for key, value in form.initial.items()}
        administrator.post(page, sent | typed)
        assert not set(typed) & set(form.fields)

    entry.refresh_from_db()
    owner.refresh_from_db()
    assert (entry.person, owner.user) == (owner, None)


@pytest.mark.django_db
def test_nobody_reads_the_secret_of_the_draws_here(administrator):
    commitment = committed(ready_to_draw(12))

    page = administrator.get(reverse("admin:tournaments_commitment_change", args=[commitment.pk]))

    html = page.content.decode()
    assert commitment.published in html
    assert commitment.secret not in html


@pytest.mark.django_db
def test_a_consent_to_a_full_name_is_not_changed_here_where_nobody_notes_it(administrator):
    child = make_person("Eva Malá", minor=True, full_name_public=True)

    page = administrator.get(reverse("admin:tournaments_person_change", args=[child.pk]))

    assert 'name="minor"' in page.content.decode()
    assert 'name="full_name_public"' not in page.content.decode()


@pytest.mark.django_db
def test_the_number_on_a_badge_stays_once_its_player_was_seated(administrator):
    tournament = ready_to_draw(12)
    url = reverse("admin:tournaments_entry_change", args=[tournament.entries.first().pk])

    before = administrator.get(url).content.decode()
    draw(tournament)
    after = administrator.get(url).content.decode()

    assert 'name="number"' in before
    assert 'name="number"' not in after


@pytest.mark.rule("T-084")
@pytest.mark.django_db
def test_bands_that_overlap_are_refused_with_the_rule(administrator):
    bands = [(12, 20, 1, 2, 4), (20, None, 2, 3, 5)]
    data = {"kind": "main", "valid_from": "2027-01-01"}
    data |= {"bands-TOTAL_FORMS": len(bands), "bands-INITIAL_FORMS": 0}
    for number, band in enumerate(bands):
        names = ("players_from", "players_to", "direct_to", "points_from", "points_to")
        for name, value in zip(names, band, strict=True):
            data[f"bands-{number}-{name}"] = "" if value is None else value
    url = reverse("admin:tournaments_slottable_add")

    refused = administrator.post(url, data)
    data["bands-1-players_from"] = 21
    saved = administrator.post(url, data)

    assert "T-084" in refused.content.decode()
    assert saved.status_code == 302
    table = SlotTable.objects.get()
    last = {"table": table.pk, "players_from": 15, "players_to": 30}
    last |= {"direct_to": 1, "points_from": 2, "points_to": 4}
    alone = administrator.post(reverse("admin:tournaments_slotband_add"), last)
    assert "T-084" in alone.content.decode()


def test_an_e_mail_shows_no_personal_link_here(administrator):
    entry = make_entry(make_tournament(), "Eva", email="eva@example.org")
    entering.send_link(entry.tournament, entry.pk, doer())
    mail = Mail.objects.get()

    page = administrator.get(reverse("admin:tournaments_mail_change", args=[mail.pk]))

    assert mail.subject in page.content.decode()
    assert entry.token not in page.content.decode()


def test_officials_are_named_and_dismissed_where_their_links_end(administrator):
    official = make_official(make_tournament(), Role.ORGANISER, "Karel")
    pages = "admin:tournaments_official_change", "admin:tournaments_official_delete"

    answers = [administrator.post(reverse(page, args=[official.pk]), {}) for page in pages]
    event = reverse("admin:tournaments_tournament_change", args=[official.tournament_id])
    inline = administrator.get(event).content.decode()

    assert [answer.status_code for answer in answers] == [403, 403]
    assert "Karel" in inline
    assert 'name="officials-0-role"' not in inline
    assert "officials-0-DELETE" not in inline


def test_an_address_moves_where_both_mailboxes_are_told(administrator):
    entry = make_entry(make_tournament(), "Eva", email="eva@example.org")
    page = reverse("admin:tournaments_entry_change", args=[entry.pk])
    person = reverse("admin:tournaments_person_change", args=[entry.person_id])

    pages = [administrator.get(address).content.decode() for address in (page, person)]

    assert not any('name="email"' in html for html in pages)


SAME_IN_CZECH = {"e-mail", "text", "role", "webhook", "protest"}


def _heads():
    """Each word over a column and beside a field of ours, by model and name."""
    for model, page in admin.site._registry.items():
        if model._meta.app_label != "tournaments":
            continue
        shown = [(page, model, name) for name in page.list_display]
        for one in (page, *(inline(model, admin.site) for inline in page.inlines)):
            fields = [*one.model._meta.fields, *one.model._meta.many_to_many]
            hidden = {"id", *(one.exclude or ())}
            if one.fields:
                hidden |= {field.name for field in fields} - {*flatten(one.fields)}
            shown += [
                (one, one.model, field.name)
                for field in fields
                if field.name not in hidden and field.editable
            ]
        for one, of, name in shown:
            yield of.__name__, name, str(label_for_field(name, of, one))


def test_no_head_of_the_administration_is_left_in_english():
    with translation.override("en"):
        english = set(_heads())
    with translation.override("cs"):
        czech = set(_heads())

    assert {head for head in english & czech if head[2] not in SAME_IN_CZECH} == set()


@pytest.mark.parametrize("called", ["Person", "Entry", "Official", "LapsedSignUp", "NameLeft"])
def test_people_have_a_name_of_their_own_word_in_czech(called):
    with translation.override("cs"):
        heads = {(model, name): words for model, name, words in _heads()}

    assert heads[called, "name"] == "jméno"
    assert heads["Club", "name"] == "název"
    assert heads["Draw", "withdrawn_at"] == "vzato zpět"


@pytest.mark.django_db
def test_tables_stand_in_the_order_of_the_alphabet(administrator):
    tables = administrator.get(reverse("admin:index")).context["app_list"]

    (ours,) = [app["models"] for app in tables if app["app_label"] == "tournaments"]
    names = [str(model["name"]).casefold() for model in ours]
    assert names == sorted(names, key=lambda name: words_key(name, "cs"))
    assert names.index("činovníci") < names.index("zdroje veřejných hodnot")


@pytest.mark.django_db
def test_permissions_are_told_in_the_language_of_the_page(administrator):
    user = User.objects.get(username="series")

    pages = [
        administrator.get(reverse("admin:auth_user_change", args=[user.pk])),
        administrator.get(reverse("admin:auth_group_add")),
    ]

    for html in (page.content.decode() for page in pages):
        assert "smí smazat" in html
        assert "Can " not in html


@pytest.mark.django_db
def test_a_job_is_called_by_what_it_makes(administrator):
    job = Job.objects.create(
        tournament=make_tournament(),
        kind="round-pack",
        parameters=parameters("https://catan.example/", number=2),
        by="Dana Bílá",
        at=at(9),
    )

    Job.objects.create(kind=CHECK_GAMES, parameters={}, by="Dana Bílá", at=at(9))

    pages = [
        administrator.get(reverse("admin:tournaments_job_changelist")),
        administrator.get(reverse("admin:tournaments_job_change", args=[job.pk])),
    ]

    assert "Hromadná kontrola her" in pages[0].content.decode()
    for html in (page.content.decode() for page in pages):
        assert "Vše ke kolu, 2. kolo" in html
        assert "round-pack" not in html


@pytest.mark.parametrize("language", ["cs", "pl", "de"])
def test_no_word_of_the_lists_and_of_the_history_is_left_in_english(administrator, language):
    person = make_person("Eva Malá")
    person.minor = True
    person.save()
    start = "" if language == "cs" else f"/{language}"

    with translation.override(language):
        pages = [reverse("admin:index")]
        pages.append(reverse("admin:tournaments_person_history", args=[person.pk]))
        shown = [administrator.get(page).content.decode() for page in pages]

    english = ("Model name", "Add link", "Change or view", "Comment<", "Changed by", "Object<")
    assert pages[0].startswith(start)
    assert [word for word in english for html in shown if word in html] == []
