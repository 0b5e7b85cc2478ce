import { type Fault, rewritten } from "./plant.ts";

const old = rewritten(/^begin$/, "begin", "begin isolation level repeatable read");

/** Transactions that go on reading what was there when they began. */
export const ISOLATION: Record<string, Fault> = {
  "an old snapshot, units of an order": { verbs: ["return", "return"], plant: old },
  "an old snapshot, versions of a policy": { verbs: ["policy", "policy"], plant: old },
  "an old snapshot, numbers of withdrawals": { verbs: ["withdrawal", "withdrawal-other"], plant: old },
};
