import type { Ctx } from "../ctx.ts";
import { planByKey, prepared } from "../db/prepared.ts";
import { type CustomerPatch, PATCH_COLUMNS } from "./patch.ts";

const REPLACED = [
  ["email", "email"],
  ["phone_number", '"phoneNumber"'],
  ["first_name", '"firstName"'],
  ["last_name", '"lastName"'],
] as const;
const MERGED = [
  ["location", "location"],
  ["custom_fields", '"customFields"'],
] as const;

/**
 * SQL for a row of `customers` that already says everything that a patch says. A request whose customer is so changes
 * nothing, takes no lock and needs no order: at the moment of its snapshot its patch had no effect. The patch is a row of
 * PATCH_COLUMNS, or one with the columns of the table.
 */
export function changesNothing(
  customer: string,
  patch: string,
  columns: "patch" | "table" = "patch",
): string {
  const given = ([column, member]: readonly [string, string]) =>
    `${patch}.${columns === "patch" ? member : column}`;
  const same = [
    ...REPLACED.map((field) => `(${given(field)} is null or ${given(field)} = ${customer}.${field[0]})`),
    ...MERGED.map((field) => `(${given(field)} is null or ${customer}.${field[0]} @> ${given(field)})`),
  ];
  return `(${same.join(" and ")}) is true`;
}

/**
 * SQL for a lateral join: the customer whom the deciding identifier of a patch means. The limits keep the planner from
 * reading all customers of a store at once.
 */
export function matchedBy(patch: string, columns: string): string {
  return `(
    (select ${columns} from customers where store_id = $1 and id = ${patch}."customerId" limit 1)
    union all (
      select ${columns} from customers
      where ${patch}."customerId" is null
        and store_id collate "C" = $1 and email_key collate "C" = ${patch}."emailKey" limit 1
    )
    union all (
      select ${columns} from customers
      where ${patch}."customerId" is null and ${patch}."emailKey" is null
        and store_id collate "C" = $1 and phone_number collate "C" = ${patch}."phoneNumber" limit 1
    )
  )`;
}

/**
 * Returns the id of the customer whom a patch means and of whom it says nothing new; undefined when there is none. Runs in a
 * transaction of the caller's.
 */
export async function findKnown(
  ctx: Ctx,
  storeId: string,
  patch: CustomerPatch,
): Promise<string | undefined> {
  const [, [found]] = await Promise.all([planByKey(ctx.db), find(ctx.db, storeId, JSON.stringify(patch))]);
  return found?.id;
}

const find = prepared<{ id: string }>(
  "find_known_customer",
  `select customer.id from json_to_record($2::json) as patch(${PATCH_COLUMNS})
   cross join lateral ${matchedBy("patch", "*")} as customer
   where ${changesNothing("customer", "patch")}`,
);
