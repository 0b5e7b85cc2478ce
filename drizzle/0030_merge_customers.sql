CREATE TABLE "customer_aliases" (
	"store_id" text NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"alias" text COLLATE "C" NOT NULL,
	"customer_id" text NOT NULL,
	"merged_profile" jsonb,
	CONSTRAINT "customer_aliases_store_id_kind_alias_pk" PRIMARY KEY("store_id","kind","alias")
);
--> statement-breakpoint
CREATE TABLE "customer_merges" (
	"store_id" text NOT NULL,
	"merged_id" text NOT NULL,
	"into_id" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"retry_at" timestamp with time zone,
	"merge_error" text,
	CONSTRAINT "customer_merges_store_id_merged_id_pk" PRIMARY KEY("store_id","merged_id")
);
--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "merged_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "customer_aliases" ADD CONSTRAINT "customer_aliases_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_merges" ADD CONSTRAINT "customer_merges_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_aliases_customer" ON "customer_aliases" USING btree ("store_id","customer_id");--> statement-breakpoint
CREATE INDEX "customer_merges_into" ON "customer_merges" USING btree ("store_id","into_id");