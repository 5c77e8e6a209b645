"""The rules of the Tour in short sentences: what the pages link their rule ids to.

The numbers are those of the printed rules in rows (T) and of the decisions where these are silent
(D); they are never reused. docs/rules.md says which test keeps which of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from .values import marked


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by its id, in our own words."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Chapter:
    title: str
    rules: tuple[Rule, ...]


CHAPTERS = (
    Chapter(
        marked("Format and basis"),
        (
            Rule(
                "T-001",
                marked("Games are played by the base rules with the Tour's own clarifications."),
            ),
            Rule(
                "T-002",
                marked("A tournament has four rounds, and everybody plays one game in each."),
            ),
            Rule("T-003", marked("Every round is played on a new random board.")),
            Rule("T-004", marked("In one round all tables have the same board.")),
            Rule(
                "T-005",
                marked("At each table the highest roll of two dice begins, to place and to play."),
            ),
        ),
    ),
    Chapter(
        marked("Table sizes"),
        (
            Rule(
                "T-006",
                marked(
                    "Tables have four players, and only as many have three as the number of "
                    "players forces."
                ),
            ),
            Rule("T-007", marked("No other size is allowed, and nobody sits out.")),
            Rule("T-008", marked("A number divisible by four needs no table of three.")),
            Rule("T-009", marked("Three players too many make one table of three.")),
            Rule("T-010", marked("Two players too many make two tables of three.")),
            Rule("T-011", marked("One player too many makes three tables of three.")),
            Rule(
                "T-012",
                marked("1, 2 and 5 players cannot be seated; any other number from 3 on can."),
            ),
            Rule(
                "T-013",
                marked(
                    "After round 1 the players with the fewest points sit at the tables of three."
                ),
            ),
            Rule("T-014", marked("Tables of three have the highest numbers.")),
            Rule("T-015", marked("In round 1 the lot decides who sits at tables of three.")),
        ),
    ),
    Chapter(
        marked("The draw"),
        (
            Rule("T-016", marked("Every round is drawn at random within the other rules.")),
            Rule("T-017", marked("Round 1 is decided by nothing but the lot.")),
            Rule(
                "T-018",
                marked("Three players who have met do not all meet again if it can be avoided."),
            ),
            Rule("T-019", marked("Two players meet again as rarely as possible.")),
            Rule("T-020", marked("Every active player has exactly one seat in a round.")),
        ),
    ),
    Chapter(
        marked("Points for a place"),
        (
            Rule("T-021", marked("A table of four gives 10, 3, 2 and 1 points.")),
            Rule("T-022", marked("Players level in third place get 2 points each.")),
            Rule("T-023", marked("Three players level in second place get 3 points each.")),
            Rule(
                "T-024",
                marked(
                    "Two players level in second place get 3 points each, and the one "
                    "behind them 2."
                ),
            ),
            Rule(
                "T-025",
                marked(
                    "Level players share a place, and the next score takes the very next place."
                ),
            ),
            Rule("T-026", marked("A table of three gives 10, 3 and 2 points.")),
            Rule(
                "T-027",
                marked("At a table of three, players level in second place get 3 points each."),
            ),
            Rule(
                "T-028",
                marked(
                    "Players level in first place, after time ran out, get 10 points and a "
                    "first place each."
                ),
            ),
            Rule(
                "T-029",
                marked("In a game that was won the winner alone is first, whatever others hold."),
            ),
            Rule("T-030", marked("The points of all games played are added up.")),
        ),
    ),
    Chapter(
        marked("Game points"),
        (
            Rule("T-031", marked("The game points of every player are recorded for every game.")),
            Rule("T-032", marked("Victory point cards that were not shown count.")),
            Rule("T-033", marked("More than 10 game points count as 10.")),
            Rule("T-034", marked("Game points at a table of three are recorded as they are.")),
            Rule(
                "T-035",
                marked(
                    "Game points are whole numbers from 2 to 10, and the winner of a won "
                    "game has 10."
                ),
            ),
        ),
    ),
    Chapter(
        marked("Success"),
        (
            Rule(
                "T-036", marked("Success in a game is one's share of all game points at the table.")
            ),
            Rule("T-037", marked("Success is reckoned from points cut at 10.")),
            Rule("T-038", marked("Overall success is the mean of the shares of the games played.")),
            Rule("T-039", marked("Tables of three are reckoned in the same way.")),
            Rule("T-040", marked("Success is shown in percent and compared exactly.")),
        ),
    ),
    Chapter(
        marked("Standings"),
        (
            Rule("T-041", marked("First, more first places are better.")),
            Rule("T-042", marked("Then more tournament points are better.")),
            Rule("T-043", marked("Then more game points are better.")),
            Rule("T-044", marked("Then more success is better.")),
            Rule("T-045", marked("Then more second places are better.")),
            Rule("T-046", marked("Then more third places are better.")),
            Rule("T-047", marked("At last the lot decides.")),
            Rule("T-048", marked("Interim and final standings go by the same criteria.")),
            Rule("T-049", marked("In the final standings nobody shares a place.")),
        ),
    ),
    Chapter(
        marked("Referees"),
        (
            Rule("T-050", marked("The chief referee decides a dispute first.")),
            Rule("T-051", marked("A protest goes to a council of three referees.")),
            Rule("T-052", marked("What the council decides is final.")),
            Rule(
                "T-053",
                marked("Up to two players may sit on the council, if there is no other way."),
            ),
            Rule("T-054", marked("A player on the council does not judge a game of their own.")),
            Rule(
                "T-055",
                marked(
                    "The chief referee may exclude a player for a deliberate breach of the rules."
                ),
            ),
            Rule("T-056", marked("Nobody is excluded without a person's decision.")),
        ),
    ),
    Chapter(
        marked("Time"),
        (
            Rule(
                "T-057",
                marked("A time limit is announced at the start of the round at the latest."),
            ),
            Rule("T-058", marked("The limit is 75 minutes or more.")),
            Rule("T-059", marked("After the bell unfinished games play two more rounds.")),
            Rule("T-060", marked("A game that nobody won by then ends as it stands.")),
            Rule("T-061", marked("Who reaches 10 points on turn in those rounds wins at once.")),
            Rule("T-062", marked("A limit for each turn may come only after the bell.")),
            Rule("T-063", marked("Rounds of season tournaments have a limit.")),
            Rule(
                "T-064",
                marked(
                    "In season tournaments a break of at least 15 minutes follows each "
                    "round but the last."
                ),
            ),
            Rule("T-065", marked("The start of every round is published beforehand.")),
            Rule(
                "T-066",
                marked("In season tournaments games end at least 5 minutes before the next round."),
            ),
            Rule(
                "T-067",
                marked(
                    "The final championship is free of the season's timetable, but not of "
                    "the shortest limit."
                ),
            ),
        ),
    ),
    Chapter(
        marked("Local changes"),
        (
            Rule(
                "T-068",
                marked(
                    "The organiser may change small things, but neither points nor places "
                    "nor tables."
                ),
            ),
            Rule("T-069", marked("Changes are published before the tournament.")),
        ),
    ),
    Chapter(
        marked("Conditions of a local tournament"),
        (
            Rule("T-070", marked("A club holds one tournament a year.")),
            Rule("T-071", marked("It is announced a month ahead or earlier.")),
            Rule("T-072", marked("It names a responsible organiser.")),
            Rule("T-073", marked("It names a referee.")),
            Rule("T-074", marked("At least 12 players take part.")),
            Rule("T-075", marked("Results are sent within five days.")),
            Rule(
                "T-076", marked("Its best players qualify for the final by the number of players.")
            ),
        ),
    ),
    Chapter(
        marked("Places in the final"),
        (
            Rule(
                "T-077", marked("12 to 20 players: place 1 qualifies, places 2 to 4 earn a point.")
            ),
            Rule(
                "T-078",
                marked("21 to 30 players: places 1 and 2 qualify, places 3 to 8 earn a point."),
            ),
            Rule(
                "T-079",
                marked("31 to 40 players: places 1 to 4 qualify, places 5 to 12 earn a point."),
            ),
            Rule(
                "T-080",
                marked("41 players and more: places 1 to 6 qualify, places 9 to 16 earn a point."),
            ),
            Rule(
                "T-081",
                marked(
                    "41 players and more: places 7 and 8 earn what the series has set, by "
                    "default nothing."
                ),
            ),
            Rule("T-082", marked("Fewer than 12 players: nobody qualifies or earns a point.")),
            Rule("T-083", marked("A place that earns a point earns exactly one.")),
            Rule("T-084", marked("The number of players of that tournament decides.")),
        ),
    ),
    Chapter(
        marked("Juniors"),
        (
            Rule(
                "T-085",
                marked("A junior has not had their 14th birthday on the day of the tournament."),
            ),
            Rule("T-086", marked("Juniors play in the common draw and the common standings.")),
            Rule("T-087", marked("Three juniors make a junior category.")),
            Rule("T-088", marked("The juniors' own order is published at the end.")),
            Rule(
                "T-089",
                marked("Juniors qualify for the junior championship, not for the adults' final."),
            ),
            Rule("T-090", marked("3 to 5 juniors: place 1 qualifies, place 2 earns a point.")),
            Rule(
                "T-091",
                marked("6 to 8 juniors: places 1 and 2 qualify, places 3 and 4 earn a point."),
            ),
            Rule(
                "T-092",
                marked("9 juniors and more: places 1 to 3 qualify, places 4 to 6 earn a point."),
            ),
            Rule("T-093", marked("School tours are for children only.")),
            Rule("T-094", marked("Schools that would like to take part can say so.")),
        ),
    ),
)
"""The rules as they are printed, in their order."""

DECISIONS = Chapter(
    marked("Decisions where the printed rules are silent"),
    (
        Rule(
            "D-101",
            marked(
                "Tour events have exactly four rounds; events outside the Tour may have "
                "other numbers."
            ),
        ),
        Rule(
            "D-102",
            marked(
                "Before each round the tables are worked out anew from the players who "
                "are there. If somebody is missing when a game begins, the referee has "
                "the round drawn again or lets a table of four play as three."
            ),
        ),
        Rule("D-103", marked("With one player too many there are three tables of three.")),
        Rule(
            "D-104",
            marked(
                "1, 2 and 5 players cannot be seated; for five, find one more or leave one out."
            ),
        ),
        Rule(
            "D-105",
            marked(
                "The fewest points means tournament points; among equal points the "
                "order of the standings decides. By hand only players with equal points "
                "may change across the border."
            ),
        ),
        Rule("D-106", marked("In round 1 the lot decides who sits at the tables of three.")),
        Rule(
            "D-107",
            marked("The players for several tables of three are drawn among these tables."),
        ),
        Rule(
            "D-108",
            marked(
                "Whoever has the fewest points sits at a table of three, even if the "
                "same three meet again."
            ),
        ),
        Rule(
            "D-109",
            marked(
                "A draw has, in this order: correct tables, the fewest trios that meet "
                "again, the fewest pairs that meet again, nobody meeting the same "
                "player too often; the rest is chance."
            ),
        ),
        Rule(
            "D-110",
            marked(
                "Whoever comes after the draw of round 1 plays only if the referee lets "
                "them; missed rounds bring nothing."
            ),
        ),
        Rule(
            "D-111",
            marked("After a shared second place the next player is third and gets 2 points."),
        ),
        Rule(
            "D-112",
            marked(
                "Players level in first place get 10 points and a first place each; the "
                "next one gets 3."
            ),
        ),
        Rule(
            "D-113",
            marked("In a game that was won another player with ten points is second at best."),
        ),
        Rule(
            "D-114",
            marked("The place whose points a player received is the place that is counted."),
        ),
        Rule(
            "D-115",
            marked("Places are made from points of ten at most, also when time ran out."),
        ),
        Rule(
            "D-116",
            marked(
                "Game points are whole numbers from 2 to 10, and the winner of a game "
                "that was won has 10."
            ),
        ),
        Rule("D-117", marked("Success is shown with two decimals and compared exactly.")),
        Rule(
            "D-118",
            marked(
                "Success is the mean over the games a player has played; a void game "
                "counts for nobody."
            ),
        ),
        Rule(
            "D-119",
            marked(
                "The second criterion is the sum of the 10, 3, 2 and 1 points, not of game points."
            ),
        ),
        Rule(
            "D-120",
            marked(
                "A lot is drawn once for a group of level players, and who drew it and "
                "how is kept. Before the end it is drawn only where the next draw needs "
                "it."
            ),
        ),
        Rule(
            "D-121",
            marked(
                "The council is the chief referee and two others, none of them involved "
                "in the matter."
            ),
        ),
        Rule(
            "D-122",
            marked(
                "An excluded player keeps finished games, gets nothing from the running "
                "one, and has no place in the final standings; the others at that table "
                "are ranked among themselves."
            ),
        ),
        Rule(
            "D-123",
            marked(
                "Whoever leaves a game for another reason is ranked behind the others "
                "of the table and stays in the standings."
            ),
        ),
        Rule(
            "D-124",
            marked(
                "After the bell the turn in progress is finished, then everybody has "
                "two more turns, beginning with the next player."
            ),
        ),
        Rule(
            "D-125",
            marked(
                "The two rounds after the bell end at the latest five minutes before "
                "the next start; after the last round only the two rounds count."
            ),
        ),
        Rule(
            "D-126",
            marked("A turn in progress at the latest end counts as far as it was played."),
        ),
        Rule(
            "D-127",
            marked("How long a turn may last after the bell is up to the chief referee."),
        ),
        Rule(
            "D-128",
            marked(
                "All season tournaments keep the printed timetable; the final "
                "championship need not."
            ),
        ),
        Rule("D-129", marked("Between the bell and the next start there are 15 minutes or more.")),
        Rule(
            "D-130",
            marked(
                "A small change leaves points, standings, tables, rounds, the shortest "
                "time and the qualification as they are."
            ),
        ),
        Rule(
            "D-131",
            marked(
                "A club has one season tournament a calendar year; cancelled ones do not count."
            ),
        ),
        Rule(
            "D-132",
            marked(
                "A month ahead means the same day of the month before, or that month's last day."
            ),
        ),
        Rule("D-133", marked("Results are in time up to the fifth day after the tournament.")),
        Rule(
            "D-134",
            marked(
                "Organiser and referee may be one person, and the referee may play, but "
                "does not decide about the own game."
            ),
        ),
        Rule(
            "D-135",
            marked(
                "Whoever sat in at least one game counts as a player, unless the "
                "tournament asks for half of the rounds."
            ),
        ),
        Rule(
            "D-136",
            marked(
                "If a condition was broken, the places are marked to be confirmed by "
                "the series. With fewer than twelve players there are none."
            ),
        ),
        Rule(
            "D-137",
            marked(
                "From 41 players on, places 7 and 8 get nothing unless the series sets "
                "it otherwise."
            ),
        ),
        Rule("D-138", marked("A place in the final does not pass down to the next player.")),
        Rule(
            "D-139",
            marked(
                "Qualification points add up over a season; how many are enough is for "
                "the series to say."
            ),
        ),
        Rule("D-140", marked("At the border of the places nobody is level: the lot decides last.")),
        Rule(
            "D-141",
            marked(
                "Age is taken on the first day of the tournament. Whoever was born on "
                "29 February turns 14 on 1 March."
            ),
        ),
        Rule("D-142", marked("Juniors are counted as players are.")),
        Rule(
            "D-143",
            marked("The order of the juniors is the final standings with everybody else left out."),
        ),
        Rule(
            "D-144",
            marked("A junior may earn a place in the final and one in the junior championship."),
        ),
        Rule("D-145", marked("With fewer than twelve players there are no junior places either.")),
        Rule(
            "D-146",
            marked(
                "School tours are for children only, by the same rules of the game, "
                "without qualification."
            ),
        ),
    ),
)

TEXTS = {rule.id: rule.text for chapter in (*CHAPTERS, DECISIONS) for rule in chapter.rules}
"""The sentence of every rule and decision, by its id."""
