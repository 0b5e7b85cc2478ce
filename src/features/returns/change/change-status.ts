import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import type { Status } from "../status.ts";
import { changeReturn } from "./change.ts";

/**
 * Changes a return's status. `reason` stands in its history, and in the mail that says that it is rejected. Throws 404 for an
 * unknown return, 409 for a transition that is not allowed.
 */
export function changeStatus(
  ctx: Ctx,
  caller: Caller,
  returnId: string,
  { status, reason }: { status: Status; reason?: string | null | undefined },
): Promise<void> {
  const changed = { status, reason: reason?.trim() || undefined };
  return changeReturn(ctx, caller, returnId, async () => changed, { completes: status === "complete" });
}
