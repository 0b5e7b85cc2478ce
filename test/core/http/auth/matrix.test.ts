import { beforeAll, expect, test } from "bun:test";
import { createApp } from "../../../../src/app.ts";
import { operationsOf, readDocument } from "../../../contract/document.ts";
import { runMatrix } from "../../../lab/torture/matrix/matrix.ts";
import { createTarget } from "../../../lab/torture/matrix/target.ts";
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
}, 180_000);
