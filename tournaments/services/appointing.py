"""Officials of an event: named, asked, accepted, declined, laid down and dismissed; their links."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Q

from tournaments.domain.names import is_same_name, letters_of
from tournaments.domain.values import Caution, Refused, marked
from tournaments.models import (
    Official,
    Person,
    Tournament,
)
from tournaments.models.entry import EntryState, Role, new_token, office_mark
from tournaments.models.tournament import State
from tournaments.services.acts import (
    Acting,
    AlreadyDone,
    Doer,
    acting,
    changed_meanwhile,
)
from tournaments.services.bare_persons import delete_if_bare
from tournaments.services.handing_over import free_persons, has_room
from tournaments.services.kept_back import (
    is_name_kept_back,
    keep_back_by_name,
    name_as_withdrawn,
)
from tournaments.services.links import end_what_was_seen

NOT_LISTED = (EntryState.UNCONFIRMED, EntryState.WAITING, EntryState.CANCELLED)
"""Whose entry says nothing of an official of the name: anybody can have one."""


def name_official(
    tournament: Tournament, name: str, role: str, doer: Doer, *, user: Any = None, own: bool = True
) -> Official:
    """Give somebody a role, by account or by a personal link. A new chief referee replaces the old.

    It counts for the one player on the list of this tournament of that name, however it is spelled
    (D-134), and is not theirs: a name says nothing of whose age and word it goes by. Of two players
    of the name it counts for nobody. An account that is not the doer's `own` is asked: until its
    owner accepts, the office is nobody's but the name's (T-072 and T-073 want somebody named).
    """
    with acting(tournament, "name_official", doer, detail=f"{name} {office_mark(role)}") as act:
        locked = act.tournament
        person = _person_for_office(locked, name, user if own else None)
        if letters_of(person.name) != letters_of(name):
            _keep_back(person, name)
        act.heed(_cautions_kept_back(person, name))
        if role == Role.CHIEF_REFEREE:
            act.heed(_cautions_of_stepping_down(locked, successor=person))
            _step_down(locked, successor=person)
        same = Official.objects.select_for_update().filter(tournament=locked, role=role)
        official = same.owned_by(person).first()
        official = official or Official(tournament=locked, person=person, role=role, saw_desk=False)
        official.name = name
        was_held, held_by = official.is_held, (official.user_id, official.token)
        saw_desk = official.saw_desk
        if user is None or user.pk != official.user_id:
            official.user = user if own else None
            official.asked = None if own else user
        if user is None and official.token is None:
            official.token = new_token()
        if official.pk is None:
            official.leave_room()
            count_for_the_player(official)
            official.save()
            return official
        if was_held and official.asked_id is not None and role == Role.ORGANISER:
            _keep_an_organiser(official)
        official.save()
        if saw_desk and held_by != (official.user_id, official.token):
            end_what_was_seen(act, official)
    return official


def missing_role(tournament: Tournament) -> Role:
    """The role that an event needs next: an organiser and a chief referee before anybody else."""
    named = set(tournament.officials.values_list("role", flat=True))
    needed = (Role.ORGANISER, Role.CHIEF_REFEREE)
    return next((role for role in needed if role not in named), Role.SCOREKEEPER)


def _keep_back(person: Person, name: str) -> None:
    """Show short whoever takes an office under a name that is kept back; inside an act, so nobody
    is waited for."""
    keep_back_by_name(_free(person), name)


def _free(person: Person) -> Person:
    """The person, locked to the end of the act."""
    if not free_persons(person.pk):
        raise changed_meanwhile()
    return person


def accept_office(tournament: Tournament, official_id: int, user: Any, doer: Doer) -> None:
    """Take up an office that one's account was asked to hold: from now on it may act, and it is
    the person of the account who holds it."""
    with acting(tournament, "accept_office", doer) as act:
        official = _asked_of(act.tournament, official_id, user)
        before = official.owner
        # Whom the name led to may be a stranger, who could be deleted with the office.
        person, new = Person.objects.get_or_create(
            user=user, defaults={"name": doer.name or official.name}
        )
        if new or letters_of(person.name) != letters_of(official.name):
            _keep_back(person, official.name)
        if before.named_as_withdrawn and before.is_kept_back:
            # The two may be the same, until the account says that it is 18 or older.
            name_as_withdrawn(_free(person))
        same = act.tournament.officials.filter(role=official.role).owned_by(person)
        held = same.filter(user=user).exists()
        if held:
            # The second offer goes with this act; only then it is said that there was a first.
            official.delete()
        else:
            for other in same.exclude(pk=official.pk).select_for_update():
                _let_go(act, other)
            official.is_now_of(person)
            official.user = user
            official.save()
        if before != person:
            delete_if_bare(before)
        act.detail = official.mark
    if held:
        raise AlreadyDone("", marked("You hold this office already."))


def decline_office(tournament: Tournament, official_id: int, user: Any, doer: Doer) -> None:
    """Say no to an office that one's account was asked to hold."""
    with acting(tournament, "decline_office", doer) as act:
        official = _asked_of(act.tournament, official_id, user)
        act.detail = official.mark
        _let_go(act, official)


def lay_down_office(tournament: Tournament, official_id: int, user: Any, doer: Doer) -> None:
    """Give back an office that one's own account holds. Another organiser has to be there; without
    a chief referee round 1 is not opened (T-050)."""
    with acting(tournament, "lay_down_office", doer) as act:
        official = act.tournament.officials.filter(pk=official_id, user=user).first()
        if official is None:
            raise AlreadyDone("", marked("That is noted already."))
        last = official.role == Role.ORGANISER and not _another_holds(official)
        if last and not act.tournament.is_over:
            raise Refused(
                "T-072",
                marked("You are the last organiser: name another one first, or cancel the event."),
            )
        act.detail = official.mark
        _let_go(act, official)


def _asked_of(tournament: Tournament, official_id: int, user: Any) -> Official:
    official = tournament.officials.filter(pk=official_id, asked=user).first()
    if official is None:
        raise AlreadyDone("", marked("This office is not offered to you any more."))
    return official


def _let_go(act: Acting, official: Official) -> None:
    """Take the role away, and with it the links of others that its holder has seen; whoever could
    not act in it has signed nothing, and is forgotten if they are nobody else."""
    if official.saw_desk:
        end_what_was_seen(act, official)
    official.delete()
    if not official.saw_desk:
        delete_if_bare(official.owner)


def _another_holds(official: Official) -> bool:
    """Whether somebody else can act in this role: who was merely asked, or named, cannot yet."""
    same = official.tournament.officials.filter(role=official.role).exclude(pk=official.pk)
    return same.filter(Q(user__isnull=False) | Q(token__isnull=False)).exists()


def _keep_an_organiser(official: Official) -> None:
    """Refuse to let go of the last one who can act for an event that is announced."""
    needed = {Role.ORGANISER: "T-072", Role.CHIEF_REFEREE: "T-073"}.get(Role(official.role))
    if needed and official.tournament.state != State.DRAFT and not _another_holds(official):
        raise Refused(
            needed, marked("An announced tournament keeps its organiser and chief referee.")
        )


def _cautions_of_stepping_down(tournament: Tournament, *, successor: Person) -> Iterator[Caution]:
    chief = tournament.officials.filter(role=Role.CHIEF_REFEREE).first()
    is_public = tournament.announced_at is not None
    if is_public and chief is not None and chief.owner != successor:
        yield Caution.of(
            "T-050",
            marked(
                "{name} is the chief referee now and becomes a referee, who decides nothing. "
                "Nobody is told by the site."
            ),
            name=chief.name,
        )


def _step_down(tournament: Tournament, *, successor: Person) -> None:
    """The chief referee so far stays a referee."""
    chief = tournament.officials.filter(role=Role.CHIEF_REFEREE).first()
    if chief is None or chief.owner == successor:
        return
    referees = tournament.officials.filter(role=Role.REFEREE)
    if referees.owned_by(chief.owner).exists():
        chief.delete()
        return
    if referees.of(chief.person).exists():
        # There the office of somebody else is referee already, so each has their own.
        chief.count_for(chief.owner, owner=chief.owner)
    chief.role = Role.REFEREE
    chief.leave_room()
    chief.save()


def _person_for_office(tournament: Tournament, name: str, user: Any) -> Person:
    """Whose an office under this name is: who has one under it, whose account it is; the same under
    another spelling; else somebody new, never a player: whoever is called so may be somebody else.
    """
    # For whom others counted an office may be somebody else, of another age.
    offices = tournament.officials.select_related("person", "joined_from").order_by("pk")
    holders = [(office.name, office.owner) for office in offices]
    found = next((person for known, person in holders if known == name), None)
    # Whose account it is says its owner, not whoever types its name.
    found = found or (Person.objects.filter(user=user).first() if user else None)
    found = found or next((person for known, person in holders if is_same_name(known, name)), None)
    return found or Person.objects.create(name=name, named_as_withdrawn=is_name_kept_back(name))


def count_for_the_player(official: Official) -> None:
    """Let an office of which no account says whose it is count for the one player of the name, as
    `name_official` says; unsaved."""
    if official.owner.user_id is None:
        player = _player_of_the_name(official.tournament, official.name)
        if player is not None and has_room(player, official):
            official.count_for(player, owner=official.owner)


def _player_of_the_name(tournament: Tournament, name: str) -> Person | None:
    """Who plays as the only one under the name, among those on the list: nobody takes part in an
    office, nor keeps anybody from it, by a sign-up that anybody can write."""
    listed = tournament.entries.exclude(state__in=NOT_LISTED)
    listed = listed.select_related("person", "joined_from")
    alike = [entry for entry in listed if is_same_name(entry.name, name)]
    return alike[0].owner if len(alike) == 1 else None


def _cautions_kept_back(person: Person, name: str) -> Iterator[Caution]:
    """What the desk is told of an official who is shown short for the word of another one."""
    if person.named_as_withdrawn and person.is_kept_back:
        yield Caution.of(
            "",
            marked(
                "Somebody called {name} does not want the full name published. This official is "
                "shown short, too, until the series says that they are 18 or older."
            ),
            name=name,
        )


def dismiss_official(tournament: Tournament, official_id: int, doer: Doer) -> None:
    """Take a role away; an announced event keeps an organiser and a chief referee. Whoever was
    an organiser keeps no link of another official."""
    with acting(tournament, "dismiss_official", doer) as act:
        official = _locked(act.tournament, official_id)
        _keep_an_organiser(official)
        act.detail = official.mark
        _let_go(act, official)


def renew_link(tournament: Tournament, official_id: int, doer: Doer) -> None:
    """Make an official's old personal link worthless and give them a new one."""
    with acting(tournament, "renew_link", doer) as act:
        official = _locked(act.tournament, official_id)
        if official.user_id is not None or official.asked_id is not None:
            raise Refused(
                "", marked("{official} signs in with an account."), official=str(official)
            )
        act.detail = official.mark
        official.token = new_token()
        official.save()
        if official.saw_desk:
            end_what_was_seen(act, official)


def _locked(tournament: Tournament, official_id: int) -> Official:
    """The official, whose link is not opened by anybody until the act is through."""
    official = tournament.officials.select_for_update().filter(pk=official_id).first()
    if official is None:
        raise AlreadyDone("", marked("That is noted already."))
    return official


def open_link(token: str) -> Official | None:
    """Note that an official's personal link was opened, so its holder may see what the desk shows;
    None for a link that was replaced."""
    officials = Official.objects.filter(token=token)
    # One statement: a link that ends at this moment is either opened before, or not at all.
    if not officials.update(saw_desk=True):
        return None
    return officials.select_related("tournament").first()
