import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { demoConsoleLink } from "../../../src/features/demo/store.ts";
import { changeStatus } from "../../../src/features/returns/change/change-status.ts";
import { revokeClient } from "../../../src/features/stores/revoke-client.ts";
import { lacksChromium } from "../../support/chromium.ts";
import { ofPeople } from "../../support/console.ts";
import { picture, pressOn, useConsole } from "../../support/console-browser.ts";
import { newDemo } from "../../support/console-store.ts";
import { useService } from "../../support/use-service.ts";
import { newWebhook } from "../../support/webhooks.ts";

const isSkipped = lacksChromium(import.meta.path, "the console is");

describe.skipIf(isSkipped)("the console in a browser without access to other hosts", () => {
  const service = useService();
  const used = useConsole(service);
  let secret = "";
  beforeAll(async () => {
    secret = (await newDemo(used.ctx)).secret;
  });

  test("leads from the link of the start to a secret that works, by the keyboard alone", async () => {
    const { page, faults } = await used.open();
    await enter(page);
    // The browser moves the focus there with the first frame that it paints, which may be after the page's load.
    await page.locator("button:focus", { hasText: "Continue" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/stores/demo");
    await pressOn(page, "API clients");
    await page.waitForURL("**/developer/clients");
    await picture(page, "clients");
    await pressOn(page, "Add API client");
    await page.waitForURL("**/new");
    await page.locator("#field-name:focus").waitFor();
    await page.keyboard.type("Our shop <b>");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Your new secret" }).waitFor();
    await picture(page, "secret");
    const request = (await page.locator("#request").textContent()) ?? "";
    const [, header = "", url = ""] = /^curl -H "([^"]+)" (\S+)$/.exec(request) ?? [];
    const response = await fetch(url, { headers: { Authorization: header.replace("Authorization: ", "") } });
    expect([response.status, await response.json()]).toMatchObject([200, { name: "Fernhill Outfitters" }]);
    await page.getByRole("link", { name: "Done" }).click();
    await page.getByRole("row", { name: /Our shop <b>/ }).waitFor();
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("asks before it revokes, and says that another person has revoked it before", async () => {
    const { page, faults } = await openDemo("developer/clients");
    const row = page.getByRole("row", { name: /Support desk/ });
    const clientId = (await row.locator("code").textContent()) ?? "";
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByText("can't be undone").waitFor();
    await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByText("can't be undone").waitFor();
    // While a dialog is open the page doesn't show what others do.
    await revokeClient(service.ctx, "demo", clientId);
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("alert").getByText("no active API client").waitFor();
    // A response that isn't a success is a line of the browser's console too.
    expect(faults().filter((fault) => !/status of 404/.test(fault))).toEqual([]);
    await page.context().close();
  });

  test("shows what others do to a return, and takes what a scanner types", async () => {
    const { page, faults } = await openDemo("returns?status=delivered");
    // The whole row leads where its name does.
    await page.locator("tbody tr").first().locator("td[data-title=Items]").click();
    await page.waitForURL("**/returns/ret_*");
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const caller = {
      storeId: "demo",
      clientId: "",
      by: "Colleague",
      byId: null,
      requestId: "r-1",
      origin: "",
    };
    await changeStatus(service.ctx, caller, id, { status: "in_review" });
    await page.locator(".state .badge", { hasText: "In review" }).waitFor();
    await page.locator("#steps").getByRole("button", { name: "Complete" }).waitFor();
    await page.locator(".timeline .by", { hasText: "Colleague" }).waitFor();

    await page.goto(new URL("/console/stores/demo/warehouse", used.origin).href);
    await page.locator("#scan:focus").waitFor();
    await page.getByRole("heading", { name: "Warehouse" }).click();
    await page.keyboard.type(id);
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/warehouse/${id}`);
    // Wherever the focus is, a scan of a unit's SKU says that it is there.
    const unit = page.locator(".unit-row").first();
    const sku = (await unit.locator("[data-sku]").getAttribute("data-sku")) ?? "";
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.type(sku);
    await page.keyboard.press("Enter");
    await unit.locator("input[value=yes]:checked").waitFor({ state: "attached" });
    for (const grade of await page.getByRole("group", { name: "Grade" }).all())
      await grade.getByRole("radio", { name: "B" }).check({ force: true });
    await page.getByRole("button", { name: "Process" }).click();
    await page.waitForURL("**/stores/demo/warehouse");
    await page.locator("#scan:focus").waitFor();
    await page.locator(".toast", { hasText: "complete" }).getByRole("button", { name: "Undo" }).click();
    // What was taken back is shown where it was done.
    await page.waitForURL(`**/warehouse/${id}`);
    await page.locator(".lead .badge", { hasText: "Open" }).waitFor();
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("what is read stays open while its part is renewed", async () => {
    const { page, faults } = await openDemo("returns");
    const demo = service.as({ id: "demo", secret });
    const address = await page.locator("tbody th.main a").first().getAttribute("href");
    const id = address?.split("/").at(-1);
    for (const [path, part, summary] of [
      [address, "#return", "Developer details"],
      ["/console/stores/demo/mails", "#mails", undefined],
    ] as const) {
      await page.goto(new URL(path ?? "", used.origin).href);
      const read = page.locator(`${part} summary`, { hasText: summary }).first();
      const name = await read.textContent();
      await read.click();
      await page.locator(part).evaluate((before) => before.setAttribute("data-before", ""));
      await demo.post(`/returns/${id}/comments`, { comment: { message: "Seen by a colleague" } });
      await page.locator(`${part}:not([data-before])`).waitFor();
      expect(await page.locator(`${part} details[open] > summary`).allTextContents()).toEqual([name ?? ""]);
    }
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("the menu shows the page that is read, and stays where it was scrolled to", async () => {
    const { page, faults } = await openDemo("settings/people");
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.reload();
    const link = (name: string) => page.locator(".side").getByRole("link", { name, exact: true });
    const isInSight = async (name: string) => {
      const { y = -1, height = 0 } = (await link(name).boundingBox()) ?? {};
      return y >= 0 && y + height <= 600;
    };
    expect(await isInSight("People")).toBe(true);
    const before = await page.locator(".side").evaluate((menu) => menu.scrollTop);
    await link("Locations").click();
    await page.getByRole("heading", { name: "Locations", level: 1 }).waitFor();
    expect(await page.locator(".side").evaluate((menu) => menu.scrollTop)).toBe(before);
    expect([before > 0, await isInSight("Locations")]).toEqual([true, true]);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("home");
    await page.locator("#go-panel[data-of='home'] .result").first().press("Enter");
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    expect(await isInSight("Home")).toBe(true);
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("another page is shown from its beginning, and one that was changed stays where it is", async () => {
    const { page, faults } = await openDemo("returns");
    await page.setViewportSize({ width: 1280, height: 400 });
    const scrolled = () => page.evaluate(() => scrollY);
    await page.locator("tbody th.main a").nth(8).click();
    await page.getByRole("heading", { name: /^Return of/, level: 1 }).waitFor();
    expect(await scrolled()).toBe(0);
    await page.locator("#field-message").fill("Called the customer");
    const before = await scrolled();
    await page.getByRole("button", { name: "Add note" }).click();
    await page.locator(".timeline .quote", { hasText: "Called the customer" }).first().waitFor();
    expect(before).toBeGreaterThan(0);
    expect(await scrolled()).toBeGreaterThanOrEqual(before);
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("a link leads to its address although its list is renewed meanwhile", async () => {
    const { page } = await openDemo("returns");
    const [list, link] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/stores/demo/returns", async (route) => {
      await list.promise;
      await route.continue();
    });
    await page.route("**/returns/ret_*", async (route) => {
      await link.promise;
      await route.continue();
    });
    const renewing = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith("/returns"));
    await page.evaluate("htmx.trigger(document.body, 'live')");
    await renewing;
    const followed = page.waitForRequest("**/returns/ret_*");
    await page.locator("tbody th.main a").first().click();
    await followed;
    const renewed = page.waitForEvent("requestfinished");
    list.resolve();
    await renewed;
    await page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))");
    link.resolve();
    await page.waitForURL("**/returns/ret_*");
    await page.context().close();
  });

  test("a scan is seen and sounds, unless it is muted, can be taken back, and may come from the camera", async () => {
    const { page, faults } = await openDemo("warehouse");
    expect(await page.locator("[data-camera]").isHidden()).toBe(true);
    await page.addInitScript(listenAndShow);
    await page.goto(`${used.origin}/console/stores/demo/warehouse`);
    const scan = async (text: string) => {
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    };
    const played = () => page.evaluate(() => (window as unknown as Outside).played.splice(0));
    await page.locator("#scan:focus").waitFor();
    await scan("nothing has this");
    await page.locator(".scan.miss").waitFor();
    await page.getByRole("alert").getByText("Nothing found for").waitFor();
    expect(await played()).toEqual([220, 165]);
    const { rows } = await service.ctx.db.execute<{ id: string; sku: string }>(`
      select returns.id, (select line ->> 'sku' from json_array_elements(orders.body -> 'lineItems') as line
        where line ->> 'id' = item.line_item_id) as sku
      from returns join return_items as item on item.store_id = returns.store_id and item.return_id = returns.id
      join orders on orders.store_id = returns.store_id and orders.id = returns.order_id
      where returns.store_id = 'demo' and returns.status = 'open' limit 1`);
    const [{ id = "", sku = "" } = {}] = rows;
    await scan(id);
    await page.waitForURL(`**/warehouse/${id}`);
    await page.locator(".scan.hit").waitFor();
    expect(await played()).toEqual([880, 1320]);
    const ticks = page.locator("[data-ticks]");
    const animation = () => page.locator("#scan").evaluate((field) => getComputedStyle(field).animationName);

    await scan(sku);
    await page.locator(".unit-row.here").waitFor();
    expect([await ticks.textContent(), await animation(), await played()]).toEqual([
      "1",
      "scanned",
      [880, 1320],
    ]);
    await picture(page, "warehouse-scanned");
    await page.getByRole("button", { name: "Undo the scan" }).click();
    expect([await ticks.textContent(), await page.locator(".unit-row.here").count()]).toEqual(["0", 0]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    expect(await animation()).toBe("none");

    await page.getByRole("checkbox", { name: "Sound" }).uncheck();
    await played();
    await page.evaluate((code) => {
      (window as unknown as Outside).inSight = code;
    }, sku);
    await page.getByRole("button", { name: "Camera" }).click();
    await page.locator(".unit-row.here").waitFor();
    expect([await ticks.textContent(), await page.getByRole("dialog").count(), await played()]).toEqual([
      ...["1", 0],
      [],
    ]);
    await page.reload();
    expect(await page.getByRole("checkbox", { name: "Sound" }).isChecked()).toBe(false);
    for (const [width, isShown] of [
      [820, false],
      [1180, false],
      [1440, true],
    ] as const) {
      await page.setViewportSize({ width, height: 820 });
      expect([width, await page.locator(".side").isVisible()]).toEqual([width, isShown]);
    }
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("shows new events by itself once that is asked for, and while the page is in sight", async () => {
    const { page, faults } = await openDemo("events");
    let requests = 0;
    page.on("request", (request) => {
      if (request.headers()["hx-request"] !== undefined && !("hx-boosted" in request.headers())) requests++;
    });
    const happens = async (eventName: string) => {
      const event = { eventName, customer: { id: "7101" } };
      const sent = await service.as({ id: "demo", secret }).post("/stores/:store/events", event);
      expect(sent.status).toBe(202);
    };
    await page.clock.install();
    await page.reload();
    await happens("Not asked for");
    await page.clock.runFor(20_000);
    expect([requests, await page.getByRole("rowheader", { name: "Not asked for" }).count()]).toEqual([0, 0]);
    await pressOn(page, "Go live");
    await page.waitForURL("**/events?live=on");
    await page.getByRole("rowheader", { name: "Not asked for" }).waitFor();
    await happens("Just happened");
    await page.clock.runFor(6_000);
    await page.getByRole("rowheader", { name: "Just happened" }).waitFor();
    await page.evaluate(() => Object.defineProperty(document, "hidden", { value: true, configurable: true }));
    requests = 0;
    await happens("While away");
    await page.clock.runFor(20_000);
    expect([requests, await page.getByRole("rowheader", { name: "While away" }).count()]).toEqual([0, 0]);
    await page.evaluate(() => Reflect.deleteProperty(document, "hidden"));
    await page.clock.runFor(6_000);
    await page.getByRole("rowheader", { name: "While away" }).waitFor();
    await pressOn(page, "Stop");
    await page.getByRole("link", { name: "Go live" }).waitFor();
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("keeps the policy's Save in sight, on a desk and on a phone, and off what has the focus", async () => {
    const { page, faults } = await openDemo("settings/policy");
    const bar = page.locator(".form-buttons", {
      has: page.getByRole("button", { name: "Try on past returns" }),
    });
    for (const [width, height] of [
      [1280, 800],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.reload();
      const seen = async () => {
        const { y = 0, height: tall = 0 } = (await bar.boundingBox()) ?? {};
        return { top: y, isInSight: tall > 0 && y > 0 && y + tall <= height };
      };
      expect((await seen()).isInSight).toBe(true);
      const field = page.locator("[name='reasons.2.code']");
      await field.focus();
      const { y = 0, height: tall = 0 } = (await field.boundingBox()) ?? {};
      const { top, isInSight } = await seen();
      expect([isInSight, y + tall <= top]).toEqual([true, true]);
    }
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("has one line for each request of the log, and finds a customer from there by the keyboard alone", async () => {
    const { page, faults } = await openDemo("developer/requests");
    await page.setViewportSize({ width: 1440, height: 900 });
    const heights = await page
      .locator("tbody tr")
      .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
    expect([heights.length > 3, Math.max(...heights) < 48]).toEqual([true, true]);
    // What has no room in its row is whole once it is pressed, also on a tablet.
    for (const width of [1440, 820]) {
      await page.setViewportSize({ width, height: 900 });
      const row = page.locator("tbody tr").first();
      expect(await row.locator(CUT).evaluateAll(cut)).not.toEqual([]);
      await row.locator("summary").press("Enter");
      expect(await row.locator(CUT).evaluateAll(cut)).toEqual([]);
      await row.locator("summary").press("Enter");
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("/");
    await page.keyboard.type("Amara");
    await page.locator(".search-panel strong").getByText("Amara Okafor", { exact: true }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.locator("#search:focus").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/customers/**");
    await page.getByRole("heading", { name: "Amara Okafor" }).waitFor();
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("has one line for each mail, webhook and customer, and whole states on a tablet", async () => {
    const store = service.as({ id: "demo", secret });
    await newWebhook(store, {
      callback: { url: `https://erp.example/${"returns/".repeat(20)}`, auth: null },
    });
    await store.ctx.db.execute("update webhooks set disabled_at = now() - interval '2 hours'");
    const { page, faults } = await openDemo("mails");
    for (const path of ["mails?status=failed", "mails", "developer/webhooks", "customers"]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${used.origin}/console/stores/demo/${path}`);
      const heights = await page
        .locator("tbody tr")
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      expect([path, heights.length > 0, heights.filter((height) => height > 48)]).toEqual([path, true, []]);
      expect([path, await page.locator(".health").evaluateAll(cut)]).toEqual([path, []]);
    }
    // What has no room in its row is whole once it is pressed.
    await page.goto(`${used.origin}/console/stores/demo/mails?status=failed`);
    const isCut = () =>
      [...document.querySelectorAll("tbody summary.state")].some(
        (each) => each.scrollWidth > each.clientWidth,
      );
    await page.waitForFunction(isCut);
    await page.locator("tbody summary.state").first().press("Enter");
    await page.locator("tbody .clipped[open]").waitFor();
    expect(await page.evaluate(isCut)).toBe(false);
    await page.setViewportSize({ width: 820, height: 1180 });
    await page.goto(`${used.origin}/console/stores/demo/returns`);
    const badges = await page
      .locator("td .badge")
      .evaluateAll((all) => all.map((badge) => [badge.textContent, badge.getBoundingClientRect().height]));
    expect(badges.map(([title]) => title)).toContain("Before shipment");
    expect(badges.filter(([, height]) => Number(height) > 28)).toEqual([]);
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("works without JavaScript", async () => {
    const { page } = await used.open(undefined, { javaScriptEnabled: false });
    await enter(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.goto(new URL("/console/stores/demo/developer/clients/new", used.origin).href);
    await page.getByLabel("Name").fill("Plain");
    await page.getByRole("radio", { name: /^Events/ }).check();
    await page.getByRole("button", { name: "Create secret" }).click();
    expect(await page.locator("#secret").textContent()).toStartWith("aftersale_");
    await page.getByRole("link", { name: "Done" }).click();
    await page.getByRole("row", { name: /Plain.*Events/ }).waitFor();
    await page.context().close();
  });

  /** Signs in and opens a page of the demo store. */
  async function openDemo(path: string) {
    const opened = await used.open();
    await enter(opened.page);
    await opened.page.getByRole("button", { name: "Continue" }).click();
    await opened.page.waitForURL("**/stores/demo");
    await opened.page.goto(new URL(`/console/stores/demo/${path}`, used.origin).href);
    return opened;
  }

  async function enter(page: Page): Promise<void> {
    const link = await demoConsoleLink(ofPeople(used.ctx));
    await page.goto(link ?? "");
  }
});

const CUT = ".one-line, .request-title, .path";

/** Returns the texts of elements that show only a part of them. */
function cut(all: Element[]): (string | null)[] {
  const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
  return all.filter(isCut).map(({ textContent }) => textContent);
}

/** What the browser's loudspeaker and camera have. */
type Outside = { played: number[]; inSight: string | undefined };

/** Writes down the notes that a page plays, and gives it a camera that reads what is in sight. */
function listenAndShow(): void {
  const outside = window as unknown as Outside;
  outside.played = [];
  window.OscillatorNode = class extends OscillatorNode {
    constructor(context: BaseAudioContext, options: OscillatorOptions = {}) {
      super(context, options);
      outside.played.push(options.frequency ?? 0);
    }
  };
  const read = () => (outside.inSight === undefined ? [] : [{ rawValue: outside.inSight }]);
  Object.assign(window, {
    BarcodeDetector: class {
      detect = async () => read();
    },
  });
  HTMLMediaElement.prototype.play = async () => {};
  navigator.mediaDevices.getUserMedia = async () => new MediaStream();
}
