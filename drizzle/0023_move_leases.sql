ALTER TABLE "store_moves" ADD COLUMN "mover" text;--> statement-breakpoint
ALTER TABLE "store_moves" ADD COLUMN "mover_until" timestamp (3) with time zone;