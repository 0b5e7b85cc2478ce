import { and, eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { idempotencyKeys } from "../db/tables/stores.ts";
import { sha256 } from "../lib/hash.ts";
import { problem } from "../lib/problem.ts";
import type { Caller } from "./request-context.ts";

export type Request = {
  operation: string;
  /** The `Idempotency-Key` header. */
  key: string | undefined;
  /** What makes two requests the same one. */
  request: unknown;
};

/**
 * Runs `work` in one transaction, and with a key only once: the answer is kept under the key in that same transaction,
 * and a repeat gets it again without running anything. 409 while the first is still running, and for another request
 * under the same key.
 */
export async function once<T>(
  ctx: Ctx,
  caller: Caller,
  attempt: Request,
  work: (ctx: Ctx) => Promise<T>,
): Promise<{ answer: T; repeated: boolean }> {
  const { operation, key } = attempt;
  if (key === undefined) return { answer: await inTransaction(ctx, work), repeated: false };

  const fingerprint = await sha256(JSON.stringify(attempt.request));
  return inTransaction(ctx, async (tx) => {
    await claim(tx, `${caller.storeId} ${operation} ${key}`);
    const first = await firstAnswer(tx, caller.storeId, operation, key);
    if (first) {
      if (first.fingerprint === fingerprint) return { answer: JSON.parse(first.answer) as T, repeated: true };
      throw problem(409, "This Idempotency-Key was used for another request.");
    }
    const answer = await work(tx);
    await tx.db.insert(idempotencyKeys).values({
      storeId: caller.storeId,
      operation,
      key,
      fingerprint,
      answer: JSON.stringify(answer),
      createdAt: sql`now()`,
    });
    return { answer, repeated: false };
  });
}

async function claim(tx: Ctx, name: string): Promise<void> {
  const { rows } = await tx.db.execute<{ claimed: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as claimed`,
  );
  if (!rows[0]?.claimed) throw problem(409, "The first request with this Idempotency-Key is still running.");
}

async function firstAnswer(tx: Ctx, storeId: string, operation: string, key: string) {
  const [row] = await tx.db
    .select({ fingerprint: idempotencyKeys.fingerprint, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.storeId, storeId),
        eq(idempotencyKeys.operation, operation),
        eq(idempotencyKeys.key, key),
      ),
    );
  return row;
}
