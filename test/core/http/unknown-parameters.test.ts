import { beforeAll, describe, expect, test } from "bun:test";
import { createApp } from "../../../src/app.ts";
import { type Document, operationsOf, readDocument } from "../../contract/document.ts";
import { answerOf, newReturn, problemAnswer } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);
let document: Document;
beforeAll(async () => {
  document = await readDocument(createApp(store.ctx, { ready: true, stopping: false }));
});

describe("an unknown query parameter is 400 and the error suggests the nearest known one", () => {
  test.each([
    ["/stores/:store/returns?state=open", "state", "did you mean status?"],
    ["/stores/:store/returns?Status=open", "Status", "did you mean status?"],
    ["/stores/:store/returns?updated_at=2026-01-01T00:00:00Z", "updated_at", "did you mean updated_at_min?"],
    ["/stores/:store/customers?mail=ann@example.test", "mail", "did you mean email?"],
    ["/stores/:store/inventory-levels?locationid=1", "locationid", "did you mean location_id?"],
    ["/stores/:store/webhooks?status=open", "status", "this operation has none."],
    [
      "/stores/:store/inventory-items?__proto__=1",
      "__proto__",
      "the parameters are location_id, kind, limit.",
    ],
    [
      `/stores/:store/inventory-items?${"k".repeat(500)}=1`,
      "k".repeat(500),
      "the parameters are location_id, kind, limit.",
    ],
  ])("%s", async (path, parameter, hint) => {
    const detail = `There is no query parameter ${parameter}: ${hint}`;
    expect(await answerOf(store.get(path))).toEqual({
      ...problemAnswer(400, detail, [{ detail, parameter }]),
      body: expect.objectContaining({ code: "unknown_parameter", detail, errors: [{ detail, parameter }] }),
    });
  });

  test("several unknown parameters are reported, known ones are not", async () => {
    const { body } = await answerOf(store.get("/stores/:store/returns?a=1&status=open&b=2&a=3"));
    expect(body).toMatchObject({ errors: [{ parameter: "a" }, { parameter: "b" }] });
  });
});

test("every operation without a body, and every one with query parameters, rejects an unknown one", async () => {
  const { id: returnId } = await newReturn(store);
  const answers = await Promise.all(
    operationsOf(document)
      .filter(({ path }) => path.startsWith("/v2.2"))
      .map(async ({ operationId, method, path, parameters, requestBody }) => {
        const url = path
          .replace("{storeId}", store.id)
          .replace("{returnId}", returnId)
          .replace(/\{\w+\}/g, "any");
        const refuses = !requestBody || parameters.some((one) => one.in === "query");
        const answer = await service.fetch(`${url}?unheard_of=1`, {
          method,
          headers: { Authorization: `Bearer ${store.secret}`, "Content-Type": "application/json" },
          ...(requestBody && { body: "[]" }),
        });
        const { code } = (await answer.json()) as { code?: string };
        return (code === "unknown_parameter") === refuses ? [] : [`${operationId} ${code}`];
      }),
  );
  expect(answers.flat()).toEqual([]);
});

test("an unauthenticated client gets 401 instead", async () => {
  expect((await service.fetch(`/v2.2/stores/${store.id}/returns?state=open`)).status).toBe(401);
});

test("HEAD is rejected like GET", async () => {
  const headers = { Authorization: `Bearer ${store.secret}` };
  const path = `/v2.2/stores/${store.id}/returns?state=open`;
  expect((await service.fetch(path, { method: "HEAD", headers })).status).toBe(400);
});

test("the compatible API ignores unknown parameters", async () => {
  const headers = { Authorization: `Bearer ${store.secret}` };
  const answer = await service.fetch("/api/v1/warehouse/return/list?paginate=true&page=1&limit=5", {
    headers,
  });
  expect(answer.status).toBe(200);
});
