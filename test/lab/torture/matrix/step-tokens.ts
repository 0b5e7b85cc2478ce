import { formsOf } from "../../../support/shopper.ts";
import type { Fixtures } from "./fixtures.ts";
import type { Shop, Target } from "./target.ts";

type Seen = { status: number; text: string; location: string | null };
type Kind = "order" | "send" | "withdraw";
type Ask = { name: string; kind: Kind; send(storeId: string, token: string): Promise<Seen> };

const HOUR_MS = 60 * 60_000;
const CHOICE = { "units-line-2": "1", "reason-line-2": "other" };

/**
 * Returns what differs from these rules: the token of a step that has expired, was changed, is of another step or of another
 * store is the same 410 as none, and changes no row; one that is used twice does once what it does.
 */
export async function faultsOfStepTokens(target: Target, shops: Shops): Promise<string[]> {
  const { shop, own, other, foreign } = shops;
  const faults: string[] = [];
  for (const each of [shop, other]) await openPages(target, each);
  const asks = asksOf(target, shop, own);
  const before = await rowsOf(target, shops);
  for (const { name, kind, send } of asks) {
    const none = await send(shop.id, "");
    if (none.status !== 410) faults.push(`${name} without a token: ${none.status}`);
    const token = await tokenOf(target, kind, { shop, of: own });
    const theirs = await tokenOf(target, kind, { shop: other, of: foreign });
    const expired = new Date(Date.now() - HOUR_MS - 60_000);
    const others = (["order", "send", "withdraw"] as const).filter((each) => each !== kind);
    const wrong = new Map<string, string>([
      ["expired", await tokenOf(target, kind, { shop, of: own, at: expired })],
      ["another store's", theirs],
      ["changed", changed(token)],
      ["cut", token.slice(0, -2)],
      ["longer", `${token}AA`],
      ["very long", "x".repeat(5_000)],
      ["the order's number as a", own.orderId ?? ""],
    ]);
    for (const each of others) wrong.set(`${each}'s`, await tokenOf(target, each, { shop, of: own }));
    for (const [which, text] of wrong) {
      const seen = await send(shop.id, text);
      if (!Bun.deepEquals(seen, none)) faults.push(`${name} with ${which} token: ${seen.status}`);
    }
    const elsewhere = await send(other.id, token);
    if (elsewhere.status !== 410) faults.push(`${name} at another store: ${elsewhere.status}`);
  }
  if (!Bun.deepEquals(await rowsOf(target, shops), before))
    faults.push("a wrong token has changed something");
  faults.push(...(await twice(target, shop, own)));
  return faults.map((fault) => `step tokens: ${fault}`);
}

type Shops = { shop: Shop; own: Fixtures; other: Shop; foreign: Fixtures };

function asksOf(target: Target, shop: Shop, own: Fixtures): Ask[] {
  const at = (page: string) => (storeId: string, token: string) =>
    `/r/${storeId}/${page}?${new URLSearchParams({ token })}`;
  const statement = { name: "Ada", order: own.orderId ?? "", email: own.email ?? "", items: "" };
  const post = (page: string, values: Record<string, string>) => (storeId: string, token: string) =>
    send(target, at(page)(storeId, token), values);
  return [
    { name: "GET order", kind: "order", send: (storeId, token) => send(target, at("order")(storeId, token)) },
    { name: "POST order", kind: "order", send: post("order", CHOICE) },
    {
      ...{ name: "POST send", kind: "send" },
      send: async (storeId, token) => {
        const terms = await shownTerms(target, shop, own);
        return post("send", { ...CHOICE, terms, outcome: "refund" })(storeId, token);
      },
    },
    {
      ...{ name: "POST withdraw", kind: "withdraw" },
      send: async (storeId, token) => {
        const shown = await shownStatement(target, storeId, statement);
        return send(target, `/r/${storeId}/withdraw`, {
          ...statement,
          shown,
          _token: token,
          _act: "confirm",
        });
      },
    },
  ];
}

type Named = { shop: Shop; of: Fixtures; at?: Date };

function tokenOf(target: Target, kind: Kind, { shop, of: { orderId = "", email = "" }, at }: Named) {
  return target.stepToken({ kind, storeId: shop.id, orderId, email }, at);
}

/** Returns the digest of the terms that the last look shows for the choice. */
async function shownTerms(target: Target, shop: Shop, own: Fixtures): Promise<string> {
  const token = await tokenOf(target, "order", { shop, of: own });
  const { text } = await send(target, `/r/${shop.id}/order?${new URLSearchParams({ token })}`, CHOICE);
  return formsOf(text)[0]?.values.terms ?? "";
}

async function shownStatement(target: Target, storeId: string, statement: Record<string, string>) {
  const { text } = await send(target, `/r/${storeId}/withdraw`, statement);
  return formsOf(text)[0]?.values.shown ?? "";
}

/** A form that is sent again has the response of the first time, and adds nothing. */
async function twice(target: Target, shop: Shop, own: Fixtures): Promise<string[]> {
  const faults: string[] = [];
  const [, , toSend, withdraw] = asksOf(target, shop, own);
  for (const { name, kind, send } of [toSend, withdraw].flatMap((ask) => ask ?? [])) {
    const token = await tokenOf(target, kind, { shop, of: own });
    const first = await send(shop.id, token);
    await target.waitUntilIdle([shop]);
    const rows = await target.rowsOf(shop.id);
    const second = await send(shop.id, token);
    if (first.status !== 303 || second.status !== 303 || first.location !== second.location)
      faults.push(`${name} twice: ${first.status}, then ${second.status}`);
    if (!Bun.deepEquals(await target.rowsOf(shop.id), rows))
      faults.push(`${name} again has changed something`);
  }
  return faults;
}

async function openPages(target: Target, { id, secret }: Shop): Promise<void> {
  const body = JSON.stringify({ shopperPage: { enabled: true }, withdrawal: { enabled: true } });
  const headers = { Authorization: `Bearer ${secret}`, "Content-Type": "application/json" };
  const { status } = await target.fetch(`/v2.2/stores/${id}`, { method: "PATCH", headers, body });
  if (status !== 200) throw new Error(`the pages can't be turned on: ${status}`);
}

async function send(target: Target, path: string, values?: Record<string, string>): Promise<Seen> {
  const body = values && new URLSearchParams(values);
  const response = await target.fetch(path, {
    ...{ method: body ? "POST" : "GET", redirect: "manual" as const },
    ...(body && { body }),
  });
  // The links of the menu have the token, and what goes on has a new one.
  const text = (await response.text()).replaceAll(/(token=|name="_token" value=")[^"&]*/g, "$1…");
  return { status: response.status, text, location: response.headers.get("location") };
}

function changed(token: string): string {
  return token.replace(/.(?=.{6}$)/, (letter) => (letter === "A" ? "B" : "A"));
}

async function rowsOf(target: Target, { shop, other }: Shops): Promise<string[][]> {
  await target.waitUntilIdle([shop, other]);
  return Promise.all([shop, other].map(({ id }) => target.rowsOf(id)));
}
