import type { Ctx } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";
import type { EventRow } from "./row.ts";

type Claimed = Pick<EventRow, "uniqueId">;

export type Claims = {
  /** The places of the requests among all of the database, whichever process received them. */
  stamps: number[];
  /** Whether an event that came is accepted; asked once for each, in the order in which they came. */
  accepts(event: Claimed): boolean;
};

/**
 * Claims the `uniqueId`s of events that came together by so many requests. Accepted are those without one, or with one that
 * the store has never seen; of several with the same one the first. Claimed when they come in, so the first that came
 * stays, whatever is worked on first.
 */
export async function claim(
  ctx: Ctx,
  storeId: string,
  { requests, events }: { requests: number; events: Claimed[] },
): Promise<Claims> {
  const wanted = [...new Set(events.flatMap(({ uniqueId }) => uniqueId ?? []))];
  const [row] = await claimIds(ctx.db, storeId, wanted, requests);
  const free = new Set(row?.claimed);
  return {
    stamps: (row?.stamps ?? []).map(Number),
    // Each claim is used up by the first event that has it.
    accepts: ({ uniqueId }) => typeof uniqueId !== "string" || free.delete(uniqueId),
  };
}

/** In one order, so that two batches with the same ids never wait for each other. */
const claimIds = prepared<{ stamps: string[]; claimed: string[] }>(
  "claim_unique_ids",
  `with claimed as (
     insert into event_unique_ids (store_id, unique_id) select $1, id from unnest($2::text[]) as id order by id collate "C"
     on conflict do nothing returning unique_id
   )
   select array(select nextval('customer_stamps') from generate_series(1, $3)) as stamps,
     array(select unique_id from claimed) as claimed`,
);
