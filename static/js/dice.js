// What is marked on a sheet is tapped on its picture: a tap writes into the form, and the server draws
// what stands there. Without this the form is filled in, and drawn with the answer.

import { Pad } from "./recorder/pad.js";

const form = document.getElementById("dice-question");
const { places, controls } = JSON.parse(document.getElementById("dice-taps").textContent);
const pad = new Pad(
  document.getElementById("dice-sheet"),
  places,
  (name, kind) => {
    write(...controls[kind][name]);
    draw();
  },
  (kind, name) => controls[kind][name][2],
);
pad.offer(Object.keys(places).map((kind) => [kind, null]));
document.getElementById("dice-tap").hidden = false;

// Of what is built in an order the last one is taken away by a second tap.
function write(name, value) {
  const field = form.elements[name];
  if (field instanceof HTMLSelectElement) {
    field.value = Number(field.value) === value ? value - 1 : value;
    return;
  }
  const box = form.querySelector(`[name="${name}"][value="${value}"]`);
  box.checked = !box.checked;
}

let latest = 0;

async function draw() {
  const number = ++latest;
  const asked = new URLSearchParams(new FormData(form));
  asked.set("ask", "marks");
  const tapped = document.activeElement?.dataset.place;
  const answer = await fetch(`${location.pathname}?${asked}`).catch(() => null);
  // A later tap is on its way, or the marks are drawn with the answer.
  if (!answer?.ok || number !== latest) return;
  pad.show(await answer.text());
  if (tapped) pad.box.querySelector(`[data-place="${CSS.escape(tapped)}"]`)?.focus();
}

form.addEventListener("change", draw);
