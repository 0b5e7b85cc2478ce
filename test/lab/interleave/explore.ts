import { type Effect, isDependent } from "./footprint.ts";
import type { Made, Trace } from "./run.ts";
import type { Act, Step } from "./schedule.ts";

/** What was explored so far, and what waits to be. */
export type Search = { waiting: Step[][]; planned: Set<string>; orders: Set<string>; schedules: number };

/** `maxChanges`: of the actor, as the beginning of a schedule says, behind which each goes on to its end. */
export type Bounds = { maxSchedules: number; depth: number; maxChanges: number; isOver?(): boolean };

/** Runs a schedule and judges it. */
export type Try = (schedule: Step[]) => Promise<Trace>;

export function startSearch(actors: string[]): Search {
  const waiting = actors.map((actor): Step[] => [{ actor, act: "run" }]);
  return { waiting, planned: new Set(), orders: new Set(), schedules: 0 };
}

/**
 * Walks through the orders of dependent statements: each schedule that was run says which of its steps could have been the
 * other way round (dynamic partial-order reduction). Those with few changes of the actor come first. Ends when no order
 * within the bounds is left; it goes on with wider ones.
 */
export async function explore(
  tryOne: Try,
  search: Search,
  { maxSchedules, depth, maxChanges }: Bounds,
  isEnough: () => boolean,
): Promise<void> {
  const { waiting, planned, orders } = search;
  while (search.schedules < maxSchedules && !isEnough()) {
    const schedule = takeSimplest(waiting, maxChanges);
    if (!schedule) break;
    const { made } = await tryOne(schedule);
    search.schedules++;
    orders.add(orderOf(made));
    for (const prefix of reversals(made, depth)) {
      const key = orderOf(prefix);
      if (planned.has(key)) continue;
      planned.add(key);
      waiting.push(prefix.map(({ step }) => step));
    }
  }
}

function takeSimplest(waiting: Step[][], maxChanges: number): Step[] | undefined {
  let best = 0;
  let fewest = Number.POSITIVE_INFINITY;
  for (const [i, steps] of waiting.entries()) {
    const count = changes(steps);
    if (count < fewest) [best, fewest] = [i, count];
  }
  return fewest <= maxChanges ? waiting.splice(best, 1)[0] : undefined;
}

function changes(steps: Step[]): number {
  return steps.filter(({ actor }, i) => i > 0 && steps[i - 1]?.actor !== actor).length;
}

/** Returns for each race of a trace the beginning of a schedule in which the later step comes before the earlier one. */
function reversals(made: Made[], depth: number): Made[][] {
  const counts = new Map<string, number>();
  // What lies deeper is not tried the other way round, so that it orders nothing.
  const isDeep = made.map(({ step }) => {
    const place = counts.get(step.actor) ?? 0;
    counts.set(step.actor, place + 1);
    return place >= depth;
  });
  const after = happensAfter(made, isDeep);
  const found: Made[][] = [];
  for (const [j, later] of made.entries()) {
    for (let i = j - 1; i >= 0; i--) {
      const earlier = made[i] as Made;
      if (earlier.step.actor === later.step.actor || !isDependent(earlier.effect, later.effect)) continue;
      const isOrdered = made.some((_, k) => k > i && k < j && after[k]?.has(i) && after[j]?.has(k));
      if (isOrdered || isDeep[i] || isDeep[j]) continue;
      const first = made.find(({ step }, k) => k > i && step.actor === later.step.actor);
      if (first && earlier.enabled.includes(later.step.actor)) found.push([...made.slice(0, i), first]);
    }
  }
  return found;
}

/** For each step the steps before it whose order with it can't change: its actor's own, and dependent ones that are not deep. */
function happensAfter(made: Made[], isDeep: boolean[]): Set<number>[] {
  const after: Set<number>[] = [];
  for (const [j, later] of made.entries()) {
    const before = new Set<number>();
    for (let i = j - 1; i >= 0; i--) {
      const earlier = made[i] as Made;
      const isOwn = earlier.step.actor === later.step.actor;
      const isFree = isDeep[i] || isDeep[j] || !isDependent(earlier.effect, later.effect);
      if (before.has(i) || (!isOwn && isFree)) continue;
      before.add(i);
      for (const k of after[i] ?? []) before.add(k);
    }
    after.push(before);
  }
  return after;
}

/** Returns a text that is the same for two traces that differ in the order of independent steps only. */
function orderOf(made: Made[]): string {
  const levels: string[][] = [];
  const placed: { level: number; actor: string; effect: Effect }[] = [];
  const counts = new Map<string, number>();
  for (const { step, effect } of made) {
    const count = (counts.get(step.actor) ?? 0) + 1;
    counts.set(step.actor, count);
    const above = placed.filter(
      ({ actor, effect: other }) => actor === step.actor || isDependent(other, effect),
    );
    const level = Math.max(-1, ...above.map((one) => one.level)) + 1;
    placed.push({ level, actor: step.actor, effect });
    levels[level] = [...(levels[level] ?? []), `${step.actor}${count}${step.act === "run" ? "" : step.act}`];
  }
  return levels.map((level) => level.sort().join(",")).join(";");
}

/**
 * Returns schedules in which a session ends before each statement of an actor, and in which the answer to a commit, or to a
 * statement that is its own transaction, is lost. The others go before it, or after it.
 */
export function losses(made: Made[], actor: string): Step[][] {
  const own = made.filter(({ step }) => step.actor === actor);
  const other = made.find(({ step }) => step.actor !== actor)?.step.actor;
  const run = (count: number): Step[] => Array.from({ length: count }, () => ({ actor, act: "run" }));
  return own.flatMap(({ effect, text }, i) => {
    const acts: Act[] =
      text === "begin" || /^rollback/.test(text) ? [] : effect.ends ? ["end", "lose"] : ["end"];
    return acts.flatMap((act): Step[][] => {
      const lost: Step[] = [...run(i), { actor, act }];
      return other === undefined ? [lost] : [lost, [...lost, { actor: other, act: "run" }]];
    });
  });
}

/** Whether some step of one depends on a step of the other. */
export function meet(one: Trace[], others: Trace[]): boolean {
  const stepsOf = (traces: Trace[]) => traces.flatMap(({ made }) => made);
  return stepsOf(one).some(({ effect }) =>
    stepsOf(others).some((other) => isDependent(effect, other.effect)),
  );
}
