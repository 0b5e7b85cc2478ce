/** What a request asks for, as far as another request can be the reason that it is refused with 409. */
export type Wish = {
  /** The operation, such as `POST /returns`. */
  operation: string;
  /** The order or return; of an operation that creates something under a new id, that id. */
  object: string;
  /** The status that a return is to get. */
  status?: string;
};

type Outcome = "answered" | "unknown" | "refused";

type Attempt = Wish & {
  began: number;
  /** Infinity while it may still take effect. */
  ended: number;
  outcome: Outcome;
  code?: string | undefined;
};

export type Conflicts = {
  /** Returns what to call with the outcome of the request, and with the code of a refusal. */
  begin(wish: Wish): (outcome: Outcome, code?: string) => void;
  /** How many requests were refused, by operation and code. */
  counts(): Record<string, number>;
  /** Returns the conflicts that no earlier or concurrent request explains; call it when no request is running. */
  unexplained(): string[];
};

/** The units of the line that each return and each fulfillment of an order takes one of. */
const UNITS = 2;
/** The status that a return begins with. */
const FIRST_STATUS = "open";

/** By code, whether other attempts on the same object explain a refusal. */
const EXPLAINED: Record<string, (refused: Attempt, others: Attempt[]) => boolean> = {
  units_not_returnable: areTaken,
  units_not_fulfillable: areTaken,
  return_transition_refused: hadStatus,
};

export function createConflicts(now: () => number = () => performance.now()): Conflicts {
  const attempts = new Map<string, Attempt[]>();
  const refused: Attempt[] = [];
  return {
    begin: (wish) => {
      const attempt: Attempt = { ...wish, began: now(), ended: Number.POSITIVE_INFINITY, outcome: "unknown" };
      const key = `${wish.operation} ${wish.object}`;
      const known = attempts.get(key);
      if (known) known.push(attempt);
      else attempts.set(key, [attempt]);
      return (outcome, code) => {
        attempt.outcome = outcome;
        attempt.code = code;
        // A request whose response was lost may take effect later.
        if (outcome !== "unknown") attempt.ended = now();
        if (outcome === "refused") refused.push(attempt);
      };
    },
    counts: () => {
      const counts: Record<string, number> = {};
      for (const { operation, code } of refused) {
        const key = `${operation} ${code}`;
        counts[key] = (counts[key] ?? 0) + 1;
      }
      return counts;
    },
    unexplained: () =>
      refused.flatMap((one) => {
        const { operation, object, status, code = "" } = one;
        const all = attempts.get(`${operation} ${object}`) ?? [];
        const others = all.filter((other) => other.outcome !== "refused" && other.began < one.ended);
        if (EXPLAINED[code]?.(one, others)) return [];
        return [`${operation}${status ? ` to ${status}` : ""} of ${object} was refused: 409 ${code}`];
      }),
  };
}

function areTaken(_: Attempt, others: Attempt[]): boolean {
  return others.length >= UNITS;
}

/** Whether the return can have had the status at some time of the refused request. */
function hadStatus({ status, began }: Attempt, others: Attempt[]): boolean {
  const first: Attempt[] = [
    { operation: "", object: "", status: FIRST_STATUS, began: 0, ended: 0, outcome: "answered" },
  ];
  const changes = first.concat(others);
  return changes.some(
    (change) => change.status === status && !changes.some((later) => isReplaced(change, later, began)),
  );
}

/** Whether another status has certainly replaced this one before the time. */
function isReplaced(change: Attempt, later: Attempt, before: number): boolean {
  return (
    later.outcome === "answered" &&
    later.status !== change.status &&
    later.began >= change.ended &&
    later.ended < before
  );
}
