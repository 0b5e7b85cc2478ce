ALTER TABLE "return_history" ADD COLUMN "policy_decision" json;--> statement-breakpoint
ALTER TABLE "return_items" ADD COLUMN "policy_fee" numeric;--> statement-breakpoint
ALTER TABLE "return_items" ADD COLUMN "policy_bonus" numeric;