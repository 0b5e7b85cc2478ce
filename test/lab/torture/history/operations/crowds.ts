import type { Actor } from "../actor.ts";
import type { Person } from "../shop.ts";
import { amend, changeStatus, comment } from "./changes.ts";
import { sendApart, sendEventOf, sendEventsOf } from "./events.ts";
import { placeOrderOf } from "./orders.ts";
import { personFor } from "./people.ts";
import { readCustomer } from "./reads.ts";
import { act, note, remove } from "./warehouse.ts";

const MAX_AT_ONCE = 5;

/** Sends concurrent requests about one customer with different identifiers. */
export async function crowdCustomer(actor: Actor): Promise<void> {
  const person = personFor(actor, ["linked", "emergent", "mover"]);
  if (!person) return;
  const ways: ((actor: Actor, person: Person) => Promise<void>)[] = [
    sendEventOf,
    sendEventOf,
    sendEventOf,
    sendEventsOf,
    placeOrderOf,
  ];
  await atOnce(actor, (way) => ways[way % ways.length]?.(actor, person));
  await readCustomer(actor, person);
}

/** Sends concurrent events about a linked customer, each with one identifier, then reads the customer. */
export async function crowdApart(actor: Actor): Promise<void> {
  const person = personFor(actor, ["linked"]);
  if (!person) return;
  await sendApart(actor, person);
  await readCustomer(actor, person);
}

/** Sends concurrent changes of one return. */
export async function crowdReturn(actor: Actor): Promise<void> {
  const one = actor.shop.returns.pick(actor.random);
  if (!one) return;
  const ways = [changeStatus, changeStatus, comment, amend, act, note, remove];
  await atOnce(actor, (way) => ways[way % ways.length]?.(actor, one));
}

async function atOnce({ random }: Actor, work: (way: number) => Promise<void> | undefined): Promise<void> {
  const count = random.between(2, MAX_AT_ONCE);
  await Promise.all(Array.from({ length: count }, () => work(random.between(0, 1_000))));
}
