import { describe, expect, test } from "bun:test";
import { newBrowser, newPerson, ofPeople, type TestBrowser } from "../../support/console.ts";
import type { ServiceProcess } from "../../support/process.ts";
import { slowdown } from "../../support/slowdown.ts";
import { useProcess, useService, useStore } from "../../support/use-service.ts";

const WITHIN_MS = 20_000;
const service = useService();
const store = useStore(service);
const direct = useProcess(service, { DEMO: "0" });
const proxied = useProcess(service, { DEMO: "0", TRUST_PROXY: "1" });

/** A browser of the same session that speaks to a process. */
function browserAt(process: ServiceProcess, person?: TestBrowser): TestBrowser {
  const browser = newBrowser(
    { fetch: (path, init) => fetch(process.origin + path, { redirect: "manual", ...init }) },
    store,
  );
  for (const [name, value] of person?.cookies ?? []) browser.cookies.set(name, value);
  return browser;
}

function post(process: ServiceProcess, browser: TestBrowser, path: string, fields: Record<string, string>) {
  return browser.post(path, fields, { Origin: process.origin });
}

describe("a session that ends on one process", () => {
  const ENDINGS: [string, (person: TestBrowser, colleague: TestBrowser) => Promise<Response>][] = [
    ["signs out", (person) => post(direct, person, "/sign-out", {})],
    [
      "is signed out by an owner",
      (person, owner) => post(direct, owner, `:store/settings/people/${person.personId}`, { _act: "end" }),
    ],
    [
      "is taken out of the store",
      (person, owner) => post(direct, owner, `:store/settings/people/${person.personId}`, { _act: "remove" }),
    ],
  ];

  test.each(ENDINGS)("has ended on the other at once, with its open tab: the person %s", async (_, end) => {
    const person = await newPerson(service, store, "support");
    const owner = browserAt(direct, await newPerson(service, store, "owner"));
    const here = Object.assign(browserAt(direct, person), { personId: person.personId });
    const there = browserAt(proxied, person);
    expect((await there.get(":store")).status).toBe(200);
    const tab = await there.get(":store/live");
    const began = performance.now();
    expect((await end(here, owner)).status).toBe(303);
    expect((await there.get(":store")).status).not.toBe(200);
    // Without an announcement it would end with the next ping, 15 seconds later.
    expect(await Promise.race([tab.text(), Bun.sleep(WITHIN_MS).then(() => "still open")])).toEndWith(
      "event: ended\ndata:\n\n",
    );
    expect(performance.now() - began).toBeLessThan(10_000 * slowdown());
  });
});

describe("a proxy whose X-Forwarded-For isn't believed", () => {
  const noteAt = async (process: ServiceProcess, owner: TestBrowser, requests: number) => {
    const browser = browserAt(process, owner);
    for (let i = 0; i < requests; i++) {
      await browser.get("/sign-in", { "X-Forwarded-For": `203.0.113.${i % 3}` });
    }
    const page = await browser.get(":store/settings/people", { "X-Forwarded-For": "203.0.113.9" });
    return (await page.text()).includes("TRUST_PROXY=1");
  };

  test("is noticed when one address sends the requests of several clients, and not before", async () => {
    const owner = await newPerson(service, store, "owner");
    expect(await noteAt(direct, owner, 5)).toBe(false);
    await browserAt(direct).get("/sign-in");
    expect(await noteAt(direct, owner, 15)).toBe(false);
    expect(await noteAt(direct, owner, 20)).toBe(true);
    expect(await noteAt(proxied, owner, 30)).toBe(false);
  });
});

describe("wrong passwords are counted", () => {
  /** Fails to sign in at an account of its own, and returns how many rows that has added: one is the account's. */
  let accounts = 0;
  const rowsOf = async (process: ServiceProcess, forwardedFor: string) => {
    const before = await countRows();
    const fields = { email: `unknown-${++accounts}@example.test`, password: "wrong password" };
    const headers = { Origin: process.origin, "X-Forwarded-For": forwardedFor };
    expect((await browserAt(process).post("/sign-in", fields, headers)).status).toBe(401);
    return (await countRows()) - before;
  };
  const countRows = async () => {
    const { rows } = await ofPeople(service.ctx).db.execute("select from sign_in_attempts");
    return rows.length;
  };

  test("for the address of the connection, whatever address the client claims", async () => {
    expect(await rowsOf(direct, "203.0.113.1")).toBe(2);
    expect(await rowsOf(direct, "203.0.113.2")).toBe(1);
    expect(await rowsOf(direct, "203.0.113.3, 203.0.113.4")).toBe(1);
  });

  test("with TRUST_PROXY for the address that the proxy has added, and no other", async () => {
    expect(await rowsOf(proxied, "198.51.100.1, 203.0.113.5")).toBe(2);
    expect(await rowsOf(proxied, "198.51.100.2, 203.0.113.5")).toBe(1);
    expect(await rowsOf(proxied, "203.0.113.5, 203.0.113.6")).toBe(2);
  });

  test("for a network of IPv6 as for one address", async () => {
    expect(await rowsOf(proxied, "2001:db8:1:2::1")).toBe(2);
    expect(await rowsOf(proxied, "2001:db8:1:2:ffff::9")).toBe(1);
    expect(await rowsOf(proxied, "2001:db8:1:3::1")).toBe(2);
  });
});
