import { sql } from "drizzle-orm";
import type { Ctx } from "../../../../src/core/ctx.ts";
import type { Scope } from "../../../../src/core/scopes.ts";
import { newStepToken, type Step } from "../../../../src/faces/shopper/step-token.ts";
import { rightOrder } from "../../../../src/features/returns/shopper/find-order.ts";
import { createClient } from "../../../../src/features/stores/create-client.ts";
import { createLocation } from "../../../../src/features/stores/create-location.ts";
import { createStore } from "../../../../src/features/stores/create-store.ts";
import { revokeClient } from "../../../../src/features/stores/revoke-client.ts";
import { rowsOf } from "./rows.ts";

export type Shop = { id: string; secret: string };

type StepOfOrder = Pick<Step, "kind" | "storeId" | "orderId"> & { email: string };

/** The service under test and the operator's actions on it. */
export type Target = {
  fetch(path: string, init: RequestInit): Promise<Response>;
  newShop(): Promise<Shop>;
  newClient(storeId: string, scopes?: Scope[]): Promise<{ clientId: string; secret: string }>;
  revoke(storeId: string, clientId: string): Promise<void>;
  newLocation(storeId: string): Promise<string>;
  /** Marks the background work of a store that can be retried as failed. */
  failWork(storeId: string): Promise<void>;
  /** The URL of a webhook receiver that answers every request with 200. */
  callbackUrl: string;
  /** Returns once the service writes nothing more to these stores by itself. */
  waitUntilIdle(shops: Shop[]): Promise<void>;
  /** Returns a token of a step of the shopper's page, as of a moment. `email` is that of the order. */
  stepToken(step: StepOfOrder, at?: Date): Promise<string>;
  /** Every row of a store and every job that names it. */
  rowsOf(storeId: string): Promise<string[]>;
};

/** Returns a target whose operator's actions work on the service's database through `ctx`. */
export function createTarget(
  ctx: Ctx,
  service: Pick<Target, "fetch" | "callbackUrl" | "waitUntilIdle">,
): Target {
  const newClient: Target["newClient"] = (storeId, scopes) =>
    createClient(ctx, storeId, { name: "matrix", ...(scopes && { scopes }) });
  return {
    ...service,
    newShop: async () => {
      const { storeId } = await createStore(ctx, { name: "Matrix" });
      const { secret } = await newClient(storeId);
      return { id: storeId, secret };
    },
    newClient,
    revoke: (storeId, clientId) => revokeClient(ctx, storeId, clientId),
    newLocation: async (storeId) => (await createLocation(ctx, storeId, { name: "Main" })).locationId,
    failWork: async (storeId) => {
      await ctx.db.execute(sql`update asn_exports set status = 'failed' where store_id = ${storeId}`);
      await ctx.db.execute(sql`update order_imports set status = 'failed' where store_id = ${storeId}`);
      await ctx.db.execute(sql`update inventory_imports set status = 'failed' where store_id = ${storeId}`);
    },
    stepToken: async ({ email, ...step }, at) => {
      const typed = { order: step.orderId, contact: email, findBy: ["email" as const] };
      const { contactHash = "" } = (await rightOrder(ctx, step.storeId, typed)) ?? {};
      return newStepToken(at ? { ...ctx, now: () => at } : ctx, { ...step, contactHash });
    },
    rowsOf: (storeId) => rowsOf(ctx, storeId),
  };
}
