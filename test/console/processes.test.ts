import { describe, expect, test } from "bun:test";
import { newBrowser, newPerson, ofPeople, type TestBrowser } from "../support/console.ts";
import type { ServiceProcess } from "../support/process.ts";
import { useProcess, useService, useStore } from "../support/use-service.ts";

const PASSWORD = "correct horse battery";
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
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe("attempts to sign in are counted", () => {
  /** Fails to sign in at an account of its own. */
  let accounts = 0;
  const attempt = async (process: ServiceProcess, forwardedFor: string) => {
    const fields = { email: `unknown-${++accounts}@example.test`, password: "wrong password" };
    const headers = { Origin: process.origin, "X-Forwarded-For": forwardedFor };
    return (await browserAt(process).post("/sign-in", fields, headers)).status;
  };
  const fillUp = () => ofPeople(service.ctx).db.execute("update sign_in_attempts set count = 50");

  test("for the address of the connection, whatever address the client claims", async () => {
    expect(await attempt(direct, "203.0.113.1")).toBe(401);
    await fillUp();
    expect([await attempt(direct, "203.0.113.2"), await attempt(direct, "203.0.113.3, 203.0.113.4")]).toEqual(
      [429, 429],
    );
  });

  test("with TRUST_PROXY for the address that the proxy has added, and no other", async () => {
    expect(await attempt(proxied, "198.51.100.1, 203.0.113.5")).toBe(401);
    await fillUp();
    expect(await attempt(proxied, "198.51.100.2, 203.0.113.5")).toBe(429);
    expect(await attempt(proxied, "203.0.113.5, 203.0.113.6")).toBe(401);
  });

  test("for a network of IPv6 as for one address", async () => {
    expect(await attempt(proxied, "2001:db8:1:2::1")).toBe(401);
    await fillUp();
    expect(await attempt(proxied, "2001:db8:1:2:ffff::9")).toBe(429);
    expect(await attempt(proxied, "2001:db8:1:3::1")).toBe(401);
  });

  test("with the same response above the limit, and the same work below it, for an account that doesn't exist", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    const responses: string[] = [];
    const fastest: number[] = [];
    for (const address of [email, "unknown-here@example.test"]) {
      const times: number[] = [];
      for (let i = 0; i < 3; i++) {
        const began = performance.now();
        await newBrowser(service).post("/sign-in", { email: address, password: "wrong password" });
        times.push(performance.now() - began);
      }
      fastest.push(Math.min(...times));
      await fillUp();
      const response = await newBrowser(service).post("/sign-in", { email: address, password: PASSWORD });
      responses.push(
        `${response.status} ${response.headers.get("Retry-After")} ${(await response.text()).replaceAll(address, "")}`,
      );
    }
    expect(responses[0]).toStartWith("429 900 ");
    expect(responses[1]).toBe(responses[0] ?? "");
    // Without the work it would take a hundredth.
    expect(fastest[1]).toBeGreaterThan((fastest[0] ?? 0) / 8);
  });
});
