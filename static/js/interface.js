// The interface is tried on its page: what is filled in goes to its address, and the answer is shown.

for (const form of document.querySelectorAll("form[data-try]")) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask(form);
  });
}

async function ask(form) {
  const address = filledIn(form);
  const answer = await fetch(address).catch(() => null);
  const text = await answer?.text().catch(() => null);
  const failed = typeof text !== "string";
  form.querySelector("[data-failed]").hidden = !failed;
  form.querySelector("[data-asked]").hidden = failed;
  form.querySelector("[data-answer]").hidden = failed;
  if (failed) return;
  const [link, status] = form.querySelector("[data-asked]").children;
  link.href = link.textContent = address;
  status.textContent = `${answer.status} ${answer.headers.get("ETag") ?? ""}`;
  form.querySelector("[data-answer]").textContent = laidOut(text);
}

function filledIn(form) {
  const asked = new URLSearchParams();
  let path = form.dataset.try;
  for (const field of form.querySelectorAll("[name]")) {
    if ("place" in field.dataset) path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
    else if (field.value) asked.set(field.name, field.value);
  }
  return asked.size ? `${path}?${asked}` : path;
}

// A page of a proxy in between is no JSON.
function laidOut(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 1);
  } catch {
    return text;
  }
}
