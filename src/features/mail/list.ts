import type { Ctx } from "../../core/ctx.ts";
import { type WrittenPage, writePage } from "../../core/http/fill-page.ts";
import type { Page } from "../../core/http/paging.ts";
import { type CreationSort, listByCreation } from "../../core/lists/by-creation.ts";
import { columnFilter } from "../../core/lists/list-filter.ts";
import { problem } from "../../lib/problem.ts";
import { prepared } from "../../platform/db/prepared.ts";
import { rowJson } from "../../platform/db/row-json.ts";
import { type MailState, mails } from "../../platform/db/tables/mails.ts";
import type { Mail } from "./schema.ts";
import { mailView } from "./view.ts";

const MAIL = rowJson(mails, "mails", [
  ...(["storeId", "streamId", "seq", "secretLink", "requestId", "tries", "finishedAt"] as const),
]);

/** The bytes of a mail without its words in a response; the words' JSON is written once more, as text. */
const MAIL_BYTES = 700;

export const MAIL_LISTS = listByCreation({
  name: "mails",
  table: "mails",
  // All ids begin with mai_.
  key: { columns: [["id", "text"]], end: "maj" },
  row: MAIL,
  bytes: `(${MAIL_BYTES} + 2 * coalesce(octet_length(words::text), 0))::float8`,
  filters: {
    status: columnFilter("text", (status) => `state = ${status}`),
    return: columnFilter("text", (id) => `return_id = ${id}`),
  },
});

type MailQuery = { status?: MailState; returnId?: string; sort?: CreationSort; include?: "count" };

/** Returns the JSON of a page of a store's mails and, if it is asked for, the number of all. */
export async function listMails(
  ctx: Ctx,
  storeId: string,
  { status, returnId, sort = "-created_at", include }: MailQuery,
  page: Page,
): Promise<WrittenPage> {
  const list = MAIL_LISTS[sort];
  const values = { status: status && [status], return: returnId === undefined ? undefined : [returnId] };
  const found = await list.find(ctx, storeId, { values, page });
  const total = include && (await list.count(ctx, storeId, { values }));
  const load = async (slice: typeof found.rows) =>
    slice.values().map(({ record }) => JSON.stringify(mailView(record)));
  return writePage("mails", page, found, load, total);
}

/** Returns a mail. Throws 404 for an unknown one. */
export async function readMail(ctx: Ctx, storeId: string, mailId: string): Promise<Mail> {
  const [found] = await loadMails(ctx, storeId, [mailId]);
  if (!found) throw mailNotFound(mailId);
  return found;
}

/** Returns the mails with these ids, the oldest first. */
export async function loadMails(ctx: Ctx, storeId: string, ids: string[]): Promise<Mail[]> {
  const rows = await load(ctx.db, storeId, ids);
  return rows.map(({ row }) => mailView(MAIL.read(row)));
}

/** Returns the 404 of an unknown mail. */
export function mailNotFound(mailId: string) {
  return problem("mail_not_found", `The store has no mail ${mailId}.`);
}

const load = prepared<{ row: unknown[] }>(
  "load_mails",
  `select ${MAIL.sql} as row from mails where store_id = $1 and id = any($2::text[]) order by id`,
);
