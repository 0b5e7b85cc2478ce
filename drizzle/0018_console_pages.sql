CREATE TABLE "done_jobs" (
	"store_id" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"done" integer NOT NULL,
	CONSTRAINT "done_jobs_store_id_minute_kind_pk" PRIMARY KEY("store_id","minute","kind")
);
--> statement-breakpoint
CREATE TABLE "inventory_import_parts" (
	"store_id" text NOT NULL,
	"import_id" text NOT NULL,
	"number" integer NOT NULL,
	"lines" json,
	"line_errors" json,
	CONSTRAINT "inventory_import_parts_store_id_import_id_number_pk" PRIMARY KEY("store_id","import_id","number")
);
--> statement-breakpoint
CREATE TABLE "inventory_imports" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"status" text NOT NULL,
	"parts" integer NOT NULL,
	"parts_done" integer DEFAULT 0 NOT NULL,
	"lines_total" integer NOT NULL,
	"lines_done" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"broken" integer DEFAULT 0 NOT NULL,
	"by" text NOT NULL,
	"request_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"import_error" text,
	CONSTRAINT "inventory_imports_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "inventory_level_history" (
	"store_id" text NOT NULL,
	"level_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"request_id" text NOT NULL,
	"quantity_before" integer,
	"committed_before" integer,
	"reserved_before" integer,
	"buildable_before" integer,
	"quantity_after" integer NOT NULL,
	"committed_after" integer NOT NULL,
	"reserved_after" integer NOT NULL,
	"buildable_after" integer NOT NULL,
	CONSTRAINT "inventory_level_history_store_id_level_id_at_pk" PRIMARY KEY("store_id","level_id","at")
);
--> statement-breakpoint
ALTER TABLE "asn_exports" ADD COLUMN "export_error" text;--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "erasure_error" text;--> statement-breakpoint
ALTER TABLE "event_batches" ADD COLUMN "batch_error" text;--> statement-breakpoint
ALTER TABLE "return_images" ADD COLUMN "of_item_id" text;--> statement-breakpoint
ALTER TABLE "return_images" ADD COLUMN "of_unit" integer;--> statement-breakpoint
ALTER TABLE "inventory_import_parts" ADD CONSTRAINT "inventory_import_parts_store_id_import_id_inventory_imports_store_id_id_fk" FOREIGN KEY ("store_id","import_id") REFERENCES "public"."inventory_imports"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_imports" ADD CONSTRAINT "inventory_imports_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inventory_imports_created_at" ON "inventory_imports" USING btree ("store_id","created_at","id");