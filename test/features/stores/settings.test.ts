import { expect, test } from "bun:test";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { createStore } from "../../../src/features/stores/create-store.ts";
import { deleteLocation } from "../../../src/features/stores/delete-location.ts";
import { MAIL_KINDS } from "../../../src/features/stores/settings-schema.ts";
import { LANGUAGES } from "../../../src/lib/languages.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();

test("GET store: returns the settings that the operator gave the store", async () => {
  const settings = { id: "green", name: "Green Shop", currency: "EUR", firstStatus: "needs_review" };
  const { storeId } = await createStore(service.ctx, settings);
  const { secret } = await createClient(service.ctx, storeId, { name: "reader", scopes: ["store_read"] });
  const headers = { Authorization: `Bearer ${secret}` };
  const response = await service.fetch("/v2.2/stores/green", { headers });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    ...settings,
    ...{ timeZone: "UTC", history: [] },
    createdAt: expect.stringMatching(/^20.*Z$/),
    shopperPage: { enabled: false, findBy: ["email"], origins: [], logoUrl: null, color: null },
    withdrawal: { enabled: false, days: 14, status: null, labels: {} },
    mail: { enabled: false, from: null, replyTo: null, languages: LANGUAGES, kinds: MAIL_KINDS, texts: {} },
    waiting: { soonDays: 2, lateDays: 5 },
  });
});

test("GET locations: returns the store's locations, oldest first, in pages", async () => {
  const store = await service.newStore();
  await createLocation(store.ctx, (await service.newStore()).id, { name: "Another store's" });
  const address = { line1: "1 Dock Rd", line2: "B", city: "Columbus", state: "OH", postalCode: "43004" };
  const names = ["Main", "Second", "Third"];
  const ids: string[] = [];
  for (const name of names) {
    const location = { name, ...address, country: "US", phone: "+16145550100" };
    ids.push((await createLocation(store.ctx, store.id, location)).locationId);
  }
  const expected = names.map((name, i) => ({
    id: ids[i],
    name,
    address: { ...address, country: "US" },
    phoneNumber: "+16145550100",
    isDefault: i === 0,
    createdAt: expect.stringMatching(/^20.*Z$/),
  }));
  const first = await store.get("/stores/:store/locations", { "X-Page-Size": "2" });
  expect(await first.json()).toEqual({ locations: expected.slice(0, 2) });
  const cursor = { "X-Page-Continue": first.headers.get("X-Page-Next") ?? "" };
  const second = await store.get("/stores/:store/locations", cursor);
  expect(await second.json()).toEqual({ locations: expected.slice(2) });
  expect(second.headers.get("X-Page-Next")).toBeNull();
});

test("a location is created once for a key, under which another one is refused", async () => {
  const store = await service.newStore();
  const create = async (name: string, key = "pier") => {
    const response = await store.post("/stores/:store/locations", { name }, { "Idempotency-Key": key });
    return [response.status, await response.json()] as const;
  };
  const first = await create("Pier");
  expect(first).toMatchObject([201, { name: "Pier", isDefault: true }]);
  expect(await create("Pier")).toEqual([200, first[1]]);
  expect(await create("Quay")).toMatchObject([409, { code: "idempotency_key_reused" }]);
  const listed = await (await store.get("/stores/:store/locations")).json();
  expect(listed).toEqual({ locations: [first[1]] });
  const [, quay] = await create("Quay", "quay");
  await deleteLocation(store.ctx, store.id, (quay as { id: string }).id);
  expect(await create("Quay", "quay")).toMatchObject([404, { code: "location_not_found" }]);
});
