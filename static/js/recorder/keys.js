// The keys of the recorder: what they look like, and the pads for dice, piles of cards and numbers.
// They know nothing of the game; `texts` are in the language of the page.

const SUMS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const PIPS = [1, 2, 3, 4, 5, 6];
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
  const shape = TERRAIN[word] && el("span", { class: "terrain", "data-terrain": TERRAIN[word] });
  return shape ? [shape, ` ${known}`] : [known];
}

export const pile = (field, cards) =>
  Object.entries(cards).flatMap(([word, count], at) => [
    `${at ? " + " : ""}${count} `,
    ...sign(field, word),
  ]);

// Two dice by their sum, in one tap, or one by one; a third one by its faces.
export function diceKeys(field, texts, done) {
  const box = el("div");
  const third = field.words.length > 0;
  const draw = () => box.replaceChildren(...(third || bothDice ? dieKeys() : sumKeys()));
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
    const wanted = third ? 3 : 2;
    const set = (at) => (value, key) => {
      rolled[at] = value;
      for (const one of key.parentElement.children) one.removeAttribute("aria-pressed");
      key.setAttribute("aria-pressed", "true");
      if (rolled.filter((one) => one !== undefined).length === wanted) done([...rolled]);
    };
    const dice = [0, 1].map((at) =>
      row(`${texts.die} ${at + 1}`, PIPS.map((pips) => [pips, pips]), set(at), (pips) => ({
        "data-die": `${at + 1}-${pips}`,
      })),
    );
    if (third) return [...dice, row(texts.die, field.words, set(2), (face) => ({ "data-face": face }))];
    return [...dice, button(texts.sum, swap, { class: "button quiet" })];
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

// Cards put together one by one. As soon as so many are there as are due, they are sent.
export function pileKeys(field, { open, due: known }, texts, done) {
  const total = (cards) => Object.values(cards).reduce((sum, count) => sum + count, 0);
  const sums = new Set((open ?? []).map(total));
  const due = known ?? (sums.size === 1 ? [...sums][0] : 0);
  const cards = {};
  const heap = el("output", { class: "recorder-heap" });
  const ok = button(texts.ok, () => done(cards), { class: "button primary", "data-ok": "" });
  const show = () => {
    heap.replaceChildren(...pile(field, cards));
    ok.disabled = !total(cards) && due > 0;
    if (due && total(cards) === due) done(cards);
  };
  const kinds = field.words.map(([word]) =>
    button(sign(field, word), () => {
      cards[word] = (cards[word] ?? 0) + 1;
      show();
    }, { "data-card": word }),
  );
  const clear = button(texts.clear, () => {
    for (const word of Object.keys(cards)) delete cards[word];
    show();
  }, { class: "button quiet" });
  show();
  return el("div", {}, el("div", { class: "recorder-verbs" }, ...kinds), el("div", { class: "row" }, heap, ok, clear));
}

export function numberKeys(open, done) {
  const numbers = open ?? [1, 2, 3, 4, 5];
  return el("div", { class: "recorder-verbs" }, ...numbers.map((number) =>
    button(String(number), () => done(number)),
  ));
}
