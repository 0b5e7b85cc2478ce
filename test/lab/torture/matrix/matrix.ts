import type { Scope } from "../../../../src/core/scopes.ts";
import type { Document } from "../../../contract/document.ts";
import { type Comparable, createSender, differenceOf, type Send } from "./answers.ts";
import {
  type Credential,
  type Credentials,
  credentialsFor,
  type Kind,
  ownCredential,
} from "./credentials.ts";
import { createFixtures, type Fixtures, unknownAs } from "./fixtures.ts";
import { faultsOfReceiptLinks } from "./receipt-links.ts";
import { type Ask, asksOf } from "./requests.ts";
import { changedRow } from "./rows.ts";
import { faultsOfShopperLinks } from "./shopper-links.ts";
import { faultsOfStepTokens } from "./step-tokens.ts";
import type { Shop, Target } from "./target.ts";

export type Matrix = { differences: string[]; operations: number; requests: number };

/** The ids of the caller's store, of another store and of no store. */
type FixtureSets = { own: Fixtures; foreign: Fixtures; unknown: Fixtures };

/** The shared data of one row's checks: the request, its credentials and the objects that it may name. */
type Row = FixtureSets & {
  ask: Ask;
  credentials: Credentials;
  send: Send;
  fault(text: string): void;
};

/** Operations that accept only what has failed. */
const RETRIES = new Set(["resumeInventoryImport", "resumeOrderImport", "retryExport"]);

const isWarehouse = ({ operation }: Ask) => operation.path.startsWith("/api/");

/**
 * Sends every operation of the OpenAPI document with every credential to the caller's objects, to another
 * store's and to unknown ones, and returns the violations. Invalid credentials always get the same 401.
 * Objects of another store are indistinguishable from unknown ones. No refused request changes a row. The
 * operation's scope alone suffices for the caller's own objects. `malformed` is the number of malformed
 * credentials that each operation gets, in rotation.
 */
export async function runMatrix(
  target: Target,
  document: Document,
  { malformed = Number.POSITIVE_INFINITY } = {},
): Promise<Matrix> {
  const differences: string[] = [];
  const [shop, foreignShop] = [await target.newShop(), await target.newShop()];
  const own = await createFixtures(target, shop);
  const sets = { own, foreign: await createFixtures(target, foreignShop), unknown: unknownAs(own) };
  // Both stores' exports are ready, their changes have numbers, and no background work changes rows.
  await target.waitUntilIdle([shop, foreignShop]);
  const senderOf = createSender(target, document);
  const asks = asksOf(document);
  const credentialsOf = await allCredentials(target, [shop, foreignShop], asks);
  const acceptWrite = writesInStoresOfTheirOwn(target);
  const rows = () => Promise.all([target.rowsOf(shop.id), target.rowsOf(foreignShop.id)]);
  let before = await rows();
  for (const [i, ask] of asks.entries()) {
    const fault = (text: string) => differences.push(`${ask.label}: ${text}`);
    const send = senderOf(ask, fault);
    const all = credentialsOf(ask);
    const unauthenticated = [...all.unauthenticated, ...turn(all.malformed, i * malformed, malformed)];
    const credentials = { ...all, unauthenticated };
    const row: Row = { ...sets, ask, credentials, send, fault };
    await refuseUnauthenticated(row);
    await refuseWithoutScope(row);
    await refuseOtherStores(row);
    await hideOthersObjects(row);
    const after = await rows();
    const changed = changedRow(before.flat(), after.flat());
    if (changed !== undefined) fault(`what was refused has changed something: ${changed.slice(0, 500)}`);
    before = after;
    const isRead = ask.operation.method === "GET";
    const error = await (isRead ? errorOf(row) : acceptWrite(row));
    // The change feed numbers changes when it is read.
    if (isRead) before = await rows();
    if (error) fault(`to one's own, ${error}`);
  }
  const [linked, other] = [await target.newShop(), await target.newShop()];
  const links = { shop: linked, own: await createFixtures(target, linked) };
  const others = { other, foreign: await createFixtures(target, other) };
  await target.waitUntilIdle([linked, other]);
  for (const faultsOf of [faultsOfShopperLinks, faultsOfStepTokens, faultsOfReceiptLinks])
    differences.push(...(await faultsOf(target, { ...links, ...others })));
  const operations = new Set(asks.map(({ operation }) => operation.operationId)).size;
  return { differences, operations, requests: senderOf.requests() };
}

/** Creates the credentials of each kind once, and returns which an operation is tested with. */
async function allCredentials(target: Target, [own, foreign]: [Shop, Shop], asks: Ask[]) {
  const all = new Map<string, Credentials>();
  for (const kind of asks.map(kindOf)) {
    const name = JSON.stringify(kind);
    if (!all.has(name)) all.set(name, await credentialsFor(target, own, foreign, kind));
  }
  return (ask: Ask) => all.get(JSON.stringify(kindOf(ask))) as Credentials;
}

/**
 * Returns what sends a write to a store that is only for writes, because it may remove objects that others need: to
 * that of the write before, and if that refuses it, to a new one, whose response counts.
 */
function writesInStoresOfTheirOwn(target: Target) {
  let used: { shop: Shop; own: Fixtures } | undefined;
  const errorIn = async ({ shop, own }: { shop: Shop; own: Fixtures }, row: Row) => {
    if (RETRIES.has(row.ask.operation.operationId)) await target.failWork(shop.id);
    const exact = await ownCredential(target, shop, kindOf(row.ask));
    return errorOf({ ...row, own, credentials: { ...row.credentials, own: exact } });
  };
  return async (row: Row): Promise<string | undefined> => {
    if (used && !(await errorIn(used, row))) return;
    const shop = await target.newShop();
    used = { shop, own: await createFixtures(target, shop) };
    return errorIn(used, row);
  };
}

async function refuseUnauthenticated({ credentials, own, foreign, unknown, send, fault }: Row) {
  const first = await send(credentials.unauthenticated[0] as Credential, own);
  if (first.status !== 401) fault(`${first.status} without a credential`);
  if (first.headers["www-authenticate"] !== "Bearer") fault("a 401 without a challenge");
  for (const credential of credentials.unauthenticated) {
    for (const [whose, fixtures] of Object.entries({ own, foreign, unknown })) {
      if (whose !== "own" && !credential.triesAllStores) continue;
      const seen = await send(credential, fixtures);
      const difference = differenceOf(first, seen);
      if (difference) fault(`with ${credential.name} to ${whose} objects, ${difference}`);
    }
  }
}

async function refuseWithoutScope({ ask, credentials, own, foreign, unknown, send, fault }: Row) {
  const first = await send(credentials.scopeless, own);
  if (first.status !== (isWarehouse(ask) ? 401 : 403)) fault(`${first.status} without the scope`);
  for (const fixtures of [foreign, unknown]) {
    const seen = await send(credentials.scopeless, { ...fixtures, storeId: own.storeId ?? "" });
    const difference = differenceOf(first, seen);
    if (difference) fault(`without the scope, what is there and what isn't differ: ${difference}`);
  }
}

/**
 * The id of any other store in the path gets the same response, whether or not the store or the objects
 * exist.
 */
async function refuseOtherStores({ ask, credentials, own, foreign, unknown, send, fault }: Row) {
  if (!ask.operation.path.includes("{storeId}")) return;
  const answers = [
    await send(credentials.own, { ...own, storeId: unknown.storeId ?? "" }),
    await send(credentials.own, foreign),
    await send(credentials.own, { ...own, storeId: foreign.storeId ?? "" }),
    await send(credentials.foreign, own),
  ];
  const [first] = answers as [Comparable];
  if (first.status !== 403) fault(`${first.status} to another store`);
  for (const [i, seen] of answers.entries()) {
    const difference = differenceOf(first, seen);
    if (difference) fault(`another store and none differ (${i}): ${difference}`);
  }
}

async function hideOthersObjects({ ask, credentials, own, foreign, unknown, send, fault }: Row) {
  // Swaps all named objects at once, then each alone while the others stay the caller's.
  const swaps = [ask.places, ...(ask.places.length > 1 ? ask.places.map((place) => [place]) : [])];
  for (const swapped of swaps.filter((places) => places.length > 0)) {
    const pick = (fixtures: Fixtures, rest: Fixtures) => ({
      ...rest,
      ...Object.fromEntries(swapped.map((place) => [place, fixtures[place] ?? ""])),
    });
    const pairs = [
      [credentials.own, pick(foreign, own), pick(unknown, own)],
      [credentials.foreign, pick(own, foreign), pick(unknown, foreign)],
    ] as const;
    for (const [credential, others, none] of pairs) {
      const [seen, expected] = [await send(credential, others), await send(credential, none)];
      const difference = differenceOf(expected, seen);
      if (difference) fault(`with ${credential.name}, another's ${swapped} is not as none: ${difference}`);
      if (!isNotFound(ask, swapped, expected)) fault(`no ${swapped} is ${expected.status} ${expected.text}`);
    }
  }
}

async function errorOf({ credentials, own, send }: Row): Promise<string | undefined> {
  const { status, text } = await send(credentials.own, own);
  return status >= 300 || /^\{"errors?":/.test(text) ? `${status} ${text}` : undefined;
}

/**
 * Whether the response says that the object in the path doesn't exist; for other objects, any response but a
 * 5xx.
 */
function isNotFound(ask: Ask, swapped: string[], { status, text }: Comparable): boolean {
  if (!swapped.some((place) => ask.inPath.includes(place))) return status < 500;
  if (!isWarehouse(ask)) return status === 404;
  return status === 404 || (status === 200 && /^\{"errors?":\{"message":"No return found/.test(text));
}

/** Returns `count` elements from index `from`, continuing at the start of the array. */
function turn<T>(all: T[], from: number, count: number): T[] {
  if (count >= all.length) return all;
  const start = from % all.length;
  return [...all, ...all].slice(start, start + count);
}

function kindOf({ operation: { operationId, security } }: Ask): Kind {
  const alternatives = security.flatMap(({ bearer }) => (bearer ? [bearer as Scope[]] : []));
  const [scopes = []] = alternatives;
  if (scopes.length === 0) throw new Error(`${operationId} takes no scope`);
  const withheld = alternatives.flatMap(([first]) => first ?? []);
  return { scopes, withheld, takesBare: security.some((scheme) => "xAuthorization" in scheme) };
}
