CREATE TABLE "webhook_attempts" (
	"store_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"return_id" text NOT NULL,
	"seq" integer NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" integer,
	"duration_ms" integer NOT NULL,
	"error" text,
	"answer" text,
	CONSTRAINT "webhook_attempts_store_id_webhook_id_return_id_seq_number_pk" PRIMARY KEY("store_id","webhook_id","return_id","seq","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"store_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"return_id" text NOT NULL,
	"seq" integer NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"payload_id" text NOT NULL,
	"request_id" text NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_events_store_id_webhook_id_return_id_seq_pk" PRIMARY KEY("store_id","webhook_id","return_id","seq")
);
--> statement-breakpoint
CREATE TABLE "webhook_payloads" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"return_id" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_payloads_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_subjects" (
	"store_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"return_id" text NOT NULL,
	"last_seq" integer NOT NULL,
	"pending" integer NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"fence" bigint DEFAULT 0 NOT NULL,
	"replay_id" text,
	CONSTRAINT "webhook_subjects_store_id_webhook_id_return_id_pk" PRIMARY KEY("store_id","webhook_id","return_id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"topic" text NOT NULL,
	"url" text NOT NULL,
	"token" text,
	"external_id" text,
	"signing_secret" text NOT NULL,
	"previous_signing_secret" text,
	"previous_signing_secret_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "webhooks_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_store_id_webhook_id_return_id_webhook_subjects_store_id_webhook_id_return_id_fk" FOREIGN KEY ("store_id","webhook_id","return_id") REFERENCES "public"."webhook_subjects"("store_id","webhook_id","return_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_payloads" ADD CONSTRAINT "webhook_payloads_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_subjects" ADD CONSTRAINT "webhook_subjects_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_subjects" ADD CONSTRAINT "webhook_subjects_store_id_webhook_id_webhooks_store_id_id_fk" FOREIGN KEY ("store_id","webhook_id") REFERENCES "public"."webhooks"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_events_pending" ON "webhook_events" USING btree ("store_id","webhook_id","return_id","seq") WHERE "webhook_events"."state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_id" ON "webhook_events" USING btree ("store_id","webhook_id","id");--> statement-breakpoint
CREATE INDEX "webhook_events_state" ON "webhook_events" USING btree ("store_id","webhook_id","state","id");--> statement-breakpoint
CREATE INDEX "webhook_subjects_due" ON "webhook_subjects" USING btree ("store_id","webhook_id","due_at") WHERE "webhook_subjects"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhooks_external_id" ON "webhooks" USING btree ("store_id","external_id") WHERE "webhooks"."deleted_at" is null;