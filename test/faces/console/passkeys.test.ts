import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { HOUR_MS } from "../../../src/lib/duration.ts";
import { createAuthenticator, type Deviation } from "../../support/authenticator.ts";
import { newBrowser, newPerson, ofPeople, type TestBrowser } from "../../support/console.ts";
import { inHeldTransaction, untilLockWaits } from "../../support/lock-waits.ts";
import { createPeopleSteps, reaches } from "../../support/people-steps.ts";
import { startService } from "../../support/service.ts";
import { useService, useStore } from "../../support/use-service.ts";

const PASSWORD = "correct horse battery";
const service = useService({ hasIdleQueues: true });
const store = useStore(service);
const { operatorLink } = createPeopleSteps(service);

type Given = { options: { challenge: string; user?: { id: string }; rpId?: string }; state: string };
type Authenticator = ReturnType<typeof createAuthenticator>;

async function optionsFor(browser: TestBrowser, use: "register" | "sign-in"): Promise<Given> {
  const response = await browser.post("/passkey-options", { use });
  expect(response.status).toBe(200);
  return response.json();
}

/** Adds a passkey to the person's account, and returns the response. */
async function add(
  browser: TestBrowser,
  authenticator: Authenticator,
  deviation: Deviation = {},
  name = "My phone",
) {
  const { options, state } = await optionsFor(browser, "register");
  const credential = authenticator.register(options, deviation);
  return browser.post("/account", { _act: "passkey", name, credential, state });
}

async function signIn(browser: TestBrowser, authenticator: Authenticator, deviation: Deviation = {}) {
  const { options, state } = await optionsFor(browser, "sign-in");
  return browser.post("/sign-in", {
    _act: "passkey",
    credential: authenticator.sign(options, deviation),
    state,
  });
}

/** A person who has signed in with a password, and the passkey that they have added. */
async function withPasskey() {
  const { email, personId } = await newPerson(service, store, "owner", { password: PASSWORD });
  const person = Object.assign(newBrowser(service, store), { email, personId });
  await person.post("/sign-in", { email, password: PASSWORD });
  const authenticator = createAuthenticator();
  expect((await add(person, authenticator)).status).toBe(303);
  return { person, authenticator };
}

const idOf = async (person: TestBrowser) =>
  /name="passkey" value="(psk_\w+)"/.exec(await (await person.get("/account")).text())?.[1] ?? "";

describe("a passkey", () => {
  test("signs in without an address or a password, and is listed with its last use", async () => {
    const { person, authenticator } = await withPasskey();
    expect(await (await person.get("/account")).text()).toContain("not used yet");
    const browser = newBrowser(service, store);
    expect((await signIn(browser, authenticator)).headers.get("Location")).toBe("/console");
    expect(await reaches(browser, store)).toBe(true);
    const page = await (await browser.get("/account")).text();
    expect(page).toContain("<bdi>My phone</bdi>");
    expect(page).not.toContain("not used yet");
  });

  const REFUSED: [string, Deviation][] = [
    ["made for another site", { origin: "https://evil.example" }],
    ["of another host", { host: "evil.example" }],
    ["without user verification", { isUserVerified: false }],
    ["signed with another key", { isForged: true }],
    ["of a credential that isn't known", { credentialId: "AAAA" }],
    ["of a credential that can't be stored", { credentialId: "\u0000" }],
    ["that names another person", { userHandle: "cGVyX290aGVy" }],
    ["that names no person", { userHandle: "" }],
    ["whose counter didn't grow", { counter: 1 }],
    ["whose counter went back", { counter: 0 }],
    ["of a registration", { type: "webauthn.create" }],
  ];

  test("is refused with one and the same response when something is wrong with it", async () => {
    const { authenticator } = await withPasskey();
    await signIn(newBrowser(service), authenticator);
    const pages = new Map<string, string>();
    for (const [what, deviation] of REFUSED) {
      const response = await signIn(newBrowser(service), authenticator, deviation);
      pages.set(what, `${response.status} ${await response.text()}`);
    }
    expect(new Set(pages.values()).size).toBe(1);
    expect([...pages.values()][0]).toStartWith("401 ");
    const right = await signIn(newBrowser(service), authenticator, { counter: 5 });
    expect(right.status).toBe(303);
  });

  test("of which the response is no JSON, or JSON of another shape, is refused", async () => {
    const { state } = await optionsFor(newBrowser(service), "sign-in");
    for (const credential of [
      "",
      "{",
      "null",
      "[]",
      "7",
      '{"id":7}',
      '{"id":"a"}',
      '{"id":"a","response":7}',
    ]) {
      const response = await newBrowser(service).post("/sign-in", { _act: "passkey", credential, state });
      expect(`${credential} ${response.status}`).toBe(`${credential} 401`);
    }
  });

  test("answers a challenge once, also when two responses arrive at once", async () => {
    const { authenticator } = await withPasskey();
    const { options, state } = await optionsFor(newBrowser(service), "sign-in");
    const responses = [1, 2, 3].map(() => authenticator.sign(options));
    const statuses = await Promise.all(
      responses.map(async (credential) => {
        const form = { _act: "passkey", credential, state };
        return (await newBrowser(service).post("/sign-in", form)).status;
      }),
    );
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    const again = { _act: "passkey", credential: authenticator.sign(options), state };
    expect((await newBrowser(service).post("/sign-in", again)).status).toBe(401);
  });

  test("answers a challenge within five minutes, of its own kind, that the service has made", async () => {
    const { person, authenticator } = await withPasskey();
    const { options, state } = await optionsFor(newBrowser(service), "sign-in");
    const post = async (given: string) => {
      const form = { _act: "passkey", credential: authenticator.sign(options), state: given };
      return (await newBrowser(service).post("/sign-in", form)).status;
    };
    const ofRegistration = (await optionsFor(person, "register")).state;
    expect([await post(""), await post("v1.AAAA"), await post(ofRegistration)]).toEqual([401, 401, 401]);
    expect(await post(newBrowser(service).cookies.get("aftersale_device") ?? "{}")).toBe(401);
    service.setClock(new Date(Date.now() + 301_000));
    const late = await post(state);
    service.setClock(undefined);
    expect(late).toBe(401);
    expect(await post(state)).toBe(303);
  });

  test("isn't slowed by wrong passwords of others", async () => {
    const { person, authenticator } = await withPasskey();
    await newBrowser(service).post("/sign-in", { email: person.email, password: "wrong password" });
    await ofPeople(service.ctx).db.execute("update sign_in_attempts set count = 1000");
    const guesses = [1, 2, 3].map(() =>
      newBrowser(service).post("/sign-in", { email: person.email, password: "wrong password" }),
    );
    let answered = 0;
    for (const guess of guesses) void guess.then(() => answered++);
    expect((await signIn(newBrowser(service), authenticator)).status).toBe(303);
    // Each is held for five seconds, one after the other.
    expect(answered).toBeLessThan(guesses.length);
    // The second and third guess then wait no longer.
    await ofPeople(service.ctx).db.execute("delete from sign_in_attempts");
    await Promise.all(guesses);
  });

  test("made for the address of PUBLIC_URL works there and nowhere else", async () => {
    const { databaseUrl } = service.ctx.config;
    const elsewhere = await startService({ databaseUrl, publicUrl: "https://returns.example" });
    const { personId } = await newPerson(service, store, "owner", { password: PASSWORD });
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    const browser = Object.assign(newBrowser(elsewhere, store), { personId });
    const headers = { Origin: "https://returns.example" };
    const post = async (path: string, fields: Record<string, string>) => {
      const _token =
        /name="_token" value="(\w+)"/.exec(await (await browser.get("/account")).text())?.[1] ?? "";
      return browser.post(path, { ...fields, _token }, headers);
    };
    await browser.post("/sign-in", { email, password: PASSWORD, _token: "" }, headers);
    const authenticator = createAuthenticator("https://returns.example");
    const { options, state }: Given = await (await post("/passkey-options", { use: "register" })).json();
    const form = { _act: "passkey", name: "Mine", credential: authenticator.register(options), state };
    expect((await post("/account", form)).status).toBe(303);
    const asked: Given = await (await post("/passkey-options", { use: "sign-in" })).json();
    expect(asked.options.rpId).toBe("returns.example");
    const here = await signIn(newBrowser(service), authenticator);
    const there = await post("/sign-in", {
      ...{ _act: "passkey", credential: authenticator.sign(asked.options), state: asked.state },
    });
    expect([here.status, there.status]).toEqual([401, 303]);
    // An address that the browser doesn't stay signed in at says so; the right one, and an unset one, don't.
    const says = async (asked: Promise<Response>) => (await (await asked).text()).includes("PUBLIC_URL");
    const visitor = newBrowser(elsewhere);
    const wrong = { email, password: "wrong", _token: "" };
    expect([
      await says(visitor.get("/sign-in", { Host: "10.0.0.5:3000" })),
      await says(visitor.post("/sign-in", wrong)),
      await says(visitor.get("/sign-in", { Host: "returns.example" })),
      await says(visitor.post("/sign-in", wrong, headers)),
      await says(newBrowser(service).get("/sign-in", { Host: "10.0.0.5:3000" })),
    ]).toEqual([true, true, false, false, false]);
    await elsewhere.stop();
  });
});

describe("registering a passkey", () => {
  test("is refused for another site or host, without user verification, and for a challenge of another person", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    const person = newBrowser(service, store);
    await person.post("/sign-in", { email, password: PASSWORD });
    const deviations: Deviation[] = [
      { origin: "https://evil.example" },
      { host: "evil.example" },
      { isUserVerified: false },
      { type: "webauthn.get" },
    ];
    for (const deviation of deviations) {
      expect((await add(person, createAuthenticator(), deviation)).status).toBe(400);
    }
    const other = await newPerson(service, store, "owner");
    const { options, state } = await optionsFor(other, "register");
    const credential = createAuthenticator().register(options);
    const stolen = await person.post("/account", { _act: "passkey", name: "Mine", credential, state });
    expect(stolen.status).toBe(400);
    for (const broken of ["", "{}", "null", '{"response":{}}']) {
      const form = { _act: "passkey", name: "Mine", credential: broken, state };
      expect((await other.post("/account", form)).status).toBe(400);
    }
    expect(await idOf(person)).toBe("");
  });

  test("needs a name, and uses its challenge up", async () => {
    const person = await newPerson(service, store, "owner");
    for (const name of ["", " ", "n".repeat(61)]) {
      const response = await add(person, createAuthenticator(), {}, name);
      expect([response.status, (await response.text()).includes('id="field-name-fault"')]).toEqual([
        400,
        true,
      ]);
    }
    const { options, state } = await optionsFor(person, "register");
    const post = async () => {
      const credential = createAuthenticator().register(options);
      return (await person.post("/account", { _act: "passkey", name: "Mine", credential, state })).status;
    };
    expect([await post(), await post()]).toEqual([303, 400]);
  });

  test("of the same credential twice is refused, and of more than twenty", async () => {
    const { person, authenticator } = await withPasskey();
    expect((await add(person, authenticator)).status).toBe(409);
    for (let i = 1; i < 20; i++) expect((await add(person, createAuthenticator())).status).toBe(303);
    expect((await add(person, createAuthenticator())).status).toBe(409);
  });

  test("needs a sign-in of the last quarter of an hour", async () => {
    const { person } = await withPasskey();
    service.setClock(new Date(Date.now() + HOUR_MS / 4 + 1_000));
    const page = await (await person.get("/account")).text();
    const refused = await person.post("/passkey-options", { use: "register" });
    service.setClock(undefined);
    expect([page.includes("sign in again"), page.includes('data-passkey="register"')]).toEqual([true, false]);
    expect(refused.status).toBe(403);
  });

  test("is refused when the session ends meanwhile, as by the first link of the address", async () => {
    const person = await newPerson(service, store, "owner");
    const { options, state } = await optionsFor(person, "register");
    const credential = createAuthenticator().register(options, {});
    const ctx = ofPeople(service.ctx);
    const { added } = await inHeldTransaction(ctx.db, async (tx) => {
      await tx.execute(sql`select from people where id = ${person.personId} for update`);
      const added = person.post("/account", { _act: "passkey", name: "My phone", credential, state });
      await untilLockWaits({ ctx });
      await tx.execute(sql`delete from sessions where person_id = ${person.personId}`);
      return { added };
    });
    expect((await added).status).toBe(401);
    const { rows } = await ctx.db.execute(sql`select from passkeys where person_id = ${person.personId}`);
    expect(rows).toEqual([]);
  });

  test("needs a session and its form, and a page of the service", async () => {
    const { person } = await withPasskey();
    expect((await newBrowser(service).post("/passkey-options", { use: "register" })).status).toBe(401);
    expect((await person.post("/passkey-options", { use: "register", _token: "x" })).status).toBe(403);
    const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
    for (const use of ["register", "sign-in"]) {
      expect((await person.post("/passkey-options", { use }, foreign)).status).toBe(403);
    }
  });
});

describe("removing a passkey", () => {
  test("ends the sessions that were begun by it, and no others", async () => {
    const { person, authenticator } = await withPasskey();
    const browser = newBrowser(service, store);
    await signIn(browser, authenticator);
    expect(await reaches(browser, store)).toBe(true);
    const removed = await person.post("/account", { _act: "remove-passkey", passkey: await idOf(person) });
    expect(removed.status).toBe(303);
    expect([await reaches(browser, store), await reaches(person, store)]).toEqual([false, true]);
    expect((await signIn(newBrowser(service), authenticator)).status).toBe(401);
  });

  test("of another person is like that of an unknown one", async () => {
    const { person, authenticator } = await withPasskey();
    const other = await newPerson(service, store, "owner");
    for (const passkey of [await idOf(person), "psk_unknown", ""]) {
      expect((await other.post("/account", { _act: "remove-passkey", passkey })).status).toBe(404);
    }
    expect((await signIn(newBrowser(service), authenticator)).status).toBe(303);
  });

  test("isn't done by a new password of a proved person, and is by the first link, which proves the address", async () => {
    const { person, authenticator } = await withPasskey();
    await newBrowser(service).post(await operatorLink(person.email), {});
    expect((await signIn(newBrowser(service), authenticator)).status).toBe(401);
    const proved = newBrowser(service, store);
    await proved.post(await operatorLink(person.email), {});
    const second = createAuthenticator();
    expect((await add(proved, second)).status).toBe(303);
    const byPasskey = newBrowser(service, store);
    await signIn(byPasskey, second);
    expect((await proved.post("/account", { _act: "password", password: PASSWORD })).status).toBe(303);
    expect(await reaches(byPasskey, store)).toBe(false);
    expect(await (await proved.get("/account")).text()).toContain("<bdi>My phone</bdi>");
    expect((await signIn(newBrowser(service), second)).status).toBe(303);
  });
});

test("asking for challenges writes no rows", async () => {
  const count = async () =>
    (await ofPeople(service.ctx).db.execute("select from passkey_challenges")).rows.length;
  const before = await count();
  for (let i = 0; i < 20; i++) await optionsFor(newBrowser(service), "sign-in");
  expect(await count()).toBe(before);
});
