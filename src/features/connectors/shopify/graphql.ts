import { cutText } from "../../../lib/text.ts";
import { type Call, requireJson, ShopFailure } from "../call.ts";
import { ADMIN_API } from "./read-orders.ts";

type Said = {
  data?: Record<string, unknown> | null;
  errors?: { message?: unknown; extensions?: { code?: unknown } | null }[] | null;
};

/** What Shopify says of a mutation: its payload, or that it was refused before it did anything. */
export type Mutated = { payload: unknown } | { refused: string };

/** Returns the data of a query. Throws `ShopFailure` without. */
export async function query(call: Call, text: string, variables: object): Promise<Record<string, unknown>> {
  const said = requireJson(await ask(call, text, variables)) as Said;
  const [error] = said.errors ?? [];
  if (error) throw failureOf(error);
  if (!said.data) throw new ShopFailure("the shop's answer has no data", 200);
  return said.data;
}

/**
 * Returns what has become of a mutation, by its name. Throws `ShopFailure` where it isn't known whether it was done, or
 * will be.
 */
export async function mutate(call: Call, name: string, text: string, variables: object): Promise<Mutated> {
  const answer = await ask(call, text, variables);
  const { status } = answer;
  if (status >= 400 && status < 500 && !TEMPORARY.has(status)) {
    return { refused: `The shop answered with the status ${status}.` };
  }
  const said = requireJson(answer) as Said;
  const [error] = said.errors ?? [];
  if (error?.extensions?.code === "ACCESS_DENIED")
    return { refused: `Access was denied: ${messageOf(error)}` };
  if (error) throw failureOf(error);
  const payload = said.data?.[name];
  if (payload === undefined || payload === null) throw new ShopFailure("the shop's answer has no data", 200);
  return { payload };
}

/** They say nothing about what was asked for. */
const TEMPORARY = new Set([408, 409, 425, 429]);

function ask(call: Call, text: string, variables: object) {
  return call({ method: "POST", path: `${ADMIN_API}/graphql.json`, body: { query: text, variables } });
}

type GraphqlError = NonNullable<Said["errors"]>[number];

function failureOf(error: GraphqlError): ShopFailure {
  const isThrottled = error.extensions?.code === "THROTTLED";
  return new ShopFailure(
    `the shop answered: ${messageOf(error)}`,
    isThrottled ? 429 : 200,
    isThrottled ? "2" : undefined,
  );
}

const MAX_MESSAGE_CHARACTERS = 500;

function messageOf({ message }: { message?: unknown }): string {
  return typeof message === "string" ? cutText(message, MAX_MESSAGE_CHARACTERS) : "no message";
}

type UserError = { code?: unknown; message?: unknown };

/** Says nothing about what was asked for: an earlier request with the key is at work, or was another one. */
const UNSETTLED =
  /IDEMPOTENCY_(?:CONCURRENT_REQUEST|KEY_PARAMETER_MISMATCH|PREVIOUS_ATTEMPT_FAILED)|_FAILED$|currently in progress|same idempotency key/;

/** Returns what a mutation's `userErrors` say; undefined without any. */
export function userErrorOf(payload: unknown): { isUnsettled: boolean; reason: string } | undefined {
  const { userErrors } = payload as { userErrors?: UserError[] | null };
  const [first] = userErrors ?? [];
  if (!first) return undefined;
  const isUnsettled = UNSETTLED.test(String(first.code)) || UNSETTLED.test(messageOf(first));
  return { isUnsettled, reason: messageOf(first) };
}

/** Returns the UUID that stands for a key of ours: Shopify wants UUIDs, made from names where they have to come again. */
export async function uuidOf(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`aftersale ${key}`));
  const bytes = new Uint8Array(digest).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
