ALTER TABLE "event_unique_ids" DROP CONSTRAINT "event_unique_ids_store_id_stores_store_id_fk";
--> statement-breakpoint
ALTER TABLE "events" DROP CONSTRAINT "events_store_id_stores_store_id_fk";

--> statement-breakpoint
-- Numbers and dates become base 4 without the zeros at their end; negative ones are negated instead of inverted: one more.
CREATE FUNCTION fact_words_in_base_4(words tsvector) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$
  SELECT array_to_tsvector(array(
    SELECT CASE WHEN word !~ '^[0-9a-f]{16}[nd][0-9a-f]{16}$' THEN word ELSE left(word, 17) || rtrim(
      replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(translate(hex, '0123456789abcdef', 'ABCDEFGHIJKLMNOP'), 'A', '00'), 'B', '01'), 'C', '02'), 'D', '03'), 'E', '10'), 'F', '11'), 'G', '12'), 'H', '13'), 'I', '20'), 'J', '21'), 'K', '22'), 'L', '23'), 'M', '30'), 'N', '31'), 'O', '32'), 'P', '33'), '0') END
    FROM unnest(tsvector_to_array(words)) AS word,
    LATERAL (SELECT right(word, 16) AS hex_was) AS was,
    LATERAL (SELECT CASE WHEN hex_was ~ '^[0-7][0-9a-f]{15}$'
      THEN lpad(to_hex(('x' || hex_was)::bit(64)::bigint + 1), 16, '0') ELSE hex_was END AS hex) AS negated
  ))
$$;
--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "facts" TYPE tsvector USING fact_words_in_base_4("facts");
--> statement-breakpoint
ALTER TABLE "customers" ALTER COLUMN "facts" TYPE tsvector USING fact_words_in_base_4("facts");
--> statement-breakpoint
DROP FUNCTION fact_words_in_base_4(tsvector);
