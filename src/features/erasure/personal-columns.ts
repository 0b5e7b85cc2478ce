import { noteMentionsErasure, notesErasure } from "../activity/notes/erase-notes.ts";
import { viewsErasure } from "../activity/views/erase-views.ts";
import { shopRejectionsErasure } from "../connectors/erase-rejections.ts";
import { fieldMentionsErasure } from "../customers/erase-mentions.ts";
import { batchesErasure } from "../events/erase-batches.ts";
import { eventsErasure } from "../events/erase-events.ts";
import { eventMentionsErasure } from "../events/erase-mentions.ts";
import { rejectionsErasure } from "../events/erase-rejections.ts";
import { mailsErasure } from "../mail/erase-mails.ts";
import { orderMentionsErasure } from "../orders/erase-mentions.ts";
import { ordersErasure } from "../orders/erase-orders.ts";
import { returnMentionsErasure } from "../returns/erase/erase-mentions.ts";
import { payloadsErasure, returnsRelease } from "../returns/erase/erase-payloads.ts";
import { returnsErasure } from "../returns/erase/erase-returns.ts";
import { segmentsErasure } from "../segments/erase-segments.ts";
import { storefrontErasure } from "../storefront/erase-events.ts";
import { exportMentionsErasure, exportsErasure } from "../warehouse/asn/erase-exports.ts";
import { urlsErasure } from "../webhooks/erase-urls.ts";
import { orderedWithdrawalsErasure, withdrawalsErasure } from "../withdrawals/erase-rules.ts";
import type { PersonalColumns } from "./column-kinds.ts";
import { detachRule } from "./detach-rule.ts";
import { feedIdsRule } from "./feed-ids-rule.ts";
import { ORDER_COLUMNS } from "./order-columns.ts";

/** Every column that can hold something of a person, and the rule for it; the others are in `impersonal-columns.ts`. */
export const PERSONAL: readonly PersonalColumns[] = [
  {
    tables: "event_batches",
    columns: "batched_events customers",
    becomes: "the person's elements are removed, the others are recorded",
    own: [detachRule, batchesErasure],
    exported: ["events"],
  },
  {
    tables: "events",
    columns: "event_name customer_id data unique_id search_terms",
    becomes: "the person's are deleted; in those of other customers, what names the person is removed",
    own: [detachRule, eventsErasure],
    mentions: [eventMentionsErasure],
    exported: ["events"],
  },
  {
    tables: "event_unique_ids",
    columns: "unique_id",
    becomes: "stays, so that an event sent again is still ignored, unless the person can be read from it",
    own: [batchesErasure, eventsErasure],
    exported: ["events"],
  },
  {
    tables: "customers",
    columns: "id email email_key phone_number first_name last_name location custom_fields search_terms",
    becomes: "the row is deleted; custom fields of other customers that name the person are removed",
    mentions: [fieldMentionsErasure],
    exported: ["customer"],
  },
  {
    tables: "former_identifiers",
    columns: "customer_id identifier",
    becomes: "deleted with the profile",
    exported: ["formerIdentifiers"],
  },
  {
    tables: "customer_aliases",
    columns: "alias customer_id merged_profile",
    becomes:
      "deleted with the profile: what merged customers were identified and named by is the person's too",
    exported: ["formerIdentifiers", "mergedCustomers"],
  },
  {
    tables: "customer_merges",
    columns: "merged_id into_id",
    becomes: "deleted with the profile; rows that are not moved yet are the erasure's",
  },
  {
    tables: "withdrawals",
    columns: "statement name email email_key order_name given_items",
    becomes:
      "statement, name and e-mail address are blank, and so is the person where they were typed beside the order; number, time, order and units stay, and the receipt's page is gone",
    own: [orderedWithdrawalsErasure],
    mentions: [withdrawalsErasure],
    exported: ["withdrawals"],
  },
  ...ORDER_COLUMNS,
  {
    tables: "returns",
    columns: "shipping_address additions",
    becomes: "the address is blank; links to labels and answers are removed",
    own: [returnsErasure],
    mentions: [returnMentionsErasure],
    exported: ["returns"],
  },
  {
    tables: "return_items",
    columns: "reason reason_code customer_comment additions",
    becomes:
      "comment and answers are removed; the rest, what the warehouse found included, stays unless it names the person",
    own: [returnsErasure],
    mentions: [returnMentionsErasure],
    exported: ["returns"],
  },
  {
    tables: "return_notes",
    columns: "message",
    becomes: "deleted",
    own: [returnsErasure],
    mentions: [returnMentionsErasure],
    exported: ["returns"],
  },
  {
    tables: "payouts",
    columns: "reference reason request",
    becomes:
      "the payee's reasons are removed, and not stored any more, and so is the request that it gets again; references lose what names the person",
    own: [returnsErasure],
    mentions: [returnMentionsErasure],
    exported: ["returns"],
  },
  {
    tables: "return_history",
    columns: "status_reason",
    becomes: "the person is removed where it names the person",
    own: [returnsErasure],
    mentions: [returnMentionsErasure],
    exported: ["returns"],
  },
  {
    tables: "return_images",
    columns: "content",
    becomes: "deleted",
    own: [returnsErasure],
    exported: ["images"],
  },
  {
    tables: "idempotency_keys",
    columns: "key answer",
    becomes: "the response is blanked; a key that the person can be read from is deleted",
    own: [ordersErasure, returnsErasure],
    mentions: [orderMentionsErasure, returnMentionsErasure],
    exported: ["responses"],
  },
  {
    ...{ tables: "asn_export_parts", columns: "content" },
    becomes:
      "rows of the person's returns, and of those that name the person, are rewritten; an export in progress reads them again",
    own: [exportsErasure],
    mentions: [exportMentionsErasure],
  },
  {
    ...{ tables: "webhook_payloads", columns: "body" },
    becomes: "blanked",
    own: [payloadsErasure],
    mentions: [returnMentionsErasure],
    exported: ["deliveries"],
  },
  {
    tables: "webhook_attempts",
    columns: "answer",
    becomes: "deleted, and not stored any more",
    own: [payloadsErasure],
    exported: ["deliveries"],
  },
  {
    tables: "mails",
    columns: "recipient words secret_link error answer",
    becomes: "mails to the person and about their returns are blanked, and not sent any more",
    own: [mailsErasure],
    exported: ["mails"],
  },
  {
    tables: "mail_streams",
    columns: "stream_key",
    becomes: "the address is replaced by the id of the row",
    own: [mailsErasure],
    exported: ["mails"],
  },
  {
    tables: "returns",
    columns: "customer_id",
    becomes: "the id of the erasure until exports and deliveries are done, then null",
    own: [detachRule, returnsRelease],
    exported: ["returns"],
  },
  {
    tables: "storefront_events",
    columns: "event_id body search_terms",
    becomes:
      "the content is deleted, also of the same visitor's events that name no person, and of the visitor whose `anonymousId` is the customer's id; of those that name other persons too, the person's part",
    own: [storefrontErasure],
    exported: ["storefrontEvents"],
  },
  {
    tables: "event_rejections",
    columns: "event errors search_terms",
    becomes: "deleted; of those that name other persons too, the person's part",
    own: [rejectionsErasure],
    exported: ["rejectedEvents"],
  },
  {
    tables: "search_keys",
    columns: "key",
    becomes:
      "names on the orders are removed, and digests of persons whom other customers' orders and returns name",
    own: [ordersErasure],
    mentions: [orderMentionsErasure, returnMentionsErasure],
  },
  {
    tables: "segments",
    columns: "key where",
    becomes:
      "values that name the person are replaced, names and addresses when no other customer has them; so are e-mail addresses and phone numbers in the key, under which the segment is read",
    mentions: [segmentsErasure],
  },
  {
    tables: "customer_notes",
    columns: "about_customer_id note_text",
    becomes: "deleted; in notes about others, what names the person is removed",
    own: [notesErasure],
    mentions: [noteMentionsErasure],
    exported: ["notes"],
  },
  {
    ...{ tables: "list_views", columns: "view_name view_query" },
    becomes: "a view whose name or filters name the person is deleted",
    mentions: [viewsErasure],
  },
  {
    tables: "changes unnumbered_changes",
    columns: "object_id",
    becomes: "a customer's id that has their e-mail address, phone number or name is replaced by its SHA-256",
    mentions: [feedIdsRule],
  },
  {
    tables: "webhooks integrations",
    columns: "url external_id provider",
    becomes:
      "parts of the path and parameters that name the person are replaced, and so are e-mail addresses and phone numbers in the merchant's names: they are called under the URL that is left",
    mentions: [urlsErasure],
  },
  {
    tables: "connector_rejections",
    columns: "reason",
    becomes: "what names the person is removed",
    mentions: [shopRejectionsErasure],
  },
  {
    tables: "erasures",
    columns: "customer_id merged_ids person",
    becomes: "deleted when everything else is done",
  },
];
