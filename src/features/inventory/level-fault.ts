import { TypeCompiler } from "@sinclair/typebox/compiler";
import { findUnstorable } from "../../core/http/body/body.ts";
import { registerFormats } from "../../core/http/errors/formats.ts";
import { validationErrorsOf } from "../../core/http/errors/validation-errors.ts";
import { LevelBody } from "./schema.ts";

let compiled: ReturnType<typeof TypeCompiler.Compile<typeof LevelBody>> | undefined;

/** Returns what is wrong with a level of a file; undefined for a valid one. */
export function levelFault(level: unknown): string | undefined {
  if (!compiled) {
    registerFormats();
    compiled = TypeCompiler.Compile(LevelBody);
  }
  if (compiled.Check(level)) return findUnstorable(level, "")?.detail;
  return validationErrorsOf(compiled.Errors(level), "body", "The line")
    .map(({ detail }) => detail)
    .join(" ");
}
