// --- Results that players enter, and their words on one: <form data-outbox="Round 1, table 3"
// data-about="27" data-next="/…/"> without a connection waits on the phone and is shown in #outbox, here
// and on the other pages of the players. It goes once: whatever was sent again is known by its name
// (`sending`). What the site does not just take is shown to the person again, who sees there why and
// decides. The grid of the desk is sent line by line: <div data-outbox-part="Round 1, table 3" data-about>.

import { AGAIN, Outbox } from "./outbox.js";

const FORBIDDEN = 403;

const panel = document.getElementById("outbox");
const [list, row] = ["ul", "template"].map((part) => panel.querySelector(part));
const KEY = panel.dataset.key;
const newName = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`.slice(0, 40);

class Entries extends Outbox {
  constructor(token, changed) {
    super(KEY, { token, changed });
    this.arrived = false;
    // What somebody went to look at is on the page before them now, or was answered otherwise; and a
    // page that is opened anew has other rights than the one before.
    const here = [...document.querySelectorAll("[data-outbox] [name$=sending], [data-sending]")].map(
      (shown) => shown.dataset.sending ?? shown.value,
    );
    const again = this.asked.filter(({ looked, status }) => looked || status === FORBIDDEN);
    this.kept.asked = this.asked.filter((item) => !again.includes(item));
    this.kept.queue.push(...again.filter(({ sending }) => !here.includes(sending)));
    this.keep();
  }

  // What the site has a word to say about first.
  get asked() {
    return this.kept.asked ?? [];
  }

  // A hall whose network is back does not ask all at once.
  get pause() {
    return AGAIN * (1 + Math.random());
  }

  keptElsewhere() {
    this.read();
    this.flush();
  }

  // "Not my phone": nobody sends in the name of who was here.
  forgottenElsewhere() {
    this.#leaveOut(() => true);
    this.changed();
  }

  // What is entered again takes the place of what waits; just the same waits already.
  add(item) {
    if (this.queue.some((one) => saidBy(one) === saidBy(item))) return this.flush();
    this.#leaveOut(({ action, about }, under) => action === item.action && about === item.about && !under);
    super.add(item);
  }

  send({ action, fields }) {
    return this.post(action, fields);
  }

  answered(answer, item) {
    this.read();
    // It may have been thrown away while it was under way.
    const stands = [...this.queue, ...this.asked].some(({ sending }) => sending === item.sending);
    this.#leaveOut(({ sending }) => sending === item.sending);
    this.arrived = answer.type === "opaqueredirect";
    if (stands && !this.arrived) this.kept.asked = [...this.asked, { ...item, status: answer.status }];
    this.keep();
    if (this.arrived && [item.action, item.back].map(pathOf).includes(location.pathname)) this.#goOn(item);
    this.flush();
  }

  // A line that has arrived leaves the grid. What is typed in others, or waits, stays on the page.
  #goOn({ fields, about, back }) {
    const line = typedParts(document).find((part) => part.dataset.about === about);
    const isAsSent = ([name, value]) => !name.includes("points-") || valueOf(line, name) === value;
    if (line && fields.every(isAsSent)) line.remove();
    if (!typedParts(document).length) location.assign(back);
  }

  throwAway({ sending }) {
    this.#leaveOut((item) => item.sending === sending);
    this.keep();
    this.changed();
  }

  look(item) {
    this.kept.asked = this.asked.map((one) => (one.sending === item.sending ? { ...one, looked: true } : one));
    this.keep();
  }

  // Another page of this browser may have kept more meanwhile.
  #leaveOut(fits) {
    const first = this.waiting ? this.queue[0]?.sending : null;
    this.read();
    const stays = (item) => !fits(item, item.sending === first);
    this.kept.queue = this.queue.filter(stays);
    this.kept.asked = this.asked.filter(stays);
  }
}

const saidBy = ({ action, about, fields }) =>
  JSON.stringify([action, about, fields.filter(([name]) => !name.endsWith("sending"))]);
const pathOf = (address) => new URL(address, location.href).pathname;

const isTyped = (part) =>
  [...part.querySelectorAll("input:not([type=hidden], [type=checkbox]), select")].some(({ value }) => value);
const typedParts = (root) => [...root.querySelectorAll("[data-outbox-part]")].filter(isTyped);
const valueOf = (part, name) => part.querySelector(`[name="${name}"]`)?.value;

// The players with their points, as the form has them; of a word the button that says it, and what
// was written.
function inWords(holder, submitter) {
  const points = [...holder.querySelectorAll("[name*=points-]")].filter(({ value }) => value);
  if (points.length) return points.map((field) => `${nameAt(field)}: ${field.value}`).join(", ");
  return [submitter?.textContent.trim(), valueOf(holder, "text")].filter(Boolean).join(": ");
}

const nameAt = ({ labels: [label] }) => (label.querySelector(".name") ?? label).textContent.trim();

const { value: token } = row.content.querySelector("[name=csrfmiddlewaretoken]");
const entries = new Entries(token, show);

function show() {
  const all = [...entries.queue.map((item) => [item, false]), ...entries.asked.map((item) => [item, true])];
  panel.hidden = !all.length && !entries.arrived;
  list.replaceChildren(...all.map(([item, isAsked]) => shown(item, isAsked)));
  panel.querySelector("[data-arrived]").hidden = !entries.arrived || all.length > 0;
  panel.querySelector("[data-forgets]").hidden = !entries.forgets || !all.length;
}

function shown(item, isAsked) {
  const line = row.content.cloneNode(true);
  const part = (name) => line.querySelector(`[data-${name}]`);
  part("title").textContent = item.title;
  part("words").textContent = item.words;
  part("waits").hidden = isAsked;
  part("asked").hidden = !isAsked;
  part("drop").addEventListener("click", () => entries.throwAway(item));
  const look = line.querySelector("form");
  look.hidden = !isAsked;
  look.action = item.action;
  look.addEventListener("formdata", ({ formData }) => item.fields.forEach(([name, value]) => formData.append(name, value)));
  look.addEventListener("submit", () => entries.look(item));
  // What is typed in the grid meanwhile is not left for it.
  look.querySelector("button").addEventListener("click", () => {
    look.target = typedParts(document).length ? "_blank" : "";
  });
  return line;
}

document.addEventListener("submit", ({ target }) => {
  if (!target.matches("[data-outbox]")) return;
  for (const field of target.querySelectorAll("[name$=sending]")) field.value = newName();
}, true);

document.addEventListener("unreachable", (event) => {
  const form = event.target;
  if (!form.matches("[data-outbox]")) return;
  const isGrid = form.querySelector("[data-outbox-part]");
  const holders = isGrid ? typedParts(form) : [form];
  if (!holders.length) return;
  event.preventDefault();
  for (const holder of holders) entries.add(asItem(form, holder, event.detail.submitter));
  panel.scrollIntoView({ block: "center" });
});

// What is sent of a form, or of one line of it: that line and what belongs to none.
function asItem(form, holder, submitter) {
  const partOf = (name) => form.querySelector(`[name="${name}"]`)?.closest("[data-outbox-part]") ?? holder;
  const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken" && partOf(name) === holder);
  if (submitter?.name) fields.push([submitter.name, submitter.value]);
  return {
    sending: holder.querySelector("[name$=sending]").value,
    action: pathOf(form.action),
    about: holder.dataset.about,
    back: form.dataset.next,
    title: holder.dataset.outboxPart ?? form.dataset.outbox,
    words: inWords(holder, submitter),
    fields,
  };
}

entries.flush();
