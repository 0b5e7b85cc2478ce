import { beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { HOUR_MS } from "../../../src/lib/duration.ts";
import { newBrowser, newPerson, ofPeople, type TestBrowser } from "../../support/console.ts";
import { startService, type TestService } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const PASSWORD = "correct horse battery";
/** The longest that one attempt on an account waits, and some more for a busy machine. */
const LONGEST_MS = 5_000 + 4_000;
const service = useService({ hasIdleQueues: true });
const store = useStore(service);
const forget = () => ofPeople(service.ctx).db.execute("delete from sign_in_attempts");
beforeEach(async () => {
  await forget();
});

/** Tries a password, and returns the status of the response and how long it took. */
async function attempt(browser: TestBrowser, email: string, password: string, from?: string) {
  const began = performance.now();
  const headers: Record<string, string> = from ? { "X-Forwarded-For": from } : {};
  const response = await browser.post("/sign-in", { email, password }, headers);
  return { status: response.status, ms: performance.now() - began, response };
}

const asIfFailed = (count: number) =>
  ofPeople(service.ctx).db.execute(sql`update sign_in_attempts set count = ${count}`);

/** Lets guesses end that have nothing more to show: none waits for the earlier ones. */
async function end(guesses: Promise<unknown>[]): Promise<void> {
  for (const guess of guesses) {
    await forget();
    await guess;
  }
}

async function rows(): Promise<number> {
  const found = await ofPeople(service.ctx).db.execute("select from sign_in_attempts");
  return found.rows.length;
}

async function behindProxy(work: (proxied: TestService) => Promise<void>) {
  const proxied = await startService({ databaseUrl: service.ctx.config.databaseUrl, trustProxy: true });
  await work(proxied).finally(() => proxied.stop());
}

describe("after many wrong passwords", () => {
  test("the right one still signs in, in a new browser after a bounded time", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    for (let i = 0; i < 11; i++) {
      expect((await attempt(newBrowser(service), email, "wrong password")).status).toBe(401);
    }
    const right = await attempt(newBrowser(service), email, PASSWORD);
    expect(right.status).toBe(303);
    expect(right.ms).toBeLessThan(LONGEST_MS);
  });

  test("each further one takes longer, whether there is such an account or not", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    for (const address of [email, "unknown-account@example.test"]) {
      await attempt(newBrowser(service), address, "wrong password");
      const times: number[] = [];
      for (const failures of [1, 8, 40]) {
        await asIfFailed(failures);
        times.push((await attempt(newBrowser(service), address, "wrong password")).ms);
      }
      const [fast = 0, slower = 0, slowest = 0] = times;
      expect(slower - fast).toBeGreaterThan(1_000);
      expect(slowest - slower).toBeGreaterThan(1_000);
      expect(slowest).toBeLessThan(LONGEST_MS);
      await forget();
    }
  });

  test("a browser that the person has signed in with doesn't wait for the guesses of others", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    const known = newBrowser(service, store);
    expect((await attempt(known, email, PASSWORD)).status).toBe(303);
    await known.post("/sign-out", {});
    await attempt(newBrowser(service), email, "wrong password");
    await asIfFailed(1_000);
    const guesses = [1, 2, 3].map(() => attempt(newBrowser(service), email, "wrong password"));
    const right = await attempt(known, email, PASSWORD);
    expect(right.status).toBe(303);
    expect(right.ms).toBeLessThan(3_000);
    await end(guesses);
  });

  test("a browser that another account of the address has signed in with has no turns of its own for this one", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    const known = newBrowser(service, store);
    await attempt(known, email, PASSWORD);
    const stolen = newBrowser(service, store);
    const other = await newPerson(service, store, "owner", { password: PASSWORD });
    await attempt(stolen, other.email, PASSWORD);
    stolen.cookies.delete("aftersale_session");
    await attempt(newBrowser(service), email, "wrong password");
    await asIfFailed(1_000);
    const guess = await attempt(stolen, email, "another wrong one");
    expect(guess.status).toBe(401);
    expect(guess.ms).toBeGreaterThan(4_000);
  });

  test("a cookie that the service hasn't made is an unknown browser", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    for (const value of ["", "v1.AAAA", "v1.%00", "{}", "x".repeat(3_000)]) {
      const browser = newBrowser(service);
      browser.cookies.set("aftersale_device", value);
      expect((await attempt(browser, email, PASSWORD)).status).toBe(303);
    }
  });

  test("a quarter of an hour without one forgets them", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    await attempt(newBrowser(service), email, "wrong password");
    await asIfFailed(1_000);
    service.setClock(new Date(Date.now() + HOUR_MS / 4 + 1_000));
    const right = await attempt(newBrowser(service), email, PASSWORD);
    service.setClock(undefined);
    expect([right.status, right.ms < 3_000]).toEqual([303, true]);
  });

  test("changing a password isn't slowed by guesses of others", async () => {
    const person = await newPerson(service, store, "owner", { password: PASSWORD });
    await attempt(newBrowser(service), person.email, "wrong password");
    await asIfFailed(1_000);
    const began = performance.now();
    const fields = { _act: "password", current: PASSWORD, password: "a better password" };
    expect((await person.post("/account", fields)).status).toBe(303);
    expect(performance.now() - began).toBeLessThan(4_000);
  });
});

describe("guesses from many networks", () => {
  test("at one account wait for each other, and a person elsewhere gets a turn among them", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    await behindProxy(async (proxied) => {
      await attempt(newBrowser(proxied), email, "wrong password", "203.0.113.1");
      await asIfFailed(8);
      const began = performance.now();
      // Ten guesses each of two networks: the person waits for a few of them, not for twenty.
      const guesses = Array.from({ length: 20 }, (_, i) =>
        attempt(newBrowser(proxied), email, "wrong password", `203.0.113.${(i % 2) + 1}`),
      );
      const right = await attempt(newBrowser(proxied), email, PASSWORD, "198.51.100.1");
      expect(right.status).toBe(303);
      expect(right.ms).toBeLessThan(30_000);
      const { rows: counted } = await ofPeople(service.ctx).db.execute<{ count: number }>(
        "select max(count) as count from sign_in_attempts",
      );
      const evaluated = Number(counted[0]?.count) - 8;
      expect(evaluated).toBeLessThan((performance.now() - began) / 1_000 + 2);
      await end(guesses);
    });
  }, 120_000);

  test("sixty from one network don't keep its people out", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    await behindProxy(async (proxied) => {
      await attempt(newBrowser(proxied), "guess@example.test", "wrong password", "203.0.113.9");
      await asIfFailed(60);
      const right = await attempt(newBrowser(proxied), email, PASSWORD, "203.0.113.9");
      expect([right.status, right.ms < LONGEST_MS]).toEqual([303, true]);
    });
  });
});

describe("a storm of sign-ins", () => {
  test("leaves rows only of the passwords that were compared, and these are removed later", async () => {
    await behindProxy(async (proxied) => {
      const began = performance.now();
      const statuses = new Map<number, number>();
      const storm = Array.from({ length: 3_000 }, async (_, i) => {
        const from = `2001:db8:${(i % 500).toString(16)}::1`;
        const { status } = await attempt(
          newBrowser(proxied),
          `nobody-${i}@example.test`,
          "wrong password",
          from,
        );
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      });
      const api: number[] = [];
      for (let i = 0; i < 20; i++) {
        const asked = performance.now();
        expect((await proxied.fetch("/healthz")).status).toBe(200);
        api.push(performance.now() - asked);
        await Bun.sleep(100);
      }
      await Promise.all(storm);
      const compared = statuses.get(401) ?? 0;
      expect(await rows()).toBeLessThanOrEqual(2 * compared);
      // A hash of one password takes a tenth of a second at least.
      expect(compared).toBeLessThan((performance.now() - began) / 50);
      expect([...statuses.keys()].toSorted().filter((status) => ![401, 429, 503].includes(status))).toEqual(
        [],
      );
      expect(api.toSorted((a, b) => a - b)[15]).toBeLessThan(500);
    });
    service.setClock(new Date(Date.now() + HOUR_MS));
    for (let i = 0; (await rows()) > 2 && i < 20; i++) {
      await attempt(newBrowser(service), "later@example.test", "wrong password");
    }
    service.setClock(undefined);
    expect(await rows()).toBeLessThanOrEqual(2);
  }, 180_000);

  test("doesn't keep people of other networks out, nor those whose browsers are known", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    await behindProxy(async (proxied) => {
      const known = newBrowser(proxied, store);
      await attempt(known, email, PASSWORD, "198.51.100.7");
      await known.post("/sign-out", {});
      const storm = Array.from({ length: 300 }, (_, i) =>
        attempt(newBrowser(proxied), `nobody-${i}@example.test`, "wrong password", `203.0.113.${i % 10}`),
      );
      const [ofKnown, ofNew] = await Promise.all([
        attempt(known, email, PASSWORD, "203.0.113.1"),
        attempt(newBrowser(proxied), email, PASSWORD, "198.51.100.8"),
      ]);
      expect([ofKnown.status, ofNew.status]).toEqual([303, 303]);
      await Promise.all(storm);
    });
  }, 180_000);
});

describe("an address without an account", () => {
  test("gets the same response, as late as one with an account", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    const unknown = "unknown-here@example.test";
    const fastest = new Map<string, number>();
    const pages = new Map<string, string>();
    const ratio = () => (fastest.get(unknown) ?? 0) / (fastest.get(email) ?? 1);
    // More tries than five only where the machine is busy: the fastest of each is compared.
    for (let i = 0; i < 5 || (i < 40 && (ratio() < 0.7 || ratio() > 1.4)); i++) {
      for (const address of [email, unknown]) {
        await forget();
        const { status, ms, response } = await attempt(newBrowser(service), address, "wrong password");
        fastest.set(address, Math.min(ms, fastest.get(address) ?? ms));
        pages.set(address, `${status} ${(await response.text()).replaceAll(address, "")}`);
      }
    }
    expect(pages.get(email)).toBe(pages.get(unknown) ?? "");
    expect(ratio()).toBeGreaterThan(0.7);
    expect(ratio()).toBeLessThan(1.4);
  });
});
