import { and, eq } from "drizzle-orm";
import type { Ctx } from "../ctx.ts";
import { webhookPayloads } from "../db/tables/webhooks.ts";
import { createFairLimit } from "../lib/fair-limit.ts";
import type { Lease, NextEvent } from "./leases.ts";

/** Sends with the payload of an event; undefined when there was no room for it in time. */
export type WithPayload = <Result>(
  lease: Lease,
  head: NextEvent,
  send: (body: string) => Promise<Result | undefined>,
) => Promise<Result | undefined>;

/** How much of payloads that did not come with their events is in memory at a time, in all and of one store. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_BYTES_OF_STORE = 32 * 1024 * 1024;
const WITHIN_MS = 2_000;

/** Reads large payloads when they are sent, and only so many at a time: hundreds of events are read together. */
export function createPayloadLoader(ctx: Ctx): WithPayload {
  const limit = createFairLimit({ total: MAX_BYTES, perOwner: MAX_BYTES_OF_STORE });
  return async ({ storeId }, { body, bodyBytes, payloadId }, send) => {
    if (body !== null) return send(body);
    const release = await limit(storeId, WITHIN_MS, bodyBytes);
    if (!release) return undefined;
    try {
      const read = await readBody(ctx, storeId, payloadId);
      return read === undefined ? undefined : await send(read);
    } finally {
      release();
    }
  };
}

async function readBody(ctx: Ctx, storeId: string, id: string): Promise<string | undefined> {
  const ofPayload = and(eq(webhookPayloads.storeId, storeId), eq(webhookPayloads.id, id));
  try {
    const [row] = await ctx.db.select({ body: webhookPayloads.body }).from(webhookPayloads).where(ofPayload);
    return row?.body;
  } catch (error) {
    ctx.log.warn({ err: error }, "a payload can't be read yet");
    return undefined;
  }
}
