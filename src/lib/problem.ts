/** One error in a request and its location: a JSON pointer into the body, a parameter or a header. */
export type Fault = { detail: string; pointer?: string; parameter?: string; header?: string };

export type ProblemParts = {
  status: number;
  detail: string;
  errors?: Fault[];
  headers?: Record<string, string>;
  /** The exact body, for an API style with error responses of its own. */
  body?: unknown;
};

/** An error for the client. Any other error that is thrown is a bug, and becomes a 500. */
export class Problem extends Error {
  override name = "Problem";
  readonly parts: ProblemParts;

  constructor(parts: ProblemParts) {
    super(parts.detail);
    this.parts = parts;
  }
}

/** Returns a problem to throw. */
export function problem(
  status: number,
  detail: string,
  more: Omit<ProblemParts, "status" | "detail"> = {},
): Problem {
  return new Problem({ status, detail, ...more });
}

/** Returns a 400 with its faults; its detail is that of the first. */
export function invalid(...errors: [Fault, ...Fault[]]): Problem {
  return new Problem({ status: 400, detail: errors[0].detail, errors });
}
