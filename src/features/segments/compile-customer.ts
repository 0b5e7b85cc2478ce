import { type SQL, sql } from "drizzle-orm";
import { emailKey } from "../../core/persons/person.ts";
import { presentIdSql } from "../customers/aliases.ts";
import { compareStrings, compileTermTest, operatorSql } from "./compile-test.ts";
import {
  CUSTOM_FIELD,
  CUSTOMER_FIELDS,
  type CustomerCondition,
  type CustomerField,
  type Test,
} from "./condition.ts";

/**
 * Compiles a condition on a profile to a predicate of a row `c` of `customers`. It is true when the condition
 * is met, and false or null when not.
 */
export function compileCustomer(storeId: string, { customer, test }: CustomerCondition): SQL {
  if (customer.startsWith(CUSTOM_FIELD))
    return customField(storeId, customer.slice(CUSTOM_FIELD.length), test);
  const field = customer as CustomerField;
  const column = columnOf(field);
  if (test.op === "exists") return test.value ? sql`${column} is not null` : sql`${column} is null`;
  if (field === "email") return email(storeId, column, test);
  if (field === "id") return id(storeId, column, test);
  if (CUSTOMER_FIELDS[field] === "string") {
    const compared = stringTest(column, test);
    // The index of phone numbers has a collation of its own; see the table.
    return field === "phoneNumber" ? sql`(c.store_id collate "C" = ${storeId} and ${compared})` : compared;
  }
  const type = sql.raw(CUSTOMER_FIELDS[field] === "date" ? "timestamptz" : "double precision");
  if (test.op === "in") return sql`${column} = any(${sql.param(test.value.map(String))}::${type}[])`;
  // Refused before.
  if (test.op === "startsWith") return sql`false`;
  return sql`${column} ${operatorSql(test.op)} ${String(test.value)}::${type}`;
}

/** Addresses are compared without case, in the index's collation. */
function email(storeId: string, column: SQL, test: Exclude<Test, { op: "exists" }>): SQL {
  return sql`(c.store_id collate "C" = ${storeId} and ${emailTest(column, test)})`;
}

function emailTest(column: SQL, test: Exclude<Test, { op: "exists" }>): SQL {
  if (test.op === "startsWith") return emailBeginsWith(column, test.value);
  const value =
    test.op === "in" ? test.value.map((each) => emailKey(String(each))) : emailKey(String(test.value));
  return stringTest(column, { op: test.op, value } as typeof test);
}

/**
 * A label of a domain that may go on is compared as it was written too: what the name system makes of the beginning of
 * one is no beginning of what it makes of the whole.
 */
function emailBeginsWith(column: SQL, value: string): SQL {
  const key = emailKey(value);
  const begins = sql`starts_with(${column}, ${key})`;
  const at = key.indexOf("@");
  if (at < 0) return begins;
  const known = key.slice(0, Math.max(at, key.lastIndexOf(".")) + 1);
  const written = value.trim().toLowerCase().normalize("NFC");
  return sql`(starts_with(${column}, ${known}) and (${begins} or starts_with(normalize(lower(c.email)), ${written})))`;
}

/** The id of a merged customer means the one that it leads to. */
function id(storeId: string, column: SQL, test: Exclude<Test, { op: "exists" }>): SQL {
  if (test.op === "in") {
    return sql`${column} collate "C" = any(array(
      select ${presentIdSql(storeId, sql`given.id`)} from unnest(${sql.param(test.value)}::text[]) as given(id)))`;
  }
  if (test.op !== "=" && test.op !== "!=") return stringTest(column, test);
  return sql`${column} collate "C" ${operatorSql(test.op)} ${presentIdSql(storeId, String(test.value))}`;
}

function stringTest(column: SQL, test: Exclude<Test, { op: "exists" }>): SQL {
  if (test.op === "in") return sql`${column} collate "C" = any(${sql.param(test.value)}::text[])`;
  if (test.op === "startsWith") return sql`starts_with(${column}, ${test.value})`;
  return compareStrings(column, test.op, String(test.value));
}

function customField(storeId: string, name: string, test: Test): SQL {
  const place = {
    terms: sql`c.search_terms`,
    text: sql`(c.custom_fields->>${name}::text)`,
    path: [storeId, "customer", name],
  };
  const { query, more } = compileTermTest(place, test);
  const found = query === undefined ? [] : [sql`c.search_terms @@ ${query}::tsquery`];
  return sql`(${sql.join([...found, ...(more ? [more] : [])], sql` and `)})`;
}

const COLUMNS: Partial<Record<CustomerField, SQL>> = {
  id: sql`c.id`,
  email: sql`c.email_key`,
  phoneNumber: sql`c.phone_number`,
  firstName: sql`c.first_name`,
  lastName: sql`c.last_name`,
  createdAt: sql`c.created_at`,
  updatedAt: sql`c.updated_at`,
};

function columnOf(field: CustomerField): SQL {
  const column = COLUMNS[field];
  if (column) return column;
  const text = sql`(c.location->>${field.slice("location.".length)}::text)`;
  return CUSTOMER_FIELDS[field] === "number" ? sql`${text}::double precision` : text;
}
