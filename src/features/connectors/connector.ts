import type { TObject } from "@sinclair/typebox";
import type { ConnectorKind } from "../../platform/db/tables/connectors.ts";
import type { ShopOrder } from "../orders/upsert/schema.ts";
import type { Call } from "./call.ts";
import type { ConnectorAnswer, ConnectorPayout, ConnectorRestock, RestockAnswer } from "./effects.ts";

/** What a merchant gives the service for a shop's API and webhooks; each is a text. */
export type Credentials = Record<string, string>;

/** A webhook of a shop, as it was received. */
export type SignedHook = { headers: Headers; body: Uint8Array<ArrayBuffer> };

/** A webhook whose signature is verified. `json` is undefined for a body that is no JSON. */
export type Hook = { headers: Headers; json: unknown };

/** What a webhook is about: an order as the shop sends it, or the id of one that has to be read, and that may be deleted. */
export type HookOrder = { order: unknown } | { orderId: string; mayBeDeleted?: true };

/**
 * Orders as the shop sends them, the oldest change first. `unread` has of those that are more than is read of an answer what
 * was read, their ids at least. `more`: there are further ones after `cursor`.
 */
export type ChangedOrders = { orders: unknown[]; unread?: unknown[]; cursor: string | null; more: boolean };

/**
 * What the service has to know of a kind of shop: the one thing that differs between them. The rest, from webhooks'
 * addresses to the poll and what is shown of it, is the same for all. Objects are in `kinds.ts`.
 *
 * JSON of a shop is parsed so that a number which a double doesn't hold is a string of its digits; `idText` reads ids.
 */
export type Connector<Given extends Credentials = Credentials> = {
  kind: ConnectorKind;
  /** What the shop's software is called. */
  title: string;
  /** The shape of the credentials. Each field says in its description where the merchant finds it. */
  credentials: TObject;
  /** Returns the address that paths of the shop's API follow, without a slash at its end. Throws 400. */
  origin(credentials: Given, url: string | undefined): string;
  /** Returns the headers that authenticate requests to the shop's API. */
  headers(credentials: Given): Record<string, string>;
  /** Whether a webhook was signed with the credentials, found out in constant time. */
  verify(hook: SignedHook, credentials: Given): Promise<boolean>;
  /**
   * How long after a change the poll has read it for good, of a shop that sends a webhook that failed again as it was: one with an
   * older change changes nothing that the poll has read of the same second.
   */
  settlesInMs?: number;
  /** Whether parcels of `mapOrder` were delivered at their `deliveryDate` or before: the shop says no more than when they changed last. */
  saysDeliveryLate?: true;
  /** Returns what a webhook is about; undefined for other topics. */
  read(hook: Hook): HookOrder | undefined;
  /** Returns one order as the shop sends it; undefined where the shop has none. Throws `ShopFailure`. */
  order(call: Call, orderId: string): Promise<unknown>;
  /**
   * Returns a page of the orders that were changed since the cursor, the oldest change first. Without a cursor it begins
   * with the oldest order. An order may come twice; none may be left out. `failures`: how often in a row it failed before, maybe
   * because its page was too long. An order that can't be read alone either is passed. Throws `ShopFailure`.
   */
  changed(call: Call, cursor: string | null, failures?: number): Promise<ChangedOrders>;
  /**
   * Whether an order comes in that the store hasn't by this connector; without this function any does. One that it has is kept up
   * to date whatever becomes of it.
   */
  comesIn?(order: unknown): boolean;
  /** Returns the shop's id of an order, for whom it may concern that `mapOrder` throws. */
  orderId(order: unknown): string | undefined;
  /** Returns what the shop calls an order towards its customers, such as `#1001`; it may be the id. A function of its value alone. */
  orderName(order: unknown): string | undefined;
  /** Returns an order of the shop as the service takes it. A function of its value alone. Throws 400: what, and where. */
  mapOrder(order: unknown): ShopOrder;
  /**
   * Pays a payout, once, however often it is asked for: reads first whether the shop has paid it, by its id in the note of a
   * refund, and only then has it refunded. `mapOrder` keeps the note. Restocks nothing in the shop. What the shop doesn't have,
   * such as store credit, is refused with a reason that says so. Throws `ShopFailure` where nothing is known of it.
   */
  pay?(call: Call, payout: ConnectorPayout): Promise<ConnectorAnswer>;
  /**
   * Changes the shop's stock of a product by some units, once for the id of the change, however often it is asked for.
   * Throws `ShopFailure` where nothing is known of it.
   */
  restock?(call: Call, change: ConnectorRestock): Promise<RestockAnswer>;
};
