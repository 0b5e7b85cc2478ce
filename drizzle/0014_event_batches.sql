CREATE TABLE "event_batches" (
	"store_id" text NOT NULL,
	"id" uuid NOT NULL,
	"events" text NOT NULL,
	CONSTRAINT "event_batches_store_id_id_pk" PRIMARY KEY("store_id","id")
);
