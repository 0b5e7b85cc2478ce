import { type Problem, problem } from "../lib/problem.ts";

/** A refusal of the compatible API in words of its own; many of them have the status 200. */
export function refusal(status: number, body: unknown): Problem {
  return problem(status, "Refused in the words of the compatible API.", { body });
}

/** No return is meant; `member` is what the operation puts its errors under. */
export function returnNotFound(member: "error" | "errors"): Problem {
  return refusal(200, { [member]: { message: "No return found with this ID." } });
}
