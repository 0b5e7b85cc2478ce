import type { ValueError } from "@sinclair/typebox/errors";
import type { Fault } from "../lib/problem.ts";
import { describeSchema } from "./describe-schema.ts";

const MOST_FAULTS = 20;

/** What is wrong in a body, the query, the path's parameters or the headers: one fault a place, at most 20. */
export function validationErrorsOf(errors: Iterable<ValueError>, part: string): Fault[] {
  const faults = new Map<string, Fault>();
  for (const { path, value, schema } of innermost(errors)) {
    if (faults.has(path)) continue;
    const must = value === undefined ? "is required" : `must be ${describeSchema(schema)}`;
    faults.set(path, { detail: `${fieldName(part, path)} ${must}.`, ...place(part, path) });
    if (faults.size === MOST_FAULTS) break;
  }
  return [...faults.values()];
}

/** For a value that is right in itself for one alternative of a union, and wrong further in: what is wrong there. */
function* innermost(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const meant = error.errors
      .map((tried) => [...firstOf(tried, MOST_FAULTS)])
      .find((tried) => tried.every(({ path }) => path.length > error.path.length));
    if (meant) yield* innermost(meant);
    else yield error;
  }
}

function* firstOf<T>(values: Iterable<T>, most: number): Generator<T> {
  let count = 0;
  for (const value of values) {
    yield value;
    if (++count === most) return;
  }
}

function place(part: string, path: string): Omit<Fault, "detail"> {
  if (part === "body") return { pointer: path };
  return part === "headers" ? { header: headerName(path) } : { parameter: memberName(path) };
}

/** What a place is called in a sentence. */
export function fieldName(part: string, path: string): string {
  if (part === "headers") return headerName(path);
  return memberName(path).replaceAll("/", ".") || "The body";
}

function memberName(path: string): string {
  return path.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
}

function headerName(path: string): string {
  return memberName(path).replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
}
