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

const ALL_KINDS = ["linked", "emergent", "mover"] as const;
const MAX_BULK = 12;
const MAX_TRIES = 4;
const RETRY_PAUSE_MS = 100;

type Sent = { body: object; effect: Effect; patch: Patch };

/** Someone new: with all identifiers at once, singly or in bulk, or left to emerge from what comes. */
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

/** One event about someone, sent again with its `uniqueId` when its outcome is unknown. */
export async function sendEventOf(actor: Actor, person: Person): Promise<void> {
  const isUnique = actor.random.chance(0.3);
  const sent = eventOf(actor, person, actor.mark(), {}, isUnique);
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const { call } = await sendSingle(actor, sent);
    const decides = !sent.patch.id && sent.patch.email === person.email;
    if (call.outcome === "done" && decides) person.isFound = true;
    const again = isUnique && (call.outcome === "unknown" || actor.random.chance(0.1));
    if (!again) return;
    await Bun.sleep(RETRY_PAUSE_MS);
  }
}

/** Events about several, some of them invalid, some sent before. */
export async function sendEvents(actor: Actor): Promise<void> {
  const person = personFor(actor, ALL_KINDS);
  if (person) await sendEventsOf(actor, person);
}

/** Events in bulk, about this person and others. */
export async function sendEventsOf(actor: Actor, person: Person): Promise<void> {
  const { random } = actor;
  const isUnique = random.chance(0.3);
  const events = Array.from({ length: random.between(1, MAX_BULK) }, () => {
    const one = random.chance(0.5) ? person : (personFor(actor, ALL_KINDS) ?? person);
    return eventOf(actor, one, actor.mark(), {}, isUnique);
  });
  // A dropped one is listed once for each request that had it.
  if (!isUnique && random.chance(0.3))
    events.splice(random.between(0, events.length), 0, invalidEvent(actor));
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const { call } = await sendBulk(actor, events);
    if (!isUnique || call.outcome !== "unknown") return;
    await Bun.sleep(RETRY_PAUSE_MS);
  }
}

/** Requests at once that name one customer by one identifier each, and change one member each: none undoes another. */
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

/** The same `uniqueId` for two different events at once, singly and in bulk: the one accepted first stays. */
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

/** An event that says nothing about who it is of: refused singly, dropped with its reason in bulk. */
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
