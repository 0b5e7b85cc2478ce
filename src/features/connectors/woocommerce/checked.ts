import type { Static, TSchema } from "@sinclair/typebox";
import { TypeCompiler } from "@sinclair/typebox/compiler";
import { registerFormats } from "../../../core/http/errors/formats.ts";
import { validationErrorsOf } from "../../../core/http/errors/validation-errors.ts";
import { memoizeByObject } from "../../../lib/memoize-by-object.ts";
import { invalid, requireNoFaults } from "../../../lib/problem.ts";

const checkOf = memoizeByObject((schema: TSchema) => {
  registerFormats();
  return TypeCompiler.Compile(schema);
});

/** Returns JSON of the shop in its shape. Throws 400 that names each fault. */
export function checked<Schema extends TSchema>(schema: Schema, json: unknown): Static<Schema> {
  const check = checkOf(schema);
  if (check.Check(json)) return json as Static<Schema>;
  requireNoFaults(validationErrorsOf(check.Errors(json), "body"));
  throw invalid({ detail: "The shop's JSON has another shape.", pointer: "" });
}
