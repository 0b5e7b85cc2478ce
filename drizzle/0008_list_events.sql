DROP INDEX "events_by_name";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_name" ON "events" USING btree ("store_id","event_name","event_timestamp","id","customer_id") WHERE length("events"."event_name") <= 255;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_time" ON "events" USING btree ("store_id","event_timestamp","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "events_customer" ON "events" USING btree ("store_id",date_bin('28 days', "event_timestamp", '0001-01-01T00:00:00Z'),"customer_id","event_timestamp","id");