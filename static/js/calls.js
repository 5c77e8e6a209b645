// --- Calls of the referee: <div id="calls" data-ringing="4 7+" data-ringing-title="…">. The phone
// vibrates and the tab says so for each call that is new in it; it rings aloud once somebody tapped
// for it, since a browser allows no sound before.

import { tone } from "./sound.js";

const title = document.title;
const heard = new Set();
const rings = (sound) => tone(sound, 880);

let sound = null;

function look(first) {
  const { ringing = "", ringingTitle } = document.getElementById("calls")?.dataset ?? {};
  document.title = ringingTitle ? `(!) ${ringingTitle}` : title;
  const fresh = ringing.split(" ").filter((key) => key && !heard.has(key));
  fresh.forEach((key) => heard.add(key));
  if (!fresh.length || first) return;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([400, 150, 400, 150, 400]);
  if (sound) rings(sound);
}

const aloud = document.querySelector("[data-call-sound]");
if (aloud && window.AudioContext) {
  aloud.hidden = false;
  aloud.querySelector("button").addEventListener("click", ({ currentTarget }) => {
    sound = sound ? null : new AudioContext();
    currentTarget.setAttribute("aria-pressed", String(Boolean(sound)));
    if (sound) rings(sound);
  });
}

// What is typed into an open answer stays; whatever else is new rings all the same.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const here = document.getElementById("calls");
  if (detail.target !== here) return;
  const told = new DOMParser().parseFromString(detail.xhr.responseText, "text/html");
  const { ringing, ringingTitle } = told.getElementById("calls")?.dataset ?? {};
  if (ringing === undefined) return;
  if (here.querySelector("details[open]")) detail.shouldSwap = false;
  Object.assign(here.dataset, { ringing, ringingTitle });
  look(false);
});

look(true);
document.addEventListener("htmx:afterSettle", () => look(false));
