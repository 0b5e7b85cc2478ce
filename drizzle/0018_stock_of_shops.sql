CREATE TABLE "restock_streams" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"fence" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "restock_streams_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "return_stock_changes" ADD COLUMN "shop_stream" text;--> statement-breakpoint
ALTER TABLE "return_stock_changes" ADD COLUMN "shop_change_id" text;--> statement-breakpoint
ALTER TABLE "return_stock_changes" ADD COLUMN "shop_unit" json;--> statement-breakpoint
ALTER TABLE "return_stock_changes" ADD COLUMN "shop_status" text;--> statement-breakpoint
ALTER TABLE "return_stock_changes" ADD COLUMN "shop_units" integer;--> statement-breakpoint
ALTER TABLE "return_stock_changes" ADD COLUMN "shop_reason" text;--> statement-breakpoint
ALTER TABLE "return_stock_changes" ADD COLUMN "shop_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "return_stock_changes" ADD COLUMN "shop_attempted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "restock_streams" ADD CONSTRAINT "restock_streams_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "restock_streams_due" ON "restock_streams" USING btree ("store_id","due_at") WHERE "restock_streams"."due_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "return_stock_changes_shop" ON "return_stock_changes" USING btree ("store_id","shop_stream","number") WHERE "return_stock_changes"."shop_status" in ('waiting', 'unknown');--> statement-breakpoint
-- Storage settings: docs/decisions/table-settings.md says why.
ALTER TABLE "restock_streams" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
