// The keys of the recorder: what they look like, and the pads for dice, piles of cards and numbers.
// They know nothing of the game; `texts` are in the language of the page.

const SUMS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const PIPS = [1, 2, 3, 4, 5, 6];
const COMMODITIES = ["coin", "paper", "cloth"];
const TERRAIN = { brick: "hills", lumber: "forest", wool: "pasture", grain: "fields", ore: "mountains" };

let bothDice = localStorage.getItem("recorder-both-dice") === "yes";

export function el(tag, facts = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(facts)) {
    if (name === "click") made.addEventListener("click", value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...inside.filter((one) => one != null));
  return made;
}

export const button = (words, click, facts = {}) =>
  el("button", { type: "button", class: "button", ...facts, click }, ...[words].flat());

// A word of the field, resources with their colour.
export function sign(field, word) {
  const known = field.words.find(([one]) => one === word)?.[1] ?? String(word);
  const shape = TERRAIN[word]
    ? el("span", { class: "terrain", "data-terrain": TERRAIN[word] })
    : word === "gold"
      ? el("span", { class: "gold" })
      : COMMODITIES.includes(word) && el("span", { class: "commodity", "data-commodity": word });
  return shape ? [shape, ` ${known}`] : [known];
}

// Cards in a list, counted by their words.
export const counted = (cards) =>
  Array.isArray(cards)
    ? cards.reduce((sums, word) => ({ ...sums, [word]: (sums[word] ?? 0) + 1 }), {})
    : cards;

export const total = (cards) => Object.values(cards).reduce((sum, count) => sum + count, 0);

export function pile(field, cards) {
  const kinds = Object.entries(counted(cards)).map(([word, count], at) =>
    el("span", {}, `${at ? "+ " : ""}${count}× `, ...sign(field, word)),
  );
  return kinds.length ? [el("span", { class: "pile" }, ...kinds)] : [];
}

// Two dice by their sum, in one tap, or one by one; a pair that is told apart only one by one.
export function diceKeys(field, texts, done) {
  const box = el("div");
  const pair = field.asked === "pair";
  const draw = () => box.replaceChildren(...(pair || bothDice ? dieKeys() : sumKeys()));
  const swap = () => {
    bothDice = !bothDice;
    localStorage.setItem("recorder-both-dice", bothDice ? "yes" : "no");
    draw();
  };
  const sumKeys = () => [
    row(texts.sum, SUMS.map((sum) => [sum, sum]), done, (sum) => ({
      "data-sum": sum,
      class: sum === 7 ? "button seven" : [6, 8].includes(sum) ? "button likely" : "button",
    }), button(texts.bothDice, swap, { class: "button quiet" })),
  ];
  const dieKeys = () => {
    const rolled = [];
    const set = (at) => (value, key) => {
      rolled[at] = value;
      for (const one of key.parentElement.children) one.removeAttribute("aria-pressed");
      key.setAttribute("aria-pressed", "true");
      if (rolled[0] && rolled[1]) done([...rolled]);
    };
    const dice = [0, 1].flatMap((at) => {
      const called = field.words[at]?.[1];
      const keys = row(called ?? `${texts.die} ${at + 1}`, PIPS.map((pips) => [pips, pips]), set(at), (pips) => ({
        "data-die": `${at + 1}-${pips}`,
      }));
      return called ? [el("p", { class: "recorder-label" }, called), keys] : [keys];
    });
    return pair ? dice : [...dice, button(texts.sum, swap, { class: "button quiet" })];
  };
  draw();
  return box;
}

// A row of keys for values and their words; `more` stands at its end.
const row = (label, values, done, facts, more) =>
  el(
    "div",
    { class: "recorder-row", role: "group", "aria-label": label },
    ...values.map(([value, words]) =>
      button(String(words), (event) => done(value, event.currentTarget), facts(value)),
    ),
    more,
  );

// Cards put together one by one. As soon as so many are there as are due, or no more can be, they
// are sent. What is the least of all that may be meant stands on keys of its own.
export function pileKeys(field, { open, due: known }, texts, done) {
  const within = (some, way) => Object.entries(some).every(([word, count]) => count <= (way[word] ?? 0));
  const around = (some) => (open ?? []).filter((way) => within(some, way));
  const sums = new Set((open ?? []).map(total));
  const due = known || (sums.size === 1 ? [...sums][0] : 0);
  const cards = {};
  const heap = el("output", { class: "recorder-heap" });
  const ok = button(texts.ok, () => done(cards), { class: "button primary", "data-ok": "" });
  const show = () => {
    heap.replaceChildren(...pile(field, cards));
    const count = total(cards);
    const ways = around(cards);
    const more = ways.some((way) => total(way) > count);
    ok.disabled = open ? !ways.some((way) => total(way) === count) : !count && due > 0;
    for (const key of kinds) {
      const { card } = key.dataset;
      key.disabled = Boolean(open) && !around({ ...cards, [card]: (cards[card] ?? 0) + 1 }).length;
    }
    if ((due && count === due) || (count && ways.length && !more)) done(cards);
  };
  const kinds = field.words.map(([word]) =>
    button(sign(field, word), () => {
      cards[word] = (cards[word] ?? 0) + 1;
      show();
    }, { "data-card": word }),
  );
  const whole = shortcuts(field, open, due).map((way) =>
    button(total(way) ? pile(field, way) : texts.none, () => done(way), { "data-value": JSON.stringify(way) }),
  );
  const clear = button(texts.clear, () => {
    for (const word of Object.keys(cards)) delete cards[word];
    show();
  }, { class: "button quiet" });
  show();
  return el(
    "div",
    {},
    el("div", { class: "recorder-verbs" }, ...whole),
    el("div", { class: "recorder-verbs kinds" }, ...kinds),
    el("div", { class: "row recorder-told" }, heap, ok, clear),
  );
}

// Piles that are often meant: the smallest ones, and cards that nobody saw.
function shortcuts(field, open, due) {
  if (!open) return due > 1 && field.words.some(([word]) => word === "?") ? [{ "?": due }] : [];
  const least = Math.min(...open.map(total));
  const small = open.filter((way) => total(way) === least);
  return small.length < open.length && small.length <= SMALLEST ? small : [];
}

const SMALLEST = 3; // piles that stand on keys of their own

// Numbers that are likely, words in place of one, and any other number typed.
export function numberKeys(field, open, texts, done) {
  const key = (value, words) => button(words, () => done(value), { "data-value": JSON.stringify(value) });
  if (open) {
    const said = (value) => (value === null ? texts.unknown : sign(field, value));
    return el("div", { class: "recorder-verbs" }, ...open.map((value) => key(value, said(value))));
  }
  const numbers = [1, 2, 3, 4, 5].map((number) => key(number, String(number)));
  const words = field.words.map(([word, named]) => key(word, named));
  if (field.none) words.push(key(null, texts.unknown));
  const input = el("input", { class: "digits", inputmode: "numeric", maxlength: 3, "aria-label": field.label });
  const form = el("form", { class: "row" }, input, button(texts.ok, () => form.requestSubmit()));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (/^\d+$/.test(input.value)) done(Number(input.value));
  });
  return el("div", {}, el("div", { class: "recorder-verbs" }, ...numbers, ...words), form);
}

// Players one after the other, the same one several times if need be.
export function orderKeys(players, texts, done) {
  const order = [];
  const heap = el("output", { class: "recorder-heap" });
  const show = () => heap.replaceChildren(...order.flatMap((at) => [players[at](), " "]));
  const keys = players.map((name, at) =>
    button([name()], () => {
      order.push(at);
      show();
    }, { "data-next": at }),
  );
  const clear = button(texts.clear, () => {
    order.length = 0;
    show();
  }, { class: "button quiet" });
  const ok = button(texts.ok, () => done([...order]), { class: "button primary", "data-ok": "" });
  return el("div", {}, el("div", { class: "recorder-verbs" }, ...keys), el("div", { class: "row" }, heap, ok, clear));
}

// Several of some things: each key puts its one in or takes it out, the last one says that is all.
export function severalKeys(keys, texts, done) {
  const chosen = new Set();
  const toggles = keys.map(([value, words]) =>
    button(words, (event) => {
      if (!chosen.delete(value)) chosen.add(value);
      event.currentTarget.setAttribute("aria-pressed", String(chosen.has(value)));
    }, { "data-several": value, "aria-pressed": "false" }),
  );
  const ok = button(texts.ok, () => done(chosen), { class: "button primary", "data-ok": "" });
  return el("div", {}, el("div", { class: "recorder-verbs" }, ...toggles), ok);
}
