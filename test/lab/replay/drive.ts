import { type Client, unexpected } from "./client.ts";
import { inParallel } from "./in-parallel.ts";
import type { Plan, PlannedOrder, PlannedReturn } from "./plan.ts";
import { orderBody, returnBody } from "./wire.ts";

/**
 * How many requests created or changed something; `repeated` and `found` count what an earlier run had done.
 */
export type Tally = {
  orders: { created: number; repeated: number };
  returns: { created: number; repeated: number };
  moves: { made: number; found: number };
};

/** How a phase runs: its concurrency, where it collects faults, and the callback after each step. */
export type Phase = { width: number; faults: string[]; step: () => void };

/** The statuses of a return, in order. */
export const PATH = ["open", "in_transit", "delivered", "complete"] as const;

/** Posts every order of the plan. An existing order is no fault: reading it back compares it. */
export async function driveOrders(client: Client, plan: Plan, phase: Phase, tally: Tally): Promise<void> {
  await inParallel(plan.orders, phase.width, async (order) => {
    await driveOrder(client, order, phase, tally);
    phase.step();
  });
}

/**
 * Posts every return and completes it. Returns of one order run in sequence: their order decides which units
 * of a line a return has, and so its share of the rounding.
 */
export async function driveReturns(client: Client, plan: Plan, phase: Phase, tally: Tally): Promise<void> {
  const groups = [...Map.groupBy(plan.returns, ({ order }) => order).values()];
  await inParallel(groups, phase.width, async (group) => {
    for (const planned of group) {
      await driveReturn(client, planned, phase, tally);
      phase.step();
    }
  });
}

async function driveOrder(client: Client, order: PlannedOrder, { faults }: Phase, { orders }: Tally) {
  const answer = await client.api.POST("/v2.2/stores/{storeId}/orders", {
    params: { path: client.store },
    body: orderBody(order),
  });
  const { status } = answer.response;
  if (status === 200) orders.created++;
  else if (status === 409) orders.repeated++;
  else faults.push(`order ${order.id}: ${unexpected(answer)}`);
}

async function driveReturn(client: Client, planned: PlannedReturn, phase: Phase, tally: Tally) {
  const answer = await client.api.POST("/v2.2/stores/{storeId}/returns", {
    params: { path: client.store, header: { "Idempotency-Key": `replay ${planned.key}` } },
    body: returnBody(planned),
  });
  if (!answer.data) {
    phase.faults.push(`return ${planned.key}: ${unexpected(answer)}`);
    return;
  }
  const isNew = answer.response.status === 201;
  if (isNew) tally.returns.created++;
  else tally.returns.repeated++;
  await complete(client, { id: answer.data.return.id, key: planned.key, isNew }, phase, tally);
}

type Opened = { id: string; key: string; isNew: boolean };

/**
 * A repeated request returns the first response, so only the status shows how far an earlier run changed the
 * return.
 */
async function complete(client: Client, { id, key, isNew }: Opened, { faults }: Phase, { moves }: Tally) {
  let reached = 0;
  if (!isNew) {
    const answer = await client.api.GET("/v2.2/returns/{returnId}/status", {
      params: { path: { returnId: id } },
    });
    reached = PATH.map(String).indexOf(answer.data?.status ?? "");
    if (reached < 0) {
      faults.push(`return ${key}: ${unexpected(answer)}`);
      return;
    }
  }
  moves.found += reached;
  for (const status of PATH.slice(reached + 1)) {
    const answer = await client.api.PUT("/v2.2/returns/{returnId}/status", {
      params: { path: { returnId: id } },
      body: { status },
    });
    if (answer.response.status !== 204) {
      faults.push(`return ${key} to ${status}: ${unexpected(answer)}`);
      return;
    }
    moves.made++;
  }
}
