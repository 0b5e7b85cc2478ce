CREATE TABLE "asn_export_parts" (
	"store_id" text NOT NULL,
	"export_id" text NOT NULL,
	"number" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "asn_export_parts_store_id_export_id_number_pk" PRIMARY KEY("store_id","export_id","number")
);
--> statement-breakpoint
CREATE TABLE "asn_exports" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"from" timestamp (3) with time zone NOT NULL,
	"to" timestamp (3) with time zone NOT NULL,
	"format" text NOT NULL,
	"status" text NOT NULL,
	"parts" integer DEFAULT 0 NOT NULL,
	"rows_done" bigint DEFAULT 0 NOT NULL,
	"rows_total" bigint DEFAULT 0 NOT NULL,
	"mark" json,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "asn_exports_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "asn_export_parts" ADD CONSTRAINT "asn_export_parts_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asn_export_parts" ADD CONSTRAINT "asn_export_parts_store_id_export_id_asn_exports_store_id_id_fk" FOREIGN KEY ("store_id","export_id") REFERENCES "public"."asn_exports"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asn_exports" ADD CONSTRAINT "asn_exports_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "asn_exports_created_at" ON "asn_exports" USING btree ("store_id","created_at");