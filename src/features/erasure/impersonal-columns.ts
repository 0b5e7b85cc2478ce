import type { ImpersonalColumns } from "./column-kinds.ts";

/** Columns that can hold text, and never of a person: they are kept. */
export const IMPERSONAL: readonly ImpersonalColumns[] = [
  [
    "integrations webhooks shopper_links",
    "id topic token signing_secret previous_signing_secret token_hash integration_kind payout_secret",
    "words of the service; secrets are encrypted",
  ],
  [
    "stores locations location_changes api_clients connectors policies rate_limits retention_runs encryption_check",
    "all",
    "the merchant's own settings; secrets are encrypted or hashed",
  ],
  [
    "requests",
    "method route client code ignored_fields",
    "what was requested: the pattern of the path without its ids, the name of the API client or of one of the merchant's people, and pointers to fields that no operation knows, where anything but a plain name is `*`",
  ],
  [
    "cells store_cells secret_stores store_states",
    "all",
    "the directory of cells: encrypted addresses, ids of stores, the beginnings of secrets",
  ],
  ["customer_notes", "noted_by noted_by_id", "the store's people, who are no customers"],
  ["list_views", "viewed_list", "the path of a page of the console"],
  ["store_moves", "all", "moves of stores in progress: names of cells and steps"],
  [
    "people memberships sessions sign_in_links sign_in_attempts invitations store_sessions passkeys passkey_challenges",
    "all",
    "the merchant's own people, who are no customers; passwords and tokens are hashed",
  ],
  [
    "inventory_items inventory_levels inventory_level_history inventory_imports inventory_import_parts numeric_ids",
    "all",
    "products and stock; ids of products, lines and orders",
  ],
  [
    "orders fulfillments",
    "external_id location_id connector_id currency line_items tracking_company tracking_number",
    "the merchant's ids; lines; parcels",
  ],
  ["order_imports", "all", "files of orders: counts, a format, who has started them, a code of the database"],
  [
    "order_import_parts",
    "import_id line_errors",
    "an import; lines, names of columns, ids of orders and what is wrong, without what the lines have",
  ],
  [
    "policy_dry_runs",
    "draft reached outcome dry_run_error",
    "a policy of the merchant's own; ids of returns, orders and lines; a code of the database",
  ],
  [
    "returns",
    "provider destination_id shopper_language stock_holds",
    "the platform; a location; a language; items, products, locations and units",
  ],
  [
    "return_stock_changes",
    "item_id product_id location_id reason shop_stream shop_change_id shop_unit shop_status shop_reason",
    "items, products and locations; one of three words; an order, a line and a product as the shop names them, and what it said of its stock",
  ],
  [
    "withdrawals",
    "receipt_token received_at language period",
    "a random address; a time; a language; the days of a period, and the country and region that it was computed for",
  ],
  ["return_items", "line_item_id units compensation", "lines and units"],
  ["return_images", "media_type of_item_id", "a media type; the item that is shown"],
  ["connector_rejections connector_deletions", "connector_id", "a connector"],
  ["payouts", "currency key payer_id", "a currency; a key made of ids; an integration or a connector"],
  [
    "return_history",
    "from to policy_decision",
    "statuses; days, amounts, lines and a country, and of tags and reasons those that the policy names",
  ],
  [
    "external_rmas",
    "integration_id error_code error_message",
    "statuses of integrations, whose bodies are not read",
  ],
  [
    "webhook_attempts",
    "error answer_headers",
    "why there was no response; of a response that was no success what a receiver's servers say of themselves",
  ],
  [
    "event_batches erasures asn_exports customer_merges",
    "batch_error erasure_error export_error merge_error",
    "why a job has failed last: a code of the database, never its message",
  ],
  ["webhook_events", "state traceparent tracestate", "words of the service; ids of traces"],
  ["webhook_streams", "redelivered", "numbers"],
  ["mails", "stream_id withdrawal_id language message_id state", "ids and words of the service"],
  ["events", "value_currency", "a currency"],
  ["idempotency_keys", "fingerprint", "a SHA-256 of the request"],
  ["asn_exports asn_export_parts", "format mark export_id", "positions and ids"],
  ["storefront_events", "event_name", "one of eight names"],
];

/** Names that have one meaning in every table. */
export const EVERYWHERE = {
  columns:
    "store_id id return_id order_id webhook_id payload_id replay_id object_id request_id by changed_by_id written_by_id asked_by_id requested_by_id sent_by_id switched_by_id operation type kind status",
  holds:
    "ids of the service, of API clients and of people who use the console, names of API clients and of operations, words of the service",
};
