import { beforeAll, describe, expect, test } from "bun:test";
import { unavailableResponse } from "../../../src/boot/unavailable.ts";
import { endSessions } from "../../../src/features/people/sessions.ts";
import { lacksChromium } from "../../support/chromium.ts";
import { newPerson, ofPeople, type TestBrowser } from "../../support/console.ts";
import { useConsole } from "../../support/console-browser.ts";
import { newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

const isSkipped = lacksChromium(import.meta.path, "pages without a service are");

describe.skipIf(isSkipped)("a page in a browser, while the service or its database is away", () => {
  const service = useService();
  const used = useConsole(service);
  let store: TestStore;
  let person: TestBrowser;
  let path: string;
  beforeAll(async () => {
    store = await service.newStore();
    person = await newPerson(service, store, "owner");
    const { id } = await newReturn(store, {});
    path = `/console/stores/${store.id}/returns/${id}`;
  });

  /** What a process responds whose cell or database is away. */
  const unavailable = (request: Request) =>
    unavailableResponse(request, new URL(request.url).pathname, "The store's database is not available.", 2);
  const comment = (message: string) => {
    const [, , , , , id] = path.split("/");
    return store.post(`/returns/${id}/comments`, { comment: { message } });
  };

  test("says that the connection is lost, and shows by itself what happened meanwhile", async () => {
    const { page } = await used.open(person);
    await page.goto(used.origin + path);
    const { mend } = await used.cut();
    await page.locator("#offline:visible").waitFor();
    expect((await comment("written meanwhile")).status).toBe(201);
    mend();
    await page.locator(".timeline").getByText("written meanwhile").waitFor();
    await page.locator("#offline").waitFor({ state: "hidden" });
    await page.context().close();
  });

  test("keeps the part that updates by itself, and updates it later", async () => {
    const { page } = await used.open(person);
    await page.goto(used.origin + path);
    used.respond(/\/returns\//, unavailable);
    const refused = page.waitForResponse((response) => response.status() === 503);
    await comment("written while pages are refused");
    await refused;
    await page.locator(".timeline").getByText("written meanwhile").waitFor();
    used.respond();
    await page.locator(".timeline").getByText("written while pages are refused").waitFor();
    await page.context().close();
  });

  test("keeps what was typed into a form, which can be sent again", async () => {
    const { page } = await used.open(person);
    await page.goto(used.origin + path);
    const note = page.getByLabel("Note", { exact: true });
    await note.fill("typed once");
    used.respond(/\/returns\//, unavailable);
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("isn't available at the moment").waitFor();
    expect(await note.inputValue()).toBe("typed once");
    used.respond();
    await page.getByRole("button", { name: "Add note" }).click();
    await page.locator(".timeline").getByText("typed once").waitFor();
    await page.context().close();
  });

  test("is a page that says so, looks like the others, and opens by itself when it can; without JavaScript too", async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { page, faults } = await used.open(person, { javaScriptEnabled });
      used.respond(/\/returns\/|\/assets\//, unavailable);
      const response = await page.goto(used.origin + path);
      expect([response?.status(), response?.headers()["retry-after"]]).toEqual([503, "2"]);
      await page.getByRole("heading", { name: "Not available at the moment" }).waitFor();
      used.respond();
      await page.locator(".timeline").getByText("typed once").waitFor();
      expect(faults().filter((fault) => !/status of 503/.test(fault))).toEqual([]);
      await page.context().close();
    }
  });

  test("asks to sign in again when the session has ended meanwhile", async () => {
    const { page } = await used.open(person);
    await page.goto(used.origin + path);
    const { mend } = await used.cut();
    await endSessions(ofPeople(service.ctx), person.personId);
    mend();
    await page.waitForURL("**/console/sign-in?next=*");
    await page.context().close();
  });
});
