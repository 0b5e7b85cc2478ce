import { type Static, Type } from "@sinclair/typebox";
import { AnyNumber, Key, Maybe } from "../../../../lib/schema-types.ts";
import { type Call, requireJson } from "../../call.ts";
import type { RestockAnswer } from "../../effects.ts";
import { reasonOf } from "../pay.ts";
import { checkOf } from "../read-order.ts";
import { CHANGE_KEY } from "../returns.ts";
import type { Stocked } from "./read-stocked.ts";

type Change = { id: string; units: number };
type Piece = Stocked["pieces"][number];

type Reservation = Static<typeof Reservation>;
const Reservation = Type.Object({
  id: Key(),
  quantity: AnyNumber({ minimum: 0 }),
  metadata: Maybe(Type.Record(Type.String(), Type.Unknown())),
});
const check = checkOf(Type.Object({ reservations: Type.Array(Reservation) }));

const RELEASED_KEY = "aftersale_released";

/** Withholds units that had come back from being sold. Refused where they were sold already. */
export async function takeBack(call: Call, stocked: Stocked, { id, units }: Change): Promise<RestockAnswer> {
  for (const piece of stocked.pieces) {
    const held = await find(call, stocked, piece);
    if (held?.metadata?.[CHANGE_KEY] === id) continue;
    const quantity = (held?.quantity ?? 0) + units * piece.required_quantity;
    const body = { quantity, metadata: { [CHANGE_KEY]: id } };
    const reason = await write(call, held, { ...body, ...(!held && naming(stocked, piece)) });
    if (reason !== undefined) return { status: "refused", reason };
  }
  return { status: "done" };
}

/** Releases units that were withheld, at most so many. Returns how many were for this change, or why it was refused. */
export async function release(
  call: Call,
  stocked: Stocked,
  { id, units }: Change,
): Promise<number | RestockAnswer> {
  let released = 0;
  for (const piece of stocked.pieces) {
    const held = await find(call, stocked, piece);
    if (!held) continue;
    const { quantity, metadata } = held;
    if (metadata?.[CHANGE_KEY] === id) {
      released = Number(metadata[RELEASED_KEY]) || 0;
      continue;
    }
    const most = Math.min(units, Math.floor(quantity / piece.required_quantity));
    if (most === 0) continue;
    const reason = await write(call, held, {
      quantity: quantity - most * piece.required_quantity,
      metadata: { [CHANGE_KEY]: id, [RELEASED_KEY]: most },
    });
    if (reason !== undefined) return { status: "refused", reason };
    released = most;
  }
  return released;
}

/** A line has one reservation for each piece of inventory. */
function naming({ lineItemId, locationId }: Stocked, { inventory_item_id }: Piece) {
  const description = `Aftersale: not restocked after all, line ${lineItemId}`;
  return { inventory_item_id, location_id: locationId, description };
}

async function find(call: Call, stocked: Stocked, piece: Piece): Promise<Reservation | undefined> {
  const query = {
    ...naming(stocked, piece),
    fields: "id,quantity,metadata",
    limit: "1",
    order: "created_at",
  };
  return check(requireJson(await call({ path: "/admin/reservations", query }))).reservations[0];
}

async function write(call: Call, held: Reservation | undefined, body: object): Promise<string | undefined> {
  const path = held ? `/admin/reservations/${held.id}` : "/admin/reservations";
  return reasonOf(await call({ method: "POST", path, body }));
}
