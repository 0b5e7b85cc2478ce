import { sql } from "drizzle-orm";
import type { Ctx } from "../../core/ctx.ts";
import { inSlice } from "../../core/jobs/in-slice.ts";
import type { Erasure } from "../../core/persons/erased-persons.ts";
import type { ErasureRule } from "../../core/persons/erasure.ts";
import { idIdentifier } from "../../core/persons/identifiers.ts";
import { type Person, REDACTED, redactText } from "../../core/persons/redact.ts";
import { redactName } from "../../core/persons/redact-name.ts";
import { cutText } from "../../lib/text.ts";
import { erasedPersons } from "../customers/erased-persons.ts";
import { type CustomerField, isCustomerField } from "./condition.ts";

/** With a number behind it a key has at most 255. */
const MAX_KEY_CHARACTERS = 250;

type Where = Record<string, unknown>;

/** A store has at most 250 segments. */
type Row = { key: string; where: Where };

/**
 * Replaces values of saved conditions that name a person: e-mail addresses, phone numbers and ids, and names and
 * addresses that no other customer has. What took the value's place is met by no customer. A key that has such an
 * address or number is replaced too, though the segment is read by it.
 */
export const segmentsErasure: ErasureRule = {
  name: "saved segments",
  erase: (ctx, { storeId, batch }) =>
    inSlice(ctx, async (tx) => {
      const { rows } = await tx.db.execute<Row>(sql`
        select key, "where" from segments where store_id = ${storeId} order by key for update`);
      const persons = await erasedPersons(tx, storeId, batch);
      const keys = new Set(rows.map(({ key }) => key));
      for (const { key, where } of rows) {
        const shared = await sharedValues(tx, storeId, where, batch);
        const rest = persons.reduce<unknown>((value, person) => redacted(value, person, shared), where);
        const newKey = unusedKey(
          persons.reduce((name, person) => redactName(name, person), key),
          key,
          keys,
        );
        if (newKey === key && JSON.stringify(rest) === JSON.stringify(where)) continue;
        await tx.db.execute(sql`
          update segments set key = ${newKey}, "where" = ${JSON.stringify(rest)}::jsonb
          where store_id = ${storeId} and key = ${key}`);
      }
      return { isDone: true };
    }),
};

/** Returns a key that no other segment has, and adds it to the keys. */
function unusedKey(redactedKey: string, key: string, keys: Set<string>): string {
  if (redactedKey === key) return key;
  const short = cutText(redactedKey, MAX_KEY_CHARACTERS);
  let unused = short;
  for (let n = 2; keys.has(unused); n++) unused = `${short}-${n}`;
  keys.add(unused);
  return unused;
}

function redacted(value: unknown, person: Person, shared: Set<string>): unknown {
  if (typeof value === "string") {
    const key = value.trim().toLowerCase();
    const isOwn =
      [person.names, person.lines, person.texts].some((texts) => texts.has(key)) && !shared.has(key);
    return isOwn || person.identifiers.has(idIdentifier(value))
      ? REDACTED
      : redactText(value, onlyContacts(person));
  }
  if (Array.isArray(value)) return value.map((each) => redacted(each, person, shared));
  if (typeof value !== "object" || value === null) return value;
  // What is compared stays, unless it names the person: fields, events and operators are no values.
  const parts = Object.entries(value).map(([name, part]) => {
    if (name === "op" || name === "customer") return [name, part];
    if (name === "event" || name === "key") return [name, redactText(String(part), onlyContacts(person))];
    return [name, redacted(part, person, shared)];
  });
  return Object.fromEntries(parts);
}

function onlyContacts({ identifiers }: Person): Person {
  return { identifiers, names: new Set(), lines: new Set(), texts: new Set() };
}

/** Returns the values of a condition that are texts of the batch and that other customers still have. */
async function sharedValues(tx: Ctx, storeId: string, where: Where, batch: Erasure[]): Promise<Set<string>> {
  const shared = new Set<string>();
  for (const { field, value } of comparedTexts(where)) {
    const key = value.trim().toLowerCase();
    const isKnown = batch.some(
      ({ person: { names, lines, texts } }) => names.has(key) || lines.has(key) || texts.has(key),
    );
    if (!isKnown || shared.has(key)) continue;
    const column = isCustomerField(field)
      ? columnOf(field)
      : sql`custom_fields ->> ${field.slice(field.indexOf(".") + 1)}`;
    const { rows } = await tx.db.execute(sql`
      select from customers where store_id = ${storeId} and ${column} = ${value} limit 1`);
    if (rows.length > 0) shared.add(key);
  }
  return shared;
}

function columnOf(field: CustomerField) {
  if (field.startsWith("location.")) return sql`location ->> ${field.slice("location.".length)}`;
  return sql`${sql.identifier(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))}::text`;
}

/** Returns the texts that fields of profiles are compared with. */
function comparedTexts(value: unknown): { field: string; value: string }[] {
  if (Array.isArray(value)) return value.flatMap(comparedTexts);
  if (typeof value !== "object" || value === null) return [];
  const { customer, is, value: compared } = value as Where;
  if (typeof customer !== "string") return Object.values(value).flatMap(comparedTexts);
  return [is, compared]
    .flat()
    .flatMap((text) => (typeof text === "string" ? { field: customer, value: text } : []));
}
