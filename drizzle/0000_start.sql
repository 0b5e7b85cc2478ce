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
	"created_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "customers_store_id_id_pk" PRIMARY KEY("store_id","id")
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
CREATE TABLE "stores" (
	"store_id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"first_status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_store_id_order_id_orders_store_id_id_fk" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_customer_id_customers_store_id_id_fk" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_store_id_location_id_locations_store_id_id_fk" FOREIGN KEY ("store_id","location_id") REFERENCES "public"."locations"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_rmas" ADD CONSTRAINT "external_rmas_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_rmas" ADD CONSTRAINT "external_rmas_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_rmas" ADD CONSTRAINT "external_rmas_store_id_integration_id_integrations_store_id_id_fk" FOREIGN KEY ("store_id","integration_id") REFERENCES "public"."integrations"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_history" ADD CONSTRAINT "return_history_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_history" ADD CONSTRAINT "return_history_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_images" ADD CONSTRAINT "return_images_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_images" ADD CONSTRAINT "return_images_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_items" ADD CONSTRAINT "return_items_store_id_order_id_orders_store_id_id_fk" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_notes" ADD CONSTRAINT "return_notes_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "return_notes" ADD CONSTRAINT "return_notes_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_store_id_order_id_orders_store_id_id_fk" FOREIGN KEY ("store_id","order_id") REFERENCES "public"."orders"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_store_id_destination_id_locations_store_id_id_fk" FOREIGN KEY ("store_id","destination_id") REFERENCES "public"."locations"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_clients" ADD CONSTRAINT "api_clients_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "locations" ADD CONSTRAINT "locations_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email" ON "customers" USING btree ("store_id","email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "customers_phone_number" ON "customers" USING btree ("store_id","phone_number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_external_id" ON "orders" USING btree ("store_id","external_id");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("store_id","customer_id");--> statement-breakpoint
CREATE INDEX "return_items_order" ON "return_items" USING btree ("store_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "returns_number" ON "returns" USING btree ("store_id","number");--> statement-breakpoint
CREATE INDEX "returns_order" ON "returns" USING btree ("store_id","order_id");--> statement-breakpoint
CREATE INDEX "returns_created_at" ON "returns" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_updated_at" ON "returns" USING btree ("store_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "returns_status" ON "returns" USING btree ("store_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "api_clients_lookup" ON "api_clients" USING btree ("lookup");--> statement-breakpoint
CREATE UNIQUE INDEX "locations_default" ON "locations" USING btree ("store_id") WHERE "locations"."is_default";