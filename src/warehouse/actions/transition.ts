import { mayBecome, type Status } from "../../returns/status.ts";
import { refusal } from "../errors.ts";
import { type State, stateOf } from "../state.ts";

export type Action = "process" | "flag" | "close" | "cancel";

/** What an action makes of a return, and in which states it is taken. */
const ACTIONS: Record<Action, { to: Status; states: readonly State[] }> = {
  process: { to: "complete", states: ["open"] },
  flag: { to: "flagged", states: ["open", "review"] },
  close: { to: "rejected", states: ["open", "review"] },
  cancel: { to: "deleted", states: ["open"] },
};

/**
 * The status that an action leads to; undefined where there is nothing to change: a return in review may be
 * flagged, and is not moved where no transition leads there. Refuses in a state that the action isn't taken
 * in.
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
  return refusal(200, { errors: { message, code } });
}
