// A finger that comes down twice where it meant once: by then another key stands under it.

const WITHIN = 350; // milliseconds, more than a double tap takes and less than it takes to read
const NEAR = 20; // pixels

// Swallow the second tap, unless the key of the first is still there to be tapped again.
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
