import type { PgBoss, SendOptions } from "pg-boss";
import type { Jobs } from "../ctx.ts";
import type { Db } from "../db/connect.ts";
import { prepared } from "../db/prepared.ts";
import { digest64 } from "../lib/hash.ts";
import { withTrace } from "./trace-jobs.ts";

/** Returns the functions that queue jobs in pg-boss; with `tx`, in that transaction. */
export function createJobs(boss: PgBoss, tx?: Db): Jobs {
  const db = tx && { db: within(tx) };
  return {
    send: async (queue, data, options = {}) => {
      await boss.send(queue.name, withTrace(data), { ...options, ...db });
    },
    sendAll: async (queue, all, optionsOf) => {
      await boss.insert(
        queue.name,
        all.map((data) => ({ ...optionsOf?.(data), data: withTrace(data) })),
        db,
      );
    },
    sendLast: async (queue, all, optionsOf) => {
      if (!db) throw new Error("a last statement is sent in a transaction");
      const sent = Promise.withResolvers<void>();
      const executeSql = (text: string, values?: unknown[]) => {
        const result = db.db.executeSql(text, values);
        sent.resolve();
        return result;
      };
      const jobs = all.map((data) => ({ ...optionsOf?.(data), data: withTrace(data) }));
      const written = boss.insert(queue.name, jobs, { db: { executeSql } });
      // Without a statement it fails, or has nothing to write.
      await Promise.race([sent.promise, written]);
      return { written };
    },
    within: (inner) => createJobs(boss, inner),
  };
}

/**
 * Runs pg-boss's statements in a transaction as prepared statements: there are few of them, and each takes
 * longer to plan than to run.
 */
function within(tx: Db): NonNullable<SendOptions["db"]> {
  return {
    executeSql: async (text, values = []) => {
      let statement = statements.get(text);
      if (!statement) {
        statement = prepared<object>(`jobs_${digest64(text)}`, text);
        statements.set(text, statement);
      }
      return { rows: await statement(tx, ...values) };
    },
  };
}

const statements = new Map<string, ReturnType<typeof prepared<object>>>();
