import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { changeReturn } from "../../returns/change/change.ts";
import type { Status } from "../../returns/status.ts";
import { isRefused, warehouseError } from "../errors.ts";
import type { ReturnReference } from "../find-return.ts";
import { requireReturn } from "./require-return.ts";
import { type Action, transition } from "./transition.ts";

/**
 * Applies an action to a return. Throws the warehouse error 200 for an unknown return or a state that does
 * not allow it.
 */
export async function act(
  ctx: Ctx,
  caller: Caller,
  reference: ReturnReference,
  action: Action,
): Promise<true> {
  const { id } = await requireReturn(ctx, caller.storeId, reference);
  const change = async (_tx: Ctx, { status }: { status: Status }) => {
    const to = transition(status, action);
    return to && { status: to };
  };
  try {
    await changeReturn(ctx, caller, id, change, { completes: true });
  } catch (error) {
    if (!isRefused(error)) throw error;
    throw warehouseError(200, { errors: { message: error.parts.detail, code: "UNPROCESSABLE_RETURN" } });
  }
  return true;
}
