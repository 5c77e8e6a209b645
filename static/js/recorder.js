// The recorder: what happens at the table is tapped, the server judges each tap and says what may
// be tapped next. Without a connection everything may be tapped, and is judged later.

import { button, counted, diceKeys, el, numberKeys, orderKeys, pile, pileKeys, severalKeys, sign, total } from "./recorder/keys.js";
import { Outbox } from "./recorder/outbox.js";
import { Pad } from "./recorder/pad.js";
import { meantOnce, notWhileInert } from "./recorder/twice.js";

const page = document.getElementById("recorder");
const { game, texts } = JSON.parse(page.dataset.game);
const part = (name) => document.getElementById(`recorder-${name}`);
const PLACES = ["intersection", "path", "hex"];
const DICE = ["dice", "pair"];
const UNSEEN = "?";
const NOBODY = -1;
const WRITTEN = ["yours", "saved"]; // what the server says of a tablet that writes
const SLIPS = ["unfit", "unruled", "impossible", "misread"]; // why the server does not write a thing down
const FEW = 6; // piles of several kinds that stand on buttons; more are put together

let ask = null; // what the server asks next
let tool = null; // a verb that is being asked for, fact by fact; `begun` by a person, not by itself
let shown = ""; // what the keys were made for
let folded = ""; // and the fold under them
let said = {}; // what is put into the fields under the fold and not used yet
let question = null; // what a person has to decide before anything else is sent
let spots = {}; // what may be begun by a tap on the picture: by kind and name, what it begins

const pad = new Pad(part("board"), game.places, place, called);
const outbox = new Outbox(game.key, game, document.querySelector("[name=csrfmiddlewaretoken]").value, {
  heard,
  changed: render,
});

// --- Players

const chip = (seat) => {
  const made = el("span", { class: "chip", "aria-hidden": "true" });
  made.style.setProperty("--fill", game.players[seat].fill);
  return made;
};

const named = (seat) => el("span", {}, chip(seat), nameOf(seat));
const nameOf = (seat) => game.players[seat].name;
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_whole, name) => facts[name]);

// --- What may be done now

// Without an answer of the server only the order of the players is known.
function guess() {
  let { turn } = ask;
  let next = "";
  const ahead = [...ask.ahead];
  for (const { action } of outbox.queue) {
    if (!action) continue;
    const verb = game.verbs[action.verb];
    if (ahead[0]?.[1] === action.verb) {
      ahead.shift();
      if (!ahead.length) turn = 0;
    } else if (verb.ends || verb.closes) {
      turn = (action.seat + 1) % game.players.length;
    }
    next = verb.leads;
  }
  if (ahead.length) [turn, next] = ahead[0];
  return { turn, next, opening: ahead.length > 0 };
}

// Choices as the server lists them; `ways` are null if anything may be tapped. Any of them may go on
// with any of `rests`, where there are some.
function choices() {
  if (outbox.settled) return ask.choices;
  const { turn, opening } = guess();
  return Object.entries(game.verbs)
    .filter(([, verb]) => verb.opens === opening || verb.seldom)
    .map(([verb]) => ({ seat: turn, verb, ways: null, offered: game.verbs[verb].seldom }));
}

// The verb that is asked for by itself, because nothing else can be meant.
function obvious(list) {
  if (!outbox.settled) {
    const { turn, next } = guess();
    return next ? { seat: turn, verb: next, ways: null } : null;
  }
  const legal = list.filter((choice) => !choice.offered);
  const [only] = legal;
  const first = only && game.verbs[only.verb].fields[0];
  if (legal.length !== 1 || !first || DICE.includes(first.asked)) return null;
  return PLACES.includes(first.asked) || only.ways.length > 1 ? only : null;
}

// --- Asking for an action, fact by fact

function begin(choice, got = {}) {
  tool = { ...choice, got, begun: true, answered: Object.keys(got) };
  step();
}

function place(name, kind) {
  if (outbox.busy || outbox.held) return;
  if (!tool) return spots[kind]?.[name]?.();
  const field = nextField();
  if (field.asked === "intersections") {
    const chosen = tool.chosen ?? [];
    tool.chosen = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name];
    tool.begun = true;
    render();
    return;
  }
  // What is not lit may have happened all the same; the server will say what is wrong with it.
  if (options(field) && !options(field).includes(name)) tool.ways = null;
  take(field, name);
}

function take(field, value) {
  tool.got[field.name] = value;
  tool.begun = true;
  tool.answered.push(field.name);
  step();
}

function step() {
  for (let field = nextField(); field; field = nextField()) {
    const open = options(field) ?? unasked(field);
    const tapped = PLACES.includes(field.asked) && open?.[0] !== null;
    if (tapped || open?.length !== 1) return render();
    tool.got[field.name] = open[0];
  }
  const { seat, verb, got } = tool;
  tool = null;
  send({ action: { seat, verb, ...got } });
}

// A fact that only the notation tells is left out where it can be.
const unasked = (field) => (!field.asked && field.none ? [null] : null);

const nextField = () => game.verbs[tool.verb].fields.find((field) => !(field.name in tool.got));

// What the next fact may be, by the ways that go with those known; null if that is open.
function options(field) {
  if (!tool.ways) return null;
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  const fits = (way) =>
    Object.entries(tool.got).every(([name, value]) => !(name in way) || same(way[name], value));
  const named = [tool.ways, tool.rests ?? []].flatMap((ways) =>
    ways.filter((way) => field.name in way && fits(way)).map((way) => way[field.name]),
  );
  const values = field.asked === "cards" ? named.map(counted) : named;
  const different = values.filter((value, at) => values.findIndex((one) => same(one, value)) === at);
  return different.length ? different : null;
}

function send(item) {
  outbox.add({ ...item, ...(!outbox.settled && { unchecked: true }) });
}

function undo() {
  tool = null;
  // What the server asks about is what is taken back: nothing is left to ask then.
  if (SLIPS.includes(question?.state) && outbox.queue.length === 1) {
    question = null;
    outbox.drop();
  } else if (!outbox.takeBack() && !outbox.held) outbox.add({ undo: 1 });
  else render();
}

// --- What the server says

function heard(answer, item) {
  const stood = JSON.stringify(ask);
  if (answer.sheet) put(answer.sheet);
  question = WRITTEN.includes(answer.state) ? null : { ...answer, item };
  if (!question && JSON.stringify(ask) === stood) return;
  // What a person has begun stays, whatever comes in meanwhile; what was asked for by itself may
  // not be what comes next now.
  if (!tool?.begun) tool = null;
  else if (tool.ways && answer.sheet) tool = { ...tool, ...newest(tool) };
}

// How a verb may go on as the server knows it now; anything may be tapped if it does not list it.
function newest({ seat, verb }) {
  const found = ask.choices.find((choice) => choice.seat === seat && choice.verb === verb);
  return { ways: found?.ways ?? null, rests: found?.rests };
}

function put(sheet) {
  ({ ask } = sheet);
  pad.show(sheet.picture);
  for (const name of ["dice", "hands", "lines"]) part(name).innerHTML = sheet[name];
  for (const name of ["ending", "count"]) part(name).textContent = sheet[name];
}

// --- Showing

function render() {
  if (!ask) return;
  const list = choices();
  const unsent = outbox.queue.length;
  const saved = outbox.lost || outbox.held ? texts.onlyHere : texts.sending;
  const kept = outbox.lost ? texts.lost : texts.saved;
  const words = !unsent ? kept : outbox.forgets ? texts.forgets : saved;
  part("saved").textContent = fill(words, { n: unsent });
  const stuck = outbox.lost || (outbox.held && unsent);
  const look = stuck ? "warning" : unsent ? "note" : outbox.held ? "" : "good";
  part("saved").className = `badge ${look}`;
  page.classList.toggle("unchecked", !outbox.settled && !outbox.busy);
  const nothing = !unsent && part("count").textContent === "0";
  part("dice").hidden = isLongAgo();
  part("undo").disabled = nothing || outbox.busy || (Boolean(outbox.held) && !unsent);
  pad.mark([...outbox.queue.flatMap(marks), ...chosen()]);
  part("unsent").replaceChildren(...outbox.queue.map((item) => el("li", {}, ...told(item))).reverse());
  const keys = part("keys");
  keys.inert = outbox.busy;
  keys.classList.toggle("busy", outbox.busy);
  if (outbox.busy) return;
  const fold = JSON.stringify(list);
  if (asking() === shown) {
    if (fold !== folded && !question) keys.querySelector("details").replaceWith(...foldKeys(list));
    folded = fold;
    return;
  }
  [shown, folded] = [asking(), fold];
  if (question) {
    pad.dark();
    keys.replaceChildren(...asked());
    return;
  }
  if (!tool) {
    const only = obvious(list);
    if (only) tool = { ...only, got: {}, answered: [] };
    shown = asking();
  }
  keys.replaceChildren(...(tool ? toolKeys(list) : verbKeys(list)), ...foldKeys(list));
}

// Whether the dice that the server shows are not those of this turn any more.
const isLongAgo = () =>
  !outbox.settled && !outbox.busy && outbox.queue.some(({ action }) => action && rollsOrEnds(game.verbs[action.verb]));

const rollsOrEnds = ({ ends, closes, fields }) => ends || closes || fields.some(({ asked: how }) => DICE.includes(how));

// What the keys are made for. What is put together on them stays until something else is asked; what
// a person has begun is asked for until it is told.
const asking = () =>
  JSON.stringify([tool, question?.state, question?.why, ...(tool?.begun ? [] : [outbox.queue.length, ask])]);

// The kind of places in the picture that a fact may be, if any; where the picture has them and they
// have words as well, a fact is asked for by both.
const kindOf = ({ asked: how, name }) =>
  PLACES.includes(how) ? how : how === "word" && game.places[name] ? name : null;

// What a place is called: by the words for the fact that it stands for.
function called(kind, name) {
  const fields = Object.values(game.verbs).flatMap((verb) => verb.fields);
  const words = fields.filter((field) => kindOf(field) === kind).flatMap((field) => field.words);
  const verb = Object.values(game.verbs).find(({ fields: [first] }) => first?.name === kind);
  return words.find(([one]) => one === name)?.[1] ?? (PLACES.includes(kind) ? name : `${verb.label} ${name}`);
}

// What was tapped and is not in the picture yet.
function marks({ action }) {
  if (!action) return [];
  return game.verbs[action.verb].fields
    .filter((field) => kindOf(field) && action[field.name])
    .map((field) => ({
      kind: kindOf(field),
      name: action[field.name],
      fill: game.players[action.seat].fill,
    }));
}

// The places that are put together for one fact.
const chosen = () =>
  (tool?.chosen ?? []).map((name) => ({ kind: "intersection", name, fill: game.players[tool.seat].fill }));

// Of a pile of nothing (no die was kept) nothing is said, as in the lines that are sent.
const isTold = ({ asked: how }, value) => value != null && (how !== "cards" || total(counted(value)) > 0);

// A thing that is not sent yet, in words.
function told({ undo: back, typed, action }) {
  if (!action) return [back ? texts.undo : typed];
  const verb = game.verbs[action.verb];
  const facts = verb.fields.filter((field) => field.asked && isTold(field, action[field.name]));
  const words = facts.flatMap((field, at) => [
    at ? (verb.between[`${facts[at - 1].name} ${field.name}`] ?? ", ") : ": ",
    ...[worded(field, action[field.name])].flat(),
  ]);
  return [...(verb.nobodys ? [verb.deed] : does(action.seat, verb.deed)), ...words];
}

const does = (seat, words) => [chip(seat), el("strong", {}, nameOf(seat)), ` ${words}`];

const prompt = (seat, words) => el("p", { class: "recorder-prompt" }, ...does(seat, words));

// What may be said at any time, but seldom is, stands under the fold.
const seldom = ({ verb, offered }) => offered && game.verbs[verb].seldom;

// The verbs as buttons, a roll as its pad.
function verbKeys(list) {
  const turn = outbox.settled ? ask.turn : guess().turn;
  const near = list.filter((choice) => !seldom(choice));
  const dice = (choice) => game.verbs[choice.verb].fields.find(({ asked }) => DICE.includes(asked));
  const rolls = outbox.settled && near.find((choice) => dice(choice) && !choice.ways?.[0]?.[dice(choice).name]);
  const others = near.filter((choice) => choice !== rolls);
  spots = onPicture(near);
  pad.offer(Object.entries(spots).map(([kind, begins]) => [kind, Object.keys(begins)]));
  others.sort((one, other) => game.verbs[other.verb].ends - game.verbs[one.verb].ends);
  const keys = others.map((choice) => verbButton(choice, turn));
  const over = ask.over && outbox.settled;
  const inside = over ? [closeButton()] : [prompt(turn, texts.onTurn)];
  inside.push(unchecked(), ...because(near.filter(({ ways, offered }) => ways && !offered)));
  if (rolls) {
    const field = dice(rolls);
    inside.push(diceKeys(field, texts, (value) => begin(rolls, { [field.name]: value })));
  }
  inside.push(el("div", { class: "recorder-verbs" }, ...keys));
  return inside;
}

// What the picture shows by itself needs no key: what may be marked on a sheet, and the next of its
// boxes, where one thing alone may be put into it.
function onPicture(near) {
  const found = {};
  for (const choice of near) {
    const [field] = game.verbs[choice.verb].fields;
    if (!choice.ways || !game.places[field?.name]) continue;
    if (kindOf(field) === "symbol") {
      const names = new Set(choice.ways.map((way) => way[field.name]));
      found.symbol = Object.fromEntries([...names].map((name) => [name, () => begin(choice, { [field.name]: name })]));
    } else if (field.name === "entry" && choice.ways.length === 1) {
      const { next } = part("board").querySelector("svg").dataset;
      found.entry = { [next]: () => begin(choice) };
    }
  }
  return found;
}

const closeButton = () => {
  const close = document.getElementById("recorder-close");
  return button(close.textContent, () => close.click(), { class: "button primary large" });
};

function verbButton(choice, turn) {
  const { label, ends } = game.verbs[choice.verb];
  const words = choice.seat === turn ? label : [chip(choice.seat), `${nameOf(choice.seat)}: ${label}`];
  const due = choice.due > 1 ? ` (${choice.due})` : "";
  return button([words, due, ...onlyWay(choice)].flat(), () => begin(choice), {
    class: ends ? "button primary" : "button",
    "data-verb": choice.verb,
    "data-seat": choice.seat,
  });
}

// What a tap will write where only one thing is possible, such as the number for a box.
function onlyWay({ verb, ways }) {
  const [field] = game.verbs[verb].fields;
  const value = ways?.length === 1 && ["word", "number"].includes(field?.asked) ? ways[0][field.name] : null;
  return value === null || value === undefined ? [] : [": ", ...sign(field, value)];
}

// What happened that something has to be done now, each said once.
const because = (list) =>
  [...new Set(list.map(({ verb }) => game.verbs[verb].because))].filter(Boolean).map((words) => el("p", {}, words));

// Stands there while nothing is judged at once.
const unchecked = () => el("p", { class: "soft if-unchecked" }, texts.unchecked);

// The next fact of the verb that is being asked for.
function toolKeys(list) {
  const field = nextField();
  const { label } = field;
  const verb = game.verbs[tool.verb];
  const inside = [...because([tool]), prompt(tool.seat, verb.deed)];
  inside.push(unchecked());
  pad.dark();
  if (PLACES.includes(field.asked)) {
    pad.light(field.asked, options(field));
    inside.push(el("p", { class: "recorder-label" }, field.label || texts.tapPlace));
    if (options(field)?.includes(null) ?? field.none) {
      inside.push(button(texts.none, () => take(field, null), { "data-value": "null" }));
    }
  } else {
    if (kindOf(field)) pad.light(kindOf(field), options(field));
    const count = field.asked === "cards" && due(field) > 1 ? ` (${due(field)})` : "";
    inside.push(el("p", { class: "recorder-label" }, ...known(verb), label, count), factKeys(field));
  }
  const only = obvious(list);
  if (tool.verb !== only?.verb || tool.seat !== only.seat || !outbox.settled) {
    const back = () => {
      tool = null;
      keysWithoutTool();
    };
    inside.push(el("div", { class: "buttons" }, button(texts.back, back, { class: "button quiet" })));
  }
  return inside;
}

// What somebody has answered already, each behind its question, in front of the next one.
function known(verb) {
  const told = verb.fields.filter(({ name, asked }) => tool.answered.includes(name) && !PLACES.includes(asked));
  return told.flatMap((field) => [`${field.label} `, ...[worded(field, tool.got[field.name])].flat(), " · "]);
}

// All verbs, although one of them is obvious.
function keysWithoutTool() {
  const list = choices();
  shown = asking();
  part("keys").replaceChildren(...verbKeys(list), ...foldKeys(list));
}

function factKeys(field) {
  const open = options(field);
  const done = (value) => take(field, value);
  if (DICE.includes(field.asked)) return diceKeys(field, texts, done);
  if (field.asked === "intersections") {
    pad.light("intersection", open && [...new Set(open.flat())]);
    return el("div", {},
      el("p", {}, texts.tapPlaces),
      button(texts.ok, () => done(tool.chosen ?? []), { class: "button primary", "data-ok": "" }),
    );
  }
  if (field.asked === "thefts" && !open) {
    const others = game.players.flatMap((_player, seat) => (seat === tool.seat ? [] : [[seat, [chip(seat), nameOf(seat)]]]));
    return severalKeys(others, texts, (robbed) =>
      done(game.players.map((_player, seat) => (robbed.has(seat) ? UNSEEN : null))),
    );
  }
  const mixed = open?.some((cards) => Object.keys(cards ?? {}).length > 1);
  if (field.asked === "cards" && (!open || (mixed && open.length > FEW))) return pileKeys(field, { open, due: due(field) }, texts, done);
  if (field.asked === "number") return numberKeys(field, open, texts, done);
  if (field.asked === "seats" && !open) return orderKeys(game.players.map((_player, seat) => () => named(seat)), texts, done);
  const values = open ?? free(field);
  if (!values.length) return el("p", {}, texts.onlyTyped);
  return el(
    "div",
    { class: "recorder-verbs" },
    ...values.map((value) =>
      button(worded(field, value), () => done(value), { "data-value": JSON.stringify(value) }),
    ),
  );
}

// How many cards the fact has, 0 if that is open.
function due({ as_many: like, together }) {
  const { got } = tool;
  if (like in got) return total(got[like]);
  if (!together) return tool.due ?? 0;
  const piles = game.verbs[tool.verb].fields.filter(({ name, asked }) => asked === "cards" && got[name]);
  return together - piles.reduce((sum, { name }) => sum + total(counted(got[name])), 0);
}

// Everything that the fact may be in any game.
function free(field) {
  const values = field.asked === "seat" ? game.players.map((_player, seat) => seat) : [];
  values.push(...field.words.map(([word]) => word).filter((word) => field.asked === "word" || !word));
  return field.none ? [...values, null] : values;
}

function worded(field, value) {
  if (value === null || value === undefined) return field.asked === "seat" ? texts.nobody : texts.none;
  if (field.asked === "seat") return [chip(value), nameOf(value)];
  if (field.asked === "seats") return value.length ? value.flatMap((seat) => [named(seat), " "]) : texts.none;
  if (field.asked === "cards") return total(counted(value)) ? pile(field, value) : [texts.none];
  return sign(field, value);
}

// What is seldom said, and what happened against the rules.
function foldKeys(list) {
  const rest = list.filter(seldom);
  const alone = ({ verb }) => rest.filter((other) => other.verb === verb).length === 1;
  const turn = outbox.settled ? ask.turn : guess().turn;
  const open = part("keys").querySelector("details")?.open;
  const seat = el("select", { "aria-label": texts.who }, ...game.players.map(({ name }, at) =>
    el("option", { value: at, selected: at === Number(said.seat ?? turn) }, name),
  ));
  const { opening } = outbox.settled ? { opening: ask.opening } : guess();
  const now = Object.entries(game.verbs).filter(([, { opens, seldom: rare }]) => opens === opening || rare);
  const verb = el("select", { "aria-label": texts.what }, ...now.map(([name, { label }]) =>
    el("option", { value: name, selected: name === said.verb }, label),
  ));
  const words = el("input", { name: "typed", autocomplete: "off", spellcheck: "false", "aria-label": game.typed, value: said.typed });
  const typed = el("form", { class: "row" }, words, button(texts.write, () => typed.requestSubmit()));
  typed.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!words.value.trim()) return;
    said = {};
    send({ typed: words.value, seat: Number(seat.value) });
  });
  const fold = el("details", { class: "recorder-fold", open }, el("summary", {}, texts.more),
    el("div", { class: "recorder-verbs" }, ...rest.map((choice) => verbButton(choice, alone(choice) ? choice.seat : NOBODY))),
    el("p", { class: "recorder-label" }, texts.otherwise),
    el("div", { class: "row" }, seat, verb, button(texts.go, () => {
      said = {};
      begin({ seat: Number(seat.value), verb: verb.value, ways: null });
    })),
    el("p", { class: "recorder-label" }, game.typed), typed,
  );
  for (const [name, field] of Object.entries({ seat, verb, typed: words })) {
    field.addEventListener("input", () => (said[name] = field.value));
  }
  return [fold];
}

// What a person has to decide: a broken rule, another tablet, a record that is closed.
function asked() {
  const { state, why, item } = question;
  const words = el("div", {}, el("p", {}, el("strong", {}, texts[state] ?? texts.refused)));
  if (why) words.append(Object.assign(el("div"), { innerHTML: why }));
  if (item) words.append(el("p", {}, ...told(item)));
  const settle = (act) => () => {
    question = null;
    act();
    render();
  };
  const behind = outbox.queue.length - 1;
  const keys = [];
  if (["unfit", "unruled"].includes(state)) {
    const ruling = el("input", { class: "digits", inputmode: "numeric", maxlength: 6, id: "recorder-ruling" });
    const anyway = () => outbox.insist({ happened: 1, ruling: Number(ruling.value) || "" });
    keys.push(
      button(texts.anyway, settle(anyway), { class: "button primary", "data-anyway": "" }),
      el("label", { class: "recorder-ruling" }, texts.ruling, ruling),
    );
  }
  if (SLIPS.includes(state)) {
    keys.push(button(texts.leaveOut, settle(() => outbox.drop()), { "data-drop": "" }));
    if (behind > 0) {
      const all = fill(texts.leaveAll, { n: behind });
      keys.push(button(all, settle(() => outbox.drop(true)), { class: "button danger" }));
    }
  }
  if (state === "held") {
    keys.push(button(texts.takeOver, settle(() => outbox.take(true)), { class: "button primary", "data-over": "" }));
  }
  if (["held", "closed", "refused"].includes(state) && outbox.queue.length) {
    words.append(el("p", {}, fill(texts.onlyHere, { n: outbox.queue.length })));
    keys.push(button(texts.throwAway, throwAway, { class: "button danger" }));
  }
  if (state === "refused") keys.push(button(texts.again, () => location.reload()));
  return [el("div", { class: "message warning" }, words), el("div", { class: "buttons" }, ...keys)];
}

// What was asked about goes, the reason why nothing is sent stays.
function throwAway() {
  tool = null;
  question.item = null;
  outbox.giveUp();
}

// The page itself is kept by a worker, where the browser has one; once the game is over, nothing.
async function keepPage() {
  await navigator.serviceWorker.register(game.worker, { scope: location.pathname });
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage("keep");
  const parts = performance.getEntriesByType("resource").map(({ name }) => name);
  const own = parts.filter((name) => new URL(name).pathname.startsWith("/static/"));
  const kept = await caches.open(location.pathname);
  await kept.addAll([location.href, ...new Set(own)]);
  page.dataset.kept = "";
}

async function forgetPage() {
  if (outbox.settled) outbox.forget();
  const worker = await navigator.serviceWorker?.getRegistration(location.pathname);
  worker?.active?.postMessage("forget");
  await globalThis.caches?.delete(location.pathname);
  await worker?.unregister();
}

if (navigator.serviceWorker && globalThis.caches) keepPage();
// What is only here would be lost with the record, and with it what the verdict has to say of it.
function closeIt(event) {
  const waits = outbox.queue.length > 0;
  document.getElementById("recorder-close-waits").hidden = !waits;
  if (waits) event.preventDefault();
  else forgetPage();
}
document.getElementById("recorder-close").form.addEventListener("submit", closeIt);
part("undo").addEventListener("click", undo);
meantOnce(page);
notWhileInert(part("keys"));
pad.show(part("board").innerHTML);
({ ask } = JSON.parse(page.dataset.sheet));
// Loaded without a connection, the page is older than what this tablet has seen.
if (outbox.newest?.revision > JSON.parse(page.dataset.sheet).revision) put(outbox.newest);
outbox.take();
render();
