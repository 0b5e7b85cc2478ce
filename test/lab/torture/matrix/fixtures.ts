import { PNG } from "../../../fuzz/existing-ids.ts";
import { order, returnOf } from "../../../support/fixtures.ts";
import type { Shop, Target } from "./target.ts";

/** The ids of one store's objects, by the names that paths, queries and bodies use. */
export type Fixtures = Record<string, string>;

/** Creates one object of each kind in a store. */
export async function createFixtures(target: Target, shop: Shop): Promise<Fixtures> {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await target.fetch(path.replace(":store", shop.id), {
      method,
      headers: {
        Authorization: `Bearer ${shop.secret}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    return text && JSON.parse(text);
  };
  const main = (method: string, path: string, body?: unknown) => call(method, `/v2.2${path}`, body);
  await main("PATCH", "/stores/:store", { mail: { enabled: true } });
  const tag = crypto.randomUUID().slice(0, 8);
  const [orderId, email, sku] = [`order-${tag}`, `person-${tag}@example.test`, `SKU-${tag}`];
  const [fulfillmentId, productId] = [`parcel-${tag}`, `product-${tag}`];

  const callback = { url: target.callbackUrl, auth: null };
  const { webhook } = await main("POST", "/stores/:store/webhooks", {
    webhook: { topic: "return", callback, externalId: `hook-${tag}` },
  });
  const customerId = `person-${tag}`;
  const phoneNumber = `+1${Number.parseInt(tag, 16).toString().padStart(10, "2")}`;
  const customer = { id: customerId, email, phoneNumber };
  const otherCustomerId = `other-${tag}`;
  await main("POST", "/stores/:store/orders", order(orderId, { customer }));
  await main("POST", "/stores/:store/orders", order(`other-${tag}`, { customer: { id: otherCustomerId } }));
  await main("POST", `/stores/:store/orders/${orderId}/fulfillments`, {
    fulfillmentId,
    lineItems: [{ id: "line-1", quantity: 1 }],
  });
  const { return: opened } = await main("POST", "/stores/:store/returns", returnOf(orderId));
  const { comment } = await main("POST", `/returns/${opened.id}/comments`, { comment: { image: PNG } });
  const segmentKey = `segment-${tag}`;
  await main("PUT", `/stores/:store/segments/${segmentKey}`, { where: { customer: "email", is: email } });
  await main("PUT", "/stores/:store/policy", { timeZone: "UTC" });
  const { id: dryRunId } = await main("POST", "/stores/:store/policy/dry-run", {
    policy: { timeZone: "UTC" },
    last: 1_001,
  });
  const { id: integrationId } = await main("POST", "/stores/:store/integrations", {
    provider: "acme",
    url: target.callbackUrl,
  });
  const { connector } = await main("PUT", "/stores/:store/connectors/medusa", {
    url: "https://shop.example.com",
    credentials: { apiKey: "sk_5f2b", webhookSecret: "a-long-random-secret" },
  });
  const locationId = await target.newLocation(shop.id);
  const level = { product: { id: productId, title: "Tee", sku }, location_id: locationId, quantity: 5 };
  const { inventory_levels } = await main("PUT", "/stores/:store/inventory-levels", {
    inventory_levels: [level],
  });
  const { inventory_items } = await main("GET", "/stores/:store/inventory-items");
  const file = `product_id,title,location_id,quantity\n${productId}-2,Tee,${locationId},5\n`;
  const { id: importId } = await main("POST", "/stores/:store/inventory-imports", { file });
  const orderFile = `${JSON.stringify({ ...order(`${orderId}-2`), orderId: `${orderId}-2` })}\n`;
  const { id: orderImportId } = await main("POST", "/stores/:store/order-imports", { file: orderFile });
  const statement = { name: "Ada", order: `unknown-${tag}`, email, confirmed: true };
  const { withdrawal } = await main("POST", "/stores/:store/withdrawals", statement);
  const { mails } = await main("GET", "/stores/:store/mails");
  const exported = { from: "2026-03-01", to: "2026-03-31", format: "csv" };
  const { id: exportId } = await call("POST", "/api/v1/warehouse/reporting/asn/exports", exported);
  const details = await call("GET", `/api/v1/warehouse/return/details?service_return_id=${opened.id}`);
  const { deliveries } = await main("GET", `/webhooks/${webhook.id}/deliveries`);
  return {
    ...{
      storeId: shop.id,
      customerId,
      otherCustomerId,
      orderId,
      fulfillmentId,
      email,
      locationId,
      productId,
      sku,
      exportId,
      importId,
      orderImportId,
      segmentKey,
      version: "1",
      dryRunId,
      integrationId,
      connector: connector.kind,
    },
    withdrawalId: withdrawal.id,
    mailId: mails.at(-1).id,
    returnId: opened.id,
    itemId: opened.items[0].id,
    commentId: comment.image.split("/").at(-2),
    inventoryLevelId: inventory_levels[0].id,
    inventoryItemId: inventory_items[0].id,
    webhookId: webhook.id,
    deliveryId: deliveries[0].deliveryId,
    return_id: `${details.id}`,
    line_item_id: `${details.line_items[0].line_item_id}`,
  };
}

/** Returns ids of the same formats that no store has. */
export function unknownAs(fixtures: Fixtures): Fixtures {
  const unknown = (name: string, id: string) => {
    if (/^\d+$/.test(id)) return "9007199254740991";
    // Replaces only the unique part of the id by zeros, so that the format stays.
    const at =
      name === "email" ? id.indexOf("-") + 1 : Math.max(id.lastIndexOf("_"), id.lastIndexOf("-")) + 1;
    const [own = "", domain] = id.slice(at).split("@");
    return id.slice(0, at) + own.replaceAll(/\w/g, "0") + (domain ? `@${domain}` : "");
  };
  return Object.fromEntries(Object.entries(fixtures).map(([name, id]) => [name, unknown(name, id)]));
}
