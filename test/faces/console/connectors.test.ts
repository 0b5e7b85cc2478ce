import { expect, test } from "bun:test";
import { newPerson } from "../../support/console.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const PATH = ":store/settings/connectors/medusa";
const FIELDS = {
  ...{ _act: "save", url: "https://shop.example", enabled: "on" },
  ...{ "credential-apiKey": "sk_5f0c8a", "credential-webhookSecret": "a long random secret" },
};

test("a shop is connected, read, turned off and disconnected; a fault stands beside its field", async () => {
  const store = await service.newStore();
  const owner = await newPerson(service, store, "owner", { name: "Ada Byron" });
  const textOf = async (path: string) => (await owner.get(path)).text();
  const shown = async () => (await (await store.get("/stores/:store/connectors")).json()).connectors;
  const list = await textOf(":store/settings/connectors");
  expect(list).toContain("Not connected");
  // On a phone, where each value stands below its name, none stands there without a value.
  expect(list).toContain('data-title="Address"><div class="cell"></div>');
  expect(list).toContain('data-title="Last error"><div class="cell"></div>');

  const wrong = await owner.post(PATH, { ...FIELDS, "credential-webhookSecret": "short" });
  const again = await wrong.text();
  expect([wrong.status, again.includes('id="field-credential-webhookSecret-fault"')]).toEqual([400, true]);
  expect(again).not.toContain("sk_5f0c8a");

  expect((await owner.post(PATH, FIELDS)).status).toBe(303);
  expect(await shown()).toMatchObject([{ kind: "medusa", enabled: true }]);
  const page = await textOf(PATH);
  expect(page).toContain(`/hooks/medusa/${store.id}`);
  expect(page).not.toContain("sk_5f0c8a");

  expect((await owner.post(PATH, { _act: "poll" })).status).toBe(303);
  const { enabled: _, ...off } = FIELDS;
  expect(
    (await owner.post(PATH, { ...off, "credential-apiKey": "", "credential-webhookSecret": "" })).status,
  ).toBe(303);
  expect(await shown()).toMatchObject([{ enabled: false, state: "off" }]);
  expect((await owner.post(PATH, { _act: "delete" })).status).toBe(303);
  expect(await shown()).toEqual([]);
});

test("its form says what it needs: an address where the credentials name no shop, in words without marks", async () => {
  const store = await service.newStore();
  const owner = await newPerson(service, store, "owner", { name: "Ada Byron" });
  for (const [kind, needsAddress] of [
    ["medusa", true],
    ["shopify", false],
    ["woocommerce", true],
  ] as const) {
    const page = await (await owner.get(`:store/settings/connectors/${kind}`)).text();
    const [field = ""] = /<input[^>]*name="url"[^>]*>/.exec(page) ?? [];
    expect([kind, / required/.test(field)]).toEqual([kind, needsAddress]);
    const helps = [...page.matchAll(/<p class="help"[^>]*>(.*?)<\/p>/gs)].map(([, text = ""]) => text);
    expect([kind, helps.length > 2, helps.filter((text) => /[`*]/.test(text))]).toEqual([kind, true, []]);
  }
});

test("a kind of shop that isn't known has no page, and who may not change the store none at all", async () => {
  const store = await service.newStore();
  const owner = await newPerson(service, store, "owner", { name: "Ada Byron" });
  const support = await newPerson(service, store, "support", { name: "Grace Hopper" });
  expect((await owner.get(":store/settings/connectors/prestashop")).status).toBe(404);
  expect((await support.get(PATH)).status).toBe(403);
});
