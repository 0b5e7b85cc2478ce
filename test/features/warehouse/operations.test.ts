import { describe, expect, test } from "bun:test";
import { SCOPES } from "../../../src/core/scopes.ts";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { answerOf, newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";
import {
  bodyAbout,
  DONE,
  everythingOf,
  json,
  numberOf,
  unitIdsIn,
  WAREHOUSE_OPERATIONS,
} from "../../support/warehouse.ts";

const UNAUTHORIZED = json(401, {
  error: { code: "401", http_code: "GEN-UNAUTHORIZED", message: "Unauthorized." },
});

const service = useService();
const store = useStore(service);

type Headers = Record<string, string>;

const each = Object.keys(WAREHOUSE_OPERATIONS);

describe("a secret with the scope is accepted as a bearer token, and in X-Authorization with or without Bearer", () => {
  test.each(each)("%s", async (operation) => {
    const scope = WAREHOUSE_OPERATIONS[operation]?.scope ?? "";
    const { secret } = await store.withScopes(scope);
    const ways: Headers[] = [
      { Authorization: `Bearer ${secret}` },
      { "X-Authorization": secret },
      { "X-Authorization": `Bearer ${secret}` },
      { "X-Authorization": ` bearer ${secret} `, Authorization: "Basic bm9ib2R5" },
    ];
    for (const headers of ways) {
      expect(await answerOf(ask(operation, await freshReturn(), headers))).toMatchObject({ status: 200 });
    }
  });
});

describe("a missing secret, an invalid one and one without the scope are the same 401 and change nothing", () => {
  test.each(each)("%s", async (operation) => {
    const { scope } = WAREHOUSE_OPERATIONS[operation] ?? {};
    const { secret } = await store.withScopes(...SCOPES.filter((held) => held !== scope));
    const { secret: whole } = store;
    const id = await freshReturn();
    const before = await everythingOf(store);
    const ways: Headers[] = [
      {},
      { "X-Authorization": "" },
      { "X-Authorization": `${whole}x` },
      { "X-Authorization": secret },
      { Authorization: whole },
      { Authorization: `Bearer ${secret}` },
    ];
    for (const headers of ways) {
      const answer = await ask(operation, id, headers);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer");
      expect(await answerOf(answer)).toEqual(UNAUTHORIZED);
    }
    expect(await everythingOf(store)).toEqual(before);
  });
});

describe("unknown parameters, a content type on a GET, and any or no body are accepted", () => {
  const BODIES = [
    undefined,
    "",
    "{}",
    "[1]",
    "null",
    "{",
    "\u0000",
    '{"a":"\\u0000"}',
    '{"__proto__":{"a":1}}',
    "a=1&b=2",
  ];
  const ACTIONS = each.filter((operation) => /process|flag|close|cancel|remove/.test(operation));

  test.each(ACTIONS)("%s", async (operation) => {
    for (const [i, body] of BODIES.entries()) {
      const type = ["application/json", "text/plain", "application/x-www-form-urlencoded", undefined][i % 4];
      const id = await freshReturn();
      const headers = { "X-Authorization": store.secret, ...(type && { "Content-Type": type }) };
      const answer = await ask(operation, id, headers, { body, query: "page=1&limit=5&x[]=1&x[]=2&id=7" });
      expect(await answerOf(answer)).toEqual(DONE);
    }
  });

  test.each(each.filter((operation) => operation.startsWith("GET")))("%s", async (operation) => {
    const headers = { "X-Authorization": store.secret, "Content-Type": "application/json" };
    const answer = await ask(operation, await freshReturn(), headers, { query: "page=1&limit=5" });
    expect(await answerOf(answer)).toMatchObject({ status: 200, type: "application/json" });
  });
});

test("a store's destinations are its locations, oldest first, with the numbers that returns show", async () => {
  const owner = await service.newStore();
  expect(await destinationsOf(owner)).toEqual({ destinations: [] });
  await createLocation(owner.ctx, owner.id, {
    name: "Main",
    ...{
      line1: "1 Dock Rd",
      line2: "Hall 3",
      city: "Columbus",
      state: "OH",
      postalCode: "43004",
      country: "US",
    },
    phone: "+16145550100",
  });
  await createLocation(owner.ctx, owner.id, {
    name: "Annex",
    isDefault: true,
  });
  const common = { type: "warehouse", enabled: true, id: expect.any(Number) };
  const empty = { address1: "", city: "", state: "", zip: "", country: null, country_code: null };
  expect(await destinationsOf(owner)).toEqual({
    destinations: [
      {
        ...common,
        name: "Main",
        provider_location_id: null,
        address: {
          name: "Main",
          address1: "1 Dock Rd",
          address2: "Hall 3",
          city: "Columbus",
          state: "OH",
          zip: "43004",
          country: "United States",
          country_code: "US",
          phone: "+16145550100",
        },
      },
      {
        ...common,
        name: "Annex",
        provider_location_id: null,
        address: { name: "Annex", ...empty, address2: null, phone: null },
      },
    ],
  });
});

async function destinationsOf({ secret }: TestStore): Promise<unknown> {
  const answer = await service.fetch("/api/v1/destinations", { headers: { "X-Authorization": secret } });
  return answer.json();
}

/** Creates a return of two units with a note. */
async function freshReturn(): Promise<string> {
  const items = [{ lineItemId: "line-1", quantity: 2, reason: "" }];
  return (await newReturn(store, { items, notes: "The first" })).id;
}

async function ask(
  operation: string,
  id: string,
  headers: Headers,
  more: { body?: string; query?: string } = {},
): Promise<Response> {
  const [method, path = ""] = operation.split(" ");
  const { body } = WAREHOUSE_OPERATIONS[operation] ?? {};
  const [unit] = /remove|dispositioning/.test(path) ? await unitIdsIn(store, id) : [];
  const sent = more.body ?? (body && bodyAbout(unit, body));
  const address = path.replace(":return_id", String(await numberOf(store, id)));
  return service.fetch(`${address}?line_item_id=${unit}&${more.query ?? ""}`, {
    method,
    headers,
    ...(sent !== undefined && { body: new TextEncoder().encode(sent) }),
  });
}
