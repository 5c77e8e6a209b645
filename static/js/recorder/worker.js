// Keeps the page of the recorder, so that it opens without a connection as well. It is asked for
// this one page and what belongs to it; whatever the server answers goes first.

const KEPT = new URL(self.registration.scope).pathname;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Pages that are still open keep it running after it was taken back: then it keeps nothing more.
let keeping = true;
self.addEventListener("message", (event) => {
  keeping = event.data === "keep";
});

self.addEventListener("fetch", (event) => {
  if (keeping && event.request.method === "GET") event.respondWith(newest(event.request));
});

async function newest(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await kept.put(request, answer.clone());
    return answer;
  } catch (lost) {
    // The page varies with cookie and language, which the browser need not show here.
    const found = await kept.match(request, { ignoreVary: true });
    if (found) return found;
    throw lost;
  }
}
