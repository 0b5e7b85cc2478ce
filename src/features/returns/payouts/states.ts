/** What a payout is for. */
export const PAYOUT_TYPES = ["refund", "store_credit"] as const;

export const PAYOUT_STATUSES = ["waiting", "paid", "refused", "unknown"] as const;

export type PayoutType = (typeof PAYOUT_TYPES)[number];
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number];

/** What may happen to a payout, and what it becomes. What isn't here changes nothing. */
export const MOVES = {
  /** The payee says so. */
  paid: { waiting: "paid", unknown: "paid" },
  refused: { waiting: "refused", unknown: "refused" },
  unknown: { waiting: "unknown", unknown: "unknown" },
  /** A person says so. */
  paidElsewhere: { waiting: "paid", refused: "paid", unknown: "paid" },
  tryAgain: { refused: "waiting" },
} as const satisfies Record<string, Partial<Record<PayoutStatus, PayoutStatus>>>;

export type Move = keyof typeof MOVES;

/** Returns what a payout becomes by a move; undefined if it stays. */
export function after(status: PayoutStatus, move: Move): PayoutStatus | undefined {
  const moves: Partial<Record<PayoutStatus, PayoutStatus>> = MOVES[move];
  return moves[status];
}

const CAUSES: Record<Move, string> = {
  paid: "the payee has paid it",
  refused: "the payee refuses it",
  unknown: "the payee doesn't say, or can't be reached",
  paidElsewhere: "a person says that it was paid elsewhere",
  tryAgain: "a person asks for it again, which gives it a new key",
};

/** Returns the moves as a Markdown table. */
export function movesTable(): string {
  const rows = Object.entries(MOVES).flatMap(([move, moves]) =>
    Object.entries(moves).map(([from, to]) => `| \`${from}\` | \`${to}\` | ${CAUSES[move as Move]} |`),
  );
  return ["| from | to | when |", "|---|---|---|", ...rows].join("\n");
}
