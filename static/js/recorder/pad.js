// The board as something to tap on: places of a kind or of several, the lit ones as buttons.

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 24; // pixels from its middle in which a lit place is meant: a target of 48
const FAR = 40; // pixels beyond which nothing is meant
const BROAD = { path: 7, symbol: 11 }; // half the width of a bar along a path, or a road of a sheet
const RADIUS = { hex: 34, intersection: 14, symbol: 25, knight: 19, entry: 22 };

export class Pad {
  // `places` says by kind where each place lies: name, x, y, for paths both ends. `tapped` is called
  // with name and kind; `called` says what a place is called, by kind and name.
  constructor(box, places, tapped, called = (_kind, name) => name) {
    this.box = box;
    this.places = places;
    this.tapped = tapped;
    this.called = called;
    this.lights = new Map();
    this.marks = [];
    box.addEventListener("click", (event) => this.#click(event));
    box.addEventListener("keydown", (event) => {
      const { place: name, kind } = event.target.dataset ?? {};
      if (!name || !["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      this.tapped(name, kind);
    });
  }

  show(picture) {
    this.box.innerHTML = picture;
    this.#draw();
  }

  // Light some places of a kind; `null` instead of names: all of them may be tapped, unlit.
  light(kind, names) {
    this.offer([[kind, names]]);
  }

  // The same for several kinds at once.
  offer(lights) {
    this.lights = new Map(lights.map(([kind, names]) => [kind, names && new Set(names)]));
    this.#draw();
  }

  dark() {
    this.offer([]);
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
    layer.setAttribute("class", [...this.lights.values()].includes(null) ? "taps unchecked" : "taps");
    for (const { kind, name, fill } of this.marks) {
      const place = this.places[kind]?.find(([known]) => known === name);
      if (!place) continue;
      const shape = this.#shape(kind, place, "mark");
      shape.style.setProperty("--fill", fill);
      layer.append(shape);
    }
    for (const [kind, names] of this.lights) {
      for (const place of this.places[kind] ?? []) {
        const [name] = place;
        if (names && !names.has(name)) continue;
        const shape = this.#shape(kind, place, names ? "lit" : "open");
        Object.assign(shape.dataset, { place: name, kind });
        shape.setAttribute("role", "button");
        shape.setAttribute("tabindex", "0");
        shape.setAttribute("aria-label", this.called(kind, name));
        layer.append(shape);
      }
    }
    svg.append(layer);
  }

  #shape(kind, place, look) {
    const [, x, y, toX, toY] = place;
    const bar = toX !== undefined;
    const shape = document.createElementNS(SVG, bar ? "polygon" : "circle");
    if (bar) {
      // Along the middle half of the path.
      const [alongX, alongY] = [(toX - x) / 4, (toY - y) / 4];
      const length = Math.hypot(alongX, alongY);
      const [outX, outY] = [-alongY, alongX].map((out) => (out / length) * BROAD[kind]);
      const corners = [
        [x + alongX + outX, y + alongY + outY],
        [toX - alongX + outX, toY - alongY + outY],
        [toX - alongX - outX, toY - alongY - outY],
        [x + alongX - outX, y + alongY - outY],
      ];
      shape.setAttribute("points", corners.map((corner) => corner.join()).join(" "));
    } else {
      const facts = { cx: x, cy: y, r: RADIUS[kind] };
      for (const [name, value] of Object.entries(facts)) shape.setAttribute(name, value);
    }
    shape.setAttribute("class", `${look} ${bar && kind !== "path" ? `path ${kind}` : kind}`);
    return shape;
  }

  #click(event) {
    const svg = this.box.querySelector("svg");
    const matrix = svg.getScreenCTM();
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    const near = { lit: [Infinity], other: [Infinity] };
    for (const [kind, names] of this.lights) {
      for (const [name, x, y, toX = x, toY = y] of this.places[kind] ?? []) {
        const away = Math.hypot((x + toX) / 2 - at.x, (y + toY) / 2 - at.y) * matrix.a;
        const group = !names || names.has(name) ? "lit" : "other";
        if (away < near[group][0]) near[group] = [away, name, kind];
      }
    }
    // A lit place is meant unless the finger came down clearly on another one.
    const { lit, other } = near;
    const meant = lit[0] < NEAR && lit[0] < 2 * other[0] ? lit : lit[0] <= other[0] ? lit : other;
    if (meant[0] < FAR) this.tapped(meant[1], meant[2]);
  }
}
