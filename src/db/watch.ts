import type { Pulse } from "./pulse.ts";

/** A connection, as far as it is watched; times are those of `performance.now()`. */
export type Watched = {
  /** Since when it owes an answer; 0 while it owes none. */
  busySince: number;
  heardAt: number;
  /** The longest that it may owe one without a word. */
  limitMs: number;
  /** Ends it; what waits for an answer gets the error. */
  fail(error: Error): void;
};

/** A call that waits for a connection. */
export type Wait = { since: number; fail(error: Error): void };

export type Watch = {
  connections: Set<Watched>;
  waits: Set<Wait>;
  /** To be called when anything comes from the database. */
  hear(at: number): void;
  /** Why nothing need be tried now; undefined while the database speaks. */
  silence(): Error | undefined;
  stop(): void;
};

const LOOK_MS = 250;
const SUSPICIOUS_AFTER_MS = 1_000;
/** A look that comes so late says that the process itself stood still: what it was told meanwhile is still unread. */
const LATE_LOOK_MS = 1_000;

/**
 * Ends every wait for a database that says nothing. When no connection hears anything for a second though answers are owed, its
 * pulse is taken; without one all that waits fails at once, and so does what comes until there is one again. A single
 * connection that is silent beyond its limit is ended alone.
 */
export function createWatch(pulse: Pulse, onChange: (isSilent: boolean) => void): Watch {
  const connections = new Set<Watched>();
  const waits = new Set<Wait>();
  let heardAt = 0;
  let awakeSince = 0;
  let lastLook = performance.now();
  let isSilent = false;
  let isTaking = false;

  function look() {
    const now = performance.now();
    if (now - lastLook > LATE_LOOK_MS) awakeSince = now;
    lastLook = now;
    for (const one of connections) {
      if (one.busySince > 0 && now - Math.max(one.busySince, one.heardAt, awakeSince) > one.limitMs) {
        one.fail(noAnswer());
      }
    }
    if (isSilent || now - Math.max(owedSince(), heardAt, awakeSince) > SUSPICIOUS_AFTER_MS) void takePulse();
  }

  function owedSince(): number {
    let since = Number.POSITIVE_INFINITY;
    for (const { busySince } of connections) if (busySince > 0) since = Math.min(since, busySince);
    for (const wait of waits) since = Math.min(since, wait.since);
    return since;
  }

  async function takePulse() {
    if (isTaking) return;
    isTaking = true;
    const asked = performance.now();
    const { speaks } = await pulse.take();
    isTaking = false;
    if (speaks) hear(performance.now());
    const wasSilent = isSilent;
    isSilent = !speaks && (wasSilent || Math.max(heardAt, awakeSince) < asked);
    if (isSilent !== wasSilent) onChange(isSilent);
    if (!isSilent) return;
    for (const wait of [...waits]) wait.fail(noAnswer());
    for (const one of [...connections]) one.fail(noAnswer());
  }

  function hear(at: number) {
    heardAt = at;
  }

  const timer = setInterval(look, LOOK_MS);
  // Alone it is no reason to go on.
  timer.unref();
  return {
    connections,
    waits,
    hear,
    silence: () => (isSilent ? noAnswer() : undefined),
    stop: () => clearInterval(timer),
  };
}

function noAnswer(): Error {
  return Object.assign(new Error("the database does not answer"), { code: "ETIMEDOUT" });
}
