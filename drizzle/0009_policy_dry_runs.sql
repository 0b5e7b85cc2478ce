CREATE TABLE "policy_dry_runs" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"status" text NOT NULL,
	"draft" json NOT NULL,
	"against" integer,
	"total" integer NOT NULL,
	"decided" integer NOT NULL,
	"reached" json,
	"outcome" json NOT NULL,
	"by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"dry_run_error" text,
	CONSTRAINT "policy_dry_runs_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "policy_dry_runs" ADD CONSTRAINT "policy_dry_runs_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "policy_dry_runs_created_at" ON "policy_dry_runs" USING btree ("store_id","created_at","id");