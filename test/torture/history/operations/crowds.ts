import type { Hand } from "../hand.ts";
import type { Person } from "../shop.ts";
import { amend, changeStatus, comment } from "./changes.ts";
import { sendApart, sendEventOf, sendEventsOf } from "./events.ts";
import { placeOrderOf } from "./orders.ts";
import { personFor } from "./people.ts";
import { readCustomer } from "./reads.ts";
import { act, note, remove } from "./warehouse.ts";

const MAX_AT_ONCE = 5;

/** Several requests about one customer at once, by one identifier or another. */
export async function crowdCustomer(hand: Hand): Promise<void> {
  const person = personFor(hand, ["linked", "emergent", "mover"]);
  if (!person) return;
  const ways: ((hand: Hand, person: Person) => Promise<void>)[] = [
    sendEventOf,
    sendEventOf,
    sendEventOf,
    sendEventsOf,
    placeOrderOf,
  ];
  await atOnce(hand, (way) => ways[way % ways.length]?.(hand, person));
  await readCustomer(hand, person);
}

/** Several requests at once about one customer whose identifiers all name them, and what is read then. */
export async function crowdApart(hand: Hand): Promise<void> {
  const person = personFor(hand, ["linked"]);
  if (!person) return;
  await sendApart(hand, person);
  await readCustomer(hand, person);
}

/** Several changes of one return at once. */
export async function crowdReturn(hand: Hand): Promise<void> {
  const one = hand.shop.returns.pick(hand.random);
  if (!one) return;
  const ways = [changeStatus, changeStatus, comment, amend, act, note, remove];
  await atOnce(hand, (way) => ways[way % ways.length]?.(hand, one));
}

async function atOnce({ random }: Hand, work: (way: number) => Promise<void> | undefined): Promise<void> {
  const count = random.between(2, MAX_AT_ONCE);
  await Promise.all(Array.from({ length: count }, () => work(random.between(0, 1_000))));
}
