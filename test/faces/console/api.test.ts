import { expect, test } from "bun:test";
import { createApp } from "../../../src/app.ts";
import { type Api, createApi } from "../../../src/faces/pages/api.ts";
import { ROLES } from "../../../src/features/people/roles.ts";
import { order } from "../../support/fixtures.ts";
import { useService, useStore } from "../../support/use-service.ts";

const service = useService();
const store = useStore(service);

test("a page gets the code of an error, also of operations that show none", async () => {
  const { status: created } = await store.post("/stores/:store/orders", order("taken"));
  expect(created).toBe(200);
  const path = `/stores/${store.id}/orders`;
  const cases: [string, (api: Api) => Promise<unknown>][] = [
    ["already_exists", (api) => api.post(path, order("taken"))],
    ["order_not_found", (api) => api.get(`${path}/none`)],
    ["return_not_found", (api) => api.get("/returns/ret_none")],
    ["route_not_found", (api) => api.get("/nothing")],
  ];
  for (const [code, call] of cases) {
    const error: unknown = await call(ofOwner()).then(
      () => undefined,
      (reason) => reason,
    );
    expect(error).toMatchObject({ parts: { code } });
  }
});

function ofOwner(): Api {
  const { scopes } = ROLES.owner;
  return createApi(createApp(store.ctx, { ready: true, stopping: false }).fetch, {
    actor: { storeId: store.id, id: "robin", name: "Robin Reed", scopes: [...scopes] },
    ...{ requestId: crypto.randomUUID(), origin: "http://localhost" },
    ...{ signal: new AbortController().signal, log: store.ctx.requestLog, now: store.ctx.now },
  });
}
