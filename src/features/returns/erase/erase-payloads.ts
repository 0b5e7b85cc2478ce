import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { inSlice } from "../../../core/jobs/in-slice.ts";
import { blankedId, type Erasure } from "../../../core/persons/erased-persons.ts";
import type { ErasureRule, ErasureSlice } from "../../../core/persons/erasure.ts";
import type { Person } from "../../../core/persons/redact.ts";
import type { ReturnWebhook } from "../webhooks/webhook-schema.ts";
import { blankWebhook } from "./blank-return.ts";

const SLICE_RETURNS = 20;
const SLICE_PAYLOADS = 100;
const SLICE_BYTES = 512 * 1024;
const SLICE_ATTEMPTS = 1_000;

/**
 * Blanks the person in the payloads of deliveries, waiting ones too, and removes what receivers responded. The
 * deliveries keep their numbers. Responses that arrive later are not stored.
 */
export const payloadsErasure: ErasureRule = {
  name: "deliveries",
  erase: async (ctx, slice) => {
    const returns = await returnsAfter(ctx, slice);
    const last = returns.at(-1);
    if (!last) return { isDone: true };
    const hasMore = await inSlice(ctx, (tx) => eraseDeliveries(tx, slice, returns));
    if (hasMore) return { isDone: false, cursor: slice.cursor };
    return { isDone: returns.length < SLICE_RETURNS, cursor: last.id };
  },
};

/**
 * The rule that follows the others for returns: nothing links them to the erasure any more. By the key: a row that is changed
 * meanwhile has another place by the time its lock is released.
 */
export const returnsRelease: ErasureRule = {
  name: "links of returns",
  erase: async (ctx, { storeId, batch }) => {
    const { rowCount } = await ctx.db.execute(sql`
      update returns set customer_id = null where store_id = ${storeId} and id = any(array(
        select id from returns where store_id = ${storeId} and customer_id = any(${labelsOf(batch)})
        limit ${SLICE_ATTEMPTS}))`);
    return { isDone: (rowCount ?? 0) < SLICE_ATTEMPTS };
  },
};

type ErasedReturn = { id: string; label: string };

function labelsOf(batch: Erasure[]) {
  const ids = batch.map(({ id }) => id);
  return sql`${sql.param([...ids, ...ids.map(blankedId)])}::text[]`;
}

async function returnsAfter(
  ctx: Ctx,
  { storeId, batch, cursor = "" }: ErasureSlice,
): Promise<ErasedReturn[]> {
  const { rows } = await ctx.db.execute<ErasedReturn>(sql`
    with erased as materialized (
      select id, customer_id as label from returns where store_id = ${storeId} and customer_id = any(${labelsOf(batch)})
    )
    select id, label from erased where id > ${cursor} order by id limit ${SLICE_RETURNS}`);
  return rows;
}

/** Returns whether there may be more for these returns. */
async function eraseDeliveries(
  tx: Ctx,
  { storeId, batch }: ErasureSlice,
  returns: ErasedReturn[],
): Promise<boolean> {
  const ids = sql`${sql.param(returns.map(({ id }) => id))}::text[]`;
  const ofReturns = sql`store_id = ${storeId} and return_id = any(${ids})
    and webhook_id = any(array(select id from webhooks where store_id = ${storeId}))`;
  // By the key: a stream that sends meanwhile has another place by the time its lock is released.
  await tx.db.execute(sql`
    select from webhook_streams where ${ofReturns} and not is_erased
    order by store_id, webhook_id, return_id for no key update`);
  await tx.db.execute(sql`update webhook_streams set is_erased = true where ${ofReturns} and not is_erased`);
  const { rowCount } = await tx.db.execute(sql`
    update webhook_attempts set answer = null where ctid = any(array(
      select ctid from webhook_attempts where ${ofReturns} and answer is not null
      limit ${SLICE_ATTEMPTS} for no key update))`);
  const personOf = new Map<string, Person>();
  for (const { id, label } of returns) {
    const erasure = batch.find((each) => label === each.id || label === blankedId(each.id));
    if (erasure) personOf.set(id, erasure.person);
  }
  const payloads = await blankPayloads(tx, storeId, personOf);
  return payloads || rowCount === SLICE_ATTEMPTS;
}

/** Returns whether there may be more. */
async function blankPayloads(tx: Ctx, storeId: string, personOf: Map<string, Person>): Promise<boolean> {
  const { rows } = await tx.db.execute<{ id: string; returnId: string; body: string }>(sql`
    with first as materialized (
      select id, octet_length(body) as bytes from webhook_payloads
      where store_id = ${storeId} and return_id = any(${sql.param([...personOf.keys()])}::text[]) and not is_erased
      limit ${SLICE_PAYLOADS}
    ),
    fitting as (select id from (select id, bytes, sum(bytes) over (order by id) as total from first) as sized
      where total <= greatest(bytes, ${SLICE_BYTES}))
    select id, return_id as "returnId", body from webhook_payloads
    where store_id = ${storeId} and id = any(array(select id from fitting)) order by id for no key update`);
  if (rows.length === 0) return false;
  const blanked = rows.flatMap(({ id, returnId, body }) => {
    const person = personOf.get(returnId);
    return person ? { id, body: blankPayload(body, person) } : [];
  });
  await tx.db.execute(sql`
    update webhook_payloads as payload set body = given.body, is_erased = true
    from json_to_recordset(${JSON.stringify(blanked)}::json) as given(id text, body text)
    where payload.store_id = ${storeId} and payload.id = given.id`);
  return true;
}

function blankPayload(body: string, person: Person): string {
  return JSON.stringify(blankWebhook(JSON.parse(body) as ReturnWebhook, person));
}
