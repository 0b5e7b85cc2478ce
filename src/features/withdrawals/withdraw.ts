import { sql } from "drizzle-orm";
import { recordChanges } from "../../core/changes/record-changes.ts";
import type { Ctx } from "../../core/ctx.ts";
import { publishTo } from "../../core/delivery/publish.ts";
import { isCompleted, runIdempotent } from "../../core/http/idempotency.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { emailKey } from "../../core/persons/person.ts";
import { newId } from "../../lib/ids.ts";
import { withdrawals } from "../../platform/db/tables/withdrawals.ts";
import { mailLanguage, queueMail } from "../mail/queue-mail.ts";
import { fulfillmentsOf, type OrderRecord, tryLockOrder } from "../orders/find.ts";
import { plainNumber } from "../orders/typed-number.ts";
import { periodOf, shippingZone } from "../orders/withdrawal/order-period.ts";
import { withOffset } from "../orders/withdrawal/period.ts";
import { loadHolidays } from "../orders/withdrawal/working-days.ts";
import { rightOrder } from "../returns/shopper/find-order.ts";
import { readRow } from "./read.ts";
import { newReceiptToken, receiptTime, receiptUrl } from "./receipt.ts";
import { returnUnits } from "./return-units.ts";
import { withInReturn } from "./returned-units.ts";
import type { WithdrawalBody } from "./schema.ts";
import { statementOf } from "./statement.ts";
import { type Terms, termsOf } from "./terms.ts";
import { languageOf } from "./texts/texts-of.ts";
import { type WithdrawalRow, withdrawalView } from "./view.ts";

const OPERATION = "withdrawals.create";

/** `isVouchedFor`: a program of the shop has sent the statement, not a visitor of its page. */
export type NewWithdrawal = { body: WithdrawalBody; key: string | undefined; isVouchedFor: boolean };

/**
 * Records a confirmed statement, once per idempotency `key`: its number, its text, its receipt, and a return of the
 * units that can still be returned, in one transaction. Never refuses a statement for what it says. Throws 409 for a
 * key that is in use, or was used for another statement.
 */
export async function withdrawOnce(
  ctx: Ctx,
  caller: Caller,
  { body, key, isVouchedFor }: NewWithdrawal,
): Promise<{ row: WithdrawalRow; replayed: boolean }> {
  await loadHolidays();
  // The stored response has nothing of the person: a repeat reads the row.
  const request = { operation: OPERATION, key, request: body, objectIdOf: (id: string) => id };
  const { result, replayed } = await runIdempotent(ctx, caller, request, (tx) =>
    insert(tx, caller, body, isVouchedFor),
  );
  return { row: await readRow(ctx, caller.storeId, result), replayed };
}

/** Whether a statement with an idempotency key was recorded. */
export function isRecorded(ctx: Ctx, storeId: string, key: string): Promise<boolean> {
  return isCompleted(ctx, { storeId, operation: OPERATION, key });
}

async function insert(tx: Ctx, caller: Caller, body: WithdrawalBody, isVouchedFor: boolean): Promise<string> {
  const { storeId, by, byId, requestId } = caller;
  const terms = await termsOf(tx, storeId);
  const order = await lockTyped(tx, storeId, body);
  const isIdentified = order !== undefined && (isVouchedFor || isOf(order, body.email));
  const period =
    order && (await periodOf(order.body, await fulfillmentsOf(tx, storeId, order.id), terms.days));
  const at = tx.now();
  const isLate = period?.end ? at >= period.end : false;
  const id = newId("wdr");
  const made =
    isIdentified && !isLate ? await returnUnits(tx, caller, { id, order, body, terms }) : undefined;
  const items = body.items?.length ? body.items : null;
  const number = await nextNumber(tx, storeId);
  const row: typeof withdrawals.$inferInsert = {
    ...{ storeId, id, number, by, writtenById: byId, requestId },
    receiptToken: newReceiptToken(),
    ...statedIn(body, terms),
    ...{ orderId: order?.id ?? null, isIdentified, returnId: made?.returnId ?? null },
    unitsInOtherReturns: made?.unitsInOtherReturns ?? null,
    givenItems: items && order && made ? withInReturn(order.body, items, made.units) : items,
    ...{ isLate, periodEnd: period?.end ?? null, period: period?.facts ?? null },
    // Who only knows the number of an order doesn't learn from the offset where it went.
    receivedAt: withOffset(at, (isIdentified && shippingZone(order.body, at)) || terms.timeZone),
    createdAt: at,
  };
  const [written] = await tx.db.insert(withdrawals).values(row).returning();
  if (!written) throw new Error("the insert returned no row");
  recordChanges(tx, storeId, [{ type: "withdrawal.created", objectId: id }]);
  await sendReceipt(tx, caller, written, terms);
  const shown = async () => ({ withdrawal: withdrawalView(written, tx.origin) });
  await publishTo(tx, caller, { topic: "withdrawal", type: "created", at, aboutId: id, shown });
  return id;
}

/**
 * Returns the order that a statement means, locked; undefined for none. Of those with its number, in capitals or not, the
 * customer's own comes first; one of other capitals is meant by its customer alone.
 */
async function lockTyped(
  tx: Ctx,
  storeId: string,
  { order: typed, email }: Pick<WithdrawalBody, "order" | "email">,
): Promise<OrderRecord | undefined> {
  const text = typed.trim();
  const own = await rightOrder(tx, storeId, { order: text, contact: email, findBy: ["email"] });
  if (own) return tryLockOrder(tx, storeId, own.orderId);
  for (const number of new Set([text, plainNumber(text)])) {
    const order = await tryLockOrder(tx, storeId, number);
    if (order) return order;
  }
  return undefined;
}

/** Queues the mail with the receipt, which quotes the statement to the letter. */
function sendReceipt(
  tx: Ctx,
  caller: Caller,
  row: WithdrawalRow,
  { store }: Terms,
): Promise<string | undefined> {
  const { id: withdrawalId, number, receivedAt, statement, email, language } = row;
  const time = receiptTime(receivedAt, mailLanguage(store, language));
  return queueMail(tx, caller, {
    ...{ to: email, kind: "withdrawal_receipt", language, withdrawalId, store },
    // The period may run for other units. To who isn't known to be the customer the mail says nothing of it.
    mayWithdraw: !(row.isIdentified && row.isLate),
    values: { number: String(number), time, statement },
    link: receiptUrl(tx.origin, row.storeId, row.receiptToken),
  });
}

/** What the consumer has stated, and the text of it. */
function statedIn(body: WithdrawalBody, { store }: Terms) {
  const { name, email, order } = body;
  const language = languageOf(body.language);
  return {
    statement: statementOf(body, language, store.name),
    ...{ language, name, email, emailKey: emailKey(email) },
    orderName: order,
  };
}

/** Whether a consumer with this address is the customer of an order. */
function isOf({ body }: OrderRecord, email: string): boolean {
  const own = body.customer?.email;
  return typeof own === "string" && emailKey(own) === emailKey(email);
}

/**
 * Returns the next number of the store's withdrawals, which have no gaps: until the transaction ends no other one takes
 * a number. The last lock that is taken, so that a statement waits only for the commit of the one before.
 */
async function nextNumber(tx: Ctx, storeId: string): Promise<number> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`withdrawals ${storeId}`}, 0))`);
  const { rows } = await tx.db.execute<{ number: number }>(sql`
    select coalesce(max(number), 0) + 1 as number from withdrawals where store_id = ${storeId}`);
  return rows[0]?.number ?? 1;
}
