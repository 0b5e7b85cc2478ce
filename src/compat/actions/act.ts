import type { Ctx } from "../../ctx.ts";
import type { Caller } from "../../http/trace.ts";
import { changeReturn } from "../../returns/change.ts";
import type { Naming } from "../identify.ts";
import { demandReturn } from "./demand-return.ts";
import { type Action, after } from "./rules.ts";

/** Takes the return that is meant where the action leads; a refusal is decided with the return locked, and changes nothing. */
export async function act(ctx: Ctx, caller: Caller, naming: Naming, action: Action): Promise<true> {
  const { id } = await demandReturn(ctx, caller.storeId, naming);
  await changeReturn(ctx, caller, id, async (_tx, { status }) => {
    const to = after(status, action);
    return to && { status: to };
  });
  return true;
}
