CREATE TABLE "move_positions" (
	"store_id" text NOT NULL,
	"position" bigint NOT NULL,
	CONSTRAINT "move_positions_store_id_pk" PRIMARY KEY("store_id")
);
--> statement-breakpoint
CREATE TABLE "store_moves" (
	"store_id" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"from_cell" text NOT NULL,
	"to_cell" text NOT NULL,
	"epoch" bigint NOT NULL,
	"step" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "store_moves" ADD CONSTRAINT "store_moves_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- From here on written by hand. A pause ends by itself, so that a store whose mover was killed goes on; its end is put off before the
-- store is handed over.
CREATE FUNCTION "is_store_away"(text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM "public"."store_states" WHERE "store_id" = $1
    AND ("state" = 'moved' OR ("state" = 'paused' AND "since" > clock_timestamp() - interval '3 seconds')))
$$;
--> statement-breakpoint
-- Statements that write rows of many stores skip those that are away: `aftersale.skips` is a setting of their connections. Logs of
-- what was answered before are taken until the move is over, and skipped after that.
CREATE OR REPLACE FUNCTION "require_store_here"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "written" text;
BEGIN
  IF TG_OP = 'DELETE' THEN "written" := OLD."store_id"; ELSE "written" := NEW."store_id"; END IF;
  IF TG_TABLE_NAME IN ('requests', 'done_jobs') THEN
    IF TG_OP = 'INSERT' AND current_setting('aftersale.moves', true) IS DISTINCT FROM "written"
        AND EXISTS (SELECT FROM "public"."store_states" WHERE "store_id" = "written" AND "state" = 'moved')
        AND NOT EXISTS (SELECT FROM "public"."move_positions" WHERE "store_id" = "written") THEN RETURN NULL; END IF;
    IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
    RETURN NEW;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(7236003, hashtext("written"));
  IF "public"."is_store_away"("written") AND current_setting('aftersale.moves', true) IS DISTINCT FROM "written" THEN
    IF current_setting('aftersale.skips', true) = 'on' THEN RETURN NULL; END IF;
    RAISE EXCEPTION USING ERRCODE = 'ST001', MESSAGE = format('the store %s is not in this cell', "written");
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- The locations of a store that has moved away may be removed too.
CREATE OR REPLACE FUNCTION "refuse_removal_while_store_exists"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "public"."stores" WHERE "store_id" = OLD."store_id" AND "removed_at" IS NULL)
      AND NOT EXISTS (SELECT FROM "public"."store_states" WHERE "store_id" = OLD."store_id" AND "state" = 'moved') THEN
    RAISE foreign_key_violation USING MESSAGE = format('rows of %s stay under their ids: other tables count on them', TG_TABLE_NAME);
  END IF;
  RETURN OLD;
END $$;
