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
);--> statement-breakpoint
ALTER TABLE "event_batches" ALTER COLUMN "events" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "event_batches" ADD COLUMN "batched_events" "batched_event"[];--> statement-breakpoint
-- Compressing what is kept for seconds costs more than the disk space it saves.
ALTER TABLE "event_batches" ALTER COLUMN "batched_events" SET STORAGE EXTERNAL;
