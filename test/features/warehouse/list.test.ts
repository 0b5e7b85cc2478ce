import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { parseDate } from "../../../src/features/warehouse/returns/parse-date.ts";
import { newReturn } from "../../support/returns.ts";
import { startService, type TestStore } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { json, warehouse } from "../../support/warehouse.ts";

const DAY = 86_400_000;

const service = useService();
const store = useStore(service);

type Query = Record<string, string>;
type Listed = { service_id: string; state: string; created_at: string; updated_at: string };

function list(owner: TestStore, query: Query | string = {}) {
  const text = typeof query === "string" ? query : String(new URLSearchParams(query));
  return warehouse(service, owner, `GET /return/list?${text}`);
}

/** Returns the listed returns as indexes into `ids`. */
async function listed(owner: TestStore, ids: string[], query: Query | string = {}): Promise<number[]> {
  const { body } = await list(owner, query);
  return (body as Listed[]).map(({ service_id }) => ids.indexOf(service_id));
}

/** Creates a store with a return for each of these times; each was updated a minute after its creation. */
async function storeWith(...times: string[]): Promise<{ owner: TestStore; ids: string[] }> {
  const owner = await service.newStore();
  const ids: string[] = [];
  for (const time of times) {
    service.setClock(new Date(time));
    ids.push((await newReturn(owner)).id);
  }
  service.setClock(undefined);
  await owner.ctx.db.execute(
    sql`update returns set updated_at = created_at + interval '1 minute' where store_id = ${owner.id}`,
  );
  return { owner, ids };
}

function invalid(errors: Record<string, string>) {
  const listed = Object.entries(errors).map(([field, text]) => [field, [text]]);
  return json(422, { message: "The given data was invalid.", errors: Object.fromEntries(listed) });
}

describe("a date is parsed in every format that clients send, as UTC if it has no offset", () => {
  test.each([
    ["2026-01-01", "2026-01-01T00:00:00Z"],
    ["2026-03-01 00:00:00", "2026-03-01T00:00:00Z"],
    ["2026-03-05 00:00:00Z", "2026-03-05T00:00:00Z"],
    ["2026-11-17T00:00:00", "2026-11-17T00:00:00Z"],
    ["2026-03-05T00:00:00Z", "2026-03-05T00:00:00Z"],
    ["2026-01-01T00:00:00.999Z", "2026-01-01T00:00:00Z"],
    ["2026-01-01T00:00:00.123456Z", "2026-01-01T00:00:00Z"],
    ["2024-1-5 00:00:00", "2024-01-05T00:00:00Z"],
    ["2024-1-5 7:08:09", "2024-01-05T07:08:09Z"],
    ["2024-02-29", "2024-02-29T00:00:00Z"],
    ["2026-03-01T02:00:00+02:00", "2026-03-01T00:00:00Z"],
    ["2026-03-01T02:00:00 02:00", "2026-03-01T00:00:00Z"],
    ["2026-02-28T19:00:00-0500", "2026-03-01T00:00:00Z"],
    ["2026-03-01T10:20", "2026-03-01T10:20:00Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"],
    ["2015-06-30 23:59:60.5", "2015-07-01T00:00:00Z"],
    ["1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"],
  ])("%s", (text, instant) => {
    expect(parseDate(text)).toEqual(new Date(instant));
  });

  test.each([
    "yesterday",
    "2026",
    "2026-13-01",
    "2026-02-30",
    "2025-02-29",
    "2026-03-01 24:00:00",
    "2026-03-01 10:60:00",
    "2026-01-01 23:59:60",
    "2016-12-31T23:58:60Z",
    "2016-12-31T23:59:60+01:00",
    "9999-12-31T23:59:60Z",
    "0000-01-01",
    "0001-01-01T00:00:00+01:00",
    "2026-03-01T00:00:00+25:00",
    "20260301",
    "1772323200",
    "2026-03-01\u0000",
  ])("%j is invalid", async (text) => {
    expect(parseDate(text)).toBeUndefined();
    expect(await list(store, { from: text })).toEqual(invalid({ from: "The from is not a valid date." }));
    expect(await list(store, { from: "2026-03-01", to: text })).toEqual(
      invalid({ to: "The to is not a valid date." }),
    );
  });

  test("a + in the query is a space, like %20", async () => {
    const { owner, ids } = await storeWith("2026-03-01T10:00:00Z");
    for (const space of ["+", "%20"]) {
      const query = `from=2026-03-01${space}10:00:00&to=2026-03-01${space}10:00:00`;
      expect(await listed(owner, ids, query)).toEqual([0]);
    }
  });
});

describe("the window of the list", () => {
  const times = ["2026-03-01T09:59:59.999Z", "2026-03-01T10:00:00.000Z", "2026-03-02T10:00:00.999Z"];
  const all = [...times, "2026-03-02T10:00:01.000Z"];

  test("is compared to the second, includes both ends, and lists the newest return first", async () => {
    const { owner, ids } = await storeWith(...all);
    expect(await listed(owner, ids, { from: "2026-03-01 10:00:00", to: "2026-03-02 10:00:00" })).toEqual([
      2, 1,
    ]);
    expect(
      await listed(owner, ids, { from: "2026-03-01T10:00:00.900Z", to: "2026-03-02T10:00:00.001Z" }),
    ).toEqual([2, 1]);
  });

  test("is 24 hours long if only from is given", async () => {
    const { owner, ids } = await storeWith(...all);
    expect(await listed(owner, ids, { from: "2026-03-01 10:00:00" })).toEqual([2, 1]);
  });

  test("ends at the beginning of the day if to is a date", async () => {
    const { owner, ids } = await storeWith(
      "2026-03-01T12:00:00Z",
      "2026-03-02T00:00:00Z",
      "2026-03-02T12:00:00Z",
    );
    expect(await listed(owner, ids, { from: "2026-03-01", to: "2026-03-02" })).toEqual([1, 0]);
  });

  test("is the last 24 hours without from, even if to is given", async () => {
    const { owner, ids } = await storeWith(...all);
    service.setClock(new Date("2026-03-02T10:00:00.500Z"));
    expect(await listed(owner, ids)).toEqual([3, 2, 1]);
    expect(await listed(owner, ids, { to: "2026-03-01 11:00:00" })).toEqual([3, 2, 1]);
    service.setClock(new Date("2026-03-02T10:00:02Z"));
    expect(await listed(owner, ids, { to: "2000-01-01" })).toEqual([3, 2]);
    service.setClock(undefined);
  });

  test("applies to the last change with filter=updated_at", async () => {
    const { owner, ids } = await storeWith(...all);
    const window = { from: "2026-03-01 10:01:00", to: "2026-03-02 10:01:00" };
    expect(await listed(owner, ids, { ...window, filter: "updated_at" })).toEqual([2, 1]);
    expect(await listed(owner, ids, { ...window, filter: "created_at" })).toEqual([3, 2]);
    await owner.ctx.db.execute(
      sql`update returns set updated_at = '2026-03-01T10:01:01Z' where id = ${ids[2] ?? ""}`,
    );
    await owner.ctx.db.execute(
      sql`update returns set updated_at = '2026-03-01T10:01:02Z' where id = ${ids[1] ?? ""}`,
    );
    expect(await listed(owner, ids, { ...window, filter: "updated_at" })).toEqual([1, 2]);
  });

  test("may be exactly 120 days long; one second more is 422", async () => {
    const from = Date.UTC(2026, 0, 1, 12);
    const iso = (time: number) => new Date(time).toISOString();
    expect(await list(store, { from: iso(from), to: iso(from + 120 * DAY) })).toEqual(json(200, []));
    expect(await list(store, { from: iso(from), to: iso(from + 120 * DAY + 999) })).toEqual(json(200, []));
    expect(await list(store, { from: iso(from), to: iso(from + 120 * DAY + 1000) })).toEqual(
      invalid({ to: "The to must be at most 120 days after from." }),
    );
  });

  test("is 422 if it ends before it begins, and may be a single second", async () => {
    const from = "2026-03-01 10:00:00";
    expect(await list(store, { from, to: from })).toEqual(json(200, []));
    expect(await list(store, { from, to: "2026-03-01 09:59:59" })).toEqual(
      invalid({ to: "The to must not be before from." }),
    );
  });

  test("may begin at the first and end at the last possible instant", async () => {
    expect(await list(store, { from: "0001-01-01" })).toEqual(json(200, []));
    expect(
      await list(store, { from: "9999-12-31", to: "9999-12-31 23:59:59", filter: "updated_at" }),
    ).toEqual(json(200, []));
  });
});

test("a state lists its statuses; without a state the list has open and closed returns", async () => {
  const owner = await service.newStore();
  const statuses = [
    "open",
    "in_transit",
    "delivered",
    "needs_review",
    "flagged",
    "complete",
    "rejected",
    "deleted",
  ];
  for (const status of statuses) {
    const { id } = await newReturn(owner);
    if (status !== "open") await owner.put(`/returns/${id}/status`, { status });
  }
  const states = async (query: Query) =>
    ((await list(owner, query)).body as Listed[]).map(({ state }) => state).sort();
  for (const filter of ["created_at", "updated_at"]) {
    expect(await states({ filter })).toEqual(["closed", "closed", "open", "open", "open"]);
    expect(await states({ filter, state: "open" })).toEqual(["open", "open", "open"]);
    expect(await states({ filter, state: "closed" })).toEqual(["closed", "closed"]);
    expect(await states({ filter, state: "review" })).toEqual(["review", "review"]);
    expect(await states({ filter, state: "cancelled" })).toEqual(["cancelled"]);
    expect(await states({ filter, state: "expired" })).toEqual([]);
  }
});

test("invalid parameters are 422, and the response names each of them", async () => {
  const range = "The pageSize must be a whole number from 1 to 750.";
  for (const pageSize of ["0", "751", "-1", "1.5", "many", "1e2"]) {
    expect(await list(store, { pageSize })).toEqual(invalid({ pageSize: range }));
  }
  for (const pageSize of ["1", "750", "", "007"]) expect((await list(store, { pageSize })).status).toBe(200);

  const states = "The selected state is not one of open, closed, cancelled, expired, review.";
  const filters = "The selected filter is not one of created_at, updated_at.";
  expect(await list(store, { state: "open,closed", filter: "id", from: "x", pageSize: "0" })).toEqual(
    invalid({ from: "The from is not a valid date.", filter: filters, state: states, pageSize: range }),
  );
});

test("an invalid cursor is 422", async () => {
  const { owner } = await storeWith("2026-03-01T10:00:00Z", "2026-03-01T11:00:00Z");
  const query = { from: "2026-03-01", filter: "updated_at", paginate: "true", pageSize: "1" };
  const { nextPageUrl } = (await list(owner, query)).body as { nextPageUrl: string };
  const cursor = new URL(nextPageUrl).searchParams.get("cursor") ?? "";
  const members = JSON.parse(Buffer.from(cursor, "base64url").toString());
  const corrupted = [
    ...["x", "é", "AAAA", cursor.slice(4), "bnVsbA", "W10"],
    ...[
      { from: "x" },
      { to: 1 },
      { filter: "id" },
      { state: "lost" },
      { size: 751 },
      { part: "changed" },
      { part: "changed", began: members.from, snapshot: "1" },
      { part: "changed", began: members.from, snapshot: "9:1:" },
      { part: "changed", began: members.from, snapshot: "5:9:7,6" },
      { number: "1e400" },
      { id: "\u0000" },
      { at: "0000-00-00T00:00:00Z" },
    ].map((change) => Buffer.from(JSON.stringify({ ...members, ...change })).toString("base64url")),
  ];
  for (const cursor of corrupted) {
    expect(await list(owner, { cursor })).toEqual(invalid({ cursor: "The cursor is not valid." }));
  }
  for (const snapshot of ["5:9:", "5:9:5,7,8", "1:1:"]) {
    const change = { part: "changed", began: members.from, snapshot, number: "999999999999999" };
    const odd = Buffer.from(JSON.stringify({ ...members, ...change })).toString("base64url");
    expect((await list(owner, { cursor: odd })).status).toBe(200);
  }
});

describe("pages", () => {
  test.each(["true", "True", "TRUE", "1"])(
    "are returned with paginate=%s, also without returns",
    async (paginate) => {
      const empty = { returns: [], nextPageUrl: null, previousPageUrl: null };
      const probe = { paginate, pageSize: "1" };
      expect(await list(await service.newStore(), probe)).toEqual(json(200, empty));
    },
  );

  test.each(["", "false", "False", "0", "no"])("are not returned with paginate=%j", async (paginate) => {
    expect(await list(await service.newStore(), { paginate })).toEqual(json(200, []));
  });

  test("have URLs that are complete without other parameters and contain no +", async () => {
    const { owner, ids } = await storeWith("2026-03-01T10:00:00Z", "2026-03-01T11:00:00Z");
    const query = {
      from: "2026-03-01",
      to: "2026-03-05",
      state: "open",
      paginate: "true",
      pageSize: "1",
      page: "7",
    };
    const { nextPageUrl, returns } = (await list(owner, query)).body as {
      nextPageUrl: string;
      returns: Listed[];
    };
    expect(returns.map(({ service_id }) => service_id)).toEqual([ids[1] ?? ""]);
    const url = new URL(nextPageUrl);
    expect(`${url.origin}${url.pathname}`).toBe("http://localhost/api/v1/warehouse/return/list");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      from: "2026-03-01 00:00:00",
      to: "2026-03-05 00:00:00",
      filter: "created_at",
      state: "open",
      paginate: "true",
      pageSize: "1",
      cursor: expect.stringMatching(/^[\w-]+$/),
    });
    expect(nextPageUrl).toContain("from=2026-03-01%2000%3A00%3A00&");
    expect(nextPageUrl).not.toContain("+");

    const cursor = url.searchParams.get("cursor") ?? "";
    const alone = (await list(owner, { cursor })).body as { returns: Listed[]; nextPageUrl: null };
    expect(alone.returns.map(({ service_id }) => service_id)).toEqual([ids[0] ?? ""]);
    expect(alone.nextPageUrl).toBeNull();
  });

  test("have URLs with the public host of the service", async () => {
    const behind = await startService({ databaseUrl: store.ctx.config.databaseUrl, trustProxy: true });
    const { owner } = await storeWith("2026-03-01T10:00:00Z", "2026-03-01T11:00:00Z");
    const path = "/api/v1/warehouse/return/list?from=2026-03-01&paginate=1&pageSize=1";
    const forwarded = { "X-Forwarded-Proto": "https", "X-Forwarded-Host": "api.shop.example:8443, inner" };
    const headers = { "X-Authorization": owner.secret, ...forwarded };
    const hostOf = async (answer: Promise<Response>) => {
      const page = (await (await answer).json()) as {
        nextPageUrl: string;
        returns: { status_page_url: string }[];
      };
      const urls = [page.nextPageUrl, page.returns[0]?.status_page_url ?? ""];
      return [...new Set(urls.map((url) => new URL(url).origin))];
    };
    expect(await hostOf(service.fetch(path, { headers }))).toEqual(["http://localhost"]);
    expect(await hostOf(behind.fetch(path, { headers }))).toEqual(["https://api.shop.example:8443"]);
    await behind.stop();
  });
});

test("unknown and repeated parameters are accepted; the last value counts", async () => {
  expect(await list(store, "page=3&limit=9&pageSize=1&pageSize=2&state=lost&state=open&x[]=1")).toEqual(
    json(200, []),
  );
});

test("a list contains only the store's own returns, also with a cursor of another store", async () => {
  const { owner } = await storeWith("2026-03-01T10:00:00Z", "2026-03-01T11:00:00Z");
  const { owner: other, ids } = await storeWith("2026-03-01T09:00:00Z");
  const page = await list(owner, { from: "2026-03-01", paginate: "true", pageSize: "1" });
  const cursor = new URL((page.body as { nextPageUrl: string }).nextPageUrl).searchParams.get("cursor") ?? "";
  const theirs = (await list(other, { cursor })).body as { returns: Listed[] };
  expect(theirs.returns.map(({ service_id }) => service_id)).toEqual(ids);
});
