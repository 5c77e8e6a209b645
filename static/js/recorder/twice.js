// What is tapped twice and meant once.

const WITHIN = 350; // milliseconds, more than a double tap takes and less than it takes to read
const NEAR = 20; // pixels

// A finger came down twice, and another key stands under it by then: swallow the second tap, unless
// the key of the first is still there to be tapped again.
export function meantOnce(page) {
  let before = null;
  page.addEventListener(
    "click",
    (event) => {
      if (!event.pointerType || event.pointerType === "mouse") return;
      const { clientX: x, clientY: y } = event;
      const at = performance.now();
      const again = before && at - before.at < WITHIN && Math.hypot(x - before.x, y - before.y) < NEAR;
      if (again && !before.key?.isConnected) {
        event.preventDefault();
        event.stopPropagation();
      }
      before = { x, y, at, key: event.target.closest("button, summary, label, input, select") };
    },
    { capture: true },
  );
}

// Keys stay in sight while the answer to a tap on them is on its way, and were meant once by then. No
// finger gets through to them, but a key that is held down does, and whatever taps for a person.
export function notWhileInert(keys) {
  const swallow = (event) => {
    if (!keys.inert) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const kind of ["click", "submit"]) keys.addEventListener(kind, swallow, { capture: true });
}
