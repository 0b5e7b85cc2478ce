import { sql } from "drizzle-orm";
import type { Json } from "./orders.ts";
import { type Answer, answerOf } from "./returns.ts";
import type { TestService, TestStore } from "./service.ts";

export const EVENTS = "/stores/:store/events";
export const BULK = `${EVENTS}/bulk`;

export const taken: Answer = { status: 202, type: null, body: "" };

/** Returns an event with the required fields only. */
export function event(changes: Json = {}): Json {
  return { eventName: "visited", customer: { id: "ann" }, ...changes };
}

export function postEvent(store: TestStore, body: unknown): Promise<Answer> {
  return answerOf(store.post(EVENTS, body));
}

export function postBulk(store: TestStore, events: unknown[]): Promise<Answer> {
  return answerOf(store.post(BULK, { events }));
}

/** Posts events one by one or in bulk, then runs the jobs that process them. */
export async function ingest(service: TestService, store: TestStore, how: How, ...events: unknown[]) {
  const bodies = how === "bulk" ? [{ events }] : events;
  for (const body of bodies) {
    const answer = await answerOf(store.post(how === "bulk" ? BULK : EVENTS, body));
    if (answer.status !== 202) throw new Error(`the events were answered ${JSON.stringify(answer)}`);
  }
  await service.drain();
}

export type How = "singly" | "bulk";
export const BOTH: How[] = ["singly", "bulk"];

export type StoredEvent = {
  name: string;
  customer: unknown;
  at: string;
  value: number | null;
  currency: string | null;
  uniqueId: string | null;
  data: string | null;
  receivedAt: string;
};

/** Returns the stored events in the order in which they were written; `data` is JSON text. */
export async function storedEvents({ ctx, id }: TestStore): Promise<StoredEvent[]> {
  const utc = `YYYY-MM-DD"T"HH24:MI:SS.MS"Z"`;
  const { rows } = await ctx.db.execute<StoredEvent>(sql`
    select event_name as name, customer_id as customer, to_char(event_timestamp, ${utc}) as at, value,
      value_currency as currency, unique_id as "uniqueId", data::text as data, to_char(received_at, ${utc}) as "receivedAt"
    from events where store_id = ${id} order by received_at, xmin::text::bigint, ctid`);
  return rows;
}

/** Returns the parsed `data` of the stored events. */
export async function storedData(store: TestStore): Promise<unknown[]> {
  return (await storedEvents(store)).map(({ data }) => JSON.parse(data ?? "null"));
}

export async function count({ ctx, id }: TestStore, table: string): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${sql.identifier(table)} where store_id = ${id}`,
  );
  return rows[0]?.count ?? 0;
}

export type StoredCustomer = {
  id: string;
  email: string | null;
  phoneNumber: string | null;
  firstName: string | null;
  lastName: string | null;
  location: Json | null;
  customFields: Json | null;
};

/** Returns a customer's row by id, for customers without the e-mail address that the API looks up. */
export async function storedCustomer(store: TestStore, id: string): Promise<Partial<StoredCustomer>> {
  const { rows } = await store.ctx.db.execute<StoredCustomer>(sql`
    select id, email, phone_number as "phoneNumber", first_name as "firstName", last_name as "lastName", location,
      custom_fields as "customFields" from customers where store_id = ${store.id} and id = ${id}`);
  return rows[0] ?? {};
}

/** Returns the rejections of all pages, the latest first. */
export async function rejectionsOf(store: TestStore, size = 500): Promise<Json[]> {
  const all: Json[] = [];
  let marker: string | undefined;
  do {
    const { data, error, response } = await store.api.GET("/v2.2/stores/{storeId}/events/rejections", {
      params: {
        path: { storeId: store.id },
        header: { "X-Page-Size": size, ...(marker && { "X-Page-Continue": marker }) },
      },
    });
    if (!data) throw new Error(`the rejections were answered ${JSON.stringify(error)}`);
    all.push(...data.rejections);
    marker = response.headers.get("x-page-next") ?? undefined;
  } while (marker);
  return all;
}
