// --- The large screen: letters as large as the room allows ([data-fit] of a slide).

const LARGEST = 1.6;
const SMALLEST = 0.6;
const STEP = 0.05;

function fit() {
  for (const part of document.querySelectorAll("[data-fit]")) {
    const slide = part.closest(".slide");
    const overflows = () =>
      part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight || slide.scrollHeight > slide.clientHeight;
    let size = LARGEST;
    do part.style.setProperty("--fit", size);
    while (overflows() && (size -= STEP) >= SMALLEST);
  }
}
fit();
document.fonts.ready.then(fit);
addEventListener("resize", fit);
document.addEventListener("htmx:afterSettle", fit);
