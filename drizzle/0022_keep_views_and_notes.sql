CREATE TABLE "customer_notes" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"about_customer_id" text NOT NULL,
	"note_text" text NOT NULL,
	"noted_by" text NOT NULL,
	"noted_by_id" text NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "customer_notes_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "list_views" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"viewed_list" text NOT NULL,
	"view_name" text NOT NULL,
	"view_query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "list_views_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "list_views" ADD CONSTRAINT "list_views_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "customer_notes_customer" ON "customer_notes" USING btree ("store_id","about_customer_id","noted_at");--> statement-breakpoint
CREATE UNIQUE INDEX "list_views_name" ON "list_views" USING btree ("store_id","viewed_list","view_name");