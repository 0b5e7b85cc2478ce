/** How long a task may block the event loop. */
const MAX_TURN_MS = 2;
/** A task that has had so many turns is long: from then on others come first. */
const SHORT_TURNS = 10;
/** How long the loop serves only others before each further turn of a long task. */
const PAUSE_MS = 1;

/** Yields to the event loop. Only one waiting task continues per iteration of the loop. */
export const nextTurn = createTurns(setImmediate);
/** Yields too, and pauses all long tasks of the process in between. */
const nextTurnOfLong = createTurns((serve) => setTimeout(serve, PAUSE_MS));

/** Returns a function that waits for a turn. `schedule` calls back for each turn; one waiting task continues in it. */
function createTurns(schedule: (serve: () => void) => unknown): () => Promise<void> {
  const waiting: (() => void)[] = [];
  function serve(): void {
    waiting.shift()?.();
    if (waiting.length > 0) schedule(serve);
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) schedule(serve);
    });
}

/**
 * Returns a function to await after each step of a long task: it yields when the task has used up its turn.
 */
export function createYielder(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  let turns = 0;
  return () => {
    if (performance.now() - startedAt < MAX_TURN_MS) return undefined;
    return (turns++ < SHORT_TURNS ? nextTurn() : nextTurnOfLong()).then(() => {
      startedAt = performance.now();
    });
  };
}

/** Maps an array and yields to other work in between. */
export async function mapYielding<Value, Result>(
  values: readonly Value[],
  map: (value: Value) => Result,
): Promise<Result[]> {
  const yieldNow = createYielder();
  const results: Result[] = [];
  for (const value of values) {
    results.push(map(value));
    // Awaited only when it is time to yield.
    const yielded = yieldNow();
    if (yielded) await yielded;
  }
  return results;
}
