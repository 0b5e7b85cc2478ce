import { rowJson } from "../../platform/db/row-json.ts";
import { customers } from "../../platform/db/tables/customers.ts";
import { customerRow } from "./aliases.ts";
import { profileOf } from "./find.ts";
import type { Customer } from "./schema.ts";

/** The size of the custom fields up to which a profile is read as one value. */
const MAX_FIELDS_BYTES = 8_000;

const CUSTOMER = rowJson(customers, "customers");

/**
 * SQL for `id` and `record` of the customers of the store `$1` whose ids an array has, of a merged id that of its target; the
 * record of a large one is null. Looks each id up by the whole key, whatever the planner knows of the table.
 */
export function customerRecords(ids: string): string {
  return `select wanted.id,
      case when coalesce(octet_length(custom_fields::text), 0) <= ${MAX_FIELDS_BYTES} then ${CUSTOMER.sql}::text end as record
    from unnest(${ids}::text[]) as wanted (id)
    cross join lateral ${customerRow("customerId", "wanted.id")} as customers`;
}

/** Returns the profile that a record is of. */
export function readProfile(record: string): Customer {
  return profileOf(CUSTOMER.read(JSON.parse(record)));
}
