ALTER TABLE "erasures" ADD COLUMN "requested_by_id" text;--> statement-breakpoint
ALTER TABLE "inventory_imports" ADD COLUMN "started_by_id" text;--> statement-breakpoint
ALTER TABLE "inventory_level_history" ADD COLUMN "counted_by_id" text;--> statement-breakpoint
ALTER TABLE "requests" ADD COLUMN "sent_by_id" text;--> statement-breakpoint
ALTER TABLE "return_history" ADD COLUMN "changed_by_id" text;--> statement-breakpoint
ALTER TABLE "return_notes" ADD COLUMN "written_by_id" text;--> statement-breakpoint
ALTER TABLE "webhook_history" ADD COLUMN "switched_by_id" text;