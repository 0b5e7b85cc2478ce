import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { TOPIC_WORDS } from "../../../src/faces/console/developer/webhook-form.ts";
import { TOPICS } from "../../../src/features/webhooks/schema.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { textOf } from "../../support/page-numbers.ts";
import { newReturn } from "../../support/returns.ts";
import { subscribe } from "../../support/subscriber.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { deliveriesOf, newWebhook } from "../../support/webhooks.ts";

const WEBHOOKS = ":store/developer/webhooks";
const NASTY = `<script>alert(1)</script>"'`;
const service = useService({ webhookRetrySchedule: [0] });
const store = useStore(service);
let person: TestBrowser;
beforeAll(async () => {
  person = await newPerson(service, store, "developer");
});

const webhooks = async () =>
  (await store.api.GET("/v2.2/stores/{storeId}/webhooks", { params: { path: { storeId: store.id } } })).data
    ?.webhooks ?? [];

describe("webhooks", () => {
  test("one is added with its secret shown once; a fault stands beside the field that it is in", async () => {
    const bad = await person.post(`${WEBHOOKS}/new`, {
      _act: "add",
      url: "http://10.0.0.1/",
      externalId: "erp-1",
    });
    const page = await bad.text();
    expect([bad.status, page.includes('id="field-url-fault"'), page.includes('value="erp-1"')]).toEqual([
      400,
      true,
      true,
    ]);
    service.world.on("https://erp.example/hooks", () => new Response());
    const added = await person.post(`${WEBHOOKS}/new`, {
      _act: "add",
      url: "https://erp.example/hooks",
      externalId: "erp-1",
    });
    expect(await added.text()).toMatch(/data-secret>whsec_/);
    const [webhook] = await webhooks();
    expect(webhook).toMatchObject({
      callback: { url: "https://erp.example/hooks", auth: null },
      externalId: "erp-1",
    });
    const list = await (await person.get(WEBHOOKS)).text();
    expect(list.replaceAll("<wbr>", "")).toContain("https://erp.example/hooks");
    expect(list).not.toContain("whsec_");
  });

  test("a form that a double click sends twice adds one, and shows its secret twice", async () => {
    const form = await (await person.get(`${WEBHOOKS}/new`)).text();
    const [, key = ""] = /name="key" value="([^"]+)"/.exec(form) ?? [];
    const url = "https://twice.example/hooks";
    const sent = [1, 2].map(() => person.post(`${WEBHOOKS}/new`, { _act: "add", url, key }));
    const pages = await Promise.all((await Promise.all(sent)).map((answer) => answer.text()));
    const secrets = pages.map((page) => /data-secret>(whsec_[^<]+)</.exec(page)?.[1]);
    expect([secrets[0], new Set(secrets).size]).toEqual([expect.any(String), 1]);
    expect((await webhooks()).filter(({ callback }) => callback.url === url)).toHaveLength(1);
  });

  test("one of each topic is added, shows its topic, and gets what its topic is about", async () => {
    const form = await (await person.get(`${WEBHOOKS}/new`)).text();
    for (const topic of TOPICS) {
      expect(form).toContain(`<option value="${topic}"`);
      const got: unknown[] = [];
      const url = `https://${topic}.example/hooks`;
      service.world.on(url, ({ body }) => {
        got.push(JSON.parse(body));
        return new Response();
      });
      const added = await person.post(`${WEBHOOKS}/new`, { _act: "add", topic, url });
      expect(added.status).toBe(200);
      const webhook = (await webhooks()).find(({ callback }) => callback.url === url);
      expect(webhook?.topic).toBe(topic);
      const path = `${WEBHOOKS}/${webhook?.id}`;
      expect((await person.post(path, { _act: "test" })).status).toBe(303);
      await service.drain();
      expect(got).toMatchObject([{ [topic]: expect.anything() }]);
      expect(await (await person.get(path)).text()).toContain(TOPIC_WORDS[topic].title);
    }
    const list = await (await person.get(WEBHOOKS)).text();
    for (const { title } of Object.values(TOPIC_WORDS)) expect(list).toContain(title);
  });

  test.each(["withdrawal", "mail"])(
    "of the topic %s nothing that exists is sent: the fault is beside the box",
    async (topic) => {
      const url = "https://erp.example/again";
      const refused = await person.post(`${WEBHOOKS}/new`, { _act: "add", topic, url, backfill: "on" });
      expect([refused.status, (await refused.text()).includes('id="field-backfill-fault"')]).toEqual([
        400,
        true,
      ]);
    },
  );

  test("is changed, tested, rotated, disabled, enabled, replayed and deleted", async () => {
    const { webhook, url, got } = await subscribe(service, store);
    await newReturn(store);
    await service.drain();
    const path = `${WEBHOOKS}/${webhook.id}`;
    const act = (name: string, fields: Record<string, string> = {}) => {
      const isSetting = ["save", "rotate", "replay", "delete"].includes(name);
      return person.post(isSetting ? `${path}/settings` : path, { _act: name, ...fields });
    };
    expect((await act("test")).status).toBe(303);
    await service.drain();
    expect(got()).toHaveLength(2);
    expect(await (await act("rotate")).text()).toMatch(/data-secret>whsec_/);
    expect((await act("disable")).status).toBe(303);
    expect(await (await person.get(path)).text()).toContain(">Disabled<");
    expect((await act("enable")).status).toBe(303);
    expect(await (await person.get(path)).text()).toContain(">Healthy<");
    const before = got().length;
    expect((await act("replay", { start: "" })).status).toBe(400);
    expect((await act("replay", { start: "2020-01-01T00:00" })).status).toBe(303);
    await service.drain();
    expect(got().length).toBeGreaterThan(before);
    expect((await act("save", { url, token: "tok", externalId: "x-2" })).status).toBe(303);
    expect((await webhooks()).find(({ id }) => id === webhook.id)).toMatchObject({
      callback: { url, auth: { bearer: { token: "tok" } } },
      externalId: "x-2",
    });
    expect((await act("delete")).status).toBe(303);
    expect((await person.get(path)).status).toBe(404);
  });

  test("a delivery shows what was sent and what came back, and is sent again", async () => {
    const { webhook, plan, got } = await subscribe(service, store);
    plan(() => new Response(NASTY, { status: 500, headers: { Server: NASTY } }));
    const made = await newReturn(store, { customerComment: NASTY });
    await service.drain();
    const [delivery] = await deliveriesOf(store, webhook.id);
    const path = `${WEBHOOKS}/${webhook.id}/deliveries/${delivery?.deliveryId}`;
    const page = await (await person.get(path)).text();
    expect(page).toContain("Status 500");
    const text = textOf(page);
    expect(text).toMatch(/Next attempt (?:due now|in )|State Given up/);
    expect(text).toContain(`webhook-id: ${delivery?.deliveryId}`);
    expect(text).toContain("webhook-signature: v1,•••");
    expect(text).toContain("Received server: &lt;script&gt;alert(1)");
    expect(page).toContain(made.id);
    expect(page).not.toContain("<script>alert");
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;");
    expect((await person.post(path, { _act: "redeliver" })).status).toBe(303);
    await service.drain();
    expect(got()).toHaveLength(2);
    expect(await (await person.get(path)).text()).toContain("Status 200");
    const filtered = await (await person.get(`${WEBHOOKS}/${webhook.id}?status=pending`)).text();
    expect(filtered).toContain("No deliveries");
  });

  test("one that has only failed lately is said to, before it gives anything up", async () => {
    const { webhook } = await subscribe(service, store);
    const failing = sql`update webhooks set failing_since = now() where store_id = ${store.id} and id = ${webhook.id}`;
    await store.ctx.db.execute(failing);
    for (const path of [WEBHOOKS, `${WEBHOOKS}/${webhook.id}`]) {
      const page = await (await person.get(path)).text();
      expect(page).toContain(">Failing<");
      expect(textOf(page)).toMatch(/since just now/);
    }
  });

  test("an address is shown without what may let others in", async () => {
    const url = "https://hooks.example.test/returns/T0K3nT0K3nT0K3nT0K3n9?key=sesame-open&shop=1";
    await newWebhook(store, { callback: { url } });
    const [webhook] = (await webhooks()).filter(({ callback }) => callback.url === url);
    for (const path of [WEBHOOKS, `${WEBHOOKS}/${webhook?.id}`]) {
      const page = await (await person.get(path)).text();
      expect(page.replaceAll("<wbr>", "")).toContain(
        "https://hooks.example.test/returns/•••?key=•••&amp;shop=•••",
      );
      expect(page).not.toMatch(/T0K3n|sesame/);
    }
  });

  test("a person who may only look has no buttons and can't act", async () => {
    const { webhook } = await subscribe(service, store);
    const reader = await newPerson(service, store, "read_only");
    const page = await (await reader.get(`${WEBHOOKS}/${webhook.id}`)).text();
    expect(page).not.toContain('name="_act"');
    expect((await reader.post(`${WEBHOOKS}/${webhook.id}`, { _act: "disable" })).status).toBe(403);
    expect((await reader.post(`${WEBHOOKS}/${webhook.id}/settings`, { _act: "delete" })).status).toBe(403);
    expect((await reader.get(`${WEBHOOKS}/${webhook.id}`)).status).toBe(200);
  });
});

test("the deliveries of all webhooks go on after a webhook that was deleted meanwhile", async () => {
  const other = await service.newStore();
  const reader = await newPerson(service, other, "developer");
  const hooks = [await newWebhook(other), await newWebhook(other), await newWebhook(other)];
  const ids = hooks.map(({ id }) => id);
  await other.ctx.db.execute(sql`
    insert into webhook_streams (store_id, webhook_id, return_id, last_seq, pending)
    select ${other.id}, id, 'ret_' || place || '_' || n, 1, 0
    from unnest(${sql.param(ids)}::text[]) with ordinality as hook (id, place), generate_series(1, 50) as n`);
  await other.ctx.db.execute(sql`
    insert into webhook_events (store_id, webhook_id, return_id, seq, id, type, at, payload_id, request_id, state, created_at)
    select store_id, webhook_id, return_id, 1, 'whe_' || return_id, 'created', now(), '', '', 'delivered', now()
    from webhook_streams where store_id = ${other.id}`);
  const path = ":store/developer/deliveries";
  const pageAt = async (query: string) => (await reader.get(path + query)).text();
  const [, after = ""] = /[?;]after=([^"&]+)/.exec(await pageAt("")) ?? [];
  expect(await pageAt(`?after=${after}`)).toContain("ret_2_50");
  expect((await other.delete(`/webhooks/${ids[1]}`)).status).toBe(204);
  const next = await pageAt(`?after=${after}`);
  expect([1, 2, 3].map((place) => next.includes(`ret_${place}_`))).toEqual([false, false, true]);
});
