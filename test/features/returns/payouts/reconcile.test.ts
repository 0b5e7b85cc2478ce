import { expect, test } from "bun:test";
import { ask } from "../../../../src/features/returns/payouts/ask.ts";
import {
  type Due,
  type KnownPayout,
  reconcile,
  sumOf,
} from "../../../../src/features/returns/payouts/reconcile.ts";
import { after, MOVES, type Move, PAYOUT_TYPES } from "../../../../src/features/returns/payouts/states.ts";
import { greater } from "../../../../src/lib/money.ts";

/** A generator of numbers below a bound, the same for a seed. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

type Changes = {
  withdrawn?: string[];
  lowered: Map<string, bigint>;
  raised: { type: KnownPayout["type"]; amount: bigint }[];
};

/** A return as a plain model: its payouts, what it owes, and whether it is complete. */
function newModel(draw: (below: number) => number) {
  let payouts: KnownPayout[] = [];
  let made = 0;
  let isComplete = false;
  const due: Due = { refund: BigInt(draw(50)), store_credit: BigInt(draw(50)) };

  function apply({ withdrawn = [], lowered, raised }: Changes) {
    payouts = payouts
      .filter(({ id }) => !withdrawn.includes(id))
      .map((payout) => {
        const covers = lowered.get(payout.id) ?? payout.covers;
        return { ...payout, covers, amount: payout.status === "paid" ? payout.amount : covers };
      });
    for (const { type, amount } of raised) {
      const state = { status: "waiting" as const, paidAmount: null, isSent: false, isHeld: draw(3) === 0 };
      payouts.push({ ...state, id: String(++made), type, amount, covers: amount });
    }
  }
  const reconcileNow = (isReopened = false) => apply(reconcile(payouts, { due, isComplete, isReopened }));
  const move = (id: string, by: Move, changes: Partial<KnownPayout> = {}) => {
    payouts = payouts.map((payout) => {
      const to = payout.id === id ? after(payout.status, by) : undefined;
      return to ? { ...payout, ...changes, status: to } : payout;
    });
  };
  const steps = [
    () => {
      const isReopened = isComplete;
      isComplete = !isComplete;
      reconcileNow(isReopened);
    },
    () => {
      due[PAYOUT_TYPES[draw(2)] ?? "refund"] = BigInt(draw(60));
      reconcileNow();
    },
    () => {
      const [first] = payouts.filter(({ status, isHeld }) => status === "waiting" && !isHeld);
      if (first) payouts = payouts.map((payout) => (payout === first ? { ...payout, isSent: true } : payout));
    },
    () => {
      const sent = payouts.find(
        ({ status, isSent }) => isSent && (status === "waiting" || status === "unknown"),
      );
      if (!sent) return;
      const said = (["paid", "refused", "unknown"] as const)[draw(3)] ?? "paid";
      const paidAmount = said === "paid" && draw(4) === 0 ? BigInt(draw(70)) : null;
      move(sent.id, said, { paidAmount });
      if (said === "refused" || paidAmount !== null) reconcileNow();
    },
    () => {
      const isElsewhere = draw(2) === 0;
      const amount = draw(2) === 0 ? BigInt(1 + draw(40)) : undefined;
      const { released, tooMuch, ...changes } = ask(payouts, due, { amount, isElsewhere });
      if (tooMuch > 0n) return;
      const before = payouts.length;
      apply(changes);
      for (const id of released) {
        if (isElsewhere) move(id, "paidElsewhere", { isHeld: false });
        else move(id, "tryAgain", { isSent: false });
        payouts = payouts.map((payout) => (payout.id === id ? { ...payout, isHeld: false } : payout));
      }
      payouts = payouts.map((payout, i) =>
        i < before ? payout : { ...payout, isHeld: false, status: isElsewhere ? "paid" : payout.status },
      );
    },
  ];
  return { step: () => steps[draw(steps.length)]?.(), state: () => ({ payouts, due, isComplete }) };
}

test("whatever happens, a complete return's payouts stand for what it owes, and those that can be withdrawn for no more", () => {
  for (let seed = 1; seed <= 400; seed++) {
    const model = newModel(numbers(seed));
    for (let count = 0; count < 60; count++) {
      model.step();
      const { payouts, due, isComplete } = model.state();
      for (const type of PAYOUT_TYPES) {
        const ofType = payouts.filter((payout) => payout.type === type);
        const firm = ofType.filter(
          ({ status, isSent }) =>
            status === "paid" || status === "unknown" || (status === "waiting" && isSent),
        );
        expect(ofType.every(({ amount, covers }) => amount > 0n && covers >= 0n)).toBe(true);
        const most = greater(sumOf(firm), due[type]);
        expect([seed, count, type, sumOf(ofType) <= most]).toEqual([seed, count, type, true]);
        if (isComplete) expect([seed, count, type, sumOf(ofType)]).toEqual([seed, count, type, most]);
      }
    }
  }
});

const waiting = (id: string, amount: bigint, changes: Partial<KnownPayout> = {}): KnownPayout => ({
  ...{
    id,
    type: "refund",
    status: "waiting",
    amount,
    covers: amount,
    paidAmount: null,
    isSent: false,
    isHeld: false,
  },
  ...changes,
});

test.each([
  [
    "an unsent payout is withdrawn when the return is reopened",
    [waiting("a", 10n)],
    { isReopened: true },
    { withdrawn: ["a"] },
  ],
  ["a sent one is awaited", [waiting("a", 10n, { isSent: true })], { isReopened: true }, {}],
  [
    "what is paid already isn't due again",
    [waiting("a", 6n, { status: "paid" })],
    { isComplete: true },
    { raised: [{ type: "refund", amount: 4n }] },
  ],
  [
    "lowered after it was paid it owes nothing, and no negative amount",
    [waiting("a", 16n, { status: "paid" })],
    { isComplete: true },
    {},
  ],
  [
    "what was refused is lowered with what is due",
    [waiting("a", 16n, { status: "refused" })],
    { isComplete: true },
    { lowered: new Map([["a", 10n]]) },
  ],
] as const)("%s", (_, payouts, changes, expected) => {
  const owing = { due: { refund: 10n, store_credit: 0n }, isComplete: false, isReopened: false, ...changes };
  const nothing = { withdrawn: [], lowered: new Map(), raised: [] };
  expect(reconcile([...payouts], owing)).toEqual({ ...nothing, ...expected } as never);
});

test("a payout that is paid stays so, and one that is refused is paid only once a person asks", () => {
  const ofPayee = ["paid", "refused", "unknown"] as const;
  for (const move of Object.keys(MOVES) as Move[]) expect(after("paid", move)).toBeUndefined();
  for (const move of ofPayee) expect(after("refused", move)).toBeUndefined();
});
