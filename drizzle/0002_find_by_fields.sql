CREATE TABLE "search_keys" (
	"store_id" text NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"id" text NOT NULL,
	CONSTRAINT "search_keys_store_id_kind_key_at_id_pk" PRIMARY KEY("store_id","kind","key","at","id")
);
--> statement-breakpoint
DROP INDEX "orders_customer";--> statement-breakpoint
DROP INDEX "returns_order";--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "customer_id" text;--> statement-breakpoint
CREATE INDEX "orders_created_at" ON "orders" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE INDEX "returns_customer" ON "returns" USING btree ("store_id","customer_id","created_at","id") WHERE "returns"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("store_id","customer_id","created_at","id") WHERE "orders"."customer_id" is not null;--> statement-breakpoint
CREATE INDEX "returns_order" ON "returns" USING btree ("store_id","order_id","created_at","id");
--> statement-breakpoint
-- From here on written by hand: the fields of the orders and returns that exist.
UPDATE "returns" SET "customer_id" = "orders"."customer_id" FROM "orders"
WHERE "orders"."store_id" = "returns"."store_id" AND "orders"."id" = "returns"."order_id" AND "orders"."customer_id" IS NOT NULL;
--> statement-breakpoint
INSERT INTO "search_keys" ("store_id", "kind", "key", "at", "id")
SELECT "store_id", 'order.sku', left(lower(btrim(line ->> 'sku')), 255), "created_at", "id"
FROM "orders", json_array_elements("body" -> 'lineItems') AS line
WHERE btrim(line ->> 'sku') <> ''
UNION
SELECT "orders"."store_id", 'order.tracking', left(lower(btrim("tracking_number")), 255), "orders"."created_at", "orders"."id"
FROM "fulfillments" JOIN "orders" ON "orders"."store_id" = "fulfillments"."store_id" AND "orders"."id" = "fulfillments"."order_id"
WHERE btrim("tracking_number") <> ''
UNION
SELECT "returns"."store_id", 'return.sku', left(lower(btrim(line ->> 'sku')), 255), "returns"."created_at", "returns"."id"
FROM "returns"
JOIN "return_items" ON "return_items"."store_id" = "returns"."store_id" AND "return_items"."return_id" = "returns"."id"
JOIN "orders" ON "orders"."store_id" = "returns"."store_id" AND "orders"."id" = "returns"."order_id"
CROSS JOIN json_array_elements("orders"."body" -> 'lineItems') AS line
WHERE line ->> 'id' = "return_items"."line_item_id" AND btrim(line ->> 'sku') <> ''
UNION
SELECT "store_id", 'return.tracking', left(lower(btrim(shipment ->> 'tracker')), 255), "created_at", "id"
FROM "returns", json_array_elements("additions" -> 'shipments') AS shipment
WHERE btrim(shipment ->> 'tracker') <> '';
