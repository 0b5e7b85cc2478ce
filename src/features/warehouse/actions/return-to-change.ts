import type { Ctx } from "../../../core/ctx.ts";
import { BASE } from "../../../core/http/base.ts";
import type { Changes } from "../../../core/http/limits/admission.ts";
import { findReturn, type ReturnReference } from "../find-return.ts";

/**
 * Returns the lock key of a request: that of the return which it names, so that it waits in one queue with the main
 * API's requests. A return is looked for within the connections of its store.
 */
export function returnToChange(ctx: Ctx): Changes {
  return async ({ request, params, query, caller: { storeId } }) => {
    const reference = referenceOf({ return_id: params.return_id ?? "" }, query);
    if (reference.service_return_id) return pathOf(reference.service_return_id);
    const release = await ctx.connectionLimiter.take(storeId, request);
    try {
      const found = await findReturn(ctx, storeId, reference);
      return found && pathOf(found.id);
    } finally {
      release();
    }
  };
}

/** Returns what identifies a return: the query, or the numeric id of the path. */
export function referenceOf(
  { return_id }: { return_id: string },
  query: Omit<ReturnReference, "id">,
): ReturnReference {
  return { ...query, id: return_id };
}

/** Requests of the main API that change a return run one after the other by its path. */
function pathOf(returnId: string): string {
  return `${BASE}/returns/${returnId}`;
}
