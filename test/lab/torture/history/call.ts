/**
 * The outcome of a request. `unknown`: its connection broke, it timed out, or it was answered 5xx. Its effect
 * may exist, or may still follow while the process that received it is frozen.
 */
export type Outcome = "done" | "refused" | "unknown";

const KINDS = [
  "order",
  "fulfillment",
  "tracking",
  "return",
  "comment",
  "image",
  "note",
  "event",
  "rejection",
  "storefront",
  "webhook",
] as const;
export type Kind = (typeof KINDS)[number];

/**
 * A row that a request creates. `mark` is written into the row and identifies the request. One request of a
 * `group` (the same order id, `Idempotency-Key`, `uniqueId` or `eventId`) creates the row. The others get its
 * response or are refused; if `swallowed`, they succeed without an effect.
 */
export type Effect = { kind: Kind; mark: string; group: string; swallowed?: boolean };

/** The customer data of a custom event or an order. `mark` is that of its row, which names the customer. */
export type Patch = {
  kind: "event" | "order";
  mark: string;
  id?: string;
  email?: string;
  phone?: string;
  /** Whether the customer has a series of addresses, so that `email` identifies no customer. */
  moves?: boolean;
  fields: Record<string, Value>;
};

export type Value = string | number;

/** A value that a request writes to a register, which has one value at a time. */
export type Write = { register: string; value: Value };

/** The value of a register that a response showed; undefined if it showed none. */
export type Read = { register: string; value: Value | undefined };

/** The number that the warehouse API shows for an object: a return, an order, or a merchant's id. It never changes. */
export type Numbered = { kind: "return" | "order" | "id"; object: string; number: number };

/** How often an acknowledged request causes a row or an event. */
export type Count = "once" | "maybe" | "never";

/**
 * A change of a return: the statuses it may lead to, and how often it writes a history row and a webhook
 * event.
 */
export type Change = { returnId: string; to: readonly string[]; row: Count; event: Count };

/** The properties of a request that the checker needs. */
export type Act = {
  store: number;
  operation: string;
  /** The id of an object that was acknowledged before; a 404 is a violation. */
  known?: string;
  /** Whether it targets an object of another store; success is a violation. */
  mustFail?: boolean;
  effects?: Effect[];
  /** The row that the request deletes. */
  ends?: Pick<Effect, "kind" | "group">;
  patches?: Patch[];
  writes?: Write[];
  change?: Change;
};

/** A request and its response. Times are milliseconds of the harness's monotonic clock. */
export type Call = Act & {
  number: number;
  client: string;
  process: string;
  start: number;
  end: number;
  outcome: Outcome;
  status: number;
  requestId: string;
  /** The start of an error response's body, or why the connection broke. */
  detail?: string;
  retryAfter?: boolean;
  /** The id in the response to a request that creates an object. */
  answerId?: string;
  reads?: Read[];
  numbers?: Numbered[];
  /** Marks that were acknowledged before this read started but are missing from its response. */
  missing?: string[];
  /** The sign of another store in the response. */
  foreign?: string;
};

/** Returns the latest time at which a request took effect. */
export function endOf({ outcome, end }: Pick<Call, "outcome" | "end">): number {
  return outcome === "unknown" ? Number.POSITIVE_INFINITY : end;
}

/** Returns a call as a violation shows it. */
export function shown(call: Call): string {
  const { number, client, process, operation, start, end, outcome, status, known } = call;
  const target = known === undefined ? "" : ` ${known}`;
  return (
    `call ${number} of ${client} at ${process}: ${operation}${target}, ` +
    `${Math.round(start)}–${Math.round(end)} ms, ${outcome} ${status}${call.detail ? ` (${call.detail})` : ""}`
  );
}
