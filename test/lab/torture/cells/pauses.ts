/** The times in which a store's writers got 503 and no success, each from the first 503 to the next success. */
export type Pauses = {
  add(status: number): void;
  /** Returns the pauses that have begun since the last call and are over, in ms. */
  take(): number[];
};

export function createPauses(): Pauses {
  let since: number | undefined;
  let over: number[] = [];
  return {
    add: (status) => {
      if (status === 503) since ??= performance.now();
      else if (status < 300 && since !== undefined) {
        over.push(performance.now() - since);
        since = undefined;
      }
    },
    take: () => {
      const taken = over;
      over = [];
      return taken;
    },
  };
}
