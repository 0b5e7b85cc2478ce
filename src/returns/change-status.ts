import type { Ctx } from "../ctx.ts";
import type { Caller } from "../http/request-context.ts";
import { changeReturn } from "./change.ts";
import type { Status } from "./status.ts";

/** Moves a return to a status; 409 where the transitions don't lead there. */
export function changeStatus(ctx: Ctx, caller: Caller, returnId: string, status: Status): Promise<void> {
  return changeReturn(ctx, caller, returnId, async () => ({ status }));
}
