import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { storedForms } from "../../core/persons/identifiers.ts";
import { addPersonFields } from "../../core/persons/person-texts.ts";
import type { Person } from "../../core/persons/redact.ts";
import { customerAliases } from "../../platform/db/tables/customers.ts";
import { loadCustomer } from "../customers/find.ts";
import { exportDeliveries, exportResponses } from "./export-deliveries.ts";
import { exportEvents, exportRejections, exportStorefrontEvents } from "./export-events.ts";
import { exportMails } from "./export-mails.ts";
import { exportNotes } from "./export-notes.ts";
import { exportImages, exportOrders, exportReturns } from "./export-returns.ts";
import { exportWithdrawals } from "./export-withdrawals.ts";
import type { Exported, Section } from "./exported.ts";

const SECTIONS = {
  events: exportEvents,
  rejectedEvents: exportRejections,
  storefrontEvents: exportStorefrontEvents,
  orders: exportOrders,
  returns: exportReturns,
  withdrawals: exportWithdrawals,
  notes: exportNotes,
  images: exportImages,
  deliveries: exportDeliveries,
  responses: exportResponses,
  mails: exportMails,
} satisfies Record<string, (exported: Exported) => Section>;

/** The members of an export. */
export type ExportedPart = "customer" | "formerIdentifiers" | "mergedCustomers" | keyof typeof SECTIONS;

/** The minimum size of a chunk, except the last. */
const CHUNK_CHARACTERS = 64 * 1024;

/**
 * Yields the JSON of everything that the store has of a customer, in slices that are read as the client receives
 * them. Throws 404 for an unknown customer.
 */
export async function* exportCustomer(
  ctx: Ctx,
  { storeId, origin }: Pick<Caller, "storeId" | "origin">,
  requestedId: string,
): AsyncGenerator<string> {
  const customer = await loadCustomer(ctx, storeId, requestedId);
  const customerId = customer.id;
  const formerIdentifiers = await formerIdentifiersOf(ctx, storeId, customerId);
  const mergedCustomers = await mergedInto(ctx, storeId, customerId);
  const person: Person = {
    ...{ identifiers: new Set(formerIdentifiers.flatMap(storedForms)), names: new Set() },
    ...{ lines: new Set(), texts: new Set() },
  };
  for (const profile of [customer, ...mergedCustomers]) addPersonFields(person, profile);
  const mergedIds = mergedCustomers.map(({ id }) => id);
  const exported: Exported = { ctx, storeId, origin, customerId, mergedIds, person };
  let chunk = JSON.stringify({ customer, formerIdentifiers, mergedCustomers }).slice(0, -1);
  for (const [name, read] of Object.entries(SECTIONS)) {
    chunk += `,${JSON.stringify(name)}:[`;
    let separator = "";
    for await (const pieces of read(exported)) {
      chunk += separator;
      separator = ",";
      for await (const piece of pieces) {
        chunk += piece;
        if (chunk.length < CHUNK_CHARACTERS) continue;
        yield chunk;
        chunk = "";
      }
    }
    chunk += "]";
  }
  yield `${chunk}}`;
}

/** Those that the profiles of merged customers had lead to the customer as well. */
async function formerIdentifiersOf(ctx: Ctx, storeId: string, customerId: string): Promise<string[]> {
  const { rows } = await ctx.db.execute<{ identifier: string }>(sql`
    select identifier from former_identifiers
    where store_id = ${storeId} and customer_id = ${customerId}
    union
    select alias from customer_aliases
    where store_id = ${storeId} and customer_id = ${customerId} and kind <> 'customerId'
    order by identifier`);
  return rows.map(({ identifier }) => identifier);
}

async function mergedInto(ctx: Ctx, storeId: string, customerId: string) {
  const rows = await ctx.db
    .select()
    .from(customerAliases)
    .where(sql`store_id = ${storeId} and customer_id = ${customerId} and kind = 'customerId'`)
    .orderBy(customerAliases.alias);
  return rows.map(({ alias, mergedProfile }) => ({ id: alias, ...mergedProfile }));
}
