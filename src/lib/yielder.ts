/** So long work may keep the event loop before others have their turn. */
const TURN_MS = 5;

/** Long work that waits for its next turn, of the whole process. */
const waiting: (() => void)[] = [];

/** Lets everything run that waits for the event loop; of all that waits here only one goes on with each round of it. */
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

/** For work of many steps: awaited after each of them, it gives others a turn whenever it is their time. */
export function createYielder(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < TURN_MS) return undefined;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}

/** Maps values of any number, in turns with whatever else there is to do. */
export async function mapYielding<Value, Result>(
  values: readonly Value[],
  map: (value: Value, position: number) => Result,
): Promise<Result[]> {
  const pace = createYielder();
  const results: Result[] = [];
  for (const [position, value] of values.entries()) {
    results.push(map(value, position));
    await pace();
  }
  return results;
}
