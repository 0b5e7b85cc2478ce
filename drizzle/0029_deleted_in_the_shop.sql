CREATE TABLE "connector_deletions" (
	"store_id" text NOT NULL,
	"connector_id" text NOT NULL,
	"order_id" text NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "connector_deletions_store_id_connector_id_order_id_pk" PRIMARY KEY("store_id","connector_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "connector_deletions" ADD CONSTRAINT "connector_deletions_store_id_connector_id_connectors_store_id_id_fk" FOREIGN KEY ("store_id","connector_id") REFERENCES "public"."connectors"("store_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "connector_deletions_time" ON "connector_deletions" USING btree ("store_id","connector_id","deleted_at");