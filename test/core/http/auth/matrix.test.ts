import { beforeAll, expect, test } from "bun:test";
import { createApp } from "../../../../src/app.ts";
import { numberChanges } from "../../../../src/core/changes/number-changes.ts";
import { operationsOf, readDocument } from "../../../contract/document.ts";
import { runMatrix } from "../../../lab/torture/matrix/matrix.ts";
import { changedRow } from "../../../lab/torture/matrix/rows.ts";
import { createTarget } from "../../../lab/torture/matrix/target.ts";
import { undone } from "../../../lab/torture/matrix/undone.ts";
import { order, returnOf } from "../../../support/fixtures.ts";
import { useService } from "../../../support/use-service.ts";

const CALLBACK = "https://hooks.example.com/returns";

const service = useService({ eventRateLimit: 0 });
beforeAll(async () => {
  service.world.on(CALLBACK, () => new Response("thanks"));
});

test("every operation rejects every invalid credential, and another store's objects look unknown", async () => {
  const document = await readDocument(createApp(service.ctx, { ready: true, stopping: false }));
  const target = createTarget(service.ctx, {
    fetch: (path, init) => service.fetch(path, init),
    callbackUrl: CALLBACK,
    waitUntilIdle: () => service.drain(),
  });
  const { differences, operations, requests } = await runMatrix(target, document, { malformed: 3 });
  expect(differences).toEqual([]);
  expect(operations).toBe(operationsOf(document).length);
  expect(requests).toBeGreaterThan(operations * 20);
}, 400_000);

test("the long form waits for jobs, deliveries and the numbers of changes before it compares rows", async () => {
  const store = await service.newStore();
  await service.drain();
  const callback = { url: CALLBACK, auth: null };
  await store.post("/stores/:store/webhooks", { webhook: { topic: "return", callback } });
  await store.post("/stores/:store/orders", order("order-1"));
  await store.post("/stores/:store/returns", returnOf("order-1"));
  const kinds = async () => (await undone(service.ctx, [store.id])).map((left) => left.replace(/^\d+ /, ""));
  expect(await kinds()).toEqual(["jobs", "changes without a number", "deliveries"]);
  await service.drain();
  expect(await kinds()).toEqual(["changes without a number"]);
  await numberChanges(service.ctx, store.id);
  expect(await kinds()).toEqual([]);
});

test("a row that is new, gone or another is found; the queue may remove a job that is done", () => {
  expect(changedRow(["a", "job[1]"], ["a", "job[1]"])).toBeUndefined();
  expect(changedRow(["a", "job[1]"], ["a"])).toBeUndefined();
  expect(changedRow(["a"], ["a", "job[1]"])).toBe("job[1]");
  expect(changedRow(["a", "b"], ["a"])).toBe("b");
  expect(changedRow(["a"], ["c"])).toBe("c");
});
