ALTER TABLE "webhook_attempts" DROP CONSTRAINT "webhook_attempts_store_id_stores_store_id_fk";
