import type { Kind, Read } from "./call.ts";
import type { Arrival } from "./receiver.ts";

/** What is there at the end, as the checker compares it with what was asked for. */
export type State = {
  /** Every row that carries a mark. */
  rows: Row[];
  orders: OrderState[];
  returns: ReturnState[];
  customers: CustomerState[];
  items: ItemState[];
  streams: StreamState[];
  /** What registers hold. */
  registers: Read[];
  /** By token, which store it belongs to and what receivers saw with it as merchant. */
  merchants: { token: string; expected: string; seen: string[] }[];
  /** What did not come to rest: queues, and the processes' ends. */
  pending: string[];
  crashes: string[];
};

/** `sign` is the store's whose row it is; `customer` whom an event or order was recorded of. */
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
  /** How a GET shows it; undefined when none succeeded. */
  shown: ShownReturn | undefined;
};

/** Money in cents. `content` names all of the answer. */
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
  /** Whether its webhook lived from the beginning, and no request ever was about it. */
  isUntouched: boolean;
  events: { sequence: number; state: string; at: string }[];
  arrivals: Arrival[];
};
