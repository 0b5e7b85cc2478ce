import type { Ctx } from "../../core/ctx.ts";
import { problem } from "../../lib/problem.ts";
import { preparedByKey } from "../../platform/db/prepared.ts";
import type { ChangeType } from "../../platform/db/tables/changes.ts";

export type NumberedChange = { sequence: number; type: ChangeType; objectId: string; at: string };

/** Where a reader is: after a number, at the beginning of what is kept (0), or at the end. */
export type FeedPosition = { after: number } | "beginning" | "latest";

/** Numbers changes of a store as `numberChanges` does. */
export type NumberChanges = (storeId: string) => Promise<boolean>;

/** `after` is the number that the page begins after. */
export type FoundChanges = { after: number; changes: NumberedChange[] };

/** Enough for any number of changes that wait to be numbered. */
const MAX_PASSES = 10_000;

/**
 * Returns the changes after a position, up to `limit`, in the order of their numbers. Numbers the committed
 * changes that have none yet, unless the page is full without them. Throws 410 for a number whose successors
 * were removed, and for one that the feed has not reached: it belongs to another state of the database.
 */
export async function findChanges(
  ctx: Ctx,
  numberChanges: NumberChanges,
  storeId: string,
  { position, limit }: { position: FeedPosition; limit: number },
): Promise<FoundChanges> {
  if (position === "latest") return findEnd(ctx, numberChanges, storeId);
  const after = position === "beginning" ? 0 : position.after;
  let page = await readFeed(ctx, storeId, after, limit);
  if (page.hasUnnumbered && page.changes.length < limit) {
    await numberChanges(storeId);
    page = await readFeed(ctx, storeId, after, limit);
  }
  if (position === "beginning") return { after: page.removed, changes: page.changes };
  if (after < page.removed) {
    throw goneProblem(`The changes up to ${page.removed} are no longer kept`);
  }
  if (after > page.last) throw goneProblem(`The store's feed has not reached ${after}`);
  return { after, changes: page.changes };
}

async function findEnd(ctx: Ctx, numberChanges: NumberChanges, storeId: string): Promise<FoundChanges> {
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    if (!(await numberChanges(storeId))) break;
  }
  const { last } = await readFeed(ctx, storeId, Number.MAX_SAFE_INTEGER, 1);
  return { after: last, changes: [] };
}

function goneProblem(reason: string) {
  return problem(
    "changes_not_kept",
    `${reason}. Begin again: request after=latest, read the lists, then follow its next.`,
  );
}

type FeedPart = { last: number; removed: number; hasUnnumbered: boolean; changes: NumberedChange[] };
type Row = { last: string; removed: string; hasUnnumbered: boolean; page: string | null };
type ChangeValues = [sequence: number, type: ChangeType, objectId: string, at: string];

async function readFeed(ctx: Ctx, storeId: string, after: number, limit: number): Promise<FeedPart> {
  const [feed] = await readPage(ctx.db, storeId, after, limit);
  // The first numbering creates the feed's row.
  if (!feed) return { last: 0, removed: 0, hasUnnumbered: true, changes: [] };
  const changes = JSON.parse(feed.page ?? "[]") as ChangeValues[];
  return {
    last: Number(feed.last),
    removed: Number(feed.removed),
    hasUnnumbered: feed.hasUnnumbered,
    changes: changes.map(([sequence, type, objectId, at]) => ({
      sequence,
      type,
      objectId,
      at: instantOf(at),
    })),
  };
}

/** Postgres writes `2026-03-02T08:15:03.4+00:00`, and no fraction for a whole second. */
function instantOf(at: string): string {
  const [seconds, fraction] = [at.slice(0, SECONDS_LENGTH), at.slice(SECONDS_LENGTH + 1, -"+00:00".length)];
  return `${seconds}.${fraction.padEnd(3, "0")}Z`;
}

const SECONDS_LENGTH = "2026-03-02T08:15:03".length;

/**
 * One statement, so that the changes and the numbers of the feed are of one snapshot. The changes are one value,
 * which the driver reads several times as fast as their columns.
 */
const readPage = preparedByKey<Row>(
  "read_change_feed",
  `select feed.last, feed.removed, exists (select from unnumbered_changes where store_id = $1) as "hasUnnumbered", (
     select json_agg(json_build_array(sequence, type, object_id, at) order by sequence)::text
     from (
       select sequence, type, object_id, at from changes
       where store_id = $1 and sequence > greatest($2::bigint, feed.removed)
       order by sequence limit $3
     ) as page
   ) as page
   from change_feeds as feed where feed.store_id = $1`,
);

/** Returns the position that the parameter `after` names; it is `latest` or digits. */
export function positionOf(after: string | undefined): FeedPosition {
  if (after === undefined) return "beginning";
  return after === "latest" ? after : { after: Number(after) };
}
