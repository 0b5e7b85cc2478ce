import { mayBecome, type Status } from "../../returns/status.ts";
import { warehouseError } from "../errors.ts";
import { type State, stateOf } from "../state.ts";

export type Action = "process" | "flag" | "close" | "cancel";

/** The status after each action, and the states that allow it. */
const ACTIONS: Record<Action, { to: Status; states: readonly State[] }> = {
  process: { to: "complete", states: ["open"] },
  flag: { to: "flagged", states: ["open", "review"] },
  close: { to: "rejected", states: ["open", "review"] },
  cancel: { to: "deleted", states: ["open"] },
};

/**
 * Returns the status after an action. Returns undefined for a return in review that cannot become flagged:
 * flagging it succeeds without a change. Throws the warehouse error 200 in a state that does not allow the
 * action.
 */
export function transition(status: Status, action: Action): Status | undefined {
  const { to, states } = ACTIONS[action];
  const state = stateOf(status);
  if (!states.includes(state)) throw unprocessable(state);
  return mayBecome(status, to) ? to : undefined;
}

function unprocessable(state: State) {
  const code = state === "review" ? "UNPROCESSABLE_FLAGGED_RETURN" : "UNPROCESSABLE_RETURN";
  const message = `Return is ${state} and therefore cannot be processed.`;
  return warehouseError(200, { errors: { message, code } });
}
