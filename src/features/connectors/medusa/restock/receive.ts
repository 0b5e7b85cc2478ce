import { type Static, Type } from "@sinclair/typebox";
import { AnyNumber, Text as BoundedText, Key, Maybe } from "../../../../lib/schema-types.ts";
import { type Call, requireJson } from "../../call.ts";
import type { RestockAnswer } from "../../effects.ts";
import { reasonOf } from "../pay.ts";
import { checkOf } from "../read-order.ts";
import { CHANGE_KEY } from "../returns.ts";
import type { Stocked } from "./read-stocked.ts";

const Id = () => Maybe(BoundedText());

type Pending = Static<typeof Pending>;
const Pending = Type.Object({
  return_id: Id(),
  change_type: Id(),
  actions: Maybe(
    Type.Array(
      Type.Object({
        action: BoundedText(),
        details: Maybe(Type.Object({ reference_id: Id(), quantity: Maybe(AnyNumber()) })),
      }),
    ),
  ),
});
const checkChanges = checkOf(Type.Object({ order_changes: Type.Array(Pending) }));
const checkReturn = checkOf(Type.Object({ return: Type.Object({ id: Key() }) }));

const BUSY: RestockAnswer = {
  status: "unknown",
  reason: "The order is being changed in the shop: its stock changes once that is confirmed there.",
};

/** What Medusa says of an order that is being changed: by staff, or for a moment by a refund. */
const ACTIVE = /active order change/i;

type Units = { id: string; units: number };

/**
 * Receives units by a return in the shop, which adds them to the stock when it is confirmed, and to nothing before. Each step
 * is taken only where the one before shows that it is missing, so that an answer that was lost costs nothing.
 */
export async function receive(call: Call, stocked: Stocked, units: Units): Promise<RestockAnswer> {
  const { orderId, begun } = stocked;
  if (begun.some(({ status }) => status === "received")) return { status: "done" };
  const open = await readPending(call, orderId);
  const pendingOf = (id: string) => open.find(({ return_id }) => return_id === id);
  // A Medusa that was stopped while it began a return left one without a change, which can't go on.
  const found = begun.find(({ id, status }) => status !== "open" || pendingOf(id));
  const others = begun.filter((each) => each !== found && pendingOf(each.id));
  // An order with an open change takes no other one.
  for (const { id } of others) await giveUp(call, id);
  const pending = found && pendingOf(found.id);
  if (open.length > others.length && !pending) return BUSY;
  if (found && found.status !== "open")
    return confirm(call, stocked, { ...units, returnId: found.id, pending });
  const returnId = found?.id ?? (await begin(call, stocked, units.id));
  if (typeof returnId === "object") return returnId;
  const reason = await request(call, stocked, { ...units, returnId, pending });
  if (reason === undefined) return confirm(call, stocked, { ...units, returnId, pending: undefined });
  await giveUp(call, returnId);
  return { status: "refused", reason };
}

async function giveUp(call: Call, returnId: string): Promise<void> {
  requireJson(await call({ method: "DELETE", path: `/admin/returns/${returnId}/request` }));
}

async function begin(
  call: Call,
  { orderId, locationId }: Stocked,
  id: string,
): Promise<string | RestockAnswer> {
  const body = {
    ...{ order_id: orderId, location_id: locationId, no_notification: true },
    ...{ internal_note: "Restocked by Aftersale", metadata: { [CHANGE_KEY]: id } },
  };
  const answer = await call({ method: "POST", path: "/admin/returns", body });
  const reason = reasonOf(answer);
  if (reason === undefined) return checkReturn(answer.json).return.id;
  if (ACTIVE.test(reason) || (await readPending(call, orderId)).length > 0) return BUSY;
  return { status: "refused", reason };
}

type Step = Units & { returnId: string; pending: Pending | undefined };

/** Returns why the shop takes no return of these units. */
async function request(
  call: Call,
  { lineItemId }: Stocked,
  { units, returnId, pending }: Step,
): Promise<string | undefined> {
  const path = `/admin/returns/${returnId}/request`;
  if (!has(pending, "RETURN_ITEM")) {
    const body = { items: [{ id: lineItemId, quantity: units }] };
    const reason = reasonOf(await call({ method: "POST", path: `${path}-items`, body }));
    if (reason !== undefined) return reason;
  }
  return reasonOf(await call({ method: "POST", path, body: { no_notification: true } }));
}

async function confirm(
  call: Call,
  { lineItemId }: Stocked,
  { units, returnId, pending }: Step,
): Promise<RestockAnswer> {
  const path = `/admin/returns/${returnId}/receive`;
  const ask = async (to: string, body: object) => {
    const reason = reasonOf(await call({ method: "POST", path: to, body }));
    return reason === undefined ? undefined : ({ status: "unknown", reason } as const);
  };
  if (pending?.change_type !== "return_receive") {
    const failed = await ask(path, {});
    if (failed) return failed;
  }
  if (!has(pending, "RECEIVE_RETURN_ITEM")) {
    const failed = await ask(`${path}-items`, { items: [{ id: lineItemId, quantity: units }] });
    if (failed) return failed;
  }
  return (await ask(`${path}/confirm`, { no_notification: true })) ?? { status: "done" };
}

function has(pending: Pending | undefined, action: string): boolean {
  return pending?.actions?.some((each) => each.action === action) ?? false;
}

/** Returns the changes of an order that aren't confirmed yet: at most one, but for two that began in the same moment. */
async function readPending(call: Call, orderId: string): Promise<Pending[]> {
  const path = `/admin/orders/${orderId}/changes`;
  const query = {
    fields: "id,return_id,change_type,status,*actions",
    ...{ "status[0]": "pending", "status[1]": "requested" },
  };
  return checkChanges(requireJson(await call({ path, query }))).order_changes;
}
