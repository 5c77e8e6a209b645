// --- Pages of players: what is typed in the part that asks for itself (#live, site.js) stays in its
// field when that part comes anew, so that clock, seat and result beside it are never those of
// before. While somebody types or presses something there, or where the field has gone, it waits.

const FIELDS = "input:not([type=hidden]), select, textarea";

// A button that is pressed on a phone need not have the focus, and its form is sent a moment later.
const PRESSING = 1000;
let pressed = -PRESSING;
document.addEventListener("pointerdown", ({ timeStamp }) => {
  pressed = timeStamp;
});

const isChosen = (field) => field.matches("[type=checkbox], [type=radio]");
const isTyped = (field) =>
  isChosen(field) ? field.checked !== field.defaultChecked : "defaultValue" in field && field.value !== field.defaultValue;

// A field is known by its form, its name, and of several of a name by its value.
function selector(field) {
  const form = CSS.escape(field.form?.getAttribute("action") ?? "");
  const value = isChosen(field) ? `[value="${CSS.escape(field.value)}"]` : "";
  return `form[action="${form}"] [name="${CSS.escape(field.name)}"]${value}`;
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, xhr, serverResponse } = detail;
  if (detail.shouldSwap || target.id !== "live" || xhr.status !== 200) return;
  const isPressed = performance.now() - pressed < PRESSING || target.querySelector("[aria-busy]");
  if (isPressed || target.contains(document.activeElement) || target.querySelector("[name=cautions]")) return;
  const typed = [...target.querySelectorAll(FIELDS)].filter(isTyped).map((field) => [selector(field), field]);
  const anew = new DOMParser().parseFromString(serverResponse, "text/html");
  if (!typed.length || typed.some(([where]) => !anew.querySelector(where))) return;
  detail.shouldSwap = true;
  const putBack = () => {
    for (const [where, { value, checked }] of typed) Object.assign(document.querySelector(`#live ${where}`), { value, checked });
  };
  document.addEventListener("htmx:afterSettle", putBack, { once: true });
});
