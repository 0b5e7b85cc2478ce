CREATE TABLE "webhook_history" (
	"store_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"by" text,
	"request_id" text,
	CONSTRAINT "webhook_history_store_id_webhook_id_id_pk" PRIMARY KEY("store_id","webhook_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "traceparent" text;--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "failing_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_history" ADD CONSTRAINT "webhook_history_store_id_webhook_id_webhooks_store_id_id_fk" FOREIGN KEY ("store_id","webhook_id") REFERENCES "public"."webhooks"("store_id","id") ON DELETE no action ON UPDATE no action;