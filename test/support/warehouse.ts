import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import { numberChanges } from "../../src/core/changes/number-changes.ts";
import type { Return } from "../../src/features/returns/schema.ts";
import type { NewStore } from "../../src/features/stores/create-store.ts";
import { webhooks } from "../../src/platform/db/tables/webhooks.ts";
import { type Answer, answerOf } from "./returns.ts";
import type { TestService, TestStore } from "./service.ts";

/**
 * The operations of the compatible API on one return and on the store, with scope and a valid request. In a body
 * `UNIT` stands for the id of one of the return's units.
 */
export const WAREHOUSE_OPERATIONS: Record<string, { scope: string; query?: string; body?: object }> = {
  "GET /api/v1/destinations": { scope: "returns_read" },
  "GET /api/v1/warehouse/return/details": { scope: "returns_read" },
  "GET /api/v1/warehouse/return/list": { scope: "returns_read" },
  "POST /api/v1/warehouse/return/:return_id/process": { scope: "returns_write" },
  "POST /api/v1/warehouse/return/:return_id/flag": { scope: "returns_write" },
  "POST /api/v1/warehouse/return/:return_id/close": { scope: "returns_write" },
  "POST /api/v1/warehouse/return/:return_id/cancel": { scope: "returns_write" },
  "POST /api/v1/warehouse/return/:return_id/remove": { scope: "returns_write", query: "line_item_id=1" },
  "POST /api/v1/warehouse/return/:return_id/note": { scope: "returns_write", body: { content: "Wet" } },
  "GET /api/v1/warehouse/return/:return_id/notes": { scope: "returns_read" },
  "GET /api/v1/warehouse/reporting/asn": { scope: "returns_read" },
  "POST /api/v1/dispositioning/grade": {
    scope: "returns_write",
    body: { items: [{ line_item_id: "UNIT", description: "Worn" }] },
  },
  "POST /api/v1/dispositioning/assess": {
    scope: "returns_write",
    body: { items: [{ line_item_id: "UNIT", disposition_outcome: "donate" }] },
  },
};

/** The paths of the versions of the compatible API, the described one first. */
export const VERSION_PATHS = ["/api/v1", "/api/2026-07", "/api/2026-10", "/api/latest"];

export const EXPORT_OPERATIONS = [
  "POST /api/v1/warehouse/reporting/asn/exports",
  "GET /api/v1/warehouse/reporting/asn/exports/:exportId",
  "GET /api/v1/warehouse/reporting/asn/exports/:exportId/file",
];

export const NOT_FOUND = json(200, { errors: { message: "No return found with this ID." } });
export const DONE = json(200, true);

/** Returns a response of the compatible API: plain JSON, which may also be `true` or `false`. */
export function json(status: number, body: unknown): Answer {
  return { status, type: "application/json", body };
}

export type Sent = { headers?: Record<string, string>; body?: string | object; version?: string };

/**
 * Sends `METHOD path`, relative to /api/v1/warehouse or that of another version, with `X-Authorization`, as
 * integrations for Loop do.
 */
export function warehouse(
  service: TestService,
  { secret }: TestStore,
  operation: string,
  { headers, body, version = "/api/v1" }: Sent = {},
): Promise<Answer> {
  const [method, path] = operation.split(" ");
  const sent = typeof body === "object" ? JSON.stringify(body) : body;
  return answerOf(
    service.fetch(`${version}/warehouse${path}`, {
      method,
      headers: { ...(headers ?? { "X-Authorization": secret }) },
      ...(sent !== undefined && { body: new TextEncoder().encode(sent) }),
    }),
  );
}

/**
 * Sends a request that reads in each version: the response is the same in all of them, but that a category is an object
 * with the former value as its grade from 2026-10 on.
 */
export async function readInEachVersion(
  service: TestService,
  store: TestStore,
  operation: string,
): Promise<Answer> {
  const answer = await warehouse(service, store, operation);
  for (const version of VERSION_PATHS.slice(1)) {
    const other = await warehouse(service, store, operation, { version });
    const text = JSON.stringify(other).replaceAll(`${version}/`, "/api/v1/");
    const hasObjects = version !== "/api/2026-07";
    const same = JSON.parse(text, (name, value) =>
      name === "condition_category" && hasObjects && value ? (value.grade ?? value.title) : value,
    );
    expect(same).toEqual(JSON.parse(JSON.stringify(answer)));
  }
  return answer;
}

/** Returns the text of such a body. */
export function bodyAbout(unitId: number | undefined, body: object): string {
  return JSON.stringify(body).replaceAll('"UNIT"', String(unitId));
}

/** Returns the numeric id of a return in the compatible API. */
export async function numberOf({ ctx }: TestStore, id: string): Promise<number> {
  const { rows } = await ctx.db.execute<{ number: string }>(sql`select number from returns where id = ${id}`);
  return Number(rows[0]?.number);
}

/** Returns the ids of a return's units in their order. */
export async function unitIdsIn({ ctx }: TestStore, returnId: string): Promise<number[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select unit_zero + unit as id
    from return_items, json_array_elements(units) as range,
      generate_series((range ->> 0)::int, (range ->> 1)::int - 1) as unit
    where return_id = ${returnId} order by position, unit`);
  return rows.map(({ id }) => Number(id));
}

/** Returns a store's rows in every table and its jobs, without what each request leaves. */
export async function everythingOf({ ctx, id }: TestStore): Promise<Record<string, unknown[]>> {
  // Workers do this at any time, which would look like a change.
  await numberChanges(ctx, id);
  const { rows: tables } = await ctx.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'store_id' and table_name <> 'requests' order by 1`);
  const all: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const { rows } = await ctx.db.execute<{ row: unknown }>(
      sql`select to_jsonb(t) - 'last_used_at' as row from ${sql.identifier(name)} t where store_id = ${id} order by t::text`,
    );
    all[name] = rows.map(({ row }) => row);
  }
  const { rows: jobs } = await ctx.db.execute(
    sql`select id, name, data from pgboss.job where data::text like ${`%${id}%`} order by id`,
  );
  return { ...all, jobs };
}

/** Creates a store with a webhook that is disabled, so that the payloads of each return are stored and stay. */
export async function listenedTo(service: TestService, options: Partial<NewStore> = {}): Promise<TestStore> {
  const store = await service.newStore(options);
  const [createdAt, updatedAt] = [new Date(), new Date()];
  const address = { url: "https://example.test/hook", signingSecret: "none" };
  await store.ctx.db.insert(webhooks).values({
    storeId: store.id,
    id: "whk_1",
    topic: "return",
    ...address,
    createdAt,
    updatedAt,
    disabledAt: createdAt,
  });
  return store;
}

/** Returns the payloads of that webhook for a return, in order. */
export async function publishedEventsOf(
  { ctx }: TestStore,
  returnId: string,
): Promise<{ type: string; return: Return }[]> {
  const { rows } = await ctx.db.execute<{ body: string }>(sql`
    select body from webhook_events as event
    join webhook_payloads as payload on payload.store_id = event.store_id and payload.id = payload_id
    where event.return_id = ${returnId} order by seq`);
  return rows.map(({ body }) => JSON.parse(body));
}
