import { expect } from "bun:test";
import { sql } from "drizzle-orm";
import { createSignInLink } from "../../src/features/people/sign-in-link.ts";
import { newBrowser, newPerson, ofPeople, type TestBrowser } from "./console.ts";
import type { TestService, TestStore } from "./service.ts";

/** The page of a store's people. */
export const PEOPLE = ":store/settings/people";

let addresses = 0;

/** Returns an e-mail address that no one was invited by. */
export function newAddress(): string {
  return `invited${++addresses}@example.test`;
}

/** Returns the path of a link to the console, below /console. */
export function pathOf(url: string): string {
  return url.slice(url.indexOf("/console") + "/console".length);
}

/** Whether a browser's session opens a store. */
export async function reaches(browser: TestBrowser, at: Pick<TestStore, "id">): Promise<boolean> {
  return (await browser.get(`/stores/${at.id}`)).status === 200;
}

/** Returns what people do to get into stores. */
export function createPeopleSteps(service: TestService) {
  return {
    /** An owner invites an address, and has the link. */
    async invited(owner: TestBrowser, email: string): Promise<string> {
      const page = await (await owner.post(PEOPLE, { _act: "invite", email, role: "support" })).text();
      return /\/console(\/invitation\?token=\w+)</.exec(page)?.[1] ?? "";
    },
    /** Returns a store with an owner. */
    async storeWithOwner() {
      const other = await service.newStore();
      return { other, owner: await newPerson(service, other, "owner") };
    },
    /** A visitor without a session opens an invitation's link, and types a name and a password. */
    async accept(link: string, at: Pick<TestStore, "id">, password: string): Promise<TestBrowser> {
      const browser = newBrowser(service, at);
      expect((await browser.post(link, { name: "Who opened it", password })).status).toBe(303);
      return browser;
    },
    async signedIn(email: string, password: string, at: Pick<TestStore, "id">): Promise<TestBrowser> {
      const browser = newBrowser(service, at);
      await browser.post("/sign-in", { email, password });
      return browser;
    },
    /** Returns the path of a sign-in link that the operator makes. */
    async operatorLink(email: string, personId?: string): Promise<string> {
      return pathOf((await createSignInLink(ofPeople(service.ctx), email, personId)).url);
    },
    /** Returns the accounts of an address, oldest first. */
    async accountsOf(email: string): Promise<{ id: string; isProved: boolean }[]> {
      const { rows } = await ofPeople(service.ctx).db.execute<{ id: string; isProved: boolean }>(sql`
        select id, email_proved_at is not null as "isProved" from people where email_key = ${email}
        order by created_at`);
      return rows;
    },
  };
}
