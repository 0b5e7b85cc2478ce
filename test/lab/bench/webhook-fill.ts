import { newSigningSecret } from "../../../src/core/delivery/sign.ts";
import { createEncryption } from "../../../src/lib/encryption.ts";
import type { BenchStore, Environment } from "./environment.ts";

export type Backlog = {
  streams: number;
  /** The number of events of each stream. */
  events: number;
  /** The number of webhooks; the streams are spread over `hook-0`, `hook-1` and so on. */
  webhooks: number;
};

/** The approximate length of a return with two items and its order. */
const BODY_LENGTH = 2_500;

/** Inserts webhooks `hook-0`, `hook-1` and so on, one per URL. */
export async function fillWebhooks(
  { sql, encryptionKey }: Environment,
  { id: storeId }: BenchStore,
  urls: string[],
): Promise<void> {
  const encryption = await createEncryption(encryptionKey);
  const rows = urls.map(async (url, n) => ({
    id: `hook-${n}`,
    url,
    token: await encryption.encrypt("a token"),
    secret: await encryption.encrypt(newSigningSecret()),
  }));
  await sql.query(
    `insert into webhooks (store_id, id, topic, url, token, signing_secret, created_at, updated_at)
     select $1, id, 'return', url, token, secret, now(), now()
     from json_to_recordset($2) as row(id text, url text, token text, secret text)`,
    [storeId, JSON.stringify(await Promise.all(rows))],
  );
}

/** Inserts pending events as publishing stores them, with a queued job for each stream. */
export async function fillBacklog(
  { sql }: Pick<Environment, "sql">,
  { id: storeId }: BenchStore,
  { streams, events, webhooks }: Backlog,
): Promise<void> {
  const all = [storeId, streams, webhooks];
  await sql.query(
    `insert into webhook_streams (store_id, webhook_id, return_id, last_seq, pending, due_at)
     select $1, 'hook-' || n % $3, 'ret-' || n, $4, $4, now() from generate_series(1, $2::int) as n`,
    [...all, events],
  );
  await sql.query(
    `insert into webhook_payloads (store_id, id, return_id, body, created_at)
     select $1, 'pay-' || n || '-' || seq, 'ret-' || n,
       json_build_object('type', 'updated', 'return', 'ret-' || n, 'filling', repeat('x', ${BODY_LENGTH})), now()
     from generate_series(1, $2::int) as n, generate_series(1, $3::int) as seq`,
    [storeId, streams, events],
  );
  await sql.query(
    `insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, state,
       created_at)
     select $1, 'hook-' || n % $3, 'ret-' || n, seq, 'event-' || n || '-' || seq, 'updated', now(),
       'pay-' || n || '-' || seq, 'request', 'pending', now()
     from generate_series(1, $2::int) as n, generate_series(1, $4::int) as seq`,
    [...all, events],
  );
  await sql.query(
    `insert into pgboss.job (name, policy, data, singleton_key, retry_limit, retry_delay, expire_seconds, keep_until)
     select 'webhooks.deliver', 'short', json_build_object('storeId', $1::text, 'webhookId', 'hook-' || n % $3,
       'returnId', 'ret-' || n), 'hook-' || n % $3 || '/ret-' || n, 10, 1, 15, now() + interval '1 day'
     from generate_series(1, $2::int) as n`,
    all,
  );
  await sql.query("vacuum analyze");
  await sql.query("checkpoint");
}
