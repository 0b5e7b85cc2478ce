import { and, eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../ctx.ts";
import { idempotencyKeys } from "../db/tables/stores.ts";
import { sha256 } from "../lib/hash.ts";
import { problem } from "../lib/problem.ts";
import type { Caller } from "./request-context.ts";

/** A call of an operation that takes an `Idempotency-Key`. */
export type IdempotentRequest<T> = {
  operation: string;
  /** The `Idempotency-Key` header. */
  key: string | undefined;
  /** What the fingerprint of the request is computed from. */
  request: unknown;
  /** Returns the id of the order or return that a result is about. */
  objectIdOf(result: T): string;
};

/**
 * Runs `work` in one transaction and returns its result. With a key it runs once: the result is stored under
 * the key in the same transaction, and a repeat of the request returns the stored result without running
 * `work`. Throws 409 while the first request with the key is still running, and for a different request under
 * the same key.
 */
export async function runIdempotent<T>(
  ctx: Ctx,
  caller: Caller,
  { operation, key, request, objectIdOf }: IdempotentRequest<T>,
  work: (ctx: Ctx) => Promise<T>,
): Promise<{ result: T; replayed: boolean }> {
  if (key === undefined) return { result: await inTransaction(ctx, work), replayed: false };

  const fingerprint = await sha256(JSON.stringify(request));
  return inTransaction(ctx, async (tx) => {
    await lockKey(tx, `${caller.storeId} ${operation} ${key}`);
    const first = await findResult(tx, caller.storeId, operation, key);
    if (first) {
      if (first.fingerprint === fingerprint) return { result: JSON.parse(first.answer) as T, replayed: true };
      throw problem("idempotency_key_reused", "This Idempotency-Key was used for another request.");
    }
    const result = await work(tx);
    await tx.db.insert(idempotencyKeys).values({
      storeId: caller.storeId,
      operation,
      key,
      fingerprint,
      answer: JSON.stringify(result),
      createdAt: sql`now()`,
      objectId: objectIdOf(result),
    });
    return { result, replayed: false };
  });
}

async function lockKey(tx: Ctx, name: string): Promise<void> {
  const { rows } = await tx.db.execute<{ claimed: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as claimed`,
  );
  if (!rows[0]?.claimed)
    throw problem("idempotency_key_in_use", "The first request with this Idempotency-Key is still running.");
}

async function findResult(tx: Ctx, storeId: string, operation: string, key: string) {
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
