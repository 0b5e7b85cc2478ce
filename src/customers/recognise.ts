import type { Ctx } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";
import { createDirectory } from "./directory.ts";
import { meetCustomers } from "./meet.ts";
import type { Given, Profile } from "./profile.ts";
import { writeProfiles } from "./write-profiles.ts";

/** What one request says about one customer, and its place among all requests of the store. */
export type Patch = { given: Given; stamp: number };

/**
 * The ids of the customers that patches mean: each matched by its highest identifier alone, or created; then enriched by the
 * rest, in the order given. Null where nothing identifies anybody. A handful of statements, however many patches; runs
 * in the caller's transaction and holds its locks until that ends.
 */
export async function recogniseCustomers(
  ctx: Ctx,
  storeId: string,
  patches: Patch[],
): Promise<(string | null)[]> {
  const known = await meetCustomers(
    ctx,
    storeId,
    patches.map(({ given }) => given),
  );
  const { ids, written } = patchCustomers(ctx, storeId, { known, patches });
  await written;
  return ids;
}

/** The same for callers who have met the customers already; what changes is sent at once and `written` later. */
export function patchCustomers(
  ctx: Ctx,
  storeId: string,
  { known, patches }: { known: Profile[]; patches: Patch[] },
): { ids: (string | null)[]; written: Promise<unknown> } {
  const directory = createDirectory(known);
  const ids = patches.map(({ given, stamp }) => directory.recognise(given, stamp));
  return { ids, written: writeProfiles(ctx, storeId, { known, changed: directory.changed() }) };
}

/** The places of requests among all of the database, whichever process received them: later ones have greater stamps. */
export async function nextStamps(ctx: Ctx, count: number): Promise<number[]> {
  const rows = await stamps(ctx.db, count);
  return rows.map(({ stamp }) => Number(stamp));
}

const stamps = prepared<{ stamp: string }>(
  "next_stamps",
  "select nextval('customer_stamps') as stamp from generate_series(1, $1)",
);
