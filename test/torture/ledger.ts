/** An event as it is sent: `mark` is in its data and names it among all of a run. */
export type SentEvent = {
  mark: string;
  customer: string;
  /** Sent as `uniqueId` too, so that repeating it is no second event. */
  isUnique: boolean;
  /** What it says about its customer: the fields of a profile that only one writer patches. */
  fields?: Record<string, number>;
};

/** Events of one request: all of them come to be, or none. */
export type SentRequest = { events: SentEvent[]; answered: boolean };

/** Everything that a run sent, and what may follow from it. */
export type Ledger = {
  /** By mark: the request that the event was in; of repeated ones the one that was answered 202. */
  requests: Map<string, SentRequest>;
  /** By customer and field, the values that the profile may hold: the last one answered 202, and any sent since. */
  profiles: Map<string, Map<string, Set<number | undefined>>>;
  /** Answers that no request of the run deserves. */
  faults: string[];
  /** How many requests were answered 202, refused as unavailable, and broken off. */
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
