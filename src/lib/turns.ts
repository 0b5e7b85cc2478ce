/** Does the work of each key one piece after the other, in the order of the calls; other keys don't wait. */
export function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    const end = turn
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        if (last.get(key) === end) last.delete(key);
      });
    last.set(key, end);
    return turn;
  };
}
