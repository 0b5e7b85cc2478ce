import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { type Fault, invalid, problem } from "../../../lib/problem.ts";
import { requireNoFaults } from "../../../lib/require-no-faults.ts";
import { validationErrorsOf } from "../errors/validation-errors.ts";

/**
 * Returns a check of unmodified bodies, which throws a 400 that names each fault. Where there are
 * `unknown` fields it names these, and with `namesAll` the others after them. The framework checks later,
 * after it has rebuilt the body from its schema: there a string passes for an empty object, and `{"length":
 * 1e9}` for an array.
 */
export function createBodyCheck(
  schema: TSchema,
  namesAll: boolean,
): (body: unknown, unknown: Fault[]) => void {
  let check: TypeCheck<TSchema> | undefined;
  return (body, unknown) => {
    // Unknown fields are ignored. The framework sets additionalProperties to false on the schema itself.
    check ??= TypeCompiler.Compile({ ...schema, additionalProperties: true });
    const [first] = unknown;
    const isValid = check.Check(body);
    if (isValid && !first) return;
    const faults = isValid || (first && !namesAll) ? [] : validationErrorsOf(check.Errors(body), "body");
    if (first) throw problem("unknown_field", first.detail, { errors: [...unknown, ...faults] });
    requireNoFaults(faults);
    throw invalid({ detail: "The body is not valid.", pointer: "" });
  };
}
