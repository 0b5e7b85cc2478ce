// What the keyboard does beside links and forms. All of it can be done without these keys, and those of one character can be
// turned off; they do nothing in fields, dialogs, and where a scanner types.
(() => {
  const { htmx } = window;
  const FIELD = "input, textarea, select, [contenteditable]";
  /** Of the acts of the page below the palette, so many. */
  const MAX_HERE = 8;

  const palette = () => document.getElementById("palette");
  const panel = () => document.getElementById("go-panel");
  const inputOf = (dialog) => dialog.querySelector("input[name=q]");

  function openPalette() {
    if (document.querySelector("dialog[open]")) return;
    palette()?.showModal();
    preparePalette();
  }

  function preparePalette(text = "") {
    const dialog = palette();
    if (!dialog?.open) return;
    const input = inputOf(dialog);
    input.value = text;
    showHere(text);
    htmx.trigger(input, "opened");
    input.focus();
  }

  /** Shows what the page's own buttons do, as far as the text names them. */
  function showHere(text) {
    const section = palette()?.querySelector("[data-here]");
    if (!section) return;
    const items = new Map();
    for (const button of document.querySelectorAll("#main :is(button, .head-actions a)")) {
      const name = button.textContent.trim();
      const isSeen = (menuOf(button) ?? button).checkVisibility();
      const isOffered = isSeen && !button.disabled && !button.closest("dialog, .filters");
      if (name !== "" && isOffered && isNamed(name, text) && !items.has(name)) items.set(name, button);
    }
    const rows = [...items].slice(0, MAX_HERE).map(([name, button]) => {
      const [item, result] = [document.createElement("li"), document.createElement("button")];
      result.type = "button";
      result.className = "result plain-result";
      result.textContent = name;
      result.addEventListener("click", (event) => {
        // A click elsewhere closes a menu.
        event.stopPropagation();
        palette().close();
        menuOf(button)?.setAttribute("open", "");
        button.focus();
        button.click();
      });
      item.append(result);
      return item;
    });
    section.querySelector("ul").replaceChildren(...rows);
    section.hidden = rows.length === 0;
  }

  /** The closed menu beside the page's heading in which a button stands. */
  const menuOf = (button) => button.closest(".head-actions details.menu:not([open])");

  /** Whether every word of a text begins a word of a name; accents and case aside, as in the service's own lists. */
  function isNamed(name, text) {
    const words = wordsOf(name);
    return wordsOf(text).every((start) => words.some((word) => word.startsWith(start)));
  }
  function wordsOf(text) {
    const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
    return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  }

  function moveInPalette(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const dialog = palette();
    if (!step || !dialog?.open) return;
    const places = [inputOf(dialog), ...dialog.querySelectorAll(".result")].filter((each) =>
      each.checkVisibility(),
    );
    const next = places[places.indexOf(document.activeElement) + step];
    event.preventDefault();
    next?.focus();
  }

  const rows = () => [...document.querySelectorAll("#main tbody tr")].filter((row) => row.checkVisibility());
  const currentRow = () => document.activeElement?.closest("#main tbody tr");

  /** What has the focus while a row is the current one: the link that names it, else the row itself. */
  function handleOf(row) {
    const link = row.querySelector("th.main a[href], td a[href]");
    if (!link) row.tabIndex = -1;
    return link ?? row;
  }

  function move(step) {
    const all = rows();
    const at = all.indexOf(currentRow());
    const row = all[at === -1 ? 0 : at + step] ?? all[at];
    if (!row) return;
    handleOf(row).focus();
    row.scrollIntoView({ block: "nearest" });
  }

  function select() {
    const box = currentRow()?.querySelector("input[type=checkbox]");
    if (!box) return;
    box.click();
    const count = box.form?.querySelectorAll("tbody input[type=checkbox]:checked").length ?? 0;
    announce(count);
  }

  /** Says to those who don't see it how many rows are selected. */
  function announce(count) {
    const place = document.getElementById("keys-said");
    if (!place) return;
    const form = new Intl.PluralRules(document.documentElement.lang).select(count);
    place.textContent = (place.dataset[form] ?? place.dataset.other ?? "").replace("{count}", String(count));
  }

  /** Goes to what can be done with the selected rows; without any, to the row's own acts, else into it. */
  function act() {
    const isSelected = document.querySelector("#main tbody input[type=checkbox]:checked");
    const acts = isSelected?.form?.querySelector(".bulk-acts :is(button, select, summary):not(:disabled)");
    const own = currentRow()?.querySelector("td.actions :is(button, summary, a[href])");
    if (acts ?? own) (acts ?? own).focus();
    else currentRow()?.querySelector("th.main a[href], td a[href]")?.click();
  }

  const KEYS = {
    j: () => move(1),
    k: () => move(-1),
    x: select,
    e: act,
    "?": () => document.getElementById("keys")?.showModal(),
  };

  document.addEventListener("keydown", (event) => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey;
    if (
      (event.ctrlKey || event.metaKey) &&
      !event.altKey &&
      !event.shiftKey &&
      event.key.toLowerCase() === "k"
    ) {
      event.preventDefault();
      openPalette();
      return;
    }
    moveInPalette(event);
    if (event.defaultPrevented || isModified || event.isComposing) return;
    const isElsewhere = document.querySelector("#frame:not([data-keys]), dialog[open], [data-scan]");
    if (isElsewhere || (event.target instanceof Element && event.target.closest(FIELD))) return;
    if (!Object.hasOwn(KEYS, event.key)) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  document.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("[data-opens=palette]")) preparePalette();
  });

  document.addEventListener("input", ({ target }) => {
    if (palette()?.contains(target)) showHere(target.value);
  });

  // Enter opens the first of what is shown, as soon as that is what was typed.
  document.addEventListener(
    "submit",
    (event) => {
      const dialog = palette();
      const input = dialog && inputOf(dialog);
      if (!input || event.target !== input.form || panel()?.dataset.of !== input.value) return;
      const first = dialog.querySelector(".result");
      if (!first) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      first.click();
    },
    true,
  );

  /** The link of the current row. A part of the page that is replaced takes the focus along. */
  let current;
  document.addEventListener("focusin", () => {
    current = currentRow()?.contains(document.activeElement)
      ? document.activeElement.getAttribute("href")
      : undefined;
  });
  function focusAgain() {
    if (!current || document.activeElement !== document.body) return;
    const links = [...document.querySelectorAll("#main tbody a[href]")];
    links.find((link) => link.getAttribute("href") === current)?.focus({ preventScroll: true });
  }

  /** What was typed into the open palette of a page that is being replaced, unless that was asked for there. */
  let typed;
  function keepTyped({ detail: { target, shouldSwap, requestConfig } }) {
    const dialog = palette();
    const isKept =
      shouldSwap && target === document.body && dialog?.open && !dialog.contains(requestConfig.elt);
    typed = isKept ? inputOf(dialog).value : undefined;
  }

  /** The palette of the new page goes on where that of the one before was. */
  function openAgain() {
    if (typed === undefined || document.querySelector("dialog[open]")) return;
    palette()?.showModal();
    preparePalette(typed);
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.body.addEventListener("htmx:beforeSwap", keepTyped);
    document.body.addEventListener("htmx:afterSwap", ({ detail: { target, requestConfig } }) => {
      if (target.id === "go-panel") target.dataset.of = requestConfig.parameters.q ?? "";
      if (target === document.body) openAgain();
    });
    document.body.addEventListener("htmx:afterSettle", ({ detail: { target } }) => {
      focusAgain();
      // What was typed before now, the new page's field has not asked for.
      const dialog = target === document.body ? palette() : undefined;
      if (dialog?.open) htmx.trigger(inputOf(dialog), "opened");
    });
  });
})();
