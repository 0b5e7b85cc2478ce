import { replay as replayFile } from "../../replay/replay.ts";
import { makeShop, type Shop } from "../change-feed/shop.ts";
import { type Databases, openDatabases } from "../databases.ts";
import { createLog } from "../history/service-process.ts";
import { createSlot, type Slot } from "../history/slot.ts";
import { seeded } from "../random.ts";
import type { Scenario, ScenarioRequest, ScenarioResult } from "../scenario.ts";
import { startMoves } from "./moves.ts";
import { strayRows } from "./read-cells.ts";

const PROCESSES = 3;
const quiet = { begin: () => {}, step: () => {}, end: () => {} };

/** The scenario of `bun run torture replay`. */
export const replay: Scenario = {
  options: "[--file invoices.csv.gz]",
  about: `replays an invoice file through 3 processes behind a proxy on a store that is moved among 3 cells without a break.
Ends with 1 if the result differs from the file, if a request gets an unexpected response other than 503 with
Retry-After, or if rows of the store are left in another cell.`,
  run: async (request) => {
    const file = request.text("file");
    if (!file) throw new Error("--file is missing");
    const cells = await openDatabases(3, { EVENT_RATE_LIMIT: "0", ROLE: "all" });
    const crashes: string[] = [];
    const log = createLog();
    const slots = Array.from({ length: PROCESSES }, (_, i) =>
      createSlot({
        ...{ name: `process-${i + 1}`, role: "api", link: undefined, log, crashes, offsetMs: () => 0 },
        env: cells.env,
      }),
    );
    const proxy = startProxy(slots);
    try {
      await Promise.all(slots.map((slot) => slot.start()));
      const shop = await makeShop(cells.env);
      const result = await replayMoving({ file, cells, shop, url: proxy.url.origin, request });
      return { ...result, differences: [...crashes, ...result.differences, ...(await strayRows(cells))] };
    } finally {
      await proxy.stop(true);
      await Promise.allSettled(slots.map((slot) => slot.stop()));
      await cells.close();
    }
  },
};

/** Passes each request to the next process. */
function startProxy(slots: Slot[]): Bun.Server<undefined> {
  let next = 0;
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      const origin = slots[next++ % slots.length]?.origin();
      return fetch(new Request(`${origin}${pathname}${search}`, request));
    },
  });
}

type Moving = { file: string; cells: Databases; shop: Shop; url: string; request: ScenarioRequest };

async function replayMoving({ file, cells, shop, url, request }: Moving): Promise<ScenarioResult> {
  const target = { url, store: shop.storeId, secret: shop.secret, isMoving: true };
  const moving = startMoves(cells, [shop.storeId], {
    ...{ random: seeded(request.seed), killedShare: 0, say: request.say },
  });
  const { faults, tally, timings } = await replayFile(file, target, quiet).finally(moving.stop);
  const { moves } = moving.tally;
  const lines = [
    `${moves} moves; ${tally.orders.created} orders and ${tally.returns.created} returns created`,
    ...timings.map(
      ({ phase, items, requests, ms }) => `${phase}: ${items}, ${requests} requests, ${Math.round(ms)} ms`,
    ),
  ];
  if (moves === 0) faults.push("the store was not moved");
  return { differences: faults, lines };
}
