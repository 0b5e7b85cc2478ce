import { type Hand, listAt, textAt, V2 } from "../hand.ts";
import type { KnownWebhook } from "../shop.ts";

const MAX_PASSING = 2;

/** Something with a webhook that is not among those that live from the beginning to the end untouched. */
export async function workWithWebhook(hand: Hand): Promise<void> {
  const { random, shop } = hand;
  const webhook = shop.webhooks[random.between(0, shop.webhooks.length - 1)];
  const way = random.between(1, 10);
  if (!webhook || (way <= 2 && shop.webhooks.length < MAX_PASSING)) return subscribe(hand);
  if (way <= 4) return replace(hand, webhook);
  if (way === 5) return ask(hand, webhook, "test");
  if (way === 6) return ask(hand, webhook, "replay", { start: new Date(Date.now() - 5_000).toISOString() });
  if (way <= 8) return redeliver(hand, webhook);
  if (way === 9) return list(hand);
  return remove(hand, webhook);
}

/** Creates a webhook; twice under one `externalId` it is one. */
async function subscribe(hand: Hand): Promise<void> {
  const mark = hand.mark();
  const token = `passing-${mark}`;
  const url = `${hand.receiver}/${mark}`;
  const send = () =>
    hand.send(
      { operation: "POST webhooks", effects: [{ kind: "webhook", mark, group: mark, swallowed: true }] },
      {
        method: "POST",
        path: `${V2}/stores/${hand.shop.storeId}/webhooks`,
        body: {
          webhook: {
            ...{ topic: "return", externalId: mark, backfill: hand.random.chance(0.3) },
            callback: { url, auth: { bearer: { token } } },
          },
        },
      },
    );
  const answers = await Promise.all(hand.random.chance(0.4) ? [send(), send()] : [send()]);
  for (const { call, body } of answers) {
    const id = textAt(body, "webhook", "id");
    if (call.outcome !== "done" || id === undefined) continue;
    call.answerId = id;
    call.writes = [{ register: `${id} url`, value: url }];
    if (hand.shop.webhooks.some((known) => known.id === id)) continue;
    hand.shop.webhooks.push({ id, token, externalId: mark });
  }
}

async function replace(hand: Hand, { id, token, externalId }: KnownWebhook): Promise<void> {
  const mark = hand.mark();
  const url = `${hand.receiver}/${mark}`;
  await hand.send(
    { operation: "PUT webhook", writes: [{ register: `${id} url`, value: url }] },
    {
      method: "PUT",
      path: `${V2}/webhooks/${id}`,
      body: { webhook: { callback: { url, auth: { bearer: { token } } }, externalId } },
    },
  );
}

async function ask(hand: Hand, { id }: KnownWebhook, what: string, body?: object): Promise<void> {
  await hand.send(
    { operation: `POST ${what}` },
    { method: "POST", path: `${V2}/webhooks/${id}/${what}`, ...(body && { body }) },
  );
}

async function redeliver(hand: Hand, webhook: KnownWebhook): Promise<void> {
  const path = `${V2}/webhooks/${webhook.id}/deliveries`;
  const { body } = await hand.send({ operation: "GET deliveries" }, { method: "GET", path });
  const deliveries = listAt(body, "deliveries");
  const one = textAt(deliveries[hand.random.between(0, deliveries.length - 1)], "deliveryId");
  if (one)
    await hand.send({ operation: "POST redeliver" }, { method: "POST", path: `${path}/${one}/redeliver` });
}

async function list(hand: Hand): Promise<void> {
  const { call, body } = await hand.send(
    { operation: "GET webhooks" },
    { method: "GET", path: `${V2}/stores/${hand.shop.storeId}/webhooks` },
  );
  if (call.outcome !== "done") return;
  call.reads = listAt(body, "webhooks").flatMap((webhook) => {
    const register = `${textAt(webhook, "id")} url`;
    return { register, value: textAt(webhook, "callback", "url") };
  });
}

async function remove(hand: Hand, webhook: KnownWebhook): Promise<void> {
  const { shop } = hand;
  if (!hand.random.chance(0.3)) return;
  shop.webhooks.splice(shop.webhooks.indexOf(webhook), 1);
  await hand.send(
    { operation: "DELETE webhook", ends: { kind: "webhook", group: webhook.externalId } },
    { method: "DELETE", path: `${V2}/webhooks/${webhook.id}` },
  );
}
