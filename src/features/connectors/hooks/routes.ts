import { Elysia } from "elysia";
import type { Ctx } from "../../../core/ctx.ts";
import { receiveWhole } from "../../../core/http/body/body.ts";
import { LARGE_BYTES } from "../../../core/http/body/gunzip.ts";
import { createRateLimit } from "../../../core/http/limits/rate-limit.ts";
import { requestContextOf } from "../../../core/http/request-context.ts";
import { createLimiter } from "../../../lib/limiter.ts";
import { storeBusy } from "../../../lib/problem.ts";
import { within } from "../../../lib/within.ts";
import { HOOK_RATE, takeHook, verifyHook } from "./take-hook.ts";

/** An order of many lines, with the shop's own fields, has some hundred kilobytes. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** What is held of bodies whose signatures aren't verified: anyone can send them. */
const MAX_UNVERIFIED_BYTES = 16 * MAX_BODY_BYTES;
const MAX_WAIT_MS = 10_000;

/**
 * Serves webhooks of shops. They are no operations of the API: what they are sent and signed with, each shop decides. The
 * signature is over the bytes, so the framework must not parse them.
 */
export const connectorHooks = (ctx: Ctx) => {
  const checkRate = createRateLimit(ctx);
  const unverified = createLimiter({ total: MAX_UNVERIFIED_BYTES, perOwner: "half", waitMs: MAX_WAIT_MS });

  async function verified(request: Request, params: { kind: string; storeId: string }) {
    const declared = request.headers.get("content-length");
    const weight = declared === null ? MAX_BODY_BYTES : Math.min(Number(declared) || 0, MAX_BODY_BYTES);
    const release = await unverified.take(params.storeId, { weight, signal: request.signal });
    if (!release) throw storeBusy();
    try {
      const body = await within(MAX_WAIT_MS, receiveWhole(request, MAX_BODY_BYTES));
      if (!body) throw storeBusy();
      return await verifyHook(ctx, { ...params, headers: request.headers, body });
    } finally {
      release();
    }
  }

  return new Elysia({ name: "connector-hooks" }).post(
    "/hooks/:kind/:storeId",
    async ({ request, params, route }) => {
      const context = requestContextOf(request);
      context.route = route;
      const hook = await verified(request, params);
      context.isKnown = true;
      const { storeId } = hook.row;
      await checkRate(storeId, HOOK_RATE);
      const take = () => takeHook(ctx, hook);
      return hook.body.byteLength > LARGE_BYTES ? ctx.largeRequestLimiter.within(storeId, take) : take();
    },
    { parse: "none", detail: { hide: true } },
  );
};
