import { type Lab, runJob } from "./lab.ts";
import type { Shop } from "./store.ts";

/** Does a job's work as a worker does that has fetched it. */
export async function work({ process, id }: Shop, job: string, data: object = {}): Promise<undefined> {
  await runJob(process, job, [{ storeId: id, ...data }]);
}

/** The verb does the work that these would do. `returnId`: only of this return, others' wait for their own. */
export async function forgetJobs({ monitor }: Lab, name: string, returnId?: string): Promise<void> {
  await monitor.query(
    "delete from pgboss.job where name = $1 and ($2::text is null or data->>'returnId' = $2)",
    [name, returnId],
  );
}
