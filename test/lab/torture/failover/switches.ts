import { type Random, shuffled } from "../random.ts";
import type { Stage } from "./stage.ts";

/** One time in which the database was away: what happened, and until when, by the harness's clock. */
export type Switch = { kind: string; from: number; until: number };

type Step = (stage: Stage, random: Random, away: Away) => Promise<string | undefined>;

/** Waits while the database is away. */
type Away = {
  /** Up to a few seconds. */
  briefly(): Promise<void>;
  /** Up to half a minute. */
  long(): Promise<void>;
};

const LONG_MS = [2_000, 8_000, 30_000];

/** Ends sessions at random, and returns what it did. */
function maybeEndSessions({ front }: Stage, random: Random): string {
  const isCut = random.chance(0.5);
  if (isCut) front.endSessions();
  return isCut ? "sessions cut" : "sessions kept";
}

async function promote(stage: Stage): Promise<void> {
  await stage.pair.promote();
  stage.front.pointAt(stage.pair.primary().url);
  stage.front.endSessions();
}

/** What can happen to a database; each returns when it is back for all, with details of what it did. */
const STEPS: Record<string, Step> = {
  "planned switch": async (stage) => {
    await stage.pair.primary().stop();
    await promote(stage);
    return undefined;
  },
  "primary lost": async (stage, _, away) => {
    await stage.pair.primary().kill();
    await away.briefly();
    await promote(stage);
    return undefined;
  },
  "primary frozen and replaced": async (stage, random, away) => {
    const old = stage.pair.primary();
    await old.freeze();
    await away.briefly();
    await stage.pair.promote();
    stage.front.pointAt(stage.pair.primary().url);
    return maybeEndSessions(stage, random);
  },
  refused: async ({ front, own }, _, away) => {
    await Promise.all([front.cut(), own().cut()]);
    await away.briefly();
    await Promise.all([front.mend(), own().mend()]);
    return undefined;
  },
  "hung up": async ({ front, own }, _, away) => {
    for (const link of [front, own()]) link.hangUp();
    await away.briefly();
    for (const link of [front, own()]) await link.mend();
    return undefined;
  },
  silent: async (stage, random, away) => {
    const { front, own } = stage;
    for (const link of [front, own()]) link.silence();
    await away.briefly();
    const ended = maybeEndSessions(stage, random);
    for (const link of [front, own()]) await link.mend();
    return ended;
  },
  "read-only": async ({ pair }, _, away) => {
    await pair.setReadOnly(true);
    await away.briefly();
    await pair.setReadOnly(false);
    return undefined;
  },
  frozen: async ({ pair }, _, away) => {
    await pair.primary().freeze();
    await away.briefly();
    pair.primary().thaw();
    return undefined;
  },
  "address on the standby and back": async (stage, random, away) => {
    const { front, pair } = stage;
    front.pointAt(pair.standby().url);
    const first = maybeEndSessions(stage, random);
    await away.long();
    front.pointAt(pair.primary().url);
    return `${first}, ${maybeEndSessions(stage, random)} at the end`;
  },
  "address on the standby, then promoted": async (stage, random, away) => {
    const { front, pair } = stage;
    front.pointAt(pair.standby().url);
    const first = maybeEndSessions(stage, random);
    await away.long();
    await pair.primary().stop();
    await pair.promote();
    return first;
  },
  "standby out of touch": async ({ pair }, _, away) => {
    // Commits wait for it.
    pair.stream.silence();
    await away.briefly();
    await pair.stream.mend();
    return undefined;
  },
  "standby out of touch, then primary lost": async (stage, _, away) => {
    const { pair } = stage;
    pair.stream.silence();
    await away.long();
    await pair.primary().kill();
    // What it has sent since never arrives.
    pair.stream.endSessions();
    await promote(stage);
    return undefined;
  },
  "name not found": async (stage, _, away) => {
    const { names, front, own } = stage;
    await names.setKnown(false);
    for (const link of [front, own()]) link.endSessions();
    await away.briefly();
    await names.setKnown(true);
    return undefined;
  },
};

export type SwitcherOptions = {
  random: Random;
  now(): number;
  /** The longest time for which the database is away. */
  longestMs: number;
  /** Makes the switches whose names contain this. */
  only: string;
};

/** Returns a function that makes the next switch; a round of them has each kind once, in a random order. */
export function createSwitcher(
  stage: Stage,
  { random, now, longestMs, only }: SwitcherOptions,
): () => Promise<Switch> {
  const steps = Object.entries(STEPS).filter(([name]) => name.includes(only));
  let round: [string, Step][] = [];
  const briefMs = Math.min(longestMs, 5_000);
  const away: Away = {
    briefly: () => Bun.sleep(random.between(briefMs / 10, briefMs)),
    long: () => Bun.sleep(Math.min(longestMs, LONG_MS[random.between(0, LONG_MS.length - 1)] ?? longestMs)),
  };
  return async () => {
    if (round.length === 0) round = shuffled(steps, random);
    const [name, step] = round.pop() as [string, Step];
    const from = now();
    const details = await step(stage, random, away);
    return { kind: details ? `${name}: ${details}` : name, from, until: now() };
  };
}
