CREATE TABLE "connector_rejections" (
	"store_id" text NOT NULL,
	"connector_id" text NOT NULL,
	"order_id" text NOT NULL,
	"reason" text NOT NULL,
	"rejected_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"retry_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connector_rejections_store_id_connector_id_order_id_pk" PRIMARY KEY("store_id","connector_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "connectors" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"kind" text NOT NULL,
	"url" text,
	"origin" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"credentials" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"cursor" text,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"fence" bigint DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"last_error" text,
	"last_success_at" timestamp (3) with time zone,
	"caught_up_at" timestamp (3) with time zone,
	CONSTRAINT "connectors_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "connector_id" text;--> statement-breakpoint
ALTER TABLE "connector_rejections" ADD CONSTRAINT "connector_rejections_store_id_connector_id_connectors_store_id_id_fk" FOREIGN KEY ("store_id","connector_id") REFERENCES "public"."connectors"("store_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connectors" ADD CONSTRAINT "connectors_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connector_rejections_time" ON "connector_rejections" USING btree ("store_id","connector_id","rejected_at","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "connectors_kind" ON "connectors" USING btree ("store_id","kind");--> statement-breakpoint
CREATE INDEX "connectors_due" ON "connectors" USING btree ("due_at") WHERE "connectors"."due_at" is not null;--> statement-breakpoint
-- Storage settings: docs/decisions/table-settings.md says why.
ALTER TABLE "connectors" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
