"""How what was probably meant is written, beside what cannot have happened.

The verdict ends at such an action, so that a slip of the pen would cost the rest of the game.
Each is an English template; it may name facts of the detail it stands beside.
"""

from __future__ import annotations

from typing import Final

from games.engine.words import marked

CARDS_BEFORE: Final = marked(
    "Was a deal, a theft or a trade with the bank that brought the cards left out before this?"
)
OTHER_PLACE: Final = marked("Was another place meant, or another player?")
CITY_THERE: Final = marked("A city in place of the settlement is written C {spot}.")
SETTLEMENT_THERE: Final = marked("A new settlement is written S {spot}.")
ROADS_BEFORE: Final = marked(
    "Was a road before this written that was not laid, or for the wrong player?"
)
PIECES_BEFORE: Final = marked(
    "Was a piece before this written for the wrong player, or one that was not built? A "
    "settlement that becomes a city is written C, and comes back."
)
RIGHT_BEHIND: Final = marked(
    "A road that is taken up is written right behind its building: R b1e U b2se."
)
SHOWN_CARDS: Final = marked("Write how many were shown: V 1.")
DECK_BEFORE: Final = marked(
    "Was a purchase before this written that was not made? Each D is one card."
)
UNSEEN_CARD: Final = marked("Was it another card? One that nobody saw is written D ?.")
PURCHASE_BEFORE: Final = marked(
    "Was its purchase left out? A card that nobody saw is bought by D ?."
)
BY_LETTERS: Final = marked("Write the letters of the cards, such as T 4W>O.")
TAKEN_CARD: Final = marked(
    "Write K c3<Ben:? for a card that nobody saw, and K c3<Ben if there was none to take."
)
DICE: Final = marked("Write both dice or their sum: 3+5 or 8.")
ROLLED_CARDS: Final = marked(
    "Write what the bank could give, or nothing at all behind the roll: it is worked out."
)
POOL_TOKENS: Final = marked("Write the tokens that were taken: &1, or &0 for none.")
POINT_TOKENS: Final = marked("Was it another favour? An exchange of tokens is written &X.")
BANK_CARD: Final = marked("Write another card, or leave the exchange out.")
TOKENS_BEFORE: Final = marked(
    "Were tokens before this left out? They are written behind what they were taken for: K a1 &1."
)
TOKEN_KINDS: Final = marked(
    "Were other tokens laid? They are written behind the sign of equality: &S=SV ?."
)
TOKENS_BACK: Final = marked("Write the tokens drawn and those put back: &X=2>1.")
CG_SETTLEMENTS: Final = marked(
    "Was a settlement before this written that was not built? One that becomes a city is "
    "written C GGOOO."
)
CG_FROM_STOCK: Final = marked("Without the name it comes from the stock: S BLWG.")
CG_SETTLEMENT_FIRST: Final = marked(
    "Was the settlement left out before this? It is written S BLWG."
)
CG_CITY_FIRST: Final = marked("Was the city left out before this? It is written C GGOOO=? EV.")
CG_EXPANSION: Final = marked(
    "Was it another card? Its name stands behind the cards paid, with hyphens for blanks: E "
    "WWWO=fortress."
)
CG_FEWER: Final = marked("Write as many as were drawn, and no more.")
CG_OPPONENT: Final = marked("Write the name of another player: P Ben ?>?.")
CG_ZONES: Final = marked(
    "Was it the deck (X W>?) or a player (P Ben ?>?)? An exchange before this may have been "
    "left out as well."
)
CG_CARDS: Final = marked(
    "Was a draw or an exchange before this left out? A card that nobody saw is written ?."
)
CG_BEGINNING: Final = marked(
    "That belongs once into a line without a number, before the first turn."
)
CG_BOX: Final = marked("Tell what is in the game: BOX R5,2,2 K2,2,1 S7,4,4 E5,2,2.")
CG_HAND: Final = marked("Write as many cards as were drawn, ? for each that nobody saw: H ???.")
CG_FROM: Final = marked("Write from whom it was taken: R LB<Ben.")
CG_STACKS: Final = marked("Was a road or a knight before this written that was not built?")
GIVEN_UP: Final = marked("Without what they gave, it is worked out: {word}.")
GOLD: Final = marked("Write resources: ~G Anna BO.")
CK_LOST: Final = marked("Write the place of the city that was lost: B Anna c2n.")
CK_KNIGHT_AWAY: Final = marked("Was the knight moved away before? That is written M c2n>c3n.")
CK_NO_COMMODITY: Final = marked("If he had none, write 0 for what he gave: J Ben B<>0.")
CK_DRAWN: Final = marked(
    "Was it another card? One that nobody saw is written by its colour: D Ben {colour}?."
)
CK_NOT_DRAWN: Final = marked("Was it another colour? Who draws no card is written D Ben 0.")
CK_DRAW_BEFORE: Final = marked(
    "Was its draw left out before this? A card that nobody saw is drawn by D Ben {colour}?."
)
CK_TRACKS: Final = marked(
    "Was it another track? They are y for trade, b for politics and g for science: I y3."
)
CK_KNIGHT_BEFORE: Final = marked(
    "Was the knight recruited or moved there before? That is written N c2n and M c2n>c3n."
)
CK_MOVE: Final = marked("A move to an empty place is written M c2n>c3n.")
CK_DISPLACED: Final = marked(
    "Write where the displaced knight went, such as *c3n, or *0 if it left the board."
)
CK_STAR: Final = marked(
    "If it was displaced, its new place is written behind a star: {start}>{spot}*c3n, or "
    "{start}>{spot}*0 if it left the board."
)
CK_RANKS: Final = marked(
    "Was a knight before this lifted to the next strength? That is written L c2n, and its "
    "piece comes back."
)
CK_WEAKER: Final = marked("A weaker one is written with its strength behind the place: =1.")
CK_BISHOP: Final = marked(
    "Write ? for a card that nobody saw, and leave out who has none: Bi c3<Ben:?."
)
CK_ROAD: Final = marked("Write the path of the road that was taken: Di c2e.")
CK_NEW_PATH: Final = marked(
    "Write another path behind the road, or none if it was not laid again: Di c2e>d2e."
)
CK_SPY: Final = marked("Write the card that was taken, by its colour if nobody saw it: Sp Ben b?.")
CK_INTRIGUE: Final = marked("Write the place of the knight that had to go: It c2n>c3n.")
CK_DESERTER: Final = marked("Write the place of the knight that deserted: De c2n>c3n.")
CK_TWO_KNIGHTS: Final = marked("Write two places, or one alone: Sm c2n c3n.")
CK_TWO_HEXES: Final = marked("Write two hexes with numbers: In c2 d3.")
CK_DICE: Final = marked("Write the red die, the yellow die and the event die: 3+5b.")
EB_CARDS: Final = marked(
    "Write the cards that were taken, and 0 if the bank has none: &X Cyril 2>0."
)
SF_NO_PIRATE: Final = marked("Without a pirate the robber is moved: K a4.")
SF_TAKEN: Final = marked(
    "Write ~K a4<Ben:? for a card that nobody saw, and ~K a4<Ben if there was none to take."
)
SF_SHIPS: Final = marked(
    "Was a ship before this written for the wrong player? One that was moved is no new one: ~ "
    "c2e>d3w."
)
