import { expect, test } from "bun:test";
import { newPerson } from "../../support/console.ts";
import { useService } from "../../support/use-service.ts";

const service = useService();
const INTEGRATIONS = ":store/settings/integrations";
const URL = "https://rma.example/returns";
const HOSTILE = `"><img src=x onerror=alert(1)>`;

async function shop() {
  const store = await service.newStore();
  const owner = await newPerson(service, store, "owner", { name: "Ada Byron" });
  /** Adds one and returns the path of its page. */
  const add = async (fields: Record<string, string> = {}) => {
    const response = await owner.post(`${INTEGRATIONS}/new`, {
      ...{ _act: "add", provider: "acme", url: URL, token: "sesame", ...fields },
    });
    expect(response.status).toBe(303);
    return `${INTEGRATIONS}/${response.headers.get("Location")?.split("/").at(-1)}`;
  };
  const textOf = async (path: string) => (await owner.get(path)).text();
  return { store, owner, add, textOf };
}

test("one is added, changed and deleted; a fault stands beside its field, and the token is on no page", async () => {
  const { store, owner, add, textOf } = await shop();
  expect(await textOf(INTEGRATIONS)).toContain("No integrations yet");
  const wrong = await owner.post(`${INTEGRATIONS}/new`, {
    ...{ _act: "add", provider: HOSTILE, url: "https://10.0.0.5/", token: "sesame" },
  });
  const again = await wrong.text();
  expect([wrong.status, again.includes('id="field-url-fault"')]).toEqual([400, true]);
  expect(again).toContain('value="https://10.0.0.5/"');
  expect(again).toContain("&quot;&gt;&lt;img");
  expect(again).not.toContain("sesame");

  const path = await add({ provider: HOSTILE });
  for (const page of [await textOf(INTEGRATIONS), await textOf(path)]) {
    expect(page).toContain("&lt;img");
    expect(page).not.toContain("<img");
    expect(page).not.toContain("sesame");
  }
  const save = (fields: Record<string, string>) =>
    owner.post(path, { _act: "save", provider: "Acme", url: URL, token: "", ...fields });
  const moved = await save({ url: "https://other.example/" });
  expect([moved.status, (await moved.text()).includes('id="field-token-fault"')]).toEqual([400, true]);
  const stored = async () => (await (await store.get("/stores/:store/integrations")).json()) as object;
  const one = (change: object) => ({ integrations: [{ provider: "Acme", url: URL, ...change }] });
  expect((await save({})).status).toBe(303);
  expect(await stored()).toMatchObject(one({ hasToken: true }));
  expect((await save({ removeToken: "on" })).status).toBe(303);
  expect(await stored()).toMatchObject(one({ hasToken: false }));
  expect((await owner.post(path, { _act: "delete" })).status).toBe(303);
  expect(await stored()).toEqual({ integrations: [] });
  expect((await owner.get(path)).status).toBe(404);
});

test("a form that a double click sends twice adds one, and shows the secret of one that pays twice", async () => {
  const { store, owner, textOf } = await shop();
  const send = async (fields: Record<string, string>) => {
    const [, key = ""] = /name="key" value="([^"]+)"/.exec(await textOf(`${INTEGRATIONS}/new`)) ?? [];
    const sent = { _act: "add", provider: "acme", url: URL, token: "", key, ...fields };
    return Promise.all([1, 2].map(() => owner.post(`${INTEGRATIONS}/new`, sent)));
  };
  expect((await send({})).map(({ status }) => status)).toEqual([303, 303]);
  const pages = await Promise.all((await send({ kind: "refunds" })).map((answer) => answer.text()));
  const secrets = pages.map((page) => /id="secret" data-secret>(whsec_[^<]+)</.exec(page)?.[1]);
  expect([secrets[0], new Set(secrets).size]).toEqual([expect.any(String), 1]);
  const { integrations } = (await (await store.get("/stores/:store/integrations")).json()) as {
    integrations: object[];
  };
  expect(integrations).toHaveLength(2);
});

test("a test shows status, duration and the beginning of what came back, and who sent it is in the log", async () => {
  const { store, owner, add } = await shop();
  const path = await add();
  service.world.on(
    URL,
    ({ headers }) => new Response(`${HOSTILE} ${headers.authorization}`, { status: 418 }),
  );
  const refused = await (await owner.post(path, { _act: "test" })).text();
  expect(refused).toMatch(/Refused<[\s\S]*>418<[\s\S]* ms</);
  expect(refused).toContain("&lt;img src=x onerror=alert(1)&gt; Bearer [token]");
  expect(refused).not.toContain("<img");
  service.world.on(URL, () => new Response());
  expect(await (await owner.post(path, { _act: "test" })).text()).toMatch(/Accepted<[\s\S]*is empty/);
  service.world.on(URL, () => {
    throw new Error("connection refused");
  });
  expect(await (await owner.post(path, { _act: "test" })).text()).toMatch(
    /No response<[\s\S]*connection refused/,
  );
  await store.ctx.requestLog.flush();
  const log = await store.get("/stores/:store/requests?client=Ada%20Byron");
  const { requests } = (await log.json()) as { requests: { method: string; route: string }[] };
  const routes = requests.map(({ method, route }) => `${method} ${route}`);
  expect(routes).toContain("POST /v2.2/stores/:storeId/integrations/:integrationId/test");
});

test("only owners and developers see them, and another store's are unknown", async () => {
  const { store, add } = await shop();
  const path = await add();
  for (const role of ["developer", "support", "warehouse", "read_only"] as const) {
    const status = role === "developer" ? 200 : 403;
    const person = await newPerson(service, store, role);
    expect([role, (await person.get(INTEGRATIONS)).status]).toEqual([role, status]);
    expect([role, (await person.post(path, { _act: "test" })).status]).toEqual([role, status]);
  }
  const foreign = await newPerson(service, await service.newStore(), "owner");
  expect((await foreign.get(path)).status).toBe(404);
  for (const _act of ["test", "save", "delete"]) {
    const response = await foreign.post(path, { _act, provider: "theirs", url: URL });
    expect([_act, response.status]).toEqual([_act, 404]);
  }
});
