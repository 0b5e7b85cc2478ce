import { beforeAll, expect, test } from "bun:test";
import { createApp } from "../../../src/app.ts";
import type { Content } from "../../../src/core/openapi/components.ts";
import type { Operation } from "../../../src/core/openapi/operation.ts";
import { describedPath } from "../../contract/judge.ts";
import { useService } from "../../support/use-service.ts";

type Described = Operation & { method: string; path: string; summary: string; "x-extension"?: boolean };
type Document = {
  openapi: string;
  tags: { name: string }[];
  paths: Record<string, Record<string, Described>>;
  webhooks: Record<string, { post: Described }>;
  components: Record<string, Record<string, unknown>>;
};

const service = useService();
let document: Document;
let operations: Described[];
beforeAll(async () => {
  document = (await (await service.fetch("/docs/json")).json()) as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
});

test("the description is OpenAPI 3.1 and lists exactly the operations of the service", () => {
  const { routes } = createApp(service.ctx, { ready: true, stopping: false });
  const offered = routes
    // Browsers' preflight requests are not an operation, nor is the first page, which leads to others.
    .filter(
      ({ method, path }) =>
        method !== "OPTIONS" &&
        path !== "/" &&
        !/^\/(docs|llms|console|r|shopper|hooks|openapi|healthz|readyz|metrics)\b/.test(path),
    )
    // The versions of the compatible API are described once.
    .map(({ method, path }) => ({ method, path: describedPath(path) }))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);

  expect(document.openapi).toStartWith("3.1.");
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [...new Set(offered)].sort(),
  );
  expect(offered).not.toBeEmpty();
});

test("every operation has a unique name, a description, bearer security and error responses", () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);

  const usual = ["401", "403", "500", "503"];
  const incomplete = operations
    .filter(isOfMainApi)
    .filter(
      ({ operationId, summary, description, security, responses, requestBody, parameters = [] }) =>
        !operationId ||
        !summary ||
        !description ||
        !security?.every(({ bearer }) => bearer) ||
        !usual.every((status) => responses[status]) ||
        (requestBody && !["400", "413", "415"].every((status) => responses[status])) ||
        (operationId !== "saveSegment" &&
          parameters.some((one) => one.in === "path" && one.name !== "storeId") &&
          !responses["404"]) ||
        Object.values(responses).some((answer) => !answer.description || !answer.headers?.["X-Request-Id"]),
    );
  expect(incomplete.map(({ operationId }) => operationId)).toEqual([]);

  // The compatible API has 401 for a missing scope, and no status of its own for unknown or malformed
  // requests.
  const others = operations.filter((operation) => !isOfMainApi(operation));
  for (const { operationId, summary, description, security, responses } of others) {
    expect([operationId, summary, description].every(Boolean)).toBe(true);
    expect(security?.flatMap(Object.keys)).toEqual(["bearer", "xAuthorization"]);
    const statuses = Object.keys(responses);
    expect(statuses).toEqual(expect.arrayContaining(["401", "500", "503"]));
    expect(statuses.filter((status) => ["400", "403"].includes(status))).toEqual([]);
    for (const { description: said, headers } of Object.values(responses)) {
      expect([said, headers?.["X-Request-Id"]].every(Boolean)).toBe(true);
    }
  }
});

test("every operation belongs to a described group, and every group has an operation or a webhook", () => {
  const webhooks = Object.values(document.webhooks).map(({ post }) => post);
  const used = new Set([...operations, ...webhooks].flatMap(({ tags }) => tags));
  expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
});

test("401 and 400 responses match the description", async () => {
  const store = await service.newStore();
  const form = ({ status, headers }: Response) => [status, headers.get("content-type")?.split(";")[0]];
  for (const operation of operations) {
    const { method, path, requestBody, responses } = operation;
    const described = (status: number) => [status, ...Object.keys(responses[status]?.content ?? {})];
    const url = path.replace("{storeId}", store.id).replace(/\{\w+\}/g, "any");
    expect(form(await service.fetch(url, { method }))).toEqual(described(401));

    if (!requestBody) continue;
    const headers = { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" };
    expect(form(await service.fetch(url, { method, headers, body: "{" }))).toEqual(
      described(isOfMainApi(operation) ? 400 : 422),
    );
  }
});

test("bodies are JSON only, and errors are problems except on two operations with {error}", () => {
  const bodies = operations.flatMap(({ requestBody }) =>
    requestBody ? Object.keys(requestBody.content) : [],
  );
  expect(new Set(bodies)).toEqual(new Set(["application/json"]));

  const errors = operations.filter(isOfMainApi).flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, { content }]) => ({
        at: `${operationId} ${status}`,
        media: Object.keys(content ?? {}),
      })),
  );
  const plain = errors.filter(({ media }) => media[0] === "application/json").map(({ at }) => at);
  expect(plain).toEqual([
    "createOrder 400",
    "createOrder 401",
    "createOrder 409",
    "readOrder 401",
    "readOrder 404",
    "upsertOrder 400",
    "upsertOrder 401",
    "upsertOrder 500",
  ]);
  const problems = errors.filter(({ at }) => !plain.includes(at));
  expect(new Set(problems.flatMap(({ media }) => media))).toEqual(new Set(["application/problem+json"]));
});

test("lists have X-Page-Next, and a 503 has Retry-After", () => {
  const list = operations.find(({ operationId }) => operationId === "listReturns");
  expect(list?.responses["200"]?.headers).toHaveProperty("X-Page-Next");
  const headers = list?.parameters?.filter((one) => one.in === "header").map(({ name }) => name);
  expect(headers).toEqual(["X-Page-Continue", "X-Page-Size"]);
  for (const { responses } of operations) expect(responses["503"]?.headers).toHaveProperty("Retry-After");
});

test("extensions are marked, and no internal x- field is left in the description", () => {
  const own = operations
    .filter((operation) => !operation["x-extension"])
    .map(({ operationId }) => operationId);
  expect(own).toEqual([
    "findCustomer",
    "ingestEvent",
    "ingestEvents",
    "recordStorefrontEvent",
    "createOrder",
    "readOrder",
    "createReturn",
    "readReturn",
    "readReturnStatus",
    "commentReturn",
    "readInventoryLevel",
    "listInventoryItems",
    "readInventoryItem",
    "listWebhooks",
    "replaceWebhook",
    "warehouseReturnDetails",
    "warehouseReturnList",
    "processReturn",
    "flagReturn",
    "closeReturn",
    "cancelReturn",
    "removeLineItems",
    "addNote",
    "listNotes",
    "reportAsn",
  ]);
  const marks = operations.flatMap((operation) =>
    Object.keys(operation).filter((key) => key.startsWith("x-")),
  );
  expect(new Set(marks)).toEqual(new Set(["x-extension"]));
});

test("every reference resolves", () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  const lost = references.filter(([, kind = "", name = ""]) => !document.components[kind]?.[name]);
  expect(lost).toEqual([]);
  expect(references).not.toBeEmpty();
});

test("every parameter has a description", () => {
  const silent = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ description }) => !description).map(({ name }) => `${operationId} ${name}`),
  );
  expect(silent).toEqual([]);
});

test("every body and every success in JSON has an example", () => {
  const without = (content: Content = {}) =>
    content["application/json"] && content["application/json"].example === undefined;
  const bare = operations.flatMap(({ operationId, requestBody, responses }) => [
    ...(without(requestBody?.content) ? [operationId] : []),
    ...Object.entries(responses)
      .filter(([status, { content }]) => Number(status) < 300 && without(content))
      .map(([status]) => `${operationId} ${status}`),
  ]);
  const webhooks = Object.entries(document.webhooks).filter(([, { post }]) =>
    without(post.requestBody?.content),
  );
  expect([...bare, ...webhooks.map(([name]) => name)]).toEqual([]);
});

test("the examples are valid requests when sent in sequence", async () => {
  const store = await service.newStore();
  const ids: Record<string, string> = {
    storeId: store.id,
    orderId: "WEB-20418",
    fulfillmentId: "WEB-20418-F1",
  };
  const send = (operationId: string) => {
    const { method, path, requestBody } = operations.find((one) => one.operationId === operationId) ?? {};
    return service.fetch(path?.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? name) ?? "", {
      method,
      headers: { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" },
      body: JSON.stringify(requestBody?.content["application/json"]?.example),
    });
  };

  const created = await send("createOrder");
  const fulfilled = await send("fulfillOrder");
  const tracked = await send("trackFulfillment");
  const returned = await send("createReturn");
  ids.returnId = ((await returned.json()) as { return: { id: string } }).return.id;
  const moved = await send("changeReturnStatus");
  const amended = await send("amendReturn");
  const commented = await send("commentReturn");
  const answers = [created, fulfilled, tracked, returned, moved, amended, commented];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 201, 204, 200, 201]);
  // Only its location is unknown, because each store has its own.
  expect(await (await send("putInventoryLevels")).json()).toMatchObject({
    errors: [{ detail: "The store has no location loc_01kb3e8m9g0000q2x7d4n8wvf5." }],
  });
});

test("requests don't change the description, although they make the framework close the schemas that it checks", async () => {
  const store = await service.newStore();
  for (const { method, path } of operations.filter(({ requestBody }) => requestBody)) {
    const url = path.replace("{storeId}", store.id).replace(/\{\w+\}/g, "any");
    const headers = { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" };
    await service.fetch(url, { method, headers, body: "{}" });
  }
  const app = createApp(store.ctx, { ready: true, stopping: false });
  const later = await app.fetch(new Request("http://localhost/docs/json"));
  expect(await later.json()).toEqual(document);
});

/** Returns whether an operation belongs to the main API, whose errors are problem details. */
function isOfMainApi({ path }: Described): boolean {
  return path.startsWith("/v2.2/");
}
