DROP INDEX "customers_email";--> statement-breakpoint
DROP INDEX "customers_phone_number";--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email" ON "customers" USING btree ("store_id" collate "C","email_key" collate "C") WHERE "customers"."email_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_phone_number" ON "customers" USING btree ("store_id" collate "C","phone_number" collate "C") WHERE "customers"."phone_number" is not null;