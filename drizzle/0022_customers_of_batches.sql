-- A batch now holds the customer of each event, whom the version before resolved when it recorded them.
DO $$ BEGIN
  IF EXISTS (SELECT FROM "event_batches") THEN
    RAISE EXCEPTION 'bulk events that an earlier version took wait to be recorded: start that version until there are none, then this one';
  END IF;
END $$;--> statement-breakpoint
DROP INDEX "event_batches_stamp";--> statement-breakpoint
ALTER TABLE "event_batches" ADD COLUMN "customers" text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "event_batches" ADD COLUMN "kept_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "event_batches" ADD COLUMN "due_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "event_batches" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "event_batches_due" ON "event_batches" USING btree ("store_id","due_at");--> statement-breakpoint
ALTER TABLE "customers" DROP COLUMN "stamps";--> statement-breakpoint
ALTER TABLE "event_batches" DROP COLUMN "stamp";--> statement-breakpoint
DROP SEQUENCE "public"."customer_stamps";