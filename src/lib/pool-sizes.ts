/** How many connections of a process are for what. */
export type PoolSizes = {
  /** For requests and background work. */
  main: number;
  /** For statements that look up by key. */
  byKey: number;
  /** For background statements that look up by key. */
  background: number;
  /** For statements that may take minutes: of jobs, reports and segments. */
  long: number;
  /** For the job queue. */
  queue: number;
  /** How many of the main ones requests may hold at a time; background work needs some of the rest. */
  requests: number;
};

/**
 * The connections that a process has one of each: for monitoring, health checks, notifications of the job queue
 * and of changes, and the building of indexes after the start.
 */
const SINGLE = 5;

export const DEFAULT_CONNECTIONS = 42;
export const MIN_CONNECTIONS = 16;

/** Divides the connections that a process may open, `MIN_CONNECTIONS` or more. */
export function poolSizes(total: number): PoolSizes {
  const shared = total - SINGLE;
  const long = within(shared / 7, 3, 5);
  const queue = within(shared / 9, 2, 4);
  const byKey = within(shared / 4.5, 2, 8);
  const background = within(shared / 18, 1, 2);
  const main = shared - long - queue - byKey - background;
  return { main, byKey, background, long, queue, requests: main - within(main / 9, 1, 2) };
}

function within(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(value)));
}
