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

// A connection that went meanwhile may come back.
async function keepPageOnceOnline() {
  try {
    await keepPage();
  } catch {
    await new Promise((back) => addEventListener("online", back, { once: true }));
    await keepPageOnceOnline();
  }
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
  if (note.hidden) keepPageOnceOnline();
  document.addEventListener("htmx:afterSettle", ({ target }) => target.id === "live" && keepWhatIsShown());
}

// Of several own pages on a phone (site.js: the one that was opened last, all of them, what waits to
// be sent) this one is forgotten alone; until this has run, all of them would be: forgotten.js.
const [OWN, ALL_OWN, OUTBOX] = ["own", "all-own", "outbox"];
const stored = (key, empty) => JSON.parse(localStorage.getItem(key) ?? empty);
const form = document.querySelector("[data-forget]");
const only = form.querySelector("[name=only]");
const here = document.querySelector("[data-own-page]")?.dataset.ownPage;
const others = stored(ALL_OWN, "[]").filter((one) => one !== here);
only.disabled = !others.length;

function forgetThisPage() {
  localStorage.setItem(ALL_OWN, JSON.stringify(others));
  localStorage.setItem(OWN, others.at(-1));
  const stays = (item) => !JSON.stringify(item).includes(only.value);
  const waiting = Object.entries(stored(OUTBOX, "{}"));
  const kept = waiting.map(([name, items]) => [name, Array.isArray(items) ? items.filter(stays) : items]);
  localStorage.setItem(OUTBOX, JSON.stringify(Object.fromEntries(kept)));
}

async function forgetKeptPage() {
  const worker = await navigator.serviceWorker?.getRegistration(pathname);
  if (!worker?.active?.scriptURL.endsWith("/own-page-worker.js")) return;
  await globalThis.caches.delete(pathname);
  await worker.unregister();
}

form.addEventListener("submit", () => {
  if (only.disabled) return;
  forgetThisPage();
  forgetKeptPage();
});
