import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { categoryResponses } from "../categories.ts";
import { findingsOf } from "./findings.ts";
import { inspect } from "./inspect.ts";
import type { GradedLine } from "./schema.ts";

/** Records the conditions of line items, all or none, and returns them. Throws 422 for an invalid line item. */
export async function grade(ctx: Ctx, caller: Caller, lines: GradedLine[]): Promise<GradedLine[]> {
  const findings = findingsOf(lines, ({ description, condition_category, images }) => [
    ...categoryResponses(condition_category),
    ["description", description],
    ...(images ?? []).map((image): [string, string] => ["image", image]),
  ]);
  await inspect(ctx, caller, "grade", findings);
  return lines;
}
