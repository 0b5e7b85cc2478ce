CREATE TABLE "mail_streams" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"stream_key" text NOT NULL,
	"return_id" text NOT NULL,
	"is_for_people" boolean NOT NULL,
	"last_seq" integer NOT NULL,
	"pending" integer NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	"fence" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "mail_streams_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"store_id" text NOT NULL,
	"id" text NOT NULL,
	"stream_id" text NOT NULL,
	"seq" integer NOT NULL,
	"recipient" text NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"return_id" text,
	"withdrawal_id" text,
	"message_id" text NOT NULL,
	"words" json,
	"secret_link" text,
	"state" text NOT NULL,
	"request_id" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"error" text,
	"answer" text,
	CONSTRAINT "mails_store_id_id_pk" PRIMARY KEY("store_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_streams" ADD CONSTRAINT "mail_streams_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_store_id_stream_id_mail_streams_store_id_id_fk" FOREIGN KEY ("store_id","stream_id") REFERENCES "public"."mail_streams"("store_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_streams_key" ON "mail_streams" USING btree ("store_id","stream_key","return_id","is_for_people");--> statement-breakpoint
CREATE INDEX "mail_streams_due" ON "mail_streams" USING btree ("store_id","due_at") WHERE "mail_streams"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" USING btree ("store_id","stream_id","seq") WHERE "mails"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "mails_stream" ON "mails" USING btree ("store_id","stream_id");--> statement-breakpoint
CREATE INDEX "mails_return" ON "mails" USING btree ("store_id","return_id","id");--> statement-breakpoint
CREATE INDEX "mails_state" ON "mails" USING btree ("store_id","state","id");--> statement-breakpoint
CREATE INDEX "mails_finished_at" ON "mails" USING btree ("store_id","finished_at");--> statement-breakpoint
CREATE INDEX "mails_withdrawal" ON "mails" USING btree ("store_id","withdrawal_id") WHERE "mails"."withdrawal_id" is not null;--> statement-breakpoint
-- Storage settings: docs/decisions/table-settings.md says why.
ALTER TABLE "mails" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
--> statement-breakpoint
ALTER TABLE "mail_streams" SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
