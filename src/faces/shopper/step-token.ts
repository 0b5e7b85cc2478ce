import type { Ctx } from "../../core/ctx.ts";
import { type FoundOrder, hasContact } from "../../features/returns/shopper/find-order.ts";
import { randomText } from "../../lib/ids.ts";
import type { ShopperVisit } from "./visit.ts";

/**
 * What a page has proved and the next one relies on: the shopper knows the order and a contact of it. A `send` token is for
 * one return, a `withdraw` token, of no order, for one statement.
 */
export type Step = FoundOrder & { kind: "order" | "send" | "withdraw"; storeId: string; nonce: string };

const PURPOSE = "shopper step";
const VALID_MS = 60 * 60_000;
const MAX_CHARACTERS = 2_000;

/** Returns a token that is valid for an hour. It is encrypted, so that nothing in it can be read or changed. */
export function newStepToken(ctx: Ctx, step: Omit<Step, "nonce">): Promise<string> {
  const until = ctx.now().getTime() + VALID_MS;
  const { kind, storeId, orderId, contactHash } = step;
  const parts = [PURPOSE, kind, storeId, orderId, randomText(24), until, contactHash];
  return ctx.encryption.encrypt(JSON.stringify(parts));
}

/**
 * Returns the step of an address's token; undefined for one that isn't valid, and when the order has no longer the contact
 * that was typed.
 */
export async function stepOf(
  { ctx, url, store }: ShopperVisit,
  kind: "order" | "send",
  isDone?: IsDone,
): Promise<Step | undefined> {
  const text = url.searchParams.get("token") ?? "";
  const step = await readStepToken(ctx, text, { kind, storeId: store.id, isDone });
  return step && (await hasContact(ctx, store.id, step)) ? step : undefined;
}

/** Whether what a token with a nonce is for was done with it: then a repeat is valid, however late. */
type IsDone = (nonce: string) => Promise<boolean>;
type Wanted = Pick<Step, "kind" | "storeId"> & { isDone?: IsDone | undefined };

/** Returns what a token says; undefined for one that has expired, was changed, or is of another step or store. */
export async function readStepToken(
  ctx: Ctx,
  text: string,
  { kind, storeId, isDone }: Wanted,
): Promise<Step | undefined> {
  if (text.length > MAX_CHARACTERS) return undefined;
  const parts = await ctx.encryption.decrypt(text).then(parsed, () => undefined);
  const [purpose, ofKind, ofStore, orderId, nonce, until, contactHash] = parts ?? [];
  const isValid = purpose === PURPOSE && ofKind === kind && ofStore === storeId;
  if (!isValid) return undefined;
  if (Number(until) <= ctx.now().getTime() && !(await isDone?.(String(nonce)))) return undefined;
  const found = { orderId: String(orderId), contactHash: String(contactHash) };
  return { kind, storeId, ...found, nonce: String(nonce) };
}

function parsed(text: string): unknown[] | undefined {
  return text.startsWith(`["${PURPOSE}"`) ? (JSON.parse(text) as unknown[]) : undefined;
}
