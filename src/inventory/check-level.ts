import { TypeCompiler } from "@sinclair/typebox/compiler";
import { findUnstorable } from "../http/body.ts";
import { registerFormats } from "../http/formats.ts";
import { validationErrorsOf } from "../http/validation-errors.ts";
import { LevelBody } from "./schema.ts";

/** Returns a function that validates a level and returns the error, or undefined for a valid level. */
export function createLevelCheck(): (level: unknown) => string | undefined {
  registerFormats();
  const check = TypeCompiler.Compile(LevelBody);
  return (level) => {
    if (check.Check(level)) return findUnstorable(level, "")?.detail;
    return validationErrorsOf(check.Errors(level), "body")
      .map(({ detail }) => detail)
      .join(" ");
  };
}
