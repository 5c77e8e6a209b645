// Keeps one own page, so that it opens without a connection as it was seen last. What the server
// answers goes first; that the kept one is shown, the page itself says: its note is let out.

const KEPT = new URL(self.registration.scope).pathname;
const NOTE = /(data-kept-page(?:="")?(?: data-kept="")?) hidden(?:="")?/;
const GONE = [404, 410];

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && pathname === KEPT) event.respondWith(page(request));
  else if (pathname.startsWith("/static/")) event.respondWith(part(request));
});

async function page(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok && !answer.redirected) await kept.put(KEPT, answer.clone());
    // A link that was replaced opens nothing any more, here neither.
    if (GONE.includes(answer.status)) await caches.delete(KEPT);
    return answer;
  } catch (lost) {
    const found = await kept.match(KEPT, { ignoreVary: true });
    if (!found) throw lost;
    return new Response((await found.text()).replace(NOTE, "$1"), { headers: found.headers });
  }
}

// Of a release each of these has its own name, so the newest page finds those that it came with.
async function part(request) {
  const kept = await caches.open(KEPT);
  try {
    const answer = await fetch(request);
    if (answer.ok) await kept.put(request, answer.clone());
    return answer;
  } catch (lost) {
    const found = await kept.match(request, { ignoreVary: true });
    if (!found) throw lost;
    return found;
  }
}
