import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { changeReturn } from "../../returns/change/change.ts";
import { mayBecome, type Status } from "../../returns/status.ts";
import { isRefused, warehouseError } from "../errors.ts";
import type { ReturnReference } from "../find-return.ts";
import { type State, stateOf } from "../state.ts";
import { requireReturn } from "./require-return.ts";

export type Action = "process" | "flag" | "close" | "cancel";

/** The status after each action, and the states that allow it. */
const ACTIONS: Record<Action, { to: Status; states: readonly State[] }> = {
  process: { to: "complete", states: ["open"] },
  flag: { to: "flagged", states: ["open", "review"] },
  close: { to: "rejected", states: ["open", "review"] },
  cancel: { to: "deleted", states: ["open"] },
};

/**
 * Applies an action to a return. Throws the warehouse error 200 for an unknown return or a state that does
 * not allow it.
 */
export async function act(
  ctx: Ctx,
  caller: Caller,
  reference: ReturnReference,
  action: Action,
): Promise<true> {
  const { id } = await requireReturn(ctx, caller.storeId, reference);
  const change = async (_tx: Ctx, { status }: { status: Status }) => {
    const to = transition(status, action);
    return to && { status: to };
  };
  try {
    await changeReturn(ctx, caller, id, change, { completes: true });
  } catch (error) {
    if (!isRefused(error)) throw error;
    throw warehouseError(200, { errors: { message: error.parts.detail, code: "UNPROCESSABLE_RETURN" } });
  }
  return true;
}

/**
 * Returns the status after an action. Returns undefined for a return in review that cannot become flagged:
 * flagging it succeeds without a change. Throws the warehouse error 200 in a state that does not allow the
 * action.
 */
function transition(status: Status, action: Action): Status | undefined {
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
