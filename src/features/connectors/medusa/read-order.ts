import type { Static, TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { registerFormats } from "../../../core/http/errors/formats.ts";
import { validationErrorsOf } from "../../../core/http/errors/validation-errors.ts";
import { requireNoFaults } from "../../../lib/require-no-faults.ts";
import { MedusaOrder } from "./order-schema.ts";

/** Returns a function that returns JSON of Medusa as its schema has it. It throws 400 that says what is not so, and where. */
export function checkOf<Schema extends TSchema>(schema: Schema): (json: unknown) => Static<Schema> {
  let compiled: TypeCheck<Schema> | undefined;
  return (json) => {
    if (!compiled) {
      registerFormats();
      compiled = TypeCompiler.Compile(schema);
    }
    if (!compiled.Check(json)) requireNoFaults(validationErrorsOf(compiled.Errors(json), "body"));
    return json as Static<Schema>;
  };
}

/** Returns what is read of an order of Medusa's admin API. Throws 400. */
export const readOrder = checkOf(MedusaOrder);
