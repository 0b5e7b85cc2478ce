CREATE TABLE "segments" (
	"store_id" text NOT NULL,
	"key" text NOT NULL,
	"where" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "segments_store_id_key_pk" PRIMARY KEY("store_id","key")
);
--> statement-breakpoint
ALTER TABLE "segments" ADD CONSTRAINT "segments_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "events_by_name" ON "events" USING btree ("store_id","event_name","customer_id","event_timestamp") WHERE length("events"."event_name") <= 255;