CREATE TABLE "payout_streams" (
	"store_id" text NOT NULL,
	"return_id" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"fence" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "payout_streams_store_id_return_id_pk" PRIMARY KEY("store_id","return_id")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"return_id" text NOT NULL,
	"order_id" text NOT NULL,
	"seq" integer NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"amount" numeric NOT NULL,
	"covers" numeric NOT NULL,
	"paid_amount" numeric,
	"currency" text NOT NULL,
	"reference" text,
	"reason" text,
	"is_held" boolean NOT NULL,
	"key" text NOT NULL,
	"payer_id" text,
	"request" text,
	"request_id" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"attempted_at" timestamp (3) with time zone,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "payouts_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "has_payouts" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "integration_kind" text DEFAULT 'authorizations' NOT NULL;--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "payout_secret" text;--> statement-breakpoint
ALTER TABLE "payout_streams" ADD CONSTRAINT "payout_streams_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payout_streams_due" ON "payout_streams" USING btree ("store_id","due_at") WHERE "payout_streams"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_return" ON "payouts" USING btree ("store_id","return_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_key" ON "payouts" USING btree ("store_id","key");--> statement-breakpoint
CREATE INDEX "payouts_order" ON "payouts" USING btree ("store_id","order_id");--> statement-breakpoint
CREATE INDEX "payouts_status" ON "payouts" USING btree ("store_id","status","id");--> statement-breakpoint
-- Storage settings: docs/decisions/table-settings.md says why.
ALTER TABLE "payouts" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "payout_streams" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
