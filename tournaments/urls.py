"""Addresses of the tournaments; each path is named for the act it carries.

One list a subject. Public pages live under `t/<slug>/`, the desk under `t/<slug>/desk/`.
"""

from collections.abc import Callable

from django.contrib.auth import views as auth
from django.http import HttpResponse
from django.urls import URLPattern, path, re_path, register_converter

from tournaments.views.desk import (
    addresses,
    announcing,
    checking_games,
    checking_in,
    drafting,
    entries,
    importing,
    jobs,
    joining,
    printed,
    proposals,
    recording,
    unconfirmed,
)
from tournaments.views.desk import closing as end
from tournaments.views.desk import desk as views
from tournaments.views.desk import prints as printing
from tournaments.views.desk import programs as writing
from tournaments.views.desk import records as games
from tournaments.views.desk import results as entered
from tournaments.views.desk import rounds as playing
from tournaments.views.desk import screens as steering
from tournaments.views.desk import wishes as wishing
from tournaments.views.desk.logbook import logbook
from tournaments.views.desk.own_format import edit_format
from tournaments.views.desk.result_list import result_list
from tournaments.views.job_list import job_list
from tournaments.views.numbers import Number
from tournaments.views.personal import (
    accounts,
    at_table,
    certificate,
    first_account,
    kept_page,
    mine,
    my_person,
    personal,
    proposing,
    signing_up,
)
from tournaments.views.personal import calling as table_calling
from tournaments.views.programs.oembed import oembed
from tournaments.views.programs.openapi import openapi
from tournaments.views.programs.operations import addresses as addresses_of_programs
from tournaments.views.programs.page import interface
from tournaments.views.programs.reading import nothing_here
from tournaments.views.public import embed
from tournaments.views.public.appointment import appointment, season_appointments
from tournaments.views.public.calendar import calendar, series_page
from tournaments.views.public.export import export
from tournaments.views.public.feed import calendar_feed, event_feed
from tournaments.views.public.formats import event_format, format_page, formats
from tournaments.views.public.game import game, game_file
from tournaments.views.public.guide import guide, guide_page, small_games_guide
from tournaments.views.public.player import player
from tournaments.views.public.results import results as public_results
from tournaments.views.public.round import (
    draw_record,
    earlier_draw,
    newest_round,
    round,
    round_board,
)
from tournaments.views.public.rules import rules, rules_of_event
from tournaments.views.public.schools import tell_of_school
from tournaments.views.public.season import season
from tournaments.views.public.social_card import social_card
from tournaments.views.public.standings import junior_standings, standings
from tournaments.views.public.tournament import players, tournament
from tournaments.views.public.verify import verifier, verify_draw
from tournaments.views.referees import calling, refereeing
from tournaments.views.screen.screen import screen, steered_screen
from tournaments.views.series import backups, offices, organising, persons
from tournaments.views.series import series as own

register_converter(Number, "number")

ROUND = "t/<slug:slug>/desk/rounds/<number:number>"
TABLE = f"{ROUND}/tables/<number:table_number>"
IN_SERIES = "s/<slug:series>"
AT_TABLE = "t/<slug:slug>/table/<number:number>/<number:table_number>/<str:token>"


def desk_of_series(route: str, view: Callable[..., HttpResponse]) -> list[URLPattern]:
    """An act of a series under its key, and at the address of the series that was there first."""
    name = view.__name__
    return [
        path(f"{IN_SERIES}/desk/{route}", view, name=name),
        path(f"series/{route}", view, name=name),
    ]


# The standings stand first: of all pages they are asked for the most.
public: list[URLPattern] = [
    path("t/<slug:slug>/standings/", standings, name="standings"),
    path("t/<slug:slug>/standings/juniors/", junior_standings, name="junior_standings"),
    path("t/<slug:slug>/standings/<number:after>/", standings, name="standings"),
    path(
        "t/<slug:slug>/standings/<number:after>/juniors/",
        junior_standings,
        name="junior_standings",
    ),
    path("", calendar, name="calendar"),
    path(f"{IN_SERIES}/", series_page, name="series_page"),
    # Of two addresses with one place to fill in, that of a year is meant, which stands later.
    path(f"{IN_SERIES}/season/", season, name="season"),
    path(f"{IN_SERIES}/season/<number:year>/", season, name="season"),
    path("season/", season, name="season"),
    path("season/<number:year>/", season, name="season"),
    path("rules/", rules, name="rules"),
    path("formats/", formats, name="formats"),
    path("formats/<slug:key>/", format_page, name="format_page"),
    path("api/", interface, name="interface"),
    path("help/", guide, name="guide"),
    path("help/dice-and-cards/", small_games_guide, name="small_games_guide"),
    path("help/<slug:key>/", guide_page, name="guide_page"),
    path("schools/", tell_of_school, name="tell_of_school"),
    path("t/<slug:slug>/", tournament, name="tournament"),
    path("t/<slug:slug>/players/", players, name="players"),
    path("t/<slug:slug>/players/<number:number>/", player, name="player"),
    path("t/<slug:slug>/rounds/", newest_round, name="newest_round"),
    path("t/<slug:slug>/rounds/<number:number>/", round, name="round"),
    path("t/<slug:slug>/rounds/<number:number>/draw.json", draw_record, name="draw_record"),
    path("t/<slug:slug>/rounds/<number:number>/board.svg", round_board, name="round_board"),
    path(
        "t/<slug:slug>/rounds/<number:number>/tables/<number:table_number>/game/", game, name="game"
    ),
    path(
        "t/<slug:slug>/rounds/<number:number>/tables/<number:table_number>/game.<slug:kind>",
        game_file,
        name="game_file",
    ),
    path(
        "t/<slug:slug>/rounds/<number:number>/draws/<number:attempt>/",
        earlier_draw,
        name="earlier_draw",
    ),
    path("t/<slug:slug>/rounds/<number:number>/verify/", verify_draw, name="verify_draw"),
    path("verify_draw.py", verifier, name="verifier"),
    path("t/<slug:slug>/rules/", rules_of_event, name="rules_of_event"),
    path("t/<slug:slug>/format/", event_format, name="event_format"),
    path("t/<slug:slug>/screen/", screen, name="screen"),
    path("t/<slug:slug>/screen/<number:number>/", steered_screen, name="steered_screen"),
    path("t/<slug:slug>/results/", public_results, name="results"),
    path("t/<slug:slug>/results/<number:number>/", public_results, name="results"),
    path("embed/calendar/", embed.embedded_calendar, name="embedded_calendar"),
    path("embed/t/<slug:slug>/standings/", embed.embedded_standings, name="embedded_standings"),
    path("embed/t/<slug:slug>/draw/", embed.embedded_draw, name="embedded_draw"),
    path("t/<slug:slug>/printed/", printed.printed, name="printed"),
    path("t/<slug:slug>/printed.pdf", printed.printed_file, name="printed_file"),
    path("t/<slug:slug>/export.xlsx", export, name="export"),
    path("t/<slug:slug>/event.ics", appointment, name="appointment"),
    path("t/<slug:slug>/feed.atom", event_feed, name="event_feed"),
    path("t/<slug:slug>/card.png", social_card, name="social_card"),
    path("feed.atom", calendar_feed, name="calendar_feed"),
    path(
        f"{IN_SERIES}/season/<number:year>/season.ics",
        season_appointments,
        name="season_appointments",
    ),
    path("season/<number:year>/season.ics", season_appointments, name="season_appointments"),
    path("t/<slug:slug>/export/<slug:table>.csv", export, name="export"),
]

personal_links: list[URLPattern] = [
    path("my/", mine.my_tournaments, name="my_tournaments"),
    path("my/page/", personal.own_page, name="own_page"),
    path("own-page-worker.js", kept_page.own_page_worker, name="own_page_worker"),
    path("t/<slug:slug>/my/<str:token>/", personal.my_page, name="my_page"),
    path(
        "t/<slug:slug>/my/<str:token>/app.webmanifest", kept_page.own_manifest, name="own_manifest"
    ),
    path(
        "t/<slug:slug>/my/<str:token>/certificate.pdf",
        certificate.my_certificate,
        name="my_certificate",
    ),
    path(
        "t/<slug:slug>/my/<str:token>/respond/",
        personal.respond_to_result,
        name="respond_to_result",
    ),
    path(
        "t/<slug:slug>/my/<str:token>/result/<number:number>/",
        proposing.propose_result,
        name="propose_result",
    ),
    path(
        "t/<slug:slug>/my/<str:token>/result/respond/",
        proposing.respond_to_proposal,
        name="respond_to_proposal",
    ),
    path(f"{AT_TABLE}/", at_table.table_page, name="table_page"),
    path(f"{AT_TABLE}/<number:position>/", at_table.seat_page, name="seat_page"),
    path(
        f"{AT_TABLE}/<number:position>/result/", at_table.propose_at_table, name="propose_at_table"
    ),
    path(
        f"{AT_TABLE}/<number:position>/respond/", at_table.respond_at_table, name="respond_at_table"
    ),
    path(
        f"{AT_TABLE}/<number:position>/call/",
        table_calling.call_at_table,
        name="call_at_table",
    ),
    path(
        f"{AT_TABLE}/<number:position>/call/cancel/",
        table_calling.cancel_at_table,
        name="cancel_at_table",
    ),
    path(
        "t/<slug:slug>/my/<str:token>/call/",
        table_calling.call_referee,
        name="call_referee",
    ),
    path(
        "t/<slug:slug>/my/<str:token>/call/cancel/",
        table_calling.cancel_call,
        name="cancel_call",
    ),
    path("t/<slug:slug>/here/<str:code>/", personal.code_at_the_door, name="code_at_the_door"),
    path(
        "t/<slug:slug>/my/<str:token>/here/",
        personal.check_in_myself,
        name="check_in_myself",
    ),
    path(
        "t/<slug:slug>/my/<str:token>/withdraw/",
        personal.withdraw_myself,
        name="withdraw_myself",
    ),
    path(
        "t/<slug:slug>/my/<str:token>/dice/",
        personal.confirm_value_myself,
        name="confirm_value_myself",
    ),
    path("official/<str:token>/", personal.official_link, name="official_link"),
]

signing_in: list[URLPattern] = [
    path("accounts/login/", accounts.Login.as_view(), name="login"),
    path("accounts/logout/", accounts.Logout.as_view(), name="logout"),
    path("accounts/password/", accounts.PasswordChange.as_view(), name="password_change"),
    path(
        "accounts/password/done/",
        auth.PasswordChangeDoneView.as_view(),
        name="password_change_done",
    ),
    path("accounts/link/", accounts.SignInLink.as_view(), name="sign_in_link"),
    path("accounts/link/sent/", accounts.SignInLinkSent.as_view(), name="sign_in_link_sent"),
    path("accounts/link/<uidb64>/<token>/", accounts.sign_in_by_link, name="sign_in_by_link"),
    path("accounts/reset/", accounts.PasswordReset.as_view(), name="password_reset"),
    path("accounts/reset/sent/", auth.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "accounts/reset/<uidb64>/<token>/",
        accounts.PasswordResetConfirm.as_view(),
        name="password_reset_confirm",
    ),
    path(
        "accounts/reset/done/",
        auth.PasswordResetCompleteView.as_view(),
        name="password_reset_complete",
    ),
]

entering: list[URLPattern] = [
    path("t/<slug:slug>/register/", signing_up.register, name="register"),
    path(
        "t/<slug:slug>/confirm/<str:token>/",
        signing_up.confirm_registration,
        name="confirm_registration",
    ),
    path(
        "t/<slug:slug>/sign-off/<str:token>/",
        signing_up.cancel_registration,
        name="cancel_registration",
    ),
    path("t/<slug:slug>/desk/players/", entries.entries, name="entries"),
    path(
        "t/<slug:slug>/desk/players/confirm/",
        unconfirmed.confirm_entries,
        name="confirm_entries",
    ),
    path(
        "t/<slug:slug>/desk/players/drop/",
        unconfirmed.drop_unconfirmed,
        name="drop_unconfirmed",
    ),
    path(
        "t/<slug:slug>/desk/players/lapsed/",
        unconfirmed.take_back_lapsed,
        name="take_back_lapsed",
    ),
    path("t/<slug:slug>/desk/players/add/", entries.add_entry, name="add_entry"),
    path("t/<slug:slug>/desk/players/import/", importing.import_entries, name="import_entries"),
    path("t/<slug:slug>/desk/players/join/", joining.join_entry, name="join_entry"),
    path(
        "t/<slug:slug>/desk/players/join/<number:pk>/undo/",
        joining.undo_own_join,
        name="undo_own_join",
    ),
    path("t/<slug:slug>/desk/players/<number:pk>/", entries.edit_entry, name="edit_entry"),
    path(
        "t/<slug:slug>/desk/players/<number:pk>/confirm/",
        entries.confirm_entry,
        name="confirm_entry",
    ),
    path(
        "t/<slug:slug>/desk/players/<number:pk>/address/",
        addresses.confirm_address,
        name="confirm_address",
    ),
    path(
        "t/<slug:slug>/desk/players/addresses/",
        addresses.confirm_addresses,
        name="confirm_addresses",
    ),
    path("t/<slug:slug>/desk/players/<number:pk>/link/", entries.send_link, name="send_link"),
    path(
        "t/<slug:slug>/desk/players/<number:pk>/new-link/",
        entries.renew_entry_link,
        name="renew_entry_link",
    ),
    path(
        "t/<slug:slug>/desk/players/<number:pk>/correct/",
        persons.correct_entry,
        name="correct_entry",
    ),
    path("t/<slug:slug>/me/<str:token>/", my_person.prove_address, name="prove_address"),
    path("t/<slug:slug>/my/<str:token>/me/", my_person.send_person_link, name="send_person_link"),
    path("me/address/<str:proof>/", my_person.prove_my_address, name="prove_my_address"),
    path("me/<str:key>/", my_person.my_person, name="my_person"),
    path("me/<str:key>/my.ics", my_person.my_appointments, name="my_appointments"),
    path("me/<str:key>/address/", my_person.change_my_address, name="change_my_address"),
    path("me/<str:key>/joins/<number:pk>/undo/", my_person.undo_my_join, name="undo_my_join"),
    path("me/<str:key>/forget/", my_person.forget_me, name="forget_me"),
    path("persons/", persons.find_persons, name="find_persons"),
    path("persons/proofs/<number:pk>/believe/", persons.believe_proof, name="believe_proof"),
    path("persons/proofs/<number:pk>/refuse/", persons.refuse_proof, name="refuse_proof"),
    path("persons/texts/<number:pk>/replace/", persons.replace_name, name="replace_name"),
    path("persons/texts/<number:pk>/leave/", persons.leave_text, name="leave_text"),
    path("persons/<number:pk>/", persons.person, name="person"),
    path("persons/<number:pk>/address/", persons.change_address, name="change_address"),
    path("persons/<number:pk>/join/", persons.join_persons, name="join_persons"),
    path("persons/<number:pk>/joins/<number:join>/undo/", persons.undo_join, name="undo_join"),
    path("persons/<number:pk>/forget/", persons.forget_person, name="forget_person"),
    path("t/<slug:slug>/desk/open-check-in/", checking_in.open_check_in, name="open_check_in"),
    path("t/<slug:slug>/desk/check-in/", checking_in.check_in_list, name="check_in_list"),
    path("t/<slug:slug>/desk/check-in/<number:pk>/", checking_in.check_in, name="check_in"),
    path(
        "t/<slug:slug>/desk/check-in/<number:pk>/undo/",
        checking_in.undo_check_in,
        name="undo_check_in",
    ),
    path("t/<slug:slug>/desk/check-in/<number:pk>/paid/", checking_in.mark_paid, name="mark_paid"),
    path("t/<slug:slug>/desk/no-show/", checking_in.mark_no_show, name="mark_no_show"),
    path("t/<slug:slug>/desk/walk-in/", checking_in.walk_in, name="walk_in"),
    path(
        "t/<slug:slug>/desk/check-in/<number:pk>/withdraw/", checking_in.withdraw, name="withdraw"
    ),
    path("t/<slug:slug>/desk/check-in/<number:pk>/readmit/", checking_in.readmit, name="readmit"),
    path("t/<slug:slug>/desk/admit/", checking_in.admit_latecomer, name="admit_latecomer"),
    path(
        "t/<slug:slug>/desk/admit/<number:pk>/", checking_in.admit_latecomer, name="admit_latecomer"
    ),
]

series: list[URLPattern] = [
    path("first/<str:token>/", first_account.first_account, name="first_account"),
    path("organise/", organising.ask_for_office, name="ask_for_office"),
    path("organise/<str:token>/", organising.office_invitation, name="office_invitation"),
    path("organise/<str:token>/accept/", organising.accept_invitation, name="accept_invitation"),
    path(
        "organise/<str:token>/account/",
        organising.sign_up_with_invitation,
        name="sign_up_with_invitation",
    ),
    *desk_of_series("", own.series_desk),
    path("series/schools/", own.schools, name="schools"),
    path("series/schools/<number:pk>/settle/", own.settle_school, name="settle_school"),
    path("series/add/", own.add_series, name="add_series"),
    *desk_of_series("name/", own.rename_series),
    path("series/clubs/", own.clubs, name="clubs"),
    path("series/clubs/add/", own.add_club, name="add_club"),
    path("series/clubs/<number:pk>/", own.edit_club, name="edit_club"),
    path("series/clubs/<number:pk>/join/", own.join_clubs, name="join_clubs"),
    *desk_of_series("seasons/", own.seasons),
    *desk_of_series("seasons/add/", own.add_season),
    *desk_of_series("seasons/<number:year>/", own.edit_season),
    *desk_of_series("places/<slug:kind>/add/", own.add_places),
    *desk_of_series("places/<number:pk>/", own.edit_places),
    *desk_of_series("places/<number:pk>/drop/", own.drop_places),
    path("series/backups/", backups.site_backups, name="site_backups"),
    path("series/backups/take/", backups.take_backup, name="take_backup"),
    *desk_of_series("offices/", offices.series_offices),
    *desk_of_series("offices/give/", offices.give_office),
    *desk_of_series("offices/<number:pk>/withdraw/", offices.withdraw_office),
    *desk_of_series("offices/invite/", offices.make_invitation),
    *desk_of_series("offices/invitations/<number:pk>/withdraw/", offices.withdraw_invitation),
    *desk_of_series("offices/requests/<number:pk>/grant/", offices.grant_request),
    *desk_of_series("offices/requests/<number:pk>/refuse/", offices.refuse_request),
]

desk: list[URLPattern] = [
    path("new/", announcing.create_tournament, name="create_tournament"),
    path("t/<slug:slug>/desk/", views.desk, name="desk"),
    path("t/<slug:slug>/desk/next/", drafting.clone_tournament, name="clone_tournament"),
    path("t/<slug:slug>/desk/delete/", drafting.delete_draft, name="delete_draft"),
    path("t/<slug:slug>/desk/logbook/", logbook, name="logbook"),
    path("t/<slug:slug>/desk/edit/", announcing.edit_tournament, name="edit_tournament"),
    path("t/<slug:slug>/desk/printed/", printed.edit_printed, name="edit_printed"),
    path("t/<slug:slug>/desk/printed/<slug:card>/", printed.edit_card, name="edit_card"),
    path("t/<slug:slug>/desk/announce/", announcing.announce, name="announce"),
    path("t/<slug:slug>/desk/open-sign-up/", announcing.open_sign_up, name="open_sign_up"),
    path("t/<slug:slug>/desk/close-sign-up/", announcing.close_sign_up, name="close_sign_up"),
    path("t/<slug:slug>/desk/cancel/", announcing.cancel_tournament, name="cancel_tournament"),
    path(
        "t/<slug:slug>/desk/officials/<number:pk>/accept/", mine.accept_office, name="accept_office"
    ),
    path(
        "t/<slug:slug>/desk/officials/<number:pk>/decline/",
        mine.decline_office,
        name="decline_office",
    ),
    path(
        "t/<slug:slug>/desk/officials/<number:pk>/lay-down/",
        mine.lay_down_office,
        name="lay_down_office",
    ),
    path("t/<slug:slug>/desk/officials/", announcing.officials, name="officials"),
    path("t/<slug:slug>/desk/officials/name/", announcing.name_official, name="name_official"),
    path(
        "t/<slug:slug>/desk/officials/<number:pk>/dismiss/",
        announcing.dismiss_official,
        name="dismiss_official",
    ),
    path(
        "t/<slug:slug>/desk/officials/<number:pk>/link/", announcing.renew_link, name="renew_link"
    ),
    path("t/<slug:slug>/desk/format/", edit_format, name="edit_format"),
    path("t/<slug:slug>/desk/rules/", announcing.rule_changes_desk, name="rule_changes_desk"),
    path(
        "t/<slug:slug>/desk/rules/publish/",
        announcing.publish_rule_change,
        name="publish_rule_change",
    ),
    path("t/<slug:slug>/desk/rules/format/", announcing.change_format, name="change_format"),
]

rounds: list[URLPattern] = [
    path("t/<slug:slug>/desk/wishes/", wishing.wishes, name="wishes"),
    path("t/<slug:slug>/desk/wishes/add/", wishing.add_wish, name="add_wish"),
    path("t/<slug:slug>/desk/wishes/<number:pk>/remove/", wishing.remove_wish, name="remove_wish"),
    path(f"{ROUND}/", playing.round_desk, name="round_desk"),
    path("t/<slug:slug>/desk/commit/", playing.commit_draws, name="commit_draws"),
    path(f"{ROUND}/source/", playing.name_source, name="name_source"),
    path(f"{ROUND}/dice/", playing.type_value, name="type_value"),
    path(f"{ROUND}/dice/confirm/", playing.confirm_value, name="confirm_value"),
    path(f"{ROUND}/draw/", playing.draw_round, name="draw_round"),
    path(f"{ROUND}/draws/<number:attempt>/", playing.withdrawn_draw, name="withdrawn_draw"),
    path(f"{ROUND}/board/", playing.build_board, name="build_board"),
    path(f"{ROUND}/swap/", playing.swap_players, name="swap_players"),
    path(f"{ROUND}/publish/", playing.publish_draw, name="publish_draw"),
    path(f"{ROUND}/unpublish/", playing.unpublish_draw, name="unpublish_draw"),
    path(f"{ROUND}/limit/", playing.announce_limit, name="announce_limit"),
    path("t/<slug:slug>/desk/programs/", writing.programs, name="programs"),
    path("t/<slug:slug>/desk/programs/make/", writing.make_token, name="make_token"),
    path("t/<slug:slug>/desk/programs/withdraw/", writing.withdraw_token, name="withdraw_token"),
    path("t/<slug:slug>/desk/programs/webhooks/add/", writing.add_webhook, name="add_webhook"),
    path(
        "t/<slug:slug>/desk/programs/webhooks/withdraw/",
        writing.withdraw_webhook,
        name="withdraw_webhook",
    ),
    path("t/<slug:slug>/desk/screens/", steering.screens, name="screens"),
    path("t/<slug:slug>/desk/screens/add/", steering.add_screen, name="add_screen"),
    path("t/<slug:slug>/desk/screens/steer/", steering.steer_screen, name="steer_screen"),
    path("t/<slug:slug>/desk/screens/remove/", steering.remove_screen, name="remove_screen"),
    path("t/<slug:slug>/desk/rounds/move/", playing.move_rounds, name="move_rounds"),
    path("t/<slug:slug>/desk/rounds/later/", playing.delay_rounds, name="delay_rounds"),
    path(f"{ROUND}/clock/start/", playing.start_clock, name="start_clock"),
    path(f"{ROUND}/clock/pause/", playing.pause_clock, name="pause_clock"),
    path(f"{ROUND}/clock/resume/", playing.resume_clock, name="resume_clock"),
    path(f"{ROUND}/clock/stop/", playing.stop_clock, name="stop_clock"),
    path(f"{ROUND}/turn-limit/", playing.set_turn_limit, name="set_turn_limit"),
    path(f"{TABLE}/bell/", playing.mark_bell, name="mark_bell"),
    path(f"{TABLE}/start-rolls/", playing.record_start_rolls, name="record_start_rolls"),
    path(f"{ROUND}/close/", playing.close_round, name="close_round"),
    path(f"{ROUND}/reopen/", playing.reopen_round, name="reopen_round"),
]

results: list[URLPattern] = [
    path("recorder-worker.js", recording.recorder_worker, name="recorder_worker"),
    path(f"{TABLE}/record/", recording.recorder, name="recorder"),
    path(f"{TABLE}/record/start/", recording.start_record, name="start_record"),
    path(f"{TABLE}/record/pen/", recording.take_pen, name="take_pen"),
    path(f"{TABLE}/record/write/", recording.write_record, name="write_record"),
    path(f"{TABLE}/record/close/", recording.close_record, name="close_record"),
    path("t/<slug:slug>/desk/results/", result_list, name="result_list"),
    path(f"{ROUND}/results/", entered.results_desk, name="results_desk"),
    path(f"{TABLE}/", entered.enter_result, name="enter_result"),
    path(f"{TABLE}/void/", entered.void_game, name="void_game"),
    path(
        f"{ROUND}/proposals/<number:pk>/accept/", proposals.accept_proposal, name="accept_proposal"
    ),
    path(
        f"{ROUND}/proposals/<number:pk>/decline/",
        proposals.decline_proposal,
        name="decline_proposal",
    ),
    path(f"{TABLE}/game/", games.keep_record, name="keep_record"),
    path(f"{TABLE}/game/drop/", games.drop_record, name="drop_record"),
]

referee: list[URLPattern] = [
    path("t/<slug:slug>/desk/calls/", calling.calls, name="calls"),
    path("t/<slug:slug>/desk/calls/<number:pk>/take/", calling.take_call, name="take_call"),
    path("t/<slug:slug>/desk/calls/<number:pk>/close/", calling.close_call, name="close_call"),
    path("t/<slug:slug>/desk/calls/<number:pk>/rule/", calling.rule_on_call, name="rule_on_call"),
    path(
        "t/<slug:slug>/desk/calls/<number:pk>/propose/",
        calling.propose_ruling,
        name="propose_ruling",
    ),
    path("t/<slug:slug>/desk/book/", refereeing.referees_book, name="referees_book"),
    path("t/<slug:slug>/desk/book/time/", refereeing.give_time, name="give_time"),
    path("t/<slug:slug>/desk/book/open/", refereeing.open_ruling, name="open_ruling"),
    path("t/<slug:slug>/desk/book/<number:pk>/", refereeing.ruling, name="ruling"),
    path("t/<slug:slug>/desk/book/<number:pk>/decide/", refereeing.decide, name="decide"),
    path("t/<slug:slug>/desk/book/<number:pk>/protest/", refereeing.protest, name="protest"),
    path(
        "t/<slug:slug>/desk/book/<number:pk>/council/", refereeing.name_council, name="name_council"
    ),
    path(
        "t/<slug:slug>/desk/book/<number:pk>/council/decide/",
        refereeing.decide_protest,
        name="decide_protest",
    ),
    path("t/<slug:slug>/desk/book/exclude/", refereeing.exclude, name="exclude"),
    path(
        "t/<slug:slug>/desk/book/excluded/<number:pk>/revoke/",
        refereeing.revoke_exclusion,
        name="revoke_exclusion",
    ),
]

closing: list[URLPattern] = [
    path("t/<slug:slug>/desk/closing/", end.closing, name="closing"),
    path("t/<slug:slug>/desk/closing/draw-lot/", end.draw_lot, name="draw_lot"),
    path("t/<slug:slug>/desk/closing/enter-lot/", end.enter_lot, name="enter_lot"),
    path("t/<slug:slug>/desk/closing/places-7-8/", end.set_places_7_8, name="set_places_7_8"),
    path("t/<slug:slug>/desk/closing/finish/", end.finish, name="finish"),
    path("t/<slug:slug>/desk/closing/send/", end.send_results, name="send_results"),
    path("t/<slug:slug>/desk/closing/reopen/", end.reopen_tournament, name="reopen_tournament"),
    path(
        "t/<slug:slug>/desk/closing/consent/<slug:rule_id>/", end.give_consent, name="give_consent"
    ),
    path(
        "t/<slug:slug>/desk/closing/consent/<slug:rule_id>/back/",
        end.take_consent_back,
        name="take_consent_back",
    ),
]

prints: list[URLPattern] = [
    path("t/<slug:slug>/desk/prints/", printing.prints, name="prints"),
    path("t/<slug:slug>/desk/prints/<slug:kind>/", printing.print_document, name="print_document"),
    path(
        "t/<slug:slug>/desk/prints/<slug:kind>/<number:number>/",
        printing.print_document,
        name="print_document",
    ),
    path("t/<slug:slug>/desk/prints/<slug:kind>/start/", jobs.start_job, name="start_job"),
    path("t/<slug:slug>/desk/jobs/", job_list, name="job_list"),
    path("t/<slug:slug>/desk/jobs/<slug:token>/", jobs.job, name="job"),
    path("t/<slug:slug>/desk/jobs/<slug:token>/file/", jobs.job_file, name="job_file"),
    path("t/<slug:slug>/desk/jobs/<slug:token>/again/", jobs.restart_job, name="restart_job"),
]

games: list[URLPattern] = [
    path("games/check/", checking_games.check_games, name="check_games"),
    path("games/check/<slug:token>/", checking_games.games_check, name="games_check"),
    path(
        "games/check/<slug:token>/report.<slug:suffix>",
        checking_games.games_report,
        name="games_report",
    ),
    path(
        "games/check/<slug:token>/files/<number:number>/",
        checking_games.checked_game,
        name="checked_game",
    ),
    path(
        "games/check/<slug:token>/again/",
        checking_games.restart_games_check,
        name="restart_games_check",
    ),
    path(
        "games/check/<slug:token>/delete/",
        checking_games.drop_games_check,
        name="drop_games_check",
    ),
]

# Below `api/` and in no language: what programs read.
programs: list[URLPattern] = [
    path("openapi.json", openapi, name="openapi"),
    path("oembed/", oembed, name="oembed"),
    *addresses_of_programs(),
    # Unlike the path of Django it may have a line break.
    re_path(r"^(?P<rest>[\s\S]+)$", nothing_here, name="nothing_here"),
]

urlpatterns = [
    *public,
    *personal_links,
    *signing_in,
    *entering,
    *series,
    *desk,
    *rounds,
    *results,
    *referee,
    *closing,
    *prints,
    *games,
]
