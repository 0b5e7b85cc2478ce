import { type Ctx, inTransaction } from "../../core/ctx.ts";
import { requirePublicUrl } from "../../core/delivery/callback-url.ts";
import type { Caller } from "../../core/http/request-context.ts";
import { sha256 } from "../../lib/hash.ts";
import { invalid, storeBusy } from "../../lib/problem.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import { connectors } from "../../platform/db/tables/connectors.ts";
import { wakePayouts } from "../returns/payouts/queue.ts";
import { wakeRestocks } from "../returns/stock/queue.ts";
import { requireStore } from "../stores/require-store.ts";
import type { Connector } from "./connector.ts";
import { checkedCredentials, decryptCredentials } from "./credentials.ts";
import { type ConnectorRow, connectorNotFound, isOfKind, readConnector } from "./find.ts";
import { connectorOf } from "./kinds.ts";
import { leaveShop } from "./leave-shop.ts";
import { wakePoll } from "./poll/queue.ts";
import type { ConnectorBody, ShownConnector } from "./schema.ts";

type Put = ConnectorBody & { kind: string };
type Settings = Pick<ConnectorRow, "kind" | "url" | "origin" | "isEnabled" | "credentials">;

/** How often a request is tried again that another one of the same connector has overtaken. */
const MAX_ATTEMPTS = 3;

/**
 * Connects a store to a shop, or changes what the body has of its connector. The shop is then read at once. Throws 400 for
 * invalid or missing credentials and for an address that is not public, 404 for an unknown store or kind of shop.
 */
export async function putConnector(ctx: Ctx, caller: Caller, put: Put): Promise<ShownConnector> {
  const { storeId } = caller;
  await requireStore(ctx, storeId);
  const connector = connectorOf(put.kind);
  if (!connector) throw connectorNotFound(storeId, put.kind);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const [before] = await ctx.db.select().from(connectors).where(isOfKind(storeId, connector.kind));
    // Outside of the transaction, because a name is resolved.
    const settings = await settingsOf(ctx, { connector, storeId, put, before });
    const shown = await write(ctx, caller, before, settings);
    if (shown) return shown;
  }
  throw storeBusy();
}

/** Returns the connector as it was written; undefined where it is another than `before` meanwhile. */
function write(
  ctx: Ctx,
  caller: Caller,
  before: ConnectorRow | undefined,
  settings: Settings,
): Promise<ShownConnector | undefined> {
  const { storeId } = caller;
  return inTransaction(ctx, async (tx) => {
    // Two first requests must not both create it.
    await lockName(tx.db, `connector ${settings.kind} ${storeId}`);
    const which = isOfKind(storeId, settings.kind);
    // So that nothing is written for the shop that it leaves.
    const [row] = await tx.db.select().from(connectors).where(which).for("update");
    if (!isSame(row, before)) return undefined;
    await (row ? update(tx, row, settings) : insert(tx, storeId, settings));
    if (settings.isEnabled) await wake(tx, storeId);
    return readConnector(tx, caller, settings.kind);
  });
}

/** Whether it still is what the settings were made of. */
function isSame(row: ConnectorRow | undefined, before: ConnectorRow | undefined): boolean {
  const parts = ["id", "credentials", "url", "isEnabled"] as const;
  return parts.every((part) => row?.[part] === before?.[part]);
}

/** The shop is read, and what waits for it goes on. */
async function wake(tx: Ctx, storeId: string): Promise<void> {
  await wakePoll(tx, storeId);
  await wakePayouts(tx, storeId);
  await wakeRestocks(tx, storeId);
}

type Wanted = { connector: Connector; storeId: string; put: Put; before: ConnectorRow | undefined };

/** Stored credentials are not sent to another address: who may change that could read them there. */
async function settingsOf(ctx: Ctx, { connector, storeId, put, before }: Wanted): Promise<Settings> {
  const given = put.credentials && checkedCredentials(connector, put.credentials);
  const credentials = given ?? (before && (await decryptCredentials(ctx, before.credentials)));
  if (!credentials)
    throw invalid({ detail: "The credentials of the shop are needed.", pointer: "/credentials" });
  const url = put.url === undefined ? (before?.url ?? null) : put.url;
  const address = plainAddress(connector.origin(credentials, url ?? undefined));
  const origin = before && plainAddress(before.origin) === address ? before.origin : address;
  if (before && !given && origin !== before.origin) {
    const detail = "Send the credentials again: the stored ones are not sent to another address.";
    throw invalid({ detail, pointer: "/credentials" });
  }
  if (origin !== before?.origin) {
    const pointer = url === null ? "/credentials" : "/url";
    requirePlain(origin, pointer);
    await requirePublicUrl(ctx, origin, { pointer, storeId });
  }
  return {
    ...{ kind: connector.kind, url, origin },
    isEnabled: put.enabled ?? before?.isEnabled ?? true,
    credentials: given ? await ctx.encryption.encrypt(JSON.stringify(given)) : (before?.credentials ?? ""),
  };
}

/**
 * Returns an address in the one way that all ways to write it lead to, such as with capitals or with the port that it has
 * anyway; as it is, if it is none.
 */
function plainAddress(address: string): string {
  return URL.canParse(address) ? new URL(address).href.replace(/\/+$/, "") : address;
}

/** Paths and parameters of the API follow the address. */
function requirePlain(origin: string, pointer: string): void {
  if (!/[?#]/.test(origin)) return;
  throw invalid({ detail: "The address must not have a query or a fragment.", pointer });
}

/**
 * Its fence is above any that a connector of the same id had before it was deleted: who still reads the shop for that one
 * writes nothing.
 */
async function insert(tx: Ctx, storeId: string, settings: Settings): Promise<void> {
  const now = tx.now();
  const id = await idOf(settings);
  const values = {
    ...settings,
    storeId,
    id,
    createdAt: now,
    dueAt: dueAt(settings, now),
    fence: now.getTime(),
  };
  await tx.db.insert(connectors).values(values);
}

/**
 * Returns the id of the connector to a shop. A shop that is connected again is whom its orders came by, and who was asked for
 * their payouts; one at another address is another one, which may have orders of the same ids.
 */
async function idOf({ kind, origin }: Pick<Settings, "kind" | "origin">): Promise<string> {
  return `con_${kind}_${(await sha256(origin)).slice(0, ORIGIN_DIGITS)}`;
}

const ORIGIN_DIGITS = 16;

/** What is in progress writes nothing any more: its lease has another fence. */
async function update(tx: Ctx, before: ConnectorRow, settings: Settings): Promise<void> {
  const isMoved = settings.origin !== before.origin;
  const now = tx.now();
  const change = {
    ...settings,
    ...{ dueAt: dueAt(settings, now), leasedUntil: null, fence: before.fence + 1 },
    ...{ failures: 0, failingSince: null, lastError: null },
    ...(isMoved && { id: await idOf(settings), cursor: null, caughtUpAt: null, lastSuccessAt: null }),
  };
  if (isMoved) await leaveShop(tx, before);
  await tx.db.update(connectors).set(change).where(isOfKind(before.storeId, before.kind));
}

function dueAt({ isEnabled }: Settings, now: Date): Date | null {
  return isEnabled ? now : null;
}
