// Warehouse mode with JavaScript: a scan of a unit counts at once, has a colour and a sound, and a camera can
// read it. Without it a scan is a page of its own.
(() => {
  const SOUND = "aftersale.scan-sound";
  /** Of a hit two rising notes, of a miss two low ones: Hertz, and after how many seconds. */
  const NOTES = {
    hit: [
      [880, 0],
      [1320, 0.08],
    ],
    miss: [
      [220, 0],
      [165, 0.16],
    ],
  };
  const NOTE_S = 0.12;
  const VOLUME = 0.15;
  /** How often the camera's picture is read. */
  const LOOK_MS = 200;

  function isSilent() {
    try {
      return localStorage.getItem(SOUND) === "off";
    } catch {
      return false;
    }
  }

  let audio;
  function play(result) {
    // Before anything was pressed on the page, browsers keep it silent.
    if (isSilent() || !window.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
    audio ??= new AudioContext();
    audio.resume();
    for (const [frequency, after] of NOTES[result]) {
      const note = new OscillatorNode(audio, { frequency, type: result === "hit" ? "sine" : "square" });
      note.connect(new GainNode(audio, { gain: VOLUME })).connect(audio.destination);
      note.start(audio.currentTime + after);
      note.stop(audio.currentTime + after + NOTE_S);
    }
  }

  /** Says by colour, sound and words what a scan was; the colour stays until the next one. */
  function report(result, text = "") {
    const form = document.querySelector(".scan");
    if (!form) return;
    form.classList.remove("hit", "miss");
    // So that a second one of the same kind is seen too.
    void form.offsetWidth;
    form.classList.add(result);
    const said = form.querySelector(".scan-said");
    if (said) said.textContent = text;
    play(result);
  }

  /** Returns what the page has to say of a scan, in its language. */
  function saidOf(what, name = "") {
    const text = document.querySelector(".scan-said")?.dataset[what] ?? "";
    return text.replace(/\{(?:code|product)\}/, () => name);
  }

  const isChosen = (row) => row.querySelector("[name^=received-]:checked") !== null;
  const nameOf = (row) => row.querySelector(".unit-head strong")?.textContent ?? "";

  function unitsWith(code) {
    const wanted = code.toLowerCase();
    return [...document.querySelectorAll(".unit-head")]
      .filter(({ dataset }) =>
        [dataset.sku, dataset.upc].some((each) => each?.trim().toLowerCase() === wanted),
      )
      .map((head) => head.closest(".unit-row"));
  }

  /** The units that were scanned, the latest last. */
  let scanned = [];
  function count() {
    const rows = [...document.querySelectorAll(".unit-row")];
    const shown = document.querySelector("[data-ticks]");
    if (shown) {
      const there = rows.filter((row) => row.querySelector("[name^=received-][value=yes]:checked"));
      const unitsOf = (row) => Number(row.querySelector(".unit-head").dataset.units);
      shown.textContent = String(there.reduce((sum, row) => sum + unitsOf(row), 0));
    }
    for (const row of rows) row.classList.toggle("here", scanned.includes(row));
    document.querySelector("[data-untick]")?.toggleAttribute("hidden", scanned.length === 0);
  }

  function tick(row) {
    row.querySelector("[name^=received-][value=yes]").click();
    row.scrollIntoView({ block: "center" });
    scanned.push(row);
    count();
    report("hit", saidOf("here", nameOf(row)));
  }

  function untick() {
    const row = scanned.pop();
    const choice = row?.querySelector("[name^=received-]:checked");
    if (choice) choice.checked = false;
    count();
    report("miss", row ? saidOf("uncounted", nameOf(row)) : "");
    document.getElementById("scan")?.focus();
  }

  /**
   * Beside a return a scan of a unit's code says that the unit is there. Another scan opens what it names; when choices
   * would be lost by that, only the second time.
   */
  let askedFor;
  function scanBeside(event, input) {
    const text = input.value.trim();
    const rows = unitsWith(text);
    const isLost = document.querySelector(".unit-row :checked") !== null && askedFor !== text;
    if (rows.length === 0 && !isLost) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    input.value = "";
    const next = rows.find((row) => !isChosen(row));
    if (next) tick(next);
    else if (rows.length > 0) report("miss", saidOf("counted", text));
    else {
      askedFor = text;
      report("miss", saidOf("leave", text));
    }
  }

  let isAsked = false;
  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target instanceof Element ? event.target.closest(".scan") : null;
      const input = form?.querySelector("[data-scan]");
      if (!input) return;
      if (input.dataset.scan === "units") scanBeside(event, input);
      isAsked = input.value.trim() !== "" && !event.defaultPrevented;
    },
    true,
  );

  const canRead = () => "BarcodeDetector" in window && navigator.mediaDevices?.getUserMedia !== undefined;

  /** Shows what the camera sees until it has read a code, which is then as if a scanner had typed it. */
  async function readByCamera(button) {
    const view = document.createElement("dialog");
    view.className = "camera";
    view.setAttribute("aria-label", button.textContent);
    const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true });
    const close = Object.assign(document.createElement("button"), {
      type: "button",
      className: "button",
      textContent: button.dataset.close,
    });
    close.addEventListener("click", () => view.close());
    view.append(video, close);
    document.body.append(view);
    let stream;
    view.addEventListener("close", () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
      view.remove();
      button.focus();
    });
    view.showModal();
    try {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
      video.srcObject = stream;
      await video.play();
      const code = await codeIn(video, () => view.open);
      view.close();
      if (code !== undefined) submit(code);
    } catch {
      view.close();
      report("miss", saidOf("noCamera"));
    }
  }

  async function codeIn(video, isWanted) {
    const detector = new window.BarcodeDetector();
    while (isWanted()) {
      const [found] = await detector.detect(video);
      if (found) return found.rawValue;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return undefined;
  }

  function submit(code) {
    const input = document.getElementById("scan");
    if (!input) return;
    input.value = code;
    input.form.requestSubmit();
  }

  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest("[data-untick]")) untick();
    const camera = target.closest("[data-camera]");
    if (camera) readByCamera(camera);
  });

  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.name.startsWith("received-")) count();
    if (!target.matches("[data-sound]")) return;
    try {
      localStorage.setItem(SOUND, target.checked ? "on" : "off");
    } catch {
      // Without storage the switch holds for this page.
    }
    if (target.checked) play("hit");
  });

  /** What a new page needs after it was put in place. */
  function settle() {
    scanned = [];
    askedFor = undefined;
    count();
    // Only of a new page: a part of it that is renewed must not select what is being typed.
    document.querySelector("[data-scan]")?.select();
    for (const box of document.querySelectorAll("[data-sound]")) box.checked = !isSilent();
    for (const button of document.querySelectorAll("[data-camera]")) button.hidden = !canRead();
    const isMiss = document.querySelector(".scan.miss") !== null;
    if (isMiss || isAsked) report(isMiss ? "miss" : "hit");
    isAsked = false;
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.body.addEventListener("htmx:afterSettle", ({ detail }) => {
      if (detail.target === document.body) settle();
    });
    settle();
  });
})();
