/** An event as it is sent; `mark` is in its data and identifies it in a run. */
export type SentEvent = {
  mark: string;
  customer: string;
  /** Whether the mark is also sent as `uniqueId`, so that sending it again creates no second event. */
  isUnique: boolean;
  /** The customer's profile fields that it sets; only one writer sets them. */
  fields?: Record<string, number>;
};

/** The events of one request; the service stores either all of them or none. */
export type SentRequest = { events: SentEvent[]; answered: boolean };

/** Everything that a run sent, and the states that may result from it. */
export type Ledger = {
  /**
   * By mark, the request that contained the event; if it was sent again, the request that was answered 202.
   */
  requests: Map<string, SentRequest>;
  /**
   * By customer and field, the values that the profile may have: the last one answered 202 and all sent
   * since.
   */
  profiles: Map<string, Map<string, Set<number | undefined>>>;
  /** Responses that no request of the run should get. */
  faults: string[];
  /** The number of requests answered 202, refused as unavailable, and cut off. */
  tally: { answered: number; refused: number; broken: number };
  record(events: SentEvent[], outcome: Outcome): void;
};

export type Outcome = "answered" | "refused" | "broken";

export function createLedger(): Ledger {
  const ledger: Ledger = {
    requests: new Map(),
    profiles: new Map(),
    faults: [],
    tally: { answered: 0, refused: 0, broken: 0 },
    record(events, outcome) {
      const answered = outcome === "answered";
      const request = { events, answered };
      ledger.tally[outcome]++;
      for (const event of events) {
        if (!ledger.requests.get(event.mark)?.answered) ledger.requests.set(event.mark, request);
        for (const [field, value] of Object.entries(event.fields ?? {})) {
          allow(ledger, event.customer, field, value, answered);
        }
      }
    },
  };
  return ledger;
}

function allow(
  { profiles }: Ledger,
  customer: string,
  field: string,
  value: number,
  answered: boolean,
): void {
  const fields = profiles.get(customer) ?? new Map<string, Set<number | undefined>>();
  const before = answered ? [] : (fields.get(field) ?? [undefined]);
  profiles.set(customer, fields.set(field, new Set([...before, value])));
}
