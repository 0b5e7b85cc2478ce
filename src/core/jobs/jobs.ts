import type { PgBoss, SendOptions } from "pg-boss";
import { digest64 } from "../../lib/hash.ts";
import type { Db } from "../../platform/db/connect.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { recorder } from "../../platform/tracing/tracing.ts";
import type { Jobs } from "../ctx.ts";

type Runner = NonNullable<SendOptions["db"]>;

/**
 * Returns the functions that queue jobs in pg-boss, by statements in `db`: the connections of pg-boss itself don't wait
 * until a commit is on disk. In a transaction, `withCommit` is handed over each statement once it is sent.
 */
export function createJobs(boss: PgBoss, db: Db, withCommit?: (statement: Promise<unknown>) => void): Jobs {
  const run = async (queue: (runner: Runner) => Promise<unknown>): Promise<void> => {
    const sent = Promise.withResolvers<void>();
    const queued = queue(runnerIn(db, sent.resolve));
    withCommit?.(queued);
    // Without a statement it fails, or has nothing to write.
    await (withCommit ? Promise.race([sent.promise, queued]) : queued);
  };
  return {
    send: (queue, data, options = {}) =>
      run((runner) => boss.send(queue.name, withTrace(data), { ...options, db: runner })),
    sendAll: (queue, all, optionsOf) => {
      const jobs = all.map((data) => ({ ...optionsOf?.(data), data: withTrace(data) }));
      return run((runner) => boss.insert(queue.name, jobs, { db: runner }));
    },
    within: (tx, handOver) => createJobs(boss, tx, handOver),
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
function runnerIn(db: Db, onSent: () => void): Runner {
  return {
    executeSql: async (text, values = []) => {
      let statement = statements.get(text);
      if (!statement) {
        statement = prepared<object>(`jobs_${digest64(text)}`, text);
        statements.set(text, statement);
      }
      const result = statement(db, ...values);
      onSent();
      return { rows: await result };
    },
  };
}

const statements = new Map<string, ReturnType<typeof prepared<object>>>();
