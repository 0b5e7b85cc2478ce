import type { ScenarioRequest, ScenarioResult } from "../torture/scenario.ts";
import type { Fault } from "./faults/plant.ts";
import { FAULTS } from "./faults.ts";
import { exploreVerbs, replay } from "./pair.ts";
import type { Theatre } from "./stage.ts";

const TIMES = 100;
const SHOWN = 200;

/** Plants each fault in turn, explores its verbs until it shows, and repeats the schedule that shows it. */
export async function findFaults(
  theatres: Theatre[],
  request: ScenarioRequest,
  words: string,
): Promise<ScenarioResult> {
  const chosen = Object.entries(FAULTS).filter(([name]) =>
    words.split(",").some((word) => name.includes(word)),
  );
  const differences: string[] = [];
  const waiting = [...chosen];
  await Promise.all(
    theatres.map(async (theatre) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [name, fault] = next;
        const missed = await find(theatre, request, name, fault);
        if (missed !== undefined) differences.push(missed);
      }
    }),
  );
  return {
    differences,
    lines: [`${chosen.length - differences.length} of ${chosen.length} planted faults found`],
  };
}

/** Returns in what a fault was not found, or not again. */
async function find(
  theatre: Theatre,
  { say, number }: ScenarioRequest,
  name: string,
  { verbs, plant, loses = false, depth = 24 }: Fault,
): Promise<string | undefined> {
  let isReached = false;
  theatre.lab.plant((text) => {
    const changed = plant(text);
    isReached ||= changed !== undefined;
    return changed;
  });
  const begun = performance.now();
  const secondsOf = () => ((performance.now() - begun) / 1_000).toFixed(1);
  try {
    const bounds = { maxSchedules: number("each", 200), depth: number("depth", depth), losses: loses };
    const { failures, schedules, isBroken } = await exploreVerbs(theatre, verbs, bounds);
    const seconds = secondsOf();
    const [failure] = failures;
    if (!failure) {
      const hidden = isReached ? `hide it in ${schedules} schedules` : "never reach it";
      say(`NOT FOUND ${name}: ${verbs.join("+")} ${hidden}, ${seconds} s`);
      return `${name}: ${verbs.join("+")} ${hidden}`;
    }
    theatre.lab.plant(undefined);
    const without = isBroken ? [failure.faults] : await replay(theatre, failure.verbs, failure.schedule);
    if (without.flat().length > 0) {
      say(`VOID ${name}: ${failure.schedule}\n    ${without.flat()[0]}`);
      return `${name}: ${verbs.join("+")} ${failure.schedule} shows it ${isBroken ? "one after the other" : "without it"}`;
    }
    theatre.lab.plant(plant);
    const times = number("times", TIMES);
    const all = await replay(theatre, failure.verbs, failure.schedule, times);
    const again = all.filter((faults) => faults.length > 0).length;
    const how = `${failure.schedule} after ${schedules} schedules, ${seconds} s, again ${again} times`;
    say(
      `${again < times ? "UNSURE " : ""}${name}: ${verbs.join("+")} ${how}, ${secondsOf()} s in all\n    ${failure.faults[0]?.slice(0, SHOWN)}`,
    );
    return again < times ? `${name}: ${failure.schedule} shows it ${again} times` : undefined;
  } finally {
    theatre.lab.plant(undefined);
  }
}
