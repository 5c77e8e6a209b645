// --- The live channel: <p id="news" data-live="/live/brno/" data-version="12"
// data-seat="Round {round}: table {table}"><a href="…"></a></p>. The page hears at once what is new
// for its event, and fetches it a moment later. Where there is no channel it asks by itself, as ever.

const news = document.getElementById("news");

// Whoever listens asks seldom; what is heard is fetched when the site has its new pages.
const SELDOM = 60_000;
const AT_LEAST = 200;
// So long after something was saved pages may be those of before: they are fetched once more.
const SOON = 1_500;
const ONCE_MORE = 2_500;
const CLOSED_FOR = 30_000;

const { live: address, seat: words } = news?.dataset ?? {};
const everyTable = news?.hasAttribute("data-every-table");
const slug = address?.split("/").at(-2);
const SEEN = `draw:${slug}`;
const numberHere = () => {
  const own = document.querySelector("[data-own-page]")?.dataset.ownPage ?? localStorage.getItem("own") ?? "";
  const [event, number] = own.split(":");
  return event === slug ? number : "";
};

let stream = null;
let ownTable = null;
let version = Number(news?.dataset.version);
let fetching = 0;
let due = 0;
let heard = 0;
let broken = false;
let asked = Date.now();

const fetchNow = () => document.dispatchEvent(new CustomEvent("back"));

// A hall that heard it all at once does not ask all at once: `pace` is how many seconds it takes.
function fetchSoon(pace) {
  heard = Date.now();
  const at = heard + AT_LEAST + Math.random() * pace * 1000;
  // Of words in quick succession none puts off what the first of them asked for.
  if (fetching && (pace || due <= at)) return;
  clearTimeout(fetching);
  due = at;
  fetching = setTimeout(() => {
    fetching = 0;
    fetchNow();
    if (Date.now() - heard < SOON) setTimeout(fetchNow, ONCE_MORE);
  }, at - heard);
}

// What the page was opened with is no news, nor is a round before it when its draw is taken back.
function seat({ draw, round, tables }) {
  if (tables === undefined) return;
  const [roundBefore, before] = JSON.parse(sessionStorage.getItem(SEEN) ?? "[-1]");
  const known = roundBefore < 0 || round < roundBefore || (round === roundBefore && draw === before);
  if (round >= roundBefore) sessionStorage.setItem(SEEN, JSON.stringify([round, draw]));
  const table = tables[numberHere()];
  ownTable = table;
  if (!table) leaveOut();
  if (known || !table || !words) return;
  const text = words.replace("{round}", round).replace("{table}", table);
  news.querySelector("a").textContent = text;
  news.hidden = false;
  document.title = text;
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
}

// Nobody is sent to a table any more once its draw is taken back, nor told twice by their own page.
function leaveOut() {
  news.hidden = true;
}

const showsOwnTable = () => document.getElementById("my-table-number")?.textContent.trim() === String(ownTable);

function hear({ data }) {
  const told = JSON.parse(data);
  // What the own table said meanwhile is not said again.
  if (broken) asked = 0;
  broken = false;
  seat(told);
  // A word on the result of the own table is fetched by its few players alone, and at once. The desk,
  // and whoever watches for calls, fetches it of each table.
  const ofEachTable = everyTable || document.getElementById("calls");
  if (told.said && (ofEachTable || told.said.includes(ownTable))) fetchSoon(0);
  if (told.version === version) return;
  version = told.version;
  // Desks and large screens, which tell nobody a seat, are few.
  fetchSoon(words ? told.pace : 0);
}

function listen() {
  if (stream || document.hidden) return;
  stream = new EventSource(address);
  stream.addEventListener("message", hear);
  stream.addEventListener("error", () => {
    broken = true;
    // The browser tries again by itself, unless it was told that there is nothing to hear.
    if (stream.readyState !== EventSource.CLOSED) return;
    hush();
    setTimeout(listen, CLOSED_FOR * (1 + Math.random()));
  });
}

// A phone in a pocket holds no line, and hears what it missed as soon as it is taken out.
function hush() {
  stream?.close();
  stream = null;
}

if (news) {
  listen();
  document.addEventListener("visibilitychange", () => (document.hidden ? hush() : listen()));
  addEventListener("pagehide", hush);
  addEventListener("pageshow", listen);
  document.addEventListener("htmx:afterSettle", () => showsOwnTable() && leaveOut());
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    if (elt.id !== "live") return;
    const early = !requestConfig.triggeringEvent && Date.now() - asked < SELDOM;
    if (early && stream?.readyState === EventSource.OPEN) event.preventDefault();
    else asked = Date.now();
  });
}
