import { beforeAll, expect, test } from "bun:test";
import { PAGES } from "../../../src/faces/console/pages.ts";
import type { Role } from "../../../src/platform/db/tables/people.ts";
import { newPerson, type TestBrowser } from "../../support/console.ts";
import { filledDemo } from "../../support/console-store.ts";
import { type Control, formsOf, type PageForm } from "../../support/forms.ts";
import { startMailServer } from "../../support/mail-server.ts";
import { newPayee } from "../../support/payouts.ts";
import { moveTo, newReturn } from "../../support/returns.ts";
import type { TestStore } from "../../support/service.ts";
import { useService } from "../../support/use-service.ts";

type Found = { path: string; form: PageForm };

const mailServer = await startMailServer();
const service = useService({
  hasIdleQueues: true,
  smtp: mailServer.settings,
  mailFrom: { name: "Aftersale", address: "service@service.example" },
});
let store: TestStore;
const people = {} as Record<Role, TestBrowser>;
/** Of the pages of one pattern, those that are opened. */
const MAX_ALIKE = 12;
let webhookId: string;
/** What is saved as views of the lists whose demo has none. */
const viewed = () => [
  ...["/customers?q=Ada", "/events?eventName=visited", "/payouts?status=refused"],
  ...["/withdrawals?unmatched=true", "/developer/requests?sender=people"],
  ...["/inventory?sku=none", "/mails?status=sent"],
  `/developer/webhooks/${webhookId}?status=discarded`,
];
/** Longer than any text that is stored, and shorter than the smallest form. */
const TOO_LONG = "x".repeat(12_000);
/** Types of fields whose texts have a limit, and what is wrong in others. */
const LIMITED = ["text", "textarea", "url", "password"];
const NONSENSE: Record<string, string> = {
  ...{ number: "many", date: "then", "datetime-local": "then" },
  ...{ radio: "nonsense", select: "nonsense", email: "nonsense" },
};
/** What only programs read: types of JSON, paths and names of fields. */
const RAW =
  /\b(?:an? array|an? object|an? string|elements?|null|boolean|RFC \d+|NaN)\b|\b\w+\.(?:\w+\.)*\w+ (?:is|must|needs|has|takes)\b|\b[a-z]+[A-Z]\w*|\b[a-z]+_[a-z]+\b/;
/** What goes into fields whose type doesn't say it. */
const TYPED: Record<string, string> = {
  ...{ currency: "EUR", amount: "1.00", key: "a-key", country: "US", "value-0": "a" },
  into: "customer-to-keep",
  ...{ "credential-apiKey": "sk_2", "credential-webhookSecret": "a-long-random-secret" },
  orders:
    '{"orderId":"typed","createdAt":"2026-03-01T10:00:00Z","lineItems":[{"id":"1","productId":"mug","title":"Mug","quantity":1}]}',
  ...{ password: "correct horse battery", file: "product_id,title,location_id,quantity\ncup,Cup,loc_x,1\n" },
};
const OF_TYPE: Record<string, string> = {
  ...{
    email: "new@example.test",
    url: "https://hooks.example.test/new",
    "datetime-local": "2026-01-01T00:00",
  },
};
/** The owner comes last, so that the people who are taken out of the store are others. */
const ROLES_TRIED = ["read_only", "warehouse", "support", "developer", "owner"] as const;
const SIGN_OUT = "/console/sign-out";

/** Acts that take away what others need come later, and the end of the session comes last. */
function rankOf(key: string): number {
  if (key === SIGN_OUT) return 2;
  return /(?:delete|revoke|erase|remove|withdraw|end|disable|rotate|end-others)$/.test(key) ? 1 : 0;
}

beforeAll(async () => {
  const demo = await filledDemo(service, service.ctx);
  store = demo.store;
  for (const role of ROLES_TRIED) {
    people[role] = await newPerson(service, store, role, { name: `The ${role}` });
  }
  // A payee that refuses what a complete return owes, which a person then has to decide.
  await newPayee(service, store, () => Response.json({ status: "refused", reason: "The card was closed." }));
  const { id } = await newReturn(store, {
    items: [{ lineItemId: "line-1", quantity: 1, reason: "Too small" }],
  });
  await moveTo(store, id, "complete");
  const credentials = { apiKey: "sk_1", webhookSecret: TYPED["credential-webhookSecret"] };
  const shop = { url: "https://shop.example.test", credentials };
  expect((await store.put("/stores/:store/connectors/medusa", shop)).status).toBe(200);
  await service.drain();
  const { rows } = await service.ctx.db.execute("select id from webhooks where store_id = 'demo' limit 1");
  const customer = { id: TYPED.into, firstName: "Kim" };
  await store.post("/stores/:store/events", { eventName: "visited", customer });
  await demo.owner.post(`:store/developer/webhooks/${rows[0]?.id}`, { _act: "disable" });
  webhookId = `${rows[0]?.id}`;
  for (const path of viewed()) await demo.owner.post(`:store${path}`, { _act: "save-view", name: "A view" });
  await service.ctx.db.execute(
    "update order_imports set status = 'failed', finished_at = now() where store_id = 'demo'",
  );
  await service.ctx.db.execute(
    "update inventory_imports set status = 'failed', finished_at = now() where store_id = 'demo'",
  );
});

/** What the owner is shown before any form is sent. */
let atFirst: Promise<Map<string, Found>> | undefined;

test("every act of every page has a form that is reached by links", async () => {
  atFirst = formsFor("owner");
  const found = await atFirst;
  const all = PAGES.flatMap(({ path, acts = {} }) => Object.keys(acts).map((act) => `${path} ${act}`));
  // A toast offers it once, after another act.
  expect(all.filter((key) => !found.has(key))).toEqual(["/returns undo"]);
});

test("every form says what is wrong in words for people, whatever is typed", async () => {
  const wrong: string[] = [];
  let said = 0;
  const nothingChosen = (value: string) => (name: string, type: string) =>
    type === "radio" || type === "checkbox" ? undefined : name === "next" ? "save" : value;
  const kinds: Record<string, (name: string, type: string) => string | undefined> = {
    empty: nothingChosen(""),
    blank: nothingChosen("  "),
    negative: nothingChosen("-1"),
    markup: nothingChosen("<b>&"),
    long: (_, type) => NONSENSE[type] ?? TOO_LONG,
  };
  const found = await (atFirst ?? formsFor("owner"));
  atFirst = undefined;
  for (const [key, { form }] of found) {
    // What is written as JSON is answered in its words.
    if (fieldsOf(form).length === 0 || /saveJson|as=json/.test(key)) continue;
    for (const [kind, typedIn] of Object.entries(kinds)) {
      const values = filled(form);
      for (const { name, type } of fieldsOf(form)) {
        const value = typedIn(name, type);
        if (value === undefined) values.delete(name);
        else if (type !== "file") values.set(name, value);
      }
      const response = await send("owner", form, values);
      const page = await response.text();
      const texts = [...page.matchAll(/class="(?:fault|form-fault[^"]*)"[^>]*>([^<]+)/g)].map(
        ([, text]) => text,
      );
      said += texts.length;
      // The columns of a file are written by people.
      const isRaw = (text = "") => RAW.test(text) && !text.startsWith("A csv file begins with the columns");
      wrong.push(...texts.filter(isRaw).map((text) => `${key}, ${kind}: ${text}`));
      if (response.status >= 400 && texts.length === 0) wrong.push(`${key}, ${kind}: says nothing`);
      if (response.status >= 500) wrong.push(`${key}, ${kind}: ${response.status}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(said).toBeGreaterThan(100);
});

test("every form names its fault beside the field and keeps what was typed", async () => {
  const wrong: string[] = [];
  for (const [key, { form }] of await formsFor("owner")) {
    const typed = fieldsOf(form).filter(({ type }) => LIMITED.includes(type));
    const chosen = fieldsOf(form).filter(({ type, name }) => type in NONSENSE && name !== "id");
    const faulty = typed.length > 0 ? typed : chosen;
    if (faulty.length === 0) continue;
    const values = filled(form);
    for (const { name, type } of faulty) values.set(name, NONSENSE[type] ?? TOO_LONG);
    const response = await send("owner", form, values);
    const page = await response.text();
    const kept = (await formsOf(page)).flatMap(({ controls }) => controls);
    const isLost = ({ name, type }: Control) =>
      LIMITED.includes(type) &&
      type !== "password" &&
      !kept.some((control) => control.name === name && control.value === values.get(name));
    wrong.push(
      ...fieldsOf(form)
        .filter(isLost)
        .map(({ name }) => `${key}: ${name} is lost`),
    );
    if (response.status !== 400) wrong.push(`${key}: ${response.status}`);
    if (!page.includes('class="fault"')) wrong.push(`${key}: no fault beside a field`);
  }
  expect(wrong).toEqual([]);
});

test("every form that a role is shown is accepted as a browser without scripts sends it", async () => {
  const wrong: string[] = [];
  const ended: Role[] = [];
  for (const role of ROLES_TRIED) {
    const ofRole = [...(await formsFor(role))].toSorted(([a], [b]) => rankOf(a) - rankOf(b));
    for (const [key, { path }] of ofRole) {
      if (rankOf(key) > 0 && role !== "owner") continue;
      // An earlier form may have ended what this one was about.
      const form = (await formsAt(role, path)).get(key);
      if (!form) continue;
      const values = filled(form);
      // Two people can't give the same name.
      if (key.startsWith("/segments/new")) values.set("key", `${values.get("key")}-${role}`);
      if (key.endsWith(" save-view")) values.set("name", `Of the ${role}`);
      if (values.has("typed")) values.set("typed", await toBeTyped(role, path));
      const response = await send(role, form, values);
      const fault = /class="(?:form-)?fault"[^>]*>([^<]*)/.exec(await response.text())?.[1];
      if (![200, 303].includes(response.status) || fault)
        wrong.push(`${role} ${key}: ${response.status} ${fault}`);
      if (key === SIGN_OUT) ended.push(role);
    }
  }
  expect(wrong).toEqual([]);
  expect(ended).toEqual(["owner"]);
}, 600_000);

/** Returns a form of each act that a person can reach by links. */
async function formsFor(role: Role): Promise<Map<string, Found>> {
  const base = `/console/stores/${store.id}`;
  // A list has more addresses than are opened: that of its saved view is among those. Customers are searched by a form.
  const lists = ["/returns?status=open", "/customers?q=Zoe", ...viewed()].map((path) => base + path);
  const waiting = [base, "/console/account", ...lists];
  const seen = new Set(waiting);
  const alike = new Map<string, number>();
  const found = new Map<string, Found>();
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const page = await (await people[role].get(path.slice("/console".length))).text();
    for (const [key, form] of await formsIn(page, path)) {
      if (!found.has(key)) found.set(key, { path, form });
    }
    for (const [, href = ""] of page.matchAll(/href="([^"#]+)/g)) {
      const next = href.replaceAll("&amp;", "&");
      if (!next.startsWith(base) || seen.has(next)) continue;
      seen.add(next);
      const kind = patternOf(next.slice(base.length));
      const count = alike.get(kind) ?? 0;
      alike.set(kind, count + 1);
      if (count < MAX_ALIKE && !kind.includes(".")) waiting.push(next);
    }
  }
  return found;
}

/** Returns the forms of a page that change something, by the page's pattern and their act. */
async function formsIn(page: string, path: string): Promise<Map<string, PageForm>> {
  const base = `/console/stores/${store.id}`;
  const name = path.startsWith(base) ? patternOf(path.slice(base.length)) : path;
  const forms = (await formsOf(page)).filter(({ method }) => method === "post");
  // The first of its kind: a table has one in each row.
  return new Map(
    forms.toReversed().map((form) => {
      const act = form.controls.find((control) => control.name === "_act")?.value;
      return [act === undefined ? form.action : `${name} ${act}`, form];
    }),
  );
}

/** The page of a customer that an earlier form has merged leads to another one. */
async function formsAt(role: Role, path: string): Promise<Map<string, PageForm>> {
  const page = await people[role].get(path.slice("/console".length));
  const to = page.headers.get("Location");
  return to ? formsAt(role, to) : formsIn(await page.text(), path);
}

/** Returns what a page asks a person to type before it erases. */
async function toBeTyped(role: Role, path: string): Promise<string> {
  const page = await people[role].get(path.slice("/console".length));
  const to = page.headers.get("Location");
  if (to) return toBeTyped(role, to);
  return / to erase[\s\S]*?<code><bdi>([^<]*)/.exec(await page.text())?.[1] ?? "";
}

function patternOf(address: string): string {
  const path = address.replace(/\?.*/, "") || "/";
  const matches = (pattern: string) =>
    new RegExp(`^${pattern.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`).test(path);
  return (
    (PAGES.find((page) => page.path === path) ?? PAGES.find((page) => matches(page.path)))?.path ?? "none"
  );
}

/** The controls that a person fills in. */
function fieldsOf({ controls }: PageForm): Control[] {
  return controls.filter(({ isHidden, type, name }) => !isHidden && type !== "button" && name !== "next");
}

/** Returns what a person would send who fills in what a form requires. */
function filled({ controls }: PageForm): Map<string, string | File> {
  const values = new Map<string, string | File>();
  const chosen = controls.find(({ name }) => name.startsWith("quantity-"))?.name;
  for (const { name, type, value, options, isRequired, isChecked } of controls) {
    if (type === "button" || type === "radio" || type === "checkbox") {
      const isFirst = !values.has(name) && (type !== "checkbox" || name === "id");
      if (isFirst || isChecked || isMain(value, type)) values.set(name, value);
    } else if (type === "file") {
      if (isRequired) values.set(name, new File([PNG], "a.png"));
    } else if (type === "select") {
      values.set(name, value || (isRequired ? (options.find((option) => option !== "") ?? "") : ""));
    } else {
      values.set(name, value || (TYPED[name] ?? (isRequired ? (OF_TYPE[type] ?? "Typed") : "")));
      // Of a return's lines, one unit of the first.
      if (name === chosen) values.set(name, "1");
    }
  }
  return values;
}

/** Whether it is the button that does what the form is for, and not one that only shows more. */
function isMain(value: string, type: string): boolean {
  return type === "button" && ["create", "save"].includes(value);
}

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function send(
  role: Role,
  { action, isUpload }: PageForm,
  values: Map<string, string | File>,
): Promise<Response> {
  const path = action.slice("/console".length);
  const texts = Object.fromEntries(
    [...values].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  if (!isUpload) return people[role].post(path, texts);
  const files = [...values].filter((entry): entry is [string, File] => typeof entry[1] !== "string");
  return people[role].postFiles(path, texts, Object.fromEntries(files.map(([name]) => [name, PNG])));
}
