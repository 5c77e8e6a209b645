// Comfort on top of pages that work without it. Nothing here decides anything.

import "./live.js";
import { inflects } from "./stems.js";

// Before htmx looks at the page, which it does once this script was read.
Object.assign(htmx.config, {
  includeIndicatorStyles: false,
  attributesToSettle: ["class", "width", "height"],
  allowEval: false,
  selfRequestsOnly: true,
  defaultSettleDelay: 0,
  historyCacheSize: 0,
  refreshOnHistoryMiss: true,
  responseHandling: [
    { code: "204", swap: false },
    { code: "[23]..|400|409|422", swap: true },
    { code: "...", swap: false, error: true },
  ],
});

const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// --- Live filter: <input type="search" data-filter="#list"> hides what does not match.
// Items carry data-search (data-by="summary" looks at that part of them alone); those inside a data-search-group are marked instead, and the group
// stays while one of them matches. With data-inflected a word finds its other forms, too.

const plain = (text) =>
  text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/ł/g, "l").replace(/đ/g, "d").replace(/ø/g, "o").replace(/ß/g, "ss").trim();

// The initial of a minor's surname stands for all surnames that begin with it.
const fits = (text, word) =>
  text.includes(word) ||
  text.split(" ").some((part) => part.length > 1 && part.endsWith(".") && word.startsWith(part.slice(0, -1)));

// The tables of a round are out of date once the draw of the next one is out; those are asked for.
const outdated = () => document.querySelector("[data-newer]");

function filter(input) {
  const list = document.querySelector(input.dataset.filter);
  if (!list || outdated()) return;
  const words = plain(input.value).split(/\s+/).filter(Boolean);
  const inflected = "inflected" in input.dataset;
  const groups = new Set(all("[data-search-group]", list));
  let any = false;
  for (const item of all("[data-search]", list)) {
    const { textContent } = input.dataset.by ? item.querySelector(input.dataset.by) : item;
    const text = plain(item.dataset.search || textContent);
    const matches = words.every((word) => fits(text, word) || (inflected && inflects(text, word)));
    const group = item.closest("[data-search-group]");
    any ||= matches;
    item.classList.toggle("found", matches && words.length > 0);
    if (!group) item.hidden = !matches;
    else if (matches) groups.delete(group);
  }
  for (const group of all("[data-search-group]", list)) group.hidden = groups.has(group);
  list.classList.toggle("filtered", words.length > 0);
  for (const none of all("[data-search-none]", list.parentElement)) none.hidden = any;
}

const filterAll = () => all("input[data-filter]").forEach((input) => input.value && filter(input));

document.addEventListener("input", ({ target }) => {
  if (target.matches("input[data-filter]")) filter(target);
});

// What was found on the page already is not asked for again: the list follows the day by itself.
// Where the page answers an earlier question, the next one is asked, too.
const answered = () => document.querySelector("[data-asked-then]");

document.addEventListener("submit", (event) => {
  const input = event.target.querySelector("input[data-filter][data-stay]");
  if (!input?.value || outdated() || answered() || !document.querySelector(input.dataset.filter)) return;
  event.preventDefault();
  filter(input);
  document.querySelector(".found")?.scrollIntoView({ block: "center" });
});

// data-first="input": Enter goes to that of the first match; an empty field sends the form.
document.addEventListener("keydown", (event) => {
  const { target } = event;
  if (event.key !== "Enter" || !target.matches?.("input[data-first]") || !target.value) return;
  const found = document.querySelector(`${target.dataset.filter} [data-search]:not([hidden])`);
  event.preventDefault();
  found?.querySelector(target.dataset.first)?.focus();
});

// data-only="button.face": Enter presses that of the only match, or of the one whose number was typed,
// and the field is empty for the next name. What the server found alone is no whole list: a name that
// is not there is sent to it.
let pressed = null;

document.addEventListener("keydown", (event) => {
  const { target } = event;
  if (event.key !== "Enter" || !target.matches?.("input[data-only]") || !target.value) return;
  const found = all(`${target.dataset.filter} [data-search]:not([hidden])`);
  if (!found.length && target.defaultValue) return;
  event.preventDefault();
  const numbered = found.filter((item) => item.dataset.search.startsWith(`${target.value.trim()} `));
  const meant = numbered.length === 1 ? numbered : found;
  const button = meant.length === 1 && meant[0].querySelector(target.dataset.only);
  if (!button) {
    if (meant.length < 2) target.select();
    return;
  }
  pressed = meant[0].id;
  button.click();
  target.value = "";
  filter(target);
});

// It may lie far down in the whole list, and what it is asked is seen.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (!pressed || target.id !== pressed) return;
  pressed = null;
  target.scrollIntoView({ block: "center" });
});

// What opens over the page closes with the next click beside it.
document.addEventListener("click", ({ target }) => {
  for (const menu of all("details.more[open]")) if (!menu.contains(target)) menu.open = false;
});

// --- Clock: <time class="clock" datetime="2026-05-16T11:34:00+02:00" data-clock>, and what is said
// only from data-since on and only until data-until. All by the site's time, not by the phone's.

const told = document.getElementById("told");
let ahead = 0;
let asked = false;
let known = false;

async function askSiteTime() {
  if (!document.querySelector("[data-clock], [data-since], [data-until]")) return;
  asked = true;
  const answer = await fetch("/health/", { method: "HEAD", cache: "no-store" }).catch(() => null);
  const now = Date.parse(answer?.headers.get("Site-Time"));
  if (now) ahead = now - Date.now();
  known = true;
}

function tick() {
  if (!known) return;
  for (const clock of all("[data-clock]")) {
    const left = Math.round((Date.parse(clock.dateTime) - Date.now() - ahead) / 1000);
    const [seconds, minutes, hours] = [1, 60, 3600].map((unit) => Math.floor(Math.abs(left) / unit));
    const two = (number) => String(number % 60).padStart(2, "0");
    const text = (hours ? `${hours}:${two(minutes)}` : `${minutes}`) + `:${two(seconds)}`;
    clock.textContent = left < 0 ? `+${text}` : text;
    if ("rings" in clock.dataset) clock.dispatchEvent(new CustomEvent("left", { detail: left, bubbles: true }));
    clock.classList.toggle("over", left <= 0);
    clock.classList.toggle("ending", left > 0 && left <= 60 * (clock.dataset.ending || 10));
  }
  const now = Date.now() + ahead;
  for (const said of all("[data-since], [data-until]")) {
    const { since, until } = said.dataset;
    const silent = Boolean((since && now < Date.parse(since)) || (until && now >= Date.parse(until)));
    // Who cannot see that it is said now hears it.
    if (said.hidden && !silent && "aloud" in said.dataset) told.textContent = said.textContent.trim();
    said.hidden = silent;
  }
}

// Nothing else of the page waits for the answer.
askSiteTime().then(tick);
setInterval(tick, 1000);

// --- The player whose own page was opened here last: the way back to it, and the own line. Pages
// for everybody do not know it, so the phone remembers: "slug:number".

const OWN = "own";
const ALL_OWN = "all-own"; // several persons, or several events, share a phone
const ownPage = document.querySelector("[data-own-page]");
if (ownPage) {
  localStorage.setItem(OWN, ownPage.dataset.ownPage);
  const opened = new Set([...JSON.parse(localStorage.getItem(ALL_OWN) ?? "[]"), ownPage.dataset.ownPage]);
  localStorage.setItem(ALL_OWN, JSON.stringify([...opened]));
  for (const way of all("[data-own-others]")) way.hidden = opened.size < 2;
}

function markOwn() {
  const [slug, number] = (localStorage.getItem(OWN) ?? "").split(":");
  if (!number) return;
  for (const way of all("[data-own-way]")) {
    way.hidden = false;
    way.querySelector("a").search = new URLSearchParams({ at: slug, number });
  }
  if (document.querySelector("[data-event]")?.dataset.event !== slug) return;
  for (const line of all(`#n${number}, [data-number="${number}"]`)) line.classList.add("own");
}
markOwn();

// --- Pages are the same for everybody: whose browser does not speak the language of this one, but
// another of the site's, is led there, until they say no.

const NO_OFFER = "no-language-offer";
const spoken = navigator.languages.map((tag) => tag.slice(0, 2));
if (!spoken.includes(document.documentElement.lang) && !localStorage.getItem(NO_OFFER)) {
  const offers = new Map(all("[data-offer]").map((link) => [link.lang, link]));
  const link = offers.get(spoken.find((language) => offers.has(language)));
  if (link) {
    const offer = document.querySelector("[data-language-offer]");
    const [way, no] = offer.children;
    offer.lang = way.hreflang = link.lang;
    way.href = link.href;
    way.textContent = link.dataset.offer;
    no.textContent = link.dataset.no;
    no.addEventListener("click", () => {
      localStorage.setItem(NO_OFFER, "1");
      offer.hidden = true;
    });
    offer.hidden = false;
  }
}

// --- htmx: keep what is typed and what is open; mark what changed (data-mark, with an id).

const MARKED = 6000;
const changes = new Map();
let before = new Map();
let open = [];

// What opens is known by its own id, or by that of the row it stands in.
const nameOf = (details) => details.id || details.closest("[data-mark][id]")?.id;

const typing = (root) =>
  all("input:not([type=hidden]), select, textarea", root).some((field) =>
    field === document.activeElement && !field.matches("[type=checkbox], [type=radio]")
      ? true
      : field.matches("[type=checkbox], [type=radio]")
        ? field.checked !== field.defaultChecked
        : "defaultValue" in field && field.value !== field.defaultValue);

// A question about what was sent waits for its answer.
const asking = (root) => root.querySelector("[name=cautions]") !== null;

// Asked for by the page, not by the person (hx-trigger="every 15s, back from:document").
const byItself = ({ triggeringEvent }) => !triggeringEvent || triggeringEvent.type === "back";

document.addEventListener("htmx:beforeRequest", (event) => {
  const { elt, requestConfig } = event.detail;
  // A phone in a pocket asks for nothing.
  if (byItself(requestConfig) && elt.matches("[hx-trigger*=every]") && document.hidden) event.preventDefault();
});

// Presses in a list go out one after another (hx-sync): whoever leaves before is asked.
const unsent = new Set();
document.addEventListener("htmx:confirm", ({ target }) => target.closest("[hx-sync]") && unsent.add(target));
document.addEventListener("htmx:afterRequest", ({ detail }) => unsent.delete(detail.elt));
addEventListener("beforeunload", (event) => {
  if ([...unsent].some((pressed) => pressed.isConnected)) event.preventDefault();
});

async function comeBack() {
  document.dispatchEvent(new CustomEvent("back"));
  // A phone that slept may have set its clock meanwhile.
  await askSiteTime();
  tick();
}
document.addEventListener("visibilitychange", () => document.hidden || comeBack());
window.addEventListener("online", comeBack);
window.addEventListener("pageshow", (event) => event.persisted && comeBack());

// Who cannot see that it changed is told: data-say="Round 2: your table" on what has an id.
const sayable = () => new Map(all("[data-say][id]").map((one) => [one.id, `${one.dataset.say} ${one.textContent.trim()}`]));
let shown = sayable();

function sayChanges() {
  const now = sayable();
  const changed = [...now].filter(([id, text]) => shown.get(id) !== text).map(([, text]) => text);
  if (changed.length) told.textContent = changed.join(". ");
  shown = now;
}

// What was said of an act held when the page came; a part that comes anew says what holds now.
const READ = 6000;
const came = Date.now();

function outlive() {
  const said = all(".messages .success, .messages .info");
  setTimeout(() => said.forEach((message) => message.remove()), came + READ - Date.now());
}

document.addEventListener("htmx:beforeSwap", (event) => {
  const { requestConfig, target } = event.detail;
  // A page that refreshes itself waits until the person has sent what is typed in it, and answered.
  if (requestConfig.verb === "get" && byItself(requestConfig) && (typing(target) || asking(target))) {
    event.detail.shouldSwap = false;
  }
  if (event.detail.shouldSwap && target.id === "live") outlive();
  before = new Map(all("[data-mark][id]").map((row) => [row.id, row.textContent.trim()]));
  open = all("details[open]").map(nameOf).filter(Boolean);
});

document.addEventListener("htmx:afterSettle", () => {
  for (const id of open) {
    const named = document.getElementById(id);
    (named?.matches("details") ? named : named?.querySelector("details"))?.setAttribute("open", "");
  }
  const now = Date.now();
  for (const row of all("[data-mark][id]")) {
    if (before.has(row.id) && before.get(row.id) !== row.textContent.trim()) changes.set(row.id, now);
    // A second swap meanwhile carries the mark on instead of starting or ending it.
    const age = now - changes.get(row.id);
    row.classList.toggle("changed", age < MARKED);
    if (age < MARKED) row.style.animationDelay = `-${age}ms`;
  }
  before.clear();
  answered()?.remove();
  filterAll();
  markOwn();
  sayChanges();
  if (!asked) askSiteTime().then(tick);
  tick();
});

const connection = document.getElementById("connection");
const lost = (isLost) => connection && (connection.hidden = !isLost);
for (const trouble of ["sendError", "responseError", "timeout"]) {
  document.addEventListener(`htmx:${trouble}`, () => lost(true));
}
document.addEventListener("htmx:afterOnLoad", () => lost(false));

// What asked for itself, or a press in a list, after somebody signed out: signing in leads back.
document.addEventListener("htmx:responseError", ({ detail }) => {
  const way = document.getElementById("signed-out");
  if (!way || !detail.xhr.getResponseHeader("Signed-Out")) return;
  way.querySelector("a").search = new URLSearchParams({ next: location.pathname + location.search });
  way.hidden = false;
});

// --- A double click sends once. The button is only marked, so its name and value still go.

const sent = new WeakSet();
const reached = new WeakSet();

const release = (form) => {
  sent.delete(form);
  for (const button of all("[aria-busy]", form)) button.removeAttribute("aria-busy");
};

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.target) return;
  if (reached.has(form)) return;
  if (sent.has(form)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  sent.add(form);
  event.submitter?.setAttribute("aria-busy", "true");
  // A download leaves the page where it is, and a lost connection must not lock the form.
  setTimeout(release, 5000, form);
}, true);

// The browser's own page of a lost connection would take the place of this one, and with it what
// was typed: such a form is sent once the site answers.
const PATIENCE = 4500;

async function isThere() {
  const signal = AbortSignal.timeout(PATIENCE);
  const answer = await fetch("/health/", { method: "HEAD", cache: "no-store", signal }).catch(() => null);
  return answer !== null;
}

const unreachable = (submitter) =>
  new CustomEvent("unreachable", { bubbles: true, cancelable: true, detail: { submitter } });

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (reached.delete(form) || event.defaultPrevented) return;
  if (form.method !== "post" || form.target || !(typing(form) || form.matches("[data-outbox]"))) return;
  event.preventDefault();
  const there = await isThere();
  // What waits on the phone until there is a connection says so itself.
  const waits = !there && !form.dispatchEvent(unreachable(submitter));
  lost(!there && !waits);
  if (there) {
    reached.add(form);
    form.requestSubmit(submitter?.isConnected ? submitter : null);
  } else release(form);
});

document.addEventListener("htmx:afterRequest", ({ target }) => target instanceof HTMLFormElement && release(target));
window.addEventListener("pageshow", (event) => event.persisted && all("form").forEach(release));

// --- What was sent in vain, since nobody was signed in any more, is in its form again as soon as the
// form is there: fields, what is ticked, and the marks of what the form showed.

const KEPT = "kept";
const KEPT_FOR = 3_600_000;
const inVain = document.querySelector("[data-kept]");
function keep(action, holder) {
  const fields = all("input", holder).filter(({ name }) => name !== "cautions" && name !== "csrfmiddlewaretoken");
  const sent = fields.map(({ name, value }) => [name, value]);
  sessionStorage.setItem(KEPT, JSON.stringify({ action, fields: sent, at: Date.now() }));
}
if (inVain) keep(inVain.dataset.kept, inVain);

// So is what was asked about, for whoever goes back to mend it.
document.addEventListener("click", ({ target }) => {
  const back = target.closest?.("[data-back]");
  if (back) keep(pathOf(back.dataset.back), back.closest("form"));
});

const pathOf = (address) => new URL(address, location.href).pathname;
const goesTo = (form, path) =>
  pathOf(form.getAttribute("action") ?? "") === path ||
  all("[formaction]", form).some((button) => pathOf(button.getAttribute("formaction")) === path);

// Rows with a form each differ in what is hidden in them.
const inCommon = (form, fields) =>
  all("input[type=hidden]", form).filter((one) => fields.some(([name, value]) => name === one.name && value === one.value)).length;

function write(field, values) {
  if (field.matches("[type=checkbox], [type=radio]")) field.checked = values?.includes(field.value) ?? false;
  else if (field.matches("[multiple]")) for (const one of field.options ?? []) one.selected = values?.includes(one.value) ?? false;
  else if (values?.length) field.value = values.shift();
}

function giveBack() {
  const { action, fields, at } = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  if (inVain || !fields) return;
  const forms = all("main form").filter((form) => form.method === "post" && goesTo(form, action));
  const [form] = forms.sort((one, other) => inCommon(other, fields) - inCommon(one, fields));
  if (!form && Date.now() - at < KEPT_FOR) return;
  sessionStorage.removeItem(KEPT);
  const sent = new Map();
  for (const [name, value] of fields) sent.set(name, [...(sent.get(name) ?? []), value]);
  const writable = (field) => field.name && field.name !== "csrfmiddlewaretoken" && !field.matches("button, [type=file], [type=password]");
  const written = [...(form?.elements ?? [])].filter(writable);
  if (!written.some((field) => sent.has(field.name) && field.type !== "hidden")) return;
  for (const field of written) write(field, sent.get(field.name));
  for (const field of written) field.dispatchEvent(new Event("input", { bubbles: true }));
  for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  for (const fold of all("details", form)) fold.open = true;
  const note = document.getElementById("given-back");
  form.prepend(note);
  note.hidden = false;
  note.scrollIntoView({ block: "center" });
}
giveBack();

// --- What is to be passed on is copied by a button, where the browser lets pages do so.

for (const button of all("[data-copy]")) button.hidden = !navigator.clipboard;
document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).textContent.trim());
  button.textContent = button.dataset.copied;
});

// --- Keyboard. In a form with data-keys Enter goes to the next field and sends from the last;
// arrows go up and down. Alt and a letter presses what carries data-shortcut, or opens it and goes
// to its first field. A slash goes to the field with data-jump, and a table's number and Enter there to that table on the page.

// Nobody is led away from what is typed: a table that is in already shows its link, and of one
// that there is not the number stays.
document.addEventListener("submit", (event) => {
  const jump = event.target.querySelector("[data-jump]");
  if (!jump) return;
  event.preventDefault();
  const found = (kind) => document.getElementById(`${kind}-${Number(jump.value)}`);
  const field = found("line")?.querySelector("input.digits") ?? found("table")?.querySelector("a");
  jump.setAttribute("aria-invalid", String(!field));
  (field ?? jump).scrollIntoView({ block: "center" });
  (field ?? jump).focus();
  field?.select?.();
  if (field) jump.value = "";
  else jump.select();
});

// In a line in which nothing is typed Enter accepts what the players of that table have entered.
function accept(field) {
  const line = field.closest(".result-line");
  const button = line && document.getElementById(line.id.replace("line", "accept"));
  if (!button || all("input.digits, select", line).some((one) => one.value)) return false;
  button.click();
  line.nextElementSibling?.querySelector("input.digits")?.focus();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.altKey && !event.ctrlKey && !event.metaKey) {
    const found = all("[data-shortcut]").find((one) => event.code === `Key${one.dataset.shortcut}`);
    if (found) {
      event.preventDefault();
      found.focus();
      if (found.matches("input")) found.select();
      if (found.matches("summary")) {
        found.parentElement.open = true;
        found.parentElement.querySelector("input:not([type=hidden]), select, textarea")?.focus();
      } else if (!found.matches("input, select, textarea")) found.click();
    }
    return;
  }
  const jump = document.querySelector("[data-jump]");
  if (jump && event.key === "/" && !event.target.matches?.("textarea, input:not(.digits, [type=checkbox])")) {
    event.preventDefault();
    jump.focus();
    jump.select();
    return;
  }
  const form = event.target.closest?.("[data-keys]");
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!form || !step || !event.target.matches("input:not([type=radio], [type=checkbox])")) return;
  if (event.key === "Enter" && accept(event.target)) {
    event.preventDefault();
    return;
  }
  const fields = all("input:not([type=hidden], [type=radio], [type=checkbox], :disabled)", form);
  const next = fields[fields.indexOf(event.target) + step];
  if (next) {
    next.focus();
    next.select();
  }
  if (next || event.key !== "Enter") event.preventDefault();
});

filterAll();
for (const here of all(".steps [aria-current], .tabs [aria-current]")) {
  here.scrollIntoView({ block: "nearest", inline: "center" });
}
document.querySelector(".error-summary")?.focus();
