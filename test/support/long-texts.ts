import { createClient } from "../../src/features/stores/create-client.ts";
import { fullPatch, fullReturn } from "./bodies.ts";
import { newPerson, type TestBrowser } from "./console.ts";
import { newOrder, returnIn } from "./returns.ts";
import type { TestService, TestStore } from "./service.ts";
import { newWebhook } from "./webhooks.ts";

/** A text as long as ids and names may be, without a place to break. */
const WIDE = "W".repeat(200);
const NAME = WIDE.slice(0, 100);
const URL_OF_WIDE = `https://hooks.example.com/${"w".repeat(1_000)}`;

/** Makes a store of which every name, id and text is as wide as it may be. Its owner is signed in. */
export async function wideStore(service: TestService): Promise<{ store: TestStore; owner: TestBrowser }> {
  const store = await service.newStore({ name: NAME });
  const owner = await newPerson(service, store, "owner", { name: NAME });
  await newPerson(service, store, "support", { name: NAME });
  await createClient(store.ctx, store.id, { name: WIDE, scopes: ["store_read"] });
  service.world.on(URL_OF_WIDE, () => new Response(WIDE, { status: 500 }));
  await newWebhook(store, { callback: { url: URL_OF_WIDE, auth: null }, externalId: WIDE });
  await addReturns(store);
  const customer = { id: WIDE, email: `${"w".repeat(60)}@example.test`, firstName: WIDE, lastName: WIDE };
  const fields = { customFields: { [WIDE]: WIDE }, location: { city: WIDE, province: WIDE, country: WIDE } };
  const event = {
    eventName: WIDE,
    customer: { ...customer, ...fields },
    data: { [WIDE]: WIDE },
    value: 1e20,
  };
  await sent(store.post("/stores/:store/events", event));
  await sent(store.post("/stores/:store/events/bulk", { events: [event, { [WIDE]: WIDE }, WIDE] }));
  const { locationId } = await location(store);
  const cells = [WIDE, WIDE, WIDE, locationId, "123456789"].join();
  const lines = `product_id,title,sku,location_id,quantity\n${cells}\n${WIDE},${WIDE},${WIDE},${WIDE},x\n`;
  await sent(store.post("/stores/:store/inventory-imports", { file: lines }));
  const columns = "Name,Created at,Lineitem quantity,Lineitem name,Lineitem price,Total";
  const orders = `${columns}\n${WIDE},${WIDE},1,${WIDE},1.00,1.00\n`;
  await sent(store.post("/stores/:store/order-imports", { file: orders }));
  await sent(
    store.post("/stores/:store/integrations", {
      provider: WIDE,
      url: "https://rma.example.com/x",
      token: "t",
    }),
  );
  await sent(
    store.put(`/stores/:store/segments/${WIDE}`, {
      where: { event: WIDE, data: [{ key: WIDE, op: "=", value: WIDE }] },
    }),
  );
  const rule = { when: { tags: [WIDE] }, then: { eligible: false, texts: { en: WIDE } } };
  await sent(
    store.put("/stores/:store/policy", {
      timeZone: "UTC",
      window: { days: 30, from: "delivered" },
      rules: [rule],
      reasons: [],
    }),
  );
  await owner.post(":store/settings/people", { _act: "invite", email: customer.email, role: "support" });
  await owner.post(":store/exports", { _act: "start", format: "csv" });
  await sent(
    store.post("/stores/:store/withdrawals", {
      name: WIDE,
      order: WIDE,
      email: customer.email,
      confirmed: true,
    }),
  );
  await service.drain();
  await service.ctx.requestLog.flush();
  return { store, owner };
}

async function addReturns(store: TestStore): Promise<void> {
  const address = {
    address1: WIDE,
    address2: WIDE,
    city: WIDE,
    province: WIDE,
    postalCode: WIDE,
    country: "US",
  };
  const wide = {
    productId: WIDE,
    title: WIDE,
    variantId: WIDE,
    sku: WIDE,
    quantity: 3,
    price: 8,
    discount: 1,
  };
  const customer = { id: WIDE, email: `${"w".repeat(60)}@example.test`, firstName: WIDE, lastName: WIDE };
  await newOrder(store, {
    ...{ orderId: WIDE, lineItems: [{ id: "line-1", ...wide }], customer, tags: [WIDE] },
    shipping: { method: WIDE, cost: 0, address },
  });
  const { data, options } = fullReturn(WIDE);
  const items = data.items.map((item) => ({ ...item, reason: WIDE, reasonCode: WIDE, notes: WIDE }));
  const label = { trackingNumber: WIDE, carrier: WIDE, trackingUrl: URL_OF_WIDE };
  for (const status of ["delivered", "rejected"]) {
    const { id, items: made } = await returnIn(
      store.post("/stores/:store/returns", { data: { ...data, items, label, notes: WIDE }, options }),
    );
    await sent(store.patch(`/returns/${id}`, widePatch(made[0]?.id ?? "")));
    await sent(store.post(`/returns/${id}/comments`, { comment: { message: WIDE.repeat(5) } }));
    await sent(store.put(`/returns/${id}/status`, { status, reason: WIDE }));
  }
}

function widePatch(itemId: string) {
  const { items, tags, ...patch } = fullPatch(itemId);
  return {
    ...patch,
    tags: tags.map((tag) => ({ ...tag, name: WIDE })),
    items: items.map(({ refund: _, ...item }) => ({
      ...{ ...item, grade: WIDE, outcome: WIDE, productAdjustment: WIDE },
      multipleChoiceQuestions: [{ question: WIDE, answer: WIDE }],
      assessments: [{ responses: [{ type: WIDE, value: WIDE }] }],
    })),
  };
}

async function location(store: TestStore): Promise<{ locationId: string }> {
  const address = { line1: WIDE, line2: WIDE, city: WIDE, state: WIDE, postalCode: WIDE, country: WIDE };
  const made = await store.post("/stores/:store/locations", {
    name: WIDE,
    address,
    phoneNumber: "W".repeat(50),
    isDefault: true,
  });
  const body = await made.json();
  if (made.status >= 300) throw new Error(JSON.stringify(body));
  return { locationId: body.id ?? body.location?.id };
}

async function sent(response: Promise<Response>): Promise<void> {
  const { status, url } = await response.then((got) => got);
  if (status >= 300) throw new Error(`${url} was answered ${status}: ${await (await response).text()}`);
}
