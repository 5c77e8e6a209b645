// --- The large screen: letters as large as the room allows ([data-fit] of a slide, [data-largest] if other than LARGEST).

const LARGEST = 1.6;
const SMALLEST = 0.6;
const STEP = 0.05;
const LEAST_WHOLE = 0.8; // rather than in smaller letters a long word is broken

function fit() {
  for (const part of document.querySelectorAll("[data-fit]")) {
    part.dataset.fit = "whole";
    if (fitted(part, LEAST_WHOLE)) continue;
    part.dataset.fit = "";
    fitted(part, SMALLEST);
  }
}

// Whether the largest letters that leave room for everything are not smaller than that.
function fitted(part, least) {
  for (let size = part.dataset.largest ?? LARGEST; size >= least; size -= STEP) {
    part.style.setProperty("--fit", size);
    if (!overflows(part)) return true;
  }
  return false;
}

function overflows(part) {
  const slide = part.closest(".slide");
  const track = parseFloat(getComputedStyle(part).gridTemplateColumns); // NaN where there is no grid
  return (
    part.scrollWidth > part.clientWidth ||
    part.scrollHeight > part.clientHeight ||
    slide.scrollHeight > slide.clientHeight ||
    [...part.children].some((half) => half.offsetWidth > track + 1)
  );
}

// What is heard renews the slide that is shown, whose turn lasts no longer for it.
let turned = Date.now();
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const { turn, seconds } = detail.elt.dataset;
  if (!turn) return;
  if (detail.triggeringEvent?.type === "back" && Date.now() - turned < seconds * 1000) detail.path = detail.path.replace(/turn=\d+/, `turn=${turn}`);
  else turned = Date.now();
});

fit();
document.fonts.ready.then(fit);
addEventListener("resize", fit);
document.addEventListener("htmx:afterSettle", fit);
