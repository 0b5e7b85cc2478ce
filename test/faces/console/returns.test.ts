import { beforeAll, describe, expect, test } from "bun:test";
import { moneyText } from "../../../src/lib/money-text.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { answerOf, historyOf, moveTo, newReturn, readReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";
import { newWebhook, URL_OF_RECEIVER } from "../../support/webhooks.ts";

const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);

const service = useService();
const store = useStore(service);
let owner: TestBrowser;
let support: TestBrowser;
let reader: TestBrowser;
beforeAll(async () => {
  owner = await newPerson(service, store, "owner");
  support = await newPerson(service, store, "support", { name: "Robin Reed" });
  reader = await newPerson(service, store, "read_only");
});

async function pageOf(browser: TestBrowser, path: string, status = 200): Promise<string> {
  const response = await browser.get(`:store${path}`);
  expect(`${path} ${response.status}`).toBe(`${path} ${status}`);
  return response.text();
}

/** Sends what is chosen for several returns of the queue of those that need review. */
async function send(ids: string[], to: string, more: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams({ _act: "change", _token: await support.formToken(), to, ...more });
  for (const id of ids) body.append("id", id);
  return post("/returns?queue=needs_review", body);
}

/** Presses the button of a toast, without scripts. */
async function sendUndo(request: string, ids: string[]): Promise<Response> {
  const body = new URLSearchParams({ _act: "undo", _token: await support.formToken(), request });
  for (const id of ids) body.append("id", id);
  return post("/returns", body);
}

async function post(path: string, body: URLSearchParams): Promise<Response> {
  const cookie = [...support.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { Cookie: cookie, Origin: "http://localhost", "Sec-Fetch-Site": "same-origin" };
  return service.fetch(`/console/stores/${store.id}${path}`, { method: "POST", body, headers });
}

const statusOf = async (id: string) => (await readReturn(store, id)).return.status;

describe("the list of returns", () => {
  test("counts each queue, and leads to exactly its returns", async () => {
    const made = await newReturn(store);
    await moveTo(store, made.id, "flagged");
    const page = await pageOf(support, "/returns");
    expect(page).toMatch(
      /queue=flagged"[^>]*>\s*<span class="queue-name">Flagged<\/span>\s*<strong class="queue-count">1</,
    );
    expect(page).toContain("nothing waits");
    const queue = await pageOf(support, "/returns?queue=flagged");
    expect(queue.match(/name="id" value="([^"]+)"/g)).toEqual([`name="id" value="${made.id}"`]);
    expect(await pageOf(support, "/returns?queue=overdue")).toContain("No returns match");
  });

  test("shows a queue in the order in which it came", async () => {
    const ids = [(await newReturn(store)).id, (await newReturn(store)).id, (await newReturn(store)).id];
    for (const id of ids.toReversed()) await moveTo(store, id, "in_transit");
    for (const id of ids) await moveTo(store, id, "delivered");
    const page = await pageOf(support, "/returns?queue=delivered");
    const shown = [...page.matchAll(/name="id" value="([^"]+)"/g)].map(([, id = ""]) => id);
    expect(shown.filter((id) => ids.includes(id))).toEqual(ids);
    expect(page).toContain("the one that waits longest first.");
  });

  test("has filters in the address, which the file of what is shown has too", async () => {
    const made = await newReturn(store);
    const path = `?order=${encodeURIComponent(made.order.name)}&status=open`;
    const page = await pageOf(support, `/returns${path}`);
    expect(page.match(/name="id" value="([^"]+)"/g)).toEqual([`name="id" value="${made.id}"`]);
    const file = await support.get(`:store/returns.csv${path}`);
    expect(file.headers.get("Content-Type")).toStartWith("text/csv");
    const lines = (await file.text()).trim().split("\r\n").slice(1);
    expect(lines.map((line) => line.split(",")[0])).toEqual([made.id]);
    const today = new Date().toISOString().slice(0, 10);
    const days = `&created_at_min=${today}&created_at_max=${today}`;
    expect(await pageOf(support, `/returns${path}${days}`)).toContain(made.id);
    expect(await pageOf(support, `/returns${path}&created_at_min=2999-01-01`)).toContain("No returns match");
  });

  test("names what is wrong with a filter beside it, and keeps it", async () => {
    const page = await pageOf(support, "/returns?email=unknown%22&sku=x");
    expect(page).toMatch(/name="email" type="text" value="unknown&quot;"\s+aria-invalid="true"/);
    expect(page).toContain('id="filter-email-fault"');
  });

  test("approves and rejects several, and says which of them it could not", async () => {
    const [a, b, c] = [await newReturn(store), await newReturn(store), await newReturn(store)];
    for (const { id } of [a, b]) await moveTo(store, id, "needs_review");
    const done = await send([a.id, b.id], "open");
    expect([done.status, done.headers.get("Location")]).toEqual([
      303,
      `/console/stores/${store.id}/returns?queue=needs_review`,
    ]);
    await moveTo(store, c.id, "complete");
    const asked = await (await send([a.id, c.id], "rejected")).text();
    expect(asked).toContain("Reject 1 return?");
    expect(asked).toContain(`Not given: refund ${moneyText(a.totals.refund.amount)}. They can be reopened.`);
    expect(asked).toContain("1 more can&#39;t be rejected, and stays as is.");
    const unsaid = await send([a.id, c.id], "rejected", { confirmed: "yes", reason: " " });
    expect([unsaid.status, (await unsaid.text()).includes('id="field-reason-fault"')]).toEqual([400, true]);
    expect(await statusOf(a.id)).toBe("open");
    const given = { confirmed: "yes", reason: "Worn & torn" };
    const page = await (await send([a.id, c.id], "rejected", given)).text();
    expect((await historyOf(store, a.id)).at(-1)).toMatchObject({ to: "rejected", reason: "Worn & torn" });
    expect(page).toContain(
      "1 return rejected. 1 not rejected. 1: A return that is complete cannot become rejected.",
    );
    const statuses = [a, b, c].map(async ({ id }) => (await readReturn(store, id)).return.status);
    expect(await Promise.all(statuses)).toEqual(["rejected", "open", "complete"]);
    const twice = await (await send([b.id], "open")).text();
    expect(twice).toContain("1 not approved. 1: It is open already.");
    expect(twice).not.toContain("0 returns approved.");
    const german = { "Accept-Language": "de" };
    const denied = await support.post(`:store/returns/${c.id}`, { _act: "step", to: "in_transit" }, german);
    expect(await denied.text()).toContain("nicht möglich (abgeschlossen → unterwegs).");
    expect(await (await send([], "open")).text()).toContain("Select at least one return.");
    const none = await send([c.id], "rejected");
    expect([none.status, await none.text()]).toEqual([
      400,
      expect.stringContaining("None of the selected returns can be rejected."),
    ]);
  });

  test("completes several only after the sums of what they give", async () => {
    const [a, b] = [await newReturn(store), await newReturn(store)];
    const sum = (Number(a.totals.refund.amount.amount) * 2).toFixed(2);
    const asked = await (await send([a.id, b.id], "complete")).text();
    expect(asked).toContain("Complete 2 returns?");
    expect(asked).toContain(
      `Given: refund ${moneyText({ ...a.totals.refund.amount, amount: sum })}. Every item is completed.`,
    );
    expect([await statusOf(a.id), await statusOf(b.id)]).toEqual(["open", "open"]);
    expect((await send([a.id, b.id], "complete", { confirmed: "yes" })).status).toBe(303);
    expect([await statusOf(a.id), await statusOf(b.id)]).toEqual(["complete", "complete"]);
  });

  test("undoes what it has completed or rejected, but nothing that was changed after that", async () => {
    const made = [await newReturn(store), await newReturn(store), await newReturn(store)];
    const ids = made.map(({ id }) => id);
    const [a = "", b = "", c = ""] = ids;
    for (const [to, more] of [
      ["complete", {}],
      ["rejected", { reason: "Worn" }],
    ] as const) {
      const response = await send([a, b], to, { confirmed: "yes", ...more });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        support.cookies.set(name, value);
      }
      // A part of a page that is open elsewhere doesn't use the button up.
      await support.get(":store/returns", { "HX-Request": "true" });
      const page = await pageOf(support, "/returns");
      const toast = page.slice(page.indexOf('class="toast'));
      expect(toast).toContain(`2 returns ${to === "complete" ? "completed" : "rejected"}.`);
      const [, request = ""] = /name="request" value="([^"]+)"/.exec(toast) ?? [];
      expect([...toast.matchAll(/name="id" value="([^"]+)"/g)].map(([, id]) => id)).toEqual([a, b]);
      expect(await pageOf(support, "/returns")).not.toContain('name="request"');
      if (to === "complete") {
        const done = await sendUndo(request, [a, b]);
        expect([done.status, await statusOf(a), await statusOf(b)]).toEqual([303, "open", "open"]);
        await moveTo(store, a, "delivered");
      } else {
        await moveTo(store, b, "open");
        await moveTo(store, b, "flagged");
        const text = await (await sendUndo(request, [a, b, c])).text();
        expect(text).toContain(
          "1 return reopened. Its status was delivered before, and is open now. 2 changed meanwhile and stay as is: ",
        );
        for (const { order } of made.slice(1)) expect(text).toContain(order.name);
        const statuses = await Promise.all(ids.map(statusOf));
        expect(statuses).toEqual(["open", "flagged", "open"]);
      }
    }
  });

  test("offers nothing that changes returns to who may only read", async () => {
    await newReturn(store);
    const page = await pageOf(reader, "/returns");
    expect(page).not.toContain('value="change"');
    expect(page).not.toContain('type="checkbox"');
  });
});

describe("a return's page", () => {
  test("shows the steps that its status allows, and says what a late one met", async () => {
    const { id } = await newReturn(store);
    const page = await pageOf(support, `/returns/${id}`);
    const offered = [...page.matchAll(/name="to" value="(\w+)"/g)].map(([, to = ""]) => to);
    expect(offered.toSorted()).toEqual(
      ["in_transit", "delivered", "needs_review", "flagged", "complete", "rejected", "deleted"].toSorted(),
    );
    await moveTo(store, id, "rejected");
    const late = await support.post(`:store/returns/${id}`, { _act: "step", to: "complete" });
    expect(late.status).toBe(409);
    const text = await late.text();
    expect(text).toContain("A return that is rejected cannot become complete.");
    expect(text).toContain(">Reopen<");
    expect((await support.post(`:store/returns/${id}`, { _act: "step", to: "open" })).status).toBe(303);
    const history = await (await store.get(`/returns/${id}/history`)).json();
    expect(history.history.at(-1)).toMatchObject({ to: "open", by: "Robin Reed" });
  });

  test("is rejected with a reason alone, which its timeline shows", async () => {
    const { id } = await newReturn(store);
    const unsaid = await support.post(`:store/returns/${id}`, { _act: "step", to: "rejected", reason: " " });
    const page = await unsaid.text();
    expect([unsaid.status, page.includes('id="field-reason-fault"'), await statusOf(id)]).toEqual([
      400,
      true,
      "open",
    ]);
    expect(page).toMatch(/<dialog id="confirm-step-rejected"[^>]* open/);
    const reason = "Worn <by> a guest";
    expect(
      (await support.post(`:store/returns/${id}`, { _act: "step", to: "rejected", reason })).status,
    ).toBe(303);
    const shown = await pageOf(support, `/returns/${id}`);
    expect(shown).toContain("Worn &lt;by&gt; a guest");
    expect(shown).not.toMatch(/<dialog[^>]* open/);
    expect((await historyOf(store, id)).at(-1)).toMatchObject({ to: "rejected", reason, by: "Robin Reed" });
  });

  test("is reopened by the button of the toast, which leads back to it", async () => {
    const { id } = await newReturn(store);
    for (const [to, reason] of [
      ["complete", ""],
      ["rejected", "Worn"],
    ] as const) {
      await support.post(`:store/returns/${id}`, { _act: "step", to, reason });
      const page = await pageOf(support, `/returns/${id}`);
      const toast = page.slice(page.indexOf('class="toast'));
      const [, request = "", back = ""] =
        /name="request" value="([^"]+)"><input type="hidden" name="back" value="([^"]+)"/.exec(toast) ?? [];
      const undone = await support.post(":store/returns", { _act: "undo", request, back, id });
      expect([undone.status, undone.headers.get("Location"), await statusOf(id)]).toEqual([
        303,
        `/console/stores/${store.id}/returns/${id}`,
        "open",
      ]);
    }
    await support.post(`:store/returns/${id}`, { _act: "step", to: "flagged" });
    expect(await pageOf(support, `/returns/${id}`)).not.toContain('value="undo"');
  });

  test("shows in bold what the customer gets, not a refund of nothing", async () => {
    const made = await newReturn(store, {
      items: [{ lineItemId: "line-1", quantity: 1, reason: "r", compensation: "exchange" }],
    });
    const page = await pageOf(owner, `/returns/${made.id}`);
    const [, card = ""] = /What the customer gets<\/h2>(.*?)<\/section>/s.exec(page) ?? [];
    expect(card).toMatch(/<dt>Exchange<\/dt><dd><strong>/);
    expect(card.match(/<strong>/g)).toHaveLength(1);
  });

  test.each(["rejected", "deleted"] as const)("promises nothing when it is %s", async (to) => {
    const made = await newReturn(store);
    await moveTo(store, made.id, to);
    const page = await pageOf(owner, `/returns/${made.id}`);
    const refund = moneyText(made.totals.refund.amount);
    const [, card = ""] = /What the customer gets<\/h2>(.*?)<\/section>/s.exec(page) ?? [];
    expect([card.includes("Nothing"), card.includes(refund)]).toEqual([true, false]);
    expect([page.includes(">Process<"), page.includes("Change the refund")]).toEqual([false, false]);
    expect(page).not.toContain("There is no label yet");
    const list = await pageOf(owner, `/returns?order=${encodeURIComponent(made.order.name)}`);
    expect([list.includes(made.id), list.includes(refund), list.includes("nothing")]).toEqual([
      true,
      false,
      true,
    ]);
    const order = await pageOf(owner, `/orders/${encodeURIComponent(made.order.name)}`);
    expect(order.slice(order.indexOf(">Returns</h2>"))).toContain("nothing</span>");
    const customer = await pageOf(owner, `/customers/customer-of-${made.order.name}`);
    expect(customer).toContain(" · nothing");
  });

  test("takes a note and a picture, and shows both with what receivers responded", async () => {
    service.world.on(URL_OF_RECEIVER, () => new Response("<i>thanks</i>", { status: 202 }));
    await newWebhook(store);
    const { id } = await newReturn(store);
    const path = `:store/returns/${id}`;
    // A second click, at once too, adds nothing.
    const note = { _act: "note", message: "Wet <box>", key: "the form's" };
    const clicks = await Promise.all([1, 2].map(() => support.post(path, note)));
    expect(clicks.map(({ status }) => status)).toEqual([303, 303]);
    expect(await (await support.post(path, { _act: "note", message: " " })).text()).toMatch(
      /id="field-message-fault">A comment needs/,
    );
    const body = new FormData();
    body.set("_act", "image");
    body.set("_token", await support.formToken());
    body.set("image", new File([PNG], "a.png"));
    const cookie = [...support.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { Cookie: cookie, Origin: "http://localhost", "Sec-Fetch-Site": "same-origin" };
    const address = `/console/stores/${store.id}/returns/${id}`;
    body.set("key", "the form's");
    for (const _ of ["one click", "and a second one"])
      expect((await service.fetch(address, { method: "POST", body, headers })).status).toBe(303);
    const { body: added } = await answerOf(store.get(`/returns/${id}/comments`));
    expect((added as { comments: object[] }).comments).toHaveLength(2);
    body.set("image", new File(["no picture"], "a.png"));
    const refused = await (await service.fetch(address, { method: "POST", body, headers })).text();
    expect(refused).toContain("The image must be a PNG, JPEG, GIF or WebP.");
    await service.drain();

    const page = await pageOf(owner, `/returns/${id}`);
    expect(page).toContain("Wet &lt;box&gt;");
    expect(page).toContain("&lt;i&gt;thanks&lt;/i&gt;");
    const [, src = ""] = /<img\s+src="([^"]+)"/.exec(page) ?? [];
    const picture = await owner.get(src.replace("/console", ""));
    expect(picture.headers.get("Content-Type")).toBe("image/png");
    expect(new Uint8Array(await picture.arrayBuffer())).toEqual(PNG);
    // Deliveries are not among what support may see.
    expect(await pageOf(support, `/returns/${id}`)).not.toContain("thanks");
  });

  test("changes the refund of an item, and names what is wrong with an amount", async () => {
    const { id, items } = await newReturn(store);
    const fields = { _act: "refund", item: items[0]?.id ?? "", type: "store_credit" };
    const wrong = await support.post(`:store/returns/${id}`, { ...fields, amount: "1,5" });
    const text = await wrong.text();
    expect([wrong.status, /value="1,5"/.test(text)]).toEqual([400, true]);
    expect(text).toContain('id="field-amount-fault"');
    expect((await support.post(`:store/returns/${id}`, { ...fields, amount: "1.50" })).status).toBe(303);
    const { return: after } = await readReturn(store, id);
    expect(after.totals.storeCredit.amount).toEqual({ amount: "1.50", currency: "USD" });
  });

  test("of another store isn't there", async () => {
    const other = await service.newStore();
    const { id } = await newReturn(other);
    const body = await pageOf(owner, `/returns/${id}`, 404);
    expect(body).toContain("There is nothing here");
    expect((await owner.post(`:store/returns/${id}`, { _act: "step", to: "open" })).status).toBe(404);
  });
});
