import type { Ctx } from "../../core/ctx.ts";
import type { Caller } from "../../core/http/request-context.ts";
import type { PayoutType } from "../../platform/db/tables/payouts.ts";
import type { Connected } from "../connectors/open-shop.ts";

/** The payout that a stream sends next, and whom it is sent to; read again for each attempt. */
export type NextPayout = {
  id: string;
  type: PayoutType;
  amount: string;
  currency: string;
  key: string;
  request: string | null;
  requestId: string;
  orderId: string;
  customerId: string | null;
  tries: number;
  attempts: number;
  payeeId: string;
  /** The id of the connector; null for an integration. */
  connectorId: string | null;
  /** Whether a payee was asked for it before. */
  wasAsked: boolean;
  /** Whether the process that asked ended before the answer, and the payee is off or gone now. */
  isUnanswered: boolean;
} & Payee;

/** Neither where who was asked for it is gone, or the shop that the order came by. */
type Payee =
  | { integration: Integration; connector: null }
  | { integration: null; connector: Connected }
  | { integration: null; connector: null };

/** The reasons of payouts whose shop is gone: what it was asked for may be paid there. */
export const SHOP_GONE = {
  asked: "The shop that was asked for it is not connected any more: look there whether it was paid.",
  unasked: "The shop that the order came from is not connected any more: pay it elsewhere.",
};

/** The reasons of payouts whose order the shop has no more: what was asked for may have been paid before. */
export const ORDER_GONE = {
  asked: "The shop has deleted the order: look at the payment provider whether it was paid.",
  unasked: "The shop has deleted the order: pay it elsewhere.",
};

/** The reason of a payout that was asked for and not answered, and whose payee is off or gone. */
export const PAYEE_AWAY = "The payee that was asked for it is off or gone: ask there whether it was paid.";

export type Integration = {
  provider: string;
  url: string;
  token: string | null;
  secret: string | null;
  anyAddress: boolean;
};

/** What the payee is called, in the history of a return. */
export function providerOf({ connector, integration }: NextPayout): string {
  return connector?.kind ?? integration?.provider ?? "";
}

/** Returns in whose name the return of a payout is changed. */
export function callerOf({ origin }: Ctx, storeId: string, payout: NextPayout | undefined): Caller {
  const { requestId = "" } = payout ?? {};
  return { storeId, clientId: "", byId: null, origin, by: payout ? providerOf(payout) : "", requestId };
}

/** Empty for a shop that is gone: nothing is sent. */
export function hostOf({ connector, integration }: NextPayout): string {
  const url = connector?.origin ?? integration?.url;
  return url === undefined ? "" : new URL(url).host;
}
