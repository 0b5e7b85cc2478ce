import { administer, withDatabase } from "../../support/administer.ts";
import { postgresForUs } from "../../support/ends-with-us.ts";
import { seeded, shuffled } from "../torture/random.ts";
import type { Scenario, ScenarioRequest, ScenarioResult } from "../torture/scenario.ts";
import { FAULTS } from "./faults.ts";
import { exploreVerbs, type Failure, replay } from "./pair.ts";
import { openTheatre, type Theatre, verbOf } from "./stage.ts";
import { VERBS } from "./verbs.ts";

const TIMES = 100;

/** Nothing of the database is to outlive the run, and nothing works beside it. */
const SETTINGS = {
  ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" },
  ...{ max_connections: "200", wal_level: "logical", scram_iterations: "1" },
};

/** The scenario of `bun run torture interleave`. */
export const interleave: Scenario = {
  options: `[--minutes 10] [--only VERB+VERB,…] [--each 100] [--depth 24] [--schedule "a3 b a? b2"] [--faults WORDS|all] [--times 100]`,
  about: `runs two or three verbs on one database, each in a process of its own, one statement at a time, and walks through the
orders of the statements that touch the same tables, commits, lost answers and ended sessions included: all pairs, then triples
at random. Ends with 1 if an outcome breaks a rule or equals none of the verbs one after the other, and prints the shortest
schedule that shows it, which --only and --schedule run again. --faults plants faults, and fails for those that it doesn't find.`,
  run: async (request) => {
    const url = await postgresForUs(SETTINGS);
    await administer(url, "create database interleave");
    const theatre = await openTheatre(withDatabase(url, "interleave"));
    try {
      return await run(theatre, request);
    } finally {
      await theatre.lab.close();
    }
  },
};

async function run(theatre: Theatre, request: ScenarioRequest): Promise<ScenarioResult> {
  const { number, text } = request;
  const bounds = { maxSchedules: number("each", 100), depth: number("depth", 24), losses: true };
  const schedule = text("schedule");
  const only = text("only")
    ?.split(",")
    .map((names) => names.split("+"));
  for (const name of only?.flat() ?? []) verbOf(name);
  if (schedule !== undefined) return replayed(theatre, request, only?.[0] ?? [], schedule);
  const faults = text("faults");
  if (faults !== undefined) return findFaults(theatre, request, faults === "all" ? "" : faults);
  return exploreAll(theatre, request, { ...bounds, only });
}

async function replayed(
  theatre: Theatre,
  { number }: ScenarioRequest,
  verbs: string[],
  schedule: string,
): Promise<ScenarioResult> {
  const all = await replay(theatre, verbs, schedule, number("times", 1));
  const faults = all.flat();
  return { differences: faults, lines: [`${verbs.join("+")}: ${schedule}`] };
}

type Bounds = { maxSchedules: number; depth: number; losses: boolean; only: string[][] | undefined };

async function exploreAll(
  theatre: Theatre,
  { seed, say, number }: ScenarioRequest,
  { only, ...bounds }: Bounds,
): Promise<ScenarioResult> {
  const until = performance.now() + number("minutes", 10) * 60_000;
  const random = seeded(seed);
  const names = Object.keys(VERBS);
  const pairs = names.flatMap((one, i) => names.slice(i).map((other) => [one, other]));
  const waiting = only ?? shuffled(pairs, random);
  const failures: Failure[] = [];
  const counts = { done: 0, whole: 0, schedules: 0, orders: 0, steps: 0, triples: 0 };
  const begun = performance.now();
  for (const verbs of waiting) {
    if (performance.now() > until) break;
    const found = await exploreVerbs(theatre, verbs, bounds);
    counts.done++;
    if (found.isWhole) counts.whole++;
    counts.schedules += found.schedules;
    counts.orders += found.orders;
    counts.steps += found.steps;
    failures.push(...found.failures);
    for (const failure of found.failures) say(linesOf(failure));
    if (only)
      say(
        `${verbs.join("+")}: ${found.schedules} schedules, ${found.orders} orders${found.isWhole ? "" : ", not all"}`,
      );
  }
  while (!only && performance.now() < until) {
    const verbs = shuffled(names, random).slice(0, 3);
    const found = await exploreVerbs(theatre, verbs, { ...bounds, losses: false });
    counts.triples++;
    counts.schedules += found.schedules;
    failures.push(...found.failures);
    for (const failure of found.failures) say(linesOf(failure));
  }
  const seconds = Math.round((performance.now() - begun) / 1_000);
  const lines = [
    `${counts.done} of ${waiting.length} pairs, of ${counts.whole} every order; ${counts.triples} triples`,
    `${counts.schedules} schedules, ${counts.orders} different orders of pairs, ${counts.steps} statements in ${seconds} s`,
  ];
  return { differences: failures.map(({ verbs, schedule }) => `${verbs.join("+")}: ${schedule}`), lines };
}

/** Plants each fault in turn, explores its verbs until it shows, and repeats the schedule that shows it. */
async function findFaults(
  theatre: Theatre,
  { say, number }: ScenarioRequest,
  words: string,
): Promise<ScenarioResult> {
  const chosen = Object.entries(FAULTS).filter(([name]) =>
    words.split(",").some((word) => name.includes(word)),
  );
  const differences: string[] = [];
  for (const [name, { verbs, plant, loses = false }] of chosen) {
    let isReached = false;
    theatre.lab.plant((text) => {
      const changed = plant(text);
      isReached ||= changed !== undefined;
      return changed;
    });
    const begun = performance.now();
    const { failures, schedules } = await exploreVerbs(theatre, verbs, {
      maxSchedules: number("each", 200),
      depth: number("depth", 24),
      losses: loses,
    });
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    const [failure] = failures;
    if (!failure) {
      differences.push(
        `${name}: ${verbs.join("+")} ${isReached ? `hide it in ${schedules} schedules` : "never reach it"}`,
      );
      say(`NOT FOUND ${differences.at(-1)}`);
    } else {
      const all = await replay(theatre, failure.verbs, failure.schedule, number("times", TIMES));
      const again = all.filter((faults) => faults.length > 0).length;
      if (again < number("times", TIMES))
        differences.push(`${name}: ${failure.schedule} shows it ${again} times`);
      say(
        `${name}: ${verbs.join("+")} ${failure.schedule} after ${schedules} schedules, ${seconds} s, again ${again} times\n    ${failure.faults[0]}`,
      );
    }
    theatre.lab.plant(undefined);
  }
  return {
    differences,
    lines: [`${chosen.length - differences.length} of ${chosen.length} planted faults found`],
  };
}

function linesOf({ verbs, schedule, faults }: Failure): string {
  return [`${verbs.join("+")}: ${schedule}`, ...faults.map((fault) => `    ${fault}`)].join("\n");
}
