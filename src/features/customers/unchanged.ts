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
 * SQL that holds when a row of `customers` already has everything that a patch says. Such a request takes the
 * fast path: it takes no lock and needs no order, because its patch had no effect at its snapshot. The patch
 * is a row of PATCH_COLUMNS, or one with the columns of the table.
 */
export function changesNothing(
  customer: string,
  patch: string,
  columns: "patch" | "table" = "patch",
): string {
  const input = ([column, property]: readonly [string, string]) =>
    `${patch}.${columns === "patch" ? property : column}`;
  const same = [
    ...REPLACED.map((field) => `(${input(field)} is null or ${input(field)} = ${customer}.${field[0]})`),
    ...MERGED.map((field) => `(${input(field)} is null or ${customer}.${field[0]} @> ${input(field)})`),
  ];
  return `(${same.join(" and ")}) is true`;
}

/**
 * SQL for a lateral join with the customer of a store that the deciding identifier of a patch matches. The
 * limits keep the planner from reading all customers of a store.
 */
export function matchedBy(patch: string, columns: string, storeId = "$1"): string {
  const idBy = (column: string, property: string) => `(
    select id from customers
    where store_id collate "C" = ${storeId} and ${column} collate "C" = ${patch}."${property}" limit 1
  )`;
  return `(
    select ${columns} from customers where store_id = ${storeId} and id = case
      when ${patch}."customerId" is not null then ${patch}."customerId"
      when ${patch}."emailKey" is not null then ${idBy("email_key", "emailKey")}
      else ${idBy("phone_number", "phoneNumber")}
    end limit 1
  )`;
}
