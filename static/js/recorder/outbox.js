// What is tapped goes to the server in order, each thing once. Until it is there, the browser keeps
// it, over a lost connection, a reload and a closed tablet.

const PATIENCE = 6000; // milliseconds until a request counts as lost
const SLOW = 1500; // until the person may go on without its answer
const AGAIN = 3000; // until it is tried again

export class Outbox {
  // `heard(answer, item)` is called with each answer, `changed()` whenever something is to be shown.
  constructor(key, urls, token, { heard, changed }) {
    this.key = key;
    this.urls = urls;
    this.token = token;
    this.heard = heard;
    this.changed = changed;
    this.kept = { tablet: "", number: 0, queue: [], newest: null };
    Object.assign(this.kept, JSON.parse(localStorage.getItem(key) ?? "{}"));
    this.kept.tablet ||= crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`.slice(0, 40);
    this.tab = `${Math.random()}`;
    this.revision = 0;
    this.forgets = false; // the browser keeps nothing
    this.lost = false; // no connection
    this.held = ""; // why nothing is sent: another tablet, a closed record, a question
    this.waiting = false; // a request is under way
    this.slow = false; // and its answer takes long
    globalThis.addEventListener("online", () => this.flush());
    // Two pages of one browser share what is kept; the one opened last goes on.
    globalThis.addEventListener("storage", (event) => {
      if (event.key !== key || !event.newValue || JSON.parse(event.newValue).tab === this.tab) return;
      this.held = "tab";
      this.heard({ state: "tab" }, null);
      this.changed();
    });
    this.#keep();
  }

  // How the game stood by the last answer that this browser got.
  get newest() {
    return this.kept.newest;
  }

  get queue() {
    return this.kept.queue;
  }

  // Whether the server has answered everything that was tapped.
  get settled() {
    return !this.queue.length;
  }

  // Whether the person has to wait for an answer that will come at once.
  get busy() {
    return this.waiting && !this.slow && !this.lost;
  }

  add(item) {
    this.kept.number += 1;
    this.queue.push({ ...item, number: this.kept.number });
    this.#keep();
    this.flush();
  }

  // Take the last thing back that was not sent; false if all is.
  takeBack() {
    const last = this.queue.length - 1;
    if (last < 0 || (last === 0 && this.waiting)) return false;
    this.queue.pop();
    this.#keep();
    this.changed();
    return true;
  }

  // Leave out the thing that was refused, or it and all behind it.
  drop(all = false) {
    this.queue.splice(0, all ? this.queue.length : 1);
    this.held = "";
    this.#keep();
    this.flush();
  }

  // Send the thing that was refused again, with more facts.
  insist(facts) {
    Object.assign(this.queue[0], facts);
    this.held = "";
    this.#keep();
    this.flush();
  }

  // Ask to be the tablet that writes; `over` takes the pen from another one.
  async take(over = false) {
    const answer = await this.#post(this.urls.take, { tablet: this.kept.tablet, ...(over && { over: 1 }) });
    if (answer?.state === "yours") {
      this.held = "";
      this.#learn(answer.sheet);
      this.kept.number = Math.max(this.kept.number, answer.number);
      // What the server has carried out already, though its answer was lost.
      this.kept.queue = this.queue.filter((item) => item.number > answer.number);
      this.#keep();
    }
    if (answer) this.#hear(answer, null);
    else setTimeout(() => this.take(over), AGAIN);
    this.flush();
  }

  async flush() {
    if (this.waiting || this.held || !this.queue.length || !this.revision) return this.changed();
    const item = this.queue[0];
    this.waiting = true;
    const slow = setTimeout(() => {
      this.slow = true;
      this.changed();
    }, SLOW);
    this.changed();
    const { unchecked, ...facts } = item;
    const answer = await this.#post(this.urls.write, {
      ...facts,
      ...(item.action && { action: JSON.stringify(item.action) }),
      tablet: this.kept.tablet,
      revision: this.revision,
    });
    clearTimeout(slow);
    this.waiting = this.slow = false;
    if (!answer) {
      setTimeout(() => this.flush(), AGAIN);
      this.changed();
      return;
    }
    if (answer.state === "saved") {
      this.#learn(answer.sheet);
      this.queue.shift();
      this.#keep();
    } else if (answer.state === "unfit" && unchecked) {
      // It was tapped without an answer, so it happened; the server notes the rule that it breaks.
      return this.insist({ happened: 1, unchecked: false });
    } else if (answer.state === "meanwhile") {
      return this.take();
    } else {
      this.held = answer.state;
    }
    this.#hear(answer, item);
    this.flush();
  }

  #learn(sheet) {
    this.revision = sheet.revision;
    this.kept.newest = sheet;
  }

  #hear(answer, item) {
    if (answer.state !== "yours" && answer.state !== "saved") this.held = answer.state;
    this.heard(answer, item);
  }

  // The answer; null if there is none, so that it is to be tried again.
  async #post(url, facts) {
    const body = new FormData();
    for (const [name, value] of Object.entries(facts)) body.append(name, value);
    try {
      const answer = await fetch(url, {
        method: "POST",
        body,
        headers: { "X-CSRFToken": this.token },
        signal: AbortSignal.timeout(PATIENCE),
        redirect: "manual",
      });
      this.lost = answer.status >= 500;
      if (this.lost) return null;
      return answer.ok ? await answer.json() : { state: "refused" };
    } catch {
      this.lost = true;
      return null;
    }
  }

  #keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify({ ...this.kept, tab: this.tab }));
      this.forgets = false;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.forgets = true; // full, or switched off
    }
  }
}
