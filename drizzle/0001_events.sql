CREATE SEQUENCE "public"."customer_stamps" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
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
	"facts" "tsvector" NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "storefront_events" (
	"store_id" text NOT NULL,
	"event_id" text NOT NULL,
	"event_name" text NOT NULL,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"body" json NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "storefront_events_store_id_event_id_pk" PRIMARY KEY("store_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"store_id" text NOT NULL,
	"operation" text NOT NULL,
	"passed" timestamp with time zone[] NOT NULL,
	"granted" integer NOT NULL,
	CONSTRAINT "rate_limits_store_id_operation_pk" PRIMARY KEY("store_id","operation")
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "stamps" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "facts" "tsvector" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "event_rejections" ADD CONSTRAINT "event_rejections_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_unique_ids" ADD CONSTRAINT "event_unique_ids_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_store_id_customer_id_customers_store_id_id_fk" FOREIGN KEY ("store_id","customer_id") REFERENCES "public"."customers"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storefront_events" ADD CONSTRAINT "storefront_events_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_limits" ADD CONSTRAINT "rate_limits_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_rejections_received_at" ON "event_rejections" USING btree ("store_id","received_at","number");--> statement-breakpoint
CREATE INDEX "events_facts" ON "events" USING gin ("facts");--> statement-breakpoint
CREATE INDEX "customers_facts" ON "customers" USING gin ("facts");