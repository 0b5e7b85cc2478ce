import { expect, test } from "bun:test";
import { STATUS_WORDS, statusBadge } from "../../../src/faces/console/returns/statuses.ts";
import { FIRST_STATUSES } from "../../../src/features/stores/settings-schema.ts";
import { newPerson } from "../../support/console.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const LOCATIONS = ":store/settings/locations";

test("general settings are changed, and a fault stands beside its field", async () => {
  const store = await service.newStore({ name: "Old <name>" });
  const owner = await newPerson(service, store, "owner");
  const save = (fields: Record<string, string>) =>
    owner.post(":store/settings", {
      _act: "save",
      name: "New",
      currency: "eur",
      firstStatus: "open",
      ...fields,
    });
  expect(await (await owner.get(":store/settings")).text()).toContain('value="Old &lt;name&gt;"');
  const wrong = await save({ currency: "ABC" });
  const page = await wrong.text();
  expect([wrong.status, page.includes('id="field-currency-fault"'), page.includes('value="ABC"')]).toEqual([
    400,
    true,
    true,
  ]);
  expect((await save({ firstStatus: "needs_review" })).status).toBe(303);
  expect(await (await store.get("/stores/:store")).json()).toMatchObject({
    name: "New",
    currency: "EUR",
    firstStatus: "needs_review",
  });
  const reader = await newPerson(service, store, "read_only");
  const shown = await (await reader.get(":store/settings")).text();
  expect([shown.includes("Needs review"), shown.includes('name="_act"')]).toEqual([true, false]);
});

test("a status means the same in the settings, on a badge and in the guide", async () => {
  const guide = await Bun.file(new URL("../../../docs/guides/orders-and-returns.md", import.meta.url)).text();
  const said = [...guide.matchAll(/^\| `(\w+)` \| (.*?) \|$/gm)].map(([, status, means]) => [status, means]);
  const words = Object.entries(STATUS_WORDS).map(([status, { means }]) => [status, means]);
  expect(Object.fromEntries(said.filter(([status = ""]) => status in STATUS_WORDS))).toEqual(
    Object.fromEntries(words),
  );
  const owner = await newPerson(service, await service.newStore(), "owner");
  const page = await (await owner.get(":store/settings")).text();
  for (const status of FIRST_STATUSES) {
    const { title, means } = STATUS_WORDS[status];
    expect(page).toContain(`<strong>${title}</strong><small>${means}</small>`);
  }
  expect(statusBadge("pre_shipment").text).toContain(`title="${STATUS_WORDS.pre_shipment.means}"`);
});

test("locations are added and changed; one of another store is unknown", async () => {
  const store = await service.newStore();
  const owner = await newPerson(service, store, "owner");
  expect((await owner.post(`${LOCATIONS}/new`, { _act: "add", name: "" })).status).toBe(400);
  await owner.post(`${LOCATIONS}/new`, { _act: "add", name: "Main", city: "Columbus" });
  await owner.post(`${LOCATIONS}/new`, { _act: "add", name: "Annex", isDefault: "on" });
  const list = await (await owner.get(LOCATIONS)).text();
  const ids = [...list.matchAll(/<code>(loc_\w+)</g)].map(([, id]) => id);
  expect(list).toMatch(/Annex<\/bdi><\/a> <span class="badge good">Default/);
  await owner.post(`${LOCATIONS}/${ids[0]}`, { _act: "save", name: "Renamed", city: "Town" });
  expect(await (await owner.get(LOCATIONS)).text()).toContain("Renamed");
  const foreign = await newPerson(service, await service.newStore(), "owner");
  expect((await foreign.get(`${LOCATIONS}/${ids[0]}`)).status).toBe(404);
  expect((await foreign.post(`${LOCATIONS}/${ids[0]}`, { _act: "save", name: "Theirs" })).status).toBe(404);
});
