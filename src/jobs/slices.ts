import type { Ctx } from "../ctx.ts";
import { pause } from "../lib/pause.ts";

/** How long one job goes on before other jobs of its queue have their turn. */
const TURN_MS = 20_000;

/**
 * Does a slice of the work of each item in turn, again and again, until all is done or the time is up: a store with much to do
 * holds up no other. After each slice the database has as long to itself as the slice took. What fails is logged and
 * left out; when all fails the last error is thrown. Returns the items that have more to do, those that waited longest first.
 */
export async function workInSlices<Item extends { storeId: string }>(
  ctx: Ctx,
  items: readonly Item[],
  slice: (item: Item) => Promise<boolean>,
  turnMs: number = TURN_MS,
): Promise<Item[]> {
  const until = performance.now() + turnMs;
  const waiting = [...items];
  const failed = new Set<Item>();
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
      } catch (error) {
        ctx.log.error(
          { err: error, ...(item as object) },
          "a slice of background work failed; the others go on",
        );
        failed.add(item);
        failure = error;
      }
      await pause(performance.now() - begin);
    }
    waiting.push(...unfinished);
  }
  if (failed.size > 0 && failed.size === items.length) throw failure;
  return waiting;
}
