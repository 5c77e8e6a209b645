// A photographed table is put together by taps: they write places into the fields of the form, and
// the server draws what stands there. Without this the fields are typed into.

import { Pad } from "./recorder/pad.js";

const form = document.getElementById("position");
const tools = form.querySelector("[data-tools]");
const table = document.getElementById("table");
const TERRAINS = ["B", "L", "W", "G", "O", "D"];
const NUMBERS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
const HARBOURS = ["3:1", "B", "L", "W", "G", "O", ""];
// Pieces of which one is on a place at a time; of the others each for itself.
const APART = [
  ["settlements", "cities", "lying", "basics", "strongs", "mighties"],
  ["roads", "ships"],
];

let seat = 0;
let tool = null;
let pad = null;

const field = (name) => form.elements[name];
const facts = (id) => JSON.parse(document.getElementById(id).textContent);

function ready() {
  const box = document.getElementById("table-board");
  tools.hidden = !box;
  if (!box) return;
  pad = new Pad(box, facts("table-places"), tapped);
  choose(tool);
}

function choose(button) {
  tool = button;
  for (const one of tools.querySelectorAll("[data-kind]")) one.setAttribute("aria-pressed", one === tool);
  for (const one of tools.querySelectorAll("[data-seat]")) one.setAttribute("aria-pressed", Number(one.dataset.seat) === seat);
  if (tool) pad?.light(tool.dataset.kind, null);
}

function tapped(name) {
  if (tool.dataset.ask) {
    field("ask").value = `${tool.dataset.ask} ${name}`;
    field("ask").scrollIntoView({ block: "center" });
    field("ask").focus();
    return;
  }
  const { piece } = tool.dataset;
  if ("alone" in tool.dataset) put(piece, name);
  else if (["terrain", "number"].includes(piece)) relay(piece, name);
  else if (piece === "harbour") moor(name);
  else toggle(piece, name);
  draw();
}

const fieldsOf = (pieces) => [...form.elements].filter(({ name }) => pieces.some((piece) => name === piece || name.replace(/\d$/, "") === piece));

// Of a piece that there is once: it lies here now, or nowhere after a second tap.
function put(piece, name) {
  const mine = field(`${piece}${seat}`) ?? field(piece);
  const there = mine.value === name;
  for (const input of fieldsOf([piece])) input.value = "";
  mine.value = there && piece !== "robber" ? "" : name;
}

// Put the piece of the player there, or take away what is there.
function toggle(piece, name) {
  const gone = [];
  for (const input of fieldsOf(APART.find((pieces) => pieces.includes(piece)) ?? [piece])) {
    const words = input.value.split(/\s+/).filter(Boolean);
    if (!words.includes(name)) continue;
    gone.push(input.name);
    input.value = words.filter((word) => word !== name).join(" ");
  }
  const mine = field(`${piece}${seat}`) ?? field(piece);
  if (!gone.includes(mine.name)) mine.value = `${mine.value} ${name}`.trim();
}

// Cards: a tap on a kind is one more of it, or one less. Written packed (`2BL?`) or word by word.
function held(pad) {
  const counts = new Map([...pad.querySelectorAll("[data-card]")].map(({ dataset }) => [dataset.card, 0]));
  const text = field(pad.dataset.cards).value;
  const words = "apart" in pad.dataset ? text.split(/\s+/).map((word) => ["", "1", word]) : text.matchAll(/(\d*)(\D)/g);
  for (const [, count, word] of words) if (counts.has(word)) counts.set(word, counts.get(word) + Number(count || 1));
  return counts;
}

function written(pad, counts) {
  const some = [...counts].filter(([, count]) => count);
  if ("apart" in pad.dataset) return some.flatMap(([word, count]) => Array(count).fill(word)).join(" ");
  return some.map(([word, count]) => `${count > 1 ? count : ""}${word}`).join("");
}

function tally(pad) {
  const counts = held(pad);
  for (const button of pad.querySelectorAll("[data-card]")) {
    button.querySelector("[data-count]").textContent = counts.get(button.dataset.card) || "";
  }
}

for (const cards of form.querySelectorAll("[data-cards]")) {
  cards.hidden = false;
  tally(cards);
  const away = cards.querySelector("[data-away]");
  field(cards.dataset.cards).addEventListener("input", () => tally(cards));
  cards.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button === away) away.setAttribute("aria-pressed", away.getAttribute("aria-pressed") !== "true");
    if (!button || button === away) return;
    const counts = held(cards);
    const more = away.getAttribute("aria-pressed") === "true" ? -1 : 1;
    counts.set(button.dataset.card, Math.max(0, counts.get(button.dataset.card) + more));
    field(cards.dataset.cards).value = written(cards, counts);
    tally(cards);
  });
}

// The header of the board with words instead: a place and what lies there, one after the other.
function rewrite(header, change) {
  const board = field("board");
  const whole = new RegExp(`\\[${header}\\s+"([^"]*)"\\]`);
  const told = whole.exec(board.value)?.[1].split(/\s+/).filter(Boolean) ?? [];
  const lying = new Map();
  for (let at = 0; at + 1 < told.length; at += 2) lying.set(told[at], told[at + 1]);
  change(lying);
  const text = `[${header} "${[...lying].map((pair) => pair.join(" ")).join(" ")}"]`;
  board.value = whole.test(board.value) ? board.value.replace(whole, text) : `${board.value}\n${text}`;
}

const after = (list, one) => list[(list.indexOf(one) + 1) % list.length];

function relay(piece, name) {
  rewrite("Board", (lying) => {
    const [terrain] = lying.get(name) ?? "D";
    const number = Number((lying.get(name) ?? "").slice(1)) || NUMBERS[0];
    const now = piece === "terrain" ? after(TERRAINS, terrain) : terrain;
    const shown = piece === "number" ? after(NUMBERS, number) : number;
    lying.set(name, now === "D" ? "D" : `${now}${shown}`);
  });
}

function moor(name) {
  rewrite("Harbours", (lying) => {
    const kind = after(HARBOURS, lying.get(name) ?? "");
    if (kind) lying.set(name, kind);
    else lying.delete(name);
  });
}

// What stands in the form belongs to this step of the browser's history: whoever comes back to it
// from an answer finds it as it was.
function keep() {
  const typed = [...new FormData(form)].filter(([name]) => !["csrfmiddlewaretoken", "before"].includes(name));
  history.replaceState({ ...history.state, typed }, "");
}

function findAgain() {
  if (!history.state?.typed) return;
  const stood = JSON.stringify([...new FormData(form)]);
  for (const [name, value] of history.state.typed) if (field(name)) field(name).value = value;
  for (const cards of form.querySelectorAll("[data-cards]")) tally(cards);
  if (JSON.stringify([...new FormData(form)]) !== stood) draw();
}

let latest = 0;

async function draw() {
  keep();
  latest += 1;
  const mine = latest;
  const body = new FormData(form);
  body.set("draw", "1");
  const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } }).catch(() => null);
  document.getElementById("connection").hidden = Boolean(answer?.ok);
  if (!answer?.ok || mine !== latest) return;
  table.innerHTML = await answer.text();
  ready();
}

tools.addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (!button) return;
  if (button.dataset.seat) seat = Number(button.dataset.seat);
  choose(button.dataset.seat ? tool : button);
});

for (const place of form.querySelectorAll("input[type=text], textarea")) {
  place.addEventListener("change", () => draw());
}
form.addEventListener("submit", keep);

ready();
findAgain();
