"""Whichever way an organiser leaves, the links of players that they have seen end; and nobody makes
the site write e-mail after e-mail by it."""

import datetime as dt
import re
from dataclasses import replace

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.files.base import ContentFile
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories as make
from tournaments import tasks
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.exports.kinds import parameters
from tournaments.models import Entry, Job, Mail, Official, Sight
from tournaments.models.entry import EntryState, Role
from tournaments.models.office import SeriesRole
from tournaments.models.tournament import State
from tournaments.services import appointing, closing, entering, offices, persons
from tournaments.services.acts import Unconfirmed
from tournaments.services.mailing import send_unsent, tell
from tournaments.services.offices import Administrator

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    cache.clear()
    with translation.override("en"):
        yield


def left_by(**fields):
    """An event with a player, an organiser who stays and one who is about to leave."""
    tournament = make.make_tournament(**fields)
    make.make_official(tournament, Role.ORGANISER, user=make.make_user("staying"))
    leaving = make.make_official(tournament, Role.ORGANISER, user=make.make_user("leaving"))
    eva = make.make_entry(tournament, "Eva Malá", email="eva@example.org")
    return tournament, leaving, eva


def is_alive(entry):
    return Entry.objects.filter(token=entry.token).exists()


def delete(user):
    user.delete()


def delete_with_others(user):
    type(user).objects.filter(pk=user.pk).delete()


def deactivate(user):
    user.is_active = False
    user.save()


@pytest.mark.parametrize("close", [delete, delete_with_others, deactivate])
def test_links_end_with_the_account_that_saw_them(close):
    tournament, leaving, eva = left_by()

    close(leaving.user)

    assert not is_alive(eva)
    answer = Client().post(reverse("cancel_registration", args=[tournament.slug, eva.token]))
    assert answer.status_code == 404
    eva.refresh_from_db()
    assert eva.state == EntryState.CONFIRMED
    assert eva.token in Mail.objects.get().body


def test_in_the_hall_nobody_has_to_be_asked_when_an_account_is_closed():
    _tournament, leaving, eva = left_by(state=State.RUNNING)

    leaving.user.delete()

    assert not is_alive(eva)


def test_saving_an_account_that_stays_or_was_closed_long_ago_ends_nothing():
    _tournament, leaving, eva = left_by()
    leaving.user.save()
    assert is_alive(eva)
    deactivate(leaving.user)
    eva.refresh_from_db()

    leaving.user.save()

    assert is_alive(eva)


def test_an_office_that_lost_its_account_before_still_ends_what_it_saw():
    """As it stood in the database before accounts were noticed."""
    tournament, leaving, eva = left_by()
    Official.objects.filter(pk=leaving.pk).update(user=None)

    appointing.dismiss_official(tournament, leaving.pk, make.doer())

    assert not is_alive(eva)


def test_links_end_with_an_organiser_whom_the_series_deletes():
    tournament, _leaving, eva = left_by()
    by_link = make.make_official(tournament, Role.ORGANISER, "Karel Link")

    persons.forget_person(by_link.person, make.doer(), offices_said=[by_link.pk])

    assert not is_alive(eva)


def test_links_end_with_an_office_by_link_that_an_account_takes_over():
    tournament, _leaving, eva = left_by()
    user = make.make_user("karel")
    make.make_official(tournament, Role.ORGANISER, make.make_person("Karel Link", user=user))
    offered = appointing.name_official(
        tournament, "Karel Jinak", Role.ORGANISER, make.doer(), user=user, own=False
    )

    appointing.accept_office(tournament, offered.pk, user, make.doer("karel"))

    assert not is_alive(eva)


def reopen(tournament):
    make.agreeing(lambda who: closing.reopen_tournament(tournament, "A wrong result.", who))


def test_links_of_a_finished_event_end_when_it_is_opened_again():
    tournament, leaving, eva = left_by(state=State.FINISHED)
    appointing.dismiss_official(tournament, leaving.pk, make.doer())
    assert is_alive(eva)

    with pytest.raises(Unconfirmed, match="printed badges"):
        closing.reopen_tournament(tournament, "A wrong result.", make.doer())
    reopen(tournament)

    assert not is_alive(eva)
    tournament.refresh_from_db()
    assert not tournament.links_outlived


def test_opening_again_ends_nothing_where_nobody_left():
    tournament, _leaving, eva = left_by(state=State.FINISHED)

    closing.reopen_tournament(tournament, "A wrong result.", make.doer())

    assert is_alive(eva)


def test_links_that_outlived_an_organiser_end_where_the_archive_is_opened_again_too():
    tournament, leaving, eva = left_by(state=State.FINISHED)
    appointing.dismiss_official(tournament, leaving.pk, make.doer())
    tournament.refresh_from_db()
    archived = archive_of(tournament)
    copied = read_archive(archived, copy_to="copy")
    tournament.delete()

    moved = read_archive(archived)
    still = is_alive(eva)
    reopen(moved)

    assert still
    assert not is_alive(eva)
    # Of new links nobody has seen any.
    assert not copied.links_outlived


def test_an_archive_from_before_says_nothing_of_links_that_outlived_somebody():
    tournament, _leaving, _eva = left_by()
    archived = archive_of(tournament)
    del archived["tournament"]["links_outlived"]

    assert not read_archive(archived, copy_to="copy").links_outlived


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.REFEREE, Role.CHIEF_REFEREE])
def test_badges_with_the_links_of_players_are_for_organisers_alone(role):
    tournament, _leaving, _eva = left_by()
    helper = make.signed_in(tournament, role)
    start = reverse("start_job", args=[tournament.slug, "badges"])

    assert helper.post(start).status_code == 403
    assert not tournament.jobs.exists()
    assert start not in helper.get(reverse("prints", args=[tournament.slug])).content.decode()
    organiser = make.signed_in(tournament)
    assert start in organiser.get(reverse("prints", args=[tournament.slug])).content.decode()


def test_a_link_that_nobody_opened_has_shown_nothing():
    tournament, _leaving, eva = left_by()
    puppet = appointing.name_official(tournament, "Kdo Kolí", Role.ORGANISER, make.doer())

    appointing.renew_link(tournament, puppet.pk, make.doer())
    appointing.dismiss_official(tournament, puppet.pk, make.doer())

    assert is_alive(eva)
    assert not Mail.objects.exists()


def test_a_link_that_was_opened_has_until_it_is_renewed():
    tournament, _leaving, eva = left_by()
    puppet = appointing.name_official(tournament, "Kdo Kolí", Role.ORGANISER, make.doer())
    Client().post(reverse("official_link", args=[puppet.token]))

    appointing.renew_link(tournament, puppet.pk, make.doer())
    assert not is_alive(eva)

    eva.refresh_from_db()
    appointing.renew_link(tournament, puppet.pk, make.doer())
    assert is_alive(eva)


def renew_and_open(tournament, puppet, now):
    Client().post(reverse("official_link", args=[puppet.token]))
    appointing.renew_link(tournament, puppet.pk, make.doer(now=now))
    puppet.refresh_from_db()


def test_a_player_gets_one_new_link_an_hour_and_the_last_one_holds(mailoutbox):
    tournament, _leaving, eva = left_by()
    puppet = appointing.name_official(tournament, "Kdo Kolí", Role.ORGANISER, make.doer())
    start = make.at(9)
    for second in range(0, 600, 60):
        now = start + dt.timedelta(seconds=second)
        renew_and_open(tournament, puppet, now)
        send_unsent(lambda now=now: now)
    assert len(mailoutbox) == 1

    send_unsent(lambda: start + dt.timedelta(minutes=59))
    assert len(mailoutbox) == 1
    send_unsent(lambda: start + dt.timedelta(minutes=61))

    eva.refresh_from_db()
    assert len(mailoutbox) == 2
    assert eva.token in mailoutbox[1].body


def test_a_sign_up_is_asked_for_once_an_hour_to_be_confirmed():
    tournament, _leaving, eva = left_by()
    Entry.objects.filter(pk=eva.pk).update(state=EntryState.UNCONFIRMED)
    puppet = appointing.name_official(tournament, "Kdo Kolí", Role.ORGANISER, make.doer())

    for second in range(10):
        renew_and_open(tournament, puppet, make.at(9) + dt.timedelta(seconds=second))

    eva.refresh_from_db()
    assert eva.token in Mail.objects.get().body


def test_before_the_day_the_desk_is_told_who_gets_no_new_link_by_e_mail():
    tournament, leaving, _eva = left_by()
    make.make_entry(tournament, "Jan Dub")

    with pytest.raises(Unconfirmed, match="no new link by e-mail") as told:
        appointing.dismiss_official(tournament, leaving.pk, make.doer())

    assert dict(told.value.cautions[0].facts) == {"rest": 1}


def test_links_of_an_office_are_not_renewed_all_the_time_but_nobody_stays_in_it_by_that():
    tournament, _leaving, _eva = left_by()
    desk = make.signed_in(tournament)
    puppet = appointing.name_official(tournament, "Kdo Kolí", Role.SCOREKEEPER, make.doer())
    for _ in range(10):
        desk.post(reverse("renew_link", args=[tournament.slug, puppet.pk]))
    puppet.refresh_from_db()

    page = desk.post(reverse("renew_link", args=[tournament.slug, puppet.pk]), follow=True)
    still = Official.objects.filter(token=puppet.token).exists()
    other = make.signed_in(tournament)
    other.post(reverse("dismiss_official", args=[tournament.slug, puppet.pk]))

    assert "Please wait a little and try again." in page.content.decode()
    assert still
    assert not Official.objects.filter(token=puppet.token).exists()


@pytest.mark.parametrize("act", ["send_link", "renew_entry_link"])
def test_a_mailbox_is_not_filled_with_links(act):
    tournament, _leaving, eva = left_by(date=timezone.localdate() + dt.timedelta(days=30))
    desk = make.signed_in(tournament)
    address = reverse(act, args=[tournament.slug, eva.pk])

    pages = [desk.post(address, follow=True).content.decode() for _ in range(7)]

    assert ["Please wait a little" in page for page in pages] == [*[False] * 6, True]
    assert Mail.objects.count() <= 6


# Administrators of the series, who may do what an organiser may


def seen_by(look, **fields):
    """An event whose links an administrator by office has seen, with a player and two officials
    by link and by an offer."""
    tournament, _leaving, eva = left_by(**fields)
    helper = make.make_official(tournament, Role.SCOREKEEPER, "Karel Link")
    adam = make.make_user("adam")
    office = make.give_office(adam, SeriesRole.ADMINISTRATOR)
    client = Client()
    client.force_login(adam)
    with override_settings(JOBS_IN_THREADS=False):
        look(client, tournament, eva)
    eva.refresh_from_db()
    helper.refresh_from_db()
    return eva, helper, office


def badges(client, tournament, _eva):
    assert (
        client.get(reverse("print_document", args=[tournament.slug, "badges"])).status_code == 200
    )


def archive(client, tournament, _eva):
    assert (
        client.get(reverse("print_document", args=[tournament.slug, "archive"])).status_code == 200
    )


def badges_of_another(client, tournament, _eva):
    job = Job.objects.create(
        **{"tournament": tournament, "kind": "badges", "by": "Olga", "at": make.at(9)},
        **{
            "state": "done",
            "parameters": parameters("http://testserver"),
            "changed_at": make.at(9),
        },
    )
    job.file.save("badges.pdf", ContentFile(b"%PDF"))
    assert client.get(reverse("job_file", args=[tournament.slug, job.token])).status_code == 200


def a_new_link_of_a_player(client, tournament, eva):
    client.post(reverse("renew_entry_link", args=[tournament.slug, eva.pk]))


def an_official_by_link(client, tournament, _eva):
    typed = {"name": "Puppet", "role": Role.SCOREKEEPER}
    client.post(reverse("name_official", args=[tournament.slug]), typed)


def an_address_of_theirs(client, tournament, eva):
    typed = {"name": eva.name, "email": "adam@example.org", "age": "adult", "language": "en"}
    client.post(reverse("edit_entry", args=[tournament.slug, eva.pk]), typed)
    assert Entry.objects.get(pk=eva.pk).email == "adam@example.org"


def withdrawn(office):
    by = Administrator(make.make_user("ada", staff=True), make.doer())
    make.agreeing(lambda who: offices.withdraw_office(office.pk, replace(by, doer=who)))


def deactivated(office):
    deactivate(office.user)


def deleted(office):
    office.user.delete()


def deactivated_with_others(office):
    type(office.user).objects.filter(pk=office.user_id).update(is_active=False)
    tasks.end_what_was_left()


def deleted_in_a_shell(office):
    office.delete()


LOOKS = [badges, archive, badges_of_another, a_new_link_of_a_player, an_official_by_link]
LOOKS.append(an_address_of_theirs)


@pytest.mark.parametrize("look", LOOKS)
def test_links_that_an_administrator_saw_end_with_the_office(look):
    eva, helper, office = seen_by(look)

    withdrawn(office)

    assert not is_alive(eva)
    assert not Official.objects.filter(token=helper.token).exists()
    new = Entry.objects.get(pk=eva.pk)
    assert not Mail.objects.filter(to="adam@example.org", body__contains=new.token).exists()
    assert not Sight.objects.exists()


@pytest.mark.parametrize(
    "way_out", [deactivated, deleted, deactivated_with_others, deleted_in_a_shell]
)
def test_whichever_way_an_administrator_goes_the_links_end(way_out):
    eva, _helper, office = seen_by(badges)

    way_out(office)

    assert not is_alive(eva)


def test_links_that_staff_saw_end_with_the_flag():
    tournament, _leaving, eva = left_by()
    staff = make.make_user("staff", staff=True)
    client = Client()
    client.force_login(staff)
    badges(client, tournament, eva)
    staff.save()
    before = is_alive(eva)

    staff.is_staff = False
    staff.save()

    assert before
    assert not is_alive(eva)


def test_whoever_administers_on_keeps_what_was_seen():
    eva, _helper, office = seen_by(badges)
    get_user_model().objects.filter(pk=office.user_id).update(is_staff=True)

    withdrawn(office)

    assert is_alive(eva)


def test_an_event_of_which_an_administrator_saw_no_link_keeps_its_own():
    def looks_around(client, tournament, _eva):
        for page in ("desk", "entries", "officials", "prints"):
            assert client.get(reverse(page, args=[tournament.slug])).status_code == 200

    eva, _helper, office = seen_by(looks_around)

    withdrawn(office)

    assert is_alive(eva)


def test_the_series_is_told_what_ends_before_an_office_is_taken_back():
    _eva, _helper, office = seen_by(badges)
    by = Administrator(make.make_user("ada", staff=True), make.doer())

    with pytest.raises(Unconfirmed, match="Events where that was: 1"):
        offices.withdraw_office(office.pk, by)


def test_an_invitation_ends_with_the_administrator_who_saw_its_link():
    invitation = make.make_invitation()
    office = make.give_office(make.make_user("adam"), SeriesRole.ADMINISTRATOR)
    client = Client()
    client.force_login(office.user)
    assert invitation.token in client.get(reverse("series_offices")).content.decode()

    withdrawn(office)

    invitation.refresh_from_db()
    assert not invitation.is_open(timezone.now())


# What gives no signal


def test_an_account_that_is_closed_without_a_signal_is_noticed_by_the_clock_once():
    _tournament, leaving, eva = left_by()
    type(leaving.user).objects.filter(pk=leaving.user_id).update(is_active=False)

    tasks.end_what_was_left()
    ended = not is_alive(eva)
    eva.refresh_from_db()
    tasks.end_what_was_left()

    assert ended
    assert is_alive(eva)


def test_an_account_that_may_sign_in_again_has_seen_the_desk_again():
    tournament, leaving, eva = left_by()
    deactivate(leaving.user)
    leaving.user.is_active = True
    leaving.user.save()
    eva.refresh_from_db()

    appointing.dismiss_official(tournament, leaving.pk, make.doer())

    assert not is_alive(eva)


def test_a_command_ends_links_after_a_change_in_sql():
    tournament, _leaving, eva = left_by()
    other = make.make_entry(make.make_tournament(), "Jan Dub")
    invitation = make.make_invitation()

    call_command("end_links", tournament.slug, "--invitations")

    invitation.refresh_from_db()
    assert not is_alive(eva)
    assert is_alive(other)
    assert not invitation.is_open(timezone.now())
    assert tournament.acts.latest("pk").by == "end_links"


def test_the_command_names_an_event_that_is_none(capsys):
    with pytest.raises(SystemExit):
        call_command("end_links", "nowhere")

    assert "nowhere" in capsys.readouterr().err


# E-mails that wait with a link that has ended


def waits(tournament, eva):
    """A new link that was told of within the hour waits for its end."""
    puppet = appointing.name_official(tournament, "Kdo Kolí", Role.ORGANISER, make.doer())
    for minute in (0, 10):
        renew_and_open(tournament, puppet, make.at(9, minute))
        send_unsent(lambda minute=minute: make.at(9, minute))
    eva.refresh_from_db()
    assert eva.token in Mail.objects.get(sent_at=None).body


def renewed(entry):
    entering.send_link(entry.tournament, entry.pk, make.doer(now=make.at(9, 20)), renew=True)


def moved(entry):
    told = replace(entering.as_told(entry), email="eva@example.com")
    entering.edit_entry(entry.tournament, entry.pk, told, make.doer(now=make.at(9, 20)))


@pytest.mark.parametrize("state", [EntryState.CONFIRMED, EntryState.UNCONFIRMED])
@pytest.mark.parametrize("change", [renewed, moved])
def test_no_delayed_e_mail_brings_a_link_that_was_replaced_meanwhile(change, state, mailoutbox):
    tournament, _leaving, eva = left_by(state=State.SIGN_UP)
    Entry.objects.filter(pk=eva.pk).update(state=state)
    waits(tournament, eva)
    mailoutbox.clear()

    change(eva)
    send_unsent(lambda: make.at(10, 30))

    token = Entry.objects.get(pk=eva.pk).token
    assert {link for one in mailoutbox for link in re.findall(r"/([\w-]{32})/", one.body)} == {
        token
    }


def test_other_news_are_sent_whatever_became_of_the_link():
    _tournament, _leaving, eva = left_by(state=State.SIGN_UP)
    tell([eva], "moved_up", make.at(9))

    renewed(eva)

    assert Mail.objects.filter(key__startswith="moved_up").exists()
