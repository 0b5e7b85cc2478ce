import { type SQL, sql } from "drizzle-orm";
import { fromDrizzle, type PgBoss, type SendOptions } from "pg-boss";
import type { Db } from "../db/connect.ts";
import type { Job } from "./define-job.ts";

/** How verbs queue work. Jobs sent by `within(tx)` exist when, and only when, that transaction commits. */
export type Jobs = {
  send<Data extends object>(job: Job<Data>, data: Data, options?: SendOptions): Promise<void>;
  within(tx: Db): Jobs;
};

export function createJobs(boss: PgBoss, tx?: Db): Jobs {
  return {
    async send(job, data, options = {}) {
      const db = tx && fromDrizzle({ execute: (query) => tx.execute(query as SQL) }, sql);
      await boss.send(job.name, data, db ? { ...options, db } : options);
    },
    within: (inner) => createJobs(boss, inner),
  };
}
