import { type ValueError, ValueErrorType } from "@sinclair/typebox/errors";
import type { Fault } from "../../../lib/problem.ts";
import { describeSchema } from "./describe-schema.ts";

const MAX_FAULTS = 20;
const TOO_MANY_FIELDS = ValueErrorType.ObjectMaxProperties;

const BODY = "The body";

/**
 * Returns the faults in a body, the query, the path parameters or the headers: one per field, at most 20. An
 * object with too many fields is the last, as the rest isn't looked at. `whole` is what texts call the
 * checked value itself.
 */
export function validationErrorsOf(errors: Iterable<ValueError>, part: string, whole = BODY): Fault[] {
  const faults = new Map<string, Fault>();
  for (const { type, path, value, schema } of innermost(errors)) {
    if (faults.has(path)) continue;
    const reason = value === undefined ? "is required" : `must be ${describeSchema(schema)}`;
    faults.set(path, { detail: `${fieldName(part, path, whole)} ${reason}.`, ...location(part, path) });
    if (faults.size === MAX_FAULTS || type === TOO_MANY_FIELDS) break;
  }
  return [...faults.values()];
}

/** Replaces the error of a union by those of the alternative that the value has the type of, if one has. */
function* innermost(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const inner = error.errors
      .map((alternative) => [...take(alternative, MAX_FAULTS)])
      .find((alternative) => alternative.every(({ path }) => path.length > error.path.length));
    if (inner) yield* innermost(inner);
    else yield error;
  }
}

function* take(errors: Iterable<ValueError>, max: number): Generator<ValueError> {
  let count = 0;
  for (const error of errors) {
    yield error;
    if (++count === max || error.type === TOO_MANY_FIELDS) return;
  }
}

function location(part: string, path: string): Omit<Fault, "detail"> {
  if (part === "body") return { pointer: path };
  return part === "headers" ? { header: headerName(path) } : { parameter: propertyName(path) };
}

/** Returns the name of a field in a sentence. */
export function fieldName(part: string, path: string, whole = BODY): string {
  if (part === "headers") return headerName(path);
  return propertyName(path).replaceAll("/", ".") || whole;
}

function propertyName(path: string): string {
  return path.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
}

function headerName(path: string): string {
  return propertyName(path).replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
