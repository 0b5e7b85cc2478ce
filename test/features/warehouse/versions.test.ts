import { expect, test } from "bun:test";
import { createApp } from "../../../src/app.ts";
import { answerOf, newReturn, problemAnswer, readReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import {
  bodyAbout,
  json,
  numberOf,
  unitIdsIn,
  VERSION_PATHS,
  WAREHOUSE_OPERATIONS,
  warehouse,
} from "../../support/warehouse.ts";

const service = useService();
const store = useStore(service);

const OTHERS = VERSION_PATHS.slice(1);

/** Creates a return of two units with a note, and sends it an operation in a version. */
async function sent(operation: string, version: string) {
  const items = [{ lineItemId: "line-1", quantity: 2, reason: "" }];
  const { id } = await newReturn(store, { items, notes: "The first" });
  const [method, path = ""] = operation.split(" ");
  const { query, body } = WAREHOUSE_OPERATIONS[operation] ?? {};
  const [unit] = await unitIdsIn(store, id);
  const number = String(await numberOf(store, id));
  const parameters = `${query ? `line_item_id=${unit}` : ""}&return_id=${number}`;
  const address = path.replace("/api/v1", version).replace(":return_id", number);
  const answer = await answerOf(
    service.fetch(`${address}?${parameters}`, {
      method,
      headers: { "X-Authorization": store.secret },
      ...(body && { body: bodyAbout(unit, body) }),
    }),
  );
  const { status } = (await readReturn(store, id)).return;
  return { answer, status };
}

test.each(Object.keys(WAREHOUSE_OPERATIONS))(
  "%s does the same under the path of each version",
  async (operation) => {
    const shapeOf = ({
      answer: { status, type, body },
      status: becomes,
    }: Awaited<ReturnType<typeof sent>>) => ({
      ...{ status, type, becomes },
      fields: body === true || Array.isArray(body) ? typeof body : Object.keys(body as object),
    });
    const described = shapeOf(await sent(operation, "/api/v1"));
    expect(described.status).toBe(200);
    for (const version of OTHERS) expect(shapeOf(await sent(operation, version))).toEqual(described);
  },
);

test("links lead to the version whose path the client used", async () => {
  for (let i = 0; i < 3; i++) await newReturn(store);
  for (const version of VERSION_PATHS) {
    const first = await pageAt(`http://localhost${version}/warehouse/return/list?paginate=true&pageSize=1`);
    const second = await pageAt(first.nextPageUrl);
    for (const url of [first.nextPageUrl, second.nextPageUrl, second.previousPageUrl]) {
      expect(new URL(url).pathname).toBe(`${version}/warehouse/return/list`);
    }
  }
});

test("an export is the same in all versions, and its file's address stays in that of the request", async () => {
  const { body } = await warehouse(service, store, "POST /reporting/asn/exports", {
    body: { format: "csv" },
    version: "/api/2026-10",
  });
  const { id } = body as { id: string };
  await service.drain();
  const files = new Set<string>();
  for (const version of VERSION_PATHS) {
    const read = await warehouse(service, store, `GET /reporting/asn/exports/${id}`, { version });
    const { download_url: url } = read.body as { download_url: string };
    expect(new URL(url).pathname).toBe(`${version}/warehouse/reporting/asn/exports/${id}/file`);
    files.add(await (await follow(url)).text());
  }
  expect(files.size).toBe(1);
});

test("errors have the style of the API under each path, unknown operations included", async () => {
  const unauthorized = { error: { code: "401", http_code: "GEN-UNAUTHORIZED", message: "Unauthorized." } };
  for (const version of VERSION_PATHS) {
    const ask = (operation: string, headers?: Record<string, string>) =>
      warehouse(service, store, operation, { version, ...(headers && { headers }) });
    expect(await ask("GET /return/list", {})).toEqual(json(401, unauthorized));
    expect(await ask("GET /return/list?pageSize=0")).toMatchObject(
      json(422, { message: "The given data was invalid.", errors: { pageSize: [expect.any(String)] } }),
    );
    const path = `${version}/warehouse/nowhere`;
    expect(await ask("GET /nowhere")).toEqual(json(404, { message: `There is nothing at ${path}.` }));
    const list = `${version}/warehouse/return/list`;
    expect(await ask("PUT /return/list")).toEqual(json(405, { message: `${list} allows GET, HEAD.` }));
  }
});

test("a path without a version, or with one that isn't there, is 404", async () => {
  const headers = { Authorization: `Bearer ${store.secret}` };
  for (const version of [
    "",
    "/2026-04",
    "/2026-7",
    "/2026-07-01",
    "/2027-01",
    "/v2",
    "/V1",
    "/LATEST",
    "/v1.0",
  ]) {
    const answer = await answerOf(service.fetch(`/api${version}/warehouse/return/list`, { headers }));
    expect(answer).toEqual(problemAnswer(404));
  }
});

test("from 2026-10 on, the ASN report has a range of at most 120 days; before it has any", async () => {
  // The clock is 2026-06-01T12:00:00Z.
  const RANGES: [query: string, tooLongBy: "from" | "to" | undefined][] = [
    ["", undefined],
    ["from=2026-01-01&to=2026-05-01", undefined],
    ["from=2026-01-01&to=2026-05-02", "to"],
    ["from=2026-01-01&to=2026-05-01T00:00:00Z", undefined],
    ["from=2026-01-01&to=2026-05-01T00:00:01Z", "to"],
    ["from=2026-01-01T12:00:00Z&to=2026-05-01%2012:00:00", undefined],
    ["from=2026-01-01T12:00:00Z&to=2026-05-01%2012:00:01", "to"],
    ["from=2026-01-01T00:00:00%2B02:00&to=2026-05-01T00:00:00%2B02:00", undefined],
    ["from=2026-02-01", undefined],
    ["from=2026-01-31", "from"],
    ["to=2026-01-01", undefined],
    ["from=2026-05-01&to=2026-01-01", undefined],
    ["from=0001-01-01&to=9999-12-31", "to"],
    ["from=yesterday&to=2026-05-01", "to"],
    ["from=yesterday", "from"],
    ["from=2026-05-01&to=yesterday", undefined],
  ];
  service.setClock(new Date("2026-06-01T12:00:00Z"));
  for (const [query, field] of RANGES) {
    const refused = json(422, {
      message: "The given data was invalid.",
      errors: { [field ?? ""]: ["The to must be at most 120 days after from."] },
    });
    for (const version of VERSION_PATHS) {
      const answer = await warehouse(service, store, `GET /reporting/asn?${query}`, { version });
      const isCapped = field && version !== "/api/v1" && version !== "/api/2026-07";
      expect([query, version, answer]).toEqual([
        query,
        version,
        isCapped ? refused : json(200, expect.any(Array)),
      ]);
    }
  }
  service.setClock(undefined);
});

test("an export has no longest range in any version", async () => {
  for (const version of VERSION_PATHS) {
    const body = { from: "2020-01-01", to: "2026-01-01", format: "csv" };
    const answer = await warehouse(service, store, "POST /reporting/asn/exports", { body, version });
    expect(answer).toEqual(json(202, { id: expect.any(String) }));
  }
});

test("the rate limit counts the requests of all versions together", async () => {
  const own = await service.newStore();
  const config = { ...own.ctx.config, warehouseRateLimit: VERSION_PATHS.length };
  const app = createApp({ ...own.ctx, config }, { ready: true, stopping: false });
  const statuses: number[] = [];
  for (const version of [...VERSION_PATHS, "/api/latest"]) {
    const request = new Request(`http://localhost${version}/destinations`, {
      headers: { "X-Authorization": own.secret },
    });
    statuses.push((await app.fetch(request)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

test("the description has each operation once, under /api/v1, and what a later version requests otherwise", async () => {
  const { paths } = (await (await service.fetch("/docs/json")).json()) as { paths: Record<string, object> };
  const ofApi = Object.keys(paths).filter((path) => path.startsWith("/api/"));
  expect(ofApi.filter((path) => !path.startsWith("/api/v1/"))).toEqual(["/api/2026-10/dispositioning/grade"]);
  expect(ofApi.length).toBeGreaterThan(10);
});

type Page = { nextPageUrl: string; previousPageUrl: string };

async function pageAt(url: string): Promise<Page> {
  return (await (await follow(url)).json()) as Page;
}

function follow(url: string): Promise<Response> {
  const { pathname, search } = new URL(url);
  return service.fetch(pathname + search, { headers: { "X-Authorization": store.secret } });
}
