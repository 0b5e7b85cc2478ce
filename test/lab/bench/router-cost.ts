import { createCellRouter } from "../../../src/boot/cell-router.ts";
import type { Ctx } from "../../../src/core/ctx.ts";
import { MIN_CONNECTIONS } from "../../../src/lib/pool-sizes.ts";
import { createResidences } from "../../../src/platform/cells/residences.ts";
import { connect } from "../../../src/platform/db/connect.ts";
import type { BenchStore } from "./environment.ts";
import { median } from "./median.ts";

const REQUESTS = 20_000;
const ROUNDS = 30;

/**
 * Returns the time in µs that the router adds to a request whose store it knows: the median of rounds that take turns
 * with calls of the same handler without a router. `url` is the directory's.
 */
export async function routerCostUs(url: string, { id, secret }: BenchStore): Promise<number> {
  const { db, close } = connect(url, () => {}, MIN_CONNECTIONS);
  try {
    const residences = createResidences(db);
    const cell = (await residences.find(id))?.cell;
    if ((await residences.storeOf(secret)) !== id || !cell) throw new Error("the directory lacks the store");
    const response = new Response();
    const handle = async () => response;
    // Only what the router hands the request to: requests of known stores ask the cell for nothing else.
    const service = { fetch: handle, ctx: {} as Ctx };
    const cells = { find: (name: string) => (name === cell ? service : undefined), all: () => [] };
    const routed = createCellRouter(cells, residences, {});
    const added: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      added.push((await timeUs(routed, id, secret)) - (await timeUs(handle, id, secret)));
    }
    return median(added);
  } finally {
    await close();
  }
}

async function timeUs(
  fetch: (request: Request) => Promise<Response>,
  id: string,
  secret: string,
): Promise<number> {
  const startedAt = performance.now();
  for (let i = 0; i < REQUESTS; i++) {
    // A text of its own for each, as in requests that were received.
    const headers = { Authorization: `Bearer ${secret}` };
    const response = await fetch(new Request(`http://localhost:3000/v2.2/stores/${id}/events`, { headers }));
    if (response.status !== 200) throw new Error(`the router answered ${response.status}`);
  }
  return ((performance.now() - startedAt) * 1_000) / REQUESTS;
}
