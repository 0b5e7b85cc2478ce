import type { Ctx } from "../../../core/ctx.ts";
import { parseExactJson } from "../../../core/http/body/exact-json.ts";
import type { Rate } from "../../../core/http/limits/rate-limit.ts";
import { memoizeByObject } from "../../../lib/memoize-by-object.ts";
import { Problem, problem } from "../../../lib/problem.ts";
import { isStorableText } from "../../../lib/text.ts";
import { preparedNamed } from "../../../platform/db/prepared.ts";
import type { ChangedOrders, Connector, Credentials, HookOrder, SignedHook } from "../connector.ts";
import { decryptCredentials } from "../credentials.ts";
import { noteDeletion } from "../deletions.ts";
import { CONNECTORS, connectorOf } from "../kinds.ts";
import type { Connected } from "../open-shop.ts";
import { retryOrder } from "../poll/retry-rejected.ts";
import { readShopOrder } from "../read-shop-order.ts";
import { noteRejections } from "../rejections.ts";
import { takeOrders } from "../take-orders.ts";
import { cancelDeleted } from "./cancel-deleted.ts";

/** What became of a webhook. `rejected`: the order can't be stored, and stands among the rejected ones. */
export type HookResult = { result: "stored" | "rejected" | "ignored" };

type Received = SignedHook & { kind: string; storeId: string };
type Found = Connected & { storeId: string; id: string; isEnabled: boolean; caughtUpMs: number | null };
export type VerifiedHook = SignedHook & { row: Found; connector: Connector };

/** Verified webhooks of a store in a second. Shops send those again that are rejected, and the poll finds what they miss. */
export const HOOK_RATE: Rate = { name: "connectors.hooks", seconds: 1, limitOf: () => 100 };

/** How long the shop may take that has to be asked for the order. */
const TIMEOUT_MS = 10_000;

/**
 * Returns the connector that a webhook is for. Throws the same 401 for a missing or wrong signature as for a store or a
 * connector that isn't there, after the same work.
 */
export async function verifyHook(ctx: Ctx, { kind, storeId, ...hook }: Received): Promise<VerifiedHook> {
  const known = connectorOf(kind);
  const connector = known ?? CONNECTORS[0];
  if (!connector) throw unsigned();
  const [row] = await find(ctx.db, { storeId: isStorableText(storeId) ? storeId : "", kind: connector.kind });
  const credentials = row ? await decryptCredentials(ctx, row.credentials) : noOnes(connector);
  const isSigned = await connector.verify(hook, credentials);
  if (!known || !row || !isSigned) throw unsigned();
  return { ...hook, row, connector };
}

const find = preparedNamed<Found>(
  "find_hooked_connector",
  `select connectors.store_id as "storeId", id, kind, origin, credentials, is_enabled as "isEnabled",
     (extract(epoch from caught_up_at) * 1000)::float8 as "caughtUpMs"
   from connectors join stores on stores.store_id = connectors.store_id and removed_at is null
   where connectors.store_id = $storeId and kind = $kind`,
);

/** Credentials that nothing is signed with. */
const noOnes = memoizeByObject(
  ({ credentials }: Connector): Credentials =>
    Object.fromEntries(Object.keys(credentials.properties).map((name) => [name, crypto.randomUUID()])),
);

function unsigned() {
  return problem("unauthenticated", "The webhook's signature is missing or wrong.", {
    headers: { "WWW-Authenticate": "Signature" },
  });
}

/**
 * Stores the order that a verified webhook is about, and returns once that is committed; other topics have no effect. While
 * the connector is off only what no poll would find is noted. Throws 503 where the shop has to send it again.
 */
export async function takeHook(ctx: Ctx, { row, connector, ...hook }: VerifiedHook): Promise<HookResult> {
  const json = await jsonOf(hook.body);
  const about = connector.read({ headers: hook.headers, json });
  if (!about) return { result: "ignored" };
  if (!row.isEnabled) return { result: (await readLater(ctx, row, about)) ? "rejected" : "ignored" };
  const askedAt = ctx.now();
  const read = await readOf(ctx, row, about);
  const { storeId, id: connectorId } = row;
  if (read.orders.length === 0 && !read.unread) {
    if (!("orderId" in about) || !about.mayBeDeleted) return { result: "ignored" };
    const key = { storeId, connectorId };
    const isCancelled = await ctx.connectionLimiter.within(storeId, async () => {
      // Before: who stores the order meanwhile looks for it afterwards.
      await noteDeletion(ctx, key, about.orderId);
      return cancelDeleted(ctx, { ...key, kind: connector.kind }, about.orderId);
    });
    return { result: isCancelled ? "stored" : "ignored" };
  }
  // Not while the shop is asked: the others of the store need connections too.
  const { settlesInMs } = connector;
  const { caughtUpMs } = row;
  const mayBeRepeat = "order" in about && settlesInMs !== undefined && caughtUpMs !== null;
  const knownUntilMs = mayBeRepeat ? caughtUpMs - settlesInMs : undefined;
  const from = { storeId, connectorId, connector, way: "webhook", knownUntilMs } as const;
  const { rejected, unsettled } = await ctx.connectionLimiter.within(storeId, () =>
    takeOrders(ctx, { ...from, ...("order" in about ? { mayBeOld: true } : { askedAt }) }, read),
  );
  // Without an answer the next poll reads them.
  for (const orderId of unsettled) await retryOrder(ctx, { ...from, connected: row }, orderId);
  return { result: rejected.length > 0 ? "rejected" : "stored" };
}

const UNCONFIRMED = "The shop says that it has deleted the order, and wasn't asked for it yet.";

/** Has the poll read an order again that may be deleted, and returns whether it may: not all shops send such a webhook again. */
async function readLater(ctx: Ctx, { storeId, id: connectorId }: Found, about: HookOrder): Promise<boolean> {
  if (!("orderId" in about) || !about.mayBeDeleted) return false;
  const { orderId } = about;
  const key = { storeId, connectorId };
  const rejected = [{ orderId, reason: UNCONFIRMED }];
  await ctx.connectionLimiter.within(storeId, async () => {
    await noteDeletion(ctx, key, orderId);
    await noteRejections(ctx, key, { rejected, accepted: [] });
  });
  return true;
}

async function readOf(
  ctx: Ctx,
  connected: Found,
  about: HookOrder,
): Promise<Pick<ChangedOrders, "orders" | "unread">> {
  if ("order" in about) return { orders: [about.order] };
  const { storeId } = connected;
  const read = await readShopOrder(ctx, { storeId, connected, timeoutMs: TIMEOUT_MS }, about.orderId);
  if (!("failure" in read)) return read;
  await readLater(ctx, connected, about);
  const detail = `The shop could not be asked for the order ${about.orderId}: ${read.failure.error}.`;
  throw problem("shop_unavailable", detail, { headers: { "Retry-After": "60" } });
}

/** Undefined for what is no JSON, such as the form that some shops send to try an address. */
async function jsonOf(body: Uint8Array): Promise<unknown> {
  try {
    return await parseExactJson(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (error) {
    if (error instanceof Problem || error instanceof TypeError) return undefined;
    throw error;
  }
}
