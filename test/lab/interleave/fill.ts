import { order, returnOf } from "../../support/fixtures.ts";
import type { Lab } from "./lab.ts";
import { SHOP_HOST } from "./shop.ts";
import type { Answer, Known, Shop } from "./store.ts";

export const ANN = { id: "ann", email: "ann@example.test", phoneNumber: "+12015550123" };
export const NAMES = { firstName: "Ann", lastName: "Doe" };
export const BOB = { id: "bob", email: "bob@example.test", firstName: "Bob", lastName: "Roe" };
export const PAYEE = "https://payee.example/pay";
export const RECEIVER = "https://hooks.example.com/returns";
const GERMANY = { address1: "Weg 1", city: "Berlin", province: "Berlin", country: "DE" };

/** Fills the template: two customers with an order each, a return, a webhook, a payee, stock and a segment. */
export async function fill(lab: Lab, shop: Shop): Promise<Known> {
  lab.world.names.set("payee.example", ["93.184.215.14"]);
  lab.world.names.set(SHOP_HOST, ["93.184.215.15"]);
  lab.world.on(PAYEE, () => Response.json({ status: "paid" }));
  lab.world.on(RECEIVER, () => new Response("thanks"));
  const post = async (path: string, body?: unknown) =>
    accepted(await shop.send("POST", `/stores/:store${path}`, body));
  const place = textIn(await post("/locations", { name: "Main", isDefault: true }), "id");
  await post("/integrations", { kind: "refunds", provider: "bank", url: PAYEE, token: "payee-token" });
  await post("/events", { eventName: "before", customer: { ...ANN, ...NAMES }, uniqueId: "before" });
  await post("/events", { eventName: "before", customer: { id: "bob", email: "bob@example.test" } });
  await post("/orders", order("o1", { customer: { ...ANN, ...NAMES }, shipping: { address: GERMANY } }));
  await post("/orders", order("o2", { customer: BOB }));
  await post("/custom/orders", shopOrder("s1", 1));
  const webhook = { topic: "return", callback: { url: RECEIVER, auth: { bearer: { token: "token" } } } };
  const webhookId = textIn(await post("/webhooks", { webhook }), "id");
  const first = await post("/returns", returnOf("o1"));
  const itemId = /"items":\[\{"id":"([^"]+)"/.exec(JSON.stringify(first))?.[1] ?? "";
  const other = textIn(await post("/returns", returnOf("o2")), "id");
  // What follows has no numbers in the feed yet.
  accepted(await shop.send("GET", "/stores/:store/changes"));
  accepted(await shop.send("PUT", "/stores/:store/inventory-levels", levels(place, 10)));
  accepted(await shop.send("PUT", "/stores/:store/segments/buyers", { where: { event: "ordered" } }));
  return { returnId: textIn(first, "id"), itemId, webhookId, place, other, made: {} };
}

export function post(
  shop: Shop,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  return shop.send("POST", `/stores/:store${path}`, body, headers);
}

export function levels(place: string, quantity: number) {
  const product = { id: "tee", title: `Tee ${quantity}` };
  return { inventory_levels: [{ product, location_id: place, quantity }] };
}

/** A shop's order; `version` is its update's number. */
export function shopOrder(id: string, version: number, line = "line-1") {
  const money = {
    presentmentMoney: { amount: "10.00", currencyCode: "USD" },
    shopMoney: { amount: "10.00", currencyCode: "USD" },
  };
  return {
    ...{
      id,
      type: "order",
      createdAt: "2026-03-01T10:00:00.000Z",
      updatedAt: `2026-03-0${version}T10:00:00.000Z`,
    },
    ...{
      presentmentCurrency: "USD",
      shopCurrency: "USD",
      customer: { id: "ann", email: ANN.email, firstName: "Ann", lastName: `Of ${version}` },
    },
    lineItems: [{ id: line, quantity: version, priceSet: money, title: "Tee", productId: "tee", sku: "T" }],
    ...{ orderDiscounts: [], shippingLines: [], fulfillments: [] },
    shippingAddress: {
      address1: `${version} Road`,
      city: "Town",
      provinceCode: "OH",
      zip: "43004",
      countryCode: "US",
    },
  };
}

function accepted(answer: Answer): Answer {
  if (answer.status < 300) return answer;
  throw new Error(`the template was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** Returns the first text of this name in a response. */
export function textIn({ body }: Answer, name: string): string {
  const found = new RegExp(`"${name}":"([^"]+)"`).exec(JSON.stringify(body))?.[1];
  if (found === undefined) throw new Error(`the response has no ${name}: ${JSON.stringify(body)}`);
  return found;
}
