import { describe, expect, test } from "bun:test";
import { listClients } from "../../../src/features/stores/list-clients.ts";
import { HOUR_MS } from "../../../src/lib/duration.ts";
import { newPerson } from "../../support/console.ts";
import { useService, useStore } from "../../support/use-service.ts";

const CLIENTS = ":store/developer/clients";
const NEW = `${CLIENTS}/new`;
const service = useService();
const store = useStore(service);

const secretIn = (page: string) => /id="secret" data-secret>([^<]*)</.exec(page)?.[1] ?? "";
const statusWith = async (secret: string, path = "") => {
  const headers = { Authorization: `Bearer ${secret}` };
  return (await service.fetch(`/v2.2/stores/${store.id}${path}`, { headers })).status;
};
const clientNamed = async (wanted: string) => {
  const clients = await listClients(store.ctx, store.id);
  return clients.filter(({ name }) => name === wanted);
};

describe("API clients", () => {
  test("a preset's secret is shown once, works for its scopes, and says when it was last used", async () => {
    const person = await newPerson(service, store, "developer");
    const response = await person.post(NEW, { _act: "add", name: "My <shop>", preset: "events" });
    const page = await response.text();
    const secret = secretIn(page);
    expect(response.status).toBe(200);
    expect(page).toContain("My &lt;shop&gt;");
    expect(page).toContain(
      `curl -H &quot;Authorization: Bearer ${secret}&quot; http://localhost/v2.2/stores/${store.id}`,
    );
    expect((await clientNamed("My <shop>"))[0]?.lastUsedAt).toBeNull();
    expect([await statusWith(secret), await statusWith(secret, "/orders")]).toEqual([200, 403]);
    while (!(await clientNamed("My <shop>"))[0]?.lastUsedAt) await Bun.sleep(20);
    expect((await clientNamed("My <shop>"))[0]?.lastUsedAt).toBeString();
    const list = await (await person.get(CLIENTS)).text();
    expect(list).toContain("My &lt;shop&gt;");
    expect(list).not.toContain(secret);
  });

  test("a form that a double click sends twice makes one, whose secret is said to have been shown", async () => {
    const person = await newPerson(service, store, "developer");
    const form = await (await person.get(NEW)).text();
    const [, key = ""] = /name="key" value="([^"]+)"/.exec(form) ?? [];
    const add = (name: string) => person.post(NEW, { _act: "add", name, preset: "events", key });
    const twice = await Promise.all([add("Twice"), add("Twice")]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 303]);
    expect(await clientNamed("Twice")).toHaveLength(1);
    const shown = twice.find(({ status }) => status === 200);
    expect(await statusWith(secretIn((await shown?.text()) ?? ""))).toBe(200);
    expect(await (await person.get(CLIENTS)).text()).toContain("Its secret was shown then");
    expect(secretIn(await (await add("Another")).text())).toStartWith("aftersale_");
  });

  test("with scopes of its own it has those alone; a fault stands beside its field, and what was typed stays", async () => {
    const person = await newPerson(service, store, "owner");
    const token = await person.formToken();
    const send = (fields: [string, string][]) => {
      const body = new URLSearchParams([["_act", "add"], ["_token", token], ...fields]);
      const Cookie = `aftersale_session=${person.cookies.get("aftersale_session")}`;
      const headers = { Cookie, "Sec-Fetch-Site": "same-origin", Origin: "http://localhost" };
      return service.fetch(`/console/stores/${store.id}/developer/clients/new`, {
        method: "POST",
        body,
        headers,
      });
    };
    const nameless = await send([
      ["name", " "],
      ["preset", "custom"],
      ["scope", "orders_read"],
    ]);
    const page = await nameless.text();
    expect(nameless.status).toBe(400);
    expect(page).toMatch(/id="field-name-fault">An API client needs a name\.</);
    expect(page).toMatch(/value="custom"\s+checked/);
    expect(page).toMatch(/value="orders_read"[^>]*\schecked/);
    expect(page).not.toMatch(/value="orders_write"[^>]*\schecked/);
    const none = await send([
      ["name", "None"],
      ["preset", "custom"],
    ]);
    expect([none.status, (await none.text()).includes('id="field-preset-fault"')]).toEqual([400, true]);
    const made = await send([
      ["name", "Own"],
      ["preset", "custom"],
      ["scope", "orders_read"],
    ]);
    const secret = secretIn(await made.text());
    expect([await statusWith(secret), await statusWith(secret, "/orders")]).toEqual([403, 200]);
  });

  test("rotation gives a new secret at once, and the old one works for a day more", async () => {
    const person = await newPerson(service, store, "owner");
    const old = secretIn(
      await (await person.post(NEW, { _act: "add", name: "Rotated", preset: "shop" })).text(),
    );
    const [{ clientId } = { clientId: "" }] = await clientNamed("Rotated");
    const fresh = secretIn(await (await person.post(CLIENTS, { _act: "rotate", client: clientId })).text());
    expect([await statusWith(old), await statusWith(fresh)]).toEqual([200, 200]);
    expect((await person.post(CLIENTS, { _act: "rotate", client: clientId })).status).toBe(404);
    service.setClock(new Date(Date.now() + 24 * HOUR_MS));
    const later = [await statusWith(old), await statusWith(fresh)];
    service.setClock(undefined);
    expect(later).toEqual([401, 200]);
  });

  test("a person makes no secret that may do more than their role, and gets none by rotating", async () => {
    const [owner, developer] = [
      await newPerson(service, store, "owner"),
      await newPerson(service, store, "developer"),
    ];
    const fields = { _act: "add", name: "Eraser", preset: "custom", scope: "customers_erase" };
    const refused = await developer.post(NEW, fields);
    const page = await refused.text();
    expect([refused.status, page.includes('id="field-preset-fault"')]).toEqual([403, true]);
    expect(page).not.toContain('value="customers_erase"');
    expect(secretIn(await (await owner.post(NEW, fields)).text())).toStartWith("aftersale_");
    const [{ clientId } = { clientId: "" }, ...others] = await clientNamed("Eraser");
    expect(others).toEqual([]);
    const rotation = { _act: "rotate", client: clientId };
    expect((await developer.post(CLIENTS, rotation)).status).toBe(403);
    expect(secretIn(await (await owner.post(CLIENTS, rotation)).text())).toStartWith("aftersale_");
  });

  test("a secret with an end is invalid from then on, also for events that it had sent before", async () => {
    const person = await newPerson(service, store, "owner");
    const fields = { _act: "add", name: "Ends", preset: "events", expires: "30" };
    const secret = secretIn(await (await person.post(NEW, fields)).text());
    const send = async () => {
      const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
      const body = JSON.stringify({ eventName: "seen", customer: { email: "ada@example.test" } });
      return (await service.fetch(`/v2.2/stores/${store.id}/events`, { method: "POST", headers, body }))
        .status;
    };
    expect([await send(), await send()]).toEqual([202, 202]);
    service.setClock(new Date(Date.now() + 30 * 24 * HOUR_MS));
    const status = await send();
    service.setClock(undefined);
    expect(status).toBe(401);
  });

  test("a revoked secret is invalid at once; revoking again says that it is gone", async () => {
    const person = await newPerson(service, store, "owner");
    const secret = secretIn(
      await (await person.post(NEW, { _act: "add", name: "Gone", preset: "shop" })).text(),
    );
    const [{ clientId } = { clientId: "" }] = await clientNamed("Gone");
    const revoked = await person.post(CLIENTS, { _act: "revoke", client: clientId });
    expect([revoked.status, revoked.headers.get("Location")]).toEqual([
      303,
      `/console/stores/${store.id}/developer/clients`,
    ]);
    expect(await statusWith(secret)).toBe(401);
    expect(await (await person.get(CLIENTS)).text()).toContain("Revoked. Its secret is no longer valid.");
    const again = await person.post(CLIENTS, { _act: "revoke", client: clientId });
    expect([again.status, (await again.text()).includes(`no active API client ${clientId}`)]).toEqual([
      404,
      true,
    ]);
  });
});
