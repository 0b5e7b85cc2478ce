/**
 * What became of a request. `unknown`: its connection broke, it timed out, or it was answered 5xx; its effect may be
 * there, and may still come while the process that has it is frozen.
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
 * A row that a request creates. `mark` is written into the row and names the request among all. Of the requests of a
 * `group` (the same order id, `Idempotency-Key`, `uniqueId` or `eventId`) one creates the row: the others are answered
 * as it was, or are refused unless `swallowed`.
 */
export type Effect = { kind: Kind; mark: string; group: string; swallowed?: boolean };

/** What a custom event or an order says about its customer. `mark` is the one of its row, which names the customer. */
export type Patch = {
  kind: "event" | "order";
  mark: string;
  id?: string;
  email?: string;
  phone?: string;
  /** Whether `email` is one of many that the customer has one after the other, and so identifies no customer. */
  moves?: boolean;
  fields: Record<string, Value>;
};

export type Value = string | number;

/** A value that a request gives to something that holds one value at a time. */
export type Write = { register: string; value: Value };

/** The value that a request was shown; undefined when there was none. */
export type Read = { register: string; value: Value | undefined };

/** How often something follows from an acknowledged request. */
export type Count = "once" | "maybe" | "never";

/** A change of a return: the status changes that may follow, how many history rows and how many webhook events. */
export type Change = { returnId: string; to: readonly string[]; row: Count; event: Count };

/** What a request is about, as far as the checker has to know. */
export type Act = {
  store: number;
  operation: string;
  /** The id of an object that was acknowledged before: a 404 loses it. */
  known?: string;
  /** It is about what another store has: success is a violation. */
  mustFail?: boolean;
  effects?: Effect[];
  /** The row that it deletes. */
  ends?: Pick<Effect, "kind" | "group">;
  patches?: Patch[];
  writes?: Write[];
  change?: Change;
};

/** A request and its answer. Times are milliseconds of the harness's monotonic clock. */
export type Call = Act & {
  number: number;
  client: string;
  process: string;
  start: number;
  end: number;
  outcome: Outcome;
  status: number;
  requestId: string;
  /** Of a refusal or 5xx, and why a connection broke. */
  detail?: string;
  retryAfter?: boolean;
  /** The id in the answer of a request that creates something. */
  answerId?: string;
  reads?: Read[];
  /** Marks that were acknowledged before this read began, and are not in its answer. */
  missing?: string[];
  /** What the answer has of another store. */
  foreign?: string;
};

/** When a request's effect was there at the latest. */
export function endOf({ outcome, end }: Pick<Call, "outcome" | "end">): number {
  return outcome === "unknown" ? Number.POSITIVE_INFINITY : end;
}

/** A call as a violation shows it. */
export function shown(call: Call): string {
  const { number, client, process, operation, start, end, outcome, status, known } = call;
  const target = known === undefined ? "" : ` ${known}`;
  return (
    `call ${number} of ${client} at ${process}: ${operation}${target}, ` +
    `${Math.round(start)}–${Math.round(end)} ms, ${outcome} ${status}${call.detail ? ` (${call.detail})` : ""}`
  );
}
