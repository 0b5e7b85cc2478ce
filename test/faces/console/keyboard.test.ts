import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { lacksChromium } from "../../support/chromium.ts";
import { newPerson } from "../../support/console.ts";
import { pressOn, shows, tabTo, useConsole } from "../../support/console-browser.ts";
import { newReturn, readReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const isSkipped = lacksChromium(import.meta.path, "the console is");
const PASSWORD = "correct horse battery staple";
const ADDRESS = { address1: "1 Road", city: "Town", province: "OH", postalCode: "43004", country: "US" };
const SHIPPED = { shipping: { method: "standard", cost: 0, address: ADDRESS } };

describe.skipIf(isSkipped)("the keyboard alone suffices", () => {
  const service = useService();
  const store = useStore(service);
  const used = useConsole(service);
  let email: string;
  beforeAll(async () => {
    ({ email } = await newPerson(service, store, "owner", { password: PASSWORD }));
  });

  test.each([true, false])("to do the main acts; JavaScript: %p", async (javaScriptEnabled) => {
    const name = javaScriptEnabled ? "KEYS-1" : "KEYS-2";
    const { id } = await newReturn(store, {}, { orderId: name, ...SHIPPED });
    const { page, faults } = await used.open(undefined, { javaScriptEnabled });

    await page.goto(`${used.origin}/console/sign-in`);
    await page.locator("#field-email:focus").waitFor();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press("Enter");
    await shows(page, "Home");

    if (javaScriptEnabled) await findByArrows(page, name);
    else await findBySearchPage(page, name);
    await page.waitForURL(`**/returns/${id}`);
    await shows(page, `Return of ${name}`);
    await pressOn(page, "Mark in transit");
    await page.locator(".state .badge", { hasText: "In transit" }).waitFor();

    await pressOn(page, "Returns");
    await shows(page, "Returns");
    await pressOn(page, "Create return");
    await shows(page, "Create return");
    await tabTo(page, "Order, e-mail or name");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
    await page.getByRole("row", { name }).waitFor();
    await pressOn(page, `Order ${name}`);
    await shows(page, `Return of ${name}`);
    await tabTo(page, "Units of Tee");
    await page.keyboard.type("1");
    await tabTo(page, "Reason of Tee");
    await page.keyboard.type("Too small");
    await tabTo(page, "Create return");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/returns/ret_*");
    const made = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    expect((await readReturn(store, made)).return.items).toMatchObject([
      { reason: "Too small", quantity: 1 },
    ]);

    await pressOn(page, "Warehouse");
    await page.locator("#scan:focus").waitFor();
    await page.keyboard.type(id);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/warehouse/${id}`);
    await tabTo(page, "A");
    await page.keyboard.press("ArrowRight");
    await pressOn(page, "Process");
    await page.locator(".toast", { hasText: `${name}: complete.` }).waitFor();
    const { return: processed } = await readReturn(store, id);
    expect(processed).toMatchObject({ status: "complete", items: [{ grade: "B" }] });

    await pressOn(page, "API clients");
    await shows(page, "API clients");
    await pressOn(page, "Add API client");
    await shows(page, "Add API client");
    await page.locator("#field-name:focus").waitFor();
    await page.keyboard.type(`Scanner ${name}`);
    await page.keyboard.press("Enter");
    await shows(page, "Your new secret");
    await pressOn(page, "Done");
    await page.getByRole("row", { name: `Scanner ${name}` }).waitFor();
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("to do what an agent is asked for on the first day, in less than two minutes", async () => {
    const label = { trackingNumber: "1Z 42 DAY", carrier: "UPS" };
    const { id } = await newReturn(store, { label }, { orderId: "DAY-0", ...SHIPPED });
    const three = ["DAY-1", "DAY-2", "DAY-3"];
    const others: string[] = [];
    for (const orderId of three) others.push((await newReturn(store, {}, { orderId, ...SHIPPED })).id);
    const statusesOf = (ids: string[]) =>
      Promise.all(ids.map(async (each) => (await readReturn(store, each)).return.status));
    const { page, faults } = await used.open(await newPerson(service, store, "support"));
    const keys = await countKeys(page);
    await page.goto(`${used.origin}/console/stores/${store.id}`);

    await page.keyboard.press("/");
    await page.locator("#search:focus").waitFor();
    await page.keyboard.type("1Z 42 DAY");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/returns/${id}`);
    await shows(page, "Return of DAY-0");
    await pressOn(page, "More steps");
    // What others do meanwhile doesn't close what was opened.
    await store.post(`/returns/${id}/comments`, { comment: { message: "The parcel is here." } });
    await pressOn(page, "Reject");
    await typeReason(page, "The item was worn.");
    await page.locator(".state .badge", { hasText: "Rejected" }).waitFor();
    expect((await readReturn(store, id)).return.statusReason).toBe("The item was worn.");
    await pressOn(page, "Undo");
    await page.locator(".state .badge", { hasText: "Open" }).waitFor();

    await pressOn(page, "Returns");
    await shows(page, "Returns");
    for (const name of three) {
      await tabTo(page, `Select the return of order ${name}`);
      await page.keyboard.press("Space");
    }
    await pressOn(page, "Complete");
    await page.getByRole("dialog").getByText("Given: ").waitFor();
    await pressOn(page, "Complete");
    await page.locator(".toast", { hasText: "3 returns completed." }).waitFor();

    expect(await statusesOf([id, ...others])).toEqual(["open", "complete", "complete", "complete"]);
    expect(keys() * SECONDS_PER_KEY).toBeLessThan(120);
    expect(faults()).toEqual([]);
    await page.context().close();
  });
});

/** What a person needs for a key, reading included: 120 keys a minute. */
const SECONDS_PER_KEY = 0.5;

async function typeReason(page: Page, reason: string): Promise<void> {
  await page.getByRole("dialog").waitFor();
  await tabTo(page, "Reason");
  await page.keyboard.type(reason);
  await page.keyboard.press("Enter");
}

/** Counts the keys that are pressed. */
async function countKeys(page: Page): Promise<() => number> {
  let keys = 0;
  await page.exposeFunction("countKey", () => {
    keys++;
  });
  await page.addInitScript(() => {
    addEventListener("keydown", () => (window as unknown as { countKey(): void }).countKey(), true);
  });
  return () => keys;
}

async function findByArrows(page: Page, text: string): Promise<void> {
  await page.keyboard.press("/");
  await page.locator("#search:focus").waitFor();
  await page.keyboard.type(text);
  const type = page.locator(".result-type", { hasText: /^Return$/ });
  const result = page.locator(".search-panel a.result", { has: type });
  await result.waitFor();
  const results = await page.locator(".search-panel a.result").count();
  for (let i = 0; i < results; i++) {
    await page.keyboard.press("ArrowDown");
    if (await result.evaluate((link) => link === document.activeElement)) break;
  }
  await page.keyboard.press("Enter");
}

async function findBySearchPage(page: Page, text: string): Promise<void> {
  await tabTo(page, "Search orders, returns, customers");
  await page.keyboard.type(text);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/search?q=*");
  await tabTo(page, /^Return\b(?! policy)/);
  await page.keyboard.press("Enter");
}
