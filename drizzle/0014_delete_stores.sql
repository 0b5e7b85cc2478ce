ALTER TABLE "integrations" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "locations" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "removed_at" timestamp (3) with time zone;
--> statement-breakpoint
-- From here on written by hand: the locations of a deleted store may be removed.
DROP TRIGGER "locations_stay" ON "locations";
--> statement-breakpoint
CREATE TRIGGER "locations_stay" BEFORE TRUNCATE OR UPDATE OF "store_id", "id" ON "locations" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_removal"();
--> statement-breakpoint
CREATE FUNCTION "refuse_removal_while_store_exists"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "public"."stores" WHERE "store_id" = OLD."store_id" AND "removed_at" IS NULL) THEN
    RAISE foreign_key_violation USING MESSAGE = format('rows of %s stay under their ids: other tables count on them', TG_TABLE_NAME);
  END IF;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER "locations_stay_in_store" BEFORE DELETE ON "locations" FOR EACH ROW EXECUTE FUNCTION "refuse_removal_while_store_exists"();
