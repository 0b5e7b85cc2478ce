CREATE TABLE "cells" (
	"name" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"open" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "secret_stores" (
	"store_id" text NOT NULL,
	"secret_lookup" text NOT NULL,
	CONSTRAINT "secret_stores_store_id_secret_lookup_pk" PRIMARY KEY("store_id","secret_lookup")
);
--> statement-breakpoint
CREATE TABLE "store_cells" (
	"store_id" text PRIMARY KEY NOT NULL,
	"cell" text NOT NULL,
	"epoch" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_states" (
	"store_id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"epoch" bigint NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "secret_stores" ADD CONSTRAINT "secret_stores_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_cells" ADD CONSTRAINT "store_cells_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_cells" ADD CONSTRAINT "store_cells_cell_cells_name_fk" FOREIGN KEY ("cell") REFERENCES "public"."cells"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_states" ADD CONSTRAINT "store_states_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "secret_stores_lookup" ON "secret_stores" USING btree ("secret_lookup");--> statement-breakpoint
CREATE INDEX "store_cells_cell" ON "store_cells" USING btree ("cell");--> statement-breakpoint
CREATE FUNCTION "require_store_here"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "written" text;
BEGIN
  IF TG_OP = 'DELETE' THEN "written" := OLD."store_id"; ELSE "written" := NEW."store_id"; END IF;
  PERFORM pg_advisory_xact_lock_shared(7236003, hashtext("written"));
  IF EXISTS (SELECT FROM "public"."store_states" WHERE "store_id" = "written" AND "state" <> 'here')
      AND current_setting('aftersale.moves', true) IS DISTINCT FROM "written" THEN
    RAISE EXCEPTION USING ERRCODE = 'ST001', MESSAGE = format('the store %s is not in this cell', "written");
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
