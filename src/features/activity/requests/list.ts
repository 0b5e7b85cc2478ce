import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { nextPage, type Page, type PagedList, toPage } from "../../../core/http/paging.ts";
import { SEPARATOR } from "../../../core/http/unknown-fields.ts";
import { retentionCutoffId } from "../../../core/jobs/retention.ts";
import { parseDateTime } from "../../../lib/date-time.ts";
import { firstUuidAt, timeOfUuid } from "../../../lib/ids.ts";
import type { LoggedRequest } from "./schema.ts";

export const REQUEST_PAGES: PagedList = { name: "requests", key: ["uuid"] };

type Filter = { requestId?: string; status?: string; client?: string; since?: string; until?: string };
type Row = Omit<LoggedRequest, "requestId" | "at" | "code" | "ignoredFields"> & {
  id: string;
  code: string | null;
  ignoredFields: string | null;
};

/** A page ends early, with a cursor, after it has compared this many requests with its filters. */
const MAX_COMPARED = 2_000;
const FIRST_FAILURE = 400;

/**
 * Returns a page of the store's requests that match every filter, the latest first, as long as they are kept. It
 * reads one index, that of failures or of the client if there is such a filter, and compares what it reads.
 */
export async function listRequests(
  ctx: Ctx,
  storeId: string,
  filter: Filter,
  page: Page,
): Promise<{ requests: LoggedRequest[]; headers: Record<string, string> }> {
  const status = statusRange(filter.status);
  const isFailure = status !== undefined && status.from >= FIRST_FAILURE;
  const read = [
    ...rangeOf(ctx, filter),
    ...(page.cursor ? [sql`id < ${page.cursor[0] ?? ""}::uuid`] : []),
    ...(filter.requestId !== undefined ? [sql`id = ${filter.requestId}::uuid`] : []),
    ...(isFailure ? [sql`status >= ${sql.raw(String(FIRST_FAILURE))}`] : []),
  ];
  const client = filter.client === undefined ? [] : [sql`client = ${filter.client}`];
  // The index of failures is read without the client, which is compared.
  const [ofIndex, compared] = isFailure ? [read, client] : [[...read, ...client], []];
  if (status) compared.push(sql`status >= ${status.from} and status < ${status.until}`);

  const keys = sql`select * from requests where store_id = ${storeId} ${and(ofIndex)} order by id desc`;
  const limit = compared.length === 0 ? page.size + 1 : MAX_COMPARED;
  const { rows } = await ctx.db.execute<Row>(sql`
    select id, method, route, status, client, sent_by_id as "clientId", duration_ms as "durationMs", code,
      ignored_fields as "ignoredFields"
    from (${keys} limit ${limit}) as requests where true ${and(compared)}
    order by id desc limit ${page.size + 1}`);
  const found = toPage(rows, page, ({ id }) => [id]);
  const requests = found.rows.map(requestView);
  if (compared.length === 0 || rows.length > page.size) return { requests, headers: found.headers };

  const [last] = (await ctx.db.execute<{ id: string }>(sql`${keys} limit 1 offset ${MAX_COMPARED - 1}`)).rows;
  return { requests, headers: last ? nextPage(page, [last.id]) : {} };
}

function statusRange(status: string | undefined): { from: number; until: number } | undefined {
  if (status === undefined) return undefined;
  const from = Number(status.replace("xx", "00"));
  return { from, until: from + (status.endsWith("xx") ? 100 : 1) };
}

/** What is older than the retention may not be removed yet. */
function rangeOf(ctx: Ctx, { since, until }: Filter): SQL[] {
  const seconds = ctx.config.retention.requests;
  const from = since === undefined ? undefined : parseDateTime(since);
  const to = until === undefined ? undefined : parseDateTime(until);
  return [
    ...(seconds === undefined ? [] : [sql`id >= ${retentionCutoffId(seconds)}`]),
    ...(from ? [sql`id >= ${firstUuidAt(from)}::uuid`] : []),
    ...(to ? [sql`id < ${firstUuidAt(to)}::uuid`] : []),
  ];
}

function and(conditions: SQL[]): SQL {
  return sql.join(conditions.map((condition) => sql` and ${condition}`));
}

function requestView({ id, code, durationMs, ignoredFields, ...row }: Row): LoggedRequest {
  return {
    requestId: id,
    at: timeOfUuid(id).toISOString(),
    ...row,
    durationMs: Math.round(durationMs * 10) / 10,
    ...(code !== null && { code }),
    ...(ignoredFields !== null && { ignoredFields: ignoredFields.split(SEPARATOR) }),
  };
}
