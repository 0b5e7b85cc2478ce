import { describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { addressLock } from "../../../src/features/people/create-person.ts";
import { invite } from "../../../src/features/people/invite.ts";
import { newBrowser, newPerson, ofPeople, type TestBrowser } from "../../support/console.ts";
import { inHeldTransaction, untilLockWaits } from "../../support/lock-waits.ts";
import { createPeopleSteps, newAddress, pathOf, reaches } from "../../support/people-steps.ts";
import { useService, useStore } from "../../support/use-service.ts";

/** The rows of the table in docs/decisions/accounts.md. */
const PASSWORD = "correct horse battery";
const ANOTHER = "quite another password";
const PEOPLE = ":store/settings/people";
const service = useService();
const store = useStore(service);

const { invited, storeWithOwner, accept, signedIn, operatorLink, accountsOf } = createPeopleSteps(service);

/** Invites an address to the store and accepts with the password; returns who did. */
async function joined(email: string): Promise<TestBrowser> {
  return accept(await invited(await newPerson(service, store, "owner"), email), store, PASSWORD);
}

test("an address is invited once, in whichever spelling: an earlier link for it stops working", async () => {
  const owner = await newPerson(service, store, "owner");
  const local = newAddress().split("@")[0] ?? "";
  const spellings = [
    ...["münchen.test", "MÜNCHEN.TEST", "mu\u0308nchen.test", "xn--mnchen-3ya.test"].map(
      (host) => `${local}@${host}`,
    ),
    `${local.toUpperCase()}@xn--mnchen-3ya.test`,
  ];
  const links: string[] = [];
  for (const email of spellings) links.push(await invited(owner, email));
  const other = await invited(owner, `${local}@munchen.test`);
  const opened = await Promise.all([...links, other].map((link) => newBrowser(service, store).get(link)));
  expect(opened.map(({ status }) => status)).toEqual([404, 404, 404, 404, 200, 200]);
  await accept(links.at(-1) ?? "", store, PASSWORD);
  for (const email of spellings) {
    const again = owner.post(PEOPLE, { _act: "invite", email, role: "support" });
    expect(await (await again).text()).toContain("is in this store already");
  }
});

describe("an attacker invites a person's address to a store of their own, and opens the link", () => {
  test("then the person, invited elsewhere, gets an account that the attacker has no part in", async () => {
    const email = newAddress();
    const { other, owner } = await storeWithOwner();
    const attacker = await joined(email);
    const person = await accept(await invited(owner, email), other, ANOTHER);
    expect(await reaches(person, other)).toBe(true);
    expect(await reaches(person, store)).toBe(false);
    expect(await reaches(attacker, other)).toBe(false);
    expect(await reaches(await signedIn(email, PASSWORD, store), other)).toBe(false);
    expect(await reaches(await signedIn(email, ANOTHER, other), other)).toBe(true);
  });

  test("then the address alone opens no invitation: a session of it has no part in another store without that link", async () => {
    const email = newAddress();
    const { other, owner } = await storeWithOwner();
    const attacker = await joined(email);
    await invited(owner, email);
    expect(await reaches(attacker, other)).toBe(false);
    expect(await (await attacker.get("/")).text()).not.toContain(other.id);
  });

  test("then the operator's link, once the person uses it, leaves nothing that the attacker has set up", async () => {
    const email = newAddress();
    const attacker = await joined(email);
    const link = await operatorLink(email);
    expect(await reaches(attacker, store)).toBe(true);
    const person = newBrowser(service, store);
    expect((await person.post(link, {})).status).toBe(303);
    expect(await reaches(attacker, store)).toBe(false);
    expect(await reaches(await signedIn(email, PASSWORD, store), store)).toBe(false);
    expect(await accountsOf(email)).toMatchObject([{ isProved: true }]);
  });

  test("then guesses of the person's password by invitations get what a new person gets", async () => {
    const email = newAddress();
    const { other, owner } = await storeWithOwner();
    await accept(await invited(owner, email), other, ANOTHER);
    const attacker = await joined(email);
    expect(await reaches(attacker, store)).toBe(true);
    expect(await reaches(attacker, other)).toBe(false);
    expect(await accountsOf(email)).toHaveLength(2);
  });

  test("then the person who was told its password adds another store, and the attacker's sessions end", async () => {
    const email = newAddress();
    const { other, owner } = await storeWithOwner();
    const attacker = await joined(email);
    const person = await signedIn(email, PASSWORD, store);
    const link = await invited(owner, email);
    expect(await (await person.get(link)).text()).toContain("set one of your own first");
    expect((await person.post(link, {})).status).toBe(303);
    expect([await reaches(person, other), await reaches(attacker, other)]).toEqual([true, false]);
    expect((await attacker.get("/account")).status).toBe(303);
  });
});

describe("an honest person who is invited to two stores", () => {
  test("opens the second link signed in, and has both stores in one account", async () => {
    const email = newAddress();
    const { other, owner } = await storeWithOwner();
    const person = await joined(email);
    expect((await person.post(await invited(owner, email), {})).status).toBe(303);
    expect([await reaches(person, store), await reaches(person, other)]).toEqual([true, true]);
    expect(await accountsOf(email)).toHaveLength(1);
  });

  test("opens it signed out and types the password of the first, and has both stores in one account", async () => {
    const email = newAddress();
    const { other, owner } = await storeWithOwner();
    await joined(email);
    const person = await accept(await invited(owner, email), other, PASSWORD);
    expect([await reaches(person, store), await reaches(person, other)]).toEqual([true, true]);
    expect(await accountsOf(email)).toHaveLength(1);
  });

  test("chooses two passwords, and each signs in to its own store", async () => {
    const email = newAddress();
    const { other, owner } = await storeWithOwner();
    await joined(email);
    await accept(await invited(owner, email), other, ANOTHER);
    const [first, second] = [
      await signedIn(email, PASSWORD, store),
      await signedIn(email, ANOTHER, other),
    ] as const;
    expect([await reaches(first, store), await reaches(first, other)]).toEqual([true, false]);
    expect([await reaches(second, store), await reaches(second, other)]).toEqual([false, true]);
  });
});

describe("whether an address has an account isn't told", () => {
  const pageOf = async (response: Response, email: string, link: string) =>
    `${response.status} ${(await response.text()).replaceAll(email, "").replaceAll(/token(?:=|%3D)\w+/g, link)}`;

  test("by an invitation: page and response are the same", async () => {
    const owner = await newPerson(service, store, "owner");
    const known = (await newPerson(service, await service.newStore(), "owner", { password: PASSWORD })).email;
    const asked: string[][] = [];
    for (const email of [known, newAddress()]) {
      const link = await invited(owner, email);
      const page = await pageOf(await newBrowser(service).get(link), email, "");
      const short = await newBrowser(service).post(link, { name: "N", password: "short" });
      const accepted = await newBrowser(service).post(link, { name: "N", password: ANOTHER });
      asked.push([
        page,
        await pageOf(short, email, ""),
        `${accepted.status} ${accepted.headers.get("Location")}`,
      ]);
    }
    expect(asked[0]).toEqual(asked[1] ?? []);
  });

  test("by an owner's form: inviting an address that has an account elsewhere is like inviting a new one", async () => {
    const owner = await newPerson(service, store, "owner");
    const known = (await newPerson(service, await service.newStore(), "owner")).email;
    const made = [known, newAddress()].map(async (email) => {
      const response = await owner.post(PEOPLE, { _act: "invite", email, role: "support" });
      return pageOf(response, email, "");
    });
    const [first, second] = await Promise.all(made);
    expect(first).toBe(second ?? "");
  });
});

describe("the operator's link", () => {
  test("proves the address once, and lets set a password without the old one, which ends sessions and links", async () => {
    const { email } = await newPerson(service, store, "owner", { password: PASSWORD });
    await newBrowser(service).post(await operatorLink(email), {});
    const person = newBrowser(service, store);
    await person.post(await operatorLink(email), {});
    await person.post("/account", { _act: "password", password: PASSWORD });
    const other = await signedIn(email, PASSWORD, store);
    const reset = newBrowser(service, store);
    await reset.post(await operatorLink(email), {});
    const unused = await operatorLink(email);
    expect((await reset.post("/account", { _act: "password", password: ANOTHER })).status).toBe(303);
    expect([await reaches(reset, store), await reaches(other, store)]).toEqual([true, false]);
    expect((await newBrowser(service).post(unused, {})).status).toBe(404);
    expect(await reaches(await signedIn(email, ANOTHER, store), store)).toBe(true);
    expect(await reaches(await signedIn(email, PASSWORD, store), store)).toBe(false);
    const again = await reset.post("/account", { _act: "password", password: PASSWORD });
    expect([again.status, (await again.text()).includes("This is not the current password.")]).toEqual([
      400,
      true,
    ]);
  });

  test("is used up by a password that is set at the same time", async () => {
    const ctx = ofPeople(service.ctx);
    const person = await newPerson(service, store, "owner");
    const link = await operatorLink(person.email);
    const { both } = await inHeldTransaction(ctx.db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${addressLock(person.email)}, 0))`);
      const set = person.post("/account", { _act: "password", password: PASSWORD });
      await untilLockWaits({ ctx });
      const used = newBrowser(service).post(link, {});
      await untilLockWaits({ ctx }, 2);
      return { both: [set, used] };
    });
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([303, 404]);
  });

  test("is ended by a password that is set while it is made", async () => {
    const ctx = ofPeople(service.ctx);
    const person = await newPerson(service, store, "owner");
    const { set } = await inHeldTransaction(ctx.db, async (tx) => {
      await tx.execute(sql`
        insert into sign_in_links (person_id, token_hash, created_at) values (${person.personId}, 'made', now())`);
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${addressLock(person.email)}, 0))`);
      const set = person.post("/account", { _act: "password", password: PASSWORD });
      await untilLockWaits({ ctx });
      return { set };
    });
    expect((await set).status).toBe(303);
    const { rows } = await ctx.db.execute(sql`
      select from sign_in_links where person_id = ${person.personId}`);
    expect(rows).toEqual([]);
  });

  test("and what ends sessions else leaves no password that one of them sets afterwards", async () => {
    const ctx = ofPeople(service.ctx);
    const person = await newPerson(service, store, "owner");
    const { set } = await inHeldTransaction(ctx.db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${addressLock(person.email)}, 0))`);
      const set = person.post("/account", { _act: "password", password: PASSWORD });
      await untilLockWaits({ ctx });
      await tx.execute(sql`delete from sessions where person_id = ${person.personId}`);
      return { set };
    });
    expect((await set).status).toBe(401);
    const { rows } = await ctx.db.execute(sql`
      select password_hash as password from people where id = ${person.personId}`);
    expect(rows).toEqual([{ password: null }]);
  });

  test("goes to the proved account of an address, and must say which of several that aren't", async () => {
    const email = newAddress();
    const { other, owner } = await storeWithOwner();
    await joined(email);
    await accept(await invited(owner, email), other, ANOTHER);
    const [first, second] = await accountsOf(email);
    await expect(operatorLink(email)).rejects.toThrow(second?.id ?? "none");
    await newBrowser(service).post(await operatorLink(email, second?.id), {});
    const person = newBrowser(service, other);
    await person.post(await operatorLink(email), {});
    expect([await reaches(person, other), await reaches(person, store)]).toEqual([true, false]);
    await newBrowser(service).post(await operatorLink(email, first?.id), {});
    expect(await accountsOf(email)).toMatchObject([{ isProved: false }, { isProved: true }]);
    // It wasn't proved, so its password is still there.
    expect(await reaches(await signedIn(email, PASSWORD, store), store)).toBe(true);
  });

  test("that invites proves the address of the account that it creates", async () => {
    const email = newAddress();
    const { url } = await invite(ofPeople(service.ctx), store.id, {
      ...{ email, role: "owner", invitedBy: "The operator", provesAddress: true },
    });
    await accept(pathOf(url), store, PASSWORD);
    expect(await accountsOf(email)).toMatchObject([{ isProved: true }]);
    const page = await (await (await newPerson(service, store, "owner")).get(PEOPLE)).text();
    expect(page).not.toContain(`${email}</bdi> · address not proved`);
    expect(page).toContain(" · address not proved");
  });
});
