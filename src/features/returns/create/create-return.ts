import type { Ctx } from "../../../core/ctx.ts";
import { publish } from "../../../core/delivery/publish.ts";
import { isCompleted, runIdempotent } from "../../../core/http/idempotency.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { mailChange } from "../change/return-mails.ts";
import { returnView, snapshotOf } from "../read/view.ts";
import type { Return } from "../schema.ts";
import type { ReturnCreated } from "./created-schema.ts";
import { claimExternalRmas, requestExternalRmas } from "./external-rma.ts";
import { insertReturn, type Origin } from "./insert-return.ts";
import type { ReturnBody } from "./new-return-schema.ts";

/**
 * `release` frees the request's admission slot, on which other requests wait. `isShopper` lets the store's policy count,
 * and names the shopper as the author.
 */
type NewReturn = { body: ReturnBody; key: string | undefined; release: () => void; isShopper?: true };

/**
 * Creates a return, once per idempotency `key`, and requests external RMAs from the store's integrations if
 * the body says so. The return and its webhook events are committed before the integrations are called: a
 * failing integration does not undo the return, and a slow one blocks no other request. Throws 404 for an
 * unknown order, 400 for an unknown line item or quantity, 409 for units in another return, for what an enforced policy
 * doesn't allow, and for a key that is in use.
 */
export async function createReturnOnce(
  ctx: Ctx,
  caller: Caller,
  { body, key, release, isShopper }: NewReturn,
): Promise<{ result: ReturnCreated; replayed: boolean }> {
  const withRmas = body.options?.createExternalRMAs ?? false;
  const objectIdOf = ({ id }: Return) => id;
  const request = { operation: OPERATION, key, request: body, objectIdOf };
  const { result, replayed } = await runIdempotent(ctx, caller, request, async (tx) => {
    const author = isShopper ? { ...caller, by: "shopper" } : caller;
    const enforcesPolicy = isShopper ?? body.options?.enforcePolicy ?? false;
    return createReturn(tx, author, body, { withRmas, enforcesPolicy });
  });
  release();
  const externalRMAResponses = withRmas ? await requestExternalRmas(ctx, caller, result.id, replayed) : [];
  return { result: { return: result, externalRMAResponses }, replayed };
}

const OPERATION = "returns.create";

/** Whether a return was created with an idempotency key. */
export function isCreated(ctx: Ctx, storeId: string, key: string): Promise<boolean> {
  return isCompleted(ctx, { storeId, operation: OPERATION, key });
}

/** `withRmas`: external authorizations will be requested. The rest is as `insertReturn` takes it. */
type Options = Origin & { withRmas?: boolean };

/**
 * Creates a return as `createReturnOnce` does, in the caller's transaction, and returns its view.
 */
export async function createReturn(
  tx: Ctx,
  caller: Caller,
  body: ReturnBody,
  { withRmas, ...origin }: Options = {},
): Promise<Return> {
  const { id, at, mailing, record } = await insertReturn(tx, caller, body, origin);
  if (withRmas) await claimExternalRmas(tx, caller.storeId, id);
  const snapshot = async () => snapshotOf(await record, tx.origin);
  await publish(tx, caller, { type: "created", returnId: id, at, snapshot });
  if (mailing) {
    const after = (await record).row.additions;
    const change = { store: mailing, returnId: id, isNew: true, before: {}, after };
    await mailChange(tx, caller, { ...change, language: body.options?.language }, () => record);
  }
  return returnView(await record, tx.origin, "written");
}
