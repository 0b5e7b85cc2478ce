import { type SQL, sql } from "drizzle-orm";
import { fromDrizzle, type JobInsert, type PgBoss, type SendOptions } from "pg-boss";
import type { Db } from "../db/connect.ts";
import type { Job } from "./define-job.ts";

/** How verbs queue work. Jobs sent by `within(tx)` exist when, and only when, that transaction commits. */
export type Jobs = {
  send<Data extends object>(job: Job<Data>, data: Data, options?: SendOptions): Promise<void>;
  /** Several of one kind, in one statement; `optionsOf` gives each its own key and time. */
  sendAll<Data extends object>(
    job: Job<Data>,
    all: Data[],
    optionsOf?: (data: Data) => Omit<JobInsert, "data">,
  ): Promise<void>;
  within(tx: Db): Jobs;
};

export function createJobs(boss: PgBoss, tx?: Db): Jobs {
  const db = tx && { db: fromDrizzle({ execute: (query) => tx.execute(query as SQL) }, sql) };
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
