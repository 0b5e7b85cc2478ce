import { describe, expect, test } from "bun:test";
import { HOUR_MS } from "../../../src/lib/duration.ts";
import { newBrowser, newPerson, type TestBrowser } from "../../support/console.ts";
import { createPeopleSteps, newAddress, PEOPLE, pathOf, reaches } from "../../support/people-steps.ts";
import { useService, useStore } from "../../support/use-service.ts";

const PASSWORD = "correct horse battery";
const ANOTHER = "quite another password";
const service = useService();
const store = useStore(service);
const { invited, storeWithOwner, accept, signedIn, accountsOf } = createPeopleSteps(service);

describe("an owner", () => {
  test("sees of a person's sessions those that were used in the store, and no more of them", async () => {
    const { other, owner } = await storeWithOwner();
    const email = newAddress();
    const home = await newPerson(service, store, "owner");
    const person = await accept(await invited(home, email), store, PASSWORD);
    await person.post(await invited(owner, email), {});
    const [account] = await accountsOf(email);
    const pageAt = async (who: TestBrowser) => (await who.get(`${PEOPLE}/${account?.id}`)).text();
    const elsewhere = newBrowser(service, store);
    await elsewhere.post("/sign-in", { email, password: PASSWORD }, { "User-Agent": "Elsewhere/1" });
    await elsewhere.get(":store");
    expect(await pageAt(owner)).toContain("No open session of this person was used in this store.");
    expect(await pageAt(home)).toContain("Elsewhere/1");
    service.setClock(new Date(Date.now() + HOUR_MS));
    await elsewhere.get(`/stores/${other.id}`);
    const seen = await pageAt(owner);
    service.setClock(undefined);
    expect(seen.match(/Elsewhere\/1/g)).toHaveLength(1);
    expect(seen).not.toContain("1 hour ago");
  });

  test("ends what they do in the store, where they sign in again, and nothing elsewhere", async () => {
    const { other, owner } = await storeWithOwner();
    const email = newAddress();
    const person = await accept(
      await invited(await newPerson(service, store, "owner"), email),
      store,
      PASSWORD,
    );
    await person.post(await invited(owner, email), {});
    const [account] = await accountsOf(email);
    const unused = await signedIn(email, PASSWORD, other);
    await owner.post(`${PEOPLE}/${account?.id}`, { _act: "end" });
    expect([await reaches(person, store), await reaches(person, other)]).toEqual([true, false]);
    expect(await reaches(unused, other)).toBe(false);
    expect((await person.get(`/stores/${other.id}/live`)).status).toBe(401);
    const asked = await person.get(`/stores/${other.id}`);
    const signIn = pathOf(asked.headers.get("Location") ?? "");
    expect((await person.get(signIn)).status).toBe(200);
    await Bun.sleep(2);
    const back = await person.post(signIn, { email, password: PASSWORD });
    expect(back.headers.get("Location")).toBe(`/console/stores/${other.id}`);
    expect(await reaches(person, other)).toBe(true);
  });

  test("the invitations of an owner who is taken out or demoted end", async () => {
    const acts: Record<string, string>[] = [{ _act: "remove" }, { _act: "role", role: "developer" }];
    for (const act of acts) {
      const { other, owner } = await storeWithOwner();
      const leaver = await newPerson(service, other, "owner");
      const [ofLeaver, ofOwner] = [
        await invited(leaver, newAddress()),
        await invited(owner, newAddress()),
      ] as const;
      expect((await newBrowser(service).get(ofLeaver)).status).toBe(200);
      expect((await owner.post(`${PEOPLE}/${leaver.personId}`, act)).status).toBe(303);
      const accepted = await newBrowser(service).post(ofLeaver, { name: "Late", password: PASSWORD });
      expect([accepted.status, (await newBrowser(service).get(ofOwner)).status]).toEqual([404, 200]);
    }
  });

  test("who is taken out while they invite leaves no link behind", async () => {
    for (let i = 0; i < 5; i++) {
      const { other, owner } = await storeWithOwner();
      const leaver = await newPerson(service, other, "owner");
      const [link] = await Promise.all([
        invited(leaver, newAddress()),
        owner.post(`${PEOPLE}/${leaver.personId}`, { _act: "remove" }),
      ]);
      if (link !== "") expect((await newBrowser(service).get(link)).status).toBe(404);
    }
  });

  test("has no form that makes a link to sign in as a person", async () => {
    const owner = await newPerson(service, store, "owner");
    const person = await newPerson(service, store, "support");
    const before = await owner.get(`${PEOPLE}/${person.personId}`);
    expect(await before.text()).not.toContain("/console/enter");
    for (const _act of ["link", "reset", "sign-in-link", "password"]) {
      expect((await owner.post(`${PEOPLE}/${person.personId}`, { _act, password: ANOTHER })).status).toBe(
        404,
      );
    }
  });
});
