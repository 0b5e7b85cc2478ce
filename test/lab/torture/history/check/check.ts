import type { Call } from "../call.ts";
import type { State } from "../state.ts";
import type { Violation } from "../violation.ts";
import { checkAnswers, checkRest } from "./answers.ts";
import { checkCustomers } from "./customers.ts";
import { checkEffects } from "./effects.ts";
import { checkNumbers } from "./numbers.ts";
import { checkRegisters } from "./registers.ts";
import { checkReturns } from "./returns.ts";
import { checkStock } from "./stock.ts";
import { checkStreams } from "./streams.ts";
import { checkUnits } from "./units.ts";

export type Checked = {
  calls: Call[];
  state: State;
  /** The ids of the stores, by index. */
  storeIds: string[];
  /** By request id, the failure that the service logged. */
  causes?: ReadonlyMap<string, string>;
};

/** Returns every violation in a history and its final state. */
export function check({ calls, state, storeIds, causes }: Checked): Violation[] {
  return [
    ...checkAnswers(calls, causes),
    ...checkRest(state),
    ...checkEffects(calls, state),
    ...checkRegisters(calls, state, storeIds),
    ...checkCustomers(calls, state),
    ...checkNumbers(calls, state),
    ...checkReturns(calls, state),
    ...checkUnits(state),
    ...checkStock(state),
    ...checkStreams(calls, state),
  ];
}
