"""What of an event goes into an archive: its lists in their order, and the fields of a row."""

from __future__ import annotations

from typing import Any

from django.db import models

from games.models import GameRecord
from tournaments.models import (
    Act,
    Call,
    Club,
    Commitment,
    Consent,
    CouncilMember,
    Draw,
    DrawEdit,
    Entry,
    Exclusion,
    Lot,
    Official,
    Person,
    Proposal,
    ProposalWord,
    PublicValue,
    Response,
    Result,
    Round,
    RuleChange,
    Ruling,
    Score,
    Seat,
    Table,
    Tournament,
    ValueSource,
    Wish,
    WishedPlayer,
)

FORMAT = "catantour-tournament/1"

# Lists in the order in which they refer to one another: each only to those before it.
SECTIONS: dict[str, tuple[type[models.Model], str]] = {
    "rule_changes": (RuleChange, "tournament"),
    "consents": (Consent, "tournament"),
    "commitments": (Commitment, "tournament"),
    "officials": (Official, "tournament"),
    "entries": (Entry, "tournament"),
    "exclusions": (Exclusion, "entry__tournament"),
    "rounds": (Round, "tournament"),
    "sources": (ValueSource, "round__tournament"),
    "values": (PublicValue, "round__tournament"),
    "draws": (Draw, "round__tournament"),
    "edits": (DrawEdit, "draw__round__tournament"),
    "records": (GameRecord, "table__draw__round__tournament"),
    "tables": (Table, "draw__round__tournament"),
    "seats": (Seat, "draw__round__tournament"),
    "results": (Result, "table__draw__round__tournament"),
    "scores": (Score, "result__table__draw__round__tournament"),
    "responses": (Response, "entry__tournament"),
    "proposals": (Proposal, "table__draw__round__tournament"),
    "proposal_words": (ProposalWord, "proposal__table__draw__round__tournament"),
    "lots": (Lot, "tournament"),
    "rulings": (Ruling, "tournament"),
    "council": (CouncilMember, "ruling__tournament"),
    "calls": (Call, "table__draw__round__tournament"),
    "wishes": (Wish, "tournament"),
    "wished_players": (WishedPlayer, "wish__tournament"),
    "acts": (Act, "tournament"),
}
LISTS = ("clubs", "persons", *SECTIONS)

# Accounts, places of the network and the keys by which two people are told apart belong to a site.
# `group` of a lot follows from its order, HTML from its text. A series is told by its key.
LEFT_OUT = {"id", "user", "tournament", "group", "signed_up_from", "public_version", "text_html"}
LEFT_OUT |= {
    "series",
    "address_at",
    "address_by",
    "full_name_withdrawn_at",
    "typist",
    "also_typist",
    "witness",
    "versions",
    "proved_address",
    "short_by_join",
    "asked",
    "saw_desk",
    "sending",
}

# An office is written under its owner; for whom others counted it is the series' to know.
LEFT_OUT_OF: dict[type[models.Model], set[str]] = {Official: {"joined_from"}}

# What archives did not have from the start: lists, and fields with what they were before.
NEW_LISTS = {"sources", "values", "consents", "proposals", "proposal_words", "calls"}
NEW_FIELDS: dict[type[models.Model], dict[str, Any]] = {
    # The links travel, so that badges hold where the event goes on; so does that they must end.
    Tournament: {
        "links_outlived": False,
        "format": {},
        "from_the_table": "off",
        "own_phones_only": False,
        "self_check_in": False,
    },
    Table: {"extra_minutes": 0},
    Result: {"silent": None},
    Score: {"further": None},
    Round: {"paused_at": None, "paused_seconds": 0},
    Proposal: {"from_code": False},
    ProposalWord: {"from_code": False},
    Call: {"from_code": False},
    Act: {"by_number": None},
    Commitment: {"revealed": [], "first_round": 1, "ended_at": None, "ended_why": ""},
    Draw: {"commitment": None},
    # Whoever refused the full name, or may be who did, is shown short wherever it is read.
    Person: {"named_as_withdrawn": False},
    Entry: {
        "address_by_desk": True,
        "birth_date_told": None,
        "address_to_confirm": False,
        # In the order in which the archive has them.
        "queue_number": 0,
        "joined_from": None,
    },
}

# What archives had before: still read, and written no more.
FORMER_FIELDS: dict[type[models.Model], dict[str, Any]] = {
    Entry: {"joined_by_organiser": {"type": "boolean"}},
}

SECTION_OF: dict[type[models.Model], str] = {
    Club: "clubs",
    Person: "persons",
    **{model: name for name, (model, _path) in SECTIONS.items()},
}


def archived_fields(model: type[models.Model]) -> list[models.Field]:
    """The fields of a row that go into an archive, in the order of the model."""
    left_out = LEFT_OUT | LEFT_OUT_OF.get(model, set())
    return [field for field in model._meta.concrete_fields if field.name not in left_out]
