import { administer, withDatabase } from "../../support/administer.ts";
import { postgresForUs } from "../../support/ends-with-us.ts";
import type { Scenario, ScenarioRequest, ScenarioResult } from "../torture/scenario.ts";
import { exploreAll } from "./explore-all.ts";
import { findFaults } from "./find-faults.ts";
import { replay } from "./pair.ts";
import { openTheatre, type Theatre, verbOf } from "./stage.ts";

/** Nothing of the database is to outlive the run, and nothing works beside it. */
const SETTINGS = {
  ...{ fsync: "off", synchronous_commit: "off", full_page_writes: "off", autovacuum: "off" },
  ...{ max_connections: "200", wal_level: "logical", scram_iterations: "1" },
};

/** The scenario of `bun run torture interleave`. */
export const interleave: Scenario = {
  options: `[--minutes 10] [--only VERB+VERB,…] [--each 100] [--depth 24] [--schedule "a3 b a? b2"] [--faults WORDS|all] [--times 100] [--databases 2]`,
  about: `runs two or three verbs on one database, each in a process of its own, one statement at a time, and walks through the
orders of the statements that touch the same tables, commits, lost answers and ended sessions included: each verb alone, all
pairs, triples at random. Ends with 1 if an outcome breaks a rule or equals none of the verbs one after the other, and prints the
shortest schedule that shows it, which --only and --schedule run again. --faults plants faults, and fails for those that it
doesn't find. They run on two databases at a time.`,
  run: async (request) => {
    const url = await postgresForUs(SETTINGS);
    const databases = request.text("schedule") === undefined ? request.number("databases", 2) : 1;
    const theatres = await Promise.all(
      Array.from({ length: databases }, async (_, i) => {
        await administer(url, `create database interleave_${i}`);
        return openTheatre(withDatabase(url, `interleave_${i}`));
      }),
    );
    try {
      return await run(theatres, request);
    } finally {
      for (const { lab } of theatres) await lab.close();
    }
  },
};

async function run(theatres: Theatre[], request: ScenarioRequest): Promise<ScenarioResult> {
  const { text } = request;
  const schedule = text("schedule");
  const only = text("only")
    ?.split(",")
    .map((names) => names.split("+"));
  for (const name of only?.flat() ?? []) verbOf(name);
  if (schedule !== undefined) return replayed(theatres[0] as Theatre, request, only?.[0] ?? [], schedule);
  const faults = text("faults");
  if (faults !== undefined) return findFaults(theatres, request, faults === "all" ? "" : faults);
  return exploreAll(theatres, request, only);
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
