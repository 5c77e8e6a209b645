// --- Every own page was forgotten in this browser: so is what the phone remembers of them by itself
// (site.js, outbox.js, kept.js). Nothing of an own page stays on a phone that is somebody else's. It
// follows the site's word, not the press: that may have come before any script was there.

for (const key of ["own", "all-own", "outbox"]) localStorage.removeItem(key);
for (const way of document.querySelectorAll("[data-own-way]")) way.hidden = true;

for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) {
  const { scriptURL } = worker.active ?? worker.waiting ?? worker.installing;
  if (!scriptURL.endsWith("/own-page-worker.js")) continue;
  await globalThis.caches.delete(new URL(worker.scope).pathname);
  await worker.unregister();
}
