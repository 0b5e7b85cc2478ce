import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { changesAfter, endOf } from "../../support/changes.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { newPerson } from "../../support/person.ts";
import { answerOf, historyOf, newReturn, readReturn, returnIn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { subscribe } from "../../support/subscriber.ts";
import { useService } from "../../support/use-service.ts";
import { warehouse } from "../../support/warehouse.ts";
import { deliveriesOf } from "../../support/webhooks.ts";

const service = useService({ webhookRetrySchedule: [0, 3_600_000] });

async function erased(store: TestStore, customerId: string): Promise<void> {
  const { status } = await store.post(
    `/stores/:store/customers/${encodeURIComponent(customerId)}/erase`,
    undefined,
  );
  expect(status).toBe(202);
  await service.drain();
}

const BLANK = { line1: "", line2: "", city: "", state: "", postalCode: "", country: "" };

describe("an erased customer's", () => {
  test("order keeps its lines and money, and loses customer and addresses", async () => {
    const store = await service.newStore();
    const body = order("kept", {
      billingAddress: { address1: "1 Bill Road", city: "Town" },
      tags: ["first", "for Alex"],
    });
    await store.post("/stores/:store/orders", body);
    await store.post("/stores/:store/orders/kept/fulfillments", {
      ...{ fulfillmentId: "parcel", lineItems: [{ id: "line-1", quantity: 1 }] },
      tracking: { carrier: "UPS", code: "1Z1" },
    });
    const { body: before } = await answerOf(store.get("/stores/:store/orders/kept"));
    await erased(store, "customer-of-kept");
    const { status, body: after } = await answerOf(store.get("/stores/:store/orders/kept"));
    const { customer: _, billingAddress: __, shipping, tags, ...kept } = before as Record<string, unknown>;
    expect(status).toBe(200);
    expect(after).toEqual({ ...kept, tags: ["first"], shipping: { method: "standard", cost: 0 } });
    expect([shipping, tags]).toMatchObject([{ address: { city: "Town" } }, ["first", "for Alex"]]);
    const found = await answerOf(store.get("/stores/:store/orders?sku=TEE-M"));
    expect((found.body as { orders: unknown[] }).orders).toEqual([after]);
  });

  test("return keeps lines, money and status, and says in its history that the person was erased", async () => {
    const store = await service.newStore();
    const opened = await newReturn(store, { notes: "Please hurry" }, { orderId: "kept" });
    await store.put(`/returns/${opened.id}/status`, { status: "complete" });
    const before = await readReturn(store, opened.id);
    const history = await historyOf(store, opened.id);
    await erased(store, "customer-of-kept");
    const after = await readReturn(store, opened.id);
    const name = { given: "", surname: "" };
    expect(after).toEqual({
      order: { ...before.order, customer: { name, emailAddress: "", phoneNumber: "" } },
      return: {
        ...before.return,
        updatedAt: after.return.updatedAt,
        source: { emailAddress: "", mailingAddress: BLANK, name, phoneNumber: "" },
        items: before.return.items.map(({ customerComment: _, ...item }) => item),
        notes: [],
      },
    });
    expect(after.return.updatedAt > before.return.updatedAt).toBe(true);
    const entry = {
      from: "complete",
      to: "complete",
      at: after.return.updatedAt,
      by: "test client",
      byId: history[0]?.byId,
    };
    expect(await historyOf(store, opened.id)).toEqual([
      ...history,
      { ...entry, requestId: expect.any(String), erased: true } as (typeof history)[number],
    ]);
  });

  test("return is shown by the warehouse API as before, without the person", async () => {
    const store = await service.newStore();
    const opened = await newReturn(store, {}, { orderId: "kept" });
    await store.put(`/returns/${opened.id}/status`, { status: "complete" });
    const read = async () => {
      const { body } = await warehouse(service, store, `GET /return/details?service_return_id=${opened.id}`);
      return body as Record<string, unknown>;
    };
    const before = await read();
    await erased(store, "customer-of-kept");
    const { line_items: lines, ...after } = await read();
    const { line_items: linesBefore, ...rest } = before;
    expect(before).toMatchObject({ customer_email: "kept@example.test", customer_last_name: "Doe" });
    expect(after).toEqual({
      ...rest,
      ...{ customer: null, customer_email: null, customer_first_name: null, customer_last_name: null },
      ...{ origin_country: null, origin_country_code: null },
      updated_at: after.updated_at,
    });
    expect(lines).toHaveLength((linesBefore as unknown[]).length);
  });

  test("image is 404", async () => {
    const store = await service.newStore();
    const person = await newPerson(store);
    const path = new URL(person.imageUrl).pathname.replace("/v2.2", "");
    expect((await store.get(path)).status).toBe(200);
    await erased(store, person.customerId);
    expect((await store.get(path)).status).toBe(404);
  });

  test("returns can be returned again with the same key, and the response is blank", async () => {
    const store = await service.newStore();
    await store.post("/stores/:store/orders", order("kept"));
    const body = returnOf("kept", { notes: "Please hurry" });
    const headers = { "Idempotency-Key": "one" };
    const first = await returnIn(store.post("/stores/:store/returns", body, headers));
    await erased(store, "customer-of-kept");
    const repeated = await answerOf(store.post("/stores/:store/returns", body, headers));
    expect(repeated).toMatchObject({ status: 200, body: { return: { id: first.id, notes: [] } } });
    expect(JSON.stringify(repeated.body)).not.toContain("Doe");
  });
});

describe("deliveries", () => {
  test("that wait are sent without the person, under their numbers, and one more says that the return has changed", async () => {
    const store = await service.newStore();
    const [receiver, open] = [await subscribe(service, store), { isOpen: false }];
    const got: { sequence: string; body: string }[] = [];
    service.world.on(receiver.url, ({ headers, body }) => {
      if (!open.isOpen) return new Response(body, { status: 503 });
      got.push({ sequence: headers["webhook-sequence"] ?? "", body });
      return new Response(body);
    });
    const person = await newPerson(store);
    await service.drain();
    const waiting = await deliveriesOf(store, receiver.webhook.id);
    expect(waiting.length).toBeGreaterThan(2);
    await erased(store, person.customerId);
    open.isOpen = true;
    await store.ctx.db.execute(sql`update webhook_streams set due_at = now() where store_id = ${store.id}`);
    await service.drain({ sweeps: true });
    for (let i = 0; i < 20 && got.length <= waiting.length; i++) await service.drain({ sweeps: true });
    expect(got.map(({ sequence }) => Number(sequence))).toEqual(
      Array.from({ length: waiting.length + 1 }, (_, i) => i + 1),
    );
    for (const { body } of got) {
      expect(person.texts.filter((text) => body.toLowerCase().includes(text.toLowerCase()))).toEqual([]);
    }
    // What the receiver has responded, before and after, is not kept.
    const after = await deliveriesOf(store, receiver.webhook.id);
    expect(after.flatMap(({ attempts }) => attempts.map(({ answer }) => answer)).filter(Boolean)).toEqual([]);
    expect(after.every(({ status }) => status === "delivered")).toBe(true);
  });
});

describe("the change feed", () => {
  test("has the erasure, then the orders and returns that changed with it", async () => {
    const store = await service.newStore();
    const opened = await newReturn(store, {}, { orderId: "kept" });
    const end = await endOf(store);
    await erased(store, "customer-of-kept");
    const changes = await changesAfter(store, end);
    expect(changes.map(({ type }) => type)).toEqual(["customer.erased", "order.updated", "return.updated"]);
    expect(changes[0]).toMatchObject({ id: "customer-of-kept", data: null });
    expect(changes[1]).toMatchObject({ data: { orderId: "kept" } });
    expect(changes[2]).toMatchObject({ id: opened.id, data: { return: { source: { emailAddress: "" } } } });
    const customers = (await changesAfter(store)).filter(({ type }) => type.startsWith("customer"));
    expect(customers.map(({ data }) => data)).toEqual([null, null]);
  });

  test("shows the digest of an id that has the person's address, of earlier changes too", async () => {
    const store = await service.newStore();
    const id = "ada.byron@example.test";
    await store.post("/stores/:store/events", { eventName: "visited", customer: { id, email: id } });
    await store.post("/stores/:store/events", { eventName: "visited", customer: { id, firstName: "Ada" } });
    await erased(store, id);
    const digest = new Bun.CryptoHasher("sha256").update(id).digest("hex");
    const changes = await changesAfter(store);
    expect(changes.map((change) => [change.type, change.id])).toEqual([
      ["customer.created", `sha256:${digest}`],
      ["customer.updated", `sha256:${digest}`],
      ["customer.erased", `sha256:${digest}`],
    ]);
  });

  test("shows the digest of an id that has a name which only an order still has", async () => {
    const store = await service.newStore();
    const customer = { id: "grace-7", email: "g7@example.test", firstName: "Grace" };
    await store.post("/stores/:store/orders", order("named", { customer }));
    const renamed = { id: "grace-7", firstName: "G." };
    await store.post("/stores/:store/events", { eventName: "visited", customer: renamed });
    await erased(store, "grace-7");
    const digest = new Bun.CryptoHasher("sha256").update("grace-7").digest("hex");
    const ids = (await changesAfter(store)).flatMap(({ type, id }) =>
      type.startsWith("customer.") ? [id] : [],
    );
    expect(ids).toEqual(Array(3).fill(`sha256:${digest}`));
  });
});

test("an export of the ASN report that is being written reads again what it had read and not stored", async () => {
  const store = await service.newStore();
  await newReturn(store, {}, { orderId: "kept" });
  const made = await warehouse(service, store, "POST /reporting/asn/exports", { body: { format: "jsonl" } });
  const { id } = made.body as { id: string };
  const revision = async () => {
    const { rows } = await store.ctx.db.execute<{ revision: number }>(
      sql`select revision from asn_exports where store_id = ${store.id} and id = ${id}`,
    );
    return rows[0]?.revision;
  };
  expect(await revision()).toBe(0);
  // Taken by no worker: the erasure comes first.
  await store.ctx.db.execute(sql`delete from pgboss.job where name = 'asn.export'`);
  await erased(store, "customer-of-kept");
  // Once for the person's own returns, once for those that name the person.
  expect(await revision()).toBe(2);
});

test("files of the ASN report have no code of a drop-off any more, as the return has none", async () => {
  const store = await service.newStore();
  const { id: returnId } = await newReturn(store, {}, { orderId: "dropped" });
  const dropoffs = [{ provider: "parcelshop", qrCode: "QR-7", qrCodeUrl: "https://qr.test/7.png" }];
  await store.patch(`/returns/${returnId}`, { dropoffs });
  const made = await warehouse(service, store, "POST /reporting/asn/exports", { body: { format: "jsonl" } });
  const { id } = made.body as { id: string };
  await service.drain();
  const row = async () => {
    const file = await (await store.get(`/stores/:store/asn-exports/${id}/file`)).text();
    const { return_method, scannable_id } = JSON.parse(file);
    return { return_method, scannable_id };
  };
  expect(await row()).toEqual({ return_method: "parcelshop", scannable_id: "QR-7" });
  await erased(store, "customer-of-dropped");
  expect(await row()).toEqual({ return_method: "parcelshop", scannable_id: null });
});
