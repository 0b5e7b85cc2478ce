-- Written by hand. Migration 0002 compared fields as Postgres does: it trimmed only spaces, and what is lower case depends on the
-- database's locale. These are the fields of the orders and returns with at least one that the service may compare otherwise;
-- src/db/repair-search-keys.ts, which runs next in this transaction, replaces their keys.
CREATE TEMPORARY TABLE odd_lines ON COMMIT DROP AS
SELECT * FROM (
	SELECT *, bool_or(field ~ '[^ -~]' OR lower(field) <> lower(field COLLATE "C")) OVER (PARTITION BY store_id, order_id) AS is_odd
	FROM (
		SELECT store_id, id AS order_id, created_at, line ->> 'id' AS line_id, line ->> 'sku' AS field
		FROM orders, json_array_elements(body -> 'lineItems') AS line
		WHERE body::text ~ '[^ -~]|\\' OR lower('I') <> 'i'
	) AS lines WHERE field <> ''
) AS lines WHERE is_odd;
--> statement-breakpoint
ANALYZE odd_lines;
--> statement-breakpoint
CREATE TEMPORARY TABLE odd_fields ON COMMIT DROP AS
SELECT store_id, kind, at::text, id, array_agg(field) AS fields, array_agg(left(lower(btrim(field)), 255)) AS keys
FROM (
	SELECT store_id, 'order.sku' AS kind, created_at AS at, order_id AS id, field FROM odd_lines
	UNION ALL
	SELECT returns.store_id, 'return.sku', returns.created_at, returns.id, field
	FROM odd_lines
	JOIN return_items ON return_items.store_id = odd_lines.store_id AND return_items.order_id = odd_lines.order_id
		AND return_items.line_item_id = odd_lines.line_id
	JOIN returns ON returns.store_id = return_items.store_id AND returns.id = return_items.return_id
	UNION ALL
	SELECT orders.store_id, 'order.tracking', orders.created_at, orders.id, tracking_number
	FROM fulfillments JOIN orders ON orders.store_id = fulfillments.store_id AND orders.id = fulfillments.order_id
	WHERE tracking_number <> ''
	UNION ALL
	SELECT store_id, 'return.tracking', created_at, id, shipment ->> 'tracker'
	FROM returns, json_array_elements(additions -> 'shipments') AS shipment
	WHERE shipment ->> 'tracker' <> '' AND (additions::text ~ '[^ -~]|\\' OR lower('I') <> 'i')
) AS found
GROUP BY store_id, kind, at, id HAVING bool_or(field ~ '[^ -~]' OR lower(field) <> lower(field COLLATE "C"));
