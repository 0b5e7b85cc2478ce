import { type Actor, V2 } from "../actor.ts";
import type { Effect, Patch } from "../call.ts";
import type { Person } from "../shop.ts";
import {
  describePerson,
  type GivenCustomer,
  hasRoomForPeople,
  MEMBERS,
  newPerson,
  personFor,
  type Said,
} from "./people.ts";
import { keepForRepeat } from "./repeats.ts";

const ALL_KINDS = ["linked", "emergent", "mover"] as const;
const MAX_BULK = 12;
const MAX_TRIES = 4;
const RETRY_PAUSE_MS = 100;

type Sent = { body: object; effect: Effect; patch: Patch };

/**
 * Sends the first event about a new person: with all identifiers, singly or in bulk, or as an emergent
 * person.
 */
export async function sendFirstEvent(actor: Actor): Promise<void> {
  if (!hasRoomForPeople(actor)) return sendEvent(actor);
  const { random, shop } = actor;
  const kind = ALL_KINDS[random.between(0, 2)] ?? "emergent";
  const person = newPerson(actor, kind);
  if (kind === "emergent") {
    shop.people.push(person);
    return random.chance(0.5) ? sendEventsOf(actor, person) : sendEventOf(actor, person);
  }
  const sent = eventOf(actor, person, actor.mark(), { identifiers: "all" });
  const isSingle = random.chance(0.5);
  const { call } = await (isSingle ? sendSingle(actor, sent) : sendBulk(actor, [sent]));
  if (call.outcome !== "done") return;
  person.isFound = isSingle;
  shop.people.push(person);
}

export async function sendEvent(actor: Actor): Promise<void> {
  const person = personFor(actor, ALL_KINDS);
  if (person) await sendEventOf(actor, person);
}

/** Sends one event about a person; if it has a `uniqueId` and its outcome is unknown, sends it again. */
export async function sendEventOf(actor: Actor, person: Person): Promise<void> {
  const isUnique = actor.random.chance(0.3);
  const sent = eventOf(actor, person, actor.mark(), {}, isUnique);
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const { call } = await sendSingle(actor, sent);
    const decides = !sent.patch.id && sent.patch.email === person.email;
    if (call.outcome === "done" && decides) person.isFound = true;
    if (call.outcome === "done" && isUnique && tries === 1) {
      keepForRepeat(actor, (later) => sendSingle(later, sent));
    }
    const again = isUnique && (call.outcome === "unknown" || actor.random.chance(0.1));
    if (!again) return;
    await Bun.sleep(RETRY_PAUSE_MS);
  }
}

/** Sends a bulk request about several people. */
export async function sendEvents(actor: Actor): Promise<void> {
  const person = personFor(actor, ALL_KINDS);
  if (person) await sendEventsOf(actor, person);
}

/**
 * Sends events in bulk, about this person and others; one may be invalid, and the request may be repeated.
 */
export async function sendEventsOf(actor: Actor, person: Person): Promise<void> {
  const { random } = actor;
  const isUnique = random.chance(0.3);
  const events = Array.from({ length: random.between(1, MAX_BULK) }, () => {
    const one = random.chance(0.5) ? person : (personFor(actor, ALL_KINDS) ?? person);
    return eventOf(actor, one, actor.mark(), {}, isUnique);
  });
  // An invalid event is listed as a rejection once per request, so it is not added to requests that are
  // retried.
  if (!isUnique && random.chance(0.3))
    events.splice(random.between(0, events.length), 0, invalidEvent(actor));
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const { call } = await sendBulk(actor, events);
    if (!isUnique || call.outcome !== "unknown") return;
    await Bun.sleep(RETRY_PAUSE_MS);
  }
}

/**
 * Sends concurrent requests about one customer, each with one identifier and one field; no request undoes
 * another.
 */
export async function sendApart(actor: Actor, person: Person): Promise<void> {
  const first = actor.random.between(0, MEMBERS.length - 1);
  const all = (["id", "email", "phone"] as const).map((identifiers, i) => {
    const member = MEMBERS[(first + i) % MEMBERS.length] ?? "firstName";
    return eventOf(actor, person, actor.mark(), { identifiers, member });
  });
  await Promise.all(
    all.map((sent) => (actor.random.chance(0.25) ? sendBulk(actor, [sent]) : sendSingle(actor, sent))),
  );
}

/**
 * Sends two different events with the same `uniqueId` concurrently, one singly, one in bulk; the first one
 * stays.
 */
export async function competeForId(actor: Actor): Promise<void> {
  const person = personFor(actor, ALL_KINDS);
  if (!person) return;
  const uniqueId = actor.mark();
  const [one, other] = [1, 2].map(() => {
    const sent = eventOf(actor, person, actor.mark());
    const effect = { ...sent.effect, group: uniqueId, swallowed: true };
    return { ...sent, body: { ...sent.body, uniqueId }, effect };
  }) as [Sent, Sent];
  await Promise.all([sendSingle(actor, one), sendBulk(actor, [other])]);
}

/**
 * Sends an event without a customer identifier, which is refused singly (in bulk, it becomes a rejection).
 */
export async function sendInvalid(actor: Actor): Promise<void> {
  const { body, effect } = invalidEvent(actor);
  await actor.send(
    { operation: "POST events (invalid)", effects: [{ ...effect, kind: "event" }] },
    { method: "POST", path: `${V2}/stores/${actor.shop.storeId}/events`, body },
  );
}

function eventOf(actor: Actor, person: Person, mark: string, said: Said = {}, isUnique = false): Sent {
  const { given, patch } = describePerson(actor, person, { kind: "event", mark }, said);
  const effect: Effect = { kind: "event", mark, group: mark, ...(isUnique && { swallowed: true }) };
  return { body: bodyOf(given, mark, isUnique), effect, patch };
}

function bodyOf(customer: GivenCustomer, mark: string, isUnique: boolean): object {
  const data = { mark, number: 1, $extra: { nothing: null, zero: 0 } };
  return { eventName: "tortured", customer, ...(isUnique && { uniqueId: mark }), data };
}

function invalidEvent(actor: Actor): Sent {
  const mark = actor.mark();
  const effect: Effect = { kind: "rejection", mark, group: mark };
  return {
    body: bodyOf({ firstName: mark }, mark, false),
    effect,
    patch: { kind: "event", mark, fields: {} },
  };
}

function sendSingle(actor: Actor, { body, effect, patch }: Sent) {
  return actor.send(
    { operation: "POST events", effects: [effect], patches: [patch] },
    { method: "POST", path: `${V2}/stores/${actor.shop.storeId}/events`, body },
  );
}

function sendBulk(actor: Actor, all: Sent[]) {
  const events = all.filter(({ effect }) => effect.kind === "event");
  return actor.send(
    {
      operation: "POST events/bulk",
      effects: all.map(({ effect }) => effect),
      patches: events.map(({ patch }) => patch),
    },
    {
      method: "POST",
      path: `${V2}/stores/${actor.shop.storeId}/events/bulk`,
      body: { events: all.map(({ body }) => body) },
    },
  );
}
