import { CONDITIONS } from "./faults/conditions.ts";
import { ISOLATION } from "./faults/isolation.ts";
import { LEASES } from "./faults/leases.ts";
import { LOCKS } from "./faults/locks.ts";
import type { Fault } from "./faults/plant.ts";
import { TRANSACTIONS } from "./faults/transactions.ts";

/** Listed before the explorer was first run on them. */
export const FAULTS: Record<string, Fault> = {
  ...LOCKS,
  ...LEASES,
  ...CONDITIONS,
  ...TRANSACTIONS,
  ...ISOLATION,
};
