import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createLocation } from "../../../src/features/stores/create-location.ts";
import { PNG } from "../../fuzz/existing-ids.ts";
import { endWithUs, type TemporaryFolder, temporaryFolder } from "../../support/ends-with-us.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";
import { deliveriesOf, newWebhook } from "../../support/webhooks.ts";

type Described = { operationId: string; method: string; path: string; example: unknown };
type Seen = { method: string; body: unknown; status: number };
type Sample = { id: string; code: string };

const { PATH = "", HOME = "" } = process.env;
const ENV = { PATH, HOME };
type Language = { program: string; args(folder: string): string[]; check: string[] };
const PROGRAMS: Record<string, Language> = {
  curl: { program: "bash", args: () => [], check: ["-c", "curl --version"] },
  TypeScript: {
    program: process.execPath,
    args: (folder) => [join(import.meta.dir, "run-samples.ts"), folder],
    check: ["--version"],
  },
  Python: {
    program: "python3",
    args: () => [join(import.meta.dir, "run-samples.py")],
    check: ["-c", "import requests"],
  },
  PHP: {
    program: "php",
    args: () => [join(import.meta.dir, "run-samples.php")],
    check: ["-r", 'exit(function_exists("curl_init") ? 0 : 1);'],
  },
};
const found = new Map(
  Object.entries(PROGRAMS).map(([language, { program, check }]) => [language, findProgram(program, check)]),
);
const missing = Object.keys(PROGRAMS).filter((language) => found.get(language) === undefined);
if (missing.length > 0)
  process.stderr.write(`Samples not run, because it isn't here: ${missing.join(", ")}\n`);

const ENDS = /^(?:delete|erase|cancel|close)/;
/** Samples that are refused, although their request is right: their ids are of another store, or used already. */
const REFUSED: Record<string, number> = {
  addReturnImage: 400,
  // The shop has no such line item.
  ...{ gradeLineItems: 422, gradeLineItemsByObject: 422, assessLineItems: 422 },
  // The samples before it have moved the return on.
  changeReturnStatus: 409,
  // The shop has no such customer to merge into.
  mergeCustomers: 404,
  // The store of the samples has no mail.
  sendMail: 404,
  putInventoryLevels: 400,
  removeLineItems: 422,
  // The sample of createWebhook has the same external id.
  replaceWebhook: 409,
  // Neither has failed.
  resumeInventoryImport: 409,
  resumeOrderImport: 409,
  retryExport: 409,
};

const INTEGRATION = "https://rma.example.com/returns";

const service = useService({ eventRateLimit: 0 });
const seen = new Map<string, Seen[]>();
let server: Bun.Server<undefined>;
let folder: TemporaryFolder;
let operations: Described[];
let pages: string;
beforeAll(async () => {
  service.world.on(INTEGRATION, () => Response.json({ rma: "RMA-1" }));
  folder = await temporaryFolder("aftersale-samples-");
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const text = await request.clone().text();
      const { pathname, search } = new URL(request.url);
      const response = await service.fetch(`${pathname}${search}`, request);
      const secret = request.headers.get("authorization") ?? "";
      const body = text === "" ? undefined : JSON.parse(text);
      const one = { method: request.method, body, status: response.status };
      seen.set(secret, [...(seen.get(secret) ?? []), one]);
      return response;
    },
  });
  operations = await describedOperations();
  const list = await (await service.fetch("/docs.md")).text();
  const groups = [...list.matchAll(/\]\((\/docs\/reference\/[^/)]+)\.md\)/g)].map(([, path = ""]) => path);
  const texts = (paths: string[]) =>
    Promise.all(paths.map(async (path) => (await service.fetch(path)).text()));
  const listed = (await texts(groups)).join("");
  const paths = [...listed.matchAll(/<a href="(\/docs\/reference\/[^/"#]+\/[^"#]+)">/g)].map(
    ([, path = ""]) => path,
  );
  pages = (await texts([...new Set(paths)])).join("");
});
service.beforeStop(async () => {
  await server.stop(true);
  await folder.remove();
});

describe.each(Object.keys(PROGRAMS))("the samples in %s", (language) => {
  test.skipIf(missing.includes(language))("run, and send the request of the description", async () => {
    const { store, ids } = await newShop();
    const samples = operations.map(({ operationId, path }) => ({
      id: operationId,
      code: filled(sampleOf(operationId, language), { path, ids }),
    }));
    expect(await run(language, samples, store.secret)).toEqual([]);

    const sent = seen.get(`Bearer ${store.secret}`) ?? [];
    expect(sent.map(({ method, body }, i) => [operations[i]?.operationId, method, body])).toEqual(
      operations.map(({ operationId, method, example }) => [operationId, method, example]),
    );
    const refused = sent.flatMap(({ status }, i) =>
      status < 400 ? [] : [[operations[i]?.operationId ?? "", status] as const],
    );
    expect(Object.fromEntries(refused)).toEqual(REFUSED);
  });
});

/** A store with an object for every id that a path has. */
async function newShop(): Promise<{ store: TestStore; ids: Record<string, string> }> {
  const store = await service.newStore();
  const { locationId } = await createLocation(store.ctx, store.id, { name: "Warehouse" });
  await store.post(
    "/stores/:store/orders",
    order("1001", { customer: { id: "ada", email: "ada@example.com" } }),
  );
  const webhook = await newWebhook(store);
  const { return: made } = await json(store.post("/stores/:store/returns", returnOf("1001")));
  const { comment } = await json(store.post(`/returns/${made.id}/comments`, { comment: { image: PNG } }));
  const level = { product: { id: "tee", title: "Tee" }, location_id: locationId, quantity: 5 };
  await store.put("/stores/:store/inventory-levels", { inventory_levels: [level] });
  const { inventory_items } = await json(store.get("/stores/:store/inventory-items"));
  const { inventory_levels } = await json(store.get("/stores/:store/inventory-levels"));
  const headers = { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" };
  const details = await json(
    service.fetch(`/api/v1/warehouse/return/details?service_return_id=${made.id}`, { headers }),
  );
  const file = `product_id,title,location_id,quantity\nmug,Mug,${locationId},3\n`;
  const imported = await json(store.post("/stores/:store/inventory-imports", { file }));
  const orders = `${JSON.stringify(order("1002"))}\n`;
  const importedOrders = await json(store.post("/stores/:store/order-imports", { file: orders }));
  const integration = await json(
    store.post("/stores/:store/integrations", { provider: "acme", url: INTEGRATION }),
  );
  const statement = { name: "Ada", order: "1001", email: "ada@example.com", confirmed: true };
  const { withdrawal } = await json(store.post("/stores/:store/withdrawals", statement));
  const tried = await json(
    store.post("/stores/:store/policy/dry-run", { policy: { timeZone: "UTC" }, last: 1_001 }),
  );
  const dates = { from: "2026-03-01", to: "2026-03-31", format: "csv" };
  const ordered = await json(store.post("/stores/:store/asn-exports", dates));
  await service.drain();
  const [delivery] = await deliveriesOf(store, webhook.id);
  return {
    store,
    ids: {
      // Those of the sample of createOrder, which comes first.
      ...{ orderId: "WEB-20418", fulfillmentId: "WEB-20418-F1" },
      ...{ storeId: store.id, locationId, customerId: "ada" },
      ...{
        returnId: made.id,
        return_id: String(details.id),
        webhookId: webhook.id,
        segmentKey: "often",
      },
      commentId: comment.image.split("/").at(-2),
      deliveryId: delivery?.deliveryId ?? "",
      inventoryItemId: inventory_items[0].id,
      inventoryLevelId: inventory_levels[0].id,
      ...{
        exportId: ordered.id,
        importId: imported.id,
        orderImportId: importedOrders.id,
        integrationId: integration.id,
      },
      dryRunId: tried.id,
      // That of the sample of savePolicy, which comes first.
      version: "1",
      withdrawalId: withdrawal.id,
      // That of the sample of putConnector, which comes first.
      connector: "medusa",
    },
  };
}

async function describedOperations(): Promise<Described[]> {
  const { paths } = await readJson("/openapi.json");
  // biome-ignore lint/suspicious/noExplicitAny: the description is any JSON.
  const all = Object.entries<any>(paths).flatMap(([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: the same.
    Object.entries<any>(methods).map(([method, { operationId, requestBody }]) => ({
      ...{ operationId, method: method.toUpperCase(), path },
      example: requestBody?.content["application/json"].example,
    })),
  );
  // What the others read is deleted, cancelled or closed last.
  return all.sort((a, b) => Number(ENDS.test(a.operationId)) - Number(ENDS.test(b.operationId)));
}

/** Returns a sample as a reader of the page copies it. */
function sampleOf(operationId: string, language: string): string {
  const [, section = ""] = pages.split(`<section class="operation" id="${operationId}">`);
  const [, block = ""] =
    new RegExp(`<pre[^>]* data-language="${language}"[^>]*>([\\s\\S]*?)</pre>`).exec(section) ?? [];
  const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
  return block
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name) => entities[name] ?? "");
}

/** Replaces the address, the store and the ids, as a reader does. */
function filled(code: string, { path, ids }: { path: string; ids: Record<string, string> }): string {
  const shown = path.replace(/\{(\w+)\}/g, (_, name) => (name === "storeId" ? "demo" : name.toUpperCase()));
  const real = path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? name);
  expect(code).toContain(`http://localhost${shown}`);
  return code.replace(`http://localhost${shown}`, `${server.url.origin}${real}`);
}

async function run(language: string, samples: Sample[], secret: string): Promise<unknown> {
  const isShell = language === "curl";
  const script = samples.map(({ code }) => `(${code}\n) >/dev/null 2>&1 || exit 1`).join("\n");
  const args = PROGRAMS[language]?.args(folder.path) ?? [];
  const child = Bun.spawn([found.get(language) ?? "", ...args], {
    env: { ...ENV, SECRET: secret },
    stdin: new Blob([isShell ? script : JSON.stringify(samples)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  endWithUs(child);
  const output = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return isShell ? [] : JSON.parse(output);
}

/**
 * Returns the first program of that name that passes the check: npx puts the system's folder first, whose Python
 * may lack a package that another one on the PATH has.
 */
function findProgram(name: string, check: string[]): string | undefined {
  const paths = name.startsWith("/") ? [name] : PATH.split(":").map((folder) => join(folder, name));
  return paths.find((path) => existsSync(path) && canRun([path, ...check]));
}

function canRun(command: string[]): boolean {
  try {
    return Bun.spawnSync(command, { env: ENV, stdout: "ignore", stderr: "ignore" }).exitCode === 0;
  } catch {
    return false;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: responses of any operation.
async function json(response: Promise<Response>): Promise<any> {
  return (await response).json();
}

function readJson(path: string) {
  return json(service.fetch(path));
}
