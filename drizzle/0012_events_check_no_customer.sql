ALTER TABLE "events" DROP CONSTRAINT "events_store_id_customer_id_customers_store_id_id_fk";
