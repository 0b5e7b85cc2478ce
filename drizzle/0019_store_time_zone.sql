ALTER TABLE "stores" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "settings_history" jsonb DEFAULT '[]'::jsonb NOT NULL;