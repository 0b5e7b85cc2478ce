import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { inSlice } from "../../../core/jobs/in-slice.ts";
import { blankedId, type Erasure } from "../../../core/persons/erased-persons.ts";
import type { ErasureRule } from "../../../core/persons/erasure.ts";
import { contains, type Person, redactText } from "../../../core/persons/redact.ts";
import {
  returnHistory,
  returnImages,
  returnItems,
  returnNotes,
} from "../../../platform/db/tables/returns.ts";
import { changeReturn } from "../change/change.ts";
import type { Payout } from "../payouts/schema.ts";
import type { Return } from "../schema.ts";
import { blankPayouts, blankTexts } from "./blank-payouts.ts";
import { BLANK_ADDRESS, blankAdditions, blankItemAdditions, blankReturnView } from "./blank-return.ts";
import { eraseReasons } from "./erase-reasons.ts";

/** Each is a transaction of its own, which also tells the webhooks. */
const SLICE_RETURNS = 10;

/**
 * Blanks the person in returns, as a change of each: with a row in its history, in the change feed, and an event
 * for the webhooks. Lines, money and status stay; notes, comments and images are removed.
 */
export const returnsErasure: ErasureRule = {
  name: "returns",
  erase: async (ctx, { storeId, batch }) => {
    const { rows } = await ctx.db.execute<{ id: string; erasureId: string }>(sql`
      select id, customer_id as "erasureId" from returns
      where store_id = ${storeId} and customer_id = any(${sql.param(batch.map(({ id }) => id))}::text[])
      limit ${SLICE_RETURNS}`);
    const erasureOf = new Map(batch.map((erasure) => [erasure.id, erasure]));
    for (const { id, erasureId } of rows) {
      const erasure = erasureOf.get(erasureId);
      if (erasure) await inSlice(ctx, (tx) => eraseReturn(tx, erasure, id));
    }
    return { isDone: rows.length < SLICE_RETURNS };
  },
};

function eraseReturn(ctx: Ctx, erasure: Erasure, returnId: string): Promise<void> {
  const { storeId, by, byId, requestId, person } = erasure;
  const caller: Caller = { storeId, clientId: "", by, byId, requestId, origin: ctx.origin };
  return changeReturn(ctx, caller, returnId, async (tx, row, at) => {
    // Another process may have taken it meanwhile.
    if (row.customerId !== erasure.id) return undefined;
    const ofReturn = <T extends typeof returnNotes | typeof returnImages>(table: T) =>
      and(eq(table.storeId, storeId), eq(table.returnId, returnId));
    await tx.db.delete(returnImages).where(ofReturn(returnImages));
    await tx.db.delete(returnNotes).where(ofReturn(returnNotes));
    await blankItems(tx, storeId, returnId, person);
    if (row.hasPayouts) await blankPayouts(tx, storeId, returnId, person);
    await eraseReasons(tx, { storeId, id: returnId }, (text) => redactText(text, person, { names: true }));
    await blankResponses(tx, storeId, returnId, person);
    const { status } = row;
    const entry = {
      storeId,
      returnId,
      from: status,
      to: status,
      at,
      by,
      changedById: byId,
      requestId,
      isErasure: true,
    };
    await tx.db.insert(returnHistory).values(entry);
    return {
      shippingAddress: BLANK_ADDRESS,
      additions: blankAdditions(row.additions, person),
      customerId: blankedId(erasure.id),
      // Nothing can be sent any more.
      stock: { items: [], exchange: "ended" },
    };
  });
}

async function blankItems(tx: Ctx, storeId: string, returnId: string, person: Person): Promise<void> {
  const { id, reason, reasonCode, additions } = returnItems;
  const rows = await tx.db
    .select({ id, reason, reasonCode, additions })
    .from(returnItems)
    .where(and(eq(returnItems.storeId, storeId), eq(returnItems.returnId, returnId)));
  const blanked = rows.map((item) => ({
    id: item.id,
    reason: redactText(item.reason, person, { names: true }),
    reasonCode: item.reasonCode && redactText(item.reasonCode, person, { names: true }),
    additions: blankItemAdditions(item.additions, person),
  }));
  await tx.db.execute(sql`
    update return_items as item
    set customer_comment = null, reason = given.reason, reason_code = given."reasonCode", additions = given.additions
    from json_to_recordset(${JSON.stringify(blanked)}::json)
      as given(id text, reason text, "reasonCode" text, additions json)
    where item.store_id = ${storeId} and item.return_id = ${returnId} and item.id = given.id`);
}

type StoredResponse = { operation: string; key: string; answer: string };

/** Blanks the stored responses about the return; a key that the person can be read from is removed. */
async function blankResponses(tx: Ctx, storeId: string, returnId: string, person: Person): Promise<void> {
  const { rows } = await tx.db.execute<StoredResponse>(sql`
    select operation, key, answer from idempotency_keys where store_id = ${storeId} and object_id = ${returnId}`);
  for (const { operation, key, answer } of rows) {
    const ofKey = sql`store_id = ${storeId} and operation = ${operation} and key = ${key}`;
    // What was responded about an image has nothing of the person.
    if (operation === "returns.add_image" && !contains(key, person)) continue;
    if (contains(key, person)) await tx.db.execute(sql`delete from idempotency_keys where ${ofKey}`);
    else {
      const blanked = blankResponse(operation, answer, person);
      await tx.db.execute(sql`
        update idempotency_keys set answer = ${JSON.stringify(blanked)} where ${ofKey}`);
    }
  }
}

function blankResponse(operation: string, answer: string, person: Person): object {
  if (operation === "returns.create") return blankReturnView(JSON.parse(answer) as Return, person);
  if (operation !== "returns.refund") return { message: "" };
  return (JSON.parse(answer) as Payout[]).map((payout) => blankTexts(payout, person));
}
