import type { Ctx } from "../../core/ctx.ts";
import { Problem } from "../../lib/problem.ts";
import { storableText } from "../../lib/text.ts";
import type { connectors } from "../../platform/db/tables/connectors.ts";
import { AnswerTooLarge, type Call, createCall, ShopFailure } from "./call.ts";
import type { Connector } from "./connector.ts";
import { decryptCredentials } from "./credentials.ts";
import { connectorOf } from "./kinds.ts";

/** What of a connector's row it takes to request the shop's API. */
export type Connected = Pick<typeof connectors.$inferSelect, "kind" | "origin" | "credentials">;

/** SQL for `Connected` of a row of `connectors`. */
export const CONNECTED_SQL = `json_build_object('kind', connectors.kind, 'origin', connectors.origin,
  'credentials', connectors.credentials)`;

export type Asking = { storeId: string; connected: Connected; timeoutMs: number };
/** `isTooLarge`: the answer has more than is read of one, as it would have again. */
export type Failure = { error: string; retryAfter?: string | undefined; isTooLarge?: true };

/** Has a shop do something, and returns its result, or why nothing is known of it. All requests together end in time. */
export async function askOfShop<Result>(
  ctx: Ctx,
  { storeId, connected, timeoutMs }: Asking,
  ask: (connector: Connector, call: Call) => Promise<Result>,
): Promise<{ result: Result } | { failure: Failure }> {
  const deadline = performance.now() + timeoutMs;
  const { kind, origin } = connected;
  const connector = connectorOf(kind);
  if (!connector) return { failure: { error: `This version of the service doesn't know the shop ${kind}.` } };
  const credentials = await decryptCredentials(ctx, connected.credentials).catch(() => undefined);
  if (!credentials)
    return { failure: { error: "The shop's credentials are encrypted with another ENCRYPTION_KEY." } };
  try {
    const call = createCall(ctx, { storeId, origin, headers: connector.headers(credentials), deadline });
    return { result: await ask(connector, call) };
  } catch (error) {
    return { failure: failureOf(ctx, error, { storeId, kind }) };
  }
}

const MAX_ERROR_CHARACTERS = 1_000;

/** What is not a shop's failure is one of this program, and stands in the log. */
function failureOf(ctx: Ctx, error: unknown, of: { storeId: string; kind: string }): Failure {
  if (error instanceof ShopFailure) {
    return {
      ...{ error: storableText(error.message, MAX_ERROR_CHARACTERS), retryAfter: error.retryAfter },
      ...(error instanceof AnswerTooLarge && { isTooLarge: true }),
    };
  }
  if (error instanceof Problem) return { error: storableText(error.message, MAX_ERROR_CHARACTERS) };
  ctx.log.error({ ...of, err: error }, "can't understand a shop");
  return { error: "The shop's answer was not understood." };
}
