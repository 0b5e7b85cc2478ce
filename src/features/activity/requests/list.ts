import type { Ctx } from "../../../core/ctx.ts";
import { SEPARATOR } from "../../../core/http/body/body-faults.ts";
import type { Total } from "../../../core/http/count-included.ts";
import type { Page } from "../../../core/http/paging.ts";
import { type CreationSort, listByCreation } from "../../../core/lists/by-creation.ts";
import { columnFilter } from "../../../core/lists/list-filter.ts";
import type { ListRange } from "../../../core/lists/list-key.ts";
import { parseDateTime } from "../../../lib/date-time.ts";
import { firstUuidAt, timeOfUuid } from "../../../lib/ids.ts";
import { rowJson } from "../../../platform/db/row-json.ts";
import { requests } from "../../../platform/db/tables/requests.ts";
import type { LoggedRequest, Sender } from "./schema.ts";

type Filter = {
  requestId?: string;
  status?: string;
  client?: string;
  sender?: Sender;
  since?: string;
  until?: string;
  sort?: CreationSort;
  include?: "count";
};

/** A page ends early, with a cursor, after it has compared this many requests with its filters. */
const MAX_COMPARED = 2_000;
const FIRST_FAILURE = 400;

const REQUEST = rowJson(requests, "requests", ["storeId"]);

export const REQUEST_LISTS = listByCreation({
  name: "requests",
  table: "requests",
  retained: { kind: "requests", column: "id", isId: true },
  key: { columns: [["id", "uuid"]] },
  row: REQUEST,
  maxCompared: MAX_COMPARED,
  filters: {
    id: { ...columnFilter("uuid", (id) => `id = ${id}`), isUnique: true },
    failed: columnFilter("boolean", (isGiven) => `${isGiven} and status >= ${FIRST_FAILURE}`),
    client: columnFilter("text", (name) => `client = ${name}`),
    // What is only compared with the rows of one of those.
    status: { types: ["int", "int"], match: (from, until) => `(status >= ${from} and status < ${until})` },
    sender: { types: ["text"], match: (ids) => `coalesce(sent_by_id, 'cli_') like ${ids}` },
    clientToo: { types: ["text"], match: (name) => `client = ${name}` },
  },
});

/**
 * Returns a page of the store's requests that match every filter, as long as they are kept, and, if it is asked for, the
 * number of all. It reads one index, that of ids, of failures or of the client if there is such a filter, and compares what it reads.
 */
export async function listRequests(
  ctx: Ctx,
  storeId: string,
  filter: Filter,
  page: Page,
): Promise<{ found: { requests: LoggedRequest[] } & Partial<Total>; headers: Record<string, string> }> {
  const list = REQUEST_LISTS[filter.sort ?? "-created_at"];
  const which = { values: valuesOf(filter), range: rangeOf(filter) };
  const { rows, headers } = await list.find(ctx, storeId, { ...which, page });
  const total = filter.include && (await list.count(ctx, storeId, which));
  return { found: { requests: rows.map(({ record }) => requestView(record)), ...total }, headers };
}

/** How the ids of each kind of senders begin. Requests of earlier versions, which have none, are those of clients. */
const SENDERS: Record<Sender, string> = { clients: "cli\\_%", people: "per\\_%", shoppers: "shopper" };

function valuesOf({ requestId, status, client, sender }: Filter) {
  const senders = sender === undefined ? undefined : [SENDERS[sender]];
  return { sender: senders, ...valuesWithout({ requestId, status, client }) };
}

function valuesWithout({ requestId, status, client }: Pick<Filter, "requestId" | "status" | "client">) {
  const statuses = status === undefined ? undefined : statusRange(status);
  const name = client === undefined ? undefined : [client];
  if (requestId !== undefined) return { id: [requestId], status: statuses, clientToo: name };
  const isFailure = statuses !== undefined && statuses[0] >= FIRST_FAILURE;
  return isFailure
    ? { failed: [true], status: statuses, clientToo: name }
    : { client: name, status: statuses };
}

function statusRange(status: string): [from: number, until: number] {
  const from = Number(status.replace("xx", "00"));
  return [from, from + (status.endsWith("xx") ? 100 : 1)];
}

/** The ids of the requests of a time begin with it. */
function rangeOf({ since, until }: Filter): ListRange {
  const [from, to] = [since, until].map((text) => (text === undefined ? undefined : parseDateTime(text)));
  return { from: from && firstUuidAt(from), until: to && firstUuidAt(to) };
}

function requestView(row: ReturnType<typeof REQUEST.read>): LoggedRequest {
  const { id, method, route, status, client, sentById, durationMs, code, ignoredFields } = row;
  return {
    requestId: id,
    at: timeOfUuid(id).toISOString(),
    ...{ method, route, status, client, clientId: sentById },
    durationMs: Math.round(durationMs * 10) / 10,
    ...(code !== null && { code }),
    ...(ignoredFields !== null && { ignoredFields: ignoredFields.split(SEPARATOR) }),
  };
}
