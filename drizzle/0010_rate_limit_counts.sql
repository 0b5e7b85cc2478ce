-- What has passed so far has no counts; it would be out of the window in a moment.
DELETE FROM "rate_limits";--> statement-breakpoint
ALTER TABLE "rate_limits" ADD COLUMN "counts" integer[] DEFAULT '{}' NOT NULL;
