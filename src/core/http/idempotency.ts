import { sql } from "drizzle-orm";
import { t } from "elysia";
import { sha256 } from "../../lib/hash.ts";
import { problem } from "../../lib/problem.ts";
import { Text } from "../../lib/schema-types.ts";
import { PLAN_BY_KEY } from "../../platform/db/plan-by-key.ts";
import { prepared, preparedNamed } from "../../platform/db/prepared.ts";
import { type Ctx, inTransaction, withCommit } from "../ctx.ts";
import { deletionByTime } from "../jobs/retention.ts";
import type { Caller } from "./request-context.ts";

/** The `Idempotency-Key` header of operations that create. */
export const IdempotencyKey = t.Object({
  "idempotency-key": t.Optional(
    Text({
      minLength: 1,
      maxLength: 255,
      description:
        "Makes it safe to retry the request: a repeat with the same key gets the response of the first request. Keys are kept for 30 days unless the operator configures another time; after that a request with the same key is a new request.",
    }),
  ),
});

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
  { storeId }: Pick<Caller, "storeId">,
  { operation, key, request, objectIdOf }: IdempotentRequest<T>,
  work: (ctx: Ctx) => Promise<T>,
): Promise<{ result: T; replayed: boolean }> {
  if (key === undefined) return { result: await inTransaction(ctx, work), replayed: false };

  const fingerprint = await sha256(JSON.stringify(request));
  return inTransaction(ctx, async (tx) => {
    const first = await lockKey(tx, { storeId, operation, key });
    if (first) {
      if (first.fingerprint !== fingerprint)
        throw problem("idempotency_key_reused", "This Idempotency-Key was used for another request.");
      return { result: JSON.parse(first.answer) as T, replayed: true };
    }
    const result = await work(tx);
    const stored = { storeId, operation, key, fingerprint, answer: JSON.stringify(result) };
    withCommit(tx, storeResult(tx.db, { ...stored, objectId: objectIdOf(result) }));
    return { result, replayed: false };
  });
}

type KeyOfRequest = { storeId: string; operation: string; key: string };
type FirstResult = { fingerprint: string; answer: string };

/** Locks the key until the transaction ends, and returns the result that is stored under it. */
async function lockKey(tx: Ctx, { storeId, operation, key }: KeyOfRequest): Promise<FirstResult | undefined> {
  const [[lock], [first]] = await Promise.all([
    tryLock(tx.db, `${storeId} ${operation} ${key}`),
    // Its snapshot is taken after the lock is acquired.
    findResult(tx.db, storeId, operation, key),
  ]);
  if (!lock?.claimed)
    throw problem("idempotency_key_in_use", "The first request with this Idempotency-Key is still running.");
  return first;
}

/** Whether a request with a key was completed: a repeat of it runs no work. */
export async function isCompleted(ctx: Ctx, { storeId, operation, key }: KeyOfRequest): Promise<boolean> {
  return (await findResult(ctx.db, storeId, operation, key)).length > 0;
}

const tryLock = prepared<{ claimed: boolean }>(
  "lock_idempotency_key",
  `select ${PLAN_BY_KEY}, pg_try_advisory_xact_lock(hashtextextended($1, 0)) as claimed`,
);

const findResult = prepared<FirstResult>(
  "find_idempotent_result",
  "select fingerprint, answer from idempotency_keys where store_id = $1 and operation = $2 and key = $3",
);

const storeResult = preparedNamed(
  "store_idempotent_result",
  `insert into idempotency_keys (store_id, operation, key, fingerprint, answer, object_id, created_at)
   values ($storeId, $operation, $key, $fingerprint, $answer, $objectId, now())`,
);

/** Deletes expired idempotency keys; after that a request with the same key is a new request. */
export const idempotencyRetention = deletionByTime("idempotencyKeys", sql`idempotency_keys`, sql`created_at`);
