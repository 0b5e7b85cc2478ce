ALTER TABLE "event_batches" ADD COLUMN "stamp" bigint;--> statement-breakpoint
UPDATE "event_batches" SET "stamp" = ("events"::json->0->>'stamp')::bigint;--> statement-breakpoint
ALTER TABLE "event_batches" ALTER COLUMN "stamp" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "event_batches_stamp" ON "event_batches" USING btree ("store_id","stamp");
