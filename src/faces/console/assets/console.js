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

  /** How long what is done is shown before the next part. */
  const CONTINUE_MS = 150;
  /** How long a page waits before it asks again for what it didn't get. */
  const RETRY_MS = 2000;

  /**
   * Live parts wait while the tab is hidden, and while something in them is being chosen, or leads to another page: the
   * choice, or that page's address, would be lost.
   */
  const CHOOSING =
    "dialog[open], :is([data-live-part], #steps) :is(details.menu[open], :checked, :focus-visible, :is(a, form).htmx-request)";
  let isStale = false;
  function refresh() {
    isStale = document.hidden || document.querySelector(CHOOSING) !== null;
    if (!isStale && document.querySelector("[data-live-part]")) htmx.trigger(document.body, "live");
  }
  for (const event of ["change", "close", "focusout", "toggle", "visibilitychange"]) {
    document.addEventListener(event, () => isStale && setTimeout(() => isStale && refresh()), true);
  }

  /** Events are stored too often to announce each. Details that are being read stay open. */
  const TAIL_MS = 5000;
  setInterval(() => {
    const tail = !document.hidden && document.querySelector("[data-tail]");
    if (tail && !tail.querySelector("details[open]")) refresh();
  }, TAIL_MS);

  const PART = "[data-live-part], [data-polled-part]";
  let retryTimer;

  /** One connection a tab: the server announces that something of the store has changed. */
  let source;
  let liveUrl;
  let wasLost = false;
  function connect() {
    const url = document.getElementById("frame")?.dataset.live;
    if (url === liveUrl && source && source.readyState !== EventSource.CLOSED) return;
    source?.close();
    liveUrl = url;
    source = undefined;
    if (!url) return;
    source = new EventSource(url);
    source.addEventListener("open", () => {
      offline(false);
      // What has changed meanwhile was not announced.
      if (wasLost) refresh();
      wasLost = false;
    });
    source.addEventListener("change", refresh);
    // The session was revoked: the same page asks to sign in.
    source.addEventListener("ended", () => location.reload());
    source.addEventListener("error", () => {
      offline(true);
      wasLost = true;
      // The browser tries again by itself, unless the response was an error.
      if (source?.readyState === EventSource.CLOSED) {
        liveUrl = undefined;
        setTimeout(() => reconnect(url), RETRY_MS);
      }
    });
  }
  /** Connects again; without a session the same page asks to sign in. */
  async function reconnect(url) {
    const head = new AbortController();
    const response = await fetch(url, { signal: head.signal }).catch(() => undefined);
    head.abort();
    if (response?.status === 401) location.reload();
    else connect();
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
      if (!document.execCommand?.("copy")) return toast(button.dataset.selected);
    }
    toast(button.dataset.copied);
  }

  /** One unit more or less, as if it was typed. */
  function stepUnits({ dataset, parentElement }) {
    const input = parentElement.querySelector("input");
    if (dataset.step === "1") input.stepUp();
    else input.stepDown();
    input.dispatchEvent(new Event("change", { bubbles: true }));
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
    // Enter in a field of the open dialog presses the first button of the form, which is this one: it sends the form.
    const opened = opener && document.getElementById(opener.dataset.opens);
    if (opener && !opened?.open) {
      event.preventDefault();
      opened?.showModal?.();
    }
    const closer = target?.closest("[data-closes]");
    if (closer) {
      event.preventDefault();
      closer.closest("dialog")?.close();
    }
    // The whole row leads where its name does; what can be pressed in it does its own.
    const row = target?.closest("tbody tr");
    const link = row?.querySelector("th.main a[href]");
    const own = "a, button, input, label, select, textarea, summary, details[open], dialog";
    if (link && !target.closest(own) && String(getSelection()) === "") {
      if (event.ctrlKey || event.metaKey) open(link.href);
      else link.click();
    }
    const step = target?.closest("[data-step]");
    if (step) stepUnits(step);
    const theme = target?.closest("[data-theme-choice]");
    if (theme) setTheme(theme.value);
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(target ?? null)) menu.removeAttribute("open");
    }
  });

  /** Says how many rows are selected, and whether those are all that are shown. */
  function countSelected(form) {
    const text = form?.querySelector(".selected-count");
    if (!text) return;
    const boxes = [...form.querySelectorAll("tbody input[name=id]")];
    const count = boxes.filter(({ checked }) => checked).length;
    const all = form.querySelector("[data-all]");
    if (all) {
      all.checked = count === boxes.length;
      all.indeterminate = count > 0 && count < boxes.length;
    }
    const isAll = count === boxes.length && count > 1;
    const words = count === 0 ? text.dataset.none : isAll ? text.dataset.whole : text.dataset.some;
    text.textContent = (words ?? "").replace("{number}", String(count));
  }

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
    if (target?.matches("[data-all], tbody input[name=id]")) countSelected(target.closest("form"));
    // All that match are more than the rows that are shown: those are marked too.
    if (target?.matches("input[name=all]")) {
      for (const box of target.form.querySelectorAll("[data-all], tbody input[name=id]"))
        box.checked = target.checked;
      countSelected(target.form);
    } else if (target?.matches("tbody input[name=id]:not(:checked)")) {
      const all = target.form?.querySelector("input[name=all]");
      if (all) all.checked = false;
    }
  });

  /** A filter applies once it is left. */
  document.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches("[data-applies]")) return;
    const isLeft = !target.closest("details")?.contains(relatedTarget);
    if (isLeft && target.value !== target.defaultValue) target.form?.requestSubmit();
  });
  document.addEventListener(
    "toggle",
    ({ target }) => target.matches?.(".chip details[open]") && target.querySelector("input")?.focus(),
    true,
  );

  document.addEventListener("keydown", (event) => {
    const isTyping =
      event.target instanceof Element &&
      event.target.closest(
        "input:not([type=radio], [type=checkbox], [type=file]), textarea, select, [contenteditable]",
      );
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
    if (event.key === "/" && document.querySelector("#frame[data-keys]")) {
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

  /** Keeps what is shown and typed when a response has nothing to replace it with. */
  function keepIfUnavailable(event) {
    const { xhr, target, requestConfig, serverResponse } = event.detail;
    const isPart = requestConfig.elt.matches(PART);
    const isBusy = xhr.status === 429 || xhr.status >= 500;
    if (requestConfig.elt.matches("[data-live-part]") && document.querySelector(CHOOSING)) {
      // Something was opened while it was requested.
      event.detail.shouldSwap = false;
      isStale = true;
    } else if (isPart && isBusy) {
      event.detail.shouldSwap = false;
      setTimeout(refresh, RETRY_MS);
    } else if (isPart && !serverResponse.includes(`id="${target.id}"`)) {
      // It was signed out, or what the page shows is gone: the page itself says so.
      event.detail.shouldSwap = false;
      location.reload();
    } else if (xhr.status === 503 && (requestConfig.verb !== "get" || target !== document.body)) {
      event.detail.shouldSwap = false;
      toast(document.getElementById("toasts")?.dataset.away ?? "", "bad");
      if (isStale) setTimeout(refresh, RETRY_MS);
    }
  }

  /** What is read stays open while its part is renewed. */
  let opened = new Set();
  const detailsIn = (part) => [...part.querySelectorAll("details:not(.menu)")];
  /** Details are known by the moment of their row and their place in it; those in no row by what they are called. */
  function keyOf(details) {
    const row = details.closest("tr, li");
    const moment = row?.querySelector("time")?.dateTime;
    return moment
      ? `${moment} ${detailsIn(row).indexOf(details)}`
      : details.querySelector("summary")?.textContent;
  }
  function keepPlaces({ detail: { target, requestConfig } }) {
    menuTop = menu()?.scrollTop ?? 0;
    const open = requestConfig.elt.matches(PART) ? detailsIn(target).filter((each) => each.open) : [];
    opened = new Set(open.map(keyOf));
  }
  function restorePlaces({ target, detail }) {
    if (detail.target === document.body) {
      showPlace();
      showBeginning(detail.pathInfo.responsePath);
    }
    for (const details of opened.size > 0 ? detailsIn(target) : [])
      if (opened.has(keyOf(details))) details.open = true;
  }

  /** Another page, or the next one of a list, is shown from its beginning; one that was changed stays where it is. */
  let shown = placeOf(location.href);
  function showBeginning(address) {
    const place = placeOf(address);
    if (place !== shown) scrollTo(0, 0);
    shown = place;
  }
  function placeOf(address) {
    const { pathname, searchParams } = new URL(address ?? "", location.href);
    return `${pathname} ${searchParams.get("after") ?? ""}`;
  }

  /** The menu stays where it was scrolled to, as far as the page that is shown is in sight there. */
  const menu = () => document.querySelector(".side");
  let menuTop = 0;
  function showPlace() {
    const side = menu();
    if (!side) return;
    side.scrollTop = menuTop;
    const [frame, place] = [side, side.querySelector("[aria-current=page]")].map((each) =>
      each?.getBoundingClientRect(),
    );
    const isInSight = !place || (place.top >= frame.top && place.bottom <= frame.bottom);
    if (!isInSight) side.scrollTop += place.top - frame.top - frame.height / 2;
  }

  /** Without JavaScript such a dialog stands open in the page. */
  function showModal(dialog) {
    delete dialog.dataset.open;
    dialog.close();
    dialog.showModal();
  }

  /** What a new page needs after it was put in place. */
  function settle() {
    root.lang = document.getElementById("frame")?.lang ?? root.lang;
    clearTimeout(retryTimer);
    if (document.querySelector("#frame[data-retried]"))
      retryTimer = setTimeout(() => location.reload(), RETRY_MS);
    for (const item of document.querySelectorAll("#toasts .toast:not([data-fading], [data-stays])")) {
      item.dataset.fading = "";
      fadeLater(item);
    }
    for (const dialog of document.querySelectorAll("dialog[data-open]")) showModal(dialog);
    // Behind a proxy that hides it the service doesn't know the address; the browser does.
    for (const note of document.querySelectorAll("[data-unless-at]"))
      if (note.dataset.unlessAt === location.origin) note.remove();
    // The next part of many changes; the page shows how far they have come.
    const rest = document.querySelector("form[data-continues]");
    if (rest) setTimeout(() => document.contains(rest) && rest.requestSubmit(), CONTINUE_MS);
    connect();
  }

  document.addEventListener("DOMContentLoaded", () => {
    // Other pages than these replace the whole body, and the focus goes to their beginning.
    document.body.addEventListener("htmx:afterSettle", (event) => {
      settle();
      if (event.detail.target !== document.body) return;
      const invalid = document.querySelector("[aria-invalid=true]");
      if (invalid) (invalid.querySelector("input") ?? invalid).focus();
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
    document.body.addEventListener("htmx:beforeSwap", keepIfUnavailable);
    document.body.addEventListener("htmx:beforeSwap", keepPlaces);
    document.body.addEventListener("htmx:afterSwap", restorePlaces);
    document.body.addEventListener("htmx:sendError", ({ detail }) => {
      if (!detail.elt.matches(PART)) {
        toast(document.getElementById("toasts")?.dataset.unreached ?? "", "bad");
        if (isStale) setTimeout(refresh, RETRY_MS);
      } else if (detail.elt.matches("[data-live-part]")) setTimeout(refresh, RETRY_MS);
    });
    document.body.addEventListener("htmx:beforeHistorySave", () => {
      for (const secret of document.querySelectorAll("[data-secret]")) secret.textContent = "";
    });
    showPlace();
    settle();
  });
})();
