import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { invite } from "../../../src/features/people/invite.ts";
import { createSignInLink } from "../../../src/features/people/sign-in-link.ts";
import { HOUR_MS } from "../../../src/lib/duration.ts";
import { newBrowser, newPerson, ofPeople } from "../../support/console.ts";
import { inHeldTransaction, meetAtWrites, untilLockWaits } from "../../support/lock-waits.ts";
import { startService } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const PASSWORD = "correct horse battery";
const service = useService({ hasIdleQueues: true });
const store = useStore(service);

const pathOf = (url: string) => url.slice(url.indexOf("/console") + "/console".length);
const locationOf = (response: Response) => [response.status, response.headers.get("Location")];

describe("signing in", () => {
  test("a page asks to sign in, and is shown after that", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    const browser = newBrowser(service, store);
    const asked = await browser.get(":store/developer/clients");
    const signIn = "/console/sign-in?next=%2Fconsole%2Fstores%2F";
    expect(asked.status).toBe(303);
    expect(asked.headers.get("Location")).toStartWith(signIn);
    const path = pathOf(asked.headers.get("Location") ?? "");
    expect(locationOf(await browser.post(path, { email: email.toUpperCase(), password: PASSWORD }))).toEqual([
      303,
      `/console/stores/${store.id}/developer/clients`,
    ]);
    expect((await browser.get(":store/developer/clients")).status).toBe(200);
  });

  test("the session's cookie is hidden from scripts and from other sites", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    const response = await newBrowser(service).post("/sign-in", { email, password: PASSWORD });
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^aftersale_session=\w{40}; Path=\/console; HttpOnly; SameSite=Lax; Max-Age=\d+$/);
  });

  test("a wrong password and an unknown address get the same response, and the address stays in the form", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    const pages = [email, "unknown@example.test"].map(async (address) => {
      const response = await newBrowser(service).post("/sign-in", {
        email: address,
        password: "wrong password",
      });
      const page = await response.text();
      expect(page).toContain(`value="${address}"`);
      expect(page).not.toContain("wrong password");
      return [response.status, page.replaceAll(address, "")];
    });
    const [known, unknown] = await Promise.all(pages);
    expect(known).toEqual(unknown ?? []);
    expect(known?.[0]).toBe(401);
  });

  test("it goes on to pages of the console alone", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    for (const next of ["https://example.test/", "//example.test/", "/console/\\example.test", "/consoles"]) {
      const path = `/sign-in?next=${encodeURIComponent(next)}`;
      const response = await newBrowser(service).post(path, { email, password: PASSWORD });
      expect(locationOf(response)).toEqual([303, "/console"]);
    }
  });

  test("only hashes of tokens and passwords are in the database", async () => {
    const browser = await newPerson(service, store, "owner", { password: PASSWORD });
    const token = browser.cookies.get("aftersale_session") ?? "";
    const { rows } = await ofPeople(service.ctx).db.execute("select sessions::text from sessions");
    const { rows: hashed } = await ofPeople(service.ctx).db.execute("select people::text from people");
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(hashed)).not.toContain(PASSWORD);
  });
});

describe("a session", () => {
  test("ends when it isn't used for 12 hours", async () => {
    const browser = await newPerson(service, store, "owner");
    service.setClock(new Date(Date.now() + 13 * HOUR_MS));
    const response = await browser.get(":store");
    service.setClock(undefined);
    expect(response.status).toBe(303);
  });

  test("ends after 7 days, however much it is used", async () => {
    const browser = await newPerson(service, store, "owner");
    const statuses: number[] = [];
    for (let hours = 10; hours <= 170; hours += 10) {
      service.setClock(new Date(Date.now() + hours * HOUR_MS));
      statuses.push((await browser.get(":store")).status);
    }
    service.setClock(undefined);
    expect(statuses).toEqual([...Array(16).fill(200), 303]);
  });

  test("gets a new token each hour; the one before goes on for a minute", async () => {
    const browser = await newPerson(service, store, "owner");
    const first = browser.cookies.get("aftersale_session") ?? "";
    service.setClock(new Date(Date.now() + HOUR_MS));
    await browser.get(":store");
    const second = browser.cookies.get("aftersale_session") ?? "";
    expect(second).not.toBe(first);
    const statusWith = async (token: string) => {
      browser.cookies.set("aftersale_session", token);
      return (await browser.get(":store")).status;
    };
    expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
    service.setClock(new Date(Date.now() + HOUR_MS + 61_000));
    expect([await statusWith(first), await statusWith(second)]).toEqual([303, 200]);
    service.setClock(undefined);
  });

  test("whose token is due in two processes at once gets one new token", async () => {
    const person = await newPerson(service, store, "owner");
    const twin = await startService({ databaseUrl: service.ctx.config.databaseUrl });
    const tab = newBrowser(twin, store);
    for (const [name, value] of person.cookies) tab.cookies.set(name, value);
    for (const each of [service, twin]) each.setClock(new Date(Date.now() + HOUR_MS + 1_000));
    const before = person.cookies.get("aftersale_session");
    const pages = await meetAtWrites({ ctx: ofPeople(service.ctx) }, "sessions", [
      () => person.get(":store"),
      () => tab.get(":store"),
    ]);
    service.setClock(undefined);
    await twin.stop();
    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    const tokens = [person, tab].map(({ cookies }) => cookies.get("aftersale_session"));
    expect(tokens.filter((token) => token !== before)).toHaveLength(1);
  });

  test("that was ended from another one is over with the next request", async () => {
    const browser = await newPerson(service, store, "owner");
    const other = newBrowser(service, store);
    other.cookies.set("aftersale_session", browser.cookies.get("aftersale_session") ?? "");
    expect((await other.get(":store")).status).toBe(200);
    await browser.post("/sign-out", {});
    expect((await other.get(":store")).status).toBe(303);
    expect((await other.get(":store/live")).status).toBe(401);
  });

  test("setting a password ends the other sessions and not this one", async () => {
    const browser = await newPerson(service, store, "owner", { password: PASSWORD });
    const other = newBrowser(service, store);
    await other.post("/sign-in", { email: browser.email, password: PASSWORD });
    const wrong = await browser.post("/account", {
      _act: "password",
      current: "wrong",
      password: "another one",
    });
    expect([wrong.status, (await wrong.text()).includes("This is not the current password.")]).toEqual([
      400,
      true,
    ]);
    await browser.post("/account", { _act: "password", current: PASSWORD, password: "a better password" });
    expect((await browser.get(":store")).status).toBe(200);
    expect((await other.get(":store")).status).toBe(303);
  });

  test("a sign-in whose password is changed while it is compared opens no session", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    const browser = newBrowser(service, store);
    const signedIn = await whileChanged(email, () => browser.post("/sign-in", { email, password: PASSWORD }));
    expect(signedIn.status).toBe(401);
    expect((await browser.get(":store")).status).toBe(303);
  });

  test("of two passwords that replace the same one the first stays", async () => {
    const browser = await newPerson(service, store, "owner", { password: PASSWORD });
    const change = { _act: "password", current: PASSWORD, password: "a better password" };
    const changed = await whileChanged(browser.email, () => browser.post("/account", change));
    expect([changed.status, (await changed.text()).includes("This is not the current password.")]).toEqual([
      400,
      true,
    ]);
  });
});

/** Sends a request, and commits another password of the person once the request waits for the lock of the person's row. */
async function whileChanged(email: string, send: () => Promise<Response>): Promise<Response> {
  const ctx = ofPeople(service.ctx);
  const response = await inHeldTransaction(ctx.db, async (tx) => {
    await tx.execute(sql`select from people where email = ${email} for update`);
    const sent = send();
    await untilLockWaits({ ctx });
    await tx.execute(sql`update people set password_hash = password_hash || '0' where email = ${email}`);
    return { sent };
  });
  return response.sent;
}

describe("one-time links", () => {
  test("a sign-in link works once, and only for the form that it shows", async () => {
    const { email } = await newPerson(service, store, "owner");
    const { url } = await createSignInLink(ofPeople(service.ctx), email);
    const browser = newBrowser(service, store);
    expect((await browser.get(pathOf(url))).status).toBe(200);
    expect((await browser.get(pathOf(url))).status).toBe(200);
    expect((await browser.post(pathOf(url), {})).status).toBe(303);
    expect((await browser.get(":store")).status).toBe(200);
    expect((await newBrowser(service).post(pathOf(url), {})).status).toBe(404);
  });

  test("an invited person chooses a name and a password and is in the store, with the role", async () => {
    const invitation = { email: "New@example.test", role: "warehouse", invitedBy: "Ada" };
    const { url } = await invite(ofPeople(service.ctx), store.id, invitation);
    const browser = newBrowser(service, store);
    const short = await browser.post(pathOf(url), { name: "New Person", password: "short" });
    expect([short.status, (await short.text()).includes("at least 10 characters")]).toEqual([400, true]);
    const joined = await browser.post(pathOf(url), { name: "New Person", password: PASSWORD });
    expect(locationOf(joined)).toEqual([303, `/console/stores/${store.id}`]);
    expect(await (await browser.get(":store")).text()).toContain("Warehouse");
    expect((await browser.get(":store/developer/clients")).status).toBe(403);
    expect((await newBrowser(service).post(pathOf(url), { name: "X", password: PASSWORD })).status).toBe(404);
  });

  test("an invitation doesn't let anyone else into an account that exists", async () => {
    const person = await newPerson(service, store, "owner", { password: PASSWORD });
    const other = await service.newStore();
    const invitation = { email: person.email, role: "support", invitedBy: "Eve" };
    const { url } = await invite(ofPeople(service.ctx), other.id, invitation);
    const outsider = await newPerson(service, other, "owner");
    expect((await outsider.post(pathOf(url), {})).status).toBe(404);
    const joined = await person.post(pathOf(url), {});
    expect(locationOf(joined)).toEqual([303, `/console/stores/${other.id}`]);
    const { url: next } = await invite(ofPeople(service.ctx), (await service.newStore()).id, invitation);
    const visitor = newBrowser(service, store);
    expect((await visitor.post(pathOf(next), { name: "Eve", password: "eve's password" })).status).toBe(303);
    expect((await visitor.get(":store")).status).toBe(404);
  });

  test("links are valid for a week", async () => {
    const { email } = await newPerson(service, store, "owner");
    const { url } = await createSignInLink(ofPeople(service.ctx), email);
    const invitation = { email: "late@example.test", role: "owner", invitedBy: "Ada" };
    const { url: invitationUrl } = await invite(ofPeople(service.ctx), store.id, invitation);
    service.setClock(new Date(Date.now() + 7 * 24 * HOUR_MS));
    const statuses = [
      await newBrowser(service).get(pathOf(url)),
      await newBrowser(service).post(pathOf(url), {}),
      await newBrowser(service).get(pathOf(invitationUrl)),
      await newBrowser(service).post(pathOf(invitationUrl), { name: "Late", password: PASSWORD }),
    ];
    service.setClock(undefined);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});
