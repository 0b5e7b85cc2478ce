CREATE SEQUENCE "public"."wide_item_units" INCREMENT BY 2147483648 MINVALUE 1 MAXVALUE 9007197107257344 START WITH 4503599627370496 CACHE 1;--> statement-breakpoint
CREATE TABLE "asn_export_parts" (
	"store_id" text NOT NULL,
	"export_id" text NOT NULL,
	"number" integer NOT NULL,
	"content" "bytea" NOT NULL,
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
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "asn_exports_store_id_id_pk" PRIMARY KEY("store_id","id")
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
CREATE TABLE "event_batches" (
	"store_id" text NOT NULL,
	"id" uuid NOT NULL,
	"events" text NOT NULL,
	"customers" text[] NOT NULL,
	"kept_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
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
CREATE TABLE "fulfillments" (
	"store_id" text NOT NULL,
	"order_id" text NOT NULL,
	"id" text NOT NULL,
	"line_items" json NOT NULL,
	"tracking_company" text,
	"tracking_number" text,
	"tracking_history" json NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "fulfillments_store_id_order_id_id_pk" PRIMARY KEY("store_id","order_id","id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"request_id" text NOT NULL,
	CONSTRAINT "return_history_store_id_return_id_number_pk" PRIMARY KEY("store_id","return_id","number")
);
--> statement-breakpoint
CREATE TABLE "return_images" (
	"store_id" text NOT NULL,
	"return_id" text NOT NULL,
	"id" text NOT NULL,
	"media_type" text NOT NULL,
	"content" "bytea" NOT NULL,
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
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "return_notes_store_id_return_id_number_pk" PRIMARY KEY("store_id","return_id","number")
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "returns_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" text NOT NULL,
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
CREATE TABLE "storefront_events" (
	"store_id" text NOT NULL,
	"event_id" text NOT NULL,
	"event_name" text NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"body" json,
	"received_at" timestamp (3) with time zone NOT NULL,
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
	"created_at" timestamp (3) with time zone NOT NULL
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
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_events_store_id_webhook_id_return_id_seq_pk" PRIMARY KEY("store_id","webhook_id","return_id","seq")
);
--> statement-breakpoint
CREATE TABLE "webhook_payloads" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"return_id" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
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
	CONSTRAINT "webhooks_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "asn_export_parts" ADD CONSTRAINT "asn_export_parts_store_id_export_id_asn_exports_store_id_id_fk" FOREIGN KEY ("store_id","export_id") REFERENCES "public"."asn_exports"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asn_exports" ADD CONSTRAINT "asn_exports_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_clocks" ADD CONSTRAINT "inventory_clocks_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_items" ADD CONSTRAINT "inventory_items_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_levels" ADD CONSTRAINT "inventory_levels_store_id_item_id_inventory_items_store_id_id_fk" FOREIGN KEY ("store_id","item_id") REFERENCES "public"."inventory_items"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_levels" ADD CONSTRAINT "inventory_levels_store_id_location_id_locations_store_id_id_fk" FOREIGN KEY ("store_id","location_id") REFERENCES "public"."locations"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_store_id_order_id_orders_store_id_id_fk" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_customer_id_customers_store_id_id_fk" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_rmas" ADD CONSTRAINT "external_rmas_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_rmas" ADD CONSTRAINT "external_rmas_store_id_integration_id_integrations_store_id_id_fk" FOREIGN KEY ("store_id","integration_id") REFERENCES "public"."integrations"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_history" ADD CONSTRAINT "return_history_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_images" ADD CONSTRAINT "return_images_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_store_id_order_id_orders_store_id_id_fk" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_notes" ADD CONSTRAINT "return_notes_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_store_id_order_id_orders_store_id_id_fk" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_clients" ADD CONSTRAINT "api_clients_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_limits" ADD CONSTRAINT "rate_limits_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "numeric_ids" ADD CONSTRAINT "numeric_ids_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_store_id_webhook_id_return_id_webhook_streams_store_id_webhook_id_return_id_fk" FOREIGN KEY ("store_id","webhook_id","return_id") REFERENCES "public"."webhook_streams"("store_id","webhook_id","return_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_streams" ADD CONSTRAINT "webhook_streams_store_id_webhook_id_webhooks_store_id_id_fk" FOREIGN KEY ("store_id","webhook_id") REFERENCES "public"."webhooks"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "asn_exports_created_at" ON "asn_exports" USING btree ("store_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email" ON "customers" USING btree ("store_id" collate "C","email_key" collate "C") WHERE "customers"."email_key" is not null;--> statement-breakpoint
CREATE INDEX "customers_search_terms" ON "customers" USING gin ("search_terms");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_phone_number" ON "customers" USING btree ("store_id" collate "C","phone_number" collate "C") WHERE "customers"."phone_number" is not null;--> statement-breakpoint
CREATE INDEX "event_batches_due" ON "event_batches" USING btree ("store_id","due_at");--> statement-breakpoint
CREATE INDEX "event_rejections_received_at" ON "event_rejections" USING btree ("store_id","received_at","number");--> statement-breakpoint
CREATE INDEX "events_search_terms" ON "events" USING gin ("search_terms");--> statement-breakpoint
CREATE UNIQUE INDEX "inventory_items_product" ON "inventory_items" USING btree ("product_id","kind","store_id");--> statement-breakpoint
CREATE INDEX "inventory_items_sku" ON "inventory_items" USING btree ("store_id","sku") WHERE "inventory_items"."sku" is not null;--> statement-breakpoint
CREATE INDEX "inventory_items_listed" ON "inventory_items" USING btree ("store_id","updated_at","id") WHERE "inventory_items"."quantity" > 0;--> statement-breakpoint
CREATE INDEX "inventory_items_listed_by_kind" ON "inventory_items" USING btree ("store_id","kind","updated_at","id") WHERE "inventory_items"."quantity" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "inventory_levels_place" ON "inventory_levels" USING btree ("store_id","item_id","location_id");--> statement-breakpoint
CREATE INDEX "inventory_levels_updated_at" ON "inventory_levels" USING btree ("store_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "inventory_levels_location" ON "inventory_levels" USING btree ("store_id","location_id","updated_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("store_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_external_id" ON "orders" USING btree ("store_id","external_id");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("store_id","customer_id");--> statement-breakpoint
CREATE INDEX "return_items_order" ON "return_items" USING btree ("store_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "returns_number" ON "returns" USING btree ("store_id","number");--> statement-breakpoint
CREATE INDEX "returns_order" ON "returns" USING btree ("store_id","order_id");--> statement-breakpoint
CREATE INDEX "returns_created_at" ON "returns" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_updated_at" ON "returns" USING btree ("store_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "returns_status" ON "returns" USING btree ("store_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_status_updated_at" ON "returns" USING btree ("store_id","status","updated_at","id");--> statement-breakpoint
CREATE INDEX "storefront_events_received_at" ON "storefront_events" USING btree ("store_id","received_at") WHERE "storefront_events"."body" is not null;--> statement-breakpoint
CREATE INDEX "api_clients_lookup" ON "api_clients" USING btree ("lookup");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("store_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "locations_number" ON "locations" USING btree ("store_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "locations_default" ON "locations" USING btree ("store_id") WHERE "locations"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "numeric_ids_number" ON "numeric_ids" USING btree ("store_id","number");--> statement-breakpoint
CREATE INDEX "webhook_events_pending" ON "webhook_events" USING btree ("store_id","webhook_id","return_id","seq") WHERE "webhook_events"."state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_id" ON "webhook_events" USING btree ("store_id","webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_events_state" ON "webhook_events" USING btree ("store_id","webhook_id","state","id");--> statement-breakpoint
CREATE INDEX "webhook_streams_due" ON "webhook_streams" USING btree ("store_id","webhook_id","due_at") WHERE "webhook_streams"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhooks_external_id" ON "webhooks" USING btree ("store_id","external_id") WHERE "webhooks"."deleted_at" is null;
--> statement-breakpoint
-- From here on written by hand: what the tables in src/db/tables can't say.
-- One row for the whole database: a known string, encrypted under the key that everything else is encrypted under.
CREATE TABLE "encryption_check" (
	"one" boolean PRIMARY KEY DEFAULT true CHECK ("one"),
	"sealed" text NOT NULL
);
--> statement-breakpoint
-- Profiles are updated often: free space keeps their new versions on the same page.
ALTER TABLE "customers" SET (fillfactor = 70);
--> statement-breakpoint
-- Batches live for seconds: compressing them costs more than the disk space that it saves.
ALTER TABLE "event_batches" ALTER COLUMN "events" SET STORAGE EXTERNAL;
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
CREATE TRIGGER "orders_location" AFTER INSERT OR UPDATE OF "store_id", "location_id" ON "orders" FOR EACH ROW WHEN (NEW."location_id" IS NOT NULL) EXECUTE FUNCTION "require_location"();
--> statement-breakpoint
CREATE TRIGGER "returns_destination" AFTER INSERT OR UPDATE OF "store_id", "destination_id" ON "returns" FOR EACH ROW WHEN (NEW."destination_id" IS NOT NULL) EXECUTE FUNCTION "require_destination"();
--> statement-breakpoint
CREATE TRIGGER "stores_stay" BEFORE DELETE OR TRUNCATE OR UPDATE OF "store_id" ON "stores" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_removal"();
--> statement-breakpoint
CREATE TRIGGER "locations_stay" BEFORE DELETE OR TRUNCATE OR UPDATE OF "store_id", "id" ON "locations" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_removal"();
