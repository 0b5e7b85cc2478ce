import { afterAll, beforeAll, expect, test } from "bun:test";
import { cloneDatabase, type TestDatabase } from "../../support/database.ts";
import { explore, startSearch } from "../interleave/explore.ts";
import { FAULTS } from "../interleave/faults.ts";
import { type Effect, NOTHING, union } from "../interleave/footprint.ts";
import { exploreVerbs, replay } from "../interleave/pair.ts";
import type { Made } from "../interleave/run.ts";
import { type Step, scheduleText } from "../interleave/schedule.ts";
import { openTheatre, type Theatre } from "../interleave/stage.ts";

/** The short form of `bun run torture interleave`. */
let database: TestDatabase;
let theatre: Theatre;

beforeAll(async () => {
  database = await cloneDatabase();
  theatre = await openTheatre(database.url);
});
afterAll(async () => {
  await theatre.lab.close();
  await database.drop();
});

const BOUNDS = { maxSchedules: 15, depth: 24, losses: false };
const VERBS = ["return", "return"];

test("of two returns of the last unit one is refused, in whatever order their statements come", async () => {
  const { failures, schedules, steps } = await exploreVerbs(theatre, VERBS, BOUNDS);
  expect(failures).toEqual([]);
  expect(schedules).toBeGreaterThan(3);
  expect(steps).toBeGreaterThan(schedules);
});

test("without the lock of the order both are taken, and the schedule that shows it does so each time", async () => {
  theatre.lab.plant(FAULTS["an order is not locked for its units"]?.plant);
  try {
    const [failure] = (await exploreVerbs(theatre, VERBS, BOUNDS)).failures;
    const again = await replay(theatre, VERBS, failure?.schedule ?? "", 3);
    for (const faults of again) expect(faults).toContainEqual(expect.stringContaining("in two returns"));
  } finally {
    theatre.lab.plant(undefined);
  }
});

test("a commit that lies too deep to be tried earlier doesn't keep the statements before it from it", async () => {
  const writes = (...tables: string[]): Effect => ({ ...NOTHING, changes: new Set(tables), ends: undefined });
  const commit = (...effects: Effect[]): Effect => ({ ...NOTHING, ends: union(effects) });
  const [first, second, third, both] = [writes("r"), writes("t"), writes("s"), writes("r", "t")];
  const effects: Record<string, Effect[]> = {
    a: [both, commit(both)],
    b: [first, second, third, commit(first, second, third)],
  };
  const tried: string[] = [];
  const tryOne = async (schedule: Step[]) => {
    tried.push(scheduleText(schedule));
    const left = new Map(Object.entries(effects).map(([actor, all]) => [actor, [...all]]));
    const ends = [schedule.at(-1)?.actor ?? "", ...left.keys()].flatMap((actor) =>
      Array<string>(4).fill(actor),
    );
    const made: Made[] = [];
    for (const actor of [...schedule.map((step) => step.actor), ...ends]) {
      const enabled = [...left.keys()].filter((name) => left.get(name)?.length);
      const effect = left.get(actor)?.shift();
      if (effect) made.push({ step: { actor, act: "run" }, text: "", effect, enabled, waits: false });
    }
    return { made, results: new Map(), isExact: true };
  };
  const bounds = { maxSchedules: 30, depth: 3, maxChanges: Number.POSITIVE_INFINITY };
  await explore(tryOne, startSearch(["a", "b"]), bounds, () => false);
  expect(tried).toContain("b a");
});

/** Schedules that once broke a rule, by the verbs and what was wrong. */
const FOUND: [verbs: string[], schedule: string, what: string][] = [
  [
    ["merge", "event-by-phone"],
    "b6 a",
    "a merge kept the name that the customer had before an event changed it",
  ],
  [
    ["order-same", "order-import"],
    "a2 b",
    "a slice of an import failed in the log because a client stored one of its orders meanwhile",
  ],
  [
    ["stock-import"],
    "a16 a?",
    "an import that was done said why it had failed, because the answer to its last commit was lost",
  ],
  [
    ["upsert-of-other-line", "erase"],
    "b13 a",
    "an order that was updated while its customer was erased gave the person back to order and store",
  ],
  [
    ["restock-back", "shop-leaves"],
    "a2 b",
    "a change of stock waited for ever for a shop whose connector was deleted meanwhile",
  ],
  [
    ["restock-back", "shop-moves"],
    "a2 b",
    "a change of stock waited for ever for a shop whose connector led to another one meanwhile",
  ],
  [
    ["shop-hook-rejected", "shop-moves"],
    "b4 a",
    "a new address of a connector was answered 500 because an order was rejected meanwhile",
  ],
  [
    ["bulk-recorder", "erasure-job-of-bob"],
    "b9 a",
    "an accepted event waited for a sweep because its batch was locked when the recorder came",
  ],
  [
    ["place-delete", "levels-elsewhere"],
    "a b",
    "a place was deleted although stock was stored there meanwhile",
  ],
  [
    ["redeliver", "retention"],
    "a3 b",
    "a delivery that was removed meanwhile was answered 202, as if it were sent again",
  ],
  [
    ["redeliver", "retention"],
    "a5 b",
    "a delivery that was removed a statement later was answered 202, as if it were sent again",
  ],
  [
    ["webhook-purge", "erasure-job"],
    "a4 b",
    "a deleted webhook kept a stream that an erasure was writing, so that its purge failed in the log",
  ],
  [
    ["payout", "store-purge"],
    "a3 b",
    "the purge of a store failed in the log because a payout was being recorded",
  ],
  [
    ["order-import", "store-purge"],
    "b2 a",
    "an import went on in a deleted store, and failed in the log because its file was removed meanwhile",
  ],
  [
    ["shop-connects", "shop-leaves"],
    "a9 b",
    "a shop that was connected was answered 404 because its connector was deleted meanwhile",
  ],
  [
    ["password-change", "sign-in"],
    "b8 a",
    "a password that was changed beside a sign-in by a link was answered as a wrong one, and not that its session had ended",
  ],
  [
    ["shop-connects", "shop-off"],
    "b5 a",
    "a connector that was turned off was on again because new credentials came meanwhile",
  ],
  [
    ["withdrawal-other", "store-settings"],
    "a4 b",
    "a withdrawal was mailed a receipt and its return no mail, because mails were turned on meanwhile",
  ],
];

test("a session that is lost between two parts of a request may leave the first of them done", async () => {
  expect(await replay(theatre, ["status-of-many"], "a12 a?")).toEqual([[]]);
});

test("what comes between two parts of a request is equal to no order of whole requests, and is right", async () => {
  expect(await replay(theatre, ["status-of-many", "webhook-backfill"], "a9 b")).toEqual([[]]);
});

test("what finds a lock taken and asks again lets the one go on that has it", async () => {
  expect(await replay(theatre, ["mail-again", "mail-step"], "b4 a4 b")).toEqual([[]]);
});

test.each(FOUND)("%p by the schedule %p breaks no rule", async (verbs, schedule) => {
  expect(await replay(theatre, verbs, schedule)).toEqual([[]]);
});

/** What fails, or finds its rows locked or its store paused, waits for its time, or for a sweep. */
const WAITS: [verbs: string[], schedule: string][] = [
  [["merge-job"], "a a!"],
  [["delivery", "hand-over"], ""],
  [["retention", "hand-over"], ""],
  [["retention", "erasure-job"], "b23 a"],
];

test.each(WAITS)("%p by the schedule %p is done later, when no wake-up comes", async (verbs, schedule) => {
  expect(await replay(theatre, verbs, schedule)).toEqual([[]]);
});
