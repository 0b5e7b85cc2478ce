import type { Random } from "../../random.ts";
import type { Actor } from "../actor.ts";
import type { Patch, Value } from "../call.ts";
import type { Person } from "../shop.ts";

/** A customer as requests contain it. */
export type GivenCustomer = {
  id?: string;
  email?: string;
  phoneNumber?: string;
  firstName?: string;
  lastName?: string;
  location?: Record<string, Value>;
  customFields?: Record<string, Value>;
};

/** The identifiers of a request and the field that it changes; both are random by default. */
export type Said = { identifiers?: "any" | "all" | "id" | "email" | "phone"; member?: string };

const MAX_PEOPLE = 6;
const MAX_USES = 30;
export const MEMBERS = [
  "firstName",
  "lastName",
  "location.city",
  "location.street1",
  "customFields.a",
  "customFields.b",
  "customFields.c",
];
const ORDER_MEMBERS = ["firstName", "lastName"];

/**
 * Returns a known person of one of these kinds at random, if there is one; drops people that were used often.
 */
export function personFor(actor: Actor, kinds: readonly Person["kind"][]): Person | undefined {
  const { people } = actor.shop;
  for (const used of people.filter(({ uses }) => uses > MAX_USES)) people.splice(people.indexOf(used), 1);
  const fit = people.filter(({ kind }) => kinds.includes(kind));
  return fit[actor.random.between(0, fit.length - 1)];
}

export function hasRoomForPeople({ shop, random }: Actor): boolean {
  return shop.people.length < MAX_PEOPLE || random.chance(0.05);
}

/** Returns a person with new identifiers. */
export function newPerson(actor: Actor, kind: Person["kind"]): Person {
  const mark = actor.mark();
  return {
    ...{ id: `customer-${mark}`, email: `${mark}@example.test`, phone: phoneOf(mark), kind },
    ...{ isFound: false, said: {}, uses: 0 },
  };
}

/** Returns customer data of a person, as requests contain it and as the checker needs it. */
export function describePerson(
  actor: Actor,
  person: Person,
  patch: Pick<Patch, "kind" | "mark">,
  { identifiers = "any", member }: Said = {},
): { given: GivenCustomer; patch: Patch } {
  const { random } = actor;
  person.uses++;
  const { id, email, phone }: Some =
    identifiers === "all"
      ? person
      : identifiers === "any"
        ? someOf(person, random)
        : { [identifiers]: person[identifiers] };
  const members = patch.kind === "order" ? ORDER_MEMBERS : MEMBERS;
  const fields = member === undefined ? fieldsFor(actor, person, members) : { [member]: actor.mark() };
  const moved = person.kind === "mover" && id !== undefined && random.chance(0.5);
  const address = moved ? `${actor.mark()}@moved.example.test` : email;
  const given: GivenCustomer = {
    ...(id !== undefined && { id }),
    ...(address !== undefined && { email: random.chance(0.1) ? address.toUpperCase() : address }),
    ...(phone !== undefined && { phoneNumber: phone }),
    ...nested(fields),
  };
  const moves = person.kind === "mover" && address !== undefined;
  const said = {
    ...(id && { id }),
    ...(address && { email: address }),
    ...(phone && { phone }),
    ...(moves && { moves }),
    fields,
  };
  return { given, patch: { ...patch, ...said } };
}

type Some = { id?: string; email?: string; phone?: string };

function someOf({ id, email, phone, kind }: Person, random: Random): Some {
  // `describePerson` sends a mover's addresses, and only together with the id.
  const ways: Some[] =
    kind === "mover"
      ? [{ id }, { phone }, { id, phone }]
      : [{ id }, { email }, { phone }, { id, email }, { id, phone }, { email, phone }, { id, email, phone }];
  return ways[random.between(0, ways.length - 1)] ?? { id };
}

function fieldsFor({ random, mark }: Actor, person: Person, members: string[]): Record<string, Value> {
  const fields: Record<string, Value> = {};
  for (const member of members) {
    if (!random.chance(0.4)) continue;
    const before = person.said[member];
    // Repeats the last value sometimes, as real events often do.
    fields[member] = before !== undefined && random.chance(0.25) ? before : mark();
    person.said[member] = fields[member];
  }
  return fields;
}

function nested(fields: Record<string, Value>): Omit<GivenCustomer, "id" | "email" | "phoneNumber"> {
  const given: { location?: Record<string, Value>; customFields?: Record<string, Value> } = {};
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    const [parent, member] = name.split(".");
    if (member === undefined) flat[name] = String(value);
    else if (parent === "location") given.location = { ...given.location, [member]: value };
    else given.customFields = { ...given.customFields, [member]: value };
  }
  return { ...flat, ...given };
}

/** Returns the digits of a mark as an E.164 number. */
function phoneOf(mark: string): string {
  return `+491${mark.replaceAll(/\D/g, "").padStart(10, "0")}`;
}
