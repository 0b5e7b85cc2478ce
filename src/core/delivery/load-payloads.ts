import { and, eq } from "drizzle-orm";
import { createLimiter } from "../../lib/limiter.ts";
import { webhookPayloads } from "../../platform/db/tables/webhooks.ts";
import type { Ctx } from "../ctx.ts";
import type { Lease, NextEvent } from "./leases.ts";

/** Calls `send` with the payload of an event; returns undefined when memory for it was not free in time. */
export type WithPayload = <Result>(
  lease: Lease,
  event: NextEvent,
  send: (body: string) => Promise<Result | undefined>,
) => Promise<Result | undefined>;

/** How many bytes of separately read payloads may be in memory at a time, in total and per store. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_BYTES_PER_STORE = 32 * 1024 * 1024;
const MEMORY_TIMEOUT_MS = 2_000;

/**
 * Returns a loader that reads large payloads only when they are sent, and limits how many bytes of them are
 * in memory.
 */
export function createPayloadLoader(ctx: Ctx): WithPayload {
  const memory = createLimiter({
    total: MAX_BYTES,
    perOwner: MAX_BYTES_PER_STORE,
    waitMs: MEMORY_TIMEOUT_MS,
  });
  return async ({ storeId }, { body, bodyBytes, payloadId }, send) => {
    if (body !== null) return send(body);
    const release = await memory.take(storeId, { weight: bodyBytes });
    if (!release) return undefined;
    try {
      const payload = await readBody(ctx, storeId, payloadId);
      return payload === undefined ? undefined : await send(payload);
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
    ctx.log.warn({ err: error }, "can't read a payload yet");
    return undefined;
  }
}
