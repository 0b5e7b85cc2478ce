import { type Given, normalised } from "../customers/profile.ts";
import { parseDateTime } from "../lib/date-time.ts";
import { factWords } from "../lib/facts.ts";
import { newUuid } from "../lib/ids.ts";
import { emailKey } from "../lib/person.ts";
import { knownLocation } from "./check.ts";
import type { CustomEvent } from "./schema.ts";

/** An accepted event as the database takes it, with what it says of its customer; what says nothing is left out. */
export type EventRow = {
  id: string;
  name: string;
  at: string;
  value?: number | undefined;
  currency?: string | undefined;
  uniqueId?: string | undefined;
  data?: Record<string, unknown> | undefined;
  facts: string;
  received: string;
  customerId?: string | undefined;
  email?: string | undefined;
  emailKey?: string | undefined;
  phoneNumber?: string | undefined;
  firstName?: string | undefined;
  lastName?: string | undefined;
  location?: object | undefined;
  customFields?: object | undefined;
};

/** The row of an event that came at a time; unknown members of the event are ignored, whatever is in them. */
export function rowOf(storeId: string, receivedAt: string, event: CustomEvent): EventRow {
  const { customer } = event;
  const data = event.data ? meaningful(event.data) : undefined;
  return {
    id: newUuid(),
    name: event.eventName,
    at: (event.eventTimestamp && parseDateTime(event.eventTimestamp)?.toISOString()) || receivedAt,
    value: event.value ?? undefined,
    currency: event.valueCurrency ?? undefined,
    uniqueId: event.uniqueId ?? undefined,
    data,
    facts: data ? factWords([storeId, "event", event.eventName], data) : "",
    received: receivedAt,
    customerId: customer.id ?? undefined,
    email: customer.email?.trim(),
    emailKey: customer.email ? emailKey(customer.email) : undefined,
    phoneNumber: customer.phoneNumber ?? undefined,
    firstName: customer.firstName ?? undefined,
    lastName: customer.lastName ?? undefined,
    location: customer.location ? said(knownLocation(customer.location)) : undefined,
    customFields: customer.customFields ? said(normalised(customer.customFields)) : undefined,
  };
}

/** What a row says of its customer. */
export function givenOf(row: EventRow): Given {
  const { customerId: id, email, phoneNumber, firstName, lastName, location, customFields } = row;
  return { id, email, phoneNumber, firstName, lastName, location, customFields } as Given;
}

/** `data` without what counts as unset: `0`, null and the empty text at the top level. Dates are kept in UTC. */
function meaningful(data: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(data)) {
    const value = data[key];
    if (value === null || value === "" || value === 0) continue;
    const inUtc = typeof value === "string" ? (parseDateTime(value)?.toISOString() ?? value) : value;
    // As a member like any other; an assignment would set the prototype.
    if (key === "__proto__") Object.defineProperty(kept, key, { value: inUtc, enumerable: true });
    else kept[key] = inUtc;
  }
  return kept;
}

function said(members: object): object | undefined {
  const given = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}
