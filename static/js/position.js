// A photographed table is put together by taps: they write places into the fields of the form, and
// the server draws what stands there. Without this the fields are typed into.

import { Pad } from "./recorder/pad.js";

const form = document.getElementById("position");
const tools = form.querySelector("[data-tools]");
const table = document.getElementById("table");
const TERRAINS = ["B", "L", "W", "G", "O", "D"];
const NUMBERS = [2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
const HARBOURS = ["3:1", "B", "L", "W", "G", "O", ""];

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
  if (piece === "robber") field("robber").value = name;
  else if (["terrain", "number"].includes(piece)) relay(piece, name);
  else if (piece === "harbour") moor(name);
  else toggle(piece, name);
  draw();
}

// Put the piece of the player there, or take away what is there.
function toggle(piece, name) {
  const gone = [];
  // A path and an intersection may have the same name.
  const alike = piece === "roads" ? "[name^=roads]" : "[name^=settlements], [name^=cities]";
  for (const input of form.querySelectorAll(alike)) {
    const words = input.value.split(/\s+/).filter(Boolean);
    if (!words.includes(name)) continue;
    gone.push(input.name);
    input.value = words.filter((word) => word !== name).join(" ");
  }
  const mine = field(`${piece}${seat}`);
  if (!gone.includes(mine.name)) mine.value = `${mine.value} ${name}`.trim();
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

let latest = 0;

async function draw() {
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

ready();
