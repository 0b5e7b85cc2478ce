import type pg from "pg";
import type { Ledger, SentEvent, SentRequest } from "./ledger.ts";

type Row = { mark: string; customer: string; uniqueId: string | null; extra: string; count: number };

/** Returns every difference between a store's rows and what was sent to it. */
export async function compare(client: pg.Client, storeId: string, ledger: Ledger): Promise<string[]> {
  const { rows } = await client.query<Row>(
    `select data->>'mark' as mark, min(customer_id) as customer, min(unique_id) as "uniqueId",
       min(data->>'$extra') as extra, count(*)::int as count
     from events where store_id = $1 group by 1`,
    [storeId],
  );
  const found = new Map(rows.map((row) => [row.mark, row]));
  return [
    ...ledger.faults,
    ...rows.filter(({ mark }) => !ledger.requests.has(mark)).map(({ mark }) => `${mark} was never sent`),
    ...[...new Set(ledger.requests.values())].flatMap((request) => faultsOfRequest(request, found)),
    ...(await faultsOfProfiles(client, storeId, ledger)),
    ...(await faultsOfQueue(client)),
  ];
}

function faultsOfRequest({ events, answered }: SentRequest, found: Map<string, Row>): string[] {
  const stored = events.filter(({ mark }) => found.has(mark));
  if (stored.length === 0 && !answered) return [];
  const missing = events.filter(({ mark }) => !found.has(mark));
  const why = answered ? "was answered 202" : "came with others that are there";
  return [
    ...missing.map(({ mark }) => `${mark} is lost: it ${why}`),
    ...stored.flatMap((event) => faultsOfEvent(event, found.get(event.mark))),
  ];
}

function faultsOfEvent(event: SentEvent, row: Row | undefined): string[] {
  const expected = { customer: event.customer, uniqueId: event.isUnique ? event.mark : null, count: 1 };
  const { customer, uniqueId = null, count, extra } = row ?? {};
  const isSame = JSON.stringify(expected) === JSON.stringify({ customer, uniqueId, count });
  if (isSame && JSON.stringify(JSON.parse(extra ?? "{}")) === '{"nothing":null,"zero":0}') return [];
  return [`${event.mark} should be ${JSON.stringify(expected)}, is ${JSON.stringify(row)}`];
}

async function faultsOfProfiles(client: pg.Client, storeId: string, { profiles }: Ledger): Promise<string[]> {
  const { rows } = await client.query<{ id: string; fields: Record<string, number> | null }>(
    "select id, custom_fields as fields from customers where store_id = $1",
    [storeId],
  );
  const held = new Map(rows.map(({ id, fields }) => [id, fields ?? {}]));
  return [...profiles].flatMap(([customer, fields]) =>
    [...fields].flatMap(([field, allowed]) => {
      const value = held.get(customer)?.[field];
      if (allowed.has(value)) return [];
      return [`${field} of ${customer} is ${value}, the last said was ${[...allowed].join(" or ")}`];
    }),
  );
}

async function faultsOfQueue(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ state: string; count: number }>(
    "select state, count(*)::int from pgboss.job where name = 'events.record' and state > 'completed' group by 1",
  );
  return rows.map(({ state, count }) => `${count} jobs are ${state}`);
}
