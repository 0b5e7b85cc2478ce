import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { Problem } from "../../../lib/problem.ts";
import { changeStatus } from "../change/change-status.ts";
import type { Status } from "../status.ts";
import type { StatusChanges, StatusResult } from "./schema.ts";

/**
 * Changes the status of several returns, each in its own transaction and in the order of `ids`. Returns a result
 * for each id: 200, 404 for an unknown return, 409 for a transition that is not allowed.
 */
export async function changeStatuses(
  ctx: Ctx,
  caller: Caller,
  { ids, status, reason }: StatusChanges,
): Promise<StatusResult[]> {
  const results: StatusResult[] = [];
  for (const id of ids) results.push(await resultOf(id, changeStatus(ctx, caller, id, { status, reason })));
  return results;
}

async function resultOf(id: string, change: Promise<void>): Promise<StatusResult> {
  try {
    await change;
    return { id, status: 200 };
  } catch (error) {
    if (!(error instanceof Problem) || !("code" in error.parts)) throw error;
    const { status, code, detail, allowed } = error.parts;
    if (status !== 404 && status !== 409) throw error;
    return { id, status, code, detail, ...(allowed && { allowed: [...allowed] as Status[] }) };
  }
}
