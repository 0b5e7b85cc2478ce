import { type Actor, at, textAt, V2 } from "../actor.ts";
import type { Read } from "../call.ts";
import type { Person } from "../shop.ts";

/** Reads a customer by e-mail address; one whose creation was acknowledged must be found. */
export async function readCustomer(actor: Actor, one?: Person): Promise<void> {
  const found = actor.shop.people.filter(({ isFound, kind }) => isFound && kind !== "mover");
  const person = found.find((known) => known === one) ?? found[actor.random.between(0, found.length - 1)];
  if (!person) return;
  const email = encodeURIComponent(person.email);
  const { call, body } = await actor.send(
    { operation: "GET customers", known: person.email },
    { method: "GET", path: `${V2}/stores/${actor.shop.storeId}/customers?email=${email}` },
  );
  const id = textAt(body, "id");
  if (call.outcome !== "done" || id === undefined) return;
  call.answerId = id;
  call.reads = customerReads(actor.shop.storeId, id, body);
}

const MEMBERS = {
  firstName: ["firstName"],
  lastName: ["lastName"],
  "location.city": ["location", "city"],
  "location.street1": ["location", "street1"],
  "customFields.a": ["customFields", "a"],
  "customFields.b": ["customFields", "b"],
  "customFields.c": ["customFields", "c"],
} as const;

export function customerRegister(storeId: string, id: string, member: string): string {
  return `${storeId} customer ${id} ${member}`;
}

/** Returns the fields of a profile as reads of registers. */
export function customerReads(storeId: string, id: string, profile: unknown): Read[] {
  return Object.entries(MEMBERS).map(([member, path]) => {
    const value = at(profile, ...path);
    const isSaid = typeof value === "string" || typeof value === "number";
    return { register: customerRegister(storeId, id, member), value: isSaid ? value : undefined };
  });
}

type Way = { operation: string; path: string; page?: string; known?: string };

/** Reads a random list or object. */
export async function readAnything(actor: Actor): Promise<void> {
  const { random, shop } = actor;
  const store = `${V2}/stores/${shop.storeId}`;
  const order = shop.orders.pick(random)?.externalId;
  const one = shop.returns.pick(random)?.id;
  const ways: Way[] = [
    { operation: "GET returns", path: `${store}/returns`, page: "50" },
    { operation: "GET returns", path: `${store}/returns?status=open` },
    { operation: "GET inventory-items", path: `${store}/inventory-items`, page: "50" },
    { operation: "GET rejections", path: `${store}/events/rejections` },
  ];
  if (order) ways.push({ operation: "GET order", path: `${store}/orders/${order}`, known: order });
  for (const part of one ? ["status", "comments", "history"] : []) {
    ways.push({ operation: `GET ${part}`, path: `${V2}/returns/${one}/${part}`, known: one ?? "" });
  }
  const { path, page, ...act } = ways[random.between(0, ways.length - 1)] as Way;
  await actor.send(act, { method: "GET", path, ...(page && { headers: { "X-Page-Size": page } }) });
}
