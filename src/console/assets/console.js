// What pages do with JavaScript; every form and link also works without it.
(() => {
  const { htmx } = window;
  const root = document.documentElement;

  /** Shows a message for a few seconds; it stays while it is pointed at. */
  function toast(text, kind = "neutral") {
    const list = document.getElementById("toasts");
    if (!list) return;
    const item = document.createElement("div");
    item.className = `toast ${kind}`;
    item.textContent = text;
    list.append(item);
    fadeLater(item);
  }
  function fadeLater(item) {
    const remove = () => (item.matches(":hover, :focus-within") ? setTimeout(remove, 2000) : item.remove());
    setTimeout(remove, 6000);
  }

  /** Live parts wait while something in them is being chosen: the choice would be lost. */
  const CHOOSING =
    "dialog[open], [data-live-part] details.menu[open], [data-live-part] :checked, [data-live-part] :focus-visible";
  let isStale = false;
  function refresh() {
    isStale = document.querySelector(CHOOSING) !== null;
    if (!isStale && document.querySelector("[data-live-part]")) htmx.trigger(document.body, "live");
  }
  for (const event of ["change", "close", "focusout", "toggle"]) {
    document.addEventListener(event, () => isStale && setTimeout(() => isStale && refresh()), true);
  }

  /** One connection a tab: the server announces that something of the store has changed. */
  let source;
  let liveUrl;
  function connect() {
    const url = document.getElementById("frame")?.dataset.live;
    if (url === liveUrl && source && source.readyState !== EventSource.CLOSED) return;
    source?.close();
    liveUrl = url;
    source = undefined;
    if (!url) return;
    source = new EventSource(url);
    source.addEventListener("open", () => offline(false));
    source.addEventListener("change", refresh);
    // The session was revoked: the same page asks to sign in.
    source.addEventListener("ended", () => location.reload());
    source.addEventListener("error", () => {
      offline(true);
      // The browser tries again by itself, unless the response was an error.
      if (source?.readyState === EventSource.CLOSED) {
        liveUrl = undefined;
        setTimeout(connect, 5000);
      }
    });
  }
  let offlineTimer;
  function offline(isOffline) {
    clearTimeout(offlineTimer);
    const show = () => document.getElementById("offline")?.toggleAttribute("hidden", !isOffline);
    if (isOffline) offlineTimer = setTimeout(show, 1500);
    else show();
  }
  addEventListener("offline", () => offline(true));
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && connect());

  function choosePreset(input) {
    const scopes = (input.dataset.scopes ?? "").split(" ");
    for (const box of document.querySelectorAll("input[data-scope]"))
      box.checked = scopes.includes(box.value);
  }

  async function copy(button) {
    const source = document.getElementById(button.dataset.copy);
    if (!source) return;
    const text = source.textContent ?? "";
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without https the clipboard is out of reach: the text is selected instead.
      getSelection()?.selectAllChildren(source);
      if (!document.execCommand?.("copy")) return toast("Selected: press Ctrl+C to copy.");
    }
    toast("Copied.");
  }

  function setTheme(theme) {
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
  }

  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : undefined;
    const copied = target?.closest("[data-copy]");
    if (copied) copy(copied);
    const opener = target?.closest("[data-opens]");
    if (opener) {
      event.preventDefault();
      document.getElementById(opener.dataset.opens)?.showModal?.();
    }
    const closer = target?.closest("[data-closes]");
    if (closer) {
      event.preventDefault();
      closer.closest("dialog")?.close();
    }
    const theme = target?.closest("[data-theme-choice]");
    if (theme) setTheme(theme.value);
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(target ?? null)) menu.removeAttribute("open");
    }
  });

  document.addEventListener("change", (event) => {
    const target = event.target instanceof HTMLInputElement ? event.target : undefined;
    if (target?.matches("[data-scopes]")) choosePreset(target);
    if (target?.matches("[data-scope]")) {
      const custom = document.querySelector("input[name=preset][value=custom]");
      if (custom) custom.checked = true;
    }
    if (target?.matches("[data-all]")) {
      for (const box of target.closest("table")?.querySelectorAll("tbody input[type=checkbox]") ?? [])
        box.checked = target.checked;
    }
    if (target?.closest("[data-autosubmit]")) target.form?.requestSubmit();
  });

  document.addEventListener("keydown", (event) => {
    const isTyping =
      event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key === "Escape") {
      for (const menu of document.querySelectorAll("details.menu[open]")) {
        menu.removeAttribute("open");
        menu.querySelector("summary")?.focus();
      }
    }
    if (event.key.startsWith("Arrow") || event.key === "Escape") moveInResults(event);
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    // A scanner types into the element with the focus: its characters are redirected to the scan input.
    const scanner = document.querySelector("[data-scan]");
    if (scanner && event.key.length === 1 && event.key !== " ") {
      scanner.focus();
      scanner.select();
      return;
    }
    if (event.key === "/") {
      const box = document.getElementById("search");
      if (!box) return;
      event.preventDefault();
      box.focus();
      box.select();
    }
  });

  /** The arrows go through the results of the search box, and back to it. */
  function moveInResults(event) {
    const box = document.getElementById("search");
    const search = event.target instanceof Element ? event.target.closest(".search") : undefined;
    if (!box || !search) return;
    if (event.key === "Escape") {
      document.getElementById("search-panel")?.replaceChildren();
      box.focus();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const places = [box, ...search.querySelectorAll(".search-panel a.result")];
    const next = places[places.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  /** What a new page needs after it was put in place. */
  function settle() {
    for (const item of document.querySelectorAll("#toasts .toast:not([data-fading])")) {
      item.dataset.fading = "";
      fadeLater(item);
    }
    for (const dialog of document.querySelectorAll("dialog[data-open]")) if (!dialog.open) dialog.showModal();
    for (const time of document.querySelectorAll("time[data-local]")) {
      const date = new Date(time.dateTime);
      time.title = date.toLocaleString();
    }
    document.querySelector("[data-scan]")?.select();
    connect();
  }

  document.addEventListener("DOMContentLoaded", () => {
    // Other pages than these replace the whole body, and the focus goes to their beginning.
    document.body.addEventListener("htmx:afterSettle", (event) => {
      settle();
      if (event.detail.target !== document.body) return;
      const invalid = document.querySelector("[aria-invalid=true]");
      if (invalid) invalid.focus();
      else if (!document.activeElement || document.activeElement === document.body) {
        document.getElementById("main")?.focus({ preventScroll: true });
      }
    });
    // A part of a page that was left meanwhile drops its response: the other page lacks what goes with it. Search
    // results stay while the focus is on one of them.
    document.body.addEventListener("htmx:beforeRequest", ({ detail: { elt, target } }) => {
      const drop = (event) => {
        const isChosenFrom = target.id === "search-panel" && target.contains(document.activeElement);
        if (isChosenFrom || !document.contains(target)) event.preventDefault();
      };
      elt.addEventListener("htmx:beforeOnLoad", drop, { once: true });
    });
    document.body.addEventListener("htmx:sendError", () =>
      toast("The service can't be reached. Try again.", "bad"),
    );
    document.body.addEventListener("htmx:beforeHistorySave", () => {
      for (const secret of document.querySelectorAll("[data-secret]")) secret.textContent = "";
    });
    settle();
  });
})();
