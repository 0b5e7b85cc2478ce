import { type Bounds, explore, losses, startSearch } from "./explore.ts";
import { type Effect, isDependent } from "./footprint.ts";
import { ACTORS } from "./lab.ts";
import type { Trace } from "./run.ts";
import { parseSchedule, type Step, scheduleText, shrink } from "./schedule.ts";
import { faultsOf, type Outcome, type Theatre, type Trying, tryVerbs, verbOf } from "./stage.ts";

/** A schedule that breaks a rule, as short as it could be made. */
export type Failure = { verbs: string[]; schedule: string; faults: string[] };

/** Verbs whose orders are being explored, on the store of one theatre. */
export type Exploration = {
  verbs: string[];
  failures: Failure[];
  /** Whether a rule is broken by the verbs one after the other in each order, so that it is no order that breaks it. */
  isBroken: boolean;
  /** Of each order of the verbs one after the other. */
  traces: Trace[];
  counts(): { schedules: number; orders: number; steps: number; isWhole: boolean };
  /** Walks through the orders of statements within the bounds. Ends at the first schedule that breaks a rule, which is shrunk. */
  explore(bounds: Bounds): Promise<void>;
  /** Ends the session of each verb before each of its statements, and loses the answer to each that commits. */
  lose(isOver?: () => boolean): Promise<void>;
};

/** Walks, if asked for, through the losses of each verb; then through the orders of all. */
export async function exploreVerbs(
  theatre: Theatre,
  verbs: string[],
  { losses, ...bounds }: Omit<Bounds, "maxChanges"> & { losses: boolean },
) {
  const exploration = await openExploration(theatre, verbs);
  if (losses) await exploration.lose();
  await exploration.explore({ ...bounds, maxChanges: Number.POSITIVE_INFINITY });
  return { ...exploration.counts(), failures: exploration.failures, isBroken: exploration.isBroken };
}

/** Begins with the verbs one after the other, in each order: what they may have done together is what they do so. */
export async function openExploration(theatre: Theatre, verbs: string[]): Promise<Exploration> {
  const judge = await serialJudge(theatre, verbs);
  const search = startSearch(ACTORS.slice(0, verbs.length));
  const failures: Failure[] = [];
  let steps = 0;
  let tried = judge.traces.length;
  const isEnough = () => failures.length > 0;
  const fail = async (schedule: Step[], first: string[]) => {
    let faults = first;
    const shortest = await shrink(schedule, async (steps) => {
      const found = await judge.faults(steps);
      if (found.length > 0) faults = found;
      return found.length > 0;
    });
    failures.push({ verbs, schedule: scheduleText(shortest), faults });
  };
  for (const { schedule, faults } of judge.broken)
    failures.push({ verbs, schedule: scheduleText(schedule), faults });
  const tryOne = async (schedule: Step[]): Promise<Trace> => {
    const { trace, faults } = await judge.run(schedule);
    steps += trace.made.length;
    if (faults.length > 0)
      await fail(
        trace.made.map(({ step }) => step),
        faults,
      );
    return trace;
  };
  return {
    ...{ verbs, failures, traces: judge.traces, isBroken: judge.broken.length === judge.traces.length },
    counts: () => ({
      ...{ schedules: search.schedules + tried, orders: search.orders.size, steps },
      isWhole: search.waiting.length === 0,
    }),
    explore: (bounds) => explore(tryOne, search, bounds, () => isEnough() || bounds.isOver?.() === true),
    lose: async (isOver) => {
      for (const [i, { made }] of judge.traces.entries()) {
        for (const schedule of losses(made, ACTORS[i] ?? "")) {
          if (isEnough() || isOver?.()) return;
          tried++;
          const faults = await judge.faults(schedule);
          if (faults.length > 0) await fail(schedule, faults);
        }
      }
    },
  };
}

/** Runs a schedule that was printed as often as asked for, and returns what is wrong with each outcome. */
export async function replay(
  theatre: Theatre,
  verbs: string[],
  schedule: string,
  times = 1,
): Promise<string[][]> {
  const judge = await serialJudge(theatre, verbs);
  const all: string[][] = [];
  for (let i = 0; i < times; i++) all.push(await judge.faults(parseSchedule(schedule)));
  return all;
}

/** Runs the verbs one after the other in each order, and returns how to judge other schedules by that. */
async function serialJudge(theatre: Theatre, verbs: string[]) {
  const actors = ACTORS.slice(0, verbs.length);
  const serial: Outcome[] = [];
  const traces: Trace[] = [];
  const broken: { schedule: Step[]; faults: string[] }[] = [];
  for (const order of permutations(actors)) {
    const schedule = order.map((actor): Step => ({ actor, act: "run" }));
    const { trace, outcome } = await inOrder(theatre, verbs, schedule);
    serial.push(outcome);
    traces.push(trace);
    if (outcome.broken.length > 0)
      broken.push({ schedule: trace.made.map(({ step }) => step), faults: outcome.broken });
  }
  // Of what each does alone, and of what it does after the others.
  const isLocal = (actor: string, effect: Effect) =>
    traces.every(({ made }) =>
      made.every((one) => one.step.actor === actor || !isDependent(one.effect, effect)),
    );
  const without = new Map<string, Outcome[]>();
  let between: Outcome[] | undefined;
  // Others may come between two parts of one.
  const faultsIn = async (outcome: Outcome, wanted: Outcome[], seen = (one: Outcome) => one) => {
    const faults = faultsOf(seen(outcome), wanted.map(seen));
    if (faults.length === 0 || verbs.every((name) => !hasParts(name))) return faults;
    between ??= await betweenParts(theatre, verbs);
    return faultsOf(seen(outcome), [...wanted, ...between].map(seen));
  };
  const run = async (schedule: Step[]) => {
    const lost = schedule.find(({ act }) => act !== "run")?.actor;
    // A session may end before any statement.
    const { trace, outcome } = await tryVerbs(
      theatre,
      verbs,
      schedule,
      lost === undefined ? { isLocal } : {},
    );
    if (lost === undefined) return { trace, faults: await faultsIn(outcome, serial) };
    // What a lost session was to do may be done or not, or the first parts of it, whatever it answers.
    const place = actors.indexOf(lost);
    const others = without.get(lost) ?? (await shortenedAt(theatre, verbs, place));
    without.set(lost, others);
    const blind = (one: Outcome) => ({ ...one, answers: one.answers.toSpliced(place, 1, "?") });
    return { trace, faults: await faultsIn(outcome, [...serial, ...others], blind) };
  };
  return { traces, broken, run, faults: async (schedule: Step[]) => (await run(schedule)).faults };
}

/** Each goes to its end before the next begins. */
async function inOrder(theatre: Theatre, verbs: string[], order: Step[], shortened?: Trying["shortened"]) {
  const [first] = order;
  const trying = shortened ? { shortened } : {};
  if (order.length <= 2) return tryVerbs(theatre, verbs, first ? [first] : [], trying);
  return tryVerbs(theatre, verbs, order.flatMap(toItsEnd), trying);
}

/** No verb has more steps. */
function toItsEnd(step: Step): Step[] {
  return Array.from({ length: 200 }, () => step);
}

/**
 * What becomes of the verbs one after the other, in each order, when one of them does none or some of its parts; or all, after
 * which a sweep finds work as after a lost session.
 */
async function shortenedAt(theatre: Theatre, verbs: string[], place: number): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const name = verbs[place] ?? "";
  for (let parts = 0; parts <= (verbOf(name).parts ?? 1); parts++) {
    for (const order of permutations(ACTORS.slice(0, verbs.length))) {
      if (parts === 0 && order[0] !== ACTORS[place]) continue;
      const steps = order.map((actor): Step => ({ actor, act: "run" }));
      outcomes.push((await inOrder(theatre, verbs, steps, { place, parts })).outcome);
    }
  }
  return outcomes;
}

function hasParts(name: string): boolean {
  const { parts = 1, isPage = false } = verbOf(name);
  return parts > 1 || isPage;
}

/** What becomes of the verbs when the others run between two parts of one. */
async function betweenParts(theatre: Theatre, verbs: string[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const actors = ACTORS.slice(0, verbs.length);
  for (const [place, actor] of actors.entries()) {
    const others = permutations(actors.filter((one) => one !== actor));
    for (const end of await endsOfParts(theatre, verbs, place)) {
      const first = Array.from({ length: end }, (): Step => ({ actor, act: "run" }));
      for (const order of others) {
        const whole = order.flatMap((other) => toItsEnd({ actor: other, act: "run" }));
        outcomes.push((await tryVerbs(theatre, verbs, [...first, ...whole])).outcome);
      }
    }
  }
  return outcomes;
}

/** Returns by how many statements a verb has done each of its parts but the last. */
async function endsOfParts(theatre: Theatre, verbs: string[], place: number): Promise<number[]> {
  const actor = ACTORS[place] ?? "";
  const { parts = 1, isPage = false } = verbOf(verbs[place] ?? "");
  const ownSteps = async (shortened?: Trying["shortened"]) => {
    const trying = shortened ? { shortened } : {};
    const { trace } = await tryVerbs(theatre, verbs, [{ actor, act: "run" }], trying);
    const end = trace.made.findIndex(({ step }) => step.actor !== actor);
    return trace.made.slice(0, end === -1 ? undefined : end);
  };
  if (isPage) return (await ownSteps()).flatMap(({ effect }, i) => (effect.ends ? i + 1 : []));
  const ends: number[] = [];
  for (let part = 1; part < parts; part++) ends.push((await ownSteps({ place, parts: part })).length);
  return ends;
}

function permutations(all: string[]): string[][] {
  if (all.length <= 1) return [all];
  return all.flatMap((one) =>
    permutations(all.filter((other) => other !== one)).map((rest) => [one, ...rest]),
  );
}
