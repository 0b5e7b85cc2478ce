-- Written by hand, because the tables can't declare it: an accepted bulk event until it is recorded.
CREATE TYPE "batched_event" AS (
	"id" uuid,
	"event_name" text,
	"event_timestamp" timestamp with time zone,
	"value" double precision,
	"value_currency" text,
	"unique_id" text,
	"data" json,
	"search_terms" tsvector,
	"received_at" timestamp with time zone
);
--> statement-breakpoint
CREATE SEQUENCE "public"."wide_item_units" INCREMENT BY 2147483648 MINVALUE 1 MAXVALUE 9007197107257344 START WITH 4503599627370496 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."storefront_events_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "asn_export_parts" (
	"store_id" text NOT NULL,
	"export_id" text NOT NULL,
	"number" integer NOT NULL,
	"content" "bytea" NOT NULL,
	"oldest" timestamp (3) with time zone,
	CONSTRAINT "asn_export_parts_store_id_export_id_number_pk" PRIMARY KEY("store_id","export_id","number")
);
--> statement-breakpoint
CREATE TABLE "asn_exports" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"from" timestamp (3) with time zone NOT NULL,
	"to" timestamp (3) with time zone NOT NULL,
	"format" text NOT NULL,
	"status" text NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	"rows_done" bigint DEFAULT 0 NOT NULL,
	"rows_total" bigint DEFAULT 0 NOT NULL,
	"mark" json,
	"revision" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"export_error" text,
	CONSTRAINT "asn_exports_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "backups" (
	"moment" timestamp (3) with time zone PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cells" (
	"name" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"open" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secret_stores" (
	"store_id" text NOT NULL,
	"secret_lookup" text NOT NULL,
	CONSTRAINT "secret_stores_store_id_secret_lookup_pk" PRIMARY KEY("store_id","secret_lookup")
);
--> statement-breakpoint
CREATE TABLE "store_cells" (
	"store_id" text PRIMARY KEY NOT NULL,
	"cell" text NOT NULL,
	"epoch" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_states" (
	"store_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"epoch" bigint NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "change_feeds" (
	"store_id" text PRIMARY KEY NOT NULL,
	"last" bigint DEFAULT 0 NOT NULL,
	"removed" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"store_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "changes_store_id_sequence_pk" PRIMARY KEY("store_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "unnumbered_changes" (
	"store_id" text NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "unnumbered_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unnumbered_changes_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_aliases" (
	"store_id" text NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"alias" text COLLATE "C" NOT NULL,
	"customer_id" text NOT NULL,
	"merged_profile" jsonb,
	CONSTRAINT "customer_aliases_store_id_kind_alias_pk" PRIMARY KEY("store_id","kind","alias")
);
--> statement-breakpoint
CREATE TABLE "customer_merges" (
	"store_id" text NOT NULL,
	"merged_id" text NOT NULL,
	"into_id" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"merge_error" text,
	CONSTRAINT "customer_merges_store_id_merged_id_pk" PRIMARY KEY("store_id","merged_id")
);
--> statement-breakpoint
CREATE TABLE "customers" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"email" text,
	"email_key" text,
	"phone_number" text,
	"first_name" text,
	"last_name" text,
	"location" jsonb,
	"custom_fields" jsonb,
	"search_terms" "tsvector" DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "customers_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "done_jobs" (
	"store_id" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"done" integer NOT NULL,
	CONSTRAINT "done_jobs_store_id_minute_kind_pk" PRIMARY KEY("store_id","minute","kind")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"customer_id" text NOT NULL,
	"merged_ids" text[] DEFAULT '{}' NOT NULL,
	"is_detached" boolean NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"person" jsonb NOT NULL,
	"last_rejection" bigint NOT NULL,
	"last_visit" bigint DEFAULT coalesce(pg_sequence_last_value('storefront_events_number_seq'), 0) NOT NULL,
	"by" text NOT NULL,
	"requested_by_id" text,
	"request_id" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"erasure_error" text,
	CONSTRAINT "erasures_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "former_identifiers" (
	"store_id" text NOT NULL,
	"customer_id" text NOT NULL,
	"identifier" text NOT NULL,
	CONSTRAINT "former_identifiers_store_id_customer_id_identifier_pk" PRIMARY KEY("store_id","customer_id","identifier")
);
--> statement-breakpoint
CREATE TABLE "event_batches" (
	"store_id" text NOT NULL,
	"id" uuid NOT NULL,
	"batched_events" "batched_event"[] NOT NULL,
	"customers" text[] NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"batch_error" text,
	CONSTRAINT "event_batches_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "event_rejections" (
	"store_id" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "event_rejections_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"received_at" timestamp (3) with time zone NOT NULL,
	"index" integer NOT NULL,
	"event" json,
	"errors" json NOT NULL,
	"search_terms" "tsvector",
	CONSTRAINT "event_rejections_store_id_number_pk" PRIMARY KEY("store_id","number")
);
--> statement-breakpoint
CREATE TABLE "event_unique_ids" (
	"store_id" text NOT NULL,
	"unique_id" text NOT NULL,
	CONSTRAINT "event_unique_ids_store_id_unique_id_pk" PRIMARY KEY("store_id","unique_id")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"store_id" text NOT NULL,
	"id" uuid NOT NULL,
	"event_name" text NOT NULL,
	"customer_id" text NOT NULL,
	"event_timestamp" timestamp (3) with time zone NOT NULL,
	"value" double precision,
	"value_currency" text,
	"unique_id" text,
	"data" json,
	"search_terms" "tsvector" NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "inventory_import_parts" (
	"store_id" text NOT NULL,
	"import_id" text NOT NULL,
	"number" integer NOT NULL,
	"lines" json,
	"line_errors" json,
	CONSTRAINT "inventory_import_parts_store_id_import_id_number_pk" PRIMARY KEY("store_id","import_id","number")
);
--> statement-breakpoint
CREATE TABLE "inventory_imports" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"status" text NOT NULL,
	"parts" integer NOT NULL,
	"parts_done" integer DEFAULT 0 NOT NULL,
	"lines_total" integer NOT NULL,
	"lines_done" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"broken" integer DEFAULT 0 NOT NULL,
	"by" text NOT NULL,
	"started_by_id" text,
	"request_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"import_error" text,
	CONSTRAINT "inventory_imports_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "inventory_clocks" (
	"store_id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inventory_items" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"product_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"sku" text,
	"upc" text,
	"image_url" text,
	"quantity" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inventory_items_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "inventory_level_history" (
	"store_id" text NOT NULL,
	"level_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"counted_by_id" text,
	"request_id" text NOT NULL,
	"quantity_before" integer,
	"committed_before" integer,
	"reserved_before" integer,
	"buildable_before" integer,
	"quantity_after" integer NOT NULL,
	"committed_after" integer NOT NULL,
	"reserved_after" integer NOT NULL,
	"buildable_after" integer NOT NULL,
	CONSTRAINT "inventory_level_history_store_id_level_id_at_pk" PRIMARY KEY("store_id","level_id","at")
);
--> statement-breakpoint
CREATE TABLE "inventory_levels" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"item_id" text NOT NULL,
	"location_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"committed" integer NOT NULL,
	"reserved" integer NOT NULL,
	"buildable" integer NOT NULL,
	"external_ids" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inventory_levels_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "move_positions" (
	"store_id" text NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "move_positions_store_id_pk" PRIMARY KEY("store_id")
);
--> statement-breakpoint
CREATE TABLE "store_moves" (
	"store_id" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"from_cell" text NOT NULL,
	"to_cell" text NOT NULL,
	"epoch" bigint NOT NULL,
	"step" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"mover" text NOT NULL,
	"mover_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fulfillments" (
	"store_id" text NOT NULL,
	"order_id" text NOT NULL,
	"id" text NOT NULL,
	"line_items" json NOT NULL,
	"tracking_company" text,
	"tracking_number" text,
	"tracking_history" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fulfillments_store_id_order_id_id_pk" PRIMARY KEY("store_id","order_id","id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 8999999999999999 START WITH 8000000000000000 CACHE 1),
	"external_id" text NOT NULL,
	"customer_id" text,
	"location_id" text,
	"currency" text NOT NULL,
	"body" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "orders_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"inviter_id" text,
	"proves_address" boolean DEFAULT false NOT NULL,
	CONSTRAINT "invitations_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"store_id" text NOT NULL,
	"person_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sessions_from" timestamp (3) with time zone,
	CONSTRAINT "memberships_store_id_person_id_pk" PRIMARY KEY("store_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "passkey_challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"signature_count" bigint NOT NULL,
	"rp_id" text NOT NULL,
	"passkey_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"passkey_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"email_proved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"previous_hash" text,
	"form_token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"rotated_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"user_agent" text NOT NULL,
	"address" text NOT NULL,
	"begun_by" text,
	"begun_passkey" text
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"person_id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_sessions" (
	"store_id" text NOT NULL,
	"session_id" text NOT NULL,
	"first_used_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "store_sessions_store_id_session_id_pk" PRIMARY KEY("store_id","session_id")
);
--> statement-breakpoint
CREATE TABLE "requests" (
	"store_id" text NOT NULL,
	"id" uuid NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" integer NOT NULL,
	"client" text NOT NULL,
	"sent_by_id" text,
	"duration_ms" real NOT NULL,
	"code" text,
	"ignored_fields" text,
	CONSTRAINT "requests_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "retention_runs" (
	"store_id" text NOT NULL,
	"kind" text NOT NULL,
	"removed" bigint NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "retention_runs_store_id_kind_pk" PRIMARY KEY("store_id","kind")
);
--> statement-breakpoint
CREATE TABLE "external_rmas" (
	"store_id" text NOT NULL,
	"return_id" text NOT NULL,
	"integration_id" text NOT NULL,
	"success" boolean,
	"error_code" text,
	"error_message" text,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "external_rmas_store_id_return_id_integration_id_pk" PRIMARY KEY("store_id","return_id","integration_id")
);
--> statement-breakpoint
CREATE TABLE "return_history" (
	"store_id" text NOT NULL,
	"return_id" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "return_history_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"from" text,
	"to" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"changed_by_id" text,
	"request_id" text NOT NULL,
	"is_erasure" boolean DEFAULT false NOT NULL,
	CONSTRAINT "return_history_store_id_return_id_number_pk" PRIMARY KEY("store_id","return_id","number")
);
--> statement-breakpoint
CREATE TABLE "return_images" (
	"store_id" text NOT NULL,
	"return_id" text NOT NULL,
	"id" text NOT NULL,
	"media_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"of_item_id" text,
	"of_unit" integer,
	CONSTRAINT "return_images_store_id_return_id_id_pk" PRIMARY KEY("store_id","return_id","id")
);
--> statement-breakpoint
CREATE TABLE "return_items" (
	"store_id" text NOT NULL,
	"return_id" text NOT NULL,
	"id" text NOT NULL,
	"order_id" text NOT NULL,
	"line_item_id" text NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"units" json NOT NULL,
	"unit_zero" bigint GENERATED BY DEFAULT AS IDENTITY (sequence name "return_items_unit_zero_seq" INCREMENT BY 4096 MINVALUE 1 MAXVALUE 4503599627366400 START WITH 4096 CACHE 1),
	"status" text NOT NULL,
	"reason" text NOT NULL,
	"reason_code" text,
	"customer_comment" text,
	"compensation" text NOT NULL,
	"value" numeric NOT NULL,
	"tax" numeric DEFAULT '0' NOT NULL,
	"additions" json NOT NULL,
	CONSTRAINT "return_items_store_id_return_id_id_pk" PRIMARY KEY("store_id","return_id","id")
);
--> statement-breakpoint
CREATE TABLE "return_notes" (
	"store_id" text NOT NULL,
	"return_id" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "return_notes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"message" text,
	"by" text NOT NULL,
	"written_by_id" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "return_notes_store_id_return_id_number_pk" PRIMARY KEY("store_id","return_id","number")
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "returns_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
	"customer_id" text,
	"status" text NOT NULL,
	"provider" text NOT NULL,
	"shipping_address" json NOT NULL,
	"destination_id" text,
	"additions" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "returns_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "search_keys" (
	"store_id" text NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "search_keys_store_id_kind_key_at_id_pk" PRIMARY KEY("store_id","kind","key","at","id")
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"store_id" text NOT NULL,
	"key" text NOT NULL,
	"where" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "segments_store_id_key_pk" PRIMARY KEY("store_id","key")
);
--> statement-breakpoint
CREATE TABLE "storefront_events" (
	"store_id" text NOT NULL,
	"event_id" text NOT NULL,
	"event_name" text NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"body" json,
	"received_at" timestamp (3) with time zone NOT NULL,
	"search_terms" "tsvector",
	"visit_number" bigint DEFAULT nextval('storefront_events_number_seq'),
	CONSTRAINT "storefront_events_store_id_event_id_pk" PRIMARY KEY("store_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "api_clients" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"lookup" text NOT NULL,
	"secret_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"origins" text[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"replaces" text,
	CONSTRAINT "api_clients_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"store_id" text NOT NULL,
	"operation" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"object_id" text,
	CONSTRAINT "idempotency_keys_store_id_operation_key_pk" PRIMARY KEY("store_id","operation","key")
);
--> statement-breakpoint
CREATE TABLE "integrations" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"provider" text NOT NULL,
	"url" text NOT NULL,
	"token" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	"any_address" boolean DEFAULT true NOT NULL,
	CONSTRAINT "integrations_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "locations_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"line1" text NOT NULL,
	"line2" text NOT NULL,
	"city" text NOT NULL,
	"state" text NOT NULL,
	"postal_code" text NOT NULL,
	"country" text NOT NULL,
	"phone_number" text NOT NULL,
	"is_default" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "locations_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"store_id" text NOT NULL,
	"operation" text NOT NULL,
	"passed" timestamp with time zone[] NOT NULL,
	"counts" integer[] DEFAULT '{}' NOT NULL,
	"granted" integer NOT NULL,
	CONSTRAINT "rate_limits_store_id_operation_pk" PRIMARY KEY("store_id","operation")
);
--> statement-breakpoint
CREATE TABLE "stores" (
	"store_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"first_status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "numeric_ids" (
	"store_id" text NOT NULL,
	"digest" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "numeric_ids_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9007199254740991 START WITH 9000000000000000 CACHE 1),
	"text" text NOT NULL,
	CONSTRAINT "numeric_ids_store_id_digest_pk" PRIMARY KEY("store_id","digest")
);
--> statement-breakpoint
CREATE TABLE "webhook_attempts" (
	"store_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"return_id" text NOT NULL,
	"seq" integer NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"duration_ms" integer NOT NULL,
	"error" text,
	"answer" text,
	CONSTRAINT "webhook_attempts_store_id_webhook_id_return_id_seq_number_pk" PRIMARY KEY("store_id","webhook_id","return_id","seq","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"store_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"return_id" text NOT NULL,
	"seq" integer NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"payload_id" text NOT NULL,
	"request_id" text NOT NULL,
	"traceparent" text,
	"tracestate" text,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_events_store_id_webhook_id_return_id_seq_pk" PRIMARY KEY("store_id","webhook_id","return_id","seq")
);
--> statement-breakpoint
CREATE TABLE "webhook_history" (
	"store_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"by" text,
	"switched_by_id" text,
	"request_id" text,
	CONSTRAINT "webhook_history_store_id_webhook_id_id_pk" PRIMARY KEY("store_id","webhook_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_payloads" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"return_id" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"is_erased" boolean DEFAULT false NOT NULL,
	CONSTRAINT "webhook_payloads_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_streams" (
	"store_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"return_id" text NOT NULL,
	"last_seq" integer NOT NULL,
	"pending" integer NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"fence" bigint DEFAULT 0 NOT NULL,
	"redelivered" integer[],
	"replay_id" text,
	"is_erased" boolean DEFAULT false NOT NULL,
	CONSTRAINT "webhook_streams_store_id_webhook_id_return_id_pk" PRIMARY KEY("store_id","webhook_id","return_id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"topic" text NOT NULL,
	"url" text NOT NULL,
	"token" text,
	"external_id" text,
	"signing_secret" text NOT NULL,
	"previous_signing_secret" text,
	"previous_signing_secret_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	CONSTRAINT "webhooks_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "asn_export_parts" ADD CONSTRAINT "asn_export_parts_store_id_export_id_asn_exports_store_id_id_fk" FOREIGN KEY ("store_id","export_id") REFERENCES "public"."asn_exports"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asn_exports" ADD CONSTRAINT "asn_exports_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_stores" ADD CONSTRAINT "secret_stores_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_cells" ADD CONSTRAINT "store_cells_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_cells" ADD CONSTRAINT "store_cells_cell_cells_name_fk" FOREIGN KEY ("cell") REFERENCES "public"."cells"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_states" ADD CONSTRAINT "store_states_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_feeds" ADD CONSTRAINT "change_feeds_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_aliases" ADD CONSTRAINT "customer_aliases_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_import_parts" ADD CONSTRAINT "inventory_import_parts_store_id_import_id_inventory_imports_store_id_id_fk" FOREIGN KEY ("store_id","import_id") REFERENCES "public"."inventory_imports"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_imports" ADD CONSTRAINT "inventory_imports_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_clocks" ADD CONSTRAINT "inventory_clocks_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_items" ADD CONSTRAINT "inventory_items_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_levels" ADD CONSTRAINT "inventory_levels_store_id_item_id_inventory_items_store_id_id_fk" FOREIGN KEY ("store_id","item_id") REFERENCES "public"."inventory_items"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_levels" ADD CONSTRAINT "inventory_levels_store_id_location_id_locations_store_id_id_fk" FOREIGN KEY ("store_id","location_id") REFERENCES "public"."locations"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_moves" ADD CONSTRAINT "store_moves_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_store_id_order_id_orders_store_id_id_fk" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_sessions" ADD CONSTRAINT "store_sessions_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_sessions" ADD CONSTRAINT "store_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD CONSTRAINT "retention_runs_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_rmas" ADD CONSTRAINT "external_rmas_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_rmas" ADD CONSTRAINT "external_rmas_store_id_integration_id_integrations_store_id_id_fk" FOREIGN KEY ("store_id","integration_id") REFERENCES "public"."integrations"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_history" ADD CONSTRAINT "return_history_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_images" ADD CONSTRAINT "return_images_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_store_id_order_id_orders_store_id_id_fk" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_notes" ADD CONSTRAINT "return_notes_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_store_id_order_id_orders_store_id_id_fk" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_clients" ADD CONSTRAINT "api_clients_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_limits" ADD CONSTRAINT "rate_limits_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "numeric_ids" ADD CONSTRAINT "numeric_ids_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_store_id_webhook_id_return_id_webhook_streams_store_id_webhook_id_return_id_fk" FOREIGN KEY ("store_id","webhook_id","return_id") REFERENCES "public"."webhook_streams"("store_id","webhook_id","return_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_history" ADD CONSTRAINT "webhook_history_store_id_webhook_id_webhooks_store_id_id_fk" FOREIGN KEY ("store_id","webhook_id") REFERENCES "public"."webhooks"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_streams" ADD CONSTRAINT "webhook_streams_store_id_webhook_id_webhooks_store_id_id_fk" FOREIGN KEY ("store_id","webhook_id") REFERENCES "public"."webhooks"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "asn_export_parts_oldest" ON "asn_export_parts" USING btree ("store_id","export_id","oldest" DESC NULLS LAST,"number");--> statement-breakpoint
CREATE INDEX "asn_exports_created_at" ON "asn_exports" USING btree ("store_id","created_at");--> statement-breakpoint
CREATE INDEX "secret_stores_lookup" ON "secret_stores" USING btree ("secret_lookup");--> statement-breakpoint
CREATE INDEX "store_cells_cell" ON "store_cells" USING btree ("cell");--> statement-breakpoint
CREATE INDEX "customer_aliases_customer" ON "customer_aliases" USING btree ("store_id","customer_id");--> statement-breakpoint
CREATE INDEX "customer_merges_into" ON "customer_merges" USING btree ("store_id","into_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email" ON "customers" USING btree ("store_id" collate "C","email_key" collate "C") WHERE "customers"."email_key" is not null;--> statement-breakpoint
CREATE INDEX "customers_search_terms" ON "customers" USING gin ("search_terms");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_phone_number" ON "customers" USING btree ("store_id" collate "C","phone_number" collate "C") WHERE "customers"."phone_number" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_first_name" ON "customers" USING btree ("store_id",left(lower(btrim("first_name" || coalesce(' ' || "last_name", ''))), 255) collate "C","id") WHERE "customers"."first_name" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_last_name" ON "customers" USING btree ("store_id",left(lower(btrim("last_name" || coalesce(' ' || "first_name", ''))), 255) collate "C","id") WHERE "customers"."last_name" is not null;--> statement-breakpoint
CREATE INDEX "erasures_customer" ON "erasures" USING btree ("store_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_attached" ON "erasures" USING btree ("store_id","customer_id") WHERE not "erasures"."is_detached";--> statement-breakpoint
CREATE INDEX "event_batches_due" ON "event_batches" USING btree ("store_id","due_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "event_rejections_search_terms" ON "event_rejections" USING gin ("search_terms");--> statement-breakpoint
CREATE INDEX "event_rejections_received_at" ON "event_rejections" USING btree ("store_id","received_at","number");--> statement-breakpoint
CREATE INDEX "events_search_terms" ON "events" USING gin ("search_terms");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_name" ON "events" USING btree ("store_id","event_name","event_timestamp","id","customer_id") WHERE length("events"."event_name") <= 255;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_time" ON "events" USING btree ("store_id","event_timestamp","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_customer" ON "events" USING btree ("store_id",date_bin('28 days', "event_timestamp", '0001-01-01T00:00:00Z'),"customer_id","event_timestamp","id");--> statement-breakpoint
CREATE INDEX "inventory_imports_created_at" ON "inventory_imports" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "inventory_items_product" ON "inventory_items" USING btree ("product_id","kind","store_id");--> statement-breakpoint
CREATE INDEX "inventory_items_sku" ON "inventory_items" USING btree ("store_id","sku") WHERE "inventory_items"."sku" is not null;--> statement-breakpoint
CREATE INDEX "inventory_items_listed" ON "inventory_items" USING btree ("store_id","updated_at","id") WHERE "inventory_items"."quantity" > 0;--> statement-breakpoint
CREATE INDEX "inventory_items_listed_by_kind" ON "inventory_items" USING btree ("store_id","kind","updated_at","id") WHERE "inventory_items"."quantity" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "inventory_levels_place" ON "inventory_levels" USING btree ("store_id","item_id","location_id");--> statement-breakpoint
CREATE INDEX "inventory_levels_updated_at" ON "inventory_levels" USING btree ("store_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "inventory_levels_location" ON "inventory_levels" USING btree ("store_id","location_id","updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("store_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_external_id" ON "orders" USING btree ("store_id","external_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_search" ON "orders" USING btree ("store_id",lower("external_id") collate "C","id");--> statement-breakpoint
CREATE INDEX "orders_created_at" ON "orders" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("store_id","customer_id","created_at","id") WHERE "orders"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "memberships_person" ON "memberships" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "passkey_challenges_created_at" ON "passkey_challenges" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_person" ON "passkeys" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "people_email" ON "people" USING btree ("email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "people_proved_email" ON "people" USING btree ("email_key") WHERE "people"."email_proved_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_token" ON "sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "sessions_previous" ON "sessions" USING btree ("previous_hash");--> statement-breakpoint
CREATE INDEX "sessions_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_seen_at" ON "sessions" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_started_at" ON "sign_in_attempts" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "sign_in_links_token" ON "sign_in_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "store_sessions_session" ON "store_sessions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "requests_client" ON "requests" USING btree ("store_id","client","id");--> statement-breakpoint
CREATE INDEX "requests_failed" ON "requests" USING btree ("store_id","id") WHERE "requests"."status" >= 400;--> statement-breakpoint
CREATE INDEX "return_items_order" ON "return_items" USING btree ("store_id","order_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "return_items_first_unit" ON "return_items" USING btree ("store_id",(unit_zero + (units #>> '{0,0}')::bigint));--> statement-breakpoint
CREATE INDEX CONCURRENTLY "returns_search" ON "returns" USING btree ("store_id","id" collate "C");--> statement-breakpoint
CREATE UNIQUE INDEX "returns_number" ON "returns" USING btree ("store_id","number");--> statement-breakpoint
CREATE INDEX "returns_order" ON "returns" USING btree ("store_id","order_id","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_customer" ON "returns" USING btree ("store_id","customer_id","created_at","id") WHERE "returns"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "returns_created_at" ON "returns" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_updated_at" ON "returns" USING btree ("store_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "returns_status" ON "returns" USING btree ("store_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_status_updated_at" ON "returns" USING btree ("store_id","status","updated_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "storefront_events_search_terms" ON "storefront_events" USING gin ("search_terms");--> statement-breakpoint
CREATE INDEX "storefront_events_name" ON "storefront_events" USING btree ("store_id","event_name","timestamp","event_id") WHERE "storefront_events"."body" is not null;--> statement-breakpoint
CREATE INDEX "storefront_events_received_at" ON "storefront_events" USING btree ("store_id","received_at") WHERE "storefront_events"."body" is not null;--> statement-breakpoint
CREATE INDEX "api_clients_lookup" ON "api_clients" USING btree ("lookup");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "idempotency_keys_object" ON "idempotency_keys" USING btree ("store_id","object_id") WHERE "idempotency_keys"."object_id" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("store_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "locations_number" ON "locations" USING btree ("store_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "locations_default" ON "locations" USING btree ("store_id") WHERE "locations"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "numeric_ids_number" ON "numeric_ids" USING btree ("store_id","number");--> statement-breakpoint
CREATE INDEX "webhook_events_pending" ON "webhook_events" USING btree ("store_id","webhook_id","return_id","seq") WHERE "webhook_events"."state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_id" ON "webhook_events" USING btree ("store_id","webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_events_state" ON "webhook_events" USING btree ("store_id","webhook_id","state","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_payloads_return" ON "webhook_payloads" USING btree ("store_id","return_id");--> statement-breakpoint
CREATE INDEX "webhook_streams_due" ON "webhook_streams" USING btree ("store_id","webhook_id","due_at") WHERE "webhook_streams"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhooks_external_id" ON "webhooks" USING btree ("store_id","external_id") WHERE "webhooks"."deleted_at" is null;
--> statement-breakpoint
-- From here on written by hand: what the tables in src/platform/db/tables can't say.
-- One row for the whole database: a known string, encrypted under the key that everything else is encrypted under.
CREATE TABLE "encryption_check" (
	"one" boolean PRIMARY KEY DEFAULT true CHECK ("one"),
	"sealed" text NOT NULL
);
--> statement-breakpoint
-- Batches live for seconds: compressing them costs more than the disk space that it saves.
ALTER TABLE "event_batches" ALTER COLUMN "batched_events" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- These triggers check what a foreign key checks, without its row lock. Stores and locations are never removed, so a row that was
-- seen once stays valid.
CREATE FUNCTION "require_store"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "public"."stores" WHERE "store_id" = NEW."store_id") THEN
    RAISE foreign_key_violation USING MESSAGE = format('there is no store %s for a row of %s', NEW."store_id", TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "require_location"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "public"."locations" WHERE "store_id" = NEW."store_id" AND "id" = NEW."location_id") THEN
    RAISE foreign_key_violation USING MESSAGE = format('there is no location %s for a row of %s', NEW."location_id", TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "require_destination"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "public"."locations" WHERE "store_id" = NEW."store_id" AND "id" = NEW."destination_id") THEN
    RAISE foreign_key_violation USING MESSAGE = format('there is no location %s for a row of %s', NEW."destination_id", TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "refuse_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE foreign_key_violation USING MESSAGE = format('rows of %s stay under their ids: other tables count on them', TG_TABLE_NAME);
END $$;
--> statement-breakpoint
CREATE TRIGGER "customers_store" AFTER INSERT OR UPDATE OF "store_id" ON "customers" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
CREATE TRIGGER "orders_store" AFTER INSERT OR UPDATE OF "store_id" ON "orders" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
CREATE TRIGGER "idempotency_keys_store" AFTER INSERT OR UPDATE OF "store_id" ON "idempotency_keys" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
CREATE TRIGGER "storefront_events_store" AFTER INSERT OR UPDATE OF "store_id" ON "storefront_events" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
CREATE TRIGGER "event_rejections_store" AFTER INSERT OR UPDATE OF "store_id" ON "event_rejections" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
CREATE TRIGGER "webhook_payloads_store" AFTER INSERT OR UPDATE OF "store_id" ON "webhook_payloads" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
CREATE TRIGGER "former_identifiers_store" AFTER INSERT OR UPDATE OF "store_id" ON "former_identifiers" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
CREATE TRIGGER "orders_location" AFTER INSERT OR UPDATE OF "store_id", "location_id" ON "orders" FOR EACH ROW WHEN (NEW."location_id" IS NOT NULL) EXECUTE FUNCTION "require_location"();
--> statement-breakpoint
CREATE TRIGGER "returns_destination" AFTER INSERT OR UPDATE OF "store_id", "destination_id" ON "returns" FOR EACH ROW WHEN (NEW."destination_id" IS NOT NULL) EXECUTE FUNCTION "require_destination"();
--> statement-breakpoint
CREATE TRIGGER "stores_stay" BEFORE DELETE OR TRUNCATE OR UPDATE OF "store_id" ON "stores" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_removal"();
--> statement-breakpoint
CREATE TRIGGER "locations_stay" BEFORE TRUNCATE OR UPDATE OF "store_id", "id" ON "locations" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_removal"();
--> statement-breakpoint
-- The locations of a store that was deleted, or has moved away, may be removed.
CREATE FUNCTION "refuse_removal_while_store_exists"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "public"."stores" WHERE "store_id" = OLD."store_id" AND "removed_at" IS NULL)
      AND NOT EXISTS (SELECT FROM "public"."store_states" WHERE "store_id" = OLD."store_id" AND "state" = 'moved') THEN
    RAISE foreign_key_violation USING MESSAGE = format('rows of %s stay under their ids: other tables count on them', TG_TABLE_NAME);
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER "locations_stay_in_store" BEFORE DELETE ON "locations" FOR EACH ROW EXECUTE FUNCTION "refuse_removal_while_store_exists"();
--> statement-breakpoint
-- A pause of a store ends by itself, so that a store whose mover was killed goes on; its end is put off before the store is handed over.
CREATE FUNCTION "is_store_away"(text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM "public"."store_states" WHERE "store_id" = $1
    AND ("state" = 'moved' OR ("state" = 'paused' AND "since" > clock_timestamp() - interval '3 seconds')))
$$;
--> statement-breakpoint
-- Statements that write rows of many stores skip those that are away: `aftersale.skips` is a setting of their connections. Logs of
-- what was answered before are taken until the move is over, and skipped after that.
CREATE FUNCTION "require_store_here"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "written" text;
BEGIN
  IF TG_OP = 'DELETE' THEN "written" := OLD."store_id"; ELSE "written" := NEW."store_id"; END IF;
  IF TG_TABLE_NAME IN ('requests', 'done_jobs') THEN
    IF TG_OP = 'INSERT' AND current_setting('aftersale.moves', true) IS DISTINCT FROM "written"
        AND EXISTS (SELECT FROM "public"."store_states" WHERE "store_id" = "written" AND "state" = 'moved')
        AND NOT EXISTS (SELECT FROM "public"."move_positions" WHERE "store_id" = "written") THEN RETURN NULL; END IF;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7236003, hashtext("written"));
  IF "public"."is_store_away"("written") AND current_setting('aftersale.moves', true) IS DISTINCT FROM "written" THEN
    IF current_setting('aftersale.skips', true) = 'on' THEN RETURN NULL; END IF;
    RAISE EXCEPTION USING ERRCODE = 'ST001', MESSAGE = format('the store %s is not in this cell', "written");
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Storage settings by what a table is: docs/decisions/table-settings.md says why.
--
-- Tables that grow for ever, and whose rows are rarely or never changed.
ALTER TABLE "orders" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "events" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "event_unique_ids" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "search_keys" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "storefront_events" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "return_history" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "changes" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "webhook_payloads" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "webhook_attempts" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "requests" SET (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
-- Tables that grow for ever, and whose rows change some times; profiles do often. Free space is for columns that no index contains.
ALTER TABLE "customers" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "returns" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "return_items" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "fulfillments" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "webhook_streams" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "webhook_events" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
-- Queues: rows come and go, and few are there at a time.
ALTER TABLE "unnumbered_changes" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000);
--> statement-breakpoint
ALTER TABLE "event_batches" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 50000);
--> statement-breakpoint
-- Few rows that change very often.
ALTER TABLE "change_feeds" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
ALTER TABLE "rate_limits" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
ALTER TABLE "inventory_clocks" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
-- The insert that fills the pending list of an index empties it.
ALTER INDEX "events_search_terms" SET (gin_pending_list_limit = 256);
--> statement-breakpoint
ALTER INDEX "customers_search_terms" SET (gin_pending_list_limit = 256);
