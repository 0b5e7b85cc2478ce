import { type Fault, rewritten, unlocked } from "./plant.ts";

const ACQUIRE = /update webhook_streams as stream set fence = stream.fence \+ 1, leased_until/;
const RECORD_ATTEMPT = /insert into webhook_attempts/;

/** Leases that are given to two, and fences that are not compared. */
export const LEASES: Record<string, Fault> = {
  "a lease is given to two, deliveries": {
    verbs: ["delivery", "delivery"],
    plant: rewritten(ACQUIRE, "and (locked.leased_until is null or locked.leased_until <= locked.now)", ""),
  },
  "a fence is not compared, deliveries": {
    verbs: ["delivery", "leases-lapse", "delivery"],
    plant: rewritten(RECORD_ATTEMPT, 'where "heldFence" = fence', ""),
  },
  "a merge's row is not locked": {
    verbs: ["merge-job-again", "merge-onwards"],
    depth: 32,
    plant: unlocked(/from customer_merges where .* order by merged_id for update skip locked/s),
  },
  "a lease is given to two, mails": {
    verbs: ["mail-step", "mail-step"],
    plant: rewritten(
      /update mail_streams as stream set fence = stream.fence \+ 1, leased_until/,
      "and (locked.leased_until is null or locked.leased_until <= locked.now)",
      "",
    ),
  },
  "a lease is given to two, payouts": {
    verbs: ["payout", "payout"],
    plant: rewritten(
      /update payout_streams as stream set fence = stream.fence \+ 1, leased_until/,
      "and (locked.leased_until is null or locked.leased_until <= locked.now)",
      "",
    ),
  },
  "what was delivered while its stream was locked is not recorded later": {
    verbs: ["delivery", "comment"],
    plant: rewritten(RECORD_ATTEMPT, "busy.places as busy", "null::int[] as busy"),
  },
  "what was mailed while its stream was locked is not recorded later": {
    verbs: ["mail-step", "mail-again"],
    plant: rewritten(/update mails set state = case outcome/, "busy.places as busy", "null::int[] as busy"),
  },
};
