"""Acts of a round, from its draw to its end."""

from tournaments.services.rounds.clock import (
    announce_limit,
    delay_rounds,
    give_time,
    mark_bell,
    minute_of,
    move_rounds,
    pause_clock,
    record_start_rolls,
    resume_clock,
    set_turn_limit,
    start_clock,
    stop_clock,
)
from tournaments.services.rounds.closing import close_round, reopen_round
from tournaments.services.rounds.committing import (
    commit_draws,
    draws_to_come,
    take_out_secret,
)
from tournaments.services.rounds.drawing import build_board, draw_round
from tournaments.services.rounds.publishing import publish_draw, unpublish_draw
from tournaments.services.rounds.rolling import confirm_value, name_source, type_value
from tournaments.services.rounds.swapping import swap_players

__all__ = [
    "announce_limit",
    "build_board",
    "close_round",
    "commit_draws",
    "confirm_value",
    "delay_rounds",
    "draw_round",
    "draws_to_come",
    "give_time",
    "mark_bell",
    "minute_of",
    "move_rounds",
    "name_source",
    "pause_clock",
    "publish_draw",
    "record_start_rolls",
    "reopen_round",
    "resume_clock",
    "set_turn_limit",
    "start_clock",
    "stop_clock",
    "swap_players",
    "take_out_secret",
    "type_value",
    "unpublish_draw",
]
