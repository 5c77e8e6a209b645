// A question about what was sent waits for its answer also while something else is done beside it that
// brings the part of the page anew, if the form that was sent (it has an id) is still there.

const asking = (form) => form.querySelector("[name=cautions]") !== null;
let questions = [];

document.addEventListener("htmx:beforeSwap", ({ detail: { shouldSwap, target, requestConfig } }) => {
  if (!shouldSwap) return;
  questions = [...target.querySelectorAll("form[id]")].filter((form) => asking(form) && form !== requestConfig.elt);
});

document.addEventListener("htmx:afterSettle", () => {
  for (const question of questions.splice(0)) {
    const form = document.getElementById(question.id);
    if (form && form !== question && !asking(form)) form.replaceChildren(...question.childNodes);
  }
});

// Whoever pressed in a row that asks back sees the whole question.
document.addEventListener("htmx:afterSettle", ({ target, detail }) => {
  if (detail.requestConfig?.triggeringEvent?.type === "click") {
    target.querySelector(".cautions")?.scrollIntoView({ block: "nearest" });
  }
});
