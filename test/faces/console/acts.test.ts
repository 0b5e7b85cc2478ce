import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { lacksChromium } from "../../support/chromium.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { pressOn, tabTo, useConsole } from "../../support/console-browser.ts";
import { newPayee, payoutsOf } from "../../support/payouts.ts";
import { moveTo, newReturn } from "../../support/returns.ts";
import { answers, subscribe } from "../../support/subscriber.ts";
import { useService, useStore } from "../../support/use-service.ts";

const isSkipped = lacksChromium(import.meta.path, "the console is");

describe.skipIf(isSkipped)("the keyboard alone suffices for every act", () => {
  const service = useService();
  const store = useStore(service);
  const used = useConsole(service);
  let owner: TestBrowser;
  beforeAll(async () => {
    owner = await newPerson(service, store, "owner");
  });

  test("on webhooks: change, test, send again, replay, rotate, disable, enable, delete", async () => {
    const { url, plan, got } = await subscribe(service, store);
    plan(answers(410));
    const { id } = await newReturn(store);
    await service.drain();
    const { page, faults } = await open("/developer/webhooks");
    await pressOn(page, url.replace(/=.*/, "=•••"));
    await pressOn(page, id);
    await page.locator(".timeline", { hasText: "Status 410" }).waitFor();
    await pressOn(page, "Send again");
    await notice(page, "It is sent again.");
    await service.drain();
    await page.locator(".timeline", { hasText: "Status 200" }).waitFor();

    await pressOn(page, "This webhook");
    await pressOn(page, "Send test event");
    await notice(page, "A test event is on its way.");
    await confirm(page, "Disable");
    await notice(page, "Disabled. Its events wait.");
    await pressOn(page, "Enable");
    await notice(page, "Enabled. Waiting events are sent now.");
    await service.drain();
    expect(got()).toHaveLength(3);

    await pressOn(page, "Settings");
    await confirm(page, "Rotate signing secret");
    await page.getByRole("heading", { name: "Your new signing secret" }).waitFor();
    await pressOn(page, "Done");
    await pressOn(page, "Settings");
    await tabTo(page, "From (UTC)");
    await page.keyboard.type("01012020");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("1200A");
    expect(await page.locator("#field-start").inputValue()).toBe("2020-01-01T00:00");
    await pressOn(page, "Replay");
    await notice(page, "The replay has started.");
    await service.drain();
    expect(got().length).toBeGreaterThan(3);
    await pressOn(page, "Settings");
    await confirm(page, "Delete");
    await notice(page, "Deleted. Nothing more is sent to it.");
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("in the settings: store, locations, integrations, people", async () => {
    service.world.on("https://warehouse.example/rma", () => new Response("yes"));
    const { page, faults } = await open("/settings");
    await type(page, "Name", "Nordlicht");
    await type(page, "Currency", "xyz");
    await pressOn(page, "Save");
    await page.locator("#field-currency[aria-invalid=true]").waitFor();
    expect(await page.locator("#field-name").inputValue()).toBe("Nordlicht");
    await type(page, "Currency", "EUR");
    await pressOn(page, "Save");
    await notice(page, "Saved.");

    await pressOn(page, "Locations");
    await pressOn(page, "Add location");
    await type(page, "Name", "Hall 2");
    for (const label of ["Street and number", "Postal code", "City", "State", "Country"])
      await type(page, label, "12");
    await pressOn(page, "Add location");
    await notice(page, "Added.");
    await pressOn(page, "Hall 2");
    await type(page, "Name", "Hall 3");
    await pressOn(page, "Save");
    await page.getByRole("link", { name: "Hall 3" }).waitFor();

    await pressOn(page, "Integrations");
    await pressOn(page, "Add integration");
    await type(page, "Name", "Carrier");
    await type(page, "URL", "https://warehouse.example/rma");
    await pressOn(page, "Add integration");
    await notice(page, "Added. Send it a test now.");
    await pressOn(page, "Send test request");
    await page.getByRole("status").getByText("Accepted").waitFor();
    await confirm(page, "Delete");
    await notice(page, "Deleted. New returns don't ask it.");

    await pressOn(page, "People");
    await type(page, "E-mail", "ada@example.test");
    await pressOn(page, "Create invitation");
    expect(await page.locator("#link").textContent()).toStartWith(used.origin);
    await pressOn(page, "Done");
    await pressOn(page, "Withdraw");
    await notice(page, "Withdrawn. Its link stops working.");
    expect(faults().filter((fault) => !/status of 400/.test(fault))).toEqual([]);
    await page.context().close();
  });

  test("on payouts: pay what is owed, after a dialog that says how much, to whom and by whom", async () => {
    const lineItems = [{ id: "1", productId: "p", title: "P", quantity: 1, price: 19.9 }];
    const items = [{ lineItemId: "1", quantity: 1, reason: "r" }];
    const { id } = await newReturn(store, { items }, { lineItems, totalPrice: 19.9 });
    await moveTo(store, id, "complete");
    await newPayee(service, store, () => Response.json({ status: "paid" }));
    const { page, faults } = await open(`/returns/${id}`);
    await pressOn(page, "Pay");
    const asked = page.locator("dialog[open]");
    await asked.getByText("refund $19.90. bank is asked to pay it.").waitFor();
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "waiting", held: true }]);
    await pressOn(page, "Pay");
    await notice(page, "Asked. What becomes of it stands here.");
    await service.drain();
    expect(await payoutsOf(store, id)).toMatchObject([{ status: "paid" }]);
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("on data: imports with their errors, exports, segments, customers", async () => {
    const { page, faults } = await open("/inventory/import");
    await tabTo(page, "Or paste the lines");
    await page.keyboard.insertText("product_id,title,location_id,quantity\ntee,Tee,nowhere,3");
    await pressOn(page, "Import");
    await notice(page, "The file is being imported.");
    await service.drain();
    await page.getByRole("table", { name: "Lines that were skipped" }).getByText("nowhere").waitFor();

    await pressOn(page, "Exports");
    await pressOn(page, "Start export");
    await notice(page, "The export is being written.");
    await service.drain();
    await page.getByRole("row", { name: "Ready" }).waitFor();
    await confirm(page, "Delete");
    await notice(page, "Deleted.");

    await service.as(store).post("/stores/:store/events", { eventName: "ordered", customer: { id: "c-1" } });
    await pressOn(page, "Segments");
    await pressOn(page, "Add segment");
    await type(page, "Key", "buyers");
    await pressOn(page, "Add event");
    await pressOn(page, "Remove condition 1");
    await page.getByRole("group", { name: "Profile" }).waitFor({ state: "detached" });
    await type(page, "Name of the event", "ordered");
    await pressOn(page, "Save");
    await page.getByRole("row", { name: "c-1" }).waitFor();
    await confirm(page, "Delete");
    await notice(page, "Deleted.");

    await page.goto(`${used.origin}/console/stores/${store.id}/customers/c-1`);
    await pressOn(page, "Erase");
    await page.locator("dialog[open]").waitFor();
    await type(page, "Type the id to erase", "c-1");
    await page.keyboard.press("Enter");
    await notice(page, "Being erased.");
    await service.drain();
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  async function open(path: string) {
    const opened = await used.open(owner);
    await opened.page.goto(`${used.origin}/console/stores/${store.id}${path}`);
    return opened;
  }
});

/** Presses a button, and the same one in the dialog that asks whether it is meant. */
async function confirm(page: Page, name: string): Promise<void> {
  await pressOn(page, name);
  await page.locator("dialog[open]").waitFor();
  await pressOn(page, name);
}

/** Replaces what is in a field. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

async function notice(page: Page, text: string): Promise<void> {
  await page.locator(".toast", { hasText: text }).first().waitFor();
}
