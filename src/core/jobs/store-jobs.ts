type Client = {
  query<Row extends object>(
    text: string,
    values: unknown[],
  ): Promise<{ rows: Row[]; rowCount: number | null }>;
};

/** Jobs name their store in their data. A job that names several belongs to none. */
const OF_STORE = "data ->> 'storeId' = $1";

/**
 * Copies the jobs of a store that wait or run to the queue of another database, where they wait, and returns how many
 * there are. A job that is there already is left as it is, so it may be called again.
 */
export async function copyJobs(from: Client, to: Client, storeId: string): Promise<number> {
  const { rows } = await from.query<{ job: object }>(
    `select to_jsonb(job) || case when state = 'active'
       then '{"state": "created", "started_on": null, "heartbeat_on": null}'::jsonb else '{}' end as job
     from pgboss.job where ${OF_STORE} and state < 'completed'`,
    [storeId],
  );
  const jobs = JSON.stringify(rows.map(({ job }) => job));
  await to.query(
    `insert into pgboss.job select (jsonb_populate_record(null::pgboss.job, job)).*
     from jsonb_array_elements($1::jsonb) as job on conflict do nothing`,
    [jobs],
  );
  return rows.length;
}

/** Removes all jobs of a store, also those that are done. */
export async function removeJobs(client: Client, storeId: string): Promise<void> {
  await client.query(`delete from pgboss.job where ${OF_STORE}`, [storeId]);
}
