CREATE TABLE "order_import_parts" (
	"store_id" text NOT NULL,
	"import_id" text NOT NULL,
	"number" integer NOT NULL,
	"lines" json,
	"line_errors" json,
	CONSTRAINT "order_import_parts_store_id_import_id_number_pk" PRIMARY KEY("store_id","import_id","number")
);
--> statement-breakpoint
CREATE TABLE "order_imports" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"status" text NOT NULL,
	"parts" integer NOT NULL,
	"parts_done" integer DEFAULT 0 NOT NULL,
	"lines_total" integer NOT NULL,
	"lines_done" integer DEFAULT 0 NOT NULL,
	"broken" integer DEFAULT 0 NOT NULL,
	"by" text NOT NULL,
	"started_by_id" text,
	"request_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"import_error" text,
	"file_format" text NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_imports_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "order_import_parts" ADD CONSTRAINT "order_import_parts_store_id_import_id_order_imports_store_id_id_fk" FOREIGN KEY ("store_id","import_id") REFERENCES "public"."order_imports"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_imports" ADD CONSTRAINT "order_imports_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_imports_created_at" ON "order_imports" USING btree ("store_id","created_at","id");