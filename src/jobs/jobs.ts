import type { JobInsert, PgBoss, SendOptions } from "pg-boss";
import type { Db } from "../db/connect.ts";
import { prepared } from "../db/prepared.ts";
import { digest64 } from "../lib/hash.ts";
import type { Job } from "./define-job.ts";

/** Queues jobs. Jobs sent through `within(tx)` are committed with that transaction. */
export type Jobs = {
  send<Data extends object>(job: Job<Data>, data: Data, options?: SendOptions): Promise<void>;
  /** Sends several jobs of one kind in one statement; `optionsOf` returns the options of each. */
  sendAll<Data extends object>(
    job: Job<Data>,
    all: Data[],
    optionsOf?: (data: Data) => Omit<JobInsert, "data">,
  ): Promise<void>;
  within(tx: Db): Jobs;
};

export function createJobs(boss: PgBoss, tx?: Db): Jobs {
  const db = tx && { db: within(tx) };
  return {
    send: async (job, data, options = {}) => {
      await boss.send(job.name, data, { ...options, ...db });
    },
    sendAll: async (job, all, optionsOf) => {
      await boss.insert(
        job.name,
        all.map((data) => ({ ...optionsOf?.(data), data })),
        db,
      );
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
