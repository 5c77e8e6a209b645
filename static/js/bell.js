// --- The bell of a round: <p hidden data-bell-sound data-warns="…" data-rang="…"><button aria-pressed="false">.
// Five minutes before the bell of the page's clock (<time data-clock data-rings>), and at it, the
// device sounds and vibrates, and the tab says it. Only where somebody tapped for it: no browser
// sounds before. That it is wanted is kept; after the page was opened anew any tap allows it again.

import { tone } from "./sound.js";

const WARNING = 5 * 60;
// Of what is past by more seconds nobody is told aloud: the page slept.
const TOO_LATE = 20;
const TOLD_FOR = 60_000;
const KEY = "bell";
// A gong has no harmonics, but partials of its own: their ratios and loudness.
const GONG = [[1, 0.5], [2.76, 0.25], [5.4, 0.12]];

const aloud = document.querySelector("[data-bell-sound]");
const button = aloud?.querySelector("button");
const { title } = document;
const before = new Map();
let sound = null;

const isWanted = () => localStorage.getItem(KEY) !== null;
const isOn = () => isWanted() && sound?.state === "running";
const show = () => button.setAttribute("aria-pressed", String(isOn()));

function warn() {
  for (const after of [0, 0.35]) tone(sound, 880, { after, lasts: 0.3 });
}

function strike() {
  for (const after of [0, 1.2, 2.4])
    for (const [ratio, loudness] of GONG) tone(sound, 220 * ratio, { after, lasts: 3, loudness });
}

function tell(words, play, pattern) {
  document.title = words;
  setTimeout(() => (document.title = title), TOLD_FOR);
  if (!isOn()) return;
  play();
  navigator.vibrate?.(pattern);
}

// What is left on a clock until its bell, in seconds, second by second (site.js).
document.addEventListener("left", ({ target, detail: left }) => {
  const bell = target.dateTime;
  const last = before.get(bell);
  before.set(bell, left);
  if (!aloud || last === undefined) return;
  const passes = (moment) => last > moment && left <= moment && left > moment - TOO_LATE;
  if (passes(WARNING)) tell(aloud.dataset.warns, warn, [200, 100, 200]);
  if (passes(0)) tell(aloud.dataset.rang, strike, [600, 200, 600, 200, 600]);
});

function begin() {
  if (!sound) {
    sound = new AudioContext();
    sound.addEventListener("statechange", show);
  }
  sound.resume();
}

if (aloud && window.AudioContext) {
  aloud.hidden = false;
  button.addEventListener("click", async () => {
    if (isOn()) {
      localStorage.removeItem(KEY);
      await sound.suspend();
    } else {
      localStorage.setItem(KEY, "1");
      begin();
      warn();
    }
    show();
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (!sound && isWanted() && !aloud.contains(target)) begin();
  });
}
