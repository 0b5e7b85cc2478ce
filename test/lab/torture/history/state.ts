import type { Kind, Numbered, Read } from "./call.ts";
import type { Arrival } from "./receiver.ts";

/** The final state, which the checker compares with the calls. */
export type State = {
  /** Every row that has a mark. */
  rows: Row[];
  orders: OrderState[];
  returns: ReturnState[];
  customers: CustomerState[];
  items: ItemState[];
  streams: StreamState[];
  /** The values of the registers. */
  registers: Read[];
  numbers: (Numbered & { store: number })[];
  /** For each token, its store's name and the merchant names that were received with it. */
  merchants: { token: string; expected: string; seen: string[] }[];
  /** Work that was still pending. */
  pending: string[];
  /** Processes that ended by themselves, and output about crashes. */
  crashes: string[];
};

/** `store` is the index of the row's store, or -1; `customer` is the customer of an event or order. */
export type Row = { kind: Kind; store: number; mark: string; id: string; customer?: string | null };

/** Money in cents. */
export type LineState = { id: string; quantity: number; price: number; discount: number };
export type OrderState = {
  store: number;
  id: string;
  externalId: string;
  lines: LineState[];
  fulfilled: { lineId: string; quantity: number }[];
};

export type HistoryRow = { from: string | null; to: string; by: string; requestId: string };
export type ReturnItem = { id: string; lineId: string; units: [from: number, to: number][]; type: string };

export type ReturnState = {
  store: number;
  id: string;
  orderId: string;
  status: string;
  mark: string;
  history: HistoryRow[];
  items: ReturnItem[];
  /** The return as a GET shows it; undefined if no GET succeeded. */
  shown: ShownReturn | undefined;
};

/** Money in cents. `content` is a hash of the whole response. */
export type ShownReturn = {
  status: string;
  content: string;
  items: { id: string; quantity: number; value: number; refund: number }[];
  refund: number;
  storeCredit: number;
};

export type CustomerState = { store: number; id: string; email: string | null; phone: string | null };

/** Stock of one product and kind: its own quantity, and those of its levels. */
export type ItemState = { store: number; product: string; quantity: number; levels: number[] };

export type StreamState = {
  store: number;
  webhookId: string;
  returnId: string;
  /** Whether its webhook existed from the beginning and no request changed it. */
  isUntouched: boolean;
  events: { sequence: number; state: string; at: string }[];
  arrivals: Arrival[];
};
