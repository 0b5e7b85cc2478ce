/** `run`: the actor's next statement goes. `end`: its session ends before it. `lose`: it goes, and its answer is lost. */
export type Act = "run" | "end" | "lose";
export type Step = { actor: string; act: Act };

const MARKS: Record<Act, string> = { run: "", end: "!", lose: "?" };

/** Returns a schedule as a text: `a3 b a?` lets three statements of a go, one of b, and loses the answer to one of a. */
export function scheduleText(steps: readonly Step[]): string {
  const runs: { text: string; count: number }[] = [];
  for (const { actor, act } of steps) {
    const text = actor + MARKS[act];
    const last = runs.at(-1);
    if (last?.text === text) last.count++;
    else runs.push({ text, count: 1 });
  }
  return runs.map(({ text, count }) => (count > 1 ? `${text}${count}` : text)).join(" ");
}

export function parseSchedule(text: string): Step[] {
  return text.split(/\s+/).flatMap((word) => {
    if (word === "") return [];
    const [, actor, mark = "", count = "1"] = /^([a-z])([!?]?)(\d*)$/.exec(word) ?? [];
    if (!actor) throw new Error(`${word} is no part of a schedule such as "a3 b a? b2"`);
    const act: Act = mark === "!" ? "end" : mark === "?" ? "lose" : "run";
    return Array.from({ length: Number(count || 1) }, () => ({ actor, act }));
  });
}

/**
 * Returns a short schedule that still fails: fewer changes of the actor, then fewer steps. After its end each actor goes on to
 * its own end, in their order.
 */
export async function shrink(steps: Step[], fails: (steps: Step[]) => Promise<boolean>): Promise<Step[]> {
  let best = steps;
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    for (const candidate of [...shorter(best), ...joined(best)]) {
      if (cost(candidate) >= cost(best) || !(await fails(candidate))) continue;
      best = candidate;
      isShorter = true;
      break;
    }
  }
  return best;
}

/** How many changes of the actor, then how many steps. */
function cost(steps: readonly Step[]): number {
  return steps.filter(({ actor }, i) => i > 0 && steps[i - 1]?.actor !== actor).length * 1_000 + steps.length;
}

/** Ends behind a change of the actor, which goes on then; half as long; by one step. */
function shorter(steps: Step[]): Step[][] {
  const changes = steps.flatMap(({ actor }, i) => (i > 0 && steps[i - 1]?.actor !== actor ? [i + 1] : []));
  const lengths = [0, ...changes, Math.floor(steps.length / 2), steps.length - 1];
  return [...new Set(lengths)].map((length) => steps.slice(0, length));
}

/** Moves the first step of each run to the end of the actor's run before, and the last to the beginning of the next. */
function joined(steps: Step[]): Step[][] {
  const results: Step[][] = [];
  for (let i = 1; i < steps.length; i++) {
    const [before, step] = [steps[i - 1], steps[i]];
    if (!before || !step || before.actor === step.actor) continue;
    const earlier = steps.findLastIndex(({ actor }, at) => at < i && actor === step.actor);
    const own = steps.toSpliced(i, 1);
    if (earlier >= 0) results.push(own.toSpliced(earlier + 1, 0, step));
    const later = steps.findIndex(({ actor }, at) => at > i && actor === before.actor);
    if (later >= 0) results.push(steps.toSpliced(later, 0, before).toSpliced(i - 1, 1));
  }
  return results;
}
