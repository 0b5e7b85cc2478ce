import type { Call } from "../../call.ts";
import type { ConnectorRestock, RestockAnswer } from "../../effects.ts";
import { readStocked } from "./read-stocked.ts";
import { receive } from "./receive.ts";
import { release, takeBack } from "./withhold.ts";

/**
 * Changes the shop's stock by the units of a line, once per change.
 *
 * Medusa has no operation that adds to a level, only one that sets it, which would undo what was sold meanwhile. Units that
 * came back are therefore received there by a return of the order, which adds them. What is taken back afterwards is withheld
 * by a reservation, and what comes back again is released from it first. Each names the change, by which it is found again.
 */
export async function restock(call: Call, change: ConnectorRestock): Promise<RestockAnswer> {
  const stocked = await readStocked(call, change);
  if ("reason" in stocked) return { status: "refused", reason: stocked.reason };
  if (change.units < 0) return takeBack(call, stocked, { id: change.id, units: -change.units });
  const released = await release(call, stocked, change);
  if (typeof released === "object") return released;
  const units = change.units - released;
  return units > 0 ? receive(call, stocked, { id: change.id, units }) : { status: "done" };
}
