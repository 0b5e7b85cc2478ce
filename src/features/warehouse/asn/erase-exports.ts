import { sql } from "drizzle-orm";
import type { Ctx } from "../../../core/ctx.ts";
import { inSlice } from "../../../core/jobs/in-slice.ts";
import type { Progress } from "../../../core/jobs/retention.ts";
import { blankedId, contactsOfBatch } from "../../../core/persons/erased-persons.ts";
import type { ErasureRule, ErasureSlice } from "../../../core/persons/erasure.ts";
import { type Person, redactText } from "../../../core/persons/redact.ts";
import { erasedPersons } from "../../customers/erased-persons.ts";
import { FILE_FORMATS } from "./file-format.ts";
import type { AsnRow, Format } from "./schema.ts";

const SLICE_RETURNS = 100;
/** A part has up to 250,000 characters. */
const SLICE_PARTS = 10;
/** The maximum time between two processes' ideas of the time. */
const MAX_CLOCK_SKEW_MS = 600_000;
/** What a row of the report has of the person, or of documents that show the person. */
const PERSONAL: readonly (keyof AsnRow)[] = [
  "customer_email",
  "integration_tracking_url",
  "label_url",
  "scannable_id",
];
/** Texts that stay unless they name the person. */
const TEXTS: readonly (keyof AsnRow)[] = ["title", "return_reason", "return_method", "barcode"];

/** How far a rule has come: the returns after `after`, their parts after `part`. */
type Cursor = { after: string; part: [exportId: string, number: number] };
type ErasedReturn = { id: string; label: string };
type Part = { exportId: string; number: number; format: Format };

/** Returns the new value of a field of a return's rows. */
type ChangeField = (field: keyof AsnRow, value: string | null, returnId: string) => string | null;

/**
 * Blanks the person in files of the ASN report. Exports that are being written read again what they have read
 * and not yet stored.
 */
export const exportsErasure: ErasureRule = {
  name: "files of the ASN report",
  erase: (ctx, slice) =>
    eraseParts(ctx, slice, {
      find: (after) => returnsAfter(ctx, slice, after),
      changeOf: async (_, returns) => {
        const personOf = new Map<string, Person>();
        for (const { id, label } of returns) {
          const erasure = slice.batch.find((each) => label === blankedId(each.id));
          if (erasure) personOf.set(id, erasure.person);
        }
        return (field, value, returnId) => {
          const person = personOf.get(returnId);
          if (PERSONAL.includes(field) || !person) return null;
          return value !== null && TEXTS.includes(field) ? redactText(value, person, { names: true }) : value;
        };
      },
    }),
};

/**
 * Removes what identifies the person from rows about returns that name the person and are another customer's. The rule
 * before this one has changed each of them.
 */
export const exportMentionsErasure: ErasureRule = {
  name: "files of the ASN report about other customers",
  erase: async (ctx, slice) => {
    if (contactsOfBatch(slice.batch).length === 0) return { isDone: true };
    return eraseParts(ctx, slice, {
      find: (after) => changedReturnsAfter(ctx, slice, after),
      changeOf: async (tx) => {
        const persons = await erasedPersons(tx, slice.storeId, slice.batch);
        return (field, value) => {
          const rest = value && persons.reduce((text, person) => redactText(text, person), value);
          return rest !== value && PERSONAL.includes(field) ? null : rest;
        };
      },
    });
  },
};

type Erasing<Found> = {
  find(after: string): Promise<Found[]>;
  changeOf(tx: Ctx, returns: Found[]): Promise<ChangeField>;
};

async function eraseParts<Found extends { id: string }>(
  ctx: Ctx,
  slice: ErasureSlice,
  { find, changeOf }: Erasing<Found>,
): Promise<Progress> {
  const { storeId } = slice;
  if (slice.cursor === undefined) await raiseRevisions(ctx, storeId);
  const cursor: Cursor = slice.cursor ? JSON.parse(slice.cursor) : { after: "", part: ["", 0] };
  const returns = await find(cursor.after);
  const last = returns.at(-1);
  if (!last) return { isDone: true };
  const ids = new Set(returns.map(({ id }) => id));
  const parts = await partsOf(ctx, storeId, ids, cursor.part);
  for (const part of parts) {
    await inSlice(ctx, async (tx) =>
      rewritePart(tx, storeId, part, { ids, change: await changeOf(tx, returns) }),
    );
  }
  if (parts.length < SLICE_PARTS && returns.length < SLICE_RETURNS) return { isDone: true };
  const end = parts.at(-1);
  const next: Cursor =
    end && parts.length === SLICE_PARTS
      ? { after: cursor.after, part: [end.exportId, end.number] }
      : { after: last.id, part: ["", 0] };
  return { isDone: false, cursor: JSON.stringify(next) };
}

async function raiseRevisions(ctx: Ctx, storeId: string): Promise<void> {
  await ctx.db.execute(sql`
    update asn_exports set revision = revision + 1
    where store_id = ${storeId} and status in ('queued', 'running')`);
}

async function returnsAfter(
  ctx: Ctx,
  { storeId, batch }: ErasureSlice,
  after: string,
): Promise<ErasedReturn[]> {
  const labels = batch.map(({ id }) => blankedId(id));
  const { rows } = await ctx.db.execute<ErasedReturn>(sql`
    with erased as materialized (
      select id, customer_id as label from returns
      where store_id = ${storeId} and customer_id = any(${sql.param(labels)}::text[])
    )
    select id, label from erased where id > ${after} order by id limit ${SLICE_RETURNS}`);
  return rows;
}

/**
 * Returns what has changed since the first request to erase, whatever the clock of the process that changed it; nothing
 * without files.
 */
async function changedReturnsAfter(
  ctx: Ctx,
  { storeId, batch }: ErasureSlice,
  after: string,
): Promise<{ id: string }[]> {
  const first = Math.min(...batch.map(({ requestedAt }) => requestedAt.getTime()));
  const since = new Date(first - MAX_CLOCK_SKEW_MS).toISOString();
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    with changed as materialized (
      select id from returns where store_id = ${storeId} and updated_at >= ${since}::timestamptz
        and exists (select from asn_exports where store_id = ${storeId})
    )
    select id from changed where id > ${after} order by id limit ${SLICE_RETURNS}`);
  return rows;
}

/**
 * Returns the parts that may have rows of the returns. A file begins with the newest return, so a return is in
 * the first part that goes back to its creation, and in those up to the first that goes back further.
 */
async function partsOf(
  ctx: Ctx,
  storeId: string,
  ids: ReadonlySet<string>,
  [exportId, number]: Cursor["part"],
): Promise<Part[]> {
  const ofExport = sql`store_id = ${storeId} and export_id = export.id`;
  const { rows } = await ctx.db.execute<Part>(sql`
    select distinct export.id as "exportId", part.number, export.format
    from returns as erased
    join asn_exports as export on export.store_id = ${storeId}
      and erased.created_at between export."from" and export."to"
    cross join lateral (
      select (select number from asn_export_parts where ${ofExport} and oldest <= erased.created_at
          order by oldest desc nulls last, number limit 1) as first,
        (select number from asn_export_parts where ${ofExport} and oldest < erased.created_at
          order by oldest desc nulls last, number limit 1) as last
    ) as place
    join asn_export_parts as part on part.store_id = ${storeId} and part.export_id = export.id
      and (part.oldest is null or part.number between place.first and coalesce(place.last, 2147483647))
    where erased.store_id = ${storeId} and erased.id = any(${sql.param([...ids])}::text[])
      and (export.id, part.number) > (${exportId}, ${exportId === "" ? -1 : number})
    order by 1, 2 limit ${SLICE_PARTS}`);
  return rows;
}

async function rewritePart(
  tx: Ctx,
  storeId: string,
  { exportId, number, format }: Part,
  { ids, change }: { ids: ReadonlySet<string>; change: ChangeField },
): Promise<void> {
  const ofPart = sql`store_id = ${storeId} and export_id = ${exportId} and number = ${number}`;
  const { rows } = await tx.db.execute<{ content: Uint8Array }>(sql`
    select content from asn_export_parts where ${ofPart} for no key update`);
  const [row] = rows;
  if (!row) return;
  const text = new TextDecoder().decode(row.content);
  const changed = FILE_FORMATS[format].rewrite(text, (returnId) => ids.has(returnId), change);
  if (changed === text) return;
  const content = new TextEncoder().encode(changed);
  await tx.db.execute(sql`update asn_export_parts set content = ${content} where ${ofPart}`);
}
