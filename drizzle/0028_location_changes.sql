CREATE TABLE "location_changes" (
	"store_id" text NOT NULL,
	"location_id" text NOT NULL,
	"stage" text DEFAULT 'levels' NOT NULL,
	"after" text DEFAULT '' NOT NULL,
	"is_again" boolean DEFAULT false NOT NULL,
	CONSTRAINT "location_changes_store_id_location_id_pk" PRIMARY KEY("store_id","location_id")
);
--> statement-breakpoint
ALTER TABLE "location_changes" ADD CONSTRAINT "location_changes_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;