CREATE TABLE "withdrawals" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"number" integer NOT NULL,
	"receipt_token" text NOT NULL,
	"statement" text NOT NULL,
	"received_at" text NOT NULL,
	"language" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text,
	"order_name" text NOT NULL,
	"order_id" text,
	"is_identified" boolean NOT NULL,
	"given_items" json,
	"return_id" text,
	"is_late" boolean NOT NULL,
	"period_end" timestamp (3) with time zone,
	"period" json,
	"by" text NOT NULL,
	"written_by_id" text,
	"request_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"erased_at" timestamp (3) with time zone,
	CONSTRAINT "withdrawals_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_number" ON "withdrawals" USING btree ("store_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "withdrawals_receipt" ON "withdrawals" USING btree ("store_id","receipt_token");--> statement-breakpoint
CREATE INDEX "withdrawals_created_at" ON "withdrawals" USING btree ("store_id","created_at","id");--> statement-breakpoint
CREATE INDEX "withdrawals_email" ON "withdrawals" USING btree ("store_id","email_key","created_at","id") WHERE "withdrawals"."email_key" is not null;--> statement-breakpoint
CREATE INDEX "withdrawals_order" ON "withdrawals" USING btree ("store_id","order_id","created_at","id") WHERE "withdrawals"."order_id" is not null;