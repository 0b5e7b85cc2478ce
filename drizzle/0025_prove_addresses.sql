CREATE TABLE "passkey_challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"signature_count" bigint NOT NULL,
	"rp_id" text NOT NULL,
	"passkey_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"passkey_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "store_sessions" (
	"store_id" text NOT NULL,
	"session_id" text NOT NULL,
	"first_used_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "store_sessions_store_id_session_id_pk" PRIMARY KEY("store_id","session_id")
);
--> statement-breakpoint
DROP INDEX "people_email_key";--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "inviter_id" text;--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "proves_address" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "sessions_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "email_proved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "begun_by" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "begun_passkey" text;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "next_attempt_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_sessions" ADD CONSTRAINT "store_sessions_store_id_stores_store_id_fk" FOREIGN KEY ("store_id") REFERENCES "public"."stores"("store_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_sessions" ADD CONSTRAINT "store_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_challenges_created_at" ON "passkey_challenges" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_person" ON "passkeys" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "store_sessions_session" ON "store_sessions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "people_email" ON "people" USING btree ("email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "people_proved_email" ON "people" USING btree ("email_key") WHERE "people"."email_proved_at" is not null;--> statement-breakpoint
UPDATE "invitations" SET "inviter_id" = "member"."person_id"
FROM "memberships" AS "member"
JOIN "people" AS "person" ON "person"."id" = "member"."person_id"
WHERE "member"."store_id" = "invitations"."store_id" AND "member"."role" = 'owner' AND "person"."name" = "invitations"."invited_by";
