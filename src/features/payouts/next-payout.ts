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
} & ({ integration: Integration; connector: null } | { integration: null; connector: Connected });

export type Integration = {
  provider: string;
  url: string;
  token: string | null;
  secret: string | null;
  anyAddress: boolean;
};

/** What the payee is called, in the history of a return. */
export function providerOf({ connector, integration }: NextPayout): string {
  return connector ? connector.kind : integration.provider;
}

export function hostOf({ connector, integration }: NextPayout): string {
  return new URL(connector ? connector.origin : integration.url).host;
}
