import type { Effect, Patch } from "../call.ts";
import { type Hand, V2 } from "../hand.ts";
import type { Person } from "../shop.ts";
import {
  type GivenCustomer,
  hasRoomForPeople,
  MEMBERS,
  newPerson,
  personFor,
  type Said,
  sayAbout,
} from "./people.ts";

const ALL_KINDS = ["linked", "emergent", "mover"] as const;
const MAX_BULK = 12;
const MAX_TRIES = 4;
const RETRY_PAUSE_MS = 100;

type Sent = { body: object; effect: Effect; patch: Patch };

/** Someone new: with all identifiers at once, singly or in bulk, or left to emerge from what comes. */
export async function meetSomeone(hand: Hand): Promise<void> {
  if (!hasRoomForPeople(hand)) return sendEvent(hand);
  const { random, shop } = hand;
  const kind = ALL_KINDS[random.between(0, 2)] ?? "emergent";
  const person = newPerson(hand, kind);
  if (kind === "emergent") {
    shop.people.push(person);
    return random.chance(0.5) ? sendEventsOf(hand, person) : sendEventOf(hand, person);
  }
  const sent = eventOf(hand, person, hand.mark(), { identifiers: "all" });
  const isSingle = random.chance(0.5);
  const { call } = await (isSingle ? sendSingle(hand, sent) : sendBulk(hand, [sent]));
  if (call.outcome !== "done") return;
  person.isFound = isSingle;
  shop.people.push(person);
}

export async function sendEvent(hand: Hand): Promise<void> {
  const person = personFor(hand, ALL_KINDS);
  if (person) await sendEventOf(hand, person);
}

/** One event about someone, sent again with its `uniqueId` when nobody knows what became of it. */
export async function sendEventOf(hand: Hand, person: Person): Promise<void> {
  const isUnique = hand.random.chance(0.3);
  const sent = eventOf(hand, person, hand.mark(), {}, isUnique);
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const { call } = await sendSingle(hand, sent);
    const decides = !sent.patch.id && sent.patch.email === person.email;
    if (call.outcome === "done" && decides) person.isFound = true;
    const again = isUnique && (call.outcome === "unknown" || hand.random.chance(0.1));
    if (!again) return;
    await Bun.sleep(RETRY_PAUSE_MS);
  }
}

/** Events about several, some of them invalid, some sent before. */
export async function sendEvents(hand: Hand): Promise<void> {
  const person = personFor(hand, ALL_KINDS);
  if (person) await sendEventsOf(hand, person);
}

/** Events in bulk, about this person and others. */
export async function sendEventsOf(hand: Hand, person: Person): Promise<void> {
  const { random } = hand;
  const isUnique = random.chance(0.3);
  const events = Array.from({ length: random.between(1, MAX_BULK) }, () => {
    const one = random.chance(0.5) ? person : (personFor(hand, ALL_KINDS) ?? person);
    return eventOf(hand, one, hand.mark(), {}, isUnique);
  });
  // A dropped one is listed once for each request that had it.
  if (!isUnique && random.chance(0.3)) events.splice(random.between(0, events.length), 0, invalidEvent(hand));
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const { call } = await sendBulk(hand, events);
    if (!isUnique || call.outcome !== "unknown") return;
    await Bun.sleep(RETRY_PAUSE_MS);
  }
}

/** Requests at once that name one customer by one identifier each, and change one member each: none undoes another. */
export async function sendApart(hand: Hand, person: Person): Promise<void> {
  const first = hand.random.between(0, MEMBERS.length - 1);
  const all = (["id", "email", "phone"] as const).map((identifiers, i) => {
    const member = MEMBERS[(first + i) % MEMBERS.length] ?? "firstName";
    return eventOf(hand, person, hand.mark(), { identifiers, member });
  });
  await Promise.all(
    all.map((sent) => (hand.random.chance(0.25) ? sendBulk(hand, [sent]) : sendSingle(hand, sent))),
  );
}

/** The same `uniqueId` for two different events at once, singly and in bulk: the one accepted first stays. */
export async function competeForId(hand: Hand): Promise<void> {
  const person = personFor(hand, ALL_KINDS);
  if (!person) return;
  const uniqueId = hand.mark();
  const [one, other] = [1, 2].map(() => {
    const sent = eventOf(hand, person, hand.mark());
    const effect = { ...sent.effect, group: uniqueId, swallowed: true };
    return { ...sent, body: { ...sent.body, uniqueId }, effect };
  }) as [Sent, Sent];
  await Promise.all([sendSingle(hand, one), sendBulk(hand, [other])]);
}

/** An event that says nothing about who it is of: refused singly, dropped with its reason in bulk. */
export async function sendInvalid(hand: Hand): Promise<void> {
  const { body, effect } = invalidEvent(hand);
  await hand.send(
    { operation: "POST events (invalid)", effects: [{ ...effect, kind: "event" }] },
    { method: "POST", path: `${V2}/stores/${hand.shop.storeId}/events`, body },
  );
}

function eventOf(hand: Hand, person: Person, mark: string, said: Said = {}, isUnique = false): Sent {
  const { given, patch } = sayAbout(hand, person, { kind: "event", mark }, said);
  const effect: Effect = { kind: "event", mark, group: mark, ...(isUnique && { swallowed: true }) };
  return { body: bodyOf(given, mark, isUnique), effect, patch };
}

function bodyOf(customer: GivenCustomer, mark: string, isUnique: boolean): object {
  const data = { mark, number: 1, $extra: { nothing: null, zero: 0 } };
  return { eventName: "tortured", customer, ...(isUnique && { uniqueId: mark }), data };
}

function invalidEvent(hand: Hand): Sent {
  const mark = hand.mark();
  const effect: Effect = { kind: "rejection", mark, group: mark };
  return {
    body: bodyOf({ firstName: mark }, mark, false),
    effect,
    patch: { kind: "event", mark, fields: {} },
  };
}

function sendSingle(hand: Hand, { body, effect, patch }: Sent) {
  return hand.send(
    { operation: "POST events", effects: [effect], patches: [patch] },
    { method: "POST", path: `${V2}/stores/${hand.shop.storeId}/events`, body },
  );
}

function sendBulk(hand: Hand, all: Sent[]) {
  const events = all.filter(({ effect }) => effect.kind === "event");
  return hand.send(
    {
      operation: "POST events/bulk",
      effects: all.map(({ effect }) => effect),
      patches: events.map(({ patch }) => patch),
    },
    {
      method: "POST",
      path: `${V2}/stores/${hand.shop.storeId}/events/bulk`,
      body: { events: all.map(({ body }) => body) },
    },
  );
}
