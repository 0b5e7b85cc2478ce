import { expect, test } from "bun:test";
import { STATUS_WORDS, statusBadge } from "../../../src/faces/console/returns/statuses.ts";
import { FIRST_STATUSES } from "../../../src/features/stores/settings-schema.ts";
import { newPerson } from "../../support/console.ts";
import { order } from "../../support/fixtures.ts";
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

test("times are those of the store's zone, in the form of the reader's country, and exact for those who point at one", async () => {
  const store = await service.newStore();
  const owner = await newPerson(service, store, "owner");
  const save = (timeZone: string) =>
    owner.post(":store/settings", {
      _act: "save",
      name: "Shop",
      currency: "EUR",
      firstStatus: "open",
      timeZone,
    });
  const wrong = await save("Mars/Olympus");
  expect([wrong.status, (await wrong.text()).includes('id="field-timeZone-fault"')]).toEqual([400, true]);
  service.setClock(new Date("2026-12-31T23:30:05Z"));
  await store.patch("/stores/:store", { name: "Changed" });
  service.setClock(undefined);
  const saved = await save("Asia/Tokyo");
  expect([saved.status, saved.headers.get("location")]).toEqual([
    303,
    `/console/stores/${store.id}/settings`,
  ]);
  const shown = async (language: string, path = ":store/settings") => {
    const page = await (await owner.get(path, { "Accept-Language": language })).text();
    return [...page.matchAll(/<time datetime="2026-12-31T23:30:05.000Z" title="([^"]*)">([^<]*)</g)].map(
      ([, title, text]) => [text, title],
    );
  };
  const [british, american, german] = await Promise.all(
    ["en-GB", "en-US", "en-DE,de;q=0.9"].map((tag) => shown(tag)),
  );
  expect(british).toEqual([["1 Jan 2027, 08:30", "1 January 2027 at 08:30:05 GMT+9"]]);
  expect(american).toEqual([["Jan 1, 2027, 8:30 AM", "January 1, 2027 at 8:30:05 AM GMT+9"]]);
  expect(german?.[0]?.[0]).toBe("1 Jan 2027, 08:30");
  expect(await shown('en-"><b>, *;q=x, zz-ZZ-ZZ, en-AA')).toHaveLength(1);
});

test("a day of a filter is a day of the store", async () => {
  const store = await service.newStore();
  await store.patch("/stores/:store", { timeZone: "America/New_York" });
  const owner = await newPerson(service, store, "owner");
  // An hour before and after midnight there, on the day on which the clock is put back.
  for (const moment of [
    "2026-11-01T03:59:59.999Z",
    "2026-11-01T04:00:00Z",
    "2026-11-02T04:59:59.999Z",
    "2026-11-02T05:00:00Z",
  ])
    await store.post("/stores/:store/orders", { ...order(`at-${moment}`), createdAt: moment });
  const page = await owner.get(":store/orders?created_at_min=2026-11-01&created_at_max=2026-11-01");
  const names = new Set(
    [...(await page.text()).matchAll(/at-2026-11-0[12]T0[345]:[05][09]:[05][09][.9]*Z/g)].map(
      ([name]) => name,
    ),
  );
  expect(names).toEqual(new Set(["at-2026-11-01T04:00:00Z", "at-2026-11-02T04:59:59.999Z"]));
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
  await owner.post(`${LOCATIONS}/new`, {
    ...{ _act: "add", name: "Main", line1: "1 Road", city: "Columbus" },
    ...{ state: "OH", postalCode: "43228", country: "US" },
  });
  await owner.post(`${LOCATIONS}/new`, { _act: "add", name: "Annex", isDefault: "on" });
  const form = await (await owner.get(`${LOCATIONS}/new`)).text();
  const [, key = ""] = /name="key" value="([^"]+)"/.exec(form) ?? [];
  // A form that a double click sends twice is one location.
  const twice = [1, 2].map(() => owner.post(`${LOCATIONS}/new`, { _act: "add", name: "Pier", key }));
  expect((await Promise.all(twice)).map(({ status }) => status)).toEqual([303, 303]);
  const list = await (await owner.get(LOCATIONS)).text();
  const ids = [...list.matchAll(/<code>(loc_\w+)</g)].map(([, id]) => id);
  expect(ids).toHaveLength(3);
  expect(list).toContain("<bdi>1 Road, Columbus, OH 43228, United States</bdi>");
  expect(list).toMatch(/Annex<\/bdi><\/a> <span class="badge good">Default/);
  await owner.post(`${LOCATIONS}/${ids[0]}`, { _act: "save", name: "Renamed", city: "Town" });
  expect(await (await owner.get(LOCATIONS)).text()).toContain("Renamed");
  const foreign = await newPerson(service, await service.newStore(), "owner");
  expect((await foreign.get(`${LOCATIONS}/${ids[0]}`)).status).toBe(404);
  expect((await foreign.post(`${LOCATIONS}/${ids[0]}`, { _act: "save", name: "Theirs" })).status).toBe(404);
});
