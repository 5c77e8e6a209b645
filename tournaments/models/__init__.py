"""Tables of an event. Only what people entered is stored; places and points follow from it."""

from tournaments.models.call import Call
from tournaments.models.entry import Entry, Exclusion, Official
from tournaments.models.joining import Join, JoinedBy
from tournaments.models.lapsed import LapsedSignUp
from tournaments.models.logbook import Act, Job, Mail, NameLeft
from tournaments.models.office import OfficeInvitation, OfficeRequest, Series, SeriesOffice, Sight
from tournaments.models.program import ProgramToken
from tournaments.models.proposal import Proposal, ProposalWord
from tournaments.models.referee import CouncilMember, Ruling
from tournaments.models.restoration import Restoration
from tournaments.models.result import Lot, Response, Result, Score
from tournaments.models.round import (
    Commitment,
    Draw,
    DrawEdit,
    PublicValue,
    Round,
    Seat,
    Table,
    ValueSource,
)
from tournaments.models.screen import LargeScreen
from tournaments.models.series import Club, Person, SchoolTip, Season, SlotBand, SlotTable
from tournaments.models.tournament import Consent, RuleChange, Tournament
from tournaments.models.webhook import Delivery, Webhook
from tournaments.models.wish import Wish, WishedPlayer

__all__ = [
    "Act",
    "Call",
    "Club",
    "Commitment",
    "Consent",
    "CouncilMember",
    "Delivery",
    "Draw",
    "DrawEdit",
    "Entry",
    "Exclusion",
    "Job",
    "Join",
    "JoinedBy",
    "LapsedSignUp",
    "LargeScreen",
    "Lot",
    "Mail",
    "NameLeft",
    "OfficeInvitation",
    "OfficeRequest",
    "Official",
    "Person",
    "ProgramToken",
    "Proposal",
    "ProposalWord",
    "PublicValue",
    "Response",
    "Restoration",
    "Result",
    "Round",
    "RuleChange",
    "Ruling",
    "SchoolTip",
    "Score",
    "Season",
    "Seat",
    "Series",
    "SeriesOffice",
    "Sight",
    "SlotBand",
    "SlotTable",
    "Table",
    "Tournament",
    "ValueSource",
    "Webhook",
    "Wish",
    "WishedPlayer",
]
