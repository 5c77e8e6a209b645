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
from itertools import combinations
from math import comb, perm

ALGORITHM = "catantour-draw-2"


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
        fine = is_plain(inputs) and number <= inputs["rounds_total"] <= record["event"]["rounds"]
        report.check(fine, f"{where}: the input is written in the one way there is")
        check_earlier(inputs.get("rounds", []), number, earlier, where, report)
        tables = check_swaps(attempt, check_draw(attempt, where, report), where, report)
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
    chain, number = chain_of(attempt, chains), record["round"]
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


def is_plain(inputs):
    """Whether nothing in the input could be written otherwise, or left out, for the same draw: by
    trying such things somebody who knows the link and the dice could choose a seed."""
    names, wishes = {*inputs["players"]}, ("apart", "together", "rather_apart")
    known = {"players", "rounds", "rounds_total", "low", "points", "mode", "cut", *wishes}
    fine = {*inputs} <= known | {"tables", "locked", "near_desk"} and inputs["low"] == "points"
    fine = fine and inputs.get("mode", "standings") == "standings"
    fine = fine and {*inputs.get("points", names)} == names
    for wish in wishes:
        groups = inputs.get(wish, [["", ""]])
        fine = fine and bool(groups) and groups == sorted(groups, key=by_badge)
        for group in groups if wish in inputs else []:
            fine = fine and len(group) > 1 and {*group} <= names
            fine = fine and group == sorted({*group}, key=by_badge)
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


def check_swaps(attempt, tables, where, report):
    """Every swap by hand changes the repeats as it says. Gives the tables after all of them."""
    rounds = attempt["inputs"].get("rounds", [])
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
    seated = [player for table in tables for player in table]
    report.check(sorted(seated) == sorted(players), f"{where}: everybody sits once (T-020)")
    fine = [len(table) for table in tables] == table_sizes(len(players))
    report.check(fine, f"{where}: as few tables of three as can be, and last (T-006, T-014)")
    if fine and points is not None and inputs.get("rounds") and 3 in map(len, tables):
        at = {
            size: [points.get(p, 0) for t in tables if len(t) == size for p in t] for size in (3, 4)
        }
        most = max(at[3])
        fine = most <= min(at[4], default=most)
        report.check(
            fine, f"{where}: nobody at a table of four has fewer points than {most} (T-013)"
        )


def table_sizes(players):
    threes = -players % 4
    return [4] * ((players - 3 * threes) // 4) + [3] * threes


def check_counts(answer, rounds, where, report):
    """Who meets again, counted."""
    pairs, trios = (meetings(answer["tables"], rounds, size) for size in (2, 3))
    found = [len(pairs), len(trios)]
    fine = [answer["repeated_pairs"], answer["repeated_triples"]] == found
    report.check(fine, f"{where}: {found[0]} pairs and {found[1]} triples meet again")
    if answer["certificate"]:
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
PAIR, TRIPLE, APART = 1 << 24, 1 << 48, 1 << 72

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

    def __init__(self, players, rounds, apart=(), rather_apart=()):
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
        return cost

    def sum(self, tables):
        return sum(map(self.of, tables))


def drawn_again(inputs, seed):
    """The answer that input and seed lead to."""
    players, left_out = inputs["players"], []
    if "cut" in inputs:
        players, left_out = players[: inputs["cut"]], players[inputs["cut"] :]
    index = {player: place for place, player in enumerate(players)}
    names, sizes = inputs.get("rounds", []), table_sizes(len(players))
    rounds = [[[index[p] for p in t if p in index] for t in tables] for tables in names]

    def groups(wish):
        """The groups of a wish for this round; who is not to be seated is passed over."""
        for group in inputs.get(wish, []):
            if isinstance(group, list) or len(rounds) + 1 in group["rounds"]:
                members = group if isinstance(group, list) else group["players"]
                yield sorted({index[player] for player in members if player in index})

    def pairs(wish):
        return sorted({pair for group in groups(wish) for pair in combinations(group, 2)})

    locked = {index[p]: seat for p, seat in inputs.get("locked", {}).items() if p in index}
    fixed = {index[p]: table for p, table in inputs.get("tables", {}).items() if p in index}
    fixed.update({player: seat["table"] for player, seat in locked.items()})
    answer = {"certificate": None, "reasons": [], "threes": None, "left_out": left_out}
    if inputs.get("mode") == "standings":
        places = iter(range(len(players)))
        tables = [[next(places) for _ in range(size)] for size in sizes]
    else:
        chance, apart = Chance(seed), pairs("apart")
        by, points, *sides = border(players, inputs, 3 * sizes.count(3))
        costs = Costs(len(players), rounds, apart, pairs("rather_apart"))
        hall = arranged(sizes, sides, [*groups("apart")], [*groups("together")], fixed, chance)
        seated = [solved(part, costs, rounds, chance) for part in parts(hall)]
        to_come = inputs.get("rounds_total", 4) - len(rounds) - 1
        if (
            len(players) in (16, 20)
            and len(rounds) > 1
            and inputs.get("rounds_to_come", to_come) > 0
        ):
            seated = [looked_ahead(seated[0], costs, rounds, chance)]
        near = {index[player] for player in inputs.get("near_desk", []) if player in index}
        tables = [table for part in seated for table in part.tables]
        give_numbers(tables, rounds, {table - 1 for table in fixed.values()}, near, chance)
    for table in tables:
        seats = sorted((locked[player]["seat"], player) for player in table if player in locked)
        table[:] = [player for player in table if player not in locked]
        for seat, player in seats:
            table.insert(seat - 1, player)
    answer["tables"] = [[players[place] for place in table] for table in tables]
    if inputs.get("mode") != "standings":
        account(answer, seated, tables, rounds, players, apart)
        if 3 in sizes:
            level = [players[place] for place in sides[2]] if rounds else []
            answer["threes"] = {"by": by, "points": points, "level": level}
    return answer


def border(players, inputs, seats):
    """Who decides about tables of three, the points there, and who sits high, low or at either."""
    everybody, points = [*range(len(players))], inputs.get("points")
    if not seats:
        return None, None, everybody, [], []
    if not inputs.get("rounds"):
        return "lot", None, [], [], everybody
    if points is None:
        return "standings", None, everybody[:-seats], everybody[-seats:], []
    of = [points.get(player, 0) for player in players]
    order = sorted(everybody, key=lambda place: -of[place])
    least = of[order[-seats]]
    if inputs.get("low") == "standings":
        return "standings", least, sorted(order[:-seats]), sorted(order[-seats:]), []
    high = [place for place in everybody if of[place] > least]
    low = [place for place in everybody if of[place] < least]
    level = [place for place in everybody if of[place] == least]
    if len(low) + len(level) == seats:
        low, level = sorted(low + level), []
    return "points", least, high, low, level


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


def solved(hall, costs, rounds, chance):
    """Shuffle; swap until it is good; and where players are few compare all seatings."""
    for _ in range(1000 if len(rounds) < 2 else 0):
        if tables := dealt(hall, chance, costs):
            cost = costs.sum(tables)
            return Seated(hall, tables, cost, cost, kind(cost, cost), True, None)
    few, repair = len(hall.high) + len(hall.either), Repair(hall, costs, chance)
    if few <= 20 or (few <= 24 and repair.bad):
        try:
            seatings = Seatings(hall, costs, repair.cost)
            tables = seatings.drawn(chance)
            cost = costs.sum(tables)
            known = kind(cost, counted(hall, 4, costs, rounds) + counted(hall, 3, costs, rounds))
            known = known.replace("best_found", "enumerated")
            return Seated(hall, tables, cost, cost, known, True, seatings)
        except TooMany:
            pass
    for _ in range(1000 // len(repair.seats)):
        if repair.bad:
            repair = min(repair, Repair(hall, costs, chance), key=lambda repair: repair.cost)
    cost = repair.cost
    bound = lower_bound(hall, costs, rounds) if cost >= PAIR else 0
    return Seated(hall, repair.tables, cost, bound, kind(cost, bound), False, None)


def kind(cost, bound):
    return "zero" if cost < PAIR else "bound" if cost <= bound else "best_found"


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
        self.least = [costs.of(kept) for _, kept in hall.tables]
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
        # 4 a + 3 b players are left, and b is never above three: the remainder tells b.
        threes = -left % 4
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
    return max(costs.sum(kept), least * PAIR)


def lower_bound(hall, costs, rounds):
    """What any seating costs: counted, and at tables of three tried out for all who may sit."""
    fours, threes = (counted(hall, size, costs, rounds) for size in (4, 3))
    small, wanted = [table for table in hall.tables if table[0] == 3], lows_wanted(hall)
    if small and comb(len(hall.either), wanted) <= 3000:
        full = costs.sum(kept for _, kept in small if len(kept) == 3)
        lows = ([*hall.low, *more] for more in combinations(hall.either, wanted))
        tried = (Seatings(Hall(small, [], sorted(low), []), costs, 1 << 100).cost for low in lows)
        threes = max(threes, full + min(tried))
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
        rules = (only or (size == 3 and proved and not either)) and not {*either} & {*group}
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
