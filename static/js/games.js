// Stepping through a game: keys, the slider, and the line of the text. The buttons do without.

const form = document.getElementById("viewer");

// The keys press the buttons; fields keep their own keys.
document.addEventListener("keydown", (event) => {
  if (!form || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (event.target.closest?.("input, textarea, select, [role=region], .record-lines")) return;
  const button = document.querySelector(`[data-step="${event.key}"]`);
  if (!button) return;
  event.preventDefault();
  if (!button.disabled) button.click();
});

document.addEventListener("input", ({ target }) => {
  if (target.id !== "slide") return;
  document.getElementById("where").value = `${target.value} / ${target.max}`;
});

// A button sends the moment it names by the slider, so that only the board is swapped.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button[form=viewer][name=at]");
  if (!button || !globalThis.htmx) return;
  event.preventDefault();
  document.getElementById("slide").value = button.value;
  form.requestSubmit();
});

document.addEventListener("change", ({ target }) => {
  if (target.id === "slide") form.requestSubmit();
});

function follow() {
  const lines = document.querySelector(".record-lines");
  const number = document.getElementById("moment")?.dataset.line;
  lines?.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = document.getElementById(`line-${number}`);
  if (!line) return;
  line.setAttribute("aria-current", "true");
  // Only the list scrolls, never the page.
  lines.scrollTop = line.offsetTop - lines.offsetTop - lines.clientHeight / 2;
}

document.addEventListener("htmx:afterSettle", ({ detail }) => {
  follow();
  // Only a person moves the page: a game that is followed refreshes itself.
  if (!detail.requestConfig?.triggeringEvent) return;
  // A finding far from the board asked for it.
  const { top } = document.getElementById("moment").getBoundingClientRect();
  if (top < -100 || top > innerHeight / 2) document.getElementById("moment").scrollIntoView();
});
follow();

// A mistake leads to its place in the text.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-line]");
  const field = document.getElementById("id_text");
  if (!link || !field) return;
  event.preventDefault();
  const before = field.value.split("\n").slice(0, link.dataset.line - 1).join("\n");
  const start = before.length + (before ? 1 : 0) + Number(link.dataset.column) - 1;
  const length = field.value.slice(start).match(/^\S*/)[0].length;
  field.focus();
  field.setSelectionRange(start, start + length);
});
