CREATE TABLE "return_stock_changes" (
	"store_id" text NOT NULL,
	"return_id" text NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "return_stock_changes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"units" integer NOT NULL,
	"item_id" text,
	"product_id" text,
	"location_id" text,
	"reason" text,
	"at" timestamp (3) with time zone NOT NULL,
	"by" text NOT NULL,
	"changed_by_id" text,
	"request_id" text NOT NULL,
	CONSTRAINT "return_stock_changes_store_id_return_id_number_pk" PRIMARY KEY("store_id","return_id","number")
);
--> statement-breakpoint
ALTER TABLE "inventory_level_history" ADD COLUMN "for_return_id" text;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "stock_holds" json;--> statement-breakpoint
ALTER TABLE "return_stock_changes" ADD CONSTRAINT "return_stock_changes_store_id_return_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","return_id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;