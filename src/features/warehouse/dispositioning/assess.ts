import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { findingsOf } from "./findings.ts";
import { inspect } from "./inspect.ts";
import type { AssessedLine } from "./schema.ts";

/** Records what becomes of line items, all or none, and returns them. Throws 422 for an invalid line item. */
export async function assess(ctx: Ctx, caller: Caller, lines: AssessedLine[]): Promise<AssessedLine[]> {
  const findings = findingsOf(lines, ({ disposition_outcome }) => [["disposition", disposition_outcome]]);
  await inspect(ctx, caller, "outcome", findings);
  return lines;
}
