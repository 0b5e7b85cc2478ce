import type { Ctx } from "../ctx.ts";
import { pause } from "../lib/pause.ts";

/** How long one job goes on before other jobs of its queue have their turn. */
const TURN_MS = 20_000;
/** So many failures without a success between them are the database's, not the stores'. */
const MAX_FAILURES_IN_A_ROW = 20;

/**
 * Does a slice of the work of each item in turn, again and again, until all is done or the time is up: a store with much to do
 * holds up no other. After each slice the database has as long to itself as the slice took. What fails is logged and left
 * out; when all fails, or much in a row, the last error is thrown. Returns the items that have more to do, those that waited
 * longest first.
 */
export async function workInSlices<Item extends { storeId: string }>(
  ctx: Ctx,
  items: readonly Item[],
  slice: (item: Item) => Promise<boolean>,
  turnMs: number = TURN_MS,
): Promise<Item[]> {
  const until = performance.now() + turnMs;
  const waiting = [...items];
  let successes = 0;
  let failuresInARow = 0;
  let failure: unknown;
  while (waiting.length > 0 && performance.now() < until) {
    const unfinished: Item[] = [];
    for (const item of waiting.splice(0)) {
      const begin = performance.now();
      if (begin >= until) {
        waiting.push(item);
        continue;
      }
      try {
        if (await slice(item)) unfinished.push(item);
        successes++;
        failuresInARow = 0;
      } catch (error) {
        ctx.log.error(
          { err: error, ...(item as object) },
          "a slice of background work failed; the others go on",
        );
        failuresInARow++;
        failure = error;
        if (failuresInARow === MAX_FAILURES_IN_A_ROW) throw error;
      }
      await pause(performance.now() - begin);
    }
    waiting.push(...unfinished);
  }
  if (failure !== undefined && successes === 0) throw failure;
  return waiting;
}
