import type { Ctx } from "../ctx.ts";
import { publish } from "../delivery/publish.ts";
import { runIdempotent } from "../http/idempotency.ts";
import type { Caller } from "../http/request-context.ts";
import type { ReturnCreated } from "./created-schema.ts";
import { claimExternalRmas, requestExternalRmas } from "./external-rma.ts";
import { insertReturn } from "./insert-return.ts";
import { loadReturn } from "./load.ts";
import { returnOrderView } from "./order-view.ts";
import type { ReturnBody } from "./schema.ts";
import { returnView } from "./view.ts";

/** `letGo` gives back what the request holds of what others wait for. */
type Opening = { body: ReturnBody; key: string | undefined; letGo: () => void };

/**
 * Creates a return, once per `key`, and asks the store's integrations for authorizations of their own when the request
 * wants that. The return is committed, and told to webhooks, before they are asked: no failure of theirs undoes it, and however
 * long they take nothing else of the store waits for them.
 */
export async function createReturnOnce(
  ctx: Ctx,
  caller: Caller,
  { body, key, letGo }: Opening,
): Promise<{ result: ReturnCreated; replayed: boolean }> {
  const withRmas = body.options?.createExternalRMAs ?? false;
  const attempt = { operation: "returns.create", key, request: body };
  const { result, replayed } = await runIdempotent(ctx, caller, attempt, async (tx) => {
    const id = await insertReturn(tx, caller, body);
    if (withRmas) await claimExternalRmas(tx, caller.storeId, id);
    const record = await loadReturn(tx, caller.storeId, id);
    const told = async () => ({
      order: await returnOrderView(record.order),
      return: await returnView(record, tx.origin, "read"),
    });
    await publish(tx, caller, { type: "created", returnId: id, at: record.row.createdAt, snapshot: told });
    return returnView(record, tx.origin, "written");
  });
  letGo();
  const externalRMAResponses = withRmas ? await requestExternalRmas(ctx, caller, result.id, replayed) : [];
  return { result: { return: result, externalRMAResponses }, replayed };
}
