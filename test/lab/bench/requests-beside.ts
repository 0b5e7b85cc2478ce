import { comparison, type Sides } from "./against.ts";
import { codeOf } from "./commit-code.ts";
import { type Environment, prepareEnvironment } from "./environment.ts";
import { loadCase } from "./request-figures.ts";
import { prepareWorld, type World } from "./request-world.ts";
import { CONNECTIONS, requestOptions } from "./requests.ts";
import { perSecond } from "./run-load.ts";

const SIDES = ["theirs", "ours"] as const;

/**
 * Sends requests to the service of a commit and to today's in turns, while both run, each in a database of its own, and
 * returns the table of both: from one minute to the next a machine's speed changes by more than what is looked for.
 */
export async function requestsBeside(commit: string, options: string[], rounds: number): Promise<string> {
  const { only, turns, seconds, stored } = requestOptions(options);
  const code = await codeOf(commit);
  const environments: Environment[] = [];
  const worlds = {} as Record<(typeof SIDES)[number], World>;
  try {
    for (const side of SIDES) {
      process.stderr.write(`filling, ${side === "ours" ? "this code" : commit} …\n`);
      const environment = await prepareEnvironment(side, { code: side === "ours" ? "" : code.path });
      environments.push(environment);
      worlds[side] = await prepareWorld(environment, stored / 2);
    }
    const pace = { connections: Math.max(...CONNECTIONS), seconds };
    const measured = [];
    for (const name of only) {
      process.stderr.write(`${name} …\n`);
      measured.push(await measureBeside(worlds, name, { ...pace, turns: rounds * turns }));
    }
    for (const side of SIDES) await worlds[side].server.stop();
    return comparison(commit, {
      theirs: measured.flatMap((of) => of.theirs),
      ours: measured.flatMap((of) => of.ours),
    });
  } finally {
    for (const environment of environments) await environment.clear();
    await code.remove();
  }
}

/** Each turn is a run of its own of one figure. */
async function measureBeside(
  worlds: Record<keyof Sides, World>,
  what: string,
  { turns, ...pace }: { turns: number; connections: number; seconds: number },
): Promise<Sides> {
  const runs: Sides = { theirs: [], ours: [] };
  // The first turn warms up.
  for (let turn = 0; turn <= turns; turn++) {
    for (const side of turn % 2 === 0 ? SIDES : SIDES.toReversed()) {
      const outcome = await loadCase(worlds[side], what, pace);
      if (turn === 0) continue;
      const { cpuUs, medianMs: p50Ms } = outcome;
      const rate = perSecond(outcome);
      const ours = `${Math.round(rate).toLocaleString("en")}/s`;
      runs[side].push([{ what, ours, ratio: rate, p50Ms, ...(Number.isFinite(cpuUs) && { cpuUs }) }]);
    }
  }
  return runs;
}
