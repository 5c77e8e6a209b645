"""The rules of Best Friends that a record can show, in our own words."""

from __future__ import annotations

from games.engine.core import Rule, rulebook
from games.engine.words import marked

RULES = rulebook(
    Rule("BF-005", marked("There are 16 victory point tokens."), "PL 940"),
    Rule(
        "BF-008",
        marked("Three players: 6 wagons, ships and shovels, 12 books and dividers."),
        "PL 878-934",
    ),
    Rule(
        "BF-009",
        marked("Four players: 8 wagons, ships and shovels, 16 books and dividers."),
        "PL 878-934",
    ),
    Rule(
        "BF-010",
        marked("Five players: 10 wagons, ships and shovels, 20 books and dividers."),
        "PL 878-934",
    ),
    Rule(
        "BF-011",
        marked("Six players: 12 wagons, ships and shovels, 24 books and dividers."),
        "PL 878-934",
    ),
    Rule("BF-014", marked("Nobody has a token at the start of the first turn."), "PL 991-993"),
    # The harmless robber
    Rule(
        "BF-015",
        marked("A token for the robber is earned with a 7 or a Knight of one's own turn."),
        "PL 953-955",
    ),
    Rule(
        "BF-016",
        marked("The robber on a hex with no building at it brings one token."),
        "PL 954-958",
    ),
    Rule("BF-017", marked("The robber on an empty desert brings one token."), "PL 957-958"),
    Rule(
        "BF-018",
        marked(
            "The robber on a desert beside another player brings one token if no card is taken."
        ),
        "PL 960-962",
    ),
    Rule(
        "BF-019",
        marked("Only on a desert may the thief take no card from somebody who has one."),
        "PL 960-962",
    ),
    Rule(
        "BF-020",
        marked("Any other hex with a building at it brings no token, even if nothing is stolen."),
        "PL 957-962",
    ),
    Rule(
        "BF-021",
        marked("A hex at which only the mover has buildings brings no token."),
        "PL 957-962, BFD-03",
    ),
    Rule("BF-022", marked("Roads do not count: a hex without buildings is empty."), "PL 957-958"),
    Rule("BF-023", marked("One move of the robber brings at most one token."), "PL 954-962"),
    Rule("BF-024", marked("A robber that stays where it is brings no token."), "PL 957"),
    # Gifts
    Rule("BF-025", marked("Only the player on turn gives a card away."), "PL 965-966"),
    Rule(
        "BF-026",
        marked("A card is given away at any moment of the turn, but not while something goes on."),
        "PL 965, BFD-07",
    ),
    Rule("BF-027", marked("A gift is exactly one resource card."), "PL 965-966, 974-975"),
    Rule("BF-028", marked("The giver holds the card that is offered."), "PL 965-966"),
    Rule(
        "BF-029",
        marked("The receiver has as many visible points as the giver, or fewer."),
        "PL 966-967",
    ),
    Rule("BF-030", marked("Hidden Victory Point cards do not count for a gift."), "PL 967-971"),
    Rule("BF-031", marked("A gift that was refused brings no token."), "PL 967-968"),
    Rule(
        "BF-032",
        marked("After a refusal, too, a card is offered to nobody with more visible points."),
        "PL 968-971",
    ),
    Rule(
        "BF-033",
        marked("After a refusal the next offer goes to another player."),
        "PL 968-969, BFD-08",
    ),
    Rule("BF-034", marked("A gift that was accepted brings the giver one token."), "PL 971-972"),
    Rule("BF-035", marked("At most one card is given away in a turn."), "PL 974-975"),
    Rule("BF-036", marked("A trade brings no token."), "PL 964-966, BFD-09"),
    Rule(
        "BF-037",
        marked(
            "A card is put into the bank for one token, if nobody has as few visible points as "
            "the giver."
        ),
        "PL 975-978",
    ),
    Rule("BF-038", marked("Refusals do not open the way to the bank."), "PL 975-978"),
    Rule(
        "BF-039", marked("The card for the bank is the one gift of the turn."), "PL 974-978, BFD-10"
    ),
    Rule("BF-041", marked("The holder of rock 2 gives nothing away."), "PL 835-837, BFD-11"),
    # Networks
    Rule(
        "BF-043",
        marked("A road joins networks if a piece of another player is where it ends."),
        "PL 981-983, 1022-1030",
    ),
    Rule(
        "BF-044",
        marked(
            "The first joining of two networks brings the other player one token, the builder 3."
        ),
        "PL 981-984",
    ),
    Rule("BF-045", marked("The other player takes a token first, then the builder."), "PL 983-984"),
    Rule(
        "BF-046",
        marked("Joining the same two networks again brings nothing."),
        "PL 986-989, 1024-1027",
    ),
    Rule(
        "BF-047",
        marked("It does not matter who of the two joins their networks again."),
        "PL 1024-1027",
    ),
    Rule("BF-048", marked("A network that was not yet joined brings tokens anew."), "PL 1027-1030"),
    Rule(
        "BF-049",
        marked("The three tokens go to whoever builds the joining road."),
        "PL 981-984, 1027-1030",
    ),
    Rule(
        "BF-050",
        marked("Who joins the networks of two others at once takes 3 tokens, each of them one."),
        "PL 995-998",
    ),
    Rule(
        "BF-051",
        marked("The builder says which of the two takes a token first, and is the last."),
        "PL 998-999, BFD-20",
    ),
    Rule(
        "BF-052",
        marked("If one of two was joined before, only the other is new."),
        "PL 986-989, 995-998",
    ),
    Rule("BF-053", marked("Joining networks in the founding brings no tokens."), "PL 991-993"),
    Rule(
        "BF-054", marked("Networks joined in the founding have been joined."), "PL 986-993, BFD-13"
    ),
    Rule("BF-055", marked("A settlement or a city joins no networks."), "PL 981-983"),
    Rule("BF-056", marked("Joining two own networks brings no tokens."), "PL 981-983"),
    Rule(
        "BF-057",
        marked("Networks that grow together have been joined with all that either was."),
        "PL 986-989, BFD-14",
    ),
    Rule(
        "BF-058",
        marked("A building of another player parts no network that is one."),
        "PL 980-981, BFD-16",
    ),
    Rule(
        "BF-059", marked("Roads without cost join networks like any other."), "PL 981-984, BFD-17"
    ),
    Rule("BF-060", marked("Each road is judged by itself."), "PL 981-984, 995-998"),
    # Tokens
    Rule("BF-062", marked("Nobody uses more tokens than they have."), "PL 1003"),
    Rule(
        "BF-063",
        marked("If the pool runs short, tokens are taken in the order due, and the rest is lost."),
        "BFD-21",
    ),
    Rule("BF-066", marked("Tokens are used and exchanged in one's own turn."), "PL 1006"),
    Rule(
        "BF-067",
        marked("In one turn a player either uses tokens or exchanges one."),
        "PL 1006-1007, 1064-1065",
    ),
    Rule(
        "BF-068",
        marked("Tokens are used at any moment of the turn, but not while something goes on."),
        "PL 1006, BFD-07",
    ),
    Rule(
        "BF-069",
        marked("The holder of rock 2 uses tokens in the own part of the turn."),
        "PL 1007-1009",
    ),
    Rule(
        "BF-070",
        marked("All tokens of a turn are used one after the other, with nothing between them."),
        "PL 1006-1014, 1041-1043",
    ),
    Rule("BFD-23", marked("A table may limit the favours of a turn."), "BFD-23"),
    Rule("BF-071", marked("A token received in one's own turn is not used in it."), "PL 1037-1039"),
    Rule(
        "BF-073",
        marked("No more tokens are used than were held at the start of the turn."),
        "PL 1037-1039",
    ),
    Rule("BF-074", marked("The favour of the traders costs a wagon."), "PL 1016"),
    Rule("BF-075", marked("The favour of the merchants costs a ship."), "PL 1017"),
    Rule("BF-076", marked("The favour of the road builders costs a shovel."), "PL 1018"),
    Rule("BF-077", marked("The favour of the scholars costs two tokens with books."), "PL 1019"),
    Rule(
        "BF-078",
        marked("The favour of the master builders costs two tokens with dividers."),
        "PL 1020",
    ),
    Rule(
        "BF-080",
        marked("Tokens are laid only for a favour that can be carried out."),
        "PL 1041-1043, BFD-26",
    ),
    # Favours
    Rule(
        "BF-082",
        marked("A wagon exchanges a card for one of another resource, up to two times at once."),
        "PL 1047-1049, BFD-24",
    ),
    Rule("BF-083", marked("The traders exchange at most twice in a turn."), "PL 1048-1049"),
    Rule(
        "BF-084",
        marked("The card given is in the hand, the card taken is in the bank."),
        "PL 1047-1048",
    ),
    Rule(
        "BF-085", marked("The merchants give one resource card that the bank has."), "PL 1051-1052"
    ),
    Rule(
        "BF-087",
        marked("The road of the road builders is placed like any other."),
        "PL 1054, 342-350",
    ),
    Rule("BF-088", marked("The scholars give one card of the deck, if there is one."), "PL 1055"),
    Rule(
        "BF-089",
        marked("A card of the scholars is not played in the same turn."),
        "PL 450-452, 1055",
    ),
    Rule("BF-092", marked("Victory point tokens count as visible points."), "PL 1058-1061"),
    Rule(
        "BF-093",
        marked("In a turn one token is exchanged: one is drawn, then one put back."),
        "PL 1064-1067",
    ),
    Rule("BF-094", marked("One own token is put back."), "PL 1066-1068"),
    Rule("BF-095", marked("Only who has a token exchanges one."), "PL 1064-1065"),
    Rule("BF-096", marked("A token is exchanged with the pool, if it has one."), "PL 1065-1066"),
    # The end
    Rule("BF-097", marked("A player with 11 points wins, and not before."), "PL 1073-1075"),
    Rule("BF-099", marked("The points count in one's own turn."), "PL 1074-1075, 846-847"),
)
