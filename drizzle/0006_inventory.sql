CREATE TABLE "inventory_clocks" (
	"store_id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "inventory_items" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"product_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"sku" text,
	"upc" text,
	"image_url" text,
	"quantity" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inventory_items_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "inventory_levels" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"item_id" text NOT NULL,
	"location_id" text NOT NULL,
	"quantity" integer NOT NULL,
	"committed" integer NOT NULL,
	"reserved" integer NOT NULL,
	"buildable" integer NOT NULL,
	"external_ids" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "inventory_levels_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "inventory_clocks" ADD CONSTRAINT "inventory_clocks_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_items" ADD CONSTRAINT "inventory_items_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_levels" ADD CONSTRAINT "inventory_levels_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_levels" ADD CONSTRAINT "inventory_levels_store_id_item_id_inventory_items_store_id_id_fk" FOREIGN KEY ("store_id","item_id") REFERENCES "public"."inventory_items"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_levels" ADD CONSTRAINT "inventory_levels_store_id_location_id_locations_store_id_id_fk" FOREIGN KEY ("store_id","location_id") REFERENCES "public"."locations"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inventory_items_product" ON "inventory_items" USING btree ("product_id","kind","store_id");--> statement-breakpoint
CREATE INDEX "inventory_items_sku" ON "inventory_items" USING btree ("store_id","sku") WHERE "inventory_items"."sku" is not null;--> statement-breakpoint
CREATE INDEX "inventory_items_listed" ON "inventory_items" USING btree ("store_id","updated_at","id") WHERE "inventory_items"."quantity" > 0;--> statement-breakpoint
CREATE INDEX "inventory_items_listed_by_kind" ON "inventory_items" USING btree ("store_id","kind","updated_at","id") WHERE "inventory_items"."quantity" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "inventory_levels_place" ON "inventory_levels" USING btree ("store_id","item_id","location_id");--> statement-breakpoint
CREATE INDEX "inventory_levels_updated_at" ON "inventory_levels" USING btree ("store_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "inventory_levels_location" ON "inventory_levels" USING btree ("store_id","location_id","updated_at","id");