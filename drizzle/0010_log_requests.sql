CREATE TABLE "requests" (
	"store_id" text NOT NULL,
	"id" uuid NOT NULL,
	"method" text NOT NULL,
	"route" text NOT NULL,
	"status" integer NOT NULL,
	"client" text NOT NULL,
	"duration_ms" real NOT NULL,
	"code" text,
	CONSTRAINT "requests_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE INDEX "requests_client" ON "requests" USING btree ("store_id","client","id");--> statement-breakpoint
CREATE INDEX "requests_failed" ON "requests" USING btree ("store_id","id") WHERE "requests"."status" >= 400;