import type { Ctx } from "../../core/ctx.ts";
import type { Lease } from "../../core/delivery/leases.ts";
import { money } from "../../lib/money.ts";
import { ShopFailure } from "../connectors/call.ts";
import type { ConnectorAnswer } from "../connectors/effects.ts";
import { askOfShop, type Connected } from "../connectors/open-shop.ts";
import type { Received } from "./answer.ts";
import { type NextPayout, ORDER_GONE } from "./next-payout.ts";

/** `order`: as the shop has it once it has paid, if it says so. */
type ShopReceived = Received & { retryAfter?: string | undefined; order?: unknown };

/** Has the shop of a return's order pay a payout. What it says comes back as an integration's response would. */
export async function askShop(
  ctx: Ctx,
  { storeId }: Lease<NextPayout>,
  payout: NextPayout & { connector: Connected },
): Promise<ShopReceived> {
  const { id, key, type, orderId, amount, currency, connector: connected } = payout;
  const asking = { storeId, connected, timeoutMs: ctx.config.payoutTimeoutMs };
  const asked = { id, key, type, orderId, amount: money(amount, currency) };
  const answered = await askOfShop(ctx, asking, async ({ pay, title }, call) => {
    if (!pay) throw new ShopFailure(`This version of the service can't refund by ${title}.`);
    return pay(call, asked);
  });
  if ("failure" in answered) return { status: null, body: null, ...answered.failure };
  const { order, ...said } = { order: undefined, ...settled(answered.result, payout) };
  return { status: 200, body: JSON.stringify(said), error: null, ...(order !== undefined && { order }) };
}

/** Returns what a shop says; without the order it can't say whether an earlier request has paid. */
function settled(said: ConnectorAnswer, { wasAsked }: NextPayout): ConnectorAnswer {
  if (!("hasNoOrder" in said)) return said;
  return wasAsked
    ? { status: "unknown", reason: ORDER_GONE.asked }
    : { status: "refused", reason: ORDER_GONE.unasked };
}
