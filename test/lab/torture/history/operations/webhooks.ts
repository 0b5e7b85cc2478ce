import { type Actor, listAt, textAt, V2 } from "../actor.ts";
import type { KnownWebhook } from "../shop.ts";

const MAX_TEMPORARY = 2;

/** Runs a random operation on a webhook other than the store's untouched one. */
export async function workWithWebhook(actor: Actor): Promise<void> {
  const { random, shop } = actor;
  const webhook = shop.webhooks[random.between(0, shop.webhooks.length - 1)];
  const way = random.between(1, 10);
  if (!webhook || (way <= 2 && shop.webhooks.length < MAX_TEMPORARY)) return subscribe(actor);
  if (way <= 4) return replace(actor, webhook);
  if (way === 5) return ask(actor, webhook, "test");
  if (way === 6) return ask(actor, webhook, "replay", { start: new Date(Date.now() - 5_000).toISOString() });
  if (way <= 8) return redeliver(actor, webhook);
  if (way === 9) return list(actor);
  return remove(actor, webhook);
}

/** Creates a webhook; two requests with the same `externalId` create one. */
async function subscribe(actor: Actor): Promise<void> {
  const mark = actor.mark();
  const token = `passing-${mark}`;
  const url = `${actor.receiver}/${mark}`;
  const send = () =>
    actor.send(
      { operation: "POST webhooks", effects: [{ kind: "webhook", mark, group: mark, swallowed: true }] },
      {
        method: "POST",
        path: `${V2}/stores/${actor.shop.storeId}/webhooks`,
        body: {
          webhook: {
            ...{ topic: "return", externalId: mark, backfill: actor.random.chance(0.3) },
            callback: { url, auth: { bearer: { token } } },
          },
        },
      },
    );
  const answers = await Promise.all(actor.random.chance(0.4) ? [send(), send()] : [send()]);
  for (const { call, body } of answers) {
    const id = textAt(body, "webhook", "id");
    if (call.outcome !== "done" || id === undefined) continue;
    call.answerId = id;
    call.writes = [{ register: `${id} url`, value: url }];
    if (actor.shop.webhooks.some((known) => known.id === id)) continue;
    actor.shop.webhooks.push({ id, token, externalId: mark });
  }
}

async function replace(actor: Actor, { id, token, externalId }: KnownWebhook): Promise<void> {
  const mark = actor.mark();
  const url = `${actor.receiver}/${mark}`;
  await actor.send(
    { operation: "PUT webhook", writes: [{ register: `${id} url`, value: url }] },
    {
      method: "PUT",
      path: `${V2}/webhooks/${id}`,
      body: { webhook: { callback: { url, auth: { bearer: { token } } }, externalId } },
    },
  );
}

async function ask(actor: Actor, { id }: KnownWebhook, what: string, body?: object): Promise<void> {
  await actor.send(
    { operation: `POST ${what}` },
    { method: "POST", path: `${V2}/webhooks/${id}/${what}`, ...(body && { body }) },
  );
}

async function redeliver(actor: Actor, webhook: KnownWebhook): Promise<void> {
  const path = `${V2}/webhooks/${webhook.id}/deliveries`;
  const { body } = await actor.send({ operation: "GET deliveries" }, { method: "GET", path });
  const deliveries = listAt(body, "deliveries");
  const one = textAt(deliveries[actor.random.between(0, deliveries.length - 1)], "deliveryId");
  if (one)
    await actor.send({ operation: "POST redeliver" }, { method: "POST", path: `${path}/${one}/redeliver` });
}

async function list(actor: Actor): Promise<void> {
  const { call, body } = await actor.send(
    { operation: "GET webhooks" },
    { method: "GET", path: `${V2}/stores/${actor.shop.storeId}/webhooks` },
  );
  if (call.outcome !== "done") return;
  call.reads = listAt(body, "webhooks").flatMap((webhook) => {
    const register = `${textAt(webhook, "id")} url`;
    return { register, value: textAt(webhook, "callback", "url") };
  });
}

async function remove(actor: Actor, webhook: KnownWebhook): Promise<void> {
  const { shop } = actor;
  if (!actor.random.chance(0.3)) return;
  shop.webhooks.splice(shop.webhooks.indexOf(webhook), 1);
  await actor.send(
    { operation: "DELETE webhook", ends: { kind: "webhook", group: webhook.externalId } },
    { method: "DELETE", path: `${V2}/webhooks/${webhook.id}` },
  );
}
