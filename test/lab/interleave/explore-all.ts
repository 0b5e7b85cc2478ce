import { type Random, seeded, shuffled } from "../torture/random.ts";
import type { ScenarioRequest, ScenarioResult } from "../torture/scenario.ts";
import { meet } from "./explore.ts";
import { type Exploration, type Failure, openExploration } from "./pair.ts";
import type { Theatre } from "./stage.ts";
import { VERBS } from "./verbs.ts";

/** A pair's orders with more changes of the actor are tried once every pair had those with fewer. */
const CHANGES = [1, 2, 3, Number.POSITIVE_INFINITY];
/** So many pairs have their turn for each triple, and for each verb alone. */
const PAIRS_PER_TRIPLE = 4;
const PAIRS_PER_LOSS = 4;
const SCHEDULES_OF_TRIPLE = 20;

type Counts = { schedules: number; orders: number; steps: number };
type Tally = Counts & { pairs: number; met: number; whole: number; upTo: number[]; triples: number };

type Run = {
  counts: Tally;
  maxSchedules: number;
  depth: number;
  random: Random;
  isOver(): boolean;
  /** Counts what was explored, and says what broke a rule. */
  note(exploration: Exploration, before?: Counts): void;
  /** Says that verbs can't be explored, and lets the others be. */
  guard(verbs: string[], work: () => Promise<void>): Promise<void>;
};

/**
 * Explores each verb alone, with what becomes of it when its session is lost; all pairs; and triples at random meanwhile. With
 * `only` a verb alone, a pair or a triple of each element.
 */
export async function exploreAll(
  theatres: Theatre[],
  { seed, say, number }: ScenarioRequest,
  only: string[][] | undefined,
): Promise<ScenarioResult> {
  const begun = performance.now();
  const until = begun + number("minutes", 10) * 60_000;
  const counts: Tally = {
    ...{ schedules: 0, orders: 0, steps: 0, pairs: 0, met: 0, whole: 0 },
    ...{ upTo: CHANGES.map(() => 0), triples: 0 },
  };
  const failures: Failure[] = [];
  const add = (failure: Failure) => {
    say(
      [
        `${failure.verbs.join("+")}: ${failure.schedule}`,
        ...failure.faults.map((fault) => `    ${fault}`),
      ].join("\n"),
    );
    failures.push(failure);
  };
  const run: Run = {
    ...{ counts, maxSchedules: number("each", 100), depth: number("depth", 24) },
    ...{ random: seeded(seed), isOver: () => performance.now() > until },
    note: (exploration, before = { schedules: 0, orders: 0, steps: 0 }) => {
      const after = exploration.counts();
      for (const key of ["schedules", "orders", "steps"] as const) counts[key] += after[key] - before[key];
      for (const failure of exploration.failures) add(failure);
    },
    guard: (verbs, work) =>
      work().catch((error: unknown) => add({ verbs, schedule: "", faults: [`the lab failed: ${error}`] })),
  };
  const names = Object.keys(VERBS);
  const pairs = only?.filter((verbs) => verbs.length > 1) ?? shuffled(allPairs(names), run.random);
  const order = only?.filter((verbs) => verbs.length === 1).flat() ?? shuffled(names, run.random);
  const alone = await Promise.all(
    theatres.map(async (theatre, place) => {
      const all: Exploration[] = [];
      for (const [i, name] of order.entries())
        if (i % theatres.length === place) all.push(await openExploration(theatre, [name]));
      return all;
    }),
  );
  const tracesOf = (name = "") => alone.flat().find(({ verbs }) => verbs[0] === name)?.traces ?? [];
  const waiting = pairs.filter((verbs) => only || meet(tracesOf(verbs[0]), tracesOf(verbs[1])));
  counts.pairs = pairs.length;
  counts.met = waiting.length;
  await Promise.all(
    theatres.map((theatre, place) => {
      const own = waiting.filter((_, i) => i % theatres.length === place);
      return explorePairs(theatre, run, own, { names: only ? [] : names, alone: alone[place] ?? [] });
    }),
  );
  return {
    differences: failures.map(({ verbs, schedule }) => `${verbs.join("+")}: ${schedule}`),
    lines: linesOf(counts, (performance.now() - begun) / 1_000),
  };
}

function allPairs(names: string[]): string[][] {
  return names.flatMap((one, i) => names.slice(i).map((other) => [one, other]));
}

/** What has its turn between pairs: triples of all verbs, and verbs alone whose sessions are to be lost. */
type Between = { names: string[]; alone: Exploration[] };

/** Goes through the pairs again and again, with wider bounds each time. */
async function explorePairs(
  theatre: Theatre,
  run: Run,
  pairs: string[][],
  { names: all, alone }: Between,
): Promise<void> {
  const toLose = [...alone];
  let open = new Map<string, Exploration | undefined>(pairs.map((verbs) => [verbs.join("+"), undefined]));
  for (const [round, maxChanges] of CHANGES.entries()) {
    const left: typeof open = new Map();
    let done = 0;
    for (const [verbs, known] of open) {
      if (run.isOver()) return;
      const names = verbs.split("+");
      await run.guard(names, async () => {
        const exploration = known ?? (await openExploration(theatre, names));
        const before = known?.counts();
        await exploration.explore({ ...run, maxChanges });
        run.note(exploration, before);
        run.counts.upTo[round] = (run.counts.upTo[round] ?? 0) + 1;
        const { isWhole } = exploration.counts();
        if (isWhole) run.counts.whole++;
        else if (exploration.failures.length === 0) left.set(verbs, exploration);
      });
      done++;
      if (done % PAIRS_PER_LOSS === 0) await loseSessions(run, toLose.pop());
      if (all.length > 0 && done % PAIRS_PER_TRIPLE === 0) await exploreTriple(theatre, run, all);
    }
    open = left;
  }
  while (toLose.length > 0 && !run.isOver()) await loseSessions(run, toLose.pop());
}

async function loseSessions(run: Run, alone: Exploration | undefined): Promise<void> {
  if (!alone) return;
  await run.guard(alone.verbs, async () => {
    await alone.lose(run.isOver);
    run.note(alone);
  });
}

async function exploreTriple(theatre: Theatre, run: Run, names: string[]): Promise<void> {
  const verbs = shuffled(names, run.random).slice(0, 3);
  await run.guard(verbs, async () => {
    const exploration = await openExploration(theatre, verbs);
    await exploration.explore({ ...run, maxSchedules: SCHEDULES_OF_TRIPLE, maxChanges: 2 });
    run.note(exploration);
    run.counts.triples++;
  });
}

function linesOf(
  { pairs, met, upTo, whole, triples, schedules, orders, steps }: Tally,
  seconds: number,
): string[] {
  const rounds = CHANGES.map((changes, i) => `${upTo[i]} with up to ${changes} changes of the actor`);
  return [
    `${pairs} pairs, of which ${met} can meet; explored ${rounds.join(", ")}; of ${whole} every order; ${triples} triples`,
    `${schedules} schedules, ${orders} different orders, ${steps} statements in ${Math.round(seconds)} s, ${(schedules / seconds).toFixed(1)} schedules/s`,
  ];
}
