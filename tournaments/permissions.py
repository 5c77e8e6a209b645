"""Who may do what: one table, read by every view and walked by one test.

A role is one a person has in this tournament, or in the series: its organisers may write new
tournaments, whoever heads it decides what is its own, and administrators run all series. A
superuser runs the site, too. The organiser may do what a scorekeeper may, but decides nothing that
belongs to the referees (T-050, T-055).
"""

from __future__ import annotations

from enum import StrEnum


class Who(StrEnum):
    VISITOR = "visitor"
    SIGNED_IN = "signed-in"
    PLAYER = "player"
    SCOREKEEPER = "scorekeeper"
    REFEREE = "referee"
    CHIEF_REFEREE = "chief-referee"
    ORGANISER = "organiser"
    SERIES_ORGANISER = "series-organiser"
    HEAD_OF_SERIES = "head-of-series"
    ADMINISTRATOR = "administrator"
    SUPERUSER = "superuser"


EVERYBODY = frozenset(Who)
# Of one series, with its events; an administrator of all of them.
HEADS = frozenset({Who.HEAD_OF_SERIES, Who.ADMINISTRATOR})
DESK = HEADS | {Who.SCOREKEEPER, Who.REFEREE, Who.CHIEF_REFEREE, Who.ORGANISER}
REFEREES = HEADS | {Who.REFEREE, Who.CHIEF_REFEREE}
# Nobody rules or excludes in the chief referee's place (T-050, T-055).
CHIEF = frozenset({Who.CHIEF_REFEREE})
RUNNING = HEADS | {Who.CHIEF_REFEREE, Who.ORGANISER}
ORGANISERS = HEADS | {Who.ORGANISER}
ADMINISTRATORS = frozenset({Who.ADMINISTRATOR})

# The key is the name of the address, the view and the service alike.
PERMISSIONS: dict[str, frozenset[Who]] = {
    # what everybody sees
    "calendar": EVERYBODY,
    "series_page": EVERYBODY,
    "season": EVERYBODY,
    "tournament": EVERYBODY,
    "players": EVERYBODY,
    "round": EVERYBODY,
    "newest_round": EVERYBODY,
    "earlier_draw": EVERYBODY,
    "draw_record": EVERYBODY,
    "round_board": EVERYBODY,
    "game": EVERYBODY,
    "game_file": EVERYBODY,
    "verify_draw": EVERYBODY,
    "verifier": EVERYBODY,
    "standings": EVERYBODY,
    "junior_standings": EVERYBODY,
    "results": EVERYBODY,
    "player": EVERYBODY,
    "screen": EVERYBODY,
    "steered_screen": EVERYBODY,
    "export": EVERYBODY,
    "appointment": EVERYBODY,
    "printed": EVERYBODY,
    "printed_file": EVERYBODY,
    "rules": EVERYBODY,
    "rules_of_event": EVERYBODY,
    "event_format": EVERYBODY,
    "formats": EVERYBODY,
    "format_page": EVERYBODY,
    "interface": EVERYBODY,
    "embedded_calendar": EVERYBODY,
    "calendar_feed": EVERYBODY,
    "event_feed": EVERYBODY,
    "social_card": EVERYBODY,
    "season_appointments": EVERYBODY,
    "my_appointments": EVERYBODY,
    "embedded_standings": EVERYBODY,
    "embedded_draw": EVERYBODY,
    "guide": EVERYBODY,
    "guide_page": EVERYBODY,
    "small_games_guide": EVERYBODY,
    "tell_of_school": EVERYBODY,
    # signing up
    "register": EVERYBODY,
    "confirm_registration": EVERYBODY,
    "my_page": EVERYBODY,
    "own_page": EVERYBODY,
    "own_manifest": EVERYBODY,
    "own_page_worker": EVERYBODY,
    "my_certificate": EVERYBODY,
    "cancel_registration": EVERYBODY,
    "respond_to_result": EVERYBODY,
    "propose_result": EVERYBODY,
    "respond_to_proposal": EVERYBODY,
    "call_referee": EVERYBODY,
    "cancel_call": EVERYBODY,
    # by the code on the paper of a table
    "table_page": EVERYBODY,
    "seat_page": EVERYBODY,
    "propose_at_table": EVERYBODY,
    "respond_at_table": EVERYBODY,
    "call_at_table": EVERYBODY,
    "cancel_at_table": EVERYBODY,
    "withdraw_myself": EVERYBODY,
    "code_at_the_door": EVERYBODY,
    "check_in_myself": EVERYBODY,
    "confirm_value_myself": EVERYBODY,
    "official_link": EVERYBODY,
    "my_tournaments": frozenset({Who.SIGNED_IN, Who.ADMINISTRATOR}),
    # an office of an event, by its owner
    "accept_office": frozenset({Who.SIGNED_IN}),
    "decline_office": frozenset({Who.SIGNED_IN}),
    "lay_down_office": frozenset({Who.SIGNED_IN}),
    # offices of the series
    "ask_for_office": EVERYBODY,
    "office_invitation": EVERYBODY,
    "accept_invitation": EVERYBODY,
    "sign_up_with_invitation": EVERYBODY,
    "series_offices": HEADS,
    "give_office": HEADS,
    "withdraw_office": HEADS,
    "make_invitation": HEADS,
    "withdraw_invitation": HEADS,
    "grant_request": HEADS,
    "refuse_request": HEADS,
    # what the series itself keeps
    "series_desk": HEADS,
    "schools": ADMINISTRATORS,
    "settle_school": ADMINISTRATORS,
    "add_series": ADMINISTRATORS,
    "rename_series": HEADS,
    "clubs": HEADS,
    "add_club": HEADS,
    "edit_club": ADMINISTRATORS,
    "join_clubs": ADMINISTRATORS,
    "seasons": HEADS,
    "add_season": HEADS,
    "edit_season": HEADS,
    "add_places": HEADS,
    "edit_places": HEADS,
    "drop_places": HEADS,
    # the site itself
    # By a link that only the machine prints, while nobody administers the site.
    "first_account": EVERYBODY,
    "site_backups": ADMINISTRATORS,
    # It holds every account and every personal link.
    "take_backup": frozenset({Who.SUPERUSER}),
    # the desk
    "desk": DESK,
    "logbook": DESK,
    "create_tournament": HEADS | {Who.SERIES_ORGANISER},
    # Whoever may not write new tournaments is shown how to ask for it.
    "clone_tournament": ORGANISERS,
    "delete_draft": ORGANISERS,
    "edit_tournament": ORGANISERS,
    "edit_printed": ORGANISERS,
    "edit_card": ORGANISERS,
    "announce": ORGANISERS,
    "open_sign_up": ORGANISERS,
    "close_sign_up": ORGANISERS,
    "cancel_tournament": ORGANISERS,
    "publish_rule_change": ORGANISERS,
    "edit_format": ORGANISERS,
    "change_format": HEADS,
    "screens": DESK,
    "add_screen": RUNNING,
    "steer_screen": RUNNING,
    "remove_screen": RUNNING,
    "programs": ORGANISERS,
    "make_token": ORGANISERS,
    "withdraw_token": ORGANISERS,
    "add_webhook": ORGANISERS,
    "withdraw_webhook": ORGANISERS,
    "officials": DESK,
    "rule_changes_desk": DESK,
    "name_official": ORGANISERS,
    "dismiss_official": ORGANISERS,
    "renew_link": ORGANISERS,
    "open_check_in": ORGANISERS,
    "check_in_list": DESK,
    "check_in": DESK,
    "undo_check_in": DESK,
    "mark_paid": DESK,
    "mark_no_show": DESK,
    "walk_in": DESK,
    "withdraw": DESK,
    "readmit": RUNNING,
    "admit_latecomer": CHIEF,
    "entries": ORGANISERS,
    "add_entry": ORGANISERS,
    "confirm_entry": ORGANISERS,
    "confirm_entries": ORGANISERS,
    "drop_unconfirmed": ORGANISERS,
    "take_back_lapsed": ORGANISERS,
    "edit_entry": ORGANISERS,
    "confirm_address": ORGANISERS,
    "confirm_addresses": ORGANISERS,
    "send_link": ORGANISERS,
    "renew_entry_link": ORGANISERS,
    "import_entries": ORGANISERS,
    "join_entry": ORGANISERS,
    "undo_own_join": ORGANISERS,
    # persons of the series: by themselves, by a link that only their mailbox has seen ...
    "send_person_link": EVERYBODY,
    "prove_address": EVERYBODY,
    "my_person": EVERYBODY,
    "change_my_address": EVERYBODY,
    "prove_my_address": EVERYBODY,
    "undo_my_join": EVERYBODY,
    "forget_me": EVERYBODY,
    # ... and by the series
    "find_persons": ADMINISTRATORS,
    "person": ADMINISTRATORS,
    "change_address": ADMINISTRATORS,
    "join_persons": ADMINISTRATORS,
    "undo_join": ADMINISTRATORS,
    "correct_entry": ADMINISTRATORS,
    "forget_person": ADMINISTRATORS,
    "believe_proof": ADMINISTRATORS,
    "refuse_proof": ADMINISTRATORS,
    "replace_name": ADMINISTRATORS,
    "leave_text": ADMINISTRATORS,
    # rounds and results
    "round_desk": DESK,
    "withdrawn_draw": DESK,
    "wishes": DESK,
    "add_wish": RUNNING,
    "remove_wish": RUNNING,
    "build_board": RUNNING,
    "commit_draws": RUNNING,
    "name_source": RUNNING,
    "type_value": RUNNING,
    "confirm_value": DESK,
    "draw_round": RUNNING,
    "swap_players": RUNNING,
    "publish_draw": RUNNING,
    "unpublish_draw": RUNNING,
    "announce_limit": CHIEF,
    "move_rounds": RUNNING,
    "delay_rounds": RUNNING,
    "start_clock": RUNNING,
    "pause_clock": RUNNING,
    "resume_clock": RUNNING,
    "stop_clock": RUNNING,
    "set_turn_limit": CHIEF,
    "mark_bell": DESK,
    "record_start_rolls": DESK,
    "enter_result": DESK,
    "results_desk": DESK,
    "result_list": DESK,
    "accept_proposal": DESK,
    "decline_proposal": DESK,
    "void_game": CHIEF,
    "keep_record": DESK,
    "drop_record": RUNNING,
    "recorder_worker": EVERYBODY,
    "recorder": DESK,
    "start_record": DESK,
    "take_pen": DESK,
    "write_record": DESK,
    "close_record": DESK,
    "close_round": RUNNING,
    "reopen_round": RUNNING,
    # the referee's book
    "referees_book": DESK,
    "ruling": DESK,
    "calls": DESK,
    "take_call": REFEREES,
    "close_call": REFEREES,
    "rule_on_call": CHIEF,
    "propose_ruling": REFEREES,
    "give_time": REFEREES,
    "open_ruling": DESK,
    "decide": CHIEF,
    "protest": REFEREES,
    "name_council": REFEREES,
    "decide_protest": REFEREES,
    "exclude": CHIEF,
    "revoke_exclusion": CHIEF,
    # closing
    "draw_lot": RUNNING,
    "enter_lot": RUNNING,
    "set_places_7_8": ORGANISERS,
    "finish": RUNNING,
    "closing": DESK,
    "send_results": ORGANISERS,
    "reopen_tournament": HEADS,
    "give_consent": HEADS,
    "take_consent_back": HEADS,
    # prints and exports
    "prints": DESK,
    "print_document": DESK,
    "start_job": DESK,
    "restart_job": DESK,
    "job": DESK,
    "job_list": DESK,
    "job_file": DESK,
    # many games at once, of no tournament
    "check_games": DESK,
    "games_check": DESK,
    "games_report": DESK,
    "checked_game": DESK,
    "restart_games_check": DESK,
    "drop_games_check": DESK,
}

# Acts that show whoever does them a personal link, or write an address that one is mailed to.
SHOW_LINKS = frozenset(
    {
        *("name_official", "renew_link", "renew_entry_link"),
        *("add_entry", "edit_entry", "import_entries", "walk_in", "admit_latecomer"),
    }
)


def may(roles: frozenset[Who], act: str) -> bool:
    """Whether somebody with these roles may do the act. An act not in the table is a KeyError."""
    return not roles.isdisjoint(PERMISSIONS[act])
