import { beforeAll, expect, test } from "bun:test";
import { banner } from "../../../src/boot/banner.ts";
import { demoShopperOrder } from "../../../src/features/demo/shopper-order.ts";
import type { InventoryLevel } from "../../../src/features/inventory/schema.ts";
import type { Mail } from "../../../src/features/mail/schema.ts";
import { STATUSES, TRANSITIONS } from "../../../src/features/returns/status.ts";
import { type Demo, makeDemo } from "../../support/demo.ts";
import { plainWorth } from "../../support/order-money-model.ts";
import { formsOf, newShopper, textOf } from "../../support/shopper.ts";
import { useService } from "../../support/use-service.ts";

const NOW = new Date("2026-05-20T09:30:00.000Z");
const OLDEST = "2026-04-05T00:00:00.000Z";

const service = useService();
let demo: Demo;
beforeAll(async () => {
  service.setClock(NOW);
  demo = await makeDemo(service);
});

test("the demo has 60 orders of 40 customers, whose profiles have the data of their orders", async () => {
  const orders = await demo.orders();
  const times = orders.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted());
  const emails = new Set(orders.map(({ customer }) => customer?.email ?? ""));
  expect(emails.size).toBe(40);
  expect((await demo.get("/stores/demo/orders/FH-1061")).status).toBe(404);
  for (const { customer } of orders) {
    const found = await demo.get(`/stores/demo/customers?email=${encodeURIComponent(customer?.email ?? "")}`);
    const { id, firstName, lastName, phoneNumber } = customer ?? {};
    // Since their first order.
    const { createdAt } = orders.find((order) => order.customer?.id === id) ?? {};
    expect(await found.json()).toMatchObject({ id, firstName, lastName, phoneNumber, createdAt });
  }
});

test("each order adds up to the cent, and its fulfillments and tracking events follow it in order of time", async () => {
  for (const order of await demo.orders()) {
    const lines = order.lineItems.map(({ price, quantity, discount }) => ({
      gross: cents(price) * quantity,
      discount: cents(discount),
    }));
    const shipping = cents(order.shipping?.cost);
    const subtotal = sum(lines.map(({ gross, discount }) => gross - discount));
    expect({
      subtotal: cents(order.subtotalPrice),
      discount: cents(order.totalDiscount),
      total: cents(order.totalPrice),
    }).toEqual({
      subtotal,
      discount: sum(lines.map(({ discount }) => discount)),
      total: subtotal + shipping + cents(order.totalTax),
    });

    const sent = order.fulfillments.flatMap(({ lineItems }) => lineItems);
    for (const { id, quantity } of order.lineItems) {
      const ofLine = sum(sent.filter((line) => line.id === id).map((line) => line.quantity));
      expect([0, quantity]).toContain(ofLine);
    }
    for (const { createdAt, trackingHistory } of order.fulfillments) {
      const times = [order.createdAt, createdAt, ...trackingHistory.map(({ datetime }) => datetime)];
      expect(times).toEqual(times.toSorted());
      for (const time of times) expectInPastWeeks(time);
    }
  }
});

test("every ordered variant is in stock at the warehouse, and some are also at the other location", async () => {
  const answer = await demo.get("/stores/demo/inventory-levels");
  const { inventory_levels: levels } = (await answer.json()) as { inventory_levels: InventoryLevel[] };
  const at = (name: string) => levels.filter(({ location }) => location.name === name);
  const [warehouse, other] = [at("Portland warehouse"), at("Columbus returns center")];
  expect(warehouse.length).toBeGreaterThan(40);
  expect([other.length > 0, levels.length]).toEqual([true, warehouse.length + other.length]);
  expect(levels.filter(({ available }) => available < 0)).toEqual([]);
  const stocked = new Set(warehouse.map(({ product }) => product.id));
  const lines = (await demo.orders()).flatMap(({ lineItems }) => lineItems);
  expect(lines.filter(({ variantId }) => !stocked.has(variantId ?? ""))).toEqual([]);
  for (const { updated_at } of levels) expectInPastWeeks(updated_at);
});

test("the demo has 25 returns of delivered orders, in all ten statuses and to two locations", async () => {
  const { returns } = await demo.returns();
  const count = (status: string) => returns.filter((one) => one.status === status).length;
  expect(Object.fromEntries(STATUSES.map((status) => [status, count(status)]))).toEqual({
    open: 2,
    in_transit: 2,
    delivered: 3,
    needs_review: 2,
    in_review: 2,
    complete: 6,
    rejected: 3,
    flagged: 2,
    pre_shipment: 2,
    deleted: 1,
  });
  const orders = await demo.orders();
  for (const { order, createdAt } of returns) {
    const parcels = orders.find(({ orderId }) => orderId === order.name)?.fulfillments ?? [];
    expect(parcels.length).toBeGreaterThan(0);
    for (const { deliveredAt = "never" } of parcels) expect(deliveredAt < createdAt).toBe(true);
  }
  expect(new Set(returns.map(({ destination }) => destination.mailingAddress.city))).toEqual(
    new Set(["Portland", "Columbus"]),
  );
});

test("demo: every history follows the transitions, from a first status to the current one, in the past weeks", async () => {
  const firstStatuses = new Set<unknown>();
  for (const one of (await demo.returns()).returns) {
    const history = await demo.history(one.id);
    firstStatuses.add(history[0]?.to);
    expect(history.map(({ from }) => from)).toEqual([null, ...history.slice(0, -1).map(({ to }) => to)]);
    expect(history.at(-1)?.to).toBe(one.status);
    for (const { from, to } of history.slice(1)) expect(TRANSITIONS[from ?? "deleted"]).toContain(to);

    const times = history.map(({ at }) => at);
    expect(times).toEqual([...new Set(times)].toSorted());
    expect(times[0]).toBe(one.createdAt);
    for (const time of [...times, one.updatedAt]) expectInPastWeeks(time);
  }
  expect(firstStatuses).toEqual(new Set(["open", "pre_shipment"]));
});

type Placed = Awaited<ReturnType<Demo["orders"]>>[number];

/** Returns what an order's units cost, by the plain model. */
function worthOf(placed: Placed | undefined) {
  const tenths = (amount: number | null | undefined) => BigInt(10 * cents(amount));
  return plainWorth({
    lines: (placed?.lineItems ?? []).map(({ quantity, price, discount }) => ({
      ...{ quantity, price: tenths(price), discount: tenths(discount) },
    })),
    shipping: tenths(placed?.shipping?.cost),
    discount: tenths(placed?.totalDiscount),
    tax: tenths(placed?.totalTax),
    subtotal: tenths(placed?.subtotalPrice),
    total: tenths(placed?.totalPrice),
  });
}

test("each return's amounts match its order's lines: values, adjustments, totals and gift cards", async () => {
  let adjusted = 0;
  const { orders, returns } = await demo.returns();
  const placedOrders = await demo.orders();
  for (const one of returns) {
    const order = orders.find(({ id }) => id === one.order.id);
    const placed = placedOrders.find(({ orderId }) => orderId === order?.externalId);
    for (const item of one.items) {
      const lines = placed?.lineItems ?? [];
      const line = lines.findIndex(({ id }) => id === item.orderItem.line_item_id);
      const units = worthOf(placed).units[line]?.slice(0, item.quantity) ?? [];
      const value = sum(units.map(({ net }) => Number(net)));
      const paid = value + sum(units.map(({ tax }) => Number(tax)));
      const kept = cents(item.productAdjustment?.slice(1));
      const exchanged = one.exchange ? paid : 0;
      if (kept + exchanged > 0) adjusted += 1;
      expect({
        value: cents(item.productValueNoTaxNoAdjustment.amount.amount),
        refund: cents(item.refund.amount.amount),
      }).toEqual({ value, refund: paid - kept - exchanged });
    }
    const paidBack = (type: string) =>
      sum(
        one.items
          .filter(({ refund }) => refund.type === type)
          .map(({ refund }) => cents(refund.amount.amount)),
      );
    const credit = paidBack("store_credit");
    const exchange = sum(
      (one.exchange?.items ?? []).map(({ price, quantity = 1 }) => cents(price?.amount) * quantity),
    );
    expect(one.totals).toEqual({
      charge: usd(0),
      exchange: usd(exchange),
      refund: usd(paidBack("refund")),
      storeCredit: usd(credit),
    });
    const given = sum(one.giftCards.map(({ amount }) => cents(amount.amount)));
    expect(given).toBe(one.status === "complete" ? credit : 0);
    expect(cents(order?.total.amount)).toBe(
      cents(order?.lineItemsTotal.amount) -
        cents(order?.discounts.amount) +
        cents(order?.shippingCost.amount) +
        cents(order?.taxes.amount),
    );
  }
  expect(adjusted).toBeGreaterThan(1);
});

test("the banner has an order that the shopper's page finds, with units left", async () => {
  const shopperOrder = await demoShopperOrder(service.ctx);
  const started = { port: 4000, readyAfterMs: 1, hasDemo: true, shopperOrder };
  const shown = banner({ ...started, demo: { storeId: "demo", ...demo } });
  const [, path = "", number = "", email = ""] =
    /Shopper page +http:\/\/localhost:4000(\S+) \(try order (\S+) with (\S+)\)/.exec(shown) ?? [];
  expect(banner({ ...started, demo: undefined })).toContain(`/r/demo (try order ${number} with ${email})`);
  const shopper = await newShopper(service).open(path);
  await shopper.send(0, { order: number, contact: email });
  expect([shopper.status, formsOf(shopper.html).length]).toEqual([200, 1]);
  const [, units = ""] = / name="(units-[^"]+)"/.exec(shopper.html) ?? [];
  await shopper.send(0, { [units]: "1", [units.replace("units", "reason")]: "too_small" });
  expect(textOf(shopper.html)).toContain("Nothing has been sent yet.");
});

test("its returns have mails in four languages, of each kind, most sent, some waiting, and one refused", async () => {
  const response = await demo.get("/stores/demo/mails");
  const { mails } = (await response.json()) as { mails: Mail[] };
  const ofReturns = Object.groupBy(mails, ({ status }) => status);
  expect(new Set(mails.map(({ kind }) => kind))).toEqual(
    new Set([
      ...["return_received", "label_ready", "return_arrived", "return_refused", "return_refunded"],
      ...["return_credited", "return_cancelled"],
    ]) as Set<Mail["kind"]>,
  );
  expect(new Set(mails.map(({ language }) => language))).toEqual(new Set(["en", "de", "fr", "es"]));
  expect(ofReturns.waiting?.map(({ kind, attempts }) => [kind, attempts])).toEqual([
    ["return_received", 0],
    ["return_received", 0],
  ]);
  expect(ofReturns.failed).toMatchObject([
    {
      attempts: 1,
      error: "the mail server refused the recipient",
      answer: expect.stringMatching(/^550 .*sample/),
    },
  ]);
  for (const mail of mails) expectInPastWeeks(mail.createdAt);
  for (const { attempts, attemptedAt, createdAt } of ofReturns.sent ?? [])
    expect([attempts, attemptedAt]).toEqual([1, createdAt]);
});

test("the demo's mails say the amounts that its returns refund, and of an exchange none", async () => {
  const { returns } = await demo.returns();
  const ended = returns.filter(({ status }) => status === "complete");
  expect(ended.filter(({ exchange }) => exchange)).toHaveLength(1);
  for (const { id, totals, completeWithNoAction } of ended) {
    const { mails } = (await (await demo.get(`/stores/demo/mails?returnId=${id}`)).json()) as {
      mails: Mail[];
    };
    const amounts = [totals.refund, totals.storeCredit].filter(({ amount }) => Number(amount.amount) > 0);
    const paid = mails.filter(({ kind }) => kind === "return_refunded" || kind === "return_credited");
    expect(paid.map(({ text }) => text?.match(/\d+[.,]\d\d/)?.[0].replace(",", "."))).toEqual(
      completeWithNoAction ? [] : amounts.map(({ amount }) => amount.amount),
    );
  }
});

test("a mail of the demo that was refused can be sent again, and then waits", async () => {
  const failed = await demo.get("/stores/demo/mails?status=failed");
  const { mails } = (await failed.json()) as { mails: Mail[] };
  const again = await service.fetch(`/v2.2/stores/demo/mails/${mails[0]?.id}/send`, {
    ...{ method: "POST", headers: { Authorization: `Bearer ${demo.secret}` } },
  });
  expect([again.status, ((await again.json()) as { mail: Mail }).mail.status]).toEqual([200, "waiting"]);
});

test("the banner has a curl command that works; later banners explain how to create a secret", async () => {
  const [, name, value, path] =
    /^ {2}curl -s -H "([\w-]+): ([^"]+)" http:\/\/localhost:4000(\S+)$/m.exec(
      banner({ port: 4000, readyAfterMs: 812.4, hasDemo: true, demo: { storeId: "demo", ...demo } }),
    ) ?? [];
  const answer = await service.fetch(path ?? "", { headers: { [name ?? ""]: value ?? "" } });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ return: { id: demo.returnId, status: "complete" } });

  const later = banner({ port: 4000, readyAfterMs: 812.4, hasDemo: true, demo: undefined });
  expect(later).toContain("is ready, after 812 ms");
  expect(later).toContain("bun run cli client create --store demo --name me");
  expect(later).toContain("npx -y bun@1.4.5 run cli");
  expect(banner({ port: 4000, readyAfterMs: 812.4, hasDemo: false, demo: undefined })).not.toContain("demo");
});

function expectInPastWeeks(time: string): void {
  expect(time > OLDEST && time < NOW.toISOString()).toBe(true);
}

function cents(amount: number | string | null | undefined): number {
  return Math.round(Number(amount ?? 0) * 100);
}

function usd(amount: number): { amount: { amount: string; currency: string } } {
  return { amount: { amount: (amount / 100).toFixed(2), currency: "USD" } };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
