import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { createApp } from "../../../src/app.ts";
import { type ApiClient, createApiClient } from "../../client/create-client.ts";
import { errorsPage } from "../../client/errors-page.ts";
import { goldenOf } from "../../client/golden.ts";
import { describe, GOLDEN_FILE } from "../../client/make.ts";
import { operationsPage } from "../../client/operations-page.ts";
import { judged } from "../../contract/judge.ts";
import { order, returnOf } from "../../support/fixtures.ts";
import { useService, useStore } from "../../support/use-service.ts";

const RENEW = "run `bun run openapi` and commit what it writes, if clients are meant to see the change";

const service = useService();
const store = useStore(service);
let client: ApiClient;
beforeAll(async () => {
  const app = judged(createApp(store.ctx, { ready: true, stopping: false }));
  client = createApiClient({ url: "http://localhost", secret: store.secret, fetch: app.fetch });
});

test("the stored lines of the operations are up to date, and so are the pages that are made of the description", async () => {
  const files = [GOLDEN_FILE, "../../docs/operations.md", "../../docs/errors.md"];
  const [golden = "", page, errors] = await Promise.all(files.map(keptFile));
  const app = createApp(store.ctx, { ready: true, stopping: false });
  const served = await describe(app.fetch);
  expect(goldenOf(served).split("\n"), RENEW).toEqual(golden.split("\n"));
  expect(operationsPage(served) === page, RENEW).toBe(true);
  expect(errorsPage() === errors, RENEW).toBe(true);
});

test("a client with the description's types completes a return of an order", async () => {
  const path = { storeId: store.id };
  const created = await client.POST("/v2.2/stores/{storeId}/orders", {
    params: { path },
    body: order("1001"),
  });
  expect(created.data?.externalOrderId).toBe("1001");

  const header = { "Idempotency-Key": "first" };
  const opened = await client.POST("/v2.2/stores/{storeId}/returns", {
    params: { path, header },
    body: returnOf("1001"),
  });
  const returnId = opened.data?.return.id ?? "";
  const moved = await client.PUT("/v2.2/returns/{returnId}/status", {
    params: { path: { returnId } },
    body: { status: "complete" },
  });
  expect(moved.response.status).toBe(204);

  const { data } = await client.GET("/v2.2/stores/{storeId}/returns", {
    params: { path, query: { status: ["complete"] }, header: { "X-Page-Size": 500 } },
  });
  expect(data?.returns.map(({ id, totals }) => [id, totals.refund.amount.amount])).toEqual([
    [returnId, "7.50"],
  ]);
});

test("a request outside the description is a type error, and an error response has its own type", async () => {
  const path = { returnId: "ret_1" };
  // @ts-expect-error There is no such path.
  const nowhere = await client.GET("/v2.2/refunds/{returnId}", { params: { path } });
  expect(nowhere.response.status).toBe(404);

  const unknown = await client.PUT("/v2.2/returns/{returnId}/status", {
    params: { path },
    // @ts-expect-error There is no such status.
    body: { status: "lost" },
  });
  expect(unknown.error?.errors?.map(({ pointer }) => pointer)).toEqual(["/status"]);
});

function keptFile(name: string): Promise<string> {
  return Bun.file(join(import.meta.dir, "../../client", name)).text();
}

test("a changed bound or text of a schema shows in the lines of the operations that refer to it, and in no other", async () => {
  const served = await describe(createApp(store.ctx, { ready: true, stopping: false }).fetch);
  const changed = (change: (units: Record<string, unknown>) => void) => {
    const document = JSON.parse(served);
    change(document.components.schemas.LineItemInput.properties.quantity);
    return changedWords(goldenOf(served), goldenOf(JSON.stringify(document)));
  };
  const bound = changed((quantity) => {
    quantity.maximum = 3;
  });
  expect(bound).toContain("createOrder shape");
  expect(bound).not.toContain("readStore shape");
  expect(bound.filter((word) => word.endsWith("text"))).toEqual([]);
  const text = changed((quantity) => {
    quantity.description = "How many.";
  });
  expect(text).toEqual(bound.map((word) => word.replace("shape", "text")));
});

/** Returns the ids of the operations with the hashes that differ. */
function changedWords(before: string, after: string): string[] {
  const lines = after.split("\n");
  return before.split("\n").flatMap((line, i) => {
    const words = (lines[i] ?? "").split(" ");
    const differing = line.split(" ").filter((word) => !words.includes(word));
    return line.startsWith("everything") ? [] : differing.map((word) => `${words[2]} ${word.split(":")[0]}`);
  });
}
