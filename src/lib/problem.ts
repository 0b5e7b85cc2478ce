/** One thing that is wrong with a request, and where: a JSON pointer into the body, a parameter or a header. */
export type Fault = { detail: string; pointer?: string; parameter?: string; header?: string };

export type ProblemParts = {
  status: number;
  detail: string;
  errors?: Fault[];
  headers?: Record<string, string>;
  /** What a dialect of its own answers word for word. */
  body?: unknown;
};

/** A refusal that the client is told about; everything else that is thrown is a bug and answered 500. */
export class Problem extends Error {
  override name = "Problem";
  readonly parts: ProblemParts;

  constructor(parts: ProblemParts) {
    super(parts.detail);
    this.parts = parts;
  }
}

export function problem(
  status: number,
  detail: string,
  more: Omit<ProblemParts, "status" | "detail"> = {},
): Problem {
  return new Problem({ status, detail, ...more });
}

/** A 400 that names each fault; its detail is the first fault's. */
export function invalid(...errors: [Fault, ...Fault[]]): Problem {
  return new Problem({ status: 400, detail: errors[0].detail, errors });
}
