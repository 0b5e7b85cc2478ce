import type { Static, TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { registerFormats } from "../../../core/http/errors/formats.ts";
import { validationErrorsOf } from "../../../core/http/errors/validation-errors.ts";
import { requireNoFaults } from "../../../lib/problem.ts";
import { MedusaOrder } from "./order-schema.ts";

/** Returns a function that returns JSON of Medusa as its schema has it. It throws 400 that says what is not so, and where. */
export function checkOf<Schema extends TSchema>(schema: Schema): (json: unknown) => Static<Schema> {
  let compiled: TypeCheck<Schema> | undefined;
  return (json) => {
    if (!compiled) {
      registerFormats();
      compiled = TypeCompiler.Compile(schema);
    }
    if (!compiled.Check(json)) requireNoFaults(validationErrorsOf(compiled.Errors(json), "body"));
    return json as Static<Schema>;
  };
}

const check = checkOf(MedusaOrder);

/**
 * Returns what is read of an order of Medusa's admin API. Medusa returns what belongs to an order in any order, another one
 * each time: it is sorted by the ids, which grow with the time. Throws 400.
 */
export function readOrder(json: unknown): MedusaOrder {
  const order = check(json);
  return {
    ...order,
    items: order.items.toSorted(byId),
    shipping_methods: order.shipping_methods?.toSorted(byId),
    credit_lines: order.credit_lines?.toSorted(byId),
    fulfillments: order.fulfillments?.toSorted(byId),
    payment_collections: order.payment_collections?.toSorted(byId).map((collection) => ({
      ...collection,
      payments: collection.payments?.toSorted(byId).map((payment) => ({
        ...payment,
        refunds: payment.refunds?.toSorted(byId),
      })),
    })),
  };
}

function byId(a: { id: string }, b: { id: string }): number {
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}
