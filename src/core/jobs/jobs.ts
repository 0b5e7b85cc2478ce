import type { PgBoss, SendOptions } from "pg-boss";
import { digest64 } from "../../lib/hash.ts";
import type { Db } from "../../platform/db/connect.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { recorder } from "../../platform/tracing/tracing.ts";
import type { Jobs } from "../ctx.ts";

/**
 * Returns the functions that queue jobs in pg-boss, by statements in `db`, which may be a transaction: the
 * connections of pg-boss itself don't wait until a commit is on disk.
 */
export function createJobs(boss: PgBoss, db: Db, { isTransaction = false } = {}): Jobs {
  const runner = runnerIn(db);
  return {
    send: async (queue, data, options = {}) => {
      await boss.send(queue.name, withTrace(data), { ...options, db: runner });
    },
    sendAll: async (queue, all, optionsOf) => {
      const jobs = all.map((data) => ({ ...optionsOf?.(data), data: withTrace(data) }));
      await boss.insert(queue.name, jobs, { db: runner });
    },
    sendLast: async (queue, all, optionsOf) => {
      if (!isTransaction) throw new Error("a last statement is sent in a transaction");
      const sent = Promise.withResolvers<void>();
      const executeSql = (text: string, values?: unknown[]) => {
        const result = runner.executeSql(text, values);
        sent.resolve();
        return result;
      };
      const jobs = all.map((data) => ({ ...optionsOf?.(data), data: withTrace(data) }));
      const written = boss.insert(queue.name, jobs, { db: { executeSql } });
      // Without a statement it fails, or has nothing to write.
      await Promise.race([sent.promise, written]);
      return { written };
    },
    within: (tx) => createJobs(boss, tx, { isTransaction: true }),
  };
}

/** Returns the data of a job with the current span, which its worker continues. */
function withTrace<Data extends object>(data: Data): Data {
  return { ...data, ...recorder?.current() };
}

/**
 * Runs pg-boss's statements as prepared statements: there are few of them, and each takes longer to plan than
 * to run.
 */
function runnerIn(db: Db): NonNullable<SendOptions["db"]> {
  return {
    executeSql: async (text, values = []) => {
      let statement = statements.get(text);
      if (!statement) {
        statement = prepared<object>(`jobs_${digest64(text)}`, text);
        statements.set(text, statement);
      }
      return { rows: await statement(db, ...values) };
    },
  };
}

const statements = new Map<string, ReturnType<typeof prepared<object>>>();
