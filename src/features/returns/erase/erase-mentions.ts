import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import type { Caller } from "../../../core/http/request-context.ts";
import { inSlice } from "../../../core/jobs/in-slice.ts";
import { takeMentions } from "../../../core/lists/search-keys.ts";
import { contactsOfBatch, type Erasure, withoutMentions } from "../../../core/persons/erased-persons.ts";
import type { ErasureRule } from "../../../core/persons/erasure.ts";
import { emailKey } from "../../../core/persons/person.ts";
import type { Person } from "../../../core/persons/redact.ts";
import { heldIdentifiers } from "../../customers/find.ts";
import { changeReturn } from "../change/change.ts";
import type { Return } from "../schema.ts";
import type { ReturnWebhook } from "../webhooks/webhook-schema.ts";
import { rewritePayouts } from "./blank-payouts.ts";
import { blankReturnView, blankWebhook } from "./blank-return.ts";
import { eraseReasons } from "./erase-reasons.ts";

const SLICE_RETURNS = 10;
/** Payloads and stored responses of one return that are read together. */
const SLICE_ROWS = 50;

type Redact = <T>(value: T) => T;

/**
 * Removes what identifies a person from returns of other customers that name the person: from their texts, the
 * payloads of their deliveries and the responses kept for them.
 */
export const returnMentionsErasure: ErasureRule = {
  name: "returns of other customers",
  erase: async (ctx, { storeId, batch }) => {
    const contacts = contactsOfBatch(batch);
    if (contacts.length === 0) return { isDone: true };
    return inSlice(ctx, async (tx) => {
      const { mentions, isDone } = await takeMentions(tx, storeId, "return.mention", {
        contacts,
        limit: SLICE_RETURNS,
      });
      const holders = await heldIdentifiers(tx, storeId, contacts);
      for (const [id, contact] of mentions) {
        const erasure = batch.find(({ person }) => person.identifiers.has(contact));
        if (erasure) await eraseReturn(tx, { erasure, id }, batch, holders);
      }
      return { isDone };
    });
  },
};

type ReturnKey = { storeId: string; id: string };

/** As a change by `erasure`, which is of a person whom the return names. */
async function eraseReturn(
  ctx: Ctx,
  { erasure, id }: { erasure: Erasure; id: string },
  batch: Erasure[],
  holders: Map<string, string>,
): Promise<void> {
  const { storeId, by, byId, requestId } = erasure;
  const caller: Caller = { storeId, clientId: "", by, byId, requestId, origin: ctx.origin };
  await changeReturn(ctx, caller, id, async (tx, row) => {
    const isOwn = (contact: string) => row.customerId !== null && holders.get(contact) === row.customerId;
    const redact: Redact = (value) => withoutMentions(value, batch, isOwn);
    await eraseNotes(tx, { storeId, id }, redact);
    await eraseReasons(tx, { storeId, id }, redact);
    await eraseItems(tx, { storeId, id }, redact);
    if (row.hasPayouts) await rewritePayouts(tx, storeId, id, redact);
    const copies = { redact, formerIn: (view: Return) => formerIn(view, batch, holders) };
    await eraseCopies(tx, { storeId, id }, copies);
    return { additions: redact(row.additions), shippingAddress: redact(row.shippingAddress) };
  });
}

/** Returns the person whose return it was when it was shown so, before its order got another customer. */
function formerIn({ source }: Return, batch: Erasure[], holders: Map<string, string>): Person | undefined {
  const contacts = [emailKey(source.emailAddress), source.phoneNumber].filter((each) => !holders.has(each));
  return batch.find(({ person }) => contacts.some((each) => person.identifiers.has(each)))?.person;
}

async function eraseNotes(tx: Ctx, { storeId, id }: ReturnKey, redact: Redact): Promise<void> {
  const { rows } = await tx.db.execute<{ number: string; message: string }>(sql`
    select number, message from return_notes
    where store_id = ${storeId} and return_id = ${id} and message is not null`);
  for (const { number, message } of rows) {
    const text = redact(message);
    if (text === message) continue;
    await tx.db.execute(sql`
      update return_notes set message = ${text}
      where store_id = ${storeId} and return_id = ${id} and number = ${number}::bigint`);
  }
}

async function eraseItems(tx: Ctx, { storeId, id }: ReturnKey, redact: Redact): Promise<void> {
  const { rows } = await tx.db.execute<{ id: string; texts: Record<string, string>; additions: object }>(sql`
    select id, json_build_object('reason', reason, 'code', reason_code, 'comment', customer_comment) as texts, additions
    from return_items where store_id = ${storeId} and return_id = ${id}`);
  const items = rows.map((item) => ({
    id: item.id,
    additions: redact(item.additions),
    ...redact(item.texts),
  }));
  await tx.db.execute(sql`
    update return_items as item set reason = coalesce(given.reason, ''), reason_code = given.code,
      customer_comment = given.comment, additions = given.additions
    from json_to_recordset(${JSON.stringify(items)}::json)
      as given(id text, reason text, code text, comment text, additions json)
    where item.store_id = ${storeId} and item.return_id = ${id} and item.id = given.id`);
}

type Payload = { id: string; body: string };

type Copies = { redact: Redact; formerIn(view: Return): Person | undefined };

/**
 * Rewrites the payloads of the return's deliveries and the responses kept for an `Idempotency-Key`. Those from when the
 * return was the person's are blanked whole, and what the receivers responded then is removed.
 */
async function eraseCopies(tx: Ctx, { storeId, id }: ReturnKey, copies: Copies): Promise<void> {
  const { redact, formerIn } = copies;
  let wasOfPerson = false;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const { rows }: { rows: Payload[] } = await tx.db.execute<Payload>(sql`
      with payloads as materialized (
        select id, body from webhook_payloads where store_id = ${storeId} and return_id = ${id}
      )
      select * from payloads where id > ${after} order by id limit ${SLICE_ROWS}`);
    for (const payload of rows) {
      const shown = JSON.parse(payload.body) as ReturnWebhook;
      const person = formerIn(shown.return);
      wasOfPerson ||= person !== undefined;
      const body = JSON.stringify(redact(person ? blankWebhook(shown, person) : shown));
      if (body === payload.body) continue;
      await tx.db.execute(sql`
        update webhook_payloads set body = ${body} where store_id = ${storeId} and id = ${payload.id}`);
    }
    after = rows.length === SLICE_ROWS ? rows.at(-1)?.id : undefined;
  }
  if (wasOfPerson) {
    await tx.db.execute(sql`
      update webhook_attempts set answer = null
      where store_id = ${storeId} and return_id = ${id} and answer is not null
        and webhook_id = any(array(select id from webhooks where store_id = ${storeId}))`);
  }
  await eraseResponses(tx, { storeId, id }, copies);
}

async function eraseResponses(
  tx: Ctx,
  { storeId, id }: ReturnKey,
  { redact, formerIn }: Copies,
): Promise<void> {
  const { rows } = await tx.db.execute<{ operation: string; key: string; answer: string }>(sql`
    select operation, key, answer from idempotency_keys where store_id = ${storeId} and object_id = ${id}`);
  for (const { operation, key, answer } of rows) {
    const shown: unknown = JSON.parse(answer);
    const view = operation === "returns.create" ? (shown as Return) : undefined;
    const person = view && formerIn(view);
    const blanked = JSON.stringify(redact(view && person ? blankReturnView(view, person) : shown));
    await tx.db.execute(sql`
      update idempotency_keys set answer = ${blanked}
      where store_id = ${storeId} and operation = ${operation} and key = ${key}`);
  }
}
