import { contactsIn } from "../../../core/persons/identifiers.ts";
import { REDACTED } from "../../../core/persons/redact.ts";
import type { StoredOrder } from "../schema.ts";

/**
 * Returns the body of an order of another customer that its source sends again without the person that an erasure has
 * replaced in it: texts that are the stored ones but for that person's addresses and numbers stay as they are stored, and so do
 * the streets of an address that is the same otherwise. Other texts are those of the source.
 */
export function keepErased(before: StoredOrder, body: StoredOrder): StoredOrder {
  const kept = JSON.stringify(before).includes(REDACTED) ? (keepIn(before, body) as StoredOrder) : body;
  const { erasedContacts } = before;
  const { customer } = kept;
  if (!erasedContacts || !customer || customer.id !== before.customer?.id) return kept;
  const { email, phoneNumber, ...rest } = customer;
  const own = {
    ...(email !== undefined && !erasedContacts.includes("email") && { email }),
    ...(phoneNumber !== undefined && !erasedContacts.includes("phoneNumber") && { phoneNumber }),
  };
  return { ...kept, customer: { ...rest, ...own }, erasedContacts };
}

type Fields = Record<string, unknown>;

function keepIn(before: unknown, after: unknown): unknown {
  if (typeof before === "string" && typeof after === "string")
    return isErased(before, after) ? before : after;
  if (Array.isArray(before) && Array.isArray(after)) {
    const texts = before.filter((each) => typeof each === "string");
    return after.map((each, i) =>
      typeof each === "string"
        ? (texts.find((text) => isErased(text, each)) ?? each)
        : keepIn(before.find((known) => hasIdOf(known, each)) ?? before[i], each),
    );
  }
  if (!isFields(before) || !isFields(after)) return after;
  const kept = Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, keepIn(before[name], value)]),
  );
  return keepStreets(before, kept);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasIdOf(known: unknown, given: unknown): boolean {
  return isFields(known) && isFields(given) && given.id !== undefined && known.id === given.id;
}

/** Whether a text is the stored one, in which some of its addresses and numbers were replaced. */
function isErased(before: string, after: string): boolean {
  if (!before.includes(REDACTED)) return false;
  let [at, from] = [0, 0];
  for (const { start, end } of contactsIn(after).toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    const text = after.slice(from, start);
    if (!before.startsWith(text, at)) return false;
    at += text.length;
    const contact = after.slice(start, end);
    const stored = [REDACTED, contact].find((each) => before.startsWith(each, at));
    if (stored === undefined) return false;
    at += stored.length;
    from = end;
  }
  return before.slice(at) === after.slice(from);
}

const STREETS = ["address1", "address2"];

/** A street is known by nothing but its place. */
function keepStreets(before: Fields, after: Fields): Fields {
  const erased = STREETS.filter(
    (name) => typeof before[name] === "string" && before[name].includes(REDACTED),
  );
  if (erased.length === 0) return after;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]).difference(new Set(STREETS));
  if ([...names].some((name) => (before[name] ?? null) !== (after[name] ?? null))) return after;
  return { ...after, ...Object.fromEntries(erased.map((name) => [name, before[name]])) };
}
