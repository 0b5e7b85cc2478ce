import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { lacksChromium, seriousFindings } from "../../support/chromium.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { pressOn, shows, useConsole } from "../../support/console-browser.ts";
import { newReturn } from "../../support/returns.ts";
import { useService, useStore } from "../../support/use-service.ts";

const isSkipped = lacksChromium(import.meta.path, "the console's keys are");
const service = useService();
const store = useStore(service);
let owner: TestBrowser;
const ids: string[] = [];
beforeAll(async () => {
  owner = await newPerson(service, store, "owner");
  for (const orderId of ["KEY-1", "KEY-2", "KEY-3"]) ids.push((await newReturn(store, {}, { orderId })).id);
});

const linksOf = (page: string) =>
  [...page.matchAll(/<a class="result" href="([^"]*)"/g)].map(([, href]) => href);
const found = async (person: TestBrowser, q: string) => {
  const page = await person.get(`:store/go?${new URLSearchParams({ q })}`, { "HX-Target": "go-panel" });
  return linksOf(await page.text());
};

describe("the page where people go elsewhere", () => {
  const base = () => `/console/stores/${store.id}`;

  test("finds pages and acts by the beginnings of words, in any case, and records as the search does", async () => {
    expect(await found(owner, "ret pol")).toEqual([`${base()}/settings/policy`]);
    expect(await found(owner, "CREATE")).toEqual([`${base()}/returns/new`]);
    expect(await found(owner, "developer request")).toEqual([`${base()}/developer/requests`]);
    expect(await found(owner, "KEY-2")).toEqual(
      expect.arrayContaining([`${base()}/returns/${ids[1]}`, expect.stringContaining("/orders/")]),
    );
    expect((await found(owner, "")).length).toBeGreaterThan(20);
    expect(await found(owner, "eturns")).toEqual([]);
  });

  test("opens the only one at once, and says when there is none", async () => {
    const open = await owner.get(":store/go?q=retention");
    expect([open.status, open.headers.get("location")]).toEqual([303, `${base()}/settings/retention`]);
    const none = await owner.get(":store/go?q=%3Cb%3E-nothing");
    expect([none.status, (await none.text()).includes("Nothing found")]).toEqual([200, true]);
    for (const q of ["\ufffd", "'\"><script>", "%", "a".repeat(200), "  "])
      expect([200, 303]).toContain((await owner.get(`:store/go?${new URLSearchParams({ q })}`)).status);
  });

  test("shows what the person's role may do, and nothing else", async () => {
    const warehouse = await newPerson(service, store, "warehouse");
    for (const q of ["webhook", "customers", "people", "invite", "api client"]) {
      expect([q, ...(await found(warehouse, q))].filter((href) => !href?.includes("/orders/"))).toEqual([q]);
    }
    expect(await found(warehouse, "create")).toEqual([`${base()}/returns/new`]);
    const reader = await newPerson(service, store, "read_only");
    expect(await found(reader, "create")).toEqual([]);
  });
});

test("the address of the service leads people to the console, and programs to the documentation", async () => {
  const to = async (accept: string) => {
    const { status, headers } = await service.fetch("/", { headers: { Accept: accept } });
    return [status, headers.get("location")];
  };
  expect(await to("text/html,application/xhtml+xml")).toEqual([303, "/console"]);
  expect(await to("*/*")).toEqual([303, "/docs"]);
});

test("the account stands in the frame of the store that its person came from, if they are in it", async () => {
  const here = `/account?store=${store.id}`;
  const framed = await (await owner.get(here)).text();
  expect([framed.includes('class="side"'), framed.includes(`action="/console${here}"`)]).toEqual([
    true,
    true,
  ]);
  const other = await service.newStore();
  for (const path of ["/account", `/account?store=${other.id}`, "/account?store="]) {
    const page = await owner.get(path);
    expect([page.status, (await page.text()).includes('class="side"')]).toEqual([200, false]);
  }
  const ended = await owner.post(here, { _act: "end-others" });
  expect([ended.status, ended.headers.get("location")]).toEqual([303, `/console${here}`]);
  const wrong = await owner.post(here, { _act: "password", password: "short" });
  expect([wrong.status, (await wrong.text()).includes('class="side"')]).toEqual([400, true]);
});

describe.skipIf(isSkipped)("in a browser", () => {
  const used = useConsole(service);
  const isFocused = (page: Page, name = "") =>
    page.waitForFunction((text) => document.activeElement?.textContent?.trim() === text, name);
  const isOpen = (page: Page, id: string) =>
    page.locator(`dialog#${id}`).evaluate((dialog: HTMLDialogElement) => dialog.open);

  test("Ctrl K opens the palette from anywhere, by which pages, records and the page's own acts are reached", async () => {
    const { page, faults } = await used.open(owner);
    await page.goto(`${used.origin}/console/stores/${store.id}/returns`);
    await page.locator("#search").focus();
    await page.keyboard.press("Control+k");
    await page.locator("#go-panel .result").first().waitFor();
    expect(await seriousFindings(page, { within: "#palette" })).toEqual([]);
    await page.keyboard.type("api cl");
    await page.locator("#go-panel[data-of='api cl'] .result").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await shows(page, "API clients");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("KEY-3");
    await page.locator("#go-panel[data-of='KEY-3'] .result", { hasText: "Return" }).waitFor();
    await page.locator("#go-panel .result", { hasText: "Return" }).press("Enter");
    await shows(page, "Return of KEY-3");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("transit");
    await page.locator("[data-here] .result", { hasText: "Mark in transit" }).waitFor();
    await page.locator("#go-panel[data-of='transit']").waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await page.locator(".state .badge", { hasText: "In transit" }).waitFor();
    await shows(page, "Return of KEY-3");
    // What stands in the closed menu of further steps is found as well.
    await page.keyboard.press("Control+k");
    await page.keyboard.type("rej");
    await page.locator("[data-here] .result", { hasText: "Reject" }).waitFor();
    await page.locator("#go-panel[data-of='rej']").waitFor({ state: "attached" });
    await page.keyboard.press("Enter");
    await page.locator("#main dialog[open]").waitFor();
    // Without a reason it is asked for again, in sight although it stands in the menu.
    await page.keyboard.press("Enter");
    await page.locator("#main dialog[open] .fault").waitFor();
    await page.locator("#main dialog [name=reason]:focus").waitFor();
    await page.keyboard.type("The seal was broken");
    await page.keyboard.press("Enter");
    await page.locator(".state .badge", { hasText: "Rejected" }).waitFor();
    expect(faults().filter((fault) => !fault.includes("400"))).toEqual([]);
    await page.context().close();
  });

  test("Ctrl K right after an act, or while it is under way, searches on the page that the act leads to", async () => {
    const { id } = await newReturn(store);
    const { page, faults } = await used.open(owner);
    const address = `${used.origin}/console/stores/${store.id}/returns/${id}`;
    await page.goto(address);
    // The new page stands there, and its field has no handlers yet.
    await page.evaluate(() => {
      const press = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true }));
      document.body.addEventListener("htmx:afterSwap", press, { once: true });
    });
    await page.getByRole("button", { name: "Mark in transit" }).click();
    await page.locator(".state .badge", { hasText: "In transit" }).waitFor();
    await page.locator("#go-panel .result", { hasText: "API clients" }).waitFor();
    await page.keyboard.press("Escape");

    const act = Promise.withResolvers<void>();
    await page.route(address, async (route) => {
      await act.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Mark delivered" }).click();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("api cl");
    act.resolve();
    await page.locator(".state .badge", { hasText: "Delivered" }).waitFor();
    await page.locator("#go-panel[data-of='api cl'] .result", { hasText: "API clients" }).waitFor();
    expect(await page.locator("#palette-q:focus").inputValue()).toBe("api cl");
    await page.keyboard.press("Enter");
    await shows(page, "API clients");
    expect(await isOpen(page, "palette")).toBe(false);
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("j and k go through a list, x selects, e leads to what can be done, ? lists the keys; none fires in a field", async () => {
    const { page, faults } = await used.open(owner);
    await page.goto(`${used.origin}/console/stores/${store.id}/returns`);
    await shows(page, "Returns");
    const names = (await page.locator("#main tbody th.main a").allTextContents()).map((text) => text.trim());
    await page.keyboard.press("j");
    await isFocused(page, names[0]);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await isFocused(page, names[1]);
    await page.keyboard.press("x");
    expect(await page.locator("#main tbody input:checked").count()).toBe(1);
    expect(await page.locator("#keys-said").textContent()).toBe("1 row selected");
    await page.keyboard.press("e");
    expect(await page.evaluate(() => document.activeElement?.closest(".bulk-acts") !== null)).toBe(true);
    await page.locator("#search").focus();
    for (const key of ["j", "k", "x", "e", "?"]) await page.keyboard.press(key);
    expect([await page.locator("#search").inputValue(), await isOpen(page, "keys")]).toEqual([
      "jkxe?",
      false,
    ]);
    await page.locator("#search").fill("");
    await page.locator("#main").focus();
    await page.keyboard.press("?");
    expect(await isOpen(page, "keys")).toBe(true);
    expect(await seriousFindings(page, { within: "#keys" })).toEqual([]);
    await page.keyboard.press("j");
    expect(await isOpen(page, "keys")).toBe(true);

    // They can be turned off, all but Ctrl K.
    await pressOn(page, "Turn off");
    await shows(page, "Returns");
    await page.locator("#main").focus();
    for (const key of ["j", "?", "/"]) await page.keyboard.press(key);
    expect([await isOpen(page, "keys"), await page.evaluate(() => document.activeElement?.id)]).toEqual([
      false,
      "main",
    ]);
    await page.keyboard.press("Control+k");
    expect(await isOpen(page, "palette")).toBe(true);
    expect(faults()).toEqual([]);
    await page.context().close();
  });

  test("what has the focus never stands behind the bar, also on the way back", async () => {
    const { page } = await used.open(owner, { viewport: { width: 1440, height: 500 } });
    await page.goto(`${used.origin}/console/stores/${store.id}/settings/shoppers`);
    const covered = () => {
      const [bar, focused] = [document.querySelector(".top"), document.activeElement];
      const hidden = (bar?.getBoundingClientRect().bottom ?? 0) - (focused?.getBoundingClientRect().top ?? 0);
      return focused?.closest("#main") && hidden > 0
        ? `${focused.outerHTML.slice(0, 80)} by ${hidden} px`
        : "";
    };
    await page.locator("#main button").last().focus();
    const found: string[] = [];
    const fields = await page
      .locator("#main :is(input:not([type=hidden]), select, textarea, button, a)")
      .count();
    for (let i = 1; i < fields; i++) {
      await page.keyboard.press("Shift+Tab");
      found.push(await page.evaluate(covered));
    }
    expect(found.filter(Boolean)).toEqual([]);
    await page.context().close();
  });

  test("without JavaScript the palette is a page", async () => {
    const { page } = await used.open(owner, { javaScriptEnabled: false });
    await page.goto(`${used.origin}/console/stores/${store.id}`);
    await pressOn(page, /^Go to/);
    await shows(page, "Go to");
    await page.locator("#go-q").fill("exports");
    await page.keyboard.press("Enter");
    await shows(page, "Exports");
    await page.context().close();
  });
});
