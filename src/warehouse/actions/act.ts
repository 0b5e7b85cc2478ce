import type { Ctx } from "../../ctx.ts";
import type { Caller } from "../../http/request-context.ts";
import { changeReturn } from "../../returns/change.ts";
import type { Naming } from "../find-return.ts";
import { requireReturn } from "./require-return.ts";
import { type Action, transition } from "./transition.ts";

/**
 * Takes the return that is meant where the action leads; a refusal is decided with the return locked, and
 * changes nothing.
 */
export async function act(ctx: Ctx, caller: Caller, naming: Naming, action: Action): Promise<true> {
  const { id } = await requireReturn(ctx, caller.storeId, naming);
  await changeReturn(ctx, caller, id, async (_tx, { status }) => {
    const to = transition(status, action);
    return to && { status: to };
  });
  return true;
}
