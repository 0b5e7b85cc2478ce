WITH "decomposed" AS (DELETE FROM "search_keys" WHERE octet_length("key") <> char_length("key") AND "key" IS NOT NFC NORMALIZED RETURNING "store_id", "kind", "key", "at", "id")
INSERT INTO "search_keys" ("store_id", "kind", "key", "at", "id") SELECT "store_id", "kind", normalize("key"), "at", "id" FROM "decomposed" ON CONFLICT DO NOTHING;--> statement-breakpoint
DROP INDEX "customers_first_name";--> statement-breakpoint
DROP INDEX "customers_last_name";--> statement-breakpoint
DROP INDEX "orders_search";--> statement-breakpoint
DROP INDEX "withdrawals_search_name";--> statement-breakpoint
DROP INDEX "withdrawals_search_order";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_first_name" ON "customers" USING btree ("store_id",left(lower(btrim(normalize("first_name" || coalesce(' ' || "last_name", '')))), 255) collate "C","id") WHERE "customers"."first_name" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_last_name" ON "customers" USING btree ("store_id",left(lower(btrim(normalize("last_name" || coalesce(' ' || "first_name", '')))), 255) collate "C","id") WHERE "customers"."last_name" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_search" ON "orders" USING btree ("store_id",lower(normalize("external_id")) collate "C","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "withdrawals_search_name" ON "withdrawals" USING btree ("store_id",lower(btrim(normalize("name"))) collate "C","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "withdrawals_search_order" ON "withdrawals" USING btree ("store_id",lower(normalize("order_name")) collate "C","id");