"""What everybody may take home: the public pages as a workbook, or each table as CSV."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from tournaments.exports.csv import write_csv
from tournaments.exports.kinds import CSV, XLSX, file_name
from tournaments.exports.sheets import TITLES, sheets_of
from tournaments.exports.xlsx import write_workbook
from tournaments.models import Tournament
from tournaments.models.event import read_event
from tournaments.services import clock
from tournaments.views.access import act
from tournaments.views.cached import cached


@cached
@act
def export(request: HttpRequest, tournament: Tournament, table: str = "") -> HttpResponse:
    """The table of this name, or the workbook of all of them.

    The same file for everybody, also for the desk: public names, published draws.
    """
    if table and table not in TITLES:
        raise Http404
    now = clock.now()
    sheets = sheets_of(read_event(tournament), now, public=True, keys=[table] if table else ())
    if table:
        return _file(write_csv(sheets[0]), CSV, file_name(tournament, sheets[0].title, "csv"))
    content = write_workbook(tournament, sheets, now)
    return _file(content, XLSX, file_name(tournament, _("Workbook"), "xlsx"))


def _file(content: bytes, content_type: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response.headers["Content-Disposition"] = content_disposition_header(True, name)
    return response
