import pg from "pg";
import { quoteIdentifier } from "../quote-identifier.ts";

type Client = Pick<pg.ClientBase, "query">;

/** What a subscription reads: a publication at `url`, from the moment on at which its slot was created. */
export type Source = { url: string; publication: string; slot: string };

/**
 * Prepares a subscription to a publication whose earlier rows are copied otherwise; nothing is read before
 * `startReading`. The server itself connects to `url`. Throws when it can't.
 */
export async function subscribe(
  client: Client,
  name: string,
  { url, publication, slot }: Source,
): Promise<void> {
  const options = `create_slot = false, slot_name = ${pg.escapeLiteral(slot)}, copy_data = false, enabled = false`;
  await client.query(
    `create subscription ${quoteIdentifier(name)} connection ${pg.escapeLiteral(url)} publication ${quoteIdentifier(publication)} with (${options})`,
  );
}

export async function startReading(client: Client, name: string): Promise<void> {
  await client.query(`alter subscription ${quoteIdentifier(name)} enable`);
}

/** Ends a subscription, and leaves its slot. A missing one is none to end. */
export async function unsubscribe(client: Client, name: string): Promise<void> {
  const { rows } = await client.query(
    "select from pg_subscription where subname = $1 and subdbid = (select oid from pg_database where datname = current_database())",
    [name],
  );
  if (rows.length === 0) return;
  await client.query(`alter subscription ${quoteIdentifier(name)} disable`);
  // Else it would drop the slot over the network, and fail while the other server can't be reached.
  await client.query(`alter subscription ${quoteIdentifier(name)} set (slot_name = none)`);
  await client.query(`drop subscription ${quoteIdentifier(name)}`);
}
