import type { Ctx } from "../ctx.ts";
import { prepared } from "../db/prepared.ts";
import { factWords } from "../lib/facts.ts";
import type { Profile } from "./profile.ts";

/** Writes profiles that are new or changed against those that were `known`; the statements are sent at once. */
export async function writeProfiles(
  ctx: Ctx,
  storeId: string,
  { known, changed }: { known: Profile[]; changed: Profile[] },
): Promise<void> {
  const before = new Map(known.map((profile) => [profile.id, profile]));
  const isRepeated = (after: Profile) => saysTheSame(before.get(after.id), after);
  const { repeated = [], others = [] } = Object.groupBy(changed, (after) =>
    isRepeated(after) ? "repeated" : "others",
  );
  const moved = others.filter((after) => hasMoved(before.get(after.id), after));
  await Promise.all([
    moved.length > 0 &&
      giveUp(
        ctx.db,
        storeId,
        moved.map(({ id }) => id),
      ),
    others.length > 0 && write(ctx.db, storeId, rowsOf(storeId, others), ctx.now().toISOString()),
    repeated.length > 0 && writeStamps(ctx.db, storeId, stampsOf(repeated)),
  ]);
}

/** Most requests repeat what is known: then only who said it last is new. */
function saysTheSame(before: Profile | undefined, after: Profile): boolean {
  return (
    before !== undefined &&
    before.email === after.email &&
    before.emailKey === after.emailKey &&
    before.phoneNumber === after.phoneNumber &&
    before.firstName === after.firstName &&
    before.lastName === after.lastName &&
    before.location === after.location &&
    before.customFields === after.customFields
  );
}

function hasMoved(before: Profile | undefined, { emailKey, phoneNumber }: Profile): boolean {
  const { emailKey: email = null, phoneNumber: phone = null } = before ?? {};
  return (email !== null && email !== emailKey) || (phone !== null && phone !== phoneNumber);
}

function rowsOf(storeId: string, profiles: Profile[]): string {
  const path = [storeId, "customer"];
  return JSON.stringify(
    profiles.map((profile) => ({ ...profile, facts: factWords(path, profile.customFields ?? {}) })),
  );
}

function stampsOf(profiles: Profile[]): string {
  return JSON.stringify(profiles.map(({ id, stamps }) => ({ id, stamps })));
}

/** Identifiers that move between customers are let go before they are taken. */
const giveUp = prepared(
  "give_up_identifiers",
  `update customers set email = null, email_key = null, phone_number = null
   where store_id = $1 and id = any($2::text[])`,
);

const write = prepared(
  "write_profiles",
  `insert into customers (store_id, id, email, email_key, phone_number, first_name, last_name, location, custom_fields,
     stamps, facts, created_at, updated_at)
   select $1, id, email, "emailKey", "phoneNumber", "firstName", "lastName", location, "customFields",
     stamps, facts::tsvector, $3::timestamptz, $3::timestamptz
   from jsonb_to_recordset($2::jsonb) as changed(id text, email text, "emailKey" text, "phoneNumber" text,
     "firstName" text, "lastName" text, location jsonb, "customFields" jsonb, stamps jsonb, facts text)
   on conflict (store_id, id) do update set
     email = excluded.email, email_key = excluded.email_key, phone_number = excluded.phone_number,
     first_name = excluded.first_name, last_name = excluded.last_name, location = excluded.location,
     custom_fields = excluded.custom_fields, stamps = excluded.stamps, facts = excluded.facts,
     updated_at = case when
       (customers.email, customers.phone_number, customers.first_name, customers.last_name, customers.location,
         customers.custom_fields)
       is distinct from (excluded.email, excluded.phone_number, excluded.first_name, excluded.last_name,
         excluded.location, excluded.custom_fields)
       then excluded.updated_at else customers.updated_at end`,
);

/** They are all there: an insert that finds its row looks up by key, whatever the planner believes. */
const writeStamps = prepared(
  "write_stamps",
  `insert into customers (store_id, id, stamps)
   select $1, id, stamps from json_to_recordset($2::json) as changed(id text, stamps jsonb)
   on conflict (store_id, id) do update set stamps = excluded.stamps`,
);
