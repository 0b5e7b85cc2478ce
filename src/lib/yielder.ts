/** How long a task may block the event loop. */
const MAX_TURN_MS = 5;

/** The tasks of the process that wait for their next turn. */
const waiting: (() => void)[] = [];

/** Yields to the event loop. Only one waiting task continues per iteration of the loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(serve);
  });
}

function serve(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(serve);
}

/**
 * Returns a function to await after each step of a long task: it yields when the task has used up its turn.
 */
export function createYielder(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < MAX_TURN_MS) return undefined;
    return nextTurn().then(() => {
      startedAt = performance.now();
    });
  };
}

/** So few values are mapped in one turn. */
const FEW = 20;

/** Maps an array of any length and yields to other work in between. */
export async function mapYielding<Value, Result>(
  values: readonly Value[],
  map: (value: Value, position: number) => Result,
): Promise<Result[]> {
  if (values.length <= FEW) return values.map(map);
  const pace = createYielder();
  const results: Result[] = [];
  for (const [position, value] of values.entries()) {
    results.push(map(value, position));
    await pace();
  }
  return results;
}
