import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { invalid } from "../lib/problem.ts";
import { requireNoFaults } from "../lib/require-no-faults.ts";
import { validationErrorsOf } from "./validation-errors.ts";

/**
 * Returns a check of unmodified bodies, which throws a 400 that names each fault. The framework checks later,
 * after it has rebuilt the body from its schema: there a string passes for an empty object, and `{"length":
 * 1e9}` for an array.
 */
export function createBodyCheck(schema: TSchema): (body: unknown) => void {
  let check: TypeCheck<TSchema> | undefined;
  return (body) => {
    // Unknown fields are ignored. The framework sets additionalProperties to false on the schema itself.
    check ??= TypeCompiler.Compile({ ...schema, additionalProperties: true });
    if (check.Check(body)) return;
    requireNoFaults(validationErrorsOf(check.Errors(body), "body"));
    throw invalid({ detail: "The body is not valid.", pointer: "" });
  };
}
