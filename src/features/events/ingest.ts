import type { Ctx } from "../../core/ctx.ts";
import type { Reauthenticate } from "../../core/http/auth/authenticate.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { createSharedBatcher } from "../../core/turns/shared-batcher.ts";
import { requireNoFaults } from "../../lib/problem.ts";
import { faultsOfEvent } from "./check.ts";
import { recordShares, type Sent } from "./record-shares.ts";
import { NOT_YET_RECEIVED, rowOf } from "./row.ts";
import type { CustomEvent } from "./schema.ts";

/** A larger batch saves little: the fixed cost of its statement is that of a few rows. */
const MAX_BATCH_SIZE = 256;
const MAX_STATEMENTS = 2;

/** The sender of an event; `reauthenticate` throws when the client may no longer send events. */
type Sender = { caller: Caller; reauthenticate: Reauthenticate };

export type Ingest = (sender: Sender, body: unknown) => Promise<void>;

/**
 * Accepts single events: resolves when the event is stored durably. Concurrent events of all stores share
 * statements and a commit. Throws 400 with every fault for an invalid body, and what `reauthenticate` throws
 * when the client is no longer authorized.
 */
export function createIngest(ctx: Ctx): Ingest {
  const accept = createSharedBatcher(
    ({ storeId }: Sent) => storeId,
    (shares) => recordShares(ctx, shares),
    { maxSize: MAX_BATCH_SIZE, maxRunning: MAX_STATEMENTS },
  );
  return async ({ caller, reauthenticate }, body) => {
    requireNoFaults(faultsOfEvent(body));
    const { storeId, clientId } = caller;
    // The row is ready before its batch starts, so that the database doesn't wait for it.
    const row = rowOf(storeId, NOT_YET_RECEIVED, body as CustomEvent);
    const failure = await accept({ storeId, clientId, reauthenticate, row });
    if (failure) throw failure.error;
  };
}
