CREATE SEQUENCE "public"."storefront_events_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "last_visit" bigint DEFAULT coalesce(pg_sequence_last_value('storefront_events_number_seq'), 0) NOT NULL;--> statement-breakpoint
-- In two steps: a column that is added with such a default rewrites the table.
ALTER TABLE "storefront_events" ADD COLUMN "visit_number" bigint;--> statement-breakpoint
ALTER TABLE "storefront_events" ALTER COLUMN "visit_number" SET DEFAULT nextval('storefront_events_number_seq');
