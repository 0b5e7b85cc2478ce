import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { newBrowser, newPerson, ofPeople, type TestBrowser } from "../../support/console.ts";
import { useService, useStore } from "../../support/use-service.ts";

const PEOPLE = ":store/settings/people";
const service = useService();
const store = useStore(service);

test("an invitation's link is shown once, withdrawing it ends it, and a member can't be invited", async () => {
  const owner = await newPerson(service, store, "owner", { name: "Ada <i>" });
  const fields = { _act: "invite", email: "invited@example.test", role: "support" };
  const made = await owner.post(PEOPLE, fields);
  const [, link = ""] = /\/console(\/invitation\?token=\w+)</.exec(await made.text()) ?? [];
  expect(await (await newBrowser(service).get(link)).text()).toContain("<bdi>Ada &lt;i&gt;</bdi> invites");
  const list = await (await owner.get(PEOPLE)).text();
  expect(list).toContain("invited@example.test");
  expect(list).not.toContain(link);
  const [, invitation = ""] = /name="invitation" value="(inv_\w+)"/.exec(list) ?? [];
  expect((await owner.post(PEOPLE, { _act: "withdraw", invitation })).status).toBe(303);
  expect((await newBrowser(service).get(link)).status).toBe(404);
  const member = await owner.post(PEOPLE, { ...fields, email: owner.email });
  expect([member.status, (await member.text()).includes("is in this store already")]).toEqual([409, true]);
  const wrong = await owner.post(PEOPLE, { ...fields, email: "robin" });
  expect([wrong.status, (await wrong.text()).includes('id="field-email-fault"')]).toEqual([400, true]);
});

test("of two invitations of an address at once one is left", async () => {
  const owner = await newPerson(service, store, "owner");
  const email = "twice@example.test";
  await Promise.all([1, 2, 3, 4].map(() => owner.post(PEOPLE, { _act: "invite", email, role: "support" })));
  const { rows } = await ofPeople(service.ctx).db.execute(
    sql`select from invitations where email = ${email}`,
  );
  expect(rows).toHaveLength(1);
});

test("inviting an address again replaces the invitation before, and that of no other address or store", async () => {
  const owner = await newPerson(service, store, "owner");
  const foreign = await newPerson(service, await service.newStore(), "owner");
  const linkFor = async (inviter: TestBrowser, email: string, role: string) => {
    const page = await (await inviter.post(PEOPLE, { _act: "invite", email, role })).text();
    return /\/console(\/invitation\?token=\w+)</.exec(page)?.[1] ?? "";
  };
  const links = [
    await linkFor(owner, "again@example.test", "owner"),
    await linkFor(foreign, "again@example.test", "support"),
    await linkFor(owner, "other@example.test", "support"),
    await linkFor(owner, "AGAIN@example.test", "support"),
  ];
  const opened = links.map(async (link) => (await newBrowser(service).get(link)).status);
  expect(await Promise.all(opened)).toEqual([404, 200, 200, 200]);
});

test("a role changes what a person may do with the next request", async () => {
  const owner = await newPerson(service, store, "owner");
  const person = await newPerson(service, store, "support");
  expect((await person.get(":store/developer/clients")).status).toBe(403);
  await owner.post(`${PEOPLE}/${person.personId}`, { _act: "role", role: "developer" });
  expect((await person.get(":store/developer/clients")).status).toBe(200);
  const unknown = await owner.post(`${PEOPLE}/${person.personId}`, { _act: "role", role: "king" });
  expect(unknown.status).toBe(400);
});

test("ending a person's sessions signs them out; removing them ends their access", async () => {
  const owner = await newPerson(service, store, "owner");
  const person = await newPerson(service, store, "support");
  await owner.post(`${PEOPLE}/${person.personId}`, { _act: "end" });
  expect((await person.get(":store")).status).toBe(303);
  const other = await newPerson(service, store, "support");
  expect((await owner.post(`${PEOPLE}/${other.personId}`, { _act: "remove" })).status).toBe(303);
  expect((await other.get(":store")).status).toBe(404);
  expect((await owner.get(`${PEOPLE}/${other.personId}`)).status).toBe(404);
});

test("a store keeps an owner, also when two remove each other at once", async () => {
  const lonely = await service.newStore();
  const [one, two] = [await newPerson(service, lonely, "owner"), await newPerson(service, lonely, "owner")];
  const statuses = await Promise.all([
    one.post(`${PEOPLE}/${two.personId}`, { _act: "remove" }),
    two.post(`${PEOPLE}/${one.personId}`, { _act: "role", role: "support" }),
  ]);
  expect(statuses.filter(({ status }) => status === 303)).toHaveLength(1);
});

test("people of another store look like unknown ones", async () => {
  const owner = await newPerson(service, store, "owner");
  const foreign = await newPerson(service, await service.newStore(), "owner");
  for (const _act of ["role", "end", "remove"]) {
    const asked = [foreign.personId, "per_unknown"].map(async (id) => {
      const response = await owner.post(`${PEOPLE}/${id}`, { _act, role: "owner" });
      return `${response.status} ${(await response.text()).replaceAll(id, "")}`;
    });
    const [known, unknown] = await Promise.all(asked);
    expect(known).toBe(unknown ?? "");
    expect(known).toStartWith("404");
  }
  expect((await foreign.get(":store")).status).toBe(200);
});
