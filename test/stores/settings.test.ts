import { expect, test } from "bun:test";
import { createClient } from "../../src/stores/create-client.ts";
import { createStore } from "../../src/stores/create-store.ts";
import { useService } from "../support/use-service.ts";

const service = useService();

test("GET store: returns the settings that the operator gave the store", async () => {
  const settings = { id: "green", name: "Green Shop", currency: "EUR", firstStatus: "needs_review" };
  const { storeId } = await createStore(service.ctx, settings);
  const { secret } = await createClient(service.ctx, storeId, { name: "reader", scopes: ["store_read"] });
  const headers = { Authorization: `Bearer ${secret}` };
  const response = await service.fetch("/v2.2/stores/green", { headers });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ...settings, createdAt: expect.stringMatching(/^20.*Z$/) });
});
