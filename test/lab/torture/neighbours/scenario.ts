import type { Scenario } from "../scenario.ts";
import { breaches, type Limits, table } from "./compare.ts";
import { tortureNeighbours } from "./run.ts";
import { WAYS } from "./ways.ts";

const MINUTE_MS = 60_000;
const LIMITS: Limits = { factor: 5, floorMs: 50 };
/** Shares of the time of one way. */
const QUIET_SHARE = 0.35;
const DURING_SHARE = 0.45;

export const neighbours: Scenario = {
  options: "[--minutes 4] [--ways lists,asn]",
  about: `measures a store on the same processes as a store that misbehaves: ${Object.keys(WAYS).join(", ")}. Ends with 1 if
a p99 of requests, deliveries or bulk events is more than 5 times the quiet p99 measured just before, or a request of the
quiet store gets a 5xx.`,
  run: async ({ seed, say, number, names }) => {
    const ways = names("ways", Object.keys(WAYS));
    const eachMs = (number("minutes", 4) * MINUTE_MS) / ways.length;
    const rows = await tortureNeighbours({
      ...{ ways, seed, say, quietMs: eachMs * QUIET_SHARE, duringMs: eachMs * DURING_SHARE },
      calmWithinMs: MINUTE_MS,
      ...{ returns: 400, largeOrders: 3, linesPerLargeOrder: 2_000 },
    });
    return { differences: breaches(rows, LIMITS), lines: table(rows) };
  },
};
