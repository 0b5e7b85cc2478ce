/** So long work may keep the event loop before others have their turn. */
const TURN_MS = 15;

/** Lets everything run that waits for the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** For work of many steps: awaited after each of them, it gives others a turn whenever it is their time. */
export function createPace(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < TURN_MS) return undefined;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}

/** Maps values of any number, in turns with whatever else there is to do. */
export async function mapPaced<Value, Result>(
  values: readonly Value[],
  map: (value: Value, position: number) => Result,
): Promise<Result[]> {
  const pace = createPace();
  const results: Result[] = [];
  for (const [position, value] of values.entries()) {
    results.push(map(value, position));
    await pace();
  }
  return results;
}
