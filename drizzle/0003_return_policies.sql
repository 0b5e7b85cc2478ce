CREATE TABLE "policies" (
	"store_id" text NOT NULL,
	"version" integer NOT NULL,
	"document" json NOT NULL,
	"saved_by" text NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "policies_store_id_version_pk" PRIMARY KEY("store_id","version")
);
--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;