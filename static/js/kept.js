// --- The own page is kept on the phone for when there is no connection, where the browser can:
// <p data-own-worker="…" data-kept-page hidden>…<time></time></p> names the worker, and says that what
// is shown is kept, and of when.

const note = document.querySelector("[data-kept-page]");
const { pathname } = location;

const clock = () =>
  new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

// A hall that opens its pages at once does not fetch them a second time at once.
const WITHIN = 8_000;

async function keepPage() {
  await navigator.serviceWorker.register(note.dataset.ownWorker, { scope: pathname });
  await navigator.serviceWorker.ready;
  const kept = await caches.open(pathname);
  // From its second visit on the worker keeps it while it comes.
  if (!(await kept.match(pathname, { ignoreVary: true }))) {
    await new Promise((wait) => setTimeout(wait, Math.random() * WITHIN));
    const parts = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
    const own = parts.filter((part) => part.origin === location.origin && part.pathname.startsWith("/static/"));
    await kept.addAll([pathname, ...new Set(own.map(({ href }) => href))]);
  }
  note.dataset.kept = "";
}

// What came since the page was opened is kept as it is shown, without asking for it once more.
async function keepWhatIsShown() {
  const kept = await caches.open(pathname);
  const before = await kept.match(pathname, { ignoreVary: true });
  if (!before) return;
  note.hidden = true;
  note.querySelector("time").textContent = clock();
  const page = `<!doctype html>${document.documentElement.outerHTML}`;
  await kept.put(pathname, new Response(page, { headers: before.headers }));
}

if (note && navigator.serviceWorker && globalThis.caches) {
  if (note.hidden) keepPage();
  document.addEventListener("htmx:afterSettle", ({ target }) => target.id === "live" && keepWhatIsShown());
}

// Nothing of an own page stays on a phone that is somebody else's.
async function forgetKeptPages() {
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  for (const worker of workers) {
    if (!worker.active?.scriptURL.endsWith("/own-page-worker.js")) continue;
    await globalThis.caches.delete(new URL(worker.scope).pathname);
    await worker.unregister();
  }
}

document.addEventListener("submit", ({ target }) => target.matches("[data-forget]") && forgetKeptPages());
