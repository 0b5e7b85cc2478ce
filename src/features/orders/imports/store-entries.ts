import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { Ctx } from "../../../core/ctx.ts";
import { findUnstorable } from "../../../core/http/body/body.ts";
import { faultsOfPathId } from "../../../core/http/body/body-faults.ts";
import { registerFormats } from "../../../core/http/errors/formats.ts";
import { validationErrorsOf } from "../../../core/http/errors/validation-errors.ts";
import type { StoredLines } from "../../../core/imports/kind.ts";
import { Problem } from "../../../lib/problem.ts";
import { preparedNamed } from "../../../platform/db/prepared.ts";
import type { LineError } from "../../../platform/db/tables/import-columns.ts";
import { StoredOrder } from "../schema.ts";
import { upsertOrders } from "../upsert/upsert-orders.ts";
import { type OrderEntry, type OrderRecord, sourceOf } from "./entry.ts";

export type OrderCount = "created" | "updated" | "unchanged";

type NumberedOrder = { number: number; order: OrderRecord };

/**
 * Creates or updates the orders of a file in one transaction, the caller's if there is one. An order that is broken is
 * left out, with the errors of its lines, and so is one that the store hasn't if it only updates one, or if a connected shop has
 * deleted it.
 */
export async function storeEntries(
  ctx: Ctx,
  storeId: string,
  entries: OrderEntry[],
): Promise<StoredLines<OrderCount>> {
  const counts = { created: 0, updated: 0, unchanged: 0 };
  const errors: LineError[] = [];
  const orders = new Map<string, NumberedOrder>();
  let broken = 0;
  const reject = (faults: LineError[]) => {
    broken++;
    errors.push(...faults);
  };
  for (const entry of entries) {
    if ("errors" in entry) {
      reject(entry.errors);
      continue;
    }
    const { number, order } = entry;
    const detail = orderFault(order.body) ?? (orders.has(order.body.orderId) ? REPEATED : undefined);
    if (detail === undefined) orders.set(order.body.orderId, entry);
    else reject([{ line: number, detail }]);
  }
  for (const { id, isDeleted } of await notStored(
    ctx,
    storeId,
    [...orders.values()].map(({ order }) => order.body),
  )) {
    const { number = 0, order } = orders.get(id) ?? {};
    const fault = order?.unlessStored ?? (isDeleted ? { detail: DELETED } : undefined);
    if (!fault) continue;
    orders.delete(id);
    reject([{ line: number, ...fault }]);
  }
  const sources = [...orders.values()];
  const outcomes =
    sources.length === 0
      ? []
      : await upsertOrders(
          ctx,
          storeId,
          sources.map(({ order }) => sourceOf(order)),
        );
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome instanceof Problem) reject([{ line: sources[i]?.number ?? 0, detail: detailOf(outcome) }]);
    else counts[outcome.result]++;
  }
  return { counts, broken, errors: errors.toSorted((a, b) => a.line - b.line) };
}

type NotStored = { id: string; isDeleted: boolean };

/** Returns those of these orders that the store hasn't, and whether a connected shop, of the file's kind if it has one, has deleted them. */
function notStored(ctx: Ctx, storeId: string, orders: StoredOrder[]): Promise<NotStored[]> {
  if (orders.length === 0) return Promise.resolve([]);
  const ids = orders.map(({ orderId }) => orderId);
  return findNotStored(ctx.db, { storeId, ids, kinds: orders.map(({ fileOf }) => fileOf ?? null) });
}

const findNotStored = preparedNamed<NotStored>(
  "find_new_orders_of_file",
  `select given.id, exists (
     select from connectors join connector_deletions as deleted
       on deleted.store_id = connectors.store_id and deleted.connector_id = connectors.id
     where connectors.store_id = $storeId and deleted.order_id = given.id
       and coalesce(given.kind, connectors.kind) = connectors.kind
   ) as "isDeleted"
   from unnest($ids::text[], $kinds::text[]) as given(id, kind)
   where not exists (select from orders where store_id = $storeId and external_id = given.id)`,
);

const DELETED = "A connected shop has deleted the order of this id.";
const REPEATED = "The order is repeated.";

function detailOf({ parts }: Problem): string {
  const faults = "errors" in parts ? (parts.errors ?? []) : [];
  return faults.length > 0 ? faults.map(({ detail }) => detail).join(" ") : parts.detail;
}

let compiled: ReturnType<typeof TypeCompiler.Compile<typeof StoredOrder>> | undefined;

/** Returns what is wrong with an order of a file; undefined for a valid one. */
function orderFault(body: StoredOrder): string | undefined {
  if (!compiled) {
    registerFormats();
    compiled = TypeCompiler.Compile(StoredOrder);
  }
  const faults = compiled.Check(body)
    ? [...faultsOfPathId(body.orderId, "/orderId"), findUnstorable(body, "")]
    : validationErrorsOf(compiled.Errors(body), "body");
  const details = faults.flatMap((fault) => fault?.detail ?? []);
  return details.length > 0 ? details.join(" ") : undefined;
}
