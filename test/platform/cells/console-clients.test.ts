import { beforeAll, expect, test } from "bun:test";
import { useCells } from "../../support/cells.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import type { TestService } from "../../support/service.ts";

const CLIENTS = ":store/developer/clients";
const used = useCells("a", "b");
let request: Awaited<ReturnType<typeof used.start>>;
let store: Awaited<ReturnType<typeof used.newStore>>;
let owner: TestBrowser;
beforeAll(async () => {
  request = await used.start();
  store = await used.newStore("b");
  const service = { ctx: used.directory.ctx, fetch: request } as TestService;
  owner = await newPerson(service, store, "owner");
});

const secretIn = (page: string) => /aftersale_\w+/.exec(page)?.[0] ?? "";

async function statusWith(secret: string): Promise<number> {
  const headers = { Authorization: `Bearer ${secret}` };
  return (await request(`/v2.2/stores/${store.id}`, { headers })).status;
}

test("the console adds, lists, rotates and revokes API clients in the cell of their store", async () => {
  const fields = { _act: "add", name: "New in b", preset: "shop" };
  const added = secretIn(await (await owner.post(`${CLIENTS}/new`, fields)).text());
  expect(await statusWith(added)).toBe(200);
  const list = await (await owner.get(CLIENTS)).text();
  expect([list.includes("New in b"), list.includes("test client")]).toEqual([true, true]);
  const [, client = ""] = /name="client" value="([^"]+)"/.exec(list.slice(list.indexOf("New in b"))) ?? [];
  const rotated = secretIn(await (await owner.post(CLIENTS, { _act: "rotate", client })).text());
  expect([await statusWith(added), await statusWith(rotated)]).toEqual([200, 200]);
  expect((await owner.post(CLIENTS, { _act: "revoke", client })).status).toBe(303);
  expect([await statusWith(added), await statusWith(rotated)]).toEqual([401, 200]);
});
