CREATE TABLE "erasures" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"customer_id" text NOT NULL,
	"is_detached" boolean NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"person" jsonb NOT NULL,
	"last_rejection" bigint NOT NULL,
	"by" text NOT NULL,
	"request_id" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"leased_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
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
ALTER TABLE "orders" DROP CONSTRAINT "orders_store_id_customer_id_customers_store_id_id_fk";
--> statement-breakpoint
ALTER TABLE "asn_export_parts" ADD COLUMN "oldest" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "asn_exports" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_rejections" ADD COLUMN "search_terms" "tsvector";--> statement-breakpoint
ALTER TABLE "return_history" ADD COLUMN "is_erasure" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "storefront_events" ADD COLUMN "search_terms" "tsvector";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "object_id" text;--> statement-breakpoint
ALTER TABLE "webhook_payloads" ADD COLUMN "is_erased" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_streams" ADD COLUMN "is_erased" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "erasures_customer" ON "erasures" USING btree ("store_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_attached" ON "erasures" USING btree ("store_id","customer_id") WHERE not "erasures"."is_detached";--> statement-breakpoint
CREATE INDEX "asn_export_parts_oldest" ON "asn_export_parts" USING btree ("store_id","export_id","oldest" DESC NULLS LAST,"number");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "event_rejections_search_terms" ON "event_rejections" USING gin ("search_terms");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "storefront_events_search_terms" ON "storefront_events" USING gin ("search_terms");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "idempotency_keys_object" ON "idempotency_keys" USING btree ("store_id","object_id") WHERE "idempotency_keys"."object_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "webhook_payloads_return" ON "webhook_payloads" USING btree ("store_id","return_id");
--> statement-breakpoint
-- From here on written by hand.
CREATE TRIGGER "former_identifiers_store" AFTER INSERT OR UPDATE OF "store_id" ON "former_identifiers" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
UPDATE "idempotency_keys" SET "object_id" = "answer"::json ->> CASE "operation" WHEN 'orders.create' THEN 'orderId' ELSE 'id' END
WHERE "operation" IN ('orders.create', 'returns.create');
--> statement-breakpoint
UPDATE "idempotency_keys" SET "object_id" = substring("answer" FROM '/returns/(ret_[0-9a-z]+)/comments/')
WHERE "operation" = 'returns.comment';
