import { TypeCompiler } from "@sinclair/typebox/compiler";
import { Value } from "@sinclair/typebox/value";
import { registerFormats } from "../../../core/http/errors/formats.ts";
import { validationErrorsOf } from "../../../core/http/errors/validation-errors.ts";
import type { FileRow } from "../../../lib/csv-rows.ts";
import { type Fault, Problem } from "../../../lib/problem.ts";
import { faultsOfOrder } from "../create.ts";
import { OrderBody } from "../schema.ts";
import { orderFromShop } from "../upsert/from-shop.ts";
import { ShopOrder } from "../upsert/schema.ts";
import { brokenEntry, type OrderEntry, recordOf } from "./entry.ts";

/** Yields the orders of JSON lines: each as *Create an order* takes it, or as *Create or update an order of a shop* does. */
export async function* jsonlOrders(rows: AsyncGenerator<FileRow>): AsyncGenerator<OrderEntry> {
  for await (const row of rows) {
    if ("fault" in row) yield brokenEntry(row.number, row.fault);
    else if ("text" in row) yield entryOf(row.number, row.text);
  }
}

function entryOf(number: number, text: string): OrderEntry {
  let order: unknown;
  try {
    order = JSON.parse(text);
  } catch {
    return brokenEntry(number, "The line is not valid JSON.");
  }
  if (typeof order !== "object" || order === null || Array.isArray(order)) {
    return brokenEntry(number, "The line is not a JSON object.");
  }
  const isPlain = "orderId" in order;
  const faults = faultsIn(isPlain ? checks().plain : checks().shop, order);
  if (faults.length > 0) return { number, errors: faults.map(({ detail }) => ({ line: number, detail })) };
  return isPlain ? plainEntry(number, order as OrderBody) : shopEntry(number, order as ShopOrder);
}

/** Without fields that the operation doesn't have either. */
function plainEntry(number: number, order: OrderBody): OrderEntry {
  const body = Value.Clean(OrderBody, order) as OrderBody;
  removeBuiltIns(body);
  const faults = faultsOfOrder(body);
  if (faults.length > 0) return { number, errors: faults.map(({ detail }) => ({ line: number, detail })) };
  return { number, order: { body } };
}

/** A name that every object has, such as `constructor`, is a field of each schema for what has removed the unknown ones. */
function removeBuiltIns(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    if (name in Object.prototype) Reflect.deleteProperty(value, name);
    else removeBuiltIns(field);
  }
}

function shopEntry(number: number, order: ShopOrder): OrderEntry {
  try {
    return { number, order: recordOf(orderFromShop(order)) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const faults: Fault[] = "errors" in error.parts ? (error.parts.errors ?? []) : [];
    const details = faults.length > 0 ? faults.map(({ detail }) => detail) : [error.parts.detail];
    return { number, errors: details.map((detail) => ({ line: number, detail })) };
  }
}

type Check = Pick<ReturnType<typeof TypeCompiler.Compile>, "Check" | "Errors">;

let compiled: { plain: Check; shop: Check } | undefined;

function checks(): { plain: Check; shop: Check } {
  if (!compiled) {
    registerFormats();
    // Unknown fields are ignored. The framework sets additionalProperties to false on the schemas themselves.
    const open = { additionalProperties: true };
    compiled = {
      plain: TypeCompiler.Compile({ ...OrderBody, ...open }),
      shop: TypeCompiler.Compile({ ...ShopOrder, ...open }),
    };
  }
  return compiled;
}

function faultsIn(check: Check, order: unknown): Fault[] {
  return check.Check(order) ? [] : validationErrorsOf(check.Errors(order), "body");
}
