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
  "a change of an order passes its returns on whatever they say": {
    verbs: ["upsert", "erase"],
    plant: rewritten(
      /update returns set customer_id = given.later/,
      "and customer_id is not distinct from given.former",
      "and (given.former is null or true)",
    ),
  },
  "a duplicate is looked for and then stored": {
    verbs: ["event-twice", "event-twice"],
    plant: rewritten(
      /insert into event_unique_ids .* from met/s,
      'and ("uniqueId" is null or ("storeId", "uniqueId") in (select store_id, unique_id from claimed))',
      'and ("uniqueId" is null or not exists (select from events where events.store_id = met."storeId" and events.unique_id = met."uniqueId"))',
    ),
  },
  "customers are overwritten, not merged": {
    verbs: ["event-by-id", "event-by-phone"],
    plant: any(
      rewritten(
        /insert into customers .* on conflict/s,
        /first_name = coalesce\(excluded.first_name, customers.first_name\)/,
        "first_name = excluded.first_name",
      ),
      omitted(CUSTOMER_ROWS),
    ),
  },
  "an erasure under way is not looked for": {
    verbs: ["erasure-job", "event-by-id"],
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
  "the answer of a payee counts whatever was said meanwhile": {
    verbs: ["payout", "refund"],
    plant: rewritten(
      /update payouts set status = \$\d+::text, attempts/,
      /and payouts.status = any\((\$\d+)::text\[\]\)/,
      "and ($1::text[] is null or true)",
    ),
  },
};

/** What a statement deletes and returns is only read. */
function readFirst(table: string): Change {
  const deletes = new RegExp(`^delete from "${table}" (where .*"token_hash".*) returning (.*)$`, "s");
  return (text) => {
    const [, which, columns] = deletes.exec(plain(text)) ?? [];
    return which === undefined ? undefined : { text: `select ${columns} from "${table}" ${which}` };
  };
}
