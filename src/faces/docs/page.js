// Without this script the pages can be read; it adds the search, the languages of samples, and the forms.
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const stored = { store: "demo", secret: "", language: "curl" };
for (const key of Object.keys(stored)) stored[key] = sessionStorage.getItem(`docs.${key}`) ?? stored[key];

function keep(key, value) {
  stored[key] = value;
  sessionStorage.setItem(`docs.${key}`, value);
}

// The store, the secret and the address of this service in every sample and form.
function fill() {
  for (const span of $$("[data-fill=store]")) span.textContent = stored.store || "demo";
  for (const span of $$("[data-fill=origin]")) span.textContent = location.origin;
  for (const input of $$("form[data-path] input[name=storeId]")) input.value = stored.store || "demo";
}
for (const key of ["store", "secret"]) {
  const input = document.getElementById(`${key}-field`);
  input.value = sessionStorage.getItem(`docs.${key}`) ?? "";
  input.addEventListener("input", () => {
    keep(key, input.value.trim());
    fill();
  });
}
$(".account form").addEventListener("submit", (event) => {
  event.preventDefault();
  $(".account").open = false;
});
fill();

// The language of the samples, for all of them at once.
function choose(language) {
  for (const button of $$(".tabs [data-language]")) {
    button.setAttribute("aria-pressed", String(button.dataset.language === language));
  }
  for (const block of $$("pre[data-language]")) block.hidden = block.dataset.language !== language;
}
if (stored.language !== "curl") choose(stored.language);
document.addEventListener("click", async ({ target }) => {
  if (target.matches(".tabs [data-language]")) {
    const before = target.getBoundingClientRect().top;
    keep("language", target.dataset.language);
    choose(stored.language);
    scrollBy(0, target.getBoundingClientRect().top - before);
  }
  if (target.matches(".copy")) {
    const shown = $("pre:not([hidden])", target.closest(".samples")).textContent;
    const sample = stored.secret ? shown.replace("$SECRET", stored.secret) : shown;
    await navigator.clipboard.writeText(sample);
    target.textContent = "Copied";
    setTimeout(() => {
      target.textContent = "Copy";
    }, 1500);
  }
});

// Code in guides can be copied, too.
for (const block of $$("article pre")) {
  const frame = document.createElement("div");
  const button = document.createElement("button");
  frame.className = "samples framed";
  button.className = "copy";
  button.type = "button";
  button.textContent = "Copy";
  button.setAttribute("aria-label", "Copy the code");
  block.replaceWith(frame);
  frame.append(block, button);
}

// Links to a closed section open it.
function reveal() {
  let details = document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("details");
  for (; details; details = details.parentElement.closest("details")) details.open = true;
}
addEventListener("hashchange", reveal);
reveal();

const menu = $("#menu");
const menuButton = $(".menu-button");
menuButton.addEventListener("click", () => {
  const isOpen = menu.classList.toggle("open");
  menuButton.setAttribute("aria-expanded", String(isOpen));
});
menu.addEventListener("click", ({ target }) => {
  if (!target.closest("a")) return;
  menu.classList.remove("open");
  menuButton.setAttribute("aria-expanded", "false");
});

// The search: every word must occur; titles count more than texts.
const search = $("#search-field");
const results = $("#results");
let index;
async function entries() {
  index ??= fetch(document.body.dataset.search).then((response) => response.json());
  return index;
}
function rank({ title, page, words }, terms) {
  const [name, rest] = [title.toLowerCase(), `${page} ${words}`.toLowerCase()];
  let rank = 0;
  for (const term of terms) {
    if (name.startsWith(term)) rank += 4;
    else if (name.includes(term)) rank += 3;
    else if (rest.includes(term)) rank += 1;
    else return 0;
  }
  return rank;
}
search.addEventListener("focus", entries, { once: true });
search.addEventListener("input", async () => {
  const terms = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (await entries())
    .map((entry) => ({ ...entry, rank: rank(entry, terms) }))
    .filter((entry) => entry.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, 12);
  results.hidden = terms.length === 0;
  results.replaceChildren(
    ...(found.length ? found : [{ title: "Nothing found", page: "", href: "/docs" }]).map(
      ({ title, page, href }) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        const place = document.createElement("span");
        link.href = href;
        link.textContent = title;
        place.textContent = page;
        link.append(place);
        item.append(link);
        return item;
      },
    ),
  );
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, textarea");
  if (event.key === "/" && !isTyping) {
    event.preventDefault();
    search.focus();
  }
  if (event.key === "Escape") results.hidden = true;
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    const links = $$("a", results);
    const at = links.indexOf(document.activeElement);
    if (results.hidden || (at < 0 && event.target !== search)) return;
    event.preventDefault();
    links[event.key === "ArrowDown" ? Math.min(at + 1, links.length - 1) : Math.max(at - 1, 0)]?.focus();
  }
});
$(".search").addEventListener("submit", (event) => {
  event.preventDefault();
  $("a", results)?.click();
});
document.addEventListener("click", ({ target }) => {
  if (!target.closest(".search")) results.hidden = true;
  if (!target.closest(".account")) $(".account").open = false;
});

// The forms that send a request.
for (const form of $$("form[data-path]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const result = $(".result", form.parentElement);
    result.textContent = "Sending…";
    const started = performance.now();
    try {
      const response = await fetch(...requestOf(form));
      const text = await response.text();
      const took = Math.round(performance.now() - started);
      show(result, `${response.status} ${response.statusText}, ${took} ms`, pretty(text));
    } catch (error) {
      show(result, "No response", String(error));
    }
  });
}
function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = { Authorization: `Bearer ${stored.secret}` };
  for (const { name, value, dataset } of $$("input", form)) {
    if (dataset.in === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (value && dataset.in === "query") query.append(name, value);
    else if (value) headers[name] = value;
  }
  const body = form.elements.body?.value;
  if (body) headers["Content-Type"] = "application/json";
  return [
    `${path}${query.size ? `?${query}` : ""}`,
    { method: form.dataset.method, headers, body: body || undefined },
  ];
}
function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
function show(result, title, text) {
  const heading = document.createElement("p");
  const block = document.createElement("pre");
  heading.textContent = title;
  block.textContent = text;
  block.tabIndex = 0;
  result.replaceChildren(heading, ...(text ? [block] : []));
}
