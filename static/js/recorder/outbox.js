// What is tapped on the tablet that writes a record, by number, each on top of the sheet before it.

import { AGAIN, Outbox as Common } from "../outbox.js";

export class Outbox extends Common {
  // `heard(answer, item)` is called with each answer, `changed()` whenever something is to be shown.
  constructor(key, urls, token, { heard, changed }) {
    super(key, { token, changed });
    this.urls = urls;
    this.heard = heard;
    this.kept = { tablet: "", number: 0, newest: null, ...this.kept };
    this.kept.tablet ||= sessionStorage.getItem(key) ?? crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`.slice(0, 40);
    this.revision = 0;
    this.keep();
  }

  // How the game stood by the last answer that this browser got.
  get newest() {
    return this.kept.newest;
  }

  get ready() {
    return Boolean(this.revision);
  }

  // The page opened last goes on.
  keptElsewhere() {
    this.held = "tab";
    this.heard({ state: "tab" }, null);
    this.changed();
  }

  add(item) {
    this.kept.number += 1;
    super.add({ ...item, number: this.kept.number });
  }

  // The browser keeps nothing more. The site may ask back before it closes the record, so that this tab
  // still goes by the name it had.
  forget() {
    sessionStorage.setItem(this.key, this.kept.tablet);
    localStorage.removeItem(this.key);
  }

  // Take the last thing back that was not sent; false if all is.
  takeBack() {
    const last = this.queue.length - 1;
    if (last < 0 || (last === 0 && this.waiting)) return false;
    this.queue.pop();
    this.keep();
    this.changed();
    return true;
  }

  // Send the thing that was refused again, with more facts.
  insist(facts) {
    Object.assign(this.queue[0], facts);
    this.held = "";
    this.keep();
    this.flush();
  }

  // Throw away all that is only here, and hear anew whether this tablet writes: another one may, and
  // nothing that is tapped would be sent then.
  giveUp() {
    this.queue.length = 0;
    this.keep();
    this.changed();
    this.take();
  }

  // Ask to be the tablet that writes; `over` takes the pen from another one.
  async take(over = false) {
    const answer = await this.#ask(this.urls.take, { tablet: this.kept.tablet, ...(over && { over: 1 }) });
    if (answer?.state === "yours") {
      this.held = "";
      this.#learn(answer.sheet);
      this.kept.number = Math.max(this.kept.number, answer.number);
      // What the server has carried out already, though its answer was lost.
      this.kept.queue = this.queue.filter((item) => item.number > answer.number);
      this.keep();
    }
    if (answer) this.#hear(answer, null);
    else setTimeout(() => this.take(over), AGAIN);
    this.flush();
  }

  send({ unchecked, ...facts }) {
    return this.#ask(this.urls.write, {
      ...facts,
      ...(facts.action && { action: JSON.stringify(facts.action) }),
      tablet: this.kept.tablet,
      revision: this.revision,
    });
  }

  answered(answer, item) {
    if (answer.state === "saved") {
      this.#learn(answer.sheet);
      this.queue.shift();
      this.keep();
    } else if (answer.state === "unfit" && item.unchecked) {
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

  // What the answer says; null if there is none.
  async #ask(url, facts) {
    const answer = await this.post(url, Object.entries(facts));
    if (!answer) return null;
    if (!answer.ok) return { state: "refused" };
    try {
      return await answer.json();
    } catch {
      // It broke on its way, or came from something else than the site.
      this.lost = true;
      return null;
    }
  }
}
