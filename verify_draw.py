#!/usr/bin/env python3
"""Check the published draws of a tournament on your own computer, without its site.

    python3 verify_draw.py draw-1.json draw-2.json ...

The files are the records that the page of each round offers. Every line that comes out is one
thing checked: "ok", "WRONG", "warn" for what is not wrong but proves less than it should, or "note"
for what these files alone cannot show. The program exits with 0 if nothing is wrong, with 1 if
anything is and with 2 if a file cannot be read. It needs Python 3.8 or later and nothing else. What
it checks, and why that is enough: docs/draw.md.

Part 1 is what everybody can follow: hashes, table rules, who meets again, swaps by hand.
Part 2 draws every round again from its seed, step by step as the site drew it.
Part 3 reads the files.
"""

import hashlib
import json
import sys
from collections import Counter, namedtuple
from itertools import combinations, permutations
from math import comb, perm

ALGORITHM = "catantour-draw-2"
SCHEDULE = "catantour-schedule-1"


# Part 1: what everybody can follow


class Report:
    """One line for each thing checked."""

    def __init__(self):
        self.count = Counter()

    def check(self, fine, text):
        self.say("ok" if fine else "WRONG", text)

    def say(self, verdict, text):
        self.count[verdict] += 1
        # Whatever stands in a file, only letters of it reach the terminal.
        print(verdict.ljust(6) + "".join(c if c.isprintable() else "?" for c in text[:300]))


def sha256(text):
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def check_record(record, earlier, report):
    """All steps of one round; `earlier` holds the published tables of the rounds before it."""
    number, published = record["round"], record["published"]
    chains = chains_in(record)
    for chain in chains:
        check_chain(chain, number, report)
    if record["commitment"]:
        fine = record["commitment"]["links"] in [chain["links"] for chain in chains]
        report.check(fine, f"round {number}: its chain is among those of the event")
    if any(chain_of(attempt, chains) for attempt in record["attempts"]):
        check_value(record, report)
    elif not chains:
        report.say("note", f"round {number}: no ceremony, the seed came from the site alone")
    attempts = [attempt["attempt"] for attempt in record["attempts"]]
    fine = attempts == [*range(1, len(attempts) + 1)]
    report.check(fine, f"round {number}: none of its draws is missing, {len(attempts)} in all")
    kept = [attempt["attempt"] for attempt in record["attempts"] if not attempt["withdrawn"]]
    report.check(kept == [published["attempt"]], f"round {number}: every other draw is withdrawn")
    for attempt in record["attempts"]:
        where, inputs = f"round {number}, draw {attempt['attempt']}", attempt["inputs"]
        check_seed(record, attempt, chains, where, report)
        first, last = first_round(attempt, number), record["event"]["rounds"]
        if attempt["algorithm"] == SCHEDULE:
            fine = first <= number < first + inputs["rounds"] <= last + 1
            fine = fine and is_plain_schedule(inputs)
            rounds = check_schedule(attempt, where, report)
            rounds, tables = rounds[: number - first], rounds[number - first]
        else:
            fine = is_plain(inputs) and first == number <= inputs["rounds_total"] <= last
            rounds = inputs.get("rounds", [])
            check_earlier(rounds, number, earlier, where, report)
            tables = check_draw(attempt, where, report)
        report.check(fine, f"{where}: the input is written in the one way there is")
        tables = check_swaps(attempt, tables, rounds, where, report)
        if attempt["attempt"] == published["attempt"]:
            fine = tables == published["tables"]
            report.check(fine, f"{where}: the published tables are those drawn and then swapped")
            check_rules(published["tables"], inputs, f"{where}, as published", report)


def chains_in(record):
    """The chains of the event in their order; older records know of one at most."""
    only = record["commitment"]
    return record.get("chains", [dict(only, first_round=1, ended=None)] if only else [])


def chain_of(attempt, chains):
    """The chain that a draw follows from, or None."""
    end = attempt.get("chain", chains[0]["links"][0] if chains else None)
    found = [chain for chain in chains if chain["links"][0] == end]
    return found[0] if found else None


def check_chain(chain, number, report):
    links, ended = chain["links"], chain["ended"]
    for n in range(1, len(links)):
        fine = sha256(links[n]) == links[n - 1]
        report.check(fine, f"round {number}: the SHA-256 of link {n} is link {n - 1}")
    if chain["first_round"] > 1:
        first = chain["first_round"]
        report.say("warn", f"a new chain was begun at {chain['at']}, for round {first} and later")
    if ended:
        taken = "its secret was taken out of the site"
        why = taken if ended["why"] == "taken" else "the event was moved to another machine"
        report.say("warn", f"the chain {links[0][:8]}... ended at {ended['at']}: {why}")


def check_value(record, report):
    """What was rolled is written in the one way there is, and is what was typed and confirmed."""
    where, rolled = f"round {record['round']}", record["public_value"]
    values, sources = record.get("values", []), record.get("sources", [])
    source = sources[-1] if sources and sources[-1]["text"] else None
    if source:
        told_at, due = source["at"], source["due"]
        fine = told_at < due and not any(value["at"] < due for value in values)
        text = f"{where}: what decides was told at {told_at} and known from {due} on"
        report.check(fine, f"{text}: {source['text']}")
        fine = rolled == " ".join(map(str, sorted(int(figure) for figure in rolled.split(" "))))
        report.check(fine, f"{where}: it gave {rolled}")
    else:
        fine = all(figure in list("123456") for figure in rolled.split(" "))
        report.check(fine, f"{where}: the dice showed {rolled}")
    for n in range(1, len(sources)):
        old, new = sources[n - 1 : n + 1]
        text = f"{where}: what decides was changed at {new['at']} from {old['text'] or 'dice'}"
        report.say("warn", f"{text}: {new['reason']}")
    for n in range(1, len(values)):
        old, new = values[n - 1 : n + 1]
        text = f"{where}: {old['value']} was typed again as {new['value']} at {new['at']}"
        report.say("warn", f"{text}: {new['reason']}")
    if not values:
        report.say("note", f"{where}: who typed the dice and who confirmed them was not kept")
        return
    seen = [value for value in values if value["confirmed"]]
    fine = (seen or values)[-1]["value"] == rolled
    report.check(fine, f"{where}: the draw took what was typed and confirmed last")
    if seen:
        by = seen[-1]["confirmed"]
        who = f"player {by['player']}" if by["by"] == "player" else "a second official"
        report.say("ok", f"{where}: {who} confirmed it at {by['at']}")
    else:
        report.say("warn", f"{where}: one person typed what was rolled, and nobody confirmed it")
    first = record["attempts"][0]["at"]
    late = [one for one in values if first and max(one["at"], when_seen(one)) > first]
    if late:
        report.say("warn", f"{where}: something was typed or confirmed after it had been drawn")


def when_seen(value):
    return value["confirmed"]["at"] if value["confirmed"] else ""


def check_seed(record, attempt, chains, where, report):
    """The seed is the SHA-256 of all that the draw depends on."""
    chain, number = chain_of(attempt, chains), first_round(attempt, record["round"])
    if chain is None:
        if chains:
            report.say("warn", f"{where}: it follows from no chain, its seed came from the site")
        return
    if number >= len(chain["links"]):
        if chain["ended"] and chain["ended"]["why"] == "moved":
            text = "its link stayed on another machine, so its seed is not proved"
            report.say("warn", f"{where}: {text}")
        else:
            report.check(False, f"{where}: a link for it and all before it")
        return
    parts = {"event": record["event"]["id"], "round": number, "secret": chain["links"][number]}
    parts.update(attempt=attempt["attempt"], algorithm=attempt["algorithm"])
    parts.update(inputs=attempt["inputs"], public=record["public_value"])
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    fine = sha256(text) == attempt["seed"]
    report.check(fine, f"{where}: the seed is the SHA-256 of input, link and dice")
    ended = chain["ended"]
    if ended and attempt["at"] > ended["at"]:
        text = "it was made after its chain had ended: whoever had the secret could choose the dice"
        report.say("warn", f"{where}: {text}")


def first_round(attempt, number):
    """The round before which it was drawn: a schedule holds for later ones, too."""
    return attempt.get("first_round", number)


def is_plain_schedule(inputs):
    """The same as of a round."""
    names, wishes = inputs["players"], ("apart", "rather_apart")
    fine = {*inputs} <= {"players", "rounds", "sizes", *wishes}
    fine = fine and names == sorted({*names}, key=by_badge)
    fine = fine and inputs.get("sizes", "threes") in ("threes", "only_fours")
    return fine and all(are_plain(inputs[wish], {*names}) for wish in wishes if wish in inputs)


def are_plain(groups, names):
    """Whether groups of players stand in the one order there is, and those in each, too."""
    fine = bool(groups) and groups == sorted(groups, key=by_badge)
    for group in groups:
        fine = fine and len(group) > 1 and {*group} <= names
        fine = fine and group == sorted({*group}, key=by_badge)
    return fine


def is_plain(inputs):
    """Whether nothing in the input could be written otherwise, or left out, for the same draw: by
    trying such things somebody who knows the link and the dice could choose a seed."""
    names, wishes = {*inputs["players"]}, ("apart", "together", "rather_apart")
    known = {"players", "rounds", "rounds_total", "low", "points", "mode", "cut", *wishes}
    known |= {"tables", "locked", "near_desk", "seating", "sizes", "threes", "play_order"}
    fine = {*inputs} <= known and inputs["low"] == "points"
    fine = fine and inputs.get("mode", "standings") == "standings"
    # What is as it would be without saying so is not said, and nothing in two ways.
    fine = fine and not ("mode" in inputs and "seating" in inputs)
    fine = fine and inputs.get("seating", "lot") in ("lot", *BY_PLACE)
    fine = fine and inputs.get("sizes", "threes") in ("threes", "only_fours")
    fine = fine and inputs.get("threes", "lot") in ("lot", "fewest", "seeds")
    fine = fine and inputs.get("play_order", "balanced") == "balanced"
    fine = fine and {*inputs.get("points", names)} == names
    fine = fine and all(are_plain(inputs[wish], names) for wish in wishes if wish in inputs)
    near = inputs.get("near_desk", [])
    fine = fine and near == sorted({*near}, key=by_badge)
    return fine and {*near, *inputs.get("tables", []), *inputs.get("locked", [])} <= names


def by_badge(name):
    """Numbers on badges in their order; groups by their first number, then the next."""
    return [by_badge(one) for one in name] if isinstance(name, list) else (len(name), name)


def check_earlier(rounds, number, earlier, where, report):
    """The earlier rounds that the draw went by are those that were published."""
    report.check(len(rounds) == number - 1, f"{where}: it knows of {len(rounds)} earlier rounds")
    for n, tables in enumerate(rounds, 1):
        if n not in earlier:
            report.say("note", f"{where}: to check its round {n}, give the file of round {n} too")
            continue
        fine = len(tables) == len(earlier[n])
        for sat, table in zip(tables, earlier[n]):
            fine = fine and sat == [player for player in table if player in sat]
        report.check(fine, f"{where}: its round {n} is the one that was published")
        sat = {player for table in tables for player in table}
        if absent := [player for table in earlier[n] for player in table if player not in sat]:
            report.say("note", f"{where}: absent in round {n}, it says: {' '.join(absent)}")


def check_draw(attempt, where, report):
    """The draw comes out again, and what it says of itself is true. Gives the drawn tables."""
    answer, again = attempt["answer"], None
    if attempt["algorithm"] == ALGORITHM:
        try:
            again = drawn_again(attempt["inputs"], attempt["seed"])
        except Contradiction as reason:
            report.check(False, f"{where}: it cannot be drawn again: {reason}")
    else:
        report.check(False, f"{where}: for {attempt['algorithm']} take another verify_draw.py")
    if not answer:
        report.say("note", f"{where}: its answer was not kept, only what was made of it")
        return again["tables"] if again else []
    check_rules(answer["tables"], attempt["inputs"], where, report)
    check_counts(answer, attempt["inputs"].get("rounds", []), where, report)
    if again:
        fine = [answer["seed"], answer["algorithm"]] == [attempt["seed"], ALGORITHM]
        report.check(fine, f"{where}: the answer is to this seed")
        for key, what in (
            ("tables", "the same tables"),
            ("certificate", "how good it is"),
            ("reasons", "the reason of every repeat"),
            ("threes", "who decided about tables of three"),
            ("left_out", "those who are left out"),
        ):
            report.check(answer[key] == again[key], f"{where}: drawn again: {what}")
    return answer["tables"]


def check_schedule(attempt, where, report):
    """All rounds come out again, and what the schedule says of itself is true. Gives the rounds."""
    answer, inputs = attempt["answer"], attempt["inputs"]
    again = schedule_again(inputs, attempt["seed"])
    if not answer:
        report.say("note", f"{where}: its answer was not kept, only what was made of it")
        return again["rounds"]
    for number, tables in enumerate(answer["rounds"], 1):
        check_rules(tables, inputs, f"{where}, round {number} of the schedule", report)
    sat = Counter(p for r in answer["rounds"] for table in r if len(table) == 3 for p in table)
    turns = [sat[player] for player in inputs["players"]]
    uneven = max(turns) - min(turns)
    text = f"{where}: turns at tables of three differ by {uneven} (FM-15)"
    report.say("ok" if uneven <= 1 else "warn", text)
    had, found = positions_again(answer["rounds"]), answer["certificate"]["play_order"]
    fine = had == found["again"] >= found["bound"]
    report.check(fine, f"{where}: positions are had again {had} times (FM-14)")
    fine = [answer["seed"], answer["algorithm"]] == [attempt["seed"], SCHEDULE]
    report.check(fine, f"{where}: the answer is to this seed")
    for key, what in (
        ("rounds", "the same tables in the same play order"),
        ("positions", "everybody's positions"),
        ("repeated_pairs", "how many pairs meet again"),
        ("repeated_triples", "how many triples meet again"),
        ("certificate", "how good it is"),
    ):
        report.check(answer[key] == again[key], f"{where}: drawn again: {what}")
    return answer["rounds"]


def positions_again(rounds):
    """How often somebody has a position again; the third time counts twice."""
    had = Counter((p, at) for tables in rounds for table in tables for at, p in enumerate(table))
    return sum(comb(times, 2) for times in had.values())


def check_swaps(attempt, tables, rounds, where, report):
    """Every swap by hand changes the repeats as it says. Gives the tables after all of them."""
    for swap in attempt["swaps"]:
        one, other = swap["players"]
        before = repeats(tables, rounds)
        to = {one: other, other: one}
        tables = [[to.get(player, player) for player in table] for table in tables]
        after, says = repeats(tables, rounds), [swap["before"], swap["after"]]
        fine = says == ([before, after] if attempt["answer"] else [None, None])
        costs = f"{told(before)} before, {told(after)} after"
        report.check(fine, f"{where}: {one} and {other} swapped by hand; repeats cost {costs}")
    return tables


def check_rules(tables, inputs, where, report):
    """Sizes of tables, everybody at one of them, and the fewest points at tables of three."""
    players, points = inputs["players"][: inputs.get("cut")], inputs.get("points")
    points = points if inputs.get("threes", "points") == "points" else None
    seated = [player for table in tables for player in table]
    report.check(sorted(seated) == sorted(players), f"{where}: everybody sits once (T-020)")
    fine = [len(table) for table in tables] == sizes_in(inputs, len(players))
    wanted = {"threes": "as many tables of three as can be", "only_fours": "only tables of four"}
    wanted = wanted.get(inputs.get("sizes"), "as few tables of three as can be")
    report.check(fine, f"{where}: {wanted}, and those of three last (T-006, T-014, FM-10)")
    if fine and points is not None and inputs.get("rounds") and 3 in map(len, tables):
        at = {
            size: [points.get(p, 0) for t in tables if len(t) == size for p in t] for size in (3, 4)
        }
        most = max(at[3])
        fine = most <= min(at[4], default=most)
        report.check(
            fine, f"{where}: nobody at a table of four has fewer points than {most} (T-013)"
        )


def sizes_in(inputs, players):
    """Sizes of the tables for so many players, as the input wants them."""
    if inputs.get("sizes") == "threes":
        fours = players % 3
        return [4] * fours + [3] * ((players - 4 * fours) // 3)
    threes = -players % 4
    return [4] * ((players - 3 * threes) // 4) + [3] * threes


def check_counts(answer, rounds, where, report):
    """Who meets again, counted."""
    pairs, trios = (meetings(answer["tables"], rounds, size) for size in (2, 3))
    found = [len(pairs), len(trios)]
    fine = [answer["repeated_pairs"], answer["repeated_triples"]] == found
    report.check(fine, f"{where}: {found[0]} pairs and {found[1]} triples meet again")
    if answer["certificate"] and answer["certificate"]["kind"] in ("lot", "standings", "snake"):
        kind, cost = answer["certificate"]["kind"], answer["certificate"]["cost"]
        fine = cost == repeats(answer["tables"], rounds)["cost"]
        report.check(fine, f"{where}: the repeats cost {cost}, which nobody asked about ({kind})")
    elif answer["certificate"]:
        kind, bound = answer["certificate"]["kind"], answer["certificate"]["bound"]
        total = repeats(answer["tables"], rounds)
        fine = answer["certificate"]["cost"] == total["cost"]
        fine = fine and (kind == "zero") == (total["cost"] == 0)
        fine = fine and (kind == "best_found" or bound == total)
        text = f"{where}: the repeats cost {told(total)}, no draw less than {told(bound)} ({kind})"
        report.check(fine, text)


def meetings(tables, rounds, size):
    """Groups of so many at one table who sat together before: [players, rounds, table]."""
    sat = [{player: n for n, table in enumerate(r) for player in table} for r in rounds]
    found = []
    for n, table in enumerate(tables, 1):
        for group in combinations(table, size):
            at = [{where.get(player, -1) for player in group} for where in sat]
            again = [r for r, spots in enumerate(at, 1) if len(spots) == 1 and -1 not in spots]
            if again:
                found.append([[*group], again, n])
    return found


def repeats(tables, rounds):
    """Repeated triples, and the sum of 1, 4, 9 for the second, third, fourth meeting of pairs."""
    squares = [len(again) ** 2 for _, again, _ in meetings(tables, rounds, 2)]
    return {"triples": len(meetings(tables, rounds, 3)), "cost": sum(squares)}


def told(cost):
    triples = f" and {cost['triples']} triples" if cost["triples"] else ""
    return f"{cost['cost']}{triples}"


# Part 2: the draw again

# One whole number holds all that seatings are compared by: pairs to be kept apart, repeated
# triples, repeated pairs (a pair that met m times counts m * m), and wishes that are not granted.
# Before the wishes come positions in the play order that somebody had before, if they are minded.
ORDER, PAIR, TRIPLE, APART = 1 << 24, 1 << 48, 1 << 72, 1 << 96

# What is to be seated: tables as (size, who is kept there), and players, counted from 0 in the
# order of the standings, who sit at tables of four, of three, or at either.
Hall = namedtuple("Hall", "tables high low either")
# How it was seated: the cost, a bound that no seating stays below, whether that was proved, and
# whether all seatings of this cost had the same chance.
Seated = namedtuple("Seated", "hall tables cost bound kind even seatings")


class Contradiction(Exception):
    """The input asks for what no draw can give."""


class TooMany(Exception):
    """There are too many seatings to compare them all."""


class Chance:
    """Even chances: SHA-256 of "seed:0", "seed:1" and so on, each giving four numbers."""

    def __init__(self, seed):
        self.seed, self.block, self.numbers = seed, 0, []

    def below(self, bound):
        """A number from 0 to bound - 1; what would favour small ones is passed over."""
        while True:
            if not self.numbers:
                digits = sha256(f"{self.seed}:{self.block}")
                self.numbers = [int(digits[at : at + 16], 16) for at in (48, 32, 16, 0)]
                self.block += 1
            number = self.numbers.pop()
            if number < (1 << 64) - (1 << 64) % bound:
                return number % bound

    def shuffle(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def take(self, items):
        """Take one of the items out; the last one moves to its place."""
        place = self.below(len(items))
        items[place], items[-1] = items[-1], items[place]
        return items.pop()


class Costs:
    """What it costs to seat players together, after these rounds."""

    def __init__(self, players, rounds, apart=(), rather_apart=(), positions=None):
        self.positions = positions
        self.met, self.trios = [Counter() for _ in range(players)], set()
        for table in (table for tables in rounds for table in tables):
            for one, other in combinations(table, 2):
                self.met[one][other] += 1
                self.met[other][one] += 1
            self.trios.update(map(frozenset, combinations(table, 3)))
        self.pair = [{p: times**2 * PAIR for p, times in met.items()} for met in self.met]
        for pairs, price in ((apart, APART), (rather_apart, 1)):
            for one, other in pairs:
                price_now = self.pair[one].get(other, 0) + price
                self.pair[one][other] = self.pair[other][one] = price_now

    def of(self, table):
        cost = sum(self.pair[one].get(other, 0) for one, other in combinations(table, 2))
        if cost >= 3 * PAIR:
            cost += TRIPLE * sum(frozenset(t) in self.trios for t in combinations(table, 3))
        if self.positions and len(table) > 2:
            cost += ORDER * self.positions.least(table)
        return cost

    def sum(self, tables):
        return sum(map(self.of, tables))


class Positions:
    """How often everybody had each position; those who have a seat keep it."""

    def __init__(self, players, rounds, seats):
        self.had, self.seats = [[0] * 4 for _ in players], seats
        for table in (table for tables in rounds for table in tables):
            for place, player in enumerate(table):
                if player in players:
                    self.had[players.index(player)][place] += 1

    def orders(self, table):
        """The ways to sit that repeat positions least, and how many they repeat."""
        found = []
        for places in permutations(range(len(table))):
            if all(self.seats.get(p, at + 1) == at + 1 for p, at in zip(table, places)):
                cost = sum(self.had[p][at] for p, at in zip(table, places))
                found.append((cost, [table[places.index(at)] for at in range(len(table))]))
        least = min(cost for cost, _ in found)
        return [order for cost, order in found if cost == least], least

    def least(self, table):
        return self.orders(table)[1]

    def cost(self, tables):
        return sum(self.had[p][at] for table in tables for at, p in enumerate(table))

    def bound(self, tables):
        """A position at more tables than there are players who never had it is had again."""
        new = [sum(not had[at] for had in self.had) for at in range(4)]
        return sum(max(0, sum(len(t) > at for t in tables) - new[at]) for at in range(4))


def without_order(cost):
    return cost - cost % PAIR // ORDER * ORDER


class Asked:
    """What the input of a round says, with players by their places in the standings."""

    def __init__(self, inputs, seed):
        self.inputs, self.chance = inputs, Chance(seed)
        self.players = inputs["players"][: inputs.get("cut")]
        index = {player: place for place, player in enumerate(self.players)}
        self.index, self.names = index, inputs.get("rounds", [])
        self.rounds = [[[index[p] for p in t if p in index] for t in r] for r in self.names]
        self.sizes = sizes_in(inputs, len(self.players))
        self.way = inputs.get("seating", inputs.get("mode", "random"))
        # The older name tells nothing of how the tables came about.
        self.silent = "seating" not in inputs and self.way == "standings"
        locked = {index[p]: seat for p, seat in inputs.get("locked", {}).items() if p in index}
        self.fixed = {index[p]: t for p, t in inputs.get("tables", {}).items() if p in index}
        self.fixed.update({player: seat["table"] for player, seat in locked.items()})
        self.seats = {player: seat["seat"] for player, seat in locked.items()}
        self.near = {index[p] for p in inputs.get("near_desk", []) if p in index}
        self.positions = None
        if "play_order" in inputs:
            self.positions = Positions(self.players, self.names, self.seats)

    def groups(self, wish):
        """The groups of a wish for this round; who is not to be seated is passed over."""
        for group in self.inputs.get(wish, []):
            if isinstance(group, list) or len(self.rounds) + 1 in group["rounds"]:
                members = group if isinstance(group, list) else group["players"]
                yield sorted({self.index[player] for player in members if player in self.index})

    def pairs(self, wish):
        return sorted({pair for group in self.groups(wish) for pair in combinations(group, 2)})

    def another_round(self):
        to_come = self.inputs.get("rounds_total", 4) - len(self.rounds) - 1
        return self.inputs.get("rounds_to_come", to_come) > 0


def drawn_again(inputs, seed):
    """The answer that input and seed lead to."""
    asked = Asked(inputs, seed)
    by, points, *sides = border(asked.players, inputs, 3 * asked.sizes.count(3), asked.way)
    if asked.way in BY_PLACE:
        tables, seated = placed_by_standings(asked, sides)
    else:
        tables, seated = placed_by_chance(asked, sides)
    give_seats(asked, tables)
    left_out = inputs["players"][len(asked.players) :]
    answer = {"certificate": None, "reasons": [], "threes": None, "left_out": left_out}
    answer["tables"] = [[asked.players[place] for place in table] for table in tables]
    if asked.silent:
        return answer
    say_how_good(answer, asked, tables, seated)
    if 3 in asked.sizes:
        free = asked.rounds and by != "lot" and asked.way not in BY_PLACE
        level = [asked.players[place] for place in sides[2]] if free else []
        answer["threes"] = {"by": by, "points": points, "level": level}
    return answer


BY_PLACE = ("standings", "standings_apart", "snake")


def placed_by_chance(asked, sides):
    """Tables by their numbers, and how they were found."""
    # A plain lot looks neither at who met nor at positions.
    met = asked.rounds if asked.way == "random" else []
    positions, chance = asked.positions if met else None, asked.chance
    players = len(asked.players)
    costs = Costs(players, met, asked.pairs("apart"), asked.pairs("rather_apart"), positions)
    apart, together = ([*asked.groups(wish)] for wish in ("apart", "together"))
    hall = arranged(asked.sizes, sides, apart, together, asked.fixed, chance)
    seated = [solved(part, costs, met, chance) for part in parts(hall)]
    if players in (16, 20) and 3 not in asked.sizes and len(met) > 1 and asked.another_round():
        seated = [looked_ahead(seated[0], costs, met, chance)]
    tables = [table for part in seated for table in part.tables]
    give_numbers(tables, met, {table - 1 for table in asked.fixed.values()}, asked.near, chance)
    return tables, seated


def placed_by_standings(asked, sides):
    """Tables by their numbers; where repeats are avoided, how they were found and whether nobody
    could sit further up."""
    everybody, seats = [*range(len(asked.players))], 3 * asked.sizes.count(3)
    if asked.silent:
        fours = len(everybody) - seats
        tables = [
            by_place(everybody[:fours], 4, asked.way),
            by_place(everybody[fours:], 3, asked.way),
        ]
        return tables[0] + tables[1], []
    level = [*sides[2]]
    asked.chance.shuffle(level)
    low = sorted(sides[1] + level[: seats - len(sides[1])])
    high = [player for player in everybody if player not in low]
    if asked.way != "standings_apart":
        return by_place(high, 4, asked.way) + by_place(low, 3, asked.way), []
    costs = Costs(len(everybody), asked.rounds, asked.pairs("apart"))
    halls = parts(Hall([(size, []) for size in asked.sizes], high, low, []))
    seated = [apart_in_order(hall, costs, asked.rounds) for hall in halls]
    return [table for part, _ in seated for table in part.tables], seated


def give_seats(asked, tables):
    """Everybody a position that repeats least, if that is asked, and locked players their seats."""
    for table in tables if asked.positions else []:
        orders = asked.positions.orders(sorted(table))[0]
        chosen = 0 if asked.way in BY_PLACE else asked.chance.below(len(orders))
        table[:] = orders[chosen]
    for table in tables:
        seats = sorted((asked.seats[player], player) for player in table if player in asked.seats)
        table[:] = [player for player in table if player not in asked.seats]
        for seat, player in seats:
            table.insert(seat - 1, player)


def say_how_good(answer, asked, tables, seated):
    """The certificate and the reasons, whatever the way."""
    way, players, apart = asked.way, asked.players, asked.pairs("apart")
    placed = {"kind": way, "cost": repeats(tables, asked.rounds)["cost"]}
    again = bound = asked.positions.cost(tables) if asked.positions else 0
    if way == "random":
        account(answer, seated, tables, asked.rounds, players, apart)
        proved = sum(part.bound for part in seated) % PAIR // ORDER
        bound = max(asked.positions.bound(tables), proved) if asked.positions else 0
    elif way == "standings_apart":
        account(answer, [part for part, _ in seated], tables, asked.rounds, players, apart)
        answer["certificate"]["first"] = all(first for _, first in seated)
    elif way == "lot":
        account(answer, seated, tables, [], players, apart)
        answer["certificate"] = dict(placed, even=all(part.even for part in seated))
    else:
        answer["certificate"] = placed
    if asked.positions:
        answer["certificate"]["play_order"] = {"again": again, "bound": bound}


def by_place(players, size, way):
    """One after the other from the first table on, or up to the last table and back again."""
    tables = [[] for _ in range(len(players) // size)]
    for place, player in enumerate(players):
        row, number = divmod(place, len(tables))
        if way == "standings":
            tables[place // size].append(player)
        else:
            tables[-1 - number if row % 2 else number].append(player)
    return tables


def apart_in_order(hall, costs, rounds):
    """As few repeats as can be, then the first table that leaves the others as many, and so on.
    Whether that is certain comes with it."""
    size = hall.tables[0][0]
    everybody = sorted(hall.high + hall.low)
    origins = [{*table} for tables in rounds for table in tables]
    stack, tables, failed = [(everybody, clean_tables([], everybody, size, costs))], [], set()
    for _ in range(20_000):
        left, untried = stack[-1]
        table = next(untried, None)
        if table is None:
            stack.pop()
            failed.add(tuple(left))
            if not stack:
                break
            tables.pop()
            continue
        rest = [player for player in left if player not in table]
        if not rest:
            return Seated(hall, [*tables, table], 0, 0, "zero", False, None), True
        open_tables = len(rest) // size
        parted = open_tables >= 4 or all(len(o.intersection(rest)) <= open_tables for o in origins)
        if parted and tuple(rest) not in failed:
            tables.append(table)
            stack.append((rest, clean_tables([], rest, size, costs)))
    if len(everybody) <= 20:
        try:
            seatings = Seatings(hall, costs, Repair(hall, costs, Chance("")).cost)
            return best_of(seatings, seatings.first(), costs, rounds, False), True
        except TooMany:
            pass
    found = solved(hall, costs, rounds, Chance(""))
    return found._replace(tables=sorted(map(sorted, found.tables)), even=False), False


def clean_tables(table, others, size, costs):
    """Tables of these and others at which nobody costs anything, in the order of the standings."""
    if len(table) == size:
        yield table
    for place, player in enumerate(others if table else others[:1]):
        if len(table) < size and not any(other in costs.pair[player] for other in table):
            yield from clean_tables([*table, player], others[place + 1 :], size, costs)


def border(players, inputs, seats, way):
    """Who decides about tables of three, the points there, and who sits high, low or at either."""
    everybody, points = [*range(len(players))], inputs.get("points")
    if not seats:
        return None, None, everybody, [], []
    threes, rounds, by = inputs.get("threes", "points"), inputs.get("rounds", []), "points"
    # By the standings nothing is drawn: of level players the last ones sit at tables of three.
    placed = "seating" in inputs and way in BY_PLACE
    if threes == "seeds":
        return "seeds", None, everybody[seats:], everybody[:seats], []
    if threes == "lot" or not (rounds or placed):
        return "lot", None, [], [], everybody
    if threes == "fewest":
        points = Counter(p for r in rounds for table in r if len(table) == 3 for p in table)
        by = "fewest"
    elif points is None or not rounds:
        return "standings", None, everybody[:-seats], everybody[-seats:], []
    of = [points.get(player, 0) for player in players]
    order = sorted(everybody, key=lambda place: -of[place])
    least = of[order[-seats]]
    if placed or inputs.get("low") == "standings":
        by = "standings" if by == "points" else by
        return by, least, sorted(order[:-seats]), sorted(order[-seats:]), []
    high = [place for place in everybody if of[place] > least]
    low = [place for place in everybody if of[place] < least]
    level = [place for place in everybody if of[place] == least]
    if len(low) + len(level) == seats:
        low, level = sorted(low + level), []
    return by, least, high, low, level


def arranged(sizes, sides, apart, together, fixed, chance):
    """The hall, with those in place who belong at a certain table or at one table."""
    units = []
    for group in [
        [p for p in fixed if fixed[p] == table] for table in {*fixed.values()}
    ] + together:
        unit = {*group}
        for other in [other for other in units if other & unit]:
            unit |= other
            units.remove(other)
        units.append(unit)
    units = [(max(fixed.get(p, 0) for p in unit), sorted(unit)) for unit in units if unit]
    units.sort(key=lambda unit: (not unit[0], -len(unit[1]), unit[1]))
    if any(not 0 <= table <= len(sizes) or len(unit) > 4 for table, unit in units):
        raise Contradiction("a table is missing or too small")
    for _ in range(64):
        high, low, either = map(set, sides)
        for table, unit in units:
            level, lows = either.intersection(unit), 3 * sizes.count(3) - len(low)
            if table or len(unit) == 4 or high.intersection(unit):
                size = sizes[table - 1] if table else 4
            elif low.intersection(unit):
                size = 3
            else:
                # A lot for all of them, with the chances that a lot for each would leave them.
                down = perm(max(lows, 0), len(unit))
                up = perm(max(len(either) - lows, 0), len(unit))
                size = 3 if chance.below(max(down + up, 1)) < down else 4
            either -= level
            (low if size == 3 else high).update(level)
        kept = placed(sizes, units, low, apart)
        if kept and len(high) <= 4 * sizes.count(4) and len(low) <= 3 * sizes.count(3):
            there = {player for table in kept for player in table}
            hall = Hall(
                [*zip(sizes, kept)], *(sorted(side - there) for side in (high, low, either))
            )
            full = any(len(kept) > size for size, kept in hall.tables)
            if not full and 0 <= lows_wanted(hall) <= len(hall.either):
                return hall
    raise Contradiction("those who belong together find no table")


def placed(sizes, units, low, apart):
    """Who is kept at which table. Groups get the emptiest table, and of those the last."""
    kept = [[] for _ in sizes]
    for number, unit in units:
        table = number
        if not table:
            size = 3 if unit[0] in low else 4
            foes = {p for group in apart if {*group}.intersection(unit) for p in group}
            room = [(size - len(kept[n]), n + 1) for n in range(len(sizes)) if sizes[n] == size]
            room = [(free, n) for free, n in room if not foes.intersection(kept[n - 1])]
            free, table = max(room, default=(0, 0))
            if free < len(unit):
                return None
        kept[table - 1] += unit
    return kept


def lows_wanted(hall):
    """How many of those who may sit at either sit at tables of three."""
    return sum(3 - len(kept) for size, kept in hall.tables if size == 3) - len(hall.low)


def parts(hall):
    """Tables of four and of three apart, unless it is still open who sits at which."""
    tables, high, low, either = hall
    if 0 < lows_wanted(hall) < len(either):
        return [hall]
    high, low = (high, low + either) if lows_wanted(hall) else (high + either, low)
    fours, threes = ([table for table in tables if table[0] == size] for size in (4, 3))
    halls = [Hall(fours, sorted(high), [], []), Hall(threes, [], sorted(low), [])]
    return [hall for hall in halls if hall.tables]


def mostly_threes(hall):
    """Whether tables of four are few here and not those of three."""
    return [size for size, _ in hall.tables].count(3) > 3


def best_of(seatings, tables, costs, rounds, even):
    """One of the best of all seatings."""
    hall, cost = seatings.hall, costs.sum(tables)
    known = kind(cost, counted(hall, 4, costs, rounds) + counted(hall, 3, costs, rounds))
    return Seated(
        hall, tables, cost, cost, known.replace("best_found", "enumerated"), even, seatings
    )


def solved(hall, costs, rounds, chance, hasty=False):
    """Shuffle; swap until it is good; and where players are few compare all seatings, in a hasty
    draw only if swaps did not do."""
    for _ in range(1000 if len(rounds) < 2 and not costs.positions else 0):
        if tables := dealt(hall, chance, costs):
            cost = costs.sum(tables)
            return Seated(hall, tables, cost, cost, kind(cost, cost), True, None)
    few, repair = len(hall.high) + len(hall.either), Repair(hall, costs, chance)
    few += len(hall.low) if mostly_threes(hall) else 0
    if hasty and not repair.bad:
        cost = repair.cost
        return Seated(hall, repair.tables, cost, cost, kind(cost, cost), False, None)
    if few <= 20 or (few <= 24 and (repair.cost >= PAIR if costs.positions else repair.bad)):
        try:
            seatings = Seatings(hall, costs, repair.cost)
            return best_of(seatings, seatings.drawn(chance), costs, rounds, True)
        except TooMany:
            pass
    for _ in range(1000 // len(repair.seats)):
        if repair.bad:
            repair = min(repair, Repair(hall, costs, chance), key=lambda repair: repair.cost)
    cost = repair.cost
    bound = lower_bound(hall, costs, rounds) if cost >= PAIR else 0
    return Seated(hall, repair.tables, cost, bound, kind(cost, bound), False, None)


def kind(cost, bound):
    return "zero" if cost < PAIR else "bound" if without_order(cost) <= bound else "best_found"


def looked_ahead(first, costs, rounds, chance):
    """Draw again until the next round can do without repeats, up to a hundred times."""
    drawn = first
    for _ in range(100 if first.cost < PAIR else 0):
        after = Costs(sum(map(len, drawn.tables)), [*rounds, drawn.tables])
        # Those who sit together by wish would only repeat it, so they are free in that round.
        tables = [(size, kept if len(kept) < 2 else []) for size, kept in drawn.hall.tables]
        freed = [player for _, kept in drawn.hall.tables if len(kept) > 1 for player in kept]
        try:
            hall = Hall(tables, sorted(drawn.hall.high + freed), [], [])
            if drawn.cost < PAIR and Seatings(hall, after, 0).ways:
                return drawn
        except TooMany:
            pass
        if drawn.seatings:
            drawn = drawn._replace(tables=drawn.seatings.drawn(chance))
        else:
            drawn = solved(drawn.hall, costs, rounds, chance)
    return first


def dealt(hall, chance, costs=None):
    """Seats given out by lot; with costs, None as soon as a newcomer to a table costs anything."""
    level = [*hall.either]
    low = [*hall.low, *(chance.take(level) for _ in range(lows_wanted(hall)))]
    pools, tables = {4: [*hall.high, *level], 3: low}, []
    for size, kept in reversed(hall.tables):
        table = [*kept]
        while len(table) < size:
            player = chance.take(pools[size])
            if costs and any(other in costs.pair[player] for other in table):
                return None
            table.append(player)
        tables.append(table)
    return tables[::-1]


class Repair:
    """A deal in which players of bad tables swap with others as long as the cost does not grow:
    until no table is bad, or until many swaps in a row have made nothing better."""

    def __init__(self, hall, costs, chance):
        self.costs, self.either = costs, {*hall.either}
        self.tables = dealt(hall, chance)
        self.price = [costs.of(table) for table in self.tables]
        self.cost = sum(self.price)
        # A table is bad if it costs more than those who are kept there cost anyway.
        self.least = [without_order(costs.of(kept)) for _, kept in hall.tables]
        self.bad = [n for n, price in enumerate(self.price) if price > self.least[n]]
        free = [range(len(kept), size) for size, kept in hall.tables]
        self.seats = [(n, place) for n, places in enumerate(free) for place in places]
        idle = 0
        while self.bad and idle < 50 * len(self.seats):
            before, one = self.cost, self.bad[chance.below(len(self.bad))]
            place = free[one][-1] - chance.below(len(free[one]))
            self.swap(one, place, *self.seats[chance.below(len(self.seats))])
            idle = 0 if self.cost < before else idle + 1

    def swap(self, one, place, other, other_place):
        first, second = self.tables[one], self.tables[other]
        pair = {first[place], second[other_place]}
        if one == other or (len(first) != len(second) and not pair <= self.either):
            return
        first[place], second[other_place] = second[other_place], first[place]
        prices = [(one, self.costs.of(first)), (other, self.costs.of(second))]
        if prices[0][1] + prices[1][1] > self.price[one] + self.price[other]:
            first[place], second[other_place] = second[other_place], first[place]
            return
        for n, price in prices:
            if self.price[n] <= self.least[n] < price:
                self.bad.append(n)
            elif price <= self.least[n] < self.price[n]:
                self.bad.remove(n)
            self.cost += price - self.price[n]
            self.price[n] = price


class Seatings:
    """All seatings within a cost. A group of players is a number with a bit for each of them. Its
    first player sits at some table, and what remains is a smaller group, looked at only once."""

    def __init__(self, hall, costs, room):
        self.hall, self.steps, self.found, self.failed = hall, 10_000_000, {0: (0, 1)}, {}
        self.mostly_threes = mostly_threes(hall)
        self.open = [(n, *table) for n, table in enumerate(hall.tables) if len(table[1]) < table[0]]
        free = sorted(hall.high + hall.low + hall.either)
        self.players = sorted(free + [player for _, _, kept in self.open for player in kept])
        self.everybody, self.price = (1 << len(self.players)) - 1, {}
        bit = {player: 1 << place for place, player in enumerate(self.players)}
        for size, kept in dict.fromkeys((size, tuple(kept)) for _, size, kept in self.open):
            barred = {*(hall.low if size == 4 else hall.high)}
            for mates in combinations([p for p in free if p not in barred], size - len(kept)):
                price = costs.of(kept + mates)
                if price <= room:
                    self.price[sum(bit[player] for player in kept + mates)] = price
        # Tables by their size (0 for both) and their first player, the cheapest first.
        self.tables = {}
        for mask, price in sorted(self.price.items(), key=lambda item: item[1]):
            for size in (0, bits(mask)):
                self.tables.setdefault((size, mask & -mask), []).append((mask, price))
        self.cost, self.ways = self.best(self.everybody, room) or (None, 0)

    def options(self, group):
        left = bits(group)
        if left <= 4:
            return [(group, self.price[group])] if group in self.price else []
        # 4 a + 3 b players are left. Either a is never above two, or b is never above three.
        threes = (left - 4 * (left % 3)) // 3 if self.mostly_threes else -left % 4
        size = 4 if not threes else 3 if left == 3 * threes else 0
        return self.tables.get((size, group & -group), [])

    def best(self, group, room):
        """The lowest cost of a group and in how many ways it is had; None above `room`."""
        if group in self.found:
            return self.found[group]
        if room <= self.failed.get(group, -1):
            return None
        lowest, ways, options = room, 0, self.options(group)
        self.steps -= len(options)
        if self.steps < 0:
            raise TooMany
        for mask, price in options:
            if price > lowest:
                break
            rest = self.best(group ^ mask, lowest - price) if mask & group == mask else None
            if rest and price + rest[0] <= lowest:
                ways = rest[1] + (ways if price + rest[0] == lowest else 0)
                lowest = price + rest[0]
        if not ways:
            self.failed[group] = room
            return None
        self.found[group] = (lowest, ways)
        return lowest, ways

    def first(self):
        """Of the best seatings the first table by table, where nobody is kept."""
        tables, group = [], self.everybody
        while group:
            table, group = min(
                ([p for n, p in enumerate(self.players) if mask >> n & 1], group ^ mask)
                for mask, price in self.options(group)
                if mask & group == mask and (group ^ mask) in self.found
                if price + self.found[group ^ mask][0] == self.found[group][0]
            )
            tables.append(table)
        return tables

    def drawn(self, chance):
        """One number is drawn; counting through the best seatings leads to the one it means."""
        number, group = chance.below(self.ways), self.everybody
        tables, still = [[*kept] for _, kept in self.hall.tables], self.open[:]
        stay = {player for _, _, kept in still for player in kept}
        while group:
            for mask, price in self.options(group):
                cost, ways = self.found.get(group & ~mask, (-1, 0))
                if mask & group == mask and price + cost == self.found[group][0]:
                    if number < ways:
                        break
                    number -= ways
            table = [player for place, player in enumerate(self.players) if mask >> place & 1]
            kept = stay.intersection(table)
            at = next(at for at in still if at[1] == len(table) and {*at[2]} == kept)
            still.remove(at)
            tables[at[0]], group = table, group ^ mask
        return tables


def bits(group):
    return bin(group).count("1")


def counted(hall, size, costs, rounds):
    """What any seating costs at the tables of this size, found by counting alone."""
    kept = [there for its_size, there in hall.tables if its_size == size]
    players = (hall.high if size == 4 else hall.low) + hall.either
    players = [*players, *(player for there in kept for player in there)]
    pairs, again, partners = len(kept) * comb(size, 2), 0, 0
    if not kept:
        return 0
    for tables in rounds:
        # Pigeonholes: a table filled from fewer tables than it has seats brings some together.
        present = [len({*players}.intersection(table)) for table in tables]
        origins = sum(map(bool, present)) + len(players) - sum(present)
        if origins < size:
            few, more = divmod(size, origins)
            again += len(kept) * ((origins - more) * comb(few, 2) + more * comb(few + 1, 2))
    each, more = divmod(again, pairs)
    for player in players if len(players) == len(kept) * size else []:
        # Everybody sits with size - 1 others, at best with those met least; pairs count twice.
        met = costs.met[player]
        if len(met) + size > len(players):
            times = sorted(met[other] ** 2 for other in players if other != player)
            partners += sum(times[: size - 1])
    least = max((pairs - more) * each**2 + more * (each + 1) ** 2, -(-partners // 2))
    return max(without_order(costs.sum(kept)), least * PAIR)


def lower_bound(hall, costs, rounds):
    """What any seating costs: counted, and at tables of three tried out for all who may sit."""
    fours, threes = (counted(hall, size, costs, rounds) for size in (4, 3))
    small, wanted = [table for table in hall.tables if table[0] == 3], lows_wanted(hall)
    if small and not mostly_threes(hall) and comb(len(hall.either), wanted) <= 3000:
        full = costs.sum(kept for _, kept in small if len(kept) == 3)
        lows = ([*hall.low, *more] for more in combinations(hall.either, wanted))
        tried = (Seatings(Hall(small, [], sorted(low), []), costs, 1 << 124).cost for low in lows)
        threes = max(threes, without_order(full + min(tried)))
    return fours + threes


def give_numbers(tables, rounds, fixed, near, chance):
    """Put the tables in the order of their numbers: by lot, then such that few sit at one again."""
    sat = [Counter() for _ in tables]
    for earlier in rounds:
        for counter, table in zip(sat, earlier):
            counter.update(table)

    def again(table, number):
        return sum(sat[number][player] ** 2 for player in table)

    for size in (4, 3):
        free = [n for n, table in enumerate(tables) if len(table) == size and n not in fixed]
        order = [tables[n] for n in free]
        chance.shuffle(order)
        order.sort(key=lambda table: not near.intersection(table))
        close = sum(1 for table in order if near.intersection(table))
        for one in range(close, len(order)):
            for _ in range(30):
                if not again(order[one], free[one]):
                    break
                other = close + chance.below(len(order) - close)
                now = again(order[one], free[one]) + again(order[other], free[other])
                if again(order[one], free[other]) + again(order[other], free[one]) < now:
                    order[one], order[other] = order[other], order[one]
        for n, table in zip(free, order):
            tables[n] = table
    for table in tables:
        chance.shuffle(table)


def account(answer, seated, tables, rounds, players, apart):
    """What the draw says of itself: how good it is, and why there is each repeat."""
    cost, bound = sum(part.cost for part in seated), sum(part.bound for part in seated)
    pairs, trios = (meetings(tables, rounds, size) for size in (2, 3))
    at = {player: number for number, table in enumerate(tables, 1) for player in table}
    side_by_side = [[[*pair], [], at[pair[0]]] for pair in apart if at[pair[0]] == at[pair[1]]]
    forced = []
    for group, again, table in trios + pairs + side_by_side:
        part = next(part for part in seated if any(group[0] in table for table in part.tables))
        size, proved, either = len(tables[table - 1]), part.kind != "best_found", part.hall.either
        only = [its_size for its_size, _ in part.hall.tables].count(size) == 1
        tried = size == 3 and proved and not mostly_threes(part.hall)
        rules = (only or (tried and not either)) and not {*either} & {*group}
        rule, why = "T-019", {"best_found": "found", "bound": "proved"}.get(part.kind, "compared")
        if not again:
            rule, why = "", "apart" if proved else "apart_found"
        elif any({*group} <= {*kept} for _, kept in part.hall.tables):
            rule, why = "", "kept"
        elif rules:
            rule, why = "T-013", "only_table" if only else "lowest"
        found = {"players": [players[place] for place in group], "rounds": again}
        answer["reasons"].append({"rule": rule, "why": why, "table": table, **found})
        if rules and again and len(group) == 2:
            forced.append(found)
    order = ["zero", "bound", "enumerated", "best_found"]
    answer["certificate"] = {
        "kind": max((part.kind for part in seated), key=order.index),
        "even": all(part.even for part in seated),
        "cost": cost % TRIPLE // PAIR,
        "bound": {"triples": bound % APART // TRIPLE, "cost": bound % TRIPLE // PAIR},
        "forced": forced,
    }


def schedule_again(inputs, seed):
    """The answer that input and seed of a schedule lead to."""
    names, count = inputs["players"], inputs["rounds"]
    index, sizes = {player: n for n, player in enumerate(names)}, sizes_in(inputs, len(names))
    groups, pairs = {}, {}
    for wish in ("apart", "rather_apart"):
        groups[wish] = [sorted({index[p] for p in group}) for group in inputs.get(wish, [])]
        pairs[wish] = sorted({pair for group in groups[wish] for pair in combinations(group, 2)})
    chance, least, best = Chance(seed), least_cost(sizes, count), None
    for number in range(1 + 250 // (count * len(names))):
        if best and not improvable(best[0], least):
            break
        drawn = plan(sizes, count, groups["apart"], pairs, chance, number % 2 == 0)
        best = drawn if best is None else min(best, drawn, key=lambda one: one[0])
    cost, rounds = best[0][2] % TRIPLE // PAIR, best[1]
    order, bound = PlayOrder(rounds, len(names)), least_again(rounds)
    order.settle()
    order.wander(bound, chance)
    tables = iter(order.tables)
    rounds = [[next(tables) for _ in round_] for round_ in rounds]
    pairs_again, trios_again = (beyond_the_first(rounds, size) for size in (2, 3))
    proved = cost == least > 0 and (not trios_again or len(sizes) == 1)
    together = {frozenset(g) for r in rounds for table in r for g in combinations(table, 2)}
    return {
        "rounds": [[[names[p] for p in table] for table in tables] for tables in rounds],
        "repeated_pairs": pairs_again,
        "repeated_triples": trios_again,
        "positions": {
            name: [t.index(n) + 1 for tables in rounds for t in tables if n in t]
            for name, n in index.items()
        },
        "certificate": {
            "kind": "zero" if not cost else "bound" if proved else "best_found",
            "cost": cost,
            "bound": least,
            "play_order": {"again": order.again, "bound": bound},
            "not_apart": [
                [names[p] for p in pair] for pair in pairs["apart"] if {*pair} in together
            ],
        },
    }


def improvable(quality, least):
    together, uneven, cost = quality
    return together or uneven or cost % TRIPLE // PAIR > least or cost % ORDER


def beyond_the_first(rounds, size):
    """Meetings of so many at one table, without the first of each."""
    met = [frozenset(g) for r in rounds for table in r for g in combinations(table, size)]
    return len(met) - len({*met})


def plan(sizes, count, apart, pairs, chance, freely):
    """What rounds that are drawn one after the other are compared by, and these rounds."""
    rounds, cost, players = [], 0, sum(sizes)
    for number in range(count):
        costs = Costs(players, rounds, pairs["apart"], pairs["rather_apart"])
        to_come, found = count - number - 1, []
        for sides in whose_turn(sizes, turns_in(rounds, players), to_come, freely):
            if not can_be_apart(sizes, sides, apart, pairs["apart"]):
                continue
            hall = arranged(sizes, sides, apart, [], {}, chance)
            seated = [solved(part, costs, rounds, chance, True) for part in parts(hall)]
            if to_come and players in (16, 20) and 3 not in sizes and number > 1:
                seated = [looked_ahead(seated[0], costs, rounds, chance)]
            price = sum(part.cost for part in seated)
            tables = [table for part in seated for table in part.tables]
            found.append((price, tables))
            if price < APART and can_be_even([*rounds, tables], sizes, to_come):
                break
        else:
            price, tables = min(found, key=lambda one: one[0] // APART)
        cost += price
        give_numbers(tables, rounds, set(), set(), chance)
        rounds.append(tables)
    turns = turns_in(rounds, players)
    uneven = sum(comb(times, 2) for times in turns) - spread(sum(turns), players)
    return (cost // APART, uneven, cost % APART), rounds


def can_be_apart(sizes, sides, groups, pairs):
    """Whether groups find tables enough, and everybody others enough to fill one."""
    foes = {}
    for one, other in pairs:
        foes.setdefault(one, set()).add(other)
        foes.setdefault(other, set()).add(one)
    for size, side in ((4, sides[0]), (3, sides[1])):
        if any(len({*group}.intersection(side)) > sizes.count(size) for group in groups):
            return False
        reach = {*side, *sides[2]}
        if any(len(reach - foes.get(player, set())) < size for player in side):
            return False
    return True


def whose_turn(sizes, turns, to_come, freely):
    """Who sits at tables of four, of three and at either, one way to say it after the other."""
    everybody, seats = [*range(len(turns))], 3 * sizes.count(3)
    if not seats:
        yield everybody, [], []
        return
    each = (sum(turns) + seats * (to_come + 1)) // len(turns)
    low = [player for player in everybody if turns[player] + to_come < each]
    high = [player for player in everybody if turns[player] > each]
    if freely and len(low) <= seats <= len(turns) - len(high):
        yield high, low, [player for player in everybody if player not in high + low]
    fewest = {"points": dict(enumerate(turns)), "rounds": [[]]}
    yield border(everybody, fewest, seats, "random")[2:]
    yield [], [], everybody


def can_be_even(rounds, sizes, to_come):
    """Whether everybody can still get as many turns at tables of three as the others."""
    turns, left = turns_in(rounds, sum(sizes)), 3 * sizes.count(3) * to_come
    each = (sum(turns) + left) // len(turns)
    missing = [max(0, each - times) for times in turns]
    return max(missing) <= to_come and sum(missing) <= left and max(turns) <= each + 1


def turns_in(rounds, players):
    sat = Counter(p for tables in rounds for table in tables if len(table) == 3 for p in table)
    return [sat[player] for player in range(players)]


def spread(things, places):
    """Pairs of things at one place, spread as evenly as can be."""
    few, more = divmod(things, places)
    return (places - more) * comb(few, 2) + more * comb(few + 1, 2)


def least_cost(sizes, count):
    """What so many rounds at such tables cost at least: pigeonholes, and only so many pairs."""
    seats, pairs = sum(comb(size, 2) for size in sizes), comb(sum(sizes), 2)
    again, by_tables = sum(spread(size, len(sizes)) for size in sizes), 0
    for before in range(count):
        each, more = divmod(before * again, seats)
        by_tables += (seats - more) * each**2 + more * (each + 1) ** 2
    each, more = divmod(count * seats, pairs)
    few, many = (sum(n**2 for n in range(times)) for times in (each, each + 1))
    return max(by_tables, (pairs - more) * few + more * many)


def least_again(rounds):
    """How often positions have to be had again: by the tables, and by what each player plays."""
    sizes, sat = [len(table) for tables in rounds for table in tables], {}
    for table in (table for tables in rounds for table in tables):
        for player in table:
            sat.setdefault(player, []).append(len(table))
    by_tables = 3 * spread(len(sizes), len(sat)) + spread(sizes.count(4), len(sat))
    return max(by_tables, sum(map(least_of_one, sat.values())))


def least_of_one(sizes):
    fourths = range(sizes.count(4) + 1)
    return min(comb(fourth, 2) + spread(len(sizes) - fourth, 3) for fourth in fourths)


class PlayOrder:
    """The tables of all rounds in play order, evened out by swaps of two at a table."""

    def __init__(self, rounds, players):
        self.tables = [[*table] for tables in rounds for table in tables]
        self.had, self.at = [[0] * 4 for _ in range(players)], [[] for _ in range(players)]
        for number, table in enumerate(self.tables):
            for place, player in enumerate(table):
                self.had[player][place] += 1
                self.at[player].append(number)
        self.again = sum(comb(times, 2) for had in self.had for times in had)

    def change(self, number, one, other):
        """How many positions more are had again if two players swap theirs."""
        first, second = (self.had[self.tables[number][place]] for place in (one, other))
        return first[other] - first[one] + second[one] - second[other] + 2

    def swap(self, number, one, other):
        table = self.tables[number]
        self.again += self.change(number, one, other)
        for player, step in ((table[one], 1), (table[other], -1)):
            self.had[player][one] -= step
            self.had[player][other] += step
        table[one], table[other] = table[other], table[one]

    def settle(self):
        """Two positions after the other, until nobody gains."""
        before = None
        while before != self.again:
            before = self.again
            for one, other in permutations(range(4), 2):
                for player, had in enumerate(self.had):
                    while had[one] > had[other] + 1 and self.chain(player, one, other):
                        pass

    def chain(self, player, one, other):
        """The shortest chain of swaps to somebody who has the first position less often."""
        came, queue = {player: None}, [player]
        for here in queue:
            if self.had[here][one] < self.had[here][other]:
                last = here
                while came[last] is not None:
                    number = came[last]
                    last = self.tables[number][one]
                    self.swap(number, one, other)
                return True
            for number in self.at[here]:
                table = self.tables[number]
                open_ = len(table) > max(one, other) and table[one] == here
                if open_ and table[other] not in came:
                    came[table[other]] = number
                    queue.append(table[other])
        return False

    def wander(self, least, chance):
        """Swaps by chance that make nothing worse, as long as it could be better."""
        idle = 0
        while self.again > least and idle < 100 * len(self.tables):
            number = chance.below(len(self.tables))
            pairs = [*combinations(range(len(self.tables[number])), 2)]
            pair = pairs[chance.below(len(pairs))]
            change = self.change(number, *pair)
            idle = 0 if change < 0 else idle + 1
            if change <= 0:
                self.swap(number, *pair)


# Part 3: reading the files

# What Python says to a file that is JSON but not a record: a key or a number where none can be.
MISTAKES = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


def read(path):
    """The record in a file. Nothing in it may be so large that checking it would not end."""
    with open(path, "rb") as file:
        text = file.read(20_000_001)
    record = json.loads(text, parse_int=whole, parse_float=whole, parse_constant=whole)
    fine = len(text) <= 20_000_000 and record["format"] == "catantour-draw-record/1"
    fine = fine and 1 <= record["round"] <= 100 and 1 <= len(record["attempts"]) <= 100
    fine = fine and seats_are_few(record["published"]["tables"])
    lists = [chains_in(record), record.get("values", []), record.get("sources", [])]
    fine = fine and all(isinstance(one, list) and len(one) <= 100 for one in lists)
    fine = fine and all(1 <= len(chain["links"]) <= 101 for chain in lists[0])
    for attempt in record["attempts"] if fine else []:
        inputs, answer = attempt["inputs"], attempt["answer"] or {"tables": []}
        players, rounds = inputs["players"], inputs.get("rounds", [])
        if attempt["algorithm"] == SCHEDULE:
            fine = fine and 1 <= rounds <= 20 and len(players) * rounds <= 10_000
            rounds = answer.get("rounds", [[]] * rounds) if fine else []
            fine = fine and len(rounds) == inputs["rounds"]
            answer = {"tables": []}
        seated = min(len(players), inputs.get("cut", 10_000))
        fine = fine and 3 <= seated != 5 and len(players) == len({*players}) <= 10_000
        fine = fine and len(rounds) <= 100 and all(map(seats_are_few, [answer["tables"], *rounds]))
        groups = [g for wish in ("apart", "together", "rather_apart") for g in inputs.get(wish, [])]
        sizes = [len(g["players"] if isinstance(g, dict) else g) for g in groups]
        fine = fine and len(sizes) <= 10_000 and sum(size**2 for size in sizes) <= 20_000_000
        fine = fine and len(attempt["swaps"]) <= 1000
    if not fine:
        raise ValueError("it is not the record of a round")
    return record


def seats_are_few(tables):
    return sum(map(len, tables)) <= 10_000 and all(len(table) <= 4 for table in tables)


def whole(digits):
    if len(digits) > 9:
        raise ValueError("a number is out of range")
    return int(digits)


def main(paths):
    path, report, earlier = "", Report(), {}
    try:
        records = []
        for path in paths:
            records.append((read(path), path))
        first = records[0][0]
        for record, path in sorted(records, key=lambda found: found[0]["round"]):
            number, event = record["round"], record["event"]["id"]
            fine = event == first["event"]["id"] and number not in earlier
            ours, theirs = (chains_in(one) for one in (first, record))
            fine = fine and bool(ours) == bool(theirs)
            for one, other in zip(ours, theirs):
                fine = fine and all(a == b for a, b in zip(one["links"], other["links"]))
            report.check(fine, f"{path}: round {number} of {event}, with the same links")
            check_record(record, earlier, report)
            earlier[number] = record["published"]["tables"]
    except (OSError, *MISTAKES) as mistake:
        print(f"cannot read {path!a} ({type(mistake).__name__}: {str(mistake)!a:.200})")
        return 2
    fine, warned, wrong = (report.count[verdict] for verdict in ("ok", "warn", "WRONG"))
    print(f"{fine} checks are ok, {warned} warnings, {wrong} are WRONG.")
    return 1 if report.count["WRONG"] else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(errors="backslashreplace")
    if len(sys.argv) < 2:
        print(__doc__)
        sys.exit(2)
    sys.exit(main(sys.argv[1:]))
