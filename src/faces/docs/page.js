// Without this script the pages can be read; it adds the search, the languages of samples, and the forms.
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const stored = { store: "demo", secret: "", language: "curl" };
for (const key of Object.keys(stored)) stored[key] = sessionStorage.getItem(`docs.${key}`) ?? stored[key];

function keep(key, value) {
  stored[key] = value;
  sessionStorage.setItem(`docs.${key}`, value);
}

// The store and the secret in every sample and form.
function fill() {
  for (const span of $$("[data-fill=store]")) span.textContent = stored.store || "demo";
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
/** Without https the clipboard is out of reach, but what is selected can be copied. */
async function copy(text, button) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.style.position = "fixed";
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  button.focus();
  if (!isCopied) throw new Error("The browser copies nothing for this page.");
}
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
    await copy(sample, target);
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
function openMenu(isOpen) {
  menu.classList.toggle("open", isOpen);
  menuButton.setAttribute("aria-expanded", String(isOpen));
  if (isOpen) showPlace();
}
/** The page that is read stands in the middle of a long menu. */
function showPlace() {
  const place = $("[aria-current]", menu)?.getBoundingClientRect();
  const frame = menu.getBoundingClientRect();
  if (place) menu.scrollTop += place.top - frame.top - frame.height / 2;
}
showPlace();
menuButton.addEventListener("click", () => openMenu(!menu.classList.contains("open")));
menu.addEventListener("click", ({ target }) => {
  if (target.closest("a")) openMenu(false);
});
// It covers the page: what has the focus must not be behind it.
$(".frame").addEventListener("focusin", ({ target }) => {
  if (!menu.contains(target)) openMenu(false);
});
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !menu.classList.contains("open")) return;
  openMenu(false);
  menuButton.focus();
});

// On a phone the search stands in a line of its own, below all others: so it comes last for the keyboard too.
const phone = matchMedia("(max-width: 760px)");
function arrange() {
  const [account, searching] = [$(".bar .account"), $(".bar .search")];
  if (phone.matches) account.after(searching);
  else searching.after(account);
}
phone.addEventListener("change", arrange);
arrange();

// The search shows the hits of its page below the field.
const search = $("#search-field");
const results = $("#results");
let asking;
async function find() {
  asking?.abort();
  asking = new AbortController();
  const query = search.value.trim();
  if (!query) return results.replaceChildren();
  const response = await fetch(`/docs/search?q=${encodeURIComponent(query)}`, { signal: asking.signal });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const hits = $$("#hits > li", page).slice(0, 8);
  if (hits.length > 0) results.replaceChildren(...hits);
  else say("Nothing was found.");
  results.dataset.query = query;
  results.hidden = false;
}
function say(text) {
  const line = document.createElement("li");
  line.textContent = text;
  results.replaceChildren(line);
}
/** A search that a later letter ends is no fault. */
function failed({ name }) {
  if (name !== "AbortError") say("The search can't be reached. Enter tries again.");
}
let waiting;
search.addEventListener("input", () => {
  clearTimeout(waiting);
  results.hidden = !search.value.trim();
  waiting = setTimeout(() => find().catch(failed), 80);
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, textarea");
  const isCall = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
  if (isCall || (event.key === "/" && !isTyping)) {
    event.preventDefault();
    search.focus();
    search.select();
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
// Enter opens the first hit that is shown, else the page of the search.
$(".search").addEventListener("submit", (event) => {
  const first = $("a", results);
  if (results.hidden || !first || results.dataset.query !== search.value.trim()) return;
  event.preventDefault();
  results.hidden = true;
  first.click();
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
