import { beforeAll, describe, expect, test } from "bun:test";
import { type App, createApp } from "../../../src/app.ts";
import type { Ctx } from "../../../src/core/ctx.ts";
import { SCOPES } from "../../../src/core/scopes.ts";
import { createClient } from "../../../src/features/stores/create-client.ts";
import { connect } from "../../../src/platform/db/connect.ts";
import { type Operation, operationsOf, type Parameter, readDocument } from "../../contract/document.ts";
import { createJudge, judged } from "../../contract/judge.ts";
import { startService } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

/** For each status a function that makes an operation respond with it. */
const ERRORS: Record<string, (operation: Operation) => Promise<Response>> = {
  "400": (operation) =>
    operation.requestBody ? send(operation, { body: "{" }) : send(operation, brokenParameter(operation)),
  "401": (operation) => send(operation, { secret: null }),
  "403": async (operation) => {
    const taken = operation.security.flatMap(({ bearer = [] }) => bearer);
    const other = SCOPES.find((scope) => !taken.includes(scope)) ?? "";
    return send(operation, { secret: (await store.withScopes(other)).secret });
  },
  "404": (operation) => send(operation, {}),
  "413": (operation) => send(operation, { headers: { "Content-Length": `${100 * 1024 * 1024}` } }),
  "415": (operation) => send(operation, { headers: { "Content-Encoding": "br" } }),
  "500": (operation) => send(operation, { app: broken }),
  "503": (operation) => send(operation, { app: away }),
};

const service = useService({ eventRateLimit: 0 });
const store = useStore(service);
let app: App;
let broken: App;
let away: App;
let close: () => Promise<void>;
const document = await described();
const operations = operationsOf(document);

beforeAll(async () => {
  const appOn = (db: Ctx["db"]) => judged(createApp({ ...store.ctx, db }, { ready: true, stopping: false }));
  const { db, pool } = connect("postgres://postgres@127.0.0.1:1/nowhere", () => {});
  const fails = () => {
    throw new Error("a bug");
  };
  app = appOn(store.ctx.db);
  broken = appOn(new Proxy(store.ctx.db, { get: () => fails }));
  away = appOn(db);
  close = () => pool.end();
});
service.beforeStop(() => close());

describe.each(Object.keys(ERRORS))("a %s matches the description on", (status) => {
  const such = operations.filter((operation) => expects(operation, status));
  test.each(such.map((operation) => [operation.operationId, operation] as const))(
    "%s",
    async (_, operation) => {
      const answer = await ERRORS[status]?.(operation);
      expect(answer?.status).toBe(Number(status));
    },
  );
});

test("429 matches the description on rate-limited operations", async () => {
  // These limit only how many requests wait, are read, or are worked off at a time.
  const uncounted = [
    ...["readChanges", "exportCustomer", "startExport", "startInventoryImport"],
    ...["startOrderImport", "retryExport", "resumeInventoryImport", "resumeOrderImport", "dryRunPolicy"],
    // Only wrong tries are counted.
    "createWithdrawal",
  ];
  const counted = operations.filter(
    ({ operationId, responses }) => responses["429"] && !uncounted.includes(operationId),
  );
  const config = { ...store.ctx.config, eventRateLimit: 1, warehouseRateLimit: 1 };
  const limited = judged(createApp({ ...store.ctx, config }, { ready: true, stopping: false }));
  const origin = "https://shop.example";
  const pages = { name: "pages", scopes: ["storefront_events_write" as const], origins: [origin] };
  const { secret } = await createClient(store.ctx, store.id, pages);
  for (const operation of counted) {
    // Only publishable secrets are counted there.
    const isOfPages = operation.operationId === "recordStorefrontEvent";
    const sending = { app: limited, ...(isOfPages && { secret, headers: { Origin: origin } }) };
    // Of three, two fall into one second.
    const answers = await Promise.all([1, 2, 3].map(() => send(operation, sending)));
    expect(answers.map(({ status }) => status)).toContain(429);
  }
  expect(counted).not.toBeEmpty();
});

describe("a response outside the description is detected:", () => {
  const read = new Request("http://localhost/v2.2/returns/ret_1/status");
  const init = { headers: { "X-Request-Id": crypto.randomUUID() } };
  const faultsOf = (answer: Response) => createJudge(document, new Set())(read, answer);

  test("a response in the description has no faults", async () => {
    expect(await faultsOf(Response.json({ status: "open" }, init))).toEqual([]);
  });

  test.each([
    [
      "an undescribed status",
      () => Response.json({ status: "open" }, { ...init, status: 201 }),
      "no status 201",
    ],
    ["an undescribed field", () => Response.json({ status: "open", since: 1 }, init), "(since)"],
    [
      "an undescribed value",
      () => Response.json({ status: "lost" }, init),
      "/status must be equal to one of",
    ],
    [
      "an undescribed media type",
      () => new Response("open", { headers: { ...init.headers, "Content-Type": "text/plain" } }),
      'the media type is "text/plain"',
    ],
    [
      "an undescribed header",
      () => Response.json({ status: "open" }, { headers: { ...init.headers, "X-More": "1" } }),
      "the header x-more is not described",
    ],
    ["a missing header", () => Response.json({ status: "open" }), "the header x-request-id is missing"],
  ])("%s", async (_, answer, fault) => {
    expect((await faultsOf(answer())).join()).toContain(fault);
  });

  test("a success where no operation exists", async () => {
    const elsewhere = new Request("http://localhost/v2.2/elsewhere");
    const judge = createJudge(document, new Set());
    expect(await judge(elsewhere, Response.json({}))).toEqual([
      "200 where no operation is described, not 404",
    ]);
  });
});

/** Returns whether every operation of this kind has the status; some statuses have tests of their own. */
function expects({ path, responses }: Operation, status: string): boolean {
  if (!responses[status]) return false;
  if (status === "404") return /\{(?!storeId)/.test(path);
  // An operation without parameters rejects an unknown query parameter.
  return true;
}

type Sending = {
  app?: App;
  secret?: string | null;
  headers?: Record<string, string>;
  body?: string;
  query?: string;
};

function send(operation: Operation, sending: Sending): Promise<Response> {
  const { method, path, requestBody } = operation;
  const { secret = store.secret, query = "", headers } = sending;
  const example = requestBody?.content["application/json"]?.example;
  const named = path.replace("{storeId}", store.id).replace(/\{\w+\}/g, "nothing-there");
  const request = new Request(`http://localhost${named}${query}`, {
    method,
    headers: {
      ...(secret !== null && { Authorization: `Bearer ${secret}` }),
      ...(requestBody && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(requestBody && { body: sending.body ?? JSON.stringify(example) }),
  });
  return (sending.app ?? app).fetch(request);
}

/** Returns whether a parameter outside the path has invalid values. */
function isBreakable({ in: place, schema, required }: Parameter): boolean {
  return place !== "path" && (required || schema.type !== "string" || "format" in schema || "$ref" in schema);
}

function brokenParameter({ parameters }: Operation): Sending {
  const parameter = parameters.find(isBreakable);
  if (!parameter) return { query: "?nothing=1" };
  const { in: place, name } = parameter;
  return place === "header" ? { headers: { [name]: "?" } } : { query: `?${name}=%00` };
}

async function described() {
  const one = await startService();
  const read = await readDocument(createApp(one.ctx, { ready: true, stopping: false }));
  await one.stop();
  return read;
}
