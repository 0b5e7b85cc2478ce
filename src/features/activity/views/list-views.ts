import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../../core/ctx.ts";
import { newId } from "../../../lib/ids.ts";
import { invalid, problem } from "../../../lib/problem.ts";
import type { Db } from "../../../platform/db/connect.ts";
import { lockName } from "../../../platform/db/lock-name.ts";
import { listViews } from "../../../platform/db/tables/list-views.ts";

/** Filters and order of a list, under a name. */
export type ListView = { id: string; name: string; query: string };

const MAX_VIEWS = 20;
const MAX_NAME_CHARACTERS = 60;
const MAX_QUERY_CHARACTERS = 2_000;

/** Returns the views of a list of the store, the first made first. */
export async function viewsOf({ db }: Ctx, storeId: string, list: string): Promise<ListView[]> {
  const { rows } = await db.execute<ListView>(sql`
    select id, view_name as name, view_query as query from list_views
    where store_id = ${storeId} and viewed_list = ${list} order by created_at, id limit ${MAX_VIEWS}`);
  return rows;
}

/** Keeps filters and order of a list under a name. Throws 400 for a name that is taken or too long, or with as many views as a list may have. */
export async function saveView(
  ctx: Ctx,
  storeId: string,
  { list, name, query }: { list: string; name: string; query: string },
): Promise<void> {
  requireName(name);
  if (query.length > MAX_QUERY_CHARACTERS) throw ofName("These filters are too long to be kept.");
  await inTransaction(ctx, async ({ db }) => {
    // Two new views must not both be the last.
    await lockName(db, `list views ${storeId}`);
    await requireUnused(db, storeId, { list, name, id: "" });
    const { rows } = await db.execute<{ count: number }>(sql`
      select count(*)::int as count from list_views where store_id = ${storeId} and viewed_list = ${list}`);
    if ((rows[0]?.count ?? 0) >= MAX_VIEWS) {
      throw ofName(`This list has ${MAX_VIEWS} views, as many as it may. Delete one first.`);
    }
    const named = { viewedList: list, viewName: name, viewQuery: query };
    await db.insert(listViews).values({ storeId, id: newId("view"), ...named, createdAt: ctx.now() });
  });
}

/** Gives a view of a list another name. Throws 400 for a name that is taken or too long, 404 for a view that is gone. */
export async function renameView(
  ctx: Ctx,
  storeId: string,
  { list, id, name }: { list: string; id: string; name: string },
): Promise<void> {
  requireName(name);
  await inTransaction(ctx, async ({ db }) => {
    await lockName(db, `list views ${storeId}`);
    await requireUnused(db, storeId, { list, name, id });
    const { rows } = await db.execute(sql`
      update list_views set view_name = ${name}
      where store_id = ${storeId} and viewed_list = ${list} and id = ${id} returning id`);
    if (rows.length === 0) throw problem("route_not_found", "This view was deleted meanwhile.");
  });
}

/** Deletes a view of a list, if it is there. */
export async function deleteView(ctx: Ctx, storeId: string, id: string): Promise<void> {
  await ctx.db.execute(sql`delete from list_views where store_id = ${storeId} and id = ${id}`);
}

function requireName(name: string): void {
  if (name === "") throw ofName("The view needs a name.");
  if ([...name].length > MAX_NAME_CHARACTERS) {
    throw ofName(`The name may have at most ${MAX_NAME_CHARACTERS} characters.`);
  }
}

type Named = { list: string; name: string; id: string };

async function requireUnused(db: Db, storeId: string, { list, name, id }: Named): Promise<void> {
  const { rows } = await db.execute(sql`
    select from list_views where store_id = ${storeId} and viewed_list = ${list} and view_name = ${name} and id <> ${id}`);
  if (rows.length > 0) throw ofName("There is a view of this name already.");
}

function ofName(detail: string) {
  return invalid({ detail, pointer: "/name" });
}
