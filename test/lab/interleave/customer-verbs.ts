import { post } from "./fill.ts";
import type { Lab } from "./lab.ts";
import { MAILS } from "./order-verbs.ts";
import type { Shop } from "./store.ts";
import type { Verb } from "./verbs.ts";
import { forgetJobs, work } from "./work.ts";

/** An event that an erasure has to take, because it was written before. */
export const TO_BE_ERASED = "to be erased";

const MERGE_JOB = {
  isJob: true,
  prepare: async (shop: Shop, lab: Lab) => {
    await post(shop, "/customers/ann/merge", { into: "bob" });
    await forgetJobs(lab, "customers.merge");
    await leaveRows(lab, shop, "to be moved");
  },
  run: (shop: Shop) => work(shop, "customers.merge"),
};

/** What becomes of customers as a whole. */
export const CUSTOMER_VERBS: Record<string, Verb> = {
  erase: { erases: true, run: (shop) => post(shop, "/customers/ann/erase") },
  "erasure-job": erasureJob("ann"),
  // Behind verbs that prepare mails to him.
  "erasure-job-of-bob": { ...erasureJob("bob"), recalls: MAILS },
  // Has more rows than a request detaches.
  "erasure-job-of-many": {
    ...erasureJob("ann"),
    prepare: async (shop, lab) => {
      await post(shop, "/customers/ann/erase");
      await forgetJobs(lab, "customers.erase");
      await lab.monitor.query("update erasures set is_detached = false where store_id = $1", [shop.id]);
      await leaveRows(lab, shop, TO_BE_ERASED);
    },
  },
  merge: { run: (shop) => post(shop, "/customers/ann/merge", { into: "bob" }) },
  "merge-job": MERGE_JOB,
  // One that has failed is worked on by itself, behind those that have not.
  "merge-job-again": {
    ...MERGE_JOB,
    prepare: async (shop, lab) => {
      await MERGE_JOB.prepare(shop, lab);
      await lab.monitor.query("update customer_merges set failures = 1 where store_id = $1", [shop.id]);
    },
  },
  // What `merge` merges into goes on to another one, with the job.
  "merge-onwards": {
    parts: 2,
    prepare: async (shop) => {
      await post(shop, "/events", { eventName: "before", customer: { id: "dan" } });
    },
    run: async (shop, _mark, parts = 2) => {
      const answer = await post(shop, "/customers/bob/merge", { into: "dan" });
      if (parts === 2) await work(shop, "customers.merge");
      return answer;
    },
  },
};

function erasureJob(customer: string): Verb {
  return {
    isJob: true,
    prepare: async (shop, lab) => {
      await post(shop, `/customers/${customer}/erase`);
      await forgetJobs(lab, "customers.erase");
    },
    run: (shop) => work(shop, "customers.erase"),
  };
}

/** Leaves rows of Ann, as what had found her before she was gone does: a copy of an event of Bob's, and an order. */
async function leaveRows({ monitor }: Lab, { id }: Shop, eventName: string): Promise<void> {
  await monitor.query(
    `insert into events select (json_populate_record(event, json_build_object(
       'id', gen_random_uuid(), 'unique_id', null, 'customer_id', 'ann', 'event_name', $2::text))).*
     from events as event where store_id = $1 and event_name = 'before' and customer_id = 'bob' limit 1`,
    [id, eventName],
  );
  await monitor.query("update orders set customer_id = 'ann' where store_id = $1 and external_id = 'o1'", [
    id,
  ]);
}
