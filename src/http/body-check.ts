import type { TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { invalid } from "../lib/problem.ts";
import { validationErrorsOf } from "./validation-errors.ts";

/**
 * Checks bodies as they came, throwing a 400 that names each fault. The framework's own check comes after it has built a
 * body of known members out of anything: there a text would pass for an object without members, and `{"length": 1e9}`
 * for an array to be walked through.
 */
export function createBodyCheck(schema: TSchema): (body: unknown) => void {
  let check: TypeCheck<TSchema> | undefined;
  return (body) => {
    // Unknown members are ignored; the framework, which strips them, closes the schema in place.
    check ??= TypeCompiler.Compile({ ...schema, additionalProperties: true });
    if (check.Check(body)) return;
    const [first, ...rest] = validationErrorsOf(check.Errors(body), "body");
    throw invalid(first ?? { detail: "The body is not valid.", pointer: "" }, ...rest);
  };
}
