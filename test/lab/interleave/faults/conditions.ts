import type { Change } from "../gate.ts";
import { any, CUSTOMER_ROWS, type Fault, omitted, plain, rewritten, STRIPES } from "./plant.ts";

const DELETE_CUSTOMER = /^delete from "customers"|^delete from customers where/;

/** Conditions that are not asked again. */
export const CONDITIONS: Record<string, Fault> = {
  "an erasure does not compare what identifies": {
    verbs: ["erase", "event-moves-email"],
    plant: any(
      rewritten(
        DELETE_CUSTOMER,
        /and email_key is not distinct from .*?(?= returning)/s,
        "and ($3::text is null or true) and ($4::text is null or true)",
      ),
      omitted(STRIPES),
      omitted(CUSTOMER_ROWS),
    ),
  },
  "an erasure takes batches of a new customer": {
    verbs: ["erasure-job", "events-in-bulk"],
    plant: rewritten(
      /update event_batches set customers/,
      /and not exists \(select from customers where store_id = (\$\d+) and id = (\$\d+)\)/,
      "and ($1::text is null or $2::text is null or true)",
    ),
  },
  "an order's erasure is looked for as of when its update began": {
    verbs: ["upsert-of-other-line", "erase"],
    plant: rewritten(/^select id from erasures where/, /$/, " and requested_at < transaction_timestamp()"),
  },
  "an erasure under way is not looked for": {
    verbs: ["erasure-job-of-many", "event-by-id"],
    plant: omitted(/^select named.id from erasures/),
  },
  "an invitation is read and then deleted": {
    verbs: ["invitation-accept", "invitation-accept"],
    plant: readFirst("invitations"),
  },
  "a sign-in link is read and then deleted": {
    verbs: ["sign-in", "sign-in"],
    plant: readFirst("sign_in_links"),
  },
};

/** What is deleted was read before it waits for who deletes it at the same time. */
function readFirst(table: string): Change {
  const deletes = new RegExp(`^delete from "${table}" (where .*"token_hash".*) returning (.*)$`);
  return (text) => {
    const [, which, columns] = deletes.exec(plain(text)) ?? [];
    if (which === undefined) return undefined;
    const seen = `seen as (select ${columns} from "${table}" ${which})`;
    return { text: `with ${seen}, gone as (delete from "${table}" ${which}) select * from seen` };
  };
}
