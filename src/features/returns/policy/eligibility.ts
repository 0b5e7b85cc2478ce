import type { Ctx } from "../../../core/ctx.ts";
import { parseDateTime } from "../../../lib/date-time.ts";
import { plural } from "../../../lib/plural.ts";
import { type Fault, problem, requireNoFaults } from "../../../lib/problem.ts";
import { utf8Bytes } from "../../../lib/text.ts";
import { preparedByKey } from "../../../platform/db/prepared.ts";
import { rowJson } from "../../../platform/db/row-json.ts";
import { orders } from "../../../platform/db/tables/orders.ts";
import { noOrder, ORDER_ID } from "../../orders/find.ts";
import { lineById } from "../../orders/lines.ts";
import type { OrderBody } from "../../orders/schema.ts";
import { NO_POLICY } from "../../policy/decide.ts";
import { membershipsOf } from "../../segments/memberships.ts";
import { parseRanges } from "../create/take-items.ts";
import { refundedUnits } from "../money/paid-elsewhere.ts";
import { decideInTurns, segmentsNamedBy } from "./decide-lines.ts";
import type { EligibilityBody } from "./eligibility-schema.ts";
import { type AskedLine, factsOf, type ParcelRow, parcelsSql } from "./facts.ts";
import { POLICY_MARK, type PolicyMark, policyOf } from "./policy-of-store.ts";

const MAX_BYTES = 10 * 1024 * 1024;

type Asked = Pick<EligibilityBody, "at" | "items"> & {
  /** That of the texts; English by default. */
  language?: string;
};

/**
 * Returns what the store's policy says about an order's lines, as the JSON of `Eligibility`. Throws 404 for an unknown
 * order, 400 with a pointer to each line and quantity that it doesn't have, and 400 when the decisions are too large.
 */
export async function readEligibility(
  ctx: Ctx,
  storeId: string,
  orderId: string,
  { at, items, language }: Asked,
): Promise<string> {
  const [found] = await findFacts(ctx.db, storeId, orderId);
  if (!found) throw noOrder(orderId);
  const order = ORDER.read(found.row);
  const asked = items ? askedLines(order.body, items) : allLines(order.body);
  const moment = parseDateTime(at ?? "") ?? ctx.now();
  const policy = found.policy ? await policyOf(ctx, storeId, found.policy) : NO_POLICY;
  const customerIds = order.customerId === null ? [] : [order.customerId];
  const keys = segmentsNamedBy(policy.policy);
  const members = await membershipsOf(ctx, storeId, { customerIds, keys, at: moment });
  const segments = members.get(order.customerId ?? "") ?? [];
  const units = new Map(Object.entries(found.taken ?? {}).map(([id, units]) => [id, parseRanges(units)]));
  const taken = { units, refunded: await refundedUnits(ctx, storeId, order) };
  const known = { order, parcels: found.parcels, taken, segments, language: language ?? null, at: moment };
  const lines: string[] = [];
  let bytes = 0;
  for await (const line of decideInTurns(policy, factsOf(known, asked))) {
    const json = JSON.stringify(line);
    bytes += utf8Bytes(json);
    if (bytes > MAX_BYTES) throw tooLarge();
    lines.push(json);
  }
  return `{"version":${policy.version},"lines":[${lines.join(",")}]}`;
}

function allLines({ lineItems }: OrderBody): AskedLine[] {
  return lineItems.map(({ id }) => ({ lineItemId: id, quantity: null, reasonCode: null }));
}

function askedLines(body: OrderBody, items: NonNullable<EligibilityBody["items"]>): AskedLine[] {
  const faults: Fault[] = [];
  const asked = items.map(({ lineItemId, quantity, reasonCode }, i) => {
    const line = lineById(body, lineItemId)?.line;
    if (!line) {
      const detail = `The order has no line item ${lineItemId}.`;
      faults.push({ detail, pointer: `/items/${i}/lineItemId` });
    } else if ((quantity ?? 0) > line.quantity) {
      const detail = `The order has only ${plural(line.quantity, "unit")} of line item ${lineItemId}.`;
      faults.push({ detail, pointer: `/items/${i}/quantity` });
    }
    return { lineItemId, quantity: quantity ?? null, reasonCode: reasonCode ?? null };
  });
  requireNoFaults(faults);
  return asked;
}

function tooLarge() {
  const detail = `The decisions would take more than ${MAX_BYTES} bytes: ask for fewer lines.`;
  return problem("decisions_too_large", detail, { errors: [{ detail, pointer: "/items" }] });
}

const ORDER = rowJson(orders, "found");

type Found = {
  row: unknown[];
  parcels: ParcelRow[] | null;
  taken: Record<string, string> | null;
  policy: PolicyMark | null;
};

/** One statement: the order, its parcels, the units of each line that are in returns, and the policy in force. */
const findFacts = preparedByKey<Found>(
  "eligibility_facts",
  `select ${ORDER.sql} as row, ${parcelsSql("found.id")} as parcels, ${POLICY_MARK} as policy, (
     select json_object_agg(line, units) from (
       select line_item_id as line,
         range_agg(int4range((range->>0)::int, (range->>1)::int))::text as units
       from return_items as item
       join returns on returns.store_id = item.store_id and returns.id = item.return_id
       cross join json_array_elements(item.units) as range
       where item.store_id = $1 and item.order_id = found.id and returns.status <> 'deleted'
       group by line_item_id
     ) as held
   ) as taken
   from orders as found where store_id = $1 and id = ${ORDER_ID} limit 1`,
);
