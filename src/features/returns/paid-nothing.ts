import type { Return } from "./schema.ts";

/** Whether a return has ended without anything for its customer, whatever its items are worth. */
export function isPaidNothing({
  status,
  completeWithNoAction,
}: Pick<Return, "status" | "completeWithNoAction">): boolean {
  return status === "rejected" || status === "deleted" || (status === "complete" && completeWithNoAction);
}

/** SQL for the same of a row of `returns`. */
export const PAID_NOTHING = `(status in ('rejected', 'deleted') or status = 'complete'
    and coalesce((additions ->> 'completeWithNoAction')::boolean, false))`;
