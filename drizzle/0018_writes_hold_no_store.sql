ALTER TABLE "asn_export_parts" DROP CONSTRAINT "asn_export_parts_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "customers" DROP CONSTRAINT "customers_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "event_rejections" DROP CONSTRAINT "event_rejections_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "inventory_levels" DROP CONSTRAINT "inventory_levels_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "fulfillments" DROP CONSTRAINT "fulfillments_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_store_id_location_id_locations_store_id_id_fk";
--> statement-breakpoint
ALTER TABLE "external_rmas" DROP CONSTRAINT "external_rmas_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "return_history" DROP CONSTRAINT "return_history_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "return_images" DROP CONSTRAINT "return_images_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "return_items" DROP CONSTRAINT "return_items_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "return_notes" DROP CONSTRAINT "return_notes_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "returns" DROP CONSTRAINT "returns_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "returns" DROP CONSTRAINT "returns_store_id_destination_id_locations_store_id_id_fk";
--> statement-breakpoint
ALTER TABLE "storefront_events" DROP CONSTRAINT "storefront_events_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "webhook_events" DROP CONSTRAINT "webhook_events_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "webhook_payloads" DROP CONSTRAINT "webhook_payloads_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "webhook_subjects" DROP CONSTRAINT "webhook_subjects_store_id_stores_store_id_fk";

--> statement-breakpoint
-- What a foreign key checks, without its lock: stores and locations stay, so that who has seen one may count on it.
CREATE FUNCTION "require_store"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "public"."stores" WHERE "store_id" = NEW."store_id") THEN
    RAISE foreign_key_violation USING MESSAGE = format('there is no store %s for a row of %s', NEW."store_id", TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "require_location"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "public"."locations" WHERE "store_id" = NEW."store_id" AND "id" = NEW."location_id") THEN
    RAISE foreign_key_violation USING MESSAGE = format('there is no location %s for a row of %s', NEW."location_id", TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "require_destination"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "public"."locations" WHERE "store_id" = NEW."store_id" AND "id" = NEW."destination_id") THEN
    RAISE foreign_key_violation USING MESSAGE = format('there is no location %s for a row of %s', NEW."destination_id", TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "refuse_removal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE foreign_key_violation USING MESSAGE = format('rows of %s stay under their ids: other tables count on them', TG_TABLE_NAME);
END $$;
--> statement-breakpoint
CREATE TRIGGER "customers_store" AFTER INSERT OR UPDATE OF "store_id" ON "customers" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
CREATE TRIGGER "orders_store" AFTER INSERT OR UPDATE OF "store_id" ON "orders" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
CREATE TRIGGER "idempotency_keys_store" AFTER INSERT OR UPDATE OF "store_id" ON "idempotency_keys" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
CREATE TRIGGER "storefront_events_store" AFTER INSERT OR UPDATE OF "store_id" ON "storefront_events" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
CREATE TRIGGER "event_rejections_store" AFTER INSERT OR UPDATE OF "store_id" ON "event_rejections" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
CREATE TRIGGER "webhook_payloads_store" AFTER INSERT OR UPDATE OF "store_id" ON "webhook_payloads" FOR EACH ROW EXECUTE FUNCTION "require_store"();
--> statement-breakpoint
CREATE TRIGGER "orders_location" AFTER INSERT OR UPDATE OF "store_id", "location_id" ON "orders" FOR EACH ROW WHEN (NEW."location_id" IS NOT NULL) EXECUTE FUNCTION "require_location"();
--> statement-breakpoint
CREATE TRIGGER "returns_destination" AFTER INSERT OR UPDATE OF "store_id", "destination_id" ON "returns" FOR EACH ROW WHEN (NEW."destination_id" IS NOT NULL) EXECUTE FUNCTION "require_destination"();
--> statement-breakpoint
CREATE TRIGGER "stores_stay" BEFORE DELETE OR TRUNCATE OR UPDATE OF "store_id" ON "stores" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_removal"();
--> statement-breakpoint
CREATE TRIGGER "locations_stay" BEFORE DELETE OR TRUNCATE OR UPDATE OF "store_id", "id" ON "locations" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_removal"();
