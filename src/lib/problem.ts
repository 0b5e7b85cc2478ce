import { PROBLEM_CODES, type ProblemCode } from "./problem-codes.ts";

/** One error in a request and its location: a JSON pointer into the body, a parameter or a header. */
export type Fault = { detail: string; pointer?: string; parameter?: string; header?: string };

type More = {
  errors?: Fault[];
  headers?: Record<string, string>;
  /** What would be allowed instead. */
  allowed?: readonly string[];
  /** What the store's policy says, where it doesn't allow a return. */
  decisions?: readonly object[];
};

export type ProblemParts = More & { code: ProblemCode; status: number; detail: string };

/** An error response with a body of its own, of an API style that has no codes. */
export type BodyParts = { status: number; detail: string; body: unknown; headers?: undefined };

/** An error for the client. Any other error that is thrown is a bug, and becomes a 500. */
export class Problem<Parts extends ProblemParts | BodyParts = ProblemParts | BodyParts> extends Error {
  override name = "Problem";
  readonly parts: Parts;

  constructor(parts: Parts) {
    super(parts.detail);
    this.parts = parts;
  }
}

/** Returns a problem to throw, with the status of its code. */
export function problem(code: ProblemCode, detail: string, more: More = {}): Problem<ProblemParts> {
  return new Problem({ code, status: PROBLEM_CODES[code].status, detail, ...more });
}

/** Whether what was thrown is the problem of a code. */
export function hasCode(error: unknown, code: ProblemCode): error is Problem<ProblemParts> {
  return error instanceof Problem && "code" in error.parts && error.parts.code === code;
}

/** Returns the 503 of a store with too many waiting requests. */
export function storeBusy(): Problem<ProblemParts> {
  return problem("store_busy", "Too many requests of this store are waiting; try again.", {
    headers: { "Retry-After": "1" },
  });
}

/** Returns a 400 with its faults; its detail is that of the first. */
export function invalid(...errors: [Fault, ...Fault[]]): Problem<ProblemParts> {
  return problem("invalid_request", errors[0].detail, { errors });
}

/** Returns the JSON pointer (RFC 6901) of a field of the object at `parent`. */
export function pointerTo(parent: string, name: string): string {
  return `${parent}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Throws 400 with all faults, if there is one. */
export function requireNoFaults([first, ...rest]: Fault[]): void {
  if (first) throw invalid(first, ...rest);
}
