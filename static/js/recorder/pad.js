// The board as something to tap on: the places of one kind, the lit ones as buttons.

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 24; // pixels from its middle in which a lit place is meant: a target of 48
const BROAD = 7; // half the width of a path's bar
const FAR = 40; // pixels beyond which nothing is meant

export class Pad {
  // `places` says by kind where each place lies: name, x, y, for paths both ends.
  constructor(box, places, tapped) {
    this.box = box;
    this.places = places;
    this.tapped = tapped;
    this.kind = null;
    this.lit = null;
    this.marks = [];
    box.addEventListener("click", (event) => this.#click(event));
    box.addEventListener("keydown", (event) => {
      const name = event.target.dataset?.place;
      if (!name || !["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      this.tapped(name);
    });
  }

  show(picture) {
    this.box.innerHTML = picture;
    this.#draw();
  }

  // Light some places of a kind; `null` instead of names: all of them may be tapped, unlit.
  light(kind, names) {
    this.kind = kind;
    this.lit = names && new Set(names);
    this.#draw();
  }

  dark() {
    this.light(null, null);
  }

  // What was tapped and is not in the picture yet: kind, name and colour of each.
  mark(marks) {
    this.marks = marks;
    this.#draw();
  }

  #draw() {
    const svg = this.box.querySelector("svg");
    if (!svg) return;
    svg.querySelector(".taps")?.remove();
    svg.setAttribute("role", "group");
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", this.kind && !this.lit ? "taps unchecked" : "taps");
    for (const { kind, name, fill } of this.marks) {
      const place = this.places[kind]?.find(([known]) => known === name);
      if (!place) continue;
      const shape = this.#shape(kind, place, "mark");
      shape.style.setProperty("--fill", fill);
      layer.append(shape);
    }
    for (const place of this.places[this.kind] ?? []) {
      const lit = this.lit?.has(place[0]);
      if (this.lit && !lit) continue;
      const shape = this.#shape(this.kind, place, lit ? "lit" : "open");
      shape.dataset.place = place[0];
      shape.setAttribute("role", "button");
      shape.setAttribute("tabindex", "0");
      shape.setAttribute("aria-label", place[0]);
      layer.append(shape);
    }
    svg.append(layer);
  }

  #shape(kind, place, look) {
    const [, x, y, toX, toY] = place;
    const shape = document.createElementNS(SVG, kind === "path" ? "polygon" : "circle");
    if (kind === "path") {
      // A bar along the middle half of the path.
      const [alongX, alongY] = [(toX - x) / 4, (toY - y) / 4];
      const length = Math.hypot(alongX, alongY);
      const [outX, outY] = [(-alongY / length) * BROAD, (alongX / length) * BROAD];
      const corners = [
        [x + alongX + outX, y + alongY + outY],
        [toX - alongX + outX, toY - alongY + outY],
        [toX - alongX - outX, toY - alongY - outY],
        [x + alongX - outX, y + alongY - outY],
      ];
      shape.setAttribute("points", corners.map((corner) => corner.join()).join(" "));
    } else {
      const facts = { cx: x, cy: y, r: kind === "hex" ? 34 : 14 };
      for (const [name, value] of Object.entries(facts)) shape.setAttribute(name, value);
    }
    shape.setAttribute("class", `${look} ${kind}`);
    return shape;
  }

  #click(event) {
    if (!this.kind) return;
    const svg = this.box.querySelector("svg");
    const matrix = svg.getScreenCTM();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const near = { lit: [Infinity], other: [Infinity] };
    for (const [name, x, y, toX = x, toY = y] of this.places[this.kind]) {
      const away = Math.hypot((x + toX) / 2 - at.x, (y + toY) / 2 - at.y) * matrix.a;
      const group = !this.lit || this.lit.has(name) ? "lit" : "other";
      if (away < near[group][0]) near[group] = [away, name];
    }
    // A lit place is meant unless the finger came down clearly on another one.
    const { lit, other } = near;
    const meant = lit[0] < NEAR && lit[0] < 2 * other[0] ? lit : lit[0] <= other[0] ? lit : other;
    if (meant[0] < FAR) this.tapped(meant[1]);
  }
}
