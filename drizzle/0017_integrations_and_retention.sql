CREATE TABLE "retention_runs" (
	"store_id" text NOT NULL,
	"kind" text NOT NULL,
	"removed" bigint NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "retention_runs_store_id_kind_pk" PRIMARY KEY("store_id","kind")
);
--> statement-breakpoint
ALTER TABLE "integrations" ADD COLUMN "any_address" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "retention_runs" ADD CONSTRAINT "retention_runs_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;