ALTER TABLE "policies" ADD COLUMN "saved_by_id" text;--> statement-breakpoint
ALTER TABLE "policy_dry_runs" ADD COLUMN "asked_by_id" text;