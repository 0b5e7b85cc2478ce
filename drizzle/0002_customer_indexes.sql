DROP INDEX "customers_email";--> statement-breakpoint
DROP INDEX "customers_phone_number";--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email" ON "customers" USING btree ("store_id","email_key") WHERE "customers"."email_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_phone_number" ON "customers" USING btree ("store_id","phone_number") WHERE "customers"."phone_number" is not null;