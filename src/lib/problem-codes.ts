import { NOT_FOUND_CODES } from "./not-found-codes.ts";
import { RETURN_CODES } from "./return-codes.ts";

/** `cause` is a sentence that says why the request failed; `cure` is what a client does. */
type Entry = { status: number; cause: string; cure: string };

/**
 * The catalogue of errors: every `code` of a problem, with its status. A code is never renamed, and never gets
 * another meaning; new ones may be added.
 */
export const PROBLEM_CODES = {
  invalid_request: {
    status: 400,
    cause: "A field, parameter or header is missing, has another type, or is outside its bounds.",
    cure: "Correct what `errors` names.",
  },
  malformed_body: {
    status: 400,
    cause:
      "The body is missing, not JSON, not UTF-8, not the gzip that it claims to be, nested too deeply, or of too many values.",
    cure: "Send one JSON value, nested at most 100 levels deep, with at most 200,000 fields and elements.",
  },
  unknown_parameter: {
    status: 400,
    cause: "The operation has no query parameter of this name.",
    cure: "Correct the name, or leave it out. `errors` names the nearest known one.",
  },
  unknown_field: {
    status: 400,
    cause: "The request asks for strict handling, and its body has fields that the operation doesn't know.",
    cure: "Remove what `errors` names, or leave out `Prefer: handling=strict`.",
  },
  invalid_cursor: {
    status: 400,
    cause: "`X-Page-Continue` is not a cursor of this list.",
    cure: "Send the value of `X-Page-Next` unchanged, or begin again without a cursor.",
  },
  segment_too_broad: {
    status: 400,
    cause: "The segment's conditions would read more than one request may: it was cut off.",
    cure: "Add a condition that fewer customers meet, shorten `within`, or leave out `count`.",
  },
  order_too_large: {
    status: 400,
    cause: "The order's fulfillments would take more than 5 MB in a response, tracking events included.",
    cure: "Send fewer and shorter tracking events, and more units in each fulfillment.",
  },
  unauthenticated: {
    status: 401,
    cause: "The request has no API secret, or one that is invalid or revoked.",
    cure: "Send `Authorization: Bearer <API_SECRET>` with a valid secret.",
  },
  store_mismatch: {
    status: 403,
    cause: "The path names a store that the secret doesn't belong to.",
    cure: "Use a secret of that store, or the secret's own store.",
  },
  missing_scope: {
    status: 403,
    cause: "The secret lacks the scope that the operation requires.",
    cure: "Create an API client with that scope.",
  },
  origin_not_allowed: {
    status: 403,
    cause: "The secret is publishable, and the request doesn't come from a page of one of its origins.",
    cure: "Create an API client with this origin. Outside of pages use a secret that isn't publishable.",
  },
  ...NOT_FOUND_CODES,
  ...RETURN_CODES,
  method_not_allowed: {
    status: 405,
    cause: "The path exists, but not with this method.",
    cure: "Use a method that `Allow` lists.",
  },
  already_exists: {
    status: 409,
    cause: "The id that the request gives to a new object is in use.",
    cure: "Use another id, or read the existing object.",
  },
  customer_already_merged: {
    status: 409,
    cause: "One of the two customers was merged before, into the other or into a third one.",
    cure: "Read the customer by its id: it leads to the one that is left, which may be merged.",
  },
  merged_customer_too_large: {
    status: 409,
    cause: "The merged customer would have more custom fields, or more merged customers, than one may have.",
    cure: "Merge into another customer, or leave the two as they are.",
  },
  mail_is_gone: {
    status: 409,
    cause: "What the mail said is gone: its person was erased, or its link was sent and is not kept.",
    cure: "Send another mail: invite the person again, or make a new link.",
  },
  last_owner: {
    status: 409,
    cause: "Only in the console: without this person the store would have no owner.",
    cure: "Make another person an owner first.",
  },
  policy_changed: {
    status: 409,
    cause: "The store's return policy has another version than `If-Match` names.",
    cure: "Read the policy, apply the change to it, and save it with its version.",
  },
  too_many_segments: {
    status: 409,
    cause: "The store has as many saved segments as it may.",
    cure: "Delete one that is no longer used.",
  },
  too_many_payouts: {
    status: 409,
    cause: "The return has 250 payouts, as many as it may, and what is asked for would be another one.",
    cure: "Ask for whole payouts that are held or refused.",
  },
  payee_exists: {
    status: 409,
    cause: "The store has an integration of kind `refunds` already: two would pay the same return.",
    cure: "Update that integration, or delete it first.",
  },
  payee_not_tested: {
    status: 409,
    cause: "The integration is of kind `refunds`: a test would have to pay something.",
    cure: "Ask for a small refund of a return of your own.",
  },
  too_many_integrations: {
    status: 409,
    cause: "The store has as many integrations as it may.",
    cure: "Delete one that is no longer used.",
  },
  idempotency_key_reused: {
    status: 409,
    cause: "The `Idempotency-Key` was used for a different request.",
    cure: "Use a new key for every new request.",
  },
  idempotency_key_in_use: {
    status: 409,
    cause: "The first request with this `Idempotency-Key` is still running.",
    cure: "Wait, then repeat the request with the same key.",
  },
  export_not_ready: {
    status: 409,
    cause: "The export has no file: it is being written, or has failed.",
    cure: "List the store's exports until it is `ready`, or start another one.",
  },
  export_not_failed: {
    status: 409,
    cause: "The export is being written, or is ready: there is nothing to retry.",
    cure: "List the store's exports, and retry one only when it has failed.",
  },
  import_not_failed: {
    status: 409,
    cause: "The import is in progress, or is done: there is nothing to resume.",
    cure: "Get the import, and resume it only when it has failed.",
  },
  units_not_fulfillable: {
    status: 409,
    cause: "The line item has fewer units left to fulfill.",
    cure: "Read the order's `fulfillments`, and send what is left.",
  },
  line_has_returns: {
    status: 409,
    cause:
      "The order is sent without a line, or with fewer units of it, that returns hold, or in another currency than its returns have.",
    cure: "Send the line with at least the units of its returns, or delete the returns first.",
  },
  body_too_large: {
    status: 413,
    cause: "The body has more bytes than the operation takes, as sent or unpacked.",
    cure: "Send less at once.",
  },
  changes_not_kept: {
    status: 410,
    cause: "`after` is older than the changes that are kept, or a number that the feed has not reached.",
    cure: "Begin again: request `after=latest`, read the lists, then follow its `next`.",
  },
  unsupported_media_type: {
    status: 415,
    cause: "The `Content-Type` is not JSON.",
    cure: "Send `Content-Type: application/json`.",
  },
  unsupported_encoding: {
    status: 415,
    cause: "The `Content-Encoding` is not gzip.",
    cure: "Send the body as it is, or compress it with gzip alone.",
  },
  rate_limited: {
    status: 429,
    cause: "The store has sent more requests than the limit allows.",
    cure: "Wait for `Retry-After` seconds, then repeat the request.",
  },
  too_many_at_once: {
    status: 429,
    cause: "Too many long responses, waiting requests or exports of the store are in progress.",
    cure: "Repeat the request when one has ended.",
  },
  client_closed_request: {
    status: 499,
    cause: "The client closed the connection before its request was complete. Only logs show this code.",
    cure: "Repeat the request.",
  },
  internal_error: {
    status: 500,
    cause: "The service failed.",
    cure: "Report the response's `X-Request-Id`, under which the log has the cause.",
  },
  database_unavailable: {
    status: 503,
    cause: "The database can't be reached or can't complete the request at the moment. Nothing was changed.",
    cure: "Wait for `Retry-After` seconds, then repeat the request.",
  },
  customer_being_erased: {
    status: 503,
    cause:
      "A new customer has the id of one that is being erased and has very many rows. Nothing was changed.",
    cure: "Wait for `Retry-After` seconds, then repeat the request.",
  },
  shop_unavailable: {
    status: 503,
    cause: "A shop's webhook names an order, and the shop can't be asked for it. Only shops get this code.",
    cure: "Send the webhook again after `Retry-After` seconds; the order is read later in any case.",
  },
  store_busy: {
    status: 503,
    cause: "Too many requests of the store are waiting. Nothing was changed.",
    cure: "Wait for `Retry-After` seconds, then repeat the request; send fewer at once.",
  },
} as const satisfies Record<string, Entry>;

/** A stable word for programs that names the kind of an error. */
export type ProblemCode = keyof typeof PROBLEM_CODES;
