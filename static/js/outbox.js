// What was entered goes to the server in order, each thing once. Until it is there, the browser keeps
// it, over a lost connection, a reload and a closed page. Who builds on it says how a thing is sent
// (`send`) and what is to be done with its answer (`answered`).

const PATIENCE = 6000; // milliseconds until a request counts as lost
const SLOW = 1500; // until the person may go on without its answer
export const AGAIN = 3000; // until it is tried again

export class Outbox {
  // `changed()` is called whenever something is to be shown.
  constructor(key, { token, changed }) {
    this.key = key;
    this.token = token;
    this.changed = changed;
    this.kept = { queue: [] };
    this.tab = `${Math.random()}`;
    this.forgets = false; // the browser keeps nothing
    this.lost = false; // no connection
    this.held = ""; // why nothing is sent: another tablet, a closed record, a question
    this.waiting = false; // a request is under way
    this.slow = false; // and its answer takes long
    this.read();
    globalThis.addEventListener("online", () => this.flush());
    // Two pages of one browser share what is kept.
    globalThis.addEventListener("storage", (event) => {
      if (event.key !== key && event.key !== null) return;
      if (!event.newValue) this.forgottenElsewhere();
      else if (JSON.parse(event.newValue).tab !== this.tab) this.keptElsewhere();
    });
  }

  get queue() {
    return this.kept.queue;
  }

  // Whether the server has answered everything that was entered.
  get settled() {
    return !this.queue.length;
  }

  // Whether the person has to wait for an answer that will come at once.
  get busy() {
    return this.waiting && !this.slow && !this.lost;
  }

  // Whether anything may be sent by now.
  get ready() {
    return true;
  }

  // Milliseconds until it is tried again.
  get pause() {
    return AGAIN;
  }

  // Another page of this browser cleared what is kept; what this one has is still to be sent.
  forgottenElsewhere() {}

  add(item) {
    this.queue.push(item);
    this.keep();
    this.flush();
  }

  // Leave out the thing that was refused, or it and all behind it.
  drop(all = false) {
    this.queue.splice(0, all ? this.queue.length : 1);
    this.held = "";
    this.keep();
    this.flush();
  }

  async flush() {
    if (this.waiting || this.held || !this.queue.length || !this.ready) return this.changed();
    const [item] = this.queue;
    this.waiting = true;
    const slow = setTimeout(() => {
      this.slow = true;
      this.changed();
    }, SLOW);
    this.changed();
    let answer = null;
    try {
      answer = await this.send(item);
    } finally {
      clearTimeout(slow);
      this.waiting = this.slow = false;
    }
    if (answer) return this.answered(answer, item);
    setTimeout(() => this.flush(), this.pause);
    this.changed();
  }

  // The answer; null if there is none, so that it is to be tried again.
  async post(url, facts) {
    const body = new FormData();
    for (const [name, value] of facts) body.append(name, value);
    try {
      const answer = await fetch(url, {
        method: "POST",
        body,
        headers: { "X-CSRFToken": this.token },
        signal: AbortSignal.timeout(PATIENCE),
        redirect: "manual",
      });
      this.lost = answer.status >= 500;
      return this.lost ? null : answer;
    } catch {
      this.lost = true;
      return null;
    }
  }

  read() {
    Object.assign(this.kept, JSON.parse(localStorage.getItem(this.key) ?? "{}"));
  }

  keep() {
    try {
      localStorage.setItem(this.key, JSON.stringify({ ...this.kept, tab: this.tab }));
      this.forgets = false;
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.forgets = true; // full, or switched off
    }
  }
}
