import { type BodyParts, hasCode, Problem, type ProblemParts } from "../../lib/problem.ts";

/** Returns an error with a body of its own, as Loop's API has it; several have the status 200. */
export function warehouseError(status: number, body: unknown): Problem<BodyParts> {
  return new Problem({ status, detail: "An error of the warehouse API.", body });
}

/**
 * Returns the error for an unknown return. Loop's API responds with status 200; `property` is `error` or
 * `errors` by operation.
 */
export function returnNotFound(property: "error" | "errors"): Problem<BodyParts> {
  return warehouseError(200, { [property]: { message: "No return found with this ID." } });
}

/** Whether a change of a return was refused: an action has checked the state, so the history of the return is full. */
export function isRefused(error: unknown): error is Problem<ProblemParts> {
  return hasCode(error, "return_transition_refused");
}
