import type { Ctx } from "../../core/ctx.ts";
import { randomText } from "../../lib/ids.ts";

/**
 * What a page has proved and the next one relies on: the shopper knows the order. A `send` token is for one return, a
 * `withdraw` token, of no order, for one statement.
 */
export type Step = { kind: "order" | "send" | "withdraw"; storeId: string; orderId: string; nonce: string };

const PURPOSE = "shopper step";
const VALID_MS = 60 * 60_000;
const MAX_CHARACTERS = 2_000;

/** Returns a token that is valid for an hour. It is encrypted, so that nothing in it can be read or changed. */
export function newStepToken(ctx: Ctx, step: Omit<Step, "nonce">): Promise<string> {
  const until = ctx.now().getTime() + VALID_MS;
  const { kind, storeId, orderId } = step;
  return ctx.encryption.encrypt(JSON.stringify([PURPOSE, kind, storeId, orderId, randomText(24), until]));
}

/** Returns what a token says; undefined for one that has expired, was changed, or is of another step or store. */
export async function readStepToken(
  ctx: Ctx,
  text: string,
  { kind, storeId }: Pick<Step, "kind" | "storeId">,
): Promise<Step | undefined> {
  if (text.length > MAX_CHARACTERS) return undefined;
  const parts = await ctx.encryption.decrypt(text).then(parsed, () => undefined);
  const [purpose, ofKind, ofStore, orderId, nonce, until] = parts ?? [];
  const isValid = purpose === PURPOSE && ofKind === kind && ofStore === storeId;
  if (!isValid || Number(until) <= ctx.now().getTime()) return undefined;
  return { kind, storeId, orderId: String(orderId), nonce: String(nonce) };
}

function parsed(text: string): unknown[] | undefined {
  return text.startsWith(`["${PURPOSE}"`) ? (JSON.parse(text) as unknown[]) : undefined;
}
