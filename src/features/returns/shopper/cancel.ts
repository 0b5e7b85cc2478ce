import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { problem } from "../../../lib/problem.ts";
import { changeReturn } from "../change/change.ts";
import type { Status } from "../status.ts";

/** The statuses in which a shopper may cancel: nothing is on its way. */
const CANCELLABLE: readonly Status[] = ["open", "pre_shipment"];

/** Whether a shopper may cancel a return in this status. */
export function isCancellable(status: Status): boolean {
  return CANCELLABLE.includes(status);
}

/**
 * Deletes a return for its shopper; one that is deleted stays so, for a second click. Throws 404 for an unknown return, 409
 * when something may be on its way.
 */
export function cancelReturn(ctx: Ctx, caller: Caller, returnId: string): Promise<void> {
  return changeReturn(ctx, caller, returnId, async (_, { status }) => {
    if (status === "deleted") return undefined;
    if (isCancellable(status)) return { status: "deleted" };
    const detail = `A return that is ${status} can't be cancelled by its shopper.`;
    throw problem("return_transition_refused", detail, { allowed: [] });
  });
}
