CREATE TABLE "shopper_links" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"token" text,
	"token_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shopper_links_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "shopper_links" ADD CONSTRAINT "shopper_links_store_id_id_returns_store_id_id_fk" FOREIGN KEY ("store_id","id") REFERENCES "public"."returns"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shopper_links_token" ON "shopper_links" USING btree ("store_id","token_hash");