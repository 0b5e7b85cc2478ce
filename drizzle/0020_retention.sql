ALTER TABLE "storefront_events" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "storefront_events_received_at" ON "storefront_events" USING btree ("store_id","received_at") WHERE "storefront_events"."body" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("store_id","created_at");