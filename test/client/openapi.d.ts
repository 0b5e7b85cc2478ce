// Made from openapi.json by `bun run openapi`; not written by hand.
export interface paths {
    "/v2.2/stores/{storeId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a store's settings
         * @description Returns the settings of the store that the secret belongs to. Operators set them with `store create`.
         *
         *     Requires the scope `store_read`.
         */
        get: operations["readStore"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List locations
         * @description Lists the store's locations, oldest first: where stock is and where returns go. Operators add them with `location create`.
         *
         *     Requires the scope `store_read`.
         */
        get: operations["listLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find a customer by e-mail address
         * @description Returns the customer with this `email`, compared without case, or with this `phoneNumber` or
         *     `id` instead. Exactly one of them is required; an empty, repeated or malformed one is 400. Escape
         *     the `+` of a phone number as `%2B`. `createdAt` and `updatedAt` are null for customers created
         *     before these were recorded.
         *
         *     Requires the scope `customers_read`.
         */
        get: operations["findCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/customers/{customerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer
         * @description Returns the profile of a customer by its id. Escape the id with `encodeURIComponent`.
         *
         *     Requires the scope `customers_read`.
         */
        get: operations["readCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/customers/{customerId}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a customer
         * @description Erases a person, within a minute. With the response the profile is gone: reads by id, e-mail address or
         *     phone number are 404, and an event or order with any of them creates a new customer.
         *     - **Erased**: the profile, custom events, storefront events, rejected events; in orders the customer and
         *       the addresses; in returns names, addresses, notes, comments, images, the customer's comments and answers,
         *       links to labels; the same in payloads of webhooks, also of deliveries that wait, in responses kept for an
         *       `Idempotency-Key`, in files of the ASN report, and in saved segments.
         *     - **Kept**: orders and returns with their lines, money, ids and statuses. Each erased return has a row in
         *       its history with `erased`, and an event for the webhooks. The change feed has `customer.erased`,
         *       `order.updated` and `return.updated`.
         *     - What was acknowledged before this request is erased, also what is still being recorded. What follows is a
         *       new customer's. Of requests at the same time each is treated in one of the two ways, as a whole.
         *     - A repeated request is 202 as long as the erasure is in progress, and then 404.
         *
         *     Requires the scope `customers_erase`.
         */
        post: operations["eraseCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/customers/{customerId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a customer
         * @description Returns everything that the store holds of a person, as one JSON document: the profile, events, orders and
         *     returns with their histories and images, deliveries with their payloads, and stored responses.
         *     - The response is streamed in slices, each as it is when it is read; on a failure the connection closes
         *       before the closing bracket.
         *     - Rejected events and storefront events are those that name the person, and those of the same visitor that
         *       name no person. Some may name others too.
         *     - Files of the ASN report hold rows of the same returns and are not repeated here.
         *
         *     Requires the scope `customers_read`.
         */
        get: operations["exportCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/customers/{customerId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer's timeline
         * @description Returns the customer's events, orders and returns, newest `at` first. `data` is the object as its list shows it.
         *     - `at` is the event's `eventTimestamp`, or the `createdAt` of the order or return. Entries of one time are
         *       in a fixed order: returns, orders, events, each by descending `id`.
         *     - `data` of an order or a return is null for a secret without the scope `orders_read` or `returns_read`.
         *     - `at` and `id` of an entry never change. While others write, all pages together have each entry that was
         *       stored before the first page was read, once; later ones are there if they sort after the cursor, and
         *       never twice. `data` is the object's state when its page is read.
         *     - Events of bulk requests are in the timeline once they are recorded, as a rule within a second.
         *     - A page ends early at 10 MB.
         *
         *     Requires the scope `customers_read`.
         */
        get: operations["readTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom events
         * @description Lists the custom events that match every filter, newest `eventTimestamp` first, as they were accepted:
         *     without unset values, with dates in UTC, and with the id of the customer that was matched or created.
         *     - Events of bulk requests are in the list once they are recorded, as a rule within a second.
         *     - While events are stored, all pages together have each event that was stored before the first page
         *       was read, once. Later ones are there if they sort after the cursor, and never twice.
         *     - A page may have fewer events than its size, or none, and still have a next page: after comparing
         *       2,000 events with `eventName` and `customer` together, after 10 MB, and with an `eventName` of more
         *       than 255 characters.
         *
         *     Requires the scope `customers_read`.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Ingest a custom event
         * @description 202 means that the event is stored durably.
         *     - Required: `eventName` and a `customer` with an `id`, an `email` or a `phoneNumber`. The first
         *       of these alone decides which customer is matched, or created; the rest enriches the profile.
         *     - Omitted and null fields change nothing. When requests set the same field, the later one wins,
         *       whether single, bulk or an order.
         *     - A profile holds at most 400 `customFields` of 256 KB together; an event that would exceed this
         *       is 400.
         *     - Top-level values of `data` are strings, numbers, booleans and dates (RFC 3339 with an offset);
         *       `0`, null and an empty string count as unset. `$extra` is stored unchanged.
         *     - An event whose `uniqueId` the store has accepted before, however long ago, changes nothing and
         *       is 202.
         *
         *     Requires the scope `customer_events_write`.
         */
        post: operations["ingestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/events/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ingest custom events in bulk
         * @description 202 means that the events are stored durably and their customers resolved and patched, in array
         *     order. The events are recorded in the background.
         *     - Each element is validated alone. An invalid one, or one that would exceed a profile's limits,
         *       is dropped and listed among the rejected events; the others are accepted.
         *     - `events` that is missing, not an array, empty or longer than 100 elements is 400, and nothing
         *       is stored.
         *
         *     Requires the scope `customer_events_write`.
         */
        post: operations["ingestEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/events/rejections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rejected events
         * @description Returns the elements that bulk requests dropped in the last 30 days (unless the operator has
         *     configured another time), the latest first, each with its index in the request and its errors.
         *
         *     Requires the scope `customer_events_write`.
         */
        get: operations["listRejectedEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/segments/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query customers
         * @description Returns the customers that meet a condition on their profiles and events.
         *     - A condition is one of `{all: […]}`, `{any: […]}`, `{not: …}`, a condition on a field of the profile
         *       (`customer`), and a condition on what the customer did (`event`). At most 50 conditions, each
         *       comparison of `data` counted, and 5 levels.
         *     - Operators: `=`, `!=`, `>`, `>=`, `<`, `<=`, `in` (any of up to 100 values), `startsWith` (strings) and
         *       `exists` (`value: false` means absent). `is` is short for `=`.
         *     - Strings, numbers, booleans and dates are compared within their type: 5 is not `"5"`. A string that is
         *       a full RFC 3339 date-time is a date, and dates are compared as instants. Strings are ordered by code
         *       point, and compared with case, except `email`. Booleans have no order.
         *     - An absent value, or one of another type, meets no comparison, `!=` included. It is met by `exists` with
         *       `value: false` and by `not`, which is met by every customer that the inner condition is not met by.
         *     - `event` is met by a customer with at least one such event, or with as many as `times` says; `times` may
         *       include none (`{op: "=", value: 0}`). All of `data` and `within` hold for one and the same event.
         *     - `within` is by `eventTimestamp`: `last` up to `at`, or `since` (inclusive) and `until` (exclusive).
         *     - Exact at every moment: each page and `count` are read from what is committed when they are requested. Both
         *       read all events of the names within their time ranges, so narrow ranges and large pages are cheaper.
         *     - Customers come in the order of their ids. Give every page the same `at`, so that `last` means the same time.
         *     - A request that would read for more than 5 seconds is cut off with 400 (`segment_too_broad`), and ends when
         *       the client disconnects. A few segments are read at a time; further requests wait, then get 503.
         *     - A page ends early at 10 MB.
         *
         *     Requires the scope `customers_read`.
         */
        post: operations["querySegment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/segments/{segmentKey}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a segment
         * @description Returns a saved condition, as it was sent.
         *
         *     Requires the scope `customers_read`.
         */
        get: operations["readSegment"];
        /**
         * Save a segment
         * @description Saves a condition, as *Query customers* takes it, under a key of the merchant's own, in place of the one
         *     that the key has. A store may have 250 segments.
         *
         *     Requires the scope `webhooks_write`.
         */
        put: operations["saveSegment"];
        post?: never;
        /**
         * Delete a segment
         * @description Deletes a saved condition. Customers and events stay.
         *
         *     Requires the scope `webhooks_write`.
         */
        delete: operations["deleteSegment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/segments/{segmentKey}/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the customers of a segment
         * @description Returns the customers that meet a saved condition now.
         *     - Exact at every moment: each page and `count` are read from what is committed when they are requested. Both
         *       read all events of the names within their time ranges, so narrow ranges and large pages are cheaper.
         *     - Customers come in the order of their ids. Give every page the same `at`, so that `last` means the same time.
         *     - A request that would read for more than 5 seconds is cut off with 400 (`segment_too_broad`), and ends when
         *       the client disconnects. A few segments are read at a time; further requests wait, then get 503.
         *     - A page ends early at 10 MB.
         *
         *     Requires the scope `customers_read`.
         */
        get: operations["listSegmentCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search orders, returns and customers
         * @description Returns up to 20 orders, returns and customers by a text that one of their fields is or begins with.
         *     - The fields, in this order: the id or name of an order (a leading `#` doesn't matter), the service's id of
         *       an order as a whole, the e-mail address and the name of a customer, beginning with either part of the
         *       name, the id of a return, its number in the warehouse API, tracking numbers of fulfillments and
         *       shipments, and SKUs. The name on an order counts if the customer's profile didn't get it from the order.
         *     - Exact matches come first, then those that begin with the text, by field and then by the field's value;
         *       objects with the same tracking number or SKU newest first. After the exact matches, and again after the others, come
         *       the returns of matching orders and the orders and returns of matching customers, newest first.
         *     - Each object is returned once. Case is ignored; the database's locale decides which letters are the same
         *       for ids of orders and names. No character has a special meaning.
         *     - A secret gets the types of its scopes: orders with `orders_read`, returns with `returns_read`, customers
         *       with `customers_read`.
         *     - There are no further pages: search for a longer text, or use the lists and their filters.
         *
         *     Requires one of the scopes `orders_read`, `returns_read`, `customers_read`.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/storefront/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List storefront events
         * @description Lists the storefront events that match every filter, newest `timestamp` first, as they were sent and with `receivedAt`. Events whose content is deleted are left out.
         *
         *     Requires the scope `customers_read`.
         */
        get: operations["listStorefrontEvents"];
        put?: never;
        /**
         * Record a storefront event
         * @description Records an event of the online shop.
         *
         *     - Pages may send events themselves, with a publishable secret (`aftersale_pub_…`): `bun run cli client create --origins https://shop.example --scopes storefront_events_write`. Preflight requests (CORS) are answered for these origins alone. The secret is valid for this operation only; without one of its origins in the header `Origin` it is 403.
         *     - `source` must be the configured value.
         *     - Objects are opaque and stored unchanged, as are additional fields. `cart` and `customer` may be null, the other objects may not.
         *     - A repeated `eventId` returns 204 and is stored once, at any age of the first: the content of an event is deleted after 400 days by default, its `eventId` never.
         *
         *     Requires the scope `storefront_events_write`.
         */
        post: operations["recordStorefrontEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List orders
         * @description Lists orders that match every filter, newest `createdAt` first, each as *Get an order* returns it.
         *
         *     - Send the value of `X-Page-Next` as `X-Page-Continue` to get the next page; the header is absent on the last page.
         *     - A page may have fewer orders than `X-Page-Size`, even none, and a next page: with several filters that each match more than 1,000 orders it ends after comparing 2,000.
         *
         *     Requires the scope `orders_read`.
         */
        get: operations["listOrders"];
        put?: never;
        /**
         * Create an order
         * @description Creates an order under the merchant's own `orderId`, unique per store.
         *
         *     - Required are `orderId`, `createdAt` and `lineItems`, each with `id`, `productId`, `title` and `quantity`. Every other field may be null or absent.
         *     - An `orderId` of `.` or `..` is 400: clients resolve these in a path, so that no URL could contain the id.
         *     - The `customer` is matched by `id`, then `email`, then `phoneNumber`, and its profile updated; without a match it is created.
         *
         *     Requires the scope `orders_write`.
         */
        post: operations["createOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/orders/{orderId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an order
         * @description `orderId` is the merchant's id or, if none matches, the service's. Escape it with `encodeURIComponent`. The response is the order as it was created, with `createdAt` in UTC, nullable fields always present, and `fulfillments`.
         *
         *     Requires the scope `orders_read`.
         */
        get: operations["readOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/orders/{orderId}/fulfillments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a fulfillment
         * @description Records which units of an order were shipped. A line item that the order does not have is 400. An order's fulfillments have at most 5 MB in its response.
         *
         *     Requires the scope `orders_write`.
         */
        post: operations["fulfillOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/orders/{orderId}/fulfillments/{fulfillmentId}/tracking-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a tracking event
         * @description Adds a carrier's event to the fulfillment's `trackingHistory`, which is sorted by time. The status `delivered` sets `deliveredAt`. An order's fulfillments have at most 5 MB in its response.
         *
         *     Requires the scope `orders_write`.
         */
        post: operations["trackFulfillment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/returns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List returns
         * @description Lists returns that match every filter, newest created first, with their orders; returns of all statuses without `status`.
         *
         *     - Send the value of `X-Page-Next` as `X-Page-Continue` to get the next page; the header is absent on the last page.
         *     - A page may have fewer returns than `X-Page-Size`, even none, and a next page: with several filters that each match more than 1,000 returns it ends after comparing 2,000.
         *
         *     Requires the scope `returns_read`.
         */
        get: operations["listReturns"];
        put?: never;
        /**
         * Create a return
         * @description Creates a return for units of an order's line items.
         *
         *     - An unknown order is 404. An unknown line item, or more units than were ordered, is 400. Units that are in another return are 409: only a `deleted` return releases its units, a rejected item keeps them.
         *     - The value of a unit is its price less its share of the line's discount, rounded half up in the order's currency so that the units add up to the line.
         *     - The first status is the store's setting, by default `open`.
         *     - `createExternalRMAs` (default false) calls every integration of the store and reports each result; a failing integration never fails the return.
         *
         *     Requires the scope `returns_write`.
         */
        post: operations["createReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/returns/{returnId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a return with its order
         * @description `return.order.id` is `order.id`, `items[].orderItem.id` is `order.items[].id`, and `orderItem.line_item_id` is `order.items[].externalId`. Unknown values are an empty string, an empty array or a zero amount rather than absent.
         *
         *     Requires the scope `returns_read`.
         */
        get: operations["readReturn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a return
         * @description Adds what the merchant and the warehouse know.
         *
         *     - Each field of the body replaces the current one; `items` are matched by `id`.
         *     - A shipment that becomes `in_transit` or `delivered` moves an `open` or `in_transit` return to that status.
         *     - `items[].refund` adjusts the refund, in the order's currency.
         *     - A request that changes nothing sends no webhook and leaves `updatedAt` as it is.
         *     - What is added to a return, its notes included, has at most 2 MB of JSON; a patch that makes it no larger is always possible.
         *
         *     Requires the scope `returns_write`.
         */
        patch: operations["amendReturn"];
        trace?: never;
    };
    "/v2.2/returns/{returnId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a return's status
         * @description Returns the status alone: cheap enough to poll.
         *
         *     Requires the scope `returns_read`.
         */
        get: operations["readReturnStatus"];
        /**
         * Update a return's status
         * @description Changes the status. `complete` completes every item, `rejected` rejects every item, and `open` reopens every item.
         *
         *     These transitions are allowed; any other, also one to the same status, is 409 with `allowed`, the statuses that the return can change to.
         *
         *     | from | to |
         *     |---|---|
         *     | `open` | `in_transit`, `delivered`, `needs_review`, `flagged`, `complete`, `rejected`, `deleted` |
         *     | `in_transit` | `delivered`, `needs_review`, `flagged`, `complete`, `rejected`, `deleted` |
         *     | `delivered` | `needs_review`, `in_review`, `flagged`, `complete`, `rejected`, `deleted` |
         *     | `needs_review` | `in_review`, `open`, `flagged`, `complete`, `rejected`, `deleted` |
         *     | `in_review` | `open`, `flagged`, `complete`, `rejected`, `deleted` |
         *     | `complete` | `open` |
         *     | `rejected` | `open` |
         *     | `flagged` | `open`, `in_review`, `complete`, `rejected`, `deleted` |
         *     | `pre_shipment` | `open`, `rejected`, `deleted` |
         *     | `deleted` | none |
         *
         *     ```mermaid
         *     stateDiagram-v2
         *       [*] --> open
         *       [*] --> pre_shipment
         *       [*] --> needs_review
         *       open --> in_transit
         *       open --> delivered
         *       open --> needs_review
         *       open --> flagged
         *       open --> complete
         *       open --> rejected
         *       open --> deleted
         *       in_transit --> delivered
         *       in_transit --> needs_review
         *       in_transit --> flagged
         *       in_transit --> complete
         *       in_transit --> rejected
         *       in_transit --> deleted
         *       delivered --> needs_review
         *       delivered --> in_review
         *       delivered --> flagged
         *       delivered --> complete
         *       delivered --> rejected
         *       delivered --> deleted
         *       needs_review --> in_review
         *       needs_review --> open
         *       needs_review --> flagged
         *       needs_review --> complete
         *       needs_review --> rejected
         *       needs_review --> deleted
         *       in_review --> open
         *       in_review --> flagged
         *       in_review --> complete
         *       in_review --> rejected
         *       in_review --> deleted
         *       complete --> open
         *       rejected --> open
         *       flagged --> open
         *       flagged --> in_review
         *       flagged --> complete
         *       flagged --> rejected
         *       flagged --> deleted
         *       pre_shipment --> open
         *       pre_shipment --> rejected
         *       pre_shipment --> deleted
         *       deleted --> [*]
         *     ```
         *
         *     Requires the scope `returns_write`.
         */
        put: operations["changeReturnStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/returns/{returnId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a return's status history
         * @description Lists every status change, oldest first. The creation is the first one, with `from` null. A return has at most 10,000 entries; then no transition is allowed.
         *
         *     Requires the scope `returns_read`.
         */
        get: operations["readReturnHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/returns/{returnId}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a return's comments
         * @description Lists comments, oldest first. The note of the creation is only in `return.notes`.
         *
         *     Requires the scope `returns_read`.
         */
        get: operations["listReturnComments"];
        put?: never;
        /**
         * Add a comment to a return
         * @description Takes exactly one of `message` and `image` (base64 of a PNG, JPEG, GIF or WebP, detected from its bytes). The response has the URL of the image, which requires the same credential. The body may have up to 10 MB. A return has at most 1,000 notes.
         *
         *     Requires the scope `returns_write`.
         */
        post: operations["commentReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/returns/{returnId}/comments/{commentId}/image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the image of a comment
         * @description Returns the image's bytes with their media type.
         *
         *     Requires the scope `returns_read`.
         */
        get: operations["readReturnCommentImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/inventory-levels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List inventory levels
         * @description Lists levels, last changed first, including those with a quantity of 0. Filters can be combined.
         *
         *     - Levels that change while you read the pages are repeated at the end, so that none is missed.
         *     - A later change always has a later `updated_at`. To poll for changes, send the latest one that you have received as `updated_at_min`.
         *
         *     Requires the scope `inventory_read`.
         */
        get: operations["listInventoryLevels"];
        /**
         * Upsert inventory levels
         * @description Creates or replaces up to 500 levels; this is how stock enters the service.
         *
         *     - A level is identified by its product, `kind` and location. Absent or null counts are 0, absent `external_ids` are empty, and the default `kind` is `PRODUCT`.
         *     - A product's title, `sku`, `upc` and `image_url` are the latest ones of any of its levels of that `kind`; absent ones are null.
         *     - Either all levels are stored or none. A repeated level or an unknown location is 400.
         *     - The response has the levels in the order of the request.
         *     - An unchanged level keeps its `updated_at`, so a request can be repeated safely.
         *
         *     Requires the scope `inventory_write`.
         */
        put: operations["putInventoryLevels"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/inventory-levels/{inventoryLevelId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an inventory level
         * @description Returns the stock of a product at a location. `available` is `quantity - committed - reserved`, and `total_available` is `available + buildable`. Both are negative when the product is oversold.
         *
         *     Requires the scope `inventory_read`.
         */
        get: operations["readInventoryLevel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/inventory-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List inventory items
         * @description Lists items in stock, last changed first.
         *
         *     - An item changes with its product and with each of its levels.
         *     - With `location_id`: items in stock at that location; `quantity` and `locations` then cover only that location.
         *     - Items that change while you read the pages are repeated at the end, so that none is missed.
         *
         *     Requires the scope `inventory_read`.
         */
        get: operations["listInventoryItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/inventory-items/{inventoryItemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an inventory item
         * @description Returns the stock of a product at all locations: one item per product and `kind`. `name` is the product's title, and `quantity` is always the sum over `locations`. Items out of stock are included.
         *
         *     Requires the scope `inventory_read`.
         */
        get: operations["readInventoryItem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read changes
         * @description Returns the store's changes in the order in which they were committed, each with its number, without
         *     gaps or repeats, and in `next` the `after` of the next request. A reader that has followed the feed
         *     from the start holds what the lists show.
         *     - **Begin**: request `after=latest` and keep its `next`; read the lists (returns, orders, inventory
         *       levels and items); then follow the feed from that `next`. Objects that changed meanwhile come in
         *       the feed. A store that has always been followed needs no lists: omit `after`.
         *     - **Follow**: request `after=<next>&wait=20` repeatedly, and store `next` together with what was
         *       applied. With `wait` an empty page waits up to that many seconds for a change. A page without
         *       changes means that the reader is up to date; `next` then is the `after` of the request.
         *     - **Types**: `order.created`; `order.updated` (fulfillments, tracking); `return.created`;
         *       `return.updated` (status, comments, notes, and every patch that changes something);
         *       `customer.created` and `customer.updated` (a profile that really changed); `customer.erased` (`data`
         *       is null; changes of the customer's orders and returns follow); `level.updated` and `item.updated`
         *       (stock, new or changed).
         *     - **data** is the object's state when the page is read, as the operation that reads it by id returns
         *       it (a return with its order): the effect of the change or of a later one, never of an earlier one.
         *       It is null for an object that no longer exists. The list of inventory items shows those with a
         *       quantity above 0.
         *     - A change that was committed before another was written has the lower number of the two, so the
         *       changes of one object are always in the order in which they were made.
         *     - A page ends early at 10 MB.
         *     - Changes are kept for 30 days (unless the operator has configured another time). An older `after` is
         *       410, as is a number that the feed has not reached: begin again.
         *
         *     Requires the scopes `orders_read`, `returns_read`, `customers_read`, `inventory_read`.
         */
        get: operations["readChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/stores/{storeId}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Returns all webhooks of the store, oldest first, with their bearer tokens (`callback.auth` is
         *     null without one). Signing secrets are not returned.
         *
         *     Requires the scope `webhooks_read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Creates a webhook, or updates the one with this `externalId` (200, the signing secret stays).
         *     - It receives an event of every change of a return that begins after this response, in order per
         *       return.
         *     - With `backfill` it also receives an event of type `backfill` for every return of which it has
         *       none: the return's current state, `at` its last change. A change that is in progress meanwhile
         *       is covered by one or the other.
         *     - The URL must be https and must not resolve to a private address. An address that becomes
         *       private later fails the attempt.
         *     - `signingSecret` is returned here only, inside the webhook and beside it.
         *
         *     Requires the scope `webhooks_write`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Returns the webhook as in the list.
         *
         *     Requires the scope `webhooks_read`.
         */
        get: operations["readWebhook"];
        /**
         * Update a webhook
         * @description Replaces `callback` and `externalId`; omitted fields become null, and without `callback.auth` no
         *     credential is sent. The next attempt uses the new callback, also of an event that is being
         *     retried. The URL is checked as at creation.
         *
         *     Requires the scope `webhooks_write`.
         */
        put: operations["replaceWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Takes effect at once: no further attempt starts, pending events are never sent, and deliveries
         *     can't be read. The `externalId` can be used again.
         *
         *     Requires the scope `webhooks_write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/webhooks/{webhookId}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate a webhook's signing secret
         * @description Returns the new secret, once. For 24 hours each attempt carries two signatures, with the new
         *     secret and with the previous one. A second rotation within that time ends the older secret.
         *
         *     Requires the scope `webhooks_write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay events
         * @description Sends the events with an `at` from `start` on again, in the background.
         *     - Delivered and discarded events are replayed as long as they are kept (30 days unless
         *       configured).
         *     - `type`, `at` and content are the same, in the same order per return, as new deliveries with
         *       the next sequences.
         *     - Each event is replayed once, however often it was replayed before. A return whose events since
         *       `start` are all pending is skipped.
         *     - Receivers that deduplicate by return id and `at` process only what they missed.
         *
         *     Requires the scope `webhooks_write`.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Sends an event of a return that doesn't exist: its id and its tag are `test`. The event is
         *     delivered, signed, retried and logged like any other, with a sequence of its own.
         *
         *     Requires the scope `webhooks_write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a webhook's deliveries
         * @description Returns deliveries, the latest first, each with all its attempts: time, HTTP status (null
         *     without a response), duration, error, and the beginning of the response body. A delivery is
         *     `discarded` after its last attempt failed. Delivered and discarded deliveries are kept for 30
         *     days unless the operator has configured another time.
         *
         *     Requires the scope `webhooks_read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2.2/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver an event
         * @description Sends the delivery again, unchanged, under its own id and sequence, ahead of later events of its
         *     return, with all attempts restarted. A delivery that waits for its next attempt is sent now. One
         *     that is being sent is sent once more afterwards.
         *
         *     Requires the scope `webhooks_write`.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/destinations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List destinations
         * @description Lists the store's locations, oldest first. `id` is the `destination_id` of returns. `provider_location_id` is the commerce platform's number of the location, or null. Integrations use this operation to check their credential.
         *
         *     Requires the scope `returns_read`.
         */
        get: operations["listDestinations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/warehouse/return/details": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get return details
         * @description Returns the return identified by `service_return_id`, `order_name`, `order_id` or `return_id`; of several, only the first in this order is used. **An unknown return, or a request without any of them, is 200 with `error`.**
         *
         *     - An order's name is matched exactly, then with one leading `#` more or less. Of an order's returns, the newest that is not cancelled is returned, otherwise the newest.
         *     - `service_id` is the service's own id. Ids are numbers here and strings in the list. A merchant's id that is not an integer gets an assigned number that never changes; `order_id` accepts it.
         *     - Dates are `2026-03-02 14:05:09` in UTC. Labels have the date of the return's last change; absent label fields are null.
         *     - There is one line item per unit, up to 10,000; *Remove line items from a return* takes its `line_item_id`.
         *     - Amounts are strings with two decimals, three if the currency has three. `return_product_total` and `price` are before discount; `return_total` is product less discount plus tax.
         *     - `refund` is the amount refunded, `gift_card` the amount paid as store credit or gift cards; a line item's `refund` is its part of the refund.
         *
         *     Requires the scope `returns_read`.
         */
        get: operations["warehouseReturnDetails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/warehouse/return/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List returns
         * @description Lists returns, newest first by the time that `filter` selects.
         *
         *     - The window is at most 120 days, compared to the second and inclusive. `from` alone means 24 hours from then; `to` alone is ignored; the default is the last 24 hours.
         *     - Dates are `2026-03-01`, `2026-03-01 00:00:00`, the same with `Z`, or ISO 8601 with `T`, fractions and offsets; UTC without a zone.
         *     - Without `paginate` the response is an array of all returns. With `paginate` or `cursor` it is a page, which ends early after 10 MB.
         *     - Follow `nextPageUrl` until it is null: use the URL, its parameters, or its `cursor` alone, which contains the first query. URLs begin with the public address of the service, whatever the `Host` header.
         *     - By `created_at` every return is listed exactly once, whatever changes meanwhile. By `updated_at`, in a window up to the present, returns that change while you read the pages are repeated at the end, so that none is missed. Changes after `to` belong to the next window.
         *     - `id` is a number; other ids are strings. `created_at`, `updated_at` and `label_updated_at` are `2026-03-02T14:05:09+00:00`; `returned_at` and a label's `updated_at` are `2026-03-02 14:05:09`.
         *     - Absent label fields are `N/A`, its URL null. Reasons are `return_reason` and `parent_return_reason`; the details have `reason` and `parent_reason`. Times in `outcomes_processed_at` are null or objects. No return is `expired`.
         *
         *     Requires the scope `returns_read`.
         */
        get: operations["warehouseReturnList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/warehouse/return/{return_id}/process": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Process a return
         * @description Completes an `open` return: it becomes `closed`, and `complete` in the main API. Returns `true`. In any other state the response is status 200 with `{"errors":{"message":"Return is closed and therefore cannot be processed.","code":"UNPROCESSABLE_RETURN"}}`; the message has the return's state, and in `review` the code is `UNPROCESSABLE_FLAGGED_RETURN`. This applies to a second call, too. The return is identified by the first of these that is present: `service_return_id`, `order_name` or `order_id` in the query, then the id in the path. An unknown return is status 200 with `{"errors":{"message":"No return found with this ID."}}`. The body and unknown parameters are ignored.
         *
         *     Requires the scope `returns_write`.
         */
        post: operations["processReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/warehouse/return/{return_id}/flag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Flag a return for review
         * @description Moves an `open` return to `review`, and to `flagged` in the main API. Returns `true`. A return in `review` also becomes `flagged`, or keeps its status if the transition is not allowed (from `pre_shipment` and `flagged`). In any other state the response is status 200 with `{"errors":{"message":"Return is closed and therefore cannot be processed.","code":"UNPROCESSABLE_RETURN"}}`; the message has the return's state, and in `review` the code is `UNPROCESSABLE_FLAGGED_RETURN`. The return is identified by the first of these that is present: `service_return_id`, `order_name` or `order_id` in the query, then the id in the path. An unknown return is status 200 with `{"errors":{"message":"No return found with this ID."}}`. The body and unknown parameters are ignored.
         *
         *     Requires the scope `returns_write`.
         */
        post: operations["flagReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/warehouse/return/{return_id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a return without outcomes
         * @description Moves a return that is `open` or in `review` to `closed` without a refund, and to `rejected` in the main API: its items cannot be returned again. Returns `true`. In any other state the response is status 200 with `{"errors":{"message":"Return is closed and therefore cannot be processed.","code":"UNPROCESSABLE_RETURN"}}`; the message has the return's state, and in `review` the code is `UNPROCESSABLE_FLAGGED_RETURN`. The return is identified by the first of these that is present: `service_return_id`, `order_name` or `order_id` in the query, then the id in the path. An unknown return is status 200 with `{"errors":{"message":"No return found with this ID."}}`. The body and unknown parameters are ignored.
         *
         *     Requires the scope `returns_write`.
         */
        post: operations["closeReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/warehouse/return/{return_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a return
         * @description Moves an `open` return to `cancelled`, and to `deleted` in the main API: its items can be returned again. Returns `true`. In any other state the response is status 200 with `{"errors":{"message":"Return is closed and therefore cannot be processed.","code":"UNPROCESSABLE_RETURN"}}`; the message has the return's state, and in `review` the code is `UNPROCESSABLE_FLAGGED_RETURN`. The return is identified by the first of these that is present: `service_return_id`, `order_name` or `order_id` in the query, then the id in the path. An unknown return is status 200 with `{"errors":{"message":"No return found with this ID."}}`. The body and unknown parameters are ignored.
         *
         *     Requires the scope `returns_write`.
         */
        post: operations["cancelReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/warehouse/return/{return_id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove line items from a return
         * @description Removes line items from an `open` return, recalculates its amounts and processes it. Returns `true`.
         *
         *     - Send all ids in one call, in the query's `line_item_id` or else in the JSON body's `line_item_id` or `line_item_ids`. Each line item is one unit.
         *     - Removed units can be returned again. Removing the last one cancels the return, which keeps its line items.
         *     - Items with a refund or store credit qualify. Exchanged items do not: an `outcome` of `exchange`, a refund of another type, and in a return with an exchange the items without a refund, or all items if each has one.
         *     - Either all ids are removed or none.
         *     - A refund that the merchant adjusted is reduced in proportion.
         *
         *     The return is identified by the first of these that is present: `service_return_id`, `order_name` or `order_id` in the query, then the id in the path. An unknown return is status 200 with `{"errors":{"message":"No return found with this ID."}}`.
         *
         *     Requires the scope `returns_write`.
         */
        post: operations["removeLineItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/warehouse/return/{return_id}/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a note to a return
         * @description Adds `content`, 1 to 255 characters and not blank, to the return's notes, in any state; in the main API it is in `notes`. A return takes 1,000 notes, and 2 MB of notes and what the main API adds to it; beyond that it is 422. Returns `true`. The return is identified by the first of these that is present: `service_return_id`, `order_name` or `order_id` in the query, then the id in the path. An unknown return is status 200 with `{"errors":{"message":"No return found with this ID."}}`.
         *
         *     Requires the scope `returns_write`.
         */
        post: operations["addNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/warehouse/return/{return_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a return's notes
         * @description Returns an array, newest first: the note of the creation, comments, and notes of the warehouse. The `content` of an image comment is the URL of its image, which requires the same credential. `created_at` is in UTC. A return without notes is 422 with the body `false`. The return is identified by the first of these that is present: `service_return_id`, `order_name` or `order_id` in the query, then the id in the path. An unknown return is status 200 with `{"errors":{"message":"No return found with this ID."}}`.
         *
         *     Requires the scope `returns_read`.
         */
        get: operations["listNotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/warehouse/reporting/asn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ASN report
         * @description Returns one row per returned unit, newest created return first. `id` is the same in all rows of a return, `return_line_item_id` is unique.
         *
         *     - `from` and `to` are compared with `created_at`, to the second and inclusive; days are in UTC. The default `from` is the day one week ago.
         *     - **An invalid date is read as 1970-01-01 without an error**: an invalid `from` returns everything up to `to`, an invalid `to` nothing.
         *     - The range is not limited and the report has no pages. The response is streamed; on a failure the connection closes before the closing bracket.
         *     - Times are ISO 8601 with `+00:00`. `purchase_price` is the unit's share of its line after discounts. Unknown values, and label fields without a label, are null.
         *
         *     Requires the scope `returns_read`.
         */
        get: operations["reportAsn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/warehouse/reporting/asn/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an ASN export
         * @description Writes the rows of *Get the ASN report* to a file, in the background.
         *
         *     - `csv` is RFC 4180 with a header. Strings are not escaped for spreadsheets, which may read some of them as formulas; null is empty.
         *     - `jsonl` has the rows of the report, one per line.
         *     - `from` and `to` are as in the report, but an invalid date is 422.
         *     - The same range returns the same bytes until its returns change. A file is deleted after a week by default.
         *
         *     Requires the scope `returns_read`.
         */
        post: operations["orderAsnExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/warehouse/reporting/asn/exports/{exportId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get export status
         * @description `rows_total` is 0 until the rows are counted; `download_url` is null until the file is complete. An interrupted export resumes where it stopped. An unknown or deleted export is 404.
         *
         *     Requires the scope `returns_read`.
         */
        get: operations["readAsnExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/warehouse/reporting/asn/exports/{exportId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an export file
         * @description Returns the file as an attachment. Requires the same credential as the other operations.
         *
         *     Requires the scope `returns_read`.
         */
        get: operations["fetchAsnExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    return: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return created or changed
         * @description Sent to the `callback.url` of each webhook with the topic `return` when a return is created or changes.
         *
         *     - Changes are: a new status, a comment or note, and an update that changes something.
         *     - `return` and `order` are a snapshot at the time of the change, in the form of *Get a return with its order*.
         *     - The events of one return are sent in order, each after the previous one was delivered or discarded. Returns do not wait for each other.
         *     - An event may be sent more than once: deduplicate by `return.id` and `at`.
         *     - A replay sends it again with a new `webhook-id` and the next sequence numbers, a redelivery with its own.
         *     - A test sends a return with the id `test`.
         *     - With `callback.auth` null there is no `Authorization` header.
         *
         *     ### Receive webhooks
         *
         *     The events of one return are delivered one by one and in order, so a receiver needs no locks; events of
         *     different returns are delivered concurrently. Any 2xx within 10 seconds acknowledges an event: respond as soon
         *     as it is stored. After any other result the event is retried, so it may arrive twice. After the last attempt
         *     it is discarded and the next one is sent, which shows as a gap in `webhook-sequence`. Each event holds the
         *     whole return, so a newer event replaces missing ones.
         *
         *     A receiver that verifies, deduplicates, detects a gap and catches up, for any server with `Request` and
         *     `Response` (Bun, Deno, Workers, Node with an adapter). `apply` stores a return with its order;
         *     `readReturn` is *Get a return with its order*:
         *
         *     ```js
         *     import { Webhook } from "standardwebhooks";
         *
         *     /** `seen` has get and set: a Map for a trial, a database table in production. *\/
         *     export const createReceiver = ({ signingSecret, token, seen, apply, readReturn }) =>
         *       async function receive(request) {
         *         const { headers } = request;
         *         const body = await request.text();
         *         try {
         *           // Verify: the signature, and a timestamp within the last minutes.
         *           new Webhook(signingSecret).verify(body, Object.fromEntries(headers));
         *           if (headers.get("authorization") !== `Bearer ${token}`) throw new Error();
         *         } catch {
         *           return new Response(null, { status: 401 });
         *         }
         *         const event = JSON.parse(body);
         *         const { id } = event.return;
         *         const sequence = Number(headers.get("webhook-sequence"));
         *         const last = (await seen.get(id)) ?? { sequence: 0, at: "" };
         *
         *         // Detect a gap: events were discarded. Catch up: the current state of the return replaces them all.
         *         if (sequence > last.sequence + 1) await apply(await readReturn(id));
         *         // Deduplicate: an event that is not newer than the last applied one is a repeat or a replay.
         *         else if (event.at > last.at) await apply({ order: event.order, return: event.return });
         *         const at = event.at > last.at ? event.at : last.at;
         *         await seen.set(id, { sequence: Math.max(sequence, last.sequence), at });
         *         return new Response(null, { status: 204 });
         *       };
         *     ```
         *
         *     After a long outage, send everything since then again with *Replay events*, or a single event with *Redeliver
         *     an event*. *List a webhook's deliveries* shows the attempts and the responses of your server. After *Rotate a
         *     webhook's signing secret* both secrets sign for 24 hours, so verifying with either of them succeeds.
         */
        post: operations["receiveReturn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** All conditions */
        AllConditions: {
            all: (components["schemas"]["AllConditionsLevel4"] | components["schemas"]["AnyConditionLevel4"] | components["schemas"]["NotConditionLevel4"] | components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"])[];
        };
        /** All conditions level 2 */
        AllConditionsLevel2: {
            all: (components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"])[];
        };
        /** All conditions level 3 */
        AllConditionsLevel3: {
            all: (components["schemas"]["AllConditionsLevel2"] | components["schemas"]["AnyConditionLevel2"] | components["schemas"]["NotConditionLevel2"] | components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"])[];
        };
        /** All conditions level 4 */
        AllConditionsLevel4: {
            all: (components["schemas"]["AllConditionsLevel3"] | components["schemas"]["AnyConditionLevel3"] | components["schemas"]["NotConditionLevel3"] | components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"])[];
        };
        /** Any condition */
        AnyCondition: {
            any: (components["schemas"]["AllConditionsLevel4"] | components["schemas"]["AnyConditionLevel4"] | components["schemas"]["NotConditionLevel4"] | components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"])[];
        };
        /** Any condition level 2 */
        AnyConditionLevel2: {
            any: (components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"])[];
        };
        /** Any condition level 3 */
        AnyConditionLevel3: {
            any: (components["schemas"]["AllConditionsLevel2"] | components["schemas"]["AnyConditionLevel2"] | components["schemas"]["NotConditionLevel2"] | components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"])[];
        };
        /** Any condition level 4 */
        AnyConditionLevel4: {
            any: (components["schemas"]["AllConditionsLevel3"] | components["schemas"]["AnyConditionLevel3"] | components["schemas"]["NotConditionLevel3"] | components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"])[];
        };
        /** Changes */
        Changes: {
            changes: (components["schemas"]["OrderChange"] | components["schemas"]["ReturnChange"] | components["schemas"]["CustomerChange"] | components["schemas"]["InventoryLevelChange"] | components["schemas"]["InventoryItemChange"])[];
            /** @description The `after` of the next request. */
            next: number;
        };
        /** Created webhook */
        CreatedWebhook: {
            webhook: components["schemas"]["WebhookWithSecret"];
            /** @description A Standard Webhooks secret: `whsec_` and base64. */
            signingSecret: string;
        };
        /** Custom event */
        CustomEvent: {
            eventName: string;
            customer: {
                id?: string | null;
                /** Format: email */
                email?: string | null;
                /**
                 * Format: e164
                 * @description E.164
                 */
                phoneNumber?: string | null;
                firstName?: string | null;
                lastName?: string | null;
                location?: components["schemas"]["CustomerLocationPatch"] | null;
                /** @description Merged key by key; `0`, `false` and an empty string are values, null changes nothing. A profile has at most 400 fields of 256 KB together (names and values as JSON). */
                customFields?: {
                    [key: string]: string | number | boolean | null;
                } | null;
            };
            /**
             * Format: date-time
             * @description Defaults to the time of ingestion.
             */
            eventTimestamp?: string | null;
            /** @description A monetary or conversion value. */
            value?: number | null;
            /**
             * Format: currency
             * @description ISO 4217.
             */
            valueCurrency?: string | null;
            /** @description An event whose `uniqueId` the store has accepted before is dropped silently. */
            uniqueId?: string | null;
            /** @description Segments can filter on top-level strings, numbers, booleans and dates; `0`, null and an empty string count as unset. `$extra` is an object that is stored unchanged. */
            data?: {
                [key: string]: unknown;
            } | null;
        };
        /** Customer */
        Customer: {
            id: string;
            /**
             * Format: email
             * @description Null for a customer without an e-mail address.
             */
            email: string | null;
            firstName?: string;
            lastName?: string;
            /** @description E.164. */
            phoneNumber?: string;
            location?: components["schemas"]["CustomerLocation"];
            /** @description Date fields are ISO 8601 date-times. */
            customFields?: {
                [key: string]: string | number | boolean;
            };
            /** Format: date-time */
            createdAt: string | null;
            /** Format: date-time */
            updatedAt: string | null;
        };
        /** Customer change */
        CustomerChange: {
            /** @description The number of the change in the store's feed. */
            sequence: number;
            /** @enum {string} */
            type: "customer.created" | "customer.updated" | "customer.erased";
            /** @description The id of the customer; of an erased customer whose id has their e-mail address, phone number or name, `sha256:` and the SHA-256 of the id. */
            id: string;
            /**
             * Format: date-time
             * @description When the change was written, by the database's clock.
             */
            at: string;
            /** Customer */
            data: {
                id: string;
                /**
                 * Format: email
                 * @description Null for a customer without an e-mail address.
                 */
                email: string | null;
                firstName?: string;
                lastName?: string;
                /** @description E.164. */
                phoneNumber?: string;
                location?: components["schemas"]["CustomerLocation"];
                /** @description Date fields are ISO 8601 date-times. */
                customFields?: {
                    [key: string]: string | number | boolean;
                };
                /** Format: date-time */
                createdAt: string | null;
                /** Format: date-time */
                updatedAt: string | null;
            } | null;
        };
        /** Customer condition */
        CustomerCondition: {
            /** @description A field of the profile: `id`, `email`, `phoneNumber`, `firstName`, `lastName`, `createdAt`, `updatedAt`, `location.city` and the other fields of the location, or `customFields.` and a name. */
            customer: string;
            /** @description Short for `=`. */
            is?: string | number | boolean;
            /**
             * @description Required without `is`.
             * @enum {string}
             */
            op?: "=" | "!=" | ">" | ">=" | "<" | "<=" | "exists" | "in" | "startsWith";
            /** @description An array with `in`, a boolean (true by default) with `exists`. */
            value?: string | number | boolean | (string | number | boolean)[];
        };
        /** Customer export */
        CustomerExport: {
            /** Customer */
            customer: {
                id: string;
                /**
                 * Format: email
                 * @description Null for a customer without an e-mail address.
                 */
                email: string | null;
                firstName?: string;
                lastName?: string;
                /** @description E.164. */
                phoneNumber?: string;
                location?: components["schemas"]["CustomerLocation"];
                /** @description Date fields are ISO 8601 date-times. */
                customFields?: {
                    [key: string]: string | number | boolean;
                };
                /** Format: date-time */
                createdAt: string | null;
                /** Format: date-time */
                updatedAt: string | null;
            };
            /** @description E-mail addresses and phone numbers that the profile had before. */
            formerIdentifiers: string[];
            /** @description Custom events. */
            events: components["schemas"]["StoredCustomEvent"][];
            rejectedEvents: {
                /** Format: date-time */
                receivedAt: string;
                /** @description Its index in the request, from 0. */
                index: number;
                /** @description The element as it was sent. */
                event: unknown;
                errors: {
                    detail: string;
                    pointer?: string;
                }[];
            }[];
            storefrontEvents: components["schemas"]["RecordedStorefrontEvent"][];
            orders: components["schemas"]["Order"][];
            returns: {
                order: components["schemas"]["ReturnOrder"];
                return: components["schemas"]["Return"];
                history: components["schemas"]["StatusChange"][];
            }[];
            /** @description The images of comments. */
            images: components["schemas"]["ExportedImage"][];
            /** @description What was sent to webhooks, or waits, and what the receivers have responded. */
            deliveries: {
                /** @description Sent to receivers as `webhook-id`. */
                deliveryId: string;
                returnId: string;
                /** @description Sent to receivers as `webhook-sequence`. */
                sequence: number;
                /** @enum {string} */
                type: "created" | "updated" | "backfill";
                /** Format: date-time */
                at: string;
                status: components["schemas"]["DeliveryStatus"];
                attempts: {
                    /** Format: date-time */
                    at: string;
                    /** @description The HTTP status; null without a response. */
                    status: number | null;
                    durationMs: number;
                    /** @description Why there was no response. */
                    error: string | null;
                    /** @description The beginning of the response body. */
                    answer: string | null;
                }[];
                webhookId: string;
                payload: components["schemas"]["ReturnWebhook"];
            }[];
            /** @description Responses kept for an `Idempotency-Key`. */
            responses: components["schemas"]["StoredResponse"][];
        };
        /** Customer location */
        CustomerLocation: {
            street1?: string;
            street2?: string;
            city?: string;
            /** @description State or province name. */
            state?: string;
            /** @description State or province abbreviation. */
            stateCode?: string;
            postalCode?: string;
            country?: string;
            /** @description ISO 3166-1 alpha-2. */
            countryCode?: string;
            ianaTimeZoneName?: string;
            latitude?: number;
            longitude?: number;
        };
        /** Customer location patch */
        CustomerLocationPatch: {
            street1?: string | null;
            street2?: string | null;
            city?: string | null;
            state?: string | null;
            stateCode?: string | null;
            postalCode?: string | null;
            country?: string | null;
            countryCode?: string | null;
            ianaTimeZoneName?: string | null;
            latitude?: number | null;
            longitude?: number | null;
        };
        /** Delivery */
        Delivery: {
            /** @description Sent to receivers as `webhook-id`. */
            deliveryId: string;
            returnId: string;
            /** @description Sent to receivers as `webhook-sequence`. */
            sequence: number;
            /** @enum {string} */
            type: "created" | "updated" | "backfill";
            /** Format: date-time */
            at: string;
            status: components["schemas"]["DeliveryStatus"];
            attempts: {
                /** Format: date-time */
                at: string;
                /** @description The HTTP status; null without a response. */
                status: number | null;
                durationMs: number;
                /** @description Why there was no response. */
                error: string | null;
                /** @description The beginning of the response body. */
                answer: string | null;
            }[];
        };
        /**
         * Delivery status
         * @enum {string}
         */
        DeliveryStatus: "pending" | "delivered" | "discarded";
        /** Error */
        Error: {
            error: string;
        };
        /** Event condition */
        EventCondition: {
            /** @description The `eventName`. */
            event: string;
            /** @description All of them hold for one and the same event. */
            data?: components["schemas"]["EventDataComparison"][];
            within?: components["schemas"]["EventTimeRange"];
            times?: components["schemas"]["EventCount"];
        };
        /**
         * Event count
         * @description How many such events; at least one by default.
         */
        EventCount: {
            /** @enum {string} */
            op: "=" | "!=" | ">" | ">=" | "<" | "<=";
            value: number;
        };
        /** Event data comparison */
        EventDataComparison: {
            /** @description A top-level key of the event's `data`. */
            key: string;
            /** @enum {string} */
            op: "=" | "!=" | ">" | ">=" | "<" | "<=" | "exists" | "in" | "startsWith";
            /** @description An array with `in`, a boolean (true by default) with `exists`. */
            value?: string | number | boolean | (string | number | boolean)[];
        };
        /** Event in a timeline */
        EventInATimeline: {
            /** @enum {string} */
            type: "event";
            /** @description Its `eventId`. */
            id: string;
            /**
             * Format: date-time
             * @description Its `eventTimestamp`.
             */
            at: string;
            data: components["schemas"]["StoredCustomEvent"];
        };
        /**
         * Event time range
         * @description When the event happened, by its `eventTimestamp`.
         */
        EventTimeRange: {
            /**
             * @description Minutes (`m`), hours (`h`) or days of 24 hours (`d`) up to `at`. Without `since` and `until`.
             * @example 30d
             */
            last?: string;
            /**
             * Format: date-time
             * @description Inclusive.
             */
            since?: string;
            /**
             * Format: date-time
             * @description Exclusive.
             */
            until?: string;
        };
        /** Exchange */
        Exchange: {
            items?: {
                id?: string;
                quantity?: number;
                variant?: {
                    name?: string;
                    externalId?: string;
                    sku?: string;
                    weight?: {
                        kg: number;
                    };
                };
                originalPrice?: components["schemas"]["Money"];
                price?: {
                    /** @example 29.99 */
                    amount: string;
                    /** @description ISO 4217, three uppercase letters. */
                    currency: string;
                    tax?: string;
                };
                product?: {
                    name?: string;
                    externalId?: string;
                };
            }[];
            /** @enum {string} */
            provision?: "instant" | "deferred";
            itemCount?: number;
            order?: {
                externalId?: string;
            };
            totalTax?: components["schemas"]["Money"];
        };
        /** Exchange input */
        ExchangeInput: {
            items?: {
                id?: string;
                quantity?: number;
                variant?: {
                    name?: string;
                    externalId?: string;
                    sku?: string;
                    weight?: {
                        kg: number;
                    };
                };
                originalPrice?: components["schemas"]["MoneyInput"];
                price?: {
                    /**
                     * Format: decimal
                     * @example 29.99
                     */
                    amount: string;
                    /**
                     * Format: currency
                     * @description ISO 4217, three uppercase letters.
                     */
                    currency: string;
                    tax?: string;
                };
                product?: {
                    name?: string;
                    externalId?: string;
                };
            }[];
            /** @enum {string} */
            provision?: "instant" | "deferred";
            itemCount?: number;
            order?: {
                externalId?: string;
            };
            totalTax?: components["schemas"]["MoneyInput"];
        };
        /** Exported image */
        ExportedImage: {
            returnId: string;
            commentId: string;
            mediaType: string;
            /** @description Base64. */
            content: string;
        };
        /** External RMA response */
        ExternalRMAResponse: {
            integrationProvider: string;
            success: boolean;
            errorCode?: string;
            errorMessage?: string;
        };
        /** Fulfillment */
        Fulfillment: {
            id: string;
            /** Format: date-time */
            createdAt: string;
            lineItems: {
                id: string;
                quantity: number;
                title: string;
                productId: string;
                variantId?: string | null;
                sku?: string | null;
            }[];
            trackingHistory: components["schemas"]["TrackingEvent"][];
            trackingCompany?: string;
            trackingNumber?: string;
            estimatedDeliveryDate?: string;
            /** Format: date-time */
            deliveredAt?: string;
        };
        /** Inventory item */
        InventoryItem: {
            /** @example ii_01kb3e8m9g0000q2x7d4n8wvf5 */
            id: string;
            sku: string | null;
            /** @description The product's title. */
            name: string;
            /** @enum {string} */
            kind: "PRODUCT" | "RETURN" | "UNDECLARED" | "UNKNOWN";
            /** @description The sum over `locations`. */
            quantity: number;
            locations: {
                location_id: string;
                location_name: string;
                quantity: number;
            }[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        /** Inventory item change */
        InventoryItemChange: {
            /** @description The number of the change in the store's feed. */
            sequence: number;
            /** @enum {string} */
            type: "item.updated";
            /** @description The id of the item. */
            id: string;
            /**
             * Format: date-time
             * @description When the change was written, by the database's clock.
             */
            at: string;
            data: components["schemas"]["InventoryItem"] | null;
        };
        /** Inventory level */
        InventoryLevel: {
            /** @example li_01kb3e8m9g0000q2x7d4n8wvf5 */
            id: string;
            product: {
                id: string;
                title: string;
                sku: string | null;
                upc: string | null;
                image_url: string | null;
            };
            location: {
                id: string;
                name: string;
            };
            quantity: number;
            /** @description `quantity - committed - reserved`; negative when oversold. */
            available: number;
            committed: number;
            reserved: number;
            buildable: number;
            /** @description `available + buildable` */
            total_available: number;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            created_at: string;
            /** @description The ids in other systems, by the name of the system. */
            external_ids: {
                [key: string]: string;
            };
        };
        /** Inventory level change */
        InventoryLevelChange: {
            /** @description The number of the change in the store's feed. */
            sequence: number;
            /** @enum {string} */
            type: "level.updated";
            /** @description The id of the level. */
            id: string;
            /**
             * Format: date-time
             * @description When the change was written, by the database's clock.
             */
            at: string;
            data: components["schemas"]["InventoryLevel"] | null;
        };
        /** Line item */
        LineItem: {
            id: string;
            productId: string;
            title: string;
            variantId?: string | null;
            sku?: string | null;
            imageUrl?: string | null;
            quantity: number;
            /** @description Per unit, before discounts. */
            price?: number | null;
            /** @description For the whole line. */
            discount?: number | null;
        };
        /** Line item input */
        LineItemInput: {
            id: string;
            productId: string;
            title: string;
            variantId?: string | null;
            sku?: string | null;
            imageUrl?: string | null;
            quantity: number;
            /** @description Per unit, before discounts. */
            price?: number | null;
            /** @description For the whole line. */
            discount?: number | null;
        };
        /** Location */
        Location: {
            /** @description `loc_…`, as in `locationId` of orders and `location_id` of stock. */
            id: string;
            name: string;
            address: {
                line1: string;
                line2: string;
                city: string;
                state: string;
                postalCode: string;
                country: string;
            };
            phoneNumber: string;
            /** @description Returns of orders without a location go to the default one. */
            isDefault: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        /** Mailing address */
        MailingAddress: {
            line1: string;
            line2: string;
            city: string;
            state: string;
            postalCode: string;
            country: string;
        };
        /** Money */
        Money: {
            /** @example 29.99 */
            amount: string;
            /** @description ISO 4217, three uppercase letters. */
            currency: string;
        };
        /** Money input */
        MoneyInput: {
            /**
             * Format: decimal
             * @example 29.99
             */
            amount: string;
            /**
             * Format: currency
             * @description ISO 4217, three uppercase letters.
             */
            currency: string;
        };
        /** New fulfillment */
        NewFulfillment: {
            /** @description The merchant's own id, unique per order; not `.` or `..`, which no URL can contain. */
            fulfillmentId?: string | null;
            lineItems: {
                id: string;
                quantity: number;
            }[];
            tracking?: {
                carrier?: string | null;
                code?: string | null;
            } | null;
        };
        /** New inventory level */
        NewInventoryLevel: {
            product: {
                /** @description The merchant's id of the product. */
                id: string;
                title: string;
                sku?: string | null;
                upc?: string | null;
                image_url?: string | null;
            };
            /** @description A location of the store (`loc_…`). */
            location_id: string;
            /** @description The units in stock. */
            quantity: number;
            /** @description The units of these that are promised to orders; 0 by default. */
            committed?: number | null;
            /** @description The units of these that are held back; 0 by default. */
            reserved?: number | null;
            /** @description The additional units that could be assembled; 0 by default. */
            buildable?: number | null;
            /**
             * @description `PRODUCT` by default.
             * @enum {string|null}
             */
            kind?: "PRODUCT" | "RETURN" | "UNDECLARED" | "UNKNOWN" | null;
            /** @description The ids in other systems, by the name of the system. */
            external_ids?: {
                [key: string]: string;
            } | null;
        };
        /** New order */
        NewOrder: {
            /** @description The merchant's own id, unique per store; not `.` or `..`, which no URL can contain. */
            orderId: string;
            /** Format: date-time */
            createdAt: string;
            lineItems: components["schemas"]["LineItemInput"][];
            customer?: {
                id?: string | null;
                /** Format: email */
                email?: string | null;
                /**
                 * Format: e164
                 * @description E.164
                 */
                phoneNumber?: string | null;
                name?: string | null;
                firstName?: string | null;
                lastName?: string | null;
            } | null;
            shipping?: {
                method?: string | null;
                cost?: number | null;
                address?: components["schemas"]["OrderAddressInput"] | null;
            } | null;
            /** @description Including tax and shipping. */
            totalPrice?: number | null;
            /** @description Excluding tax and shipping. */
            subtotalPrice?: number | null;
            totalTax?: number | null;
            totalDiscount?: number | null;
            billingAddress?: components["schemas"]["OrderAddressInput"] | null;
            tags?: string[] | null;
            /**
             * Format: currency
             * @description ISO 4217; the store's currency by default.
             */
            currencyCode?: string | null;
            /** @description A location of the store (`loc_…`). */
            locationId?: string | null;
        };
        /** New return */
        NewReturn: {
            data: {
                /** @description The commerce platform's name, as in the response's `<provider>OrderIds`. */
                provider: string;
                externalOrderId: string;
                /** @description At most 100000 units in all items together. */
                items: {
                    lineItemId: string;
                    quantity: number;
                    reason: string;
                    reasonCode?: string | null;
                    /** @description Becomes the item's `customerComment`. */
                    notes?: string | null;
                    /**
                     * @default refund
                     * @enum {string|null}
                     */
                    compensation?: "refund" | "store_credit" | null;
                }[];
                shippingAddress: {
                    line1: string;
                    line2?: string | null;
                    city: string;
                    state: string;
                    postalCode: string;
                    country: string;
                };
                /** @description The first of the return's `notes`. */
                notes?: string | null;
                label?: {
                    trackingNumber?: string | null;
                    carrier?: string | null;
                    trackingUrl?: string | null;
                    postageLabelUrl?: string | null;
                    formLabelUrl?: string | null;
                } | null;
            };
            options?: {
                /** @default false */
                createExternalRMAs?: boolean | null;
            } | null;
        };
        /** New return comment */
        NewReturnComment: {
            comment: {
                message?: string | null;
                /** @description Base64 of a PNG, JPEG, GIF or WebP. */
                image?: string | null;
            };
        };
        /** New warehouse ASN export */
        NewWarehouseASNExport: {
            from?: string | null;
            to?: string | null;
            /** @enum {string} */
            format: "csv" | "jsonl";
        };
        /** New warehouse note */
        NewWarehouseNote: {
            content: string;
        };
        /** New webhook */
        NewWebhook: {
            webhook: {
                /** @enum {string} */
                topic: "return";
                callback: {
                    /** @description The URL that events are posted to: https, without userinfo, not a private address. */
                    url: string;
                    auth?: {
                        bearer: {
                            /**
                             * @description Visible ASCII characters, sent as `Authorization: Bearer <token>`.
                             * @example subscriber-token
                             */
                            token: string;
                        };
                    } | null;
                };
                /** @description The subscriber's own id, unique per store. */
                externalId?: string | null;
                /**
                 * @description Sends an event of every existing return.
                 * @default false
                 */
                backfill?: boolean | null;
            };
        };
        /** Not condition */
        NotCondition: {
            not: components["schemas"]["AllConditionsLevel4"] | components["schemas"]["AnyConditionLevel4"] | components["schemas"]["NotConditionLevel4"] | components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"];
        };
        /** Not condition level 2 */
        NotConditionLevel2: {
            not: components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"];
        };
        /** Not condition level 3 */
        NotConditionLevel3: {
            not: components["schemas"]["AllConditionsLevel2"] | components["schemas"]["AnyConditionLevel2"] | components["schemas"]["NotConditionLevel2"] | components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"];
        };
        /** Not condition level 4 */
        NotConditionLevel4: {
            not: components["schemas"]["AllConditionsLevel3"] | components["schemas"]["AnyConditionLevel3"] | components["schemas"]["NotConditionLevel3"] | components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"];
        };
        /** Order */
        Order: {
            /** @description The merchant's own id, unique per store; not `.` or `..`, which no URL can contain. */
            orderId: string;
            /** Format: date-time */
            createdAt: string;
            lineItems: components["schemas"]["LineItem"][];
            customer?: {
                id?: string | null;
                /** Format: email */
                email?: string | null;
                /**
                 * Format: e164
                 * @description E.164
                 */
                phoneNumber?: string | null;
                name?: string | null;
                firstName?: string | null;
                lastName?: string | null;
            } | null;
            shipping?: {
                method?: string | null;
                cost?: number | null;
                address?: components["schemas"]["OrderAddress"] | null;
            } | null;
            totalPrice: number | null;
            subtotalPrice: number | null;
            totalTax: number | null;
            totalDiscount: number | null;
            billingAddress?: components["schemas"]["OrderAddress"] | null;
            tags: string[] | null;
            currencyCode: string | null;
            locationId: string | null;
            fulfillments: components["schemas"]["Fulfillment"][];
        };
        /** Order address */
        OrderAddress: {
            address1?: string | null;
            address2?: string | null;
            city?: string | null;
            province?: string | null;
            country?: string | null;
            postalCode?: string | null;
        };
        /** Order address input */
        OrderAddressInput: {
            address1?: string | null;
            address2?: string | null;
            city?: string | null;
            province?: string | null;
            country?: string | null;
            postalCode?: string | null;
        };
        /** Order change */
        OrderChange: {
            /** @description The number of the change in the store's feed. */
            sequence: number;
            /** @enum {string} */
            type: "order.created" | "order.updated";
            /** @description The service's id of the order. */
            id: string;
            /**
             * Format: date-time
             * @description When the change was written, by the database's clock.
             */
            at: string;
            data: components["schemas"]["Order"] | null;
        };
        /** Order created */
        OrderCreated: {
            /** @description The service's own id. */
            orderId: string;
            /** @description The merchant's id. */
            externalOrderId: string;
        };
        /** Order in a timeline */
        OrderInATimeline: {
            /** @enum {string} */
            type: "order";
            /** @description The service's id of the order. */
            id: string;
            /**
             * Format: date-time
             * @description Its `createdAt`.
             */
            at: string;
            data: components["schemas"]["Order"] | null;
        };
        /** Problem details */
        ProblemDetails: {
            /** @default about:blank */
            type: string;
            title: string;
            status: number;
            /**
             * @description A stable word for programs; the introduction lists them. New ones may be added.
             * @enum {string}
             */
            code: "invalid_request" | "malformed_body" | "unknown_parameter" | "unknown_field" | "invalid_cursor" | "segment_too_broad" | "return_too_large" | "order_too_large" | "unauthenticated" | "store_mismatch" | "missing_scope" | "origin_not_allowed" | "route_not_found" | "store_not_found" | "client_not_found" | "customer_not_found" | "order_not_found" | "fulfillment_not_found" | "return_not_found" | "segment_not_found" | "comment_not_found" | "inventory_level_not_found" | "inventory_item_not_found" | "webhook_not_found" | "delivery_not_found" | "method_not_allowed" | "already_exists" | "too_many_segments" | "idempotency_key_reused" | "idempotency_key_in_use" | "units_not_returnable" | "units_not_fulfillable" | "return_transition_refused" | "body_too_large" | "changes_not_kept" | "unsupported_media_type" | "unsupported_encoding" | "rate_limited" | "too_many_at_once" | "client_closed_request" | "internal_error" | "database_unavailable" | "customer_being_erased" | "store_busy";
            detail: string;
            instance: string;
            /** @description With `return_transition_refused`: the statuses that the return can change to. */
            allowed?: string[];
            errors?: {
                detail: string;
                pointer?: string;
                parameter?: string;
                header?: string;
            }[];
        };
        /**
         * Recorded storefront event
         * @description The event as it was sent, and when it was received.
         */
        RecordedStorefrontEvent: {
            eventId: string;
            eventName: string;
            source: string;
            /** Format: date-time */
            timestamp: string;
            /** Format: date-time */
            receivedAt: string;
        } & {
            [key: string]: unknown;
        };
        /** Replay */
        Replay: {
            /**
             * Format: date-time
             * @description Inclusive: events with this `at` or a later one.
             */
            start: string;
        };
        /**
         * Return
         * @description `<provider>OrderIds` has the same ids as `externalOrderIds`.
         */
        Return: {
            id: string;
            /** @enum {string} */
            type: "return" | "claim" | "warranty";
            status: components["schemas"]["ReturnStatus"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            order: {
                id: string;
                name: string;
            };
            source: {
                emailAddress: string;
                mailingAddress: components["schemas"]["MailingAddress"];
                name: {
                    given: string;
                    surname: string;
                };
                phoneNumber: string;
            };
            destination: {
                mailingAddress: components["schemas"]["MailingAddress"];
                phoneNumber: string;
            };
            items: components["schemas"]["ReturnItem"][];
            compensationMethods: ("refund" | "store_credit" | "exchange")[];
            completeWithNoAction: boolean;
            giftCards: {
                amount: components["schemas"]["Money"];
                code?: string;
                externalId?: string;
            }[];
            exchange?: components["schemas"]["Exchange"];
            externalOrderIds: string[];
            internalCreatedByName?: string;
            notes: {
                /** @description Empty for an image. */
                message: string;
                image?: string;
            }[];
            shipment?: components["schemas"]["Shipment"];
            shipments: components["schemas"]["Shipment"][];
            dropoffs: {
                shipmentGroupId?: string;
                provider?: string;
                qrCode?: string;
                qrCodeUrl?: string;
            }[];
            tags: {
                name: string;
                source?: string;
            }[];
            totals: {
                charge: {
                    amount: components["schemas"]["Money"];
                };
                exchange: {
                    amount: components["schemas"]["Money"];
                };
                refund: {
                    amount: components["schemas"]["Money"];
                };
                storeCredit: {
                    amount: components["schemas"]["Money"];
                };
            };
        } & {
            [key: string]: unknown;
        };
        /** Return change */
        ReturnChange: {
            /** @description The number of the change in the store's feed. */
            sequence: number;
            /** @enum {string} */
            type: "return.created" | "return.updated";
            /** @description The id of the return. */
            id: string;
            /**
             * Format: date-time
             * @description When the change was written, by the database's clock.
             */
            at: string;
            data: {
                order: components["schemas"]["ReturnOrder"];
                return: components["schemas"]["Return"];
            } | null;
        };
        /** Return comment */
        ReturnComment: {
            message?: string;
            image?: string;
        };
        /** Return in a timeline */
        ReturnInATimeline: {
            /** @enum {string} */
            type: "return";
            /** @description The id of the return. */
            id: string;
            /**
             * Format: date-time
             * @description Its `createdAt`.
             */
            at: string;
            data: components["schemas"]["Return"] | null;
        };
        /** Return item */
        ReturnItem: {
            id: string;
            orderItem: {
                id: string;
                line_item_id: string;
            };
            quantity: number;
            reason: string;
            reasons: string[];
            reasonCode?: string;
            reasonCodes: string[];
            customerComment?: string;
            productId: string;
            variantId?: string;
            sku?: string;
            shipmentGroupIds: string[];
            /** @enum {string} */
            status: "open" | "complete" | "rejected";
            refund: {
                amount: components["schemas"]["Money"];
                type: string;
            };
            productValueNoTaxNoAdjustment: {
                amount: components["schemas"]["Money"];
            };
            grade?: string;
            outcome?: string;
            greenReturn?: boolean;
            upc?: string;
            productAdjustment?: string;
            multipleChoiceQuestions?: {
                question: string;
                answer: string;
            }[];
            assessments?: {
                assignedUser?: {
                    id?: string;
                    name?: string;
                    firstName?: string;
                    lastName?: string;
                    email?: string;
                };
                responses?: {
                    type: string;
                    value: string;
                }[];
            }[];
        };
        /** Return order */
        ReturnOrder: {
            id: string;
            name: string;
            externalId: string;
            customer: {
                name: {
                    given: string;
                    surname: string;
                };
                emailAddress: string;
                phoneNumber: string;
            };
            discounts: components["schemas"]["Money"];
            lineItemsTotal: components["schemas"]["Money"];
            shippingCost: components["schemas"]["Money"];
            taxes: components["schemas"]["Money"];
            total: components["schemas"]["Money"];
            items: {
                id: string;
                externalId: string;
                fulfillmentLocationId: string | null;
                price: components["schemas"]["Money"];
                product: {
                    name: string;
                    externalId: string;
                };
                quantity: number;
                variant: {
                    name: string;
                    externalId: string;
                    sku: string;
                    weight?: {
                        kg: number;
                    };
                };
            }[];
        };
        /**
         * Return status
         * @enum {string}
         */
        ReturnStatus: "open" | "in_transit" | "delivered" | "needs_review" | "in_review" | "complete" | "rejected" | "flagged" | "pre_shipment" | "deleted";
        /** Return update */
        ReturnUpdate: {
            tags?: {
                name: string;
                source?: string;
            }[];
            giftCards?: {
                amount: components["schemas"]["MoneyInput"];
                code?: string;
                externalId?: string;
            }[];
            exchange?: components["schemas"]["ExchangeInput"];
            shipments?: components["schemas"]["ShipmentInput"][];
            dropoffs?: {
                shipmentGroupId?: string;
                provider?: string;
                qrCode?: string;
                qrCodeUrl?: string;
            }[];
            internalCreatedByName?: string;
            completeWithNoAction?: boolean;
            items?: {
                id: string;
                grade?: string;
                outcome?: string;
                greenReturn?: boolean;
                upc?: string;
                productAdjustment?: string;
                multipleChoiceQuestions?: {
                    question: string;
                    answer: string;
                }[];
                assessments?: {
                    assignedUser?: {
                        id?: string;
                        name?: string;
                        firstName?: string;
                        lastName?: string;
                        email?: string;
                    };
                    responses?: {
                        type: string;
                        value: string;
                    }[];
                }[];
                refund?: {
                    amount: components["schemas"]["MoneyInput"];
                    type: string;
                };
            }[];
        };
        /** Return webhook */
        ReturnWebhook: {
            /** @enum {string} */
            type: "created" | "updated" | "backfill";
            /**
             * Format: date-time
             * @description Unique per return and the same on every attempt.
             */
            at: string;
            /** @description The store's name. */
            merchantName: string;
            return: components["schemas"]["Return"];
            order: components["schemas"]["ReturnOrder"];
        };
        /** Rotated signing secret */
        RotatedSigningSecret: {
            /** @description A Standard Webhooks secret: `whsec_` and base64. */
            signingSecret: string;
        };
        /** Search result */
        SearchResult: {
            /** @enum {string} */
            type: "order" | "return" | "customer";
            /** @description The service's id of the order or return; the id of the customer. */
            id: string;
            /** @description For people, on one line. */
            title: string;
            /** @description The same; may be empty. */
            subtitle: string;
            /** @description Where the object is read, with a secret. */
            url: string;
        };
        /** Search results */
        SearchResults: {
            results: components["schemas"]["SearchResult"][];
        };
        /** Segment */
        Segment: {
            key: string;
            where: components["schemas"]["AllConditions"] | components["schemas"]["AnyCondition"] | components["schemas"]["NotCondition"] | components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** Segment customers */
        SegmentCustomers: {
            customers: {
                id: string;
                /**
                 * Format: email
                 * @description Null for a customer without an e-mail address.
                 */
                email: string | null;
                firstName?: string;
                lastName?: string;
                /** @description E.164. */
                phoneNumber?: string;
                location?: components["schemas"]["CustomerLocation"];
                /** @description Date fields are ISO 8601 date-times. */
                customFields?: {
                    [key: string]: string | number | boolean;
                };
                /** Format: date-time */
                createdAt: string | null;
                /** Format: date-time */
                updatedAt: string | null;
            }[];
            /** @description How many customers meet the condition, with `include`. */
            count?: number;
        };
        /** Segment input */
        SegmentInput: {
            where: components["schemas"]["AllConditions"] | components["schemas"]["AnyCondition"] | components["schemas"]["NotCondition"] | components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"];
        };
        /** Segment query */
        SegmentQuery: {
            where: components["schemas"]["AllConditions"] | components["schemas"]["AnyCondition"] | components["schemas"]["NotCondition"] | components["schemas"]["CustomerCondition"] | components["schemas"]["EventCondition"];
            /** @description `count`: also count all customers of the segment. */
            include?: "count"[];
            /**
             * Format: date-time
             * @description The moment that `last` counts back from; by default the time of the request.
             */
            at?: string;
        };
        /** Shipment */
        Shipment: {
            carrier?: string;
            /**
             * @description Present in responses to writes, absent from reads.
             * @enum {string}
             */
            status?: "unknown" | "pre_transit" | "in_transit" | "out_for_delivery" | "available_for_pickup" | "cancelled" | "delivered" | "error" | "failure" | "return_to_sender" | "expired";
            tracker?: string;
            trackingUrl?: string;
            postageLabel?: string;
            formLabel?: string;
            shipmentGroupId?: string;
            itemIds?: string[];
            externalLocationId?: string;
            estimatedDeliveryDate?: string;
            deliveredAt?: string;
        };
        /** Shipment input */
        ShipmentInput: {
            carrier?: string;
            /**
             * @description Present in responses to writes, absent from reads.
             * @enum {string}
             */
            status?: "unknown" | "pre_transit" | "in_transit" | "out_for_delivery" | "available_for_pickup" | "cancelled" | "delivered" | "error" | "failure" | "return_to_sender" | "expired";
            tracker?: string;
            trackingUrl?: string;
            postageLabel?: string;
            formLabel?: string;
            shipmentGroupId?: string;
            itemIds?: string[];
            externalLocationId?: string;
            estimatedDeliveryDate?: string;
            deliveredAt?: string;
        };
        /** Status change */
        StatusChange: {
            from: components["schemas"]["ReturnStatus"] | null;
            to: components["schemas"]["ReturnStatus"];
            /** Format: date-time */
            at: string;
            /** @description The API client's name. */
            by: string;
            requestId: string;
            /** @description True when the person was erased; the status stayed as it was. */
            erased?: boolean;
        };
        /** Store */
        Store: {
            id: string;
            name: string;
            /** @description ISO 4217: the currency of amounts that name none. */
            currency: string;
            /**
             * @description The status that a new return gets.
             * @enum {string}
             */
            firstStatus: "open" | "pre_shipment" | "needs_review";
            /** Format: date-time */
            createdAt: string;
        };
        /** Stored custom event */
        StoredCustomEvent: {
            eventId: string;
            eventName: string;
            /** @description The customer that the event was accepted for. */
            customerId: string;
            /** Format: date-time */
            eventTimestamp: string;
            value?: number;
            valueCurrency?: string;
            uniqueId?: string;
            /** @description Without unset values; dates in UTC. `$extra` as it was sent. */
            data?: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            receivedAt: string;
        };
        /** Stored response */
        StoredResponse: {
            /** @description The id of the order or return. */
            id: string;
            operation: string;
            /** @description The `Idempotency-Key`. */
            key: string;
            /** Format: date-time */
            at: string;
            response: unknown;
        };
        /** Storefront event */
        StorefrontEvent: {
            /** @description A repeated id returns 204 and is stored once. */
            eventId: string;
            /** @enum {string} */
            eventName: "product_added_to_cart" | "product_removed_from_cart" | "product_viewed" | "checkout_started" | "checkout_completed" | "checkout_contact_info_submitted" | "page_viewed" | "collection_viewed";
            /** @enum {string} */
            source: "storefront";
            /**
             * Format: date-time
             * @description When the event occurred.
             */
            timestamp: string;
            anonymousId?: string | null;
            cart?: {
                [key: string]: unknown;
            } | null;
            cartLine?: {
                [key: string]: unknown;
            };
            checkout?: {
                [key: string]: unknown;
            };
            collection?: {
                [key: string]: unknown;
            };
            customer?: {
                [key: string]: unknown;
            } | null;
            /** Format: email */
            customerEmail?: string | null;
            customerPhone?: string | null;
            productVariant?: {
                [key: string]: unknown;
            };
            urlWithParams?: string | null;
            urlWithoutParams?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** Timeline */
        Timeline: {
            timeline: (components["schemas"]["EventInATimeline"] | components["schemas"]["OrderInATimeline"] | components["schemas"]["ReturnInATimeline"])[];
        };
        /** Tracking event */
        TrackingEvent: {
            message: string;
            /** @enum {string} */
            status: "unknown" | "pre_transit" | "in_transit" | "out_for_delivery" | "available_for_pickup" | "cancelled" | "delivered" | "error" | "failure" | "return_to_sender" | "expired";
            /** Format: date-time */
            datetime: string;
            location?: {
                city?: string | null;
                state?: string | null;
                country?: string | null;
                postalCode?: string | null;
            } | null;
        };
        /** Tracking event input */
        TrackingEventInput: {
            message: string;
            /** @enum {string} */
            status: "unknown" | "pre_transit" | "in_transit" | "out_for_delivery" | "available_for_pickup" | "cancelled" | "delivered" | "error" | "failure" | "return_to_sender" | "expired";
            /** Format: date-time */
            datetime: string;
            location?: {
                city?: string | null;
                state?: string | null;
                country?: string | null;
                postalCode?: string | null;
            } | null;
        };
        /** Warehouse ASN export */
        WarehouseASNExport: {
            id: string;
            /** @enum {string} */
            status: "queued" | "running" | "ready" | "failed";
            rows_done: number;
            /** @description 0 until the rows are counted. */
            rows_total: number;
            download_url: string | null;
        };
        /** Warehouse ASN export created */
        WarehouseASNExportCreated: {
            id: string;
        };
        /** Warehouse ASN export not found */
        WarehouseASNExportNotFound: {
            errors: {
                message: string;
            };
        };
        /**
         * Warehouse ASN file not ready
         * @description The export is not ready, or has failed.
         * @example {
         *       "errors": {
         *         "message": "The export is running: it has no file."
         *       }
         *     }
         */
        WarehouseASNFileNotReady: {
            errors: {
                message: string;
            };
        };
        /** Warehouse ASN row */
        WarehouseASNRow: {
            /** @description The id of the return; the same in all of its rows. */
            id: number;
            service_id: string;
            /** @description The id of the unit. */
            return_line_item_id: string;
            order_id: string;
            order_name: string;
            order_number: string | null;
            provider_order_number: string | null;
            /** @enum {string} */
            state: "open" | "closed" | "cancelled" | "expired" | "review";
            customer_email: string | null;
            title: string;
            /** @description The unit's price less its share of the discount. */
            purchase_price: string;
            sku: string | null;
            barcode: string | null;
            carrier: string | null;
            service: string | null;
            label_status: string | null;
            tracking_number: string | null;
            integration_tracking_url: string | null;
            restock_status: string | null;
            currency: string;
            label_updated_at: string | null;
            label_url: string | null;
            label_rate: number | null;
            closed_at: string | null;
            updated_at: string;
            created_at: string;
            return_reason: string | null;
            actioned_by: string | null;
            return_method: string | null;
            return_method_rma_code: string | null;
            return_method_state: string | null;
            date_delivered: string | null;
            outcome: string | null;
            scannable_id: string | null;
            package_reference: string | null;
            shipping_box_barcode: string | null;
            provider_created_at: string | null;
            destination_id: number | null;
            destination_name: string | null;
            destination_address1: string | null;
            destination_address2: string | null;
            destination_city: string | null;
            destination_state: string | null;
            destination_zip: string | null;
            consolidation_tracking: string | null;
        };
        /** Warehouse action error */
        WarehouseActionError: {
            errors: {
                message: string;
                code?: string;
            };
        };
        /** Warehouse condition */
        WarehouseCondition: {
            description: string;
            condition_category: string;
            return_processor: string | null;
            note: string | null;
            inspected_at: string | null;
            images: string[];
        };
        /** Warehouse destination */
        WarehouseDestination: {
            id: number;
            type: string;
            name: string;
            enabled: boolean;
            provider_location_id: number | null;
            address: {
                name: string;
                address1: string;
                address2: string | null;
                city: string;
                state: string;
                zip: string;
                country: string | null;
                country_code: string | null;
                phone: string | null;
            };
        };
        /** Warehouse disposition */
        WarehouseDisposition: {
            disposition_outcome: string;
            return_processor: string | null;
            note: string | null;
            inspected_at: string | null;
        };
        /** Warehouse error */
        WarehouseError: {
            message: string;
        };
        /** Warehouse exchange */
        WarehouseExchange: {
            /** @description Numeric. */
            exchange_id: string;
            exchange_order_id: number | null;
            exchange_order_name: string | null;
            product_id: string;
            variant_id: string;
            sku: string;
            /** @constant */
            type: "exchange";
            title: string;
            /** @description Two decimals, three where the currency has three. */
            price: string;
            /** @description Two decimals, three where the currency has three. */
            discount: string;
            /** @description Two decimals, three where the currency has three. */
            tax: string;
            /** @description Two decimals, three where the currency has three. */
            total: string;
            out_of_stock: boolean;
            out_of_stock_resolution: string | null;
            consolidation_tracking: string | null;
        };
        /** Warehouse label */
        WarehouseLabel: {
            /** @enum {string} */
            status: "new" | "pre_transit" | "in_transit" | "out_for_delivery" | "delivered" | "failure" | "error";
            /** @example 2026-03-02 14:05:09 */
            updated_at: string;
            url: string | null;
            rate: number | null;
            carrier: string | null;
            tracking_number: string | null;
            line_items: number[];
        };
        /** Warehouse line item */
        WarehouseLineItem: {
            line_item_id: number;
            provider_line_item_id: number;
            product_id: number;
            variant_id: number | null;
            sku: string;
            line_item_title: string;
            variant_title: string | null;
            title: string;
            image: string;
            /** @description Two decimals, three where the currency has three. */
            price: string;
            /** @description Two decimals, three where the currency has three. */
            discount: string;
            /** @description Two decimals, three where the currency has three. */
            tax: string;
            /** @description Two decimals, three where the currency has three. */
            refund: string;
            /** @description Two decimals, three where the currency has three. */
            refund_item: string;
            /** @description Two decimals, three where the currency has three. */
            refund_tax: string;
            /** @example 2026-03-02 14:05:09 */
            returned_at: string;
            exchange_variant: string | null;
            barcode: string;
            provider_restock_location_id: null;
            consolidation_tracking: string | null;
            condition: components["schemas"]["WarehouseCondition"] | null;
            disposition: components["schemas"]["WarehouseDisposition"] | null;
            outcome: string;
            reason: string | null;
            parent_reason: string | null;
            return_comment: string;
        };
        /** Warehouse line item removal */
        WarehouseLineItemRemoval: {
            /** @description At most 100000 ids. */
            line_item_id?: string | number | (string | number)[];
            /** @description At most 100000 ids. */
            line_item_ids?: string | number | (string | number)[];
        };
        /** Warehouse line item summary */
        WarehouseLineItemSummary: {
            /** @description Numeric; one line item per unit. */
            line_item_id: string;
            provider_line_item_id: string;
            product_id: string;
            variant_id: string;
            sku: string;
            title: string;
            /** @description Two decimals, three where the currency has three. */
            price: string;
            /** @description Two decimals, three where the currency has three. */
            discount: string;
            /** @description Two decimals, three where the currency has three. */
            tax: string;
            /** @description Two decimals, three where the currency has three. */
            refund: string;
            /** @description Two decimals, three where the currency has three. */
            refund_item: string;
            /** @description Two decimals, three where the currency has three. */
            refund_tax: string;
            /** @example 2026-03-02 14:05:09 */
            returned_at: string;
            exchange_variant: string;
            return_reason: string | null;
            parent_return_reason: string | null;
            return_comment: string;
            barcode: string;
            outcome: string;
            provider_restock_location_id: null;
            consolidation_tracking: string | null;
            consolidation_destination_id: null;
            condition: components["schemas"]["WarehouseCondition"] | null;
            disposition: components["schemas"]["WarehouseDisposition"] | null;
        };
        /**
         * Warehouse no notes
         * @description The return has no notes: the body is `false`.
         * @constant
         */
        WarehouseNoNotes: false;
        /** Warehouse note error */
        WarehouseNoteError: {
            errors: {
                message: string;
            };
        };
        /** Warehouse return */
        WarehouseReturn: {
            /** @description The numeric id. */
            id: number;
            /** @description The service's own id. */
            service_id: string;
            /** @enum {string} */
            state: "open" | "closed" | "cancelled" | "expired" | "review";
            edited_at: string | null;
            /** @description Two decimals, three where the currency has three. */
            total: string;
            order_name: string;
            customer: string | null;
            currency: string;
            /** @description Two decimals, three where the currency has three. */
            return_product_total: string;
            /** @description Two decimals, three where the currency has three. */
            return_discount_total: string;
            /** @description Two decimals, three where the currency has three. */
            return_tax_total: string;
            /** @description Two decimals, three where the currency has three. */
            return_total: string;
            /** @description Two decimals, three where the currency has three. */
            return_credit_total: string;
            /** @description Two decimals, three where the currency has three. */
            exchange_product_total: string;
            /** @description Two decimals, three where the currency has three. */
            exchange_discount_total: string;
            /** @description Two decimals, three where the currency has three. */
            exchange_tax_total: string;
            /** @description Two decimals, three where the currency has three. */
            exchange_total: string;
            /** @description Two decimals, three where the currency has three. */
            exchange_credit_total: string;
            /** @description Two decimals, three where the currency has three. */
            gift_card: string;
            /** @description Two decimals, three where the currency has three. */
            handling_fee: string;
            /** @description Two decimals, three where the currency has three. */
            refund: string;
            /** @description Two decimals, three where the currency has three. */
            upsell: string;
            gift_card_order_name: string | null;
            multi_currency: boolean;
            origin_country: string | null;
            origin_country_code: string | null;
            /** @description `exchange`, `credit` and `refund`, joined by `+` in this order. */
            outcome: string | null;
            refund_before_inspection: boolean;
            was_processed: boolean;
            label_url: string | null;
            label_rate: number | null;
            labels: components["schemas"]["WarehouseLabel"][];
            status_page_url: string;
            destination_id: number | null;
            return_method: components["schemas"]["WarehouseReturnMethod"] | null;
            package_reference: string | null;
            /** @constant */
            type: "standard";
            exchanges: components["schemas"]["WarehouseExchange"][];
            /** @example 2026-03-02 14:05:09 */
            created_at: string;
            /** @example 2026-03-02 14:05:09 */
            updated_at: string;
            order_id: number;
            order_number: number | null;
            provider_order_number: number | null;
            provider_order_id: number;
            customer_email: string | null;
            customer_first_name: string | null;
            customer_last_name: string | null;
            /** @description Two decimals, three where the currency has three. */
            exchange: string;
            exchange_order_name: string | null;
            exchange_order_id: number | null;
            gift_card_order_id: number | null;
            refunds: Record<string, never>[];
            line_items: components["schemas"]["WarehouseLineItem"][];
            outcomes_processed_at: {
                return_processed: {
                    date: string;
                    timezone_type: number;
                    timezone: string;
                } | null;
                refund_processed: {
                    date: string;
                    timezone_type: number;
                    timezone: string;
                } | null;
                gift_card_processed: {
                    date: string;
                    timezone_type: number;
                    timezone: string;
                } | null;
                exchange_processed: {
                    date: string;
                    timezone_type: number;
                    timezone: string;
                } | null;
            };
            carrier: string | null;
            tracking_number: string | null;
            /** @enum {string|null} */
            label_status: "new" | "pre_transit" | "in_transit" | "out_for_delivery" | "delivered" | "failure" | "error" | null;
            label_updated_at: string | null;
        };
        /** Warehouse return method */
        WarehouseReturnMethod: {
            provider: string | null;
            method_type: string | null;
            address: null;
            state: string | null;
            rma_id: string | null;
            qr_code_url: string | null;
            scheduled_at: string | null;
            scannable_id: string | null;
        };
        /**
         * Warehouse return not found
         * @description No return matches; with the status 200, as in Loop's API.
         */
        WarehouseReturnNotFound: {
            error: {
                message: string;
            };
        };
        /** Warehouse return page */
        WarehouseReturnPage: {
            returns: components["schemas"]["WarehouseReturnSummary"][];
            nextPageUrl: string | null;
            previousPageUrl: string | null;
        };
        /** Warehouse return summary */
        WarehouseReturnSummary: {
            /** @description The numeric id. */
            id: number;
            /** @description The service's own id. */
            service_id: string;
            /** @enum {string} */
            state: "open" | "closed" | "cancelled" | "expired" | "review";
            edited_at: string | null;
            /** @description Two decimals, three where the currency has three. */
            total: string;
            order_name: string;
            customer: string | null;
            currency: string;
            /** @description Two decimals, three where the currency has three. */
            return_product_total: string;
            /** @description Two decimals, three where the currency has three. */
            return_discount_total: string;
            /** @description Two decimals, three where the currency has three. */
            return_tax_total: string;
            /** @description Two decimals, three where the currency has three. */
            return_total: string;
            /** @description Two decimals, three where the currency has three. */
            return_credit_total: string;
            /** @description Two decimals, three where the currency has three. */
            exchange_product_total: string;
            /** @description Two decimals, three where the currency has three. */
            exchange_discount_total: string;
            /** @description Two decimals, three where the currency has three. */
            exchange_tax_total: string;
            /** @description Two decimals, three where the currency has three. */
            exchange_total: string;
            /** @description Two decimals, three where the currency has three. */
            exchange_credit_total: string;
            /** @description Two decimals, three where the currency has three. */
            gift_card: string;
            /** @description Two decimals, three where the currency has three. */
            handling_fee: string;
            /** @description Two decimals, three where the currency has three. */
            refund: string;
            /** @description Two decimals, three where the currency has three. */
            upsell: string;
            gift_card_order_name: string | null;
            multi_currency: boolean;
            origin_country: string | null;
            origin_country_code: string | null;
            /** @description `exchange`, `credit` and `refund`, joined by `+` in this order. */
            outcome: string | null;
            refund_before_inspection: boolean;
            was_processed: boolean;
            label_url: string | null;
            label_rate: number | null;
            labels: components["schemas"]["WarehouseLabel"][];
            status_page_url: string;
            destination_id: number | null;
            return_method: components["schemas"]["WarehouseReturnMethod"] | null;
            package_reference: string | null;
            /** @constant */
            type: "standard";
            exchanges: components["schemas"]["WarehouseExchange"][];
            /** @example 2026-03-02T14:05:09+00:00 */
            created_at: string;
            /** @example 2026-03-02T14:05:09+00:00 */
            updated_at: string;
            /** @description Numeric. */
            order_id: string;
            provider_order_id: string;
            provider_order_number: string | null;
            order_number: string | null;
            gift_card_order_id: string | null;
            outcomes_processed_at: {
                return_processed: {
                    date: string;
                    timezone_type: number;
                    timezone: string;
                } | null;
                refund_processed: {
                    date: string;
                    timezone_type: number;
                    timezone: string;
                } | null;
                gift_card_processed: {
                    date: string;
                    timezone_type: number;
                    timezone: string;
                } | null;
                exchange_processed: {
                    date: string;
                    timezone_type: number;
                    timezone: string;
                } | null;
                shop_cash_processed: null;
            };
            carrier: string;
            tracking_number: string;
            /** @enum {string} */
            label_status: "new" | "pre_transit" | "in_transit" | "out_for_delivery" | "delivered" | "failure" | "error" | "N/A";
            /** @description `2026-03-02T14:05:09+00:00`, or `N/A` without a label. */
            label_updated_at: string;
            line_items: components["schemas"]["WarehouseLineItemSummary"][];
            shopify_refund_object: Record<string, never>[];
        };
        /**
         * Warehouse unauthorized
         * @example {
         *       "error": {
         *         "code": "401",
         *         "http_code": "GEN-UNAUTHORIZED",
         *         "message": "Unauthorized."
         *       }
         *     }
         */
        WarehouseUnauthorized: {
            error: {
                code: string;
                http_code: string;
                message: string;
            };
        };
        /** Warehouse validation error */
        WarehouseValidationError: {
            message: string;
            errors: {
                [key: string]: string[];
            };
        };
        /** Webhook */
        Webhook: {
            id: string;
            /** @enum {string} */
            topic: "return";
            callback: {
                url: string;
                auth: {
                    bearer: {
                        /**
                         * @description Visible ASCII characters, sent as `Authorization: Bearer <token>`.
                         * @example subscriber-token
                         */
                        token: string;
                    };
                } | null;
            };
            externalId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** Webhook update */
        WebhookUpdate: {
            webhook: {
                callback: {
                    /** @description The URL that events are posted to: https, without userinfo, not a private address. */
                    url: string;
                    auth?: {
                        bearer: {
                            /**
                             * @description Visible ASCII characters, sent as `Authorization: Bearer <token>`.
                             * @example subscriber-token
                             */
                            token: string;
                        };
                    } | null;
                };
                /** @description The subscriber's own id, unique per store. */
                externalId?: string | null;
            };
        };
        /** Webhook with secret */
        WebhookWithSecret: {
            id: string;
            /** @enum {string} */
            topic: "return";
            callback: {
                url: string;
                auth: {
                    bearer: {
                        /**
                         * @description Visible ASCII characters, sent as `Authorization: Bearer <token>`.
                         * @example subscriber-token
                         */
                        token: string;
                    };
                } | null;
            };
            externalId: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description A Standard Webhooks secret: `whsec_` and base64. */
            signingSecret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id of the request, also in the service's log. */
        "X-Request-Id": string;
        /** @description The cursor of the next page, for `X-Page-Continue`. Absent on the last page. */
        "X-Page-Next": string;
        /** @description `Bearer` */
        "WWW-Authenticate": "Bearer";
        /** @description How many seconds to wait before the next attempt. */
        "Retry-After": number;
        /** @description The remaining quota, as in draft-ietf-httpapi-ratelimit-headers. Absent without a limit. */
        RateLimit: string;
        /** @description The limit: the number of requests (`q`) in a window of seconds (`w`). */
        "RateLimit-Policy": string;
        /** @description `gzip`, after another `Content-Encoding`. */
        "Accept-Encoding": "gzip";
        /** @description `handling=strict`, when the request asked for it. */
        "Preference-Applied": "handling=strict";
        /** @description The page's origin, with a publishable secret. */
        "Access-Control-Allow-Origin": string;
        /** @description The headers that a page may read, with a publishable secret. */
        "Access-Control-Expose-Headers": string;
        /** @description `Origin`, with a publishable secret. */
        Vary: "Origin";
        /** @description An attachment, with a file name. */
        "Content-Disposition": string;
        /** @description `nosniff` */
        "X-Content-Type-Options": "nosniff";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readStore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sto_01m5fk20v10000k3v8d2r6w9xz",
                     *       "name": "Green Shop",
                     *       "currency": "EUR",
                     *       "firstStatus": "open",
                     *       "createdAt": "2026-03-02T08:15:03.412Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Store"];
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listLocations: {
        parameters: {
            query?: never;
            header?: {
                /** @description The cursor from the X-Page-Next header of the previous page. */
                "X-Page-Continue"?: string;
                /** @description The maximum number of items. */
                "X-Page-Size"?: number;
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Page-Next": components["headers"]["X-Page-Next"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "locations": [
                     *         {
                     *           "id": "loc_01m5fk20v30000w2n8c4t7y1xe",
                     *           "name": "Main warehouse",
                     *           "address": {
                     *             "line1": "1 Dock Rd",
                     *             "line2": "",
                     *             "city": "Columbus",
                     *             "state": "OH",
                     *             "postalCode": "43004",
                     *             "country": "US"
                     *           },
                     *           "phoneNumber": "",
                     *           "isDefault": true,
                     *           "createdAt": "2026-03-02T08:15:03.412Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        locations: components["schemas"]["Location"][];
                    };
                };
            };
            /** @description The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). `X-Page-Continue` is no cursor of this list (`invalid_cursor`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    findCustomer: {
        parameters: {
            query?: {
                /** @description The customer's e-mail address. */
                email?: string;
                /** @description E.164 */
                phoneNumber?: string;
                /** @description The customer's id. */
                id?: string;
            };
            header?: never;
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01m5fk20va0000z8d3h6k9t1vw",
                     *       "email": "ada@example.com",
                     *       "firstName": "Ada",
                     *       "lastName": "Byron",
                     *       "customFields": {
                     *         "newsletter": true
                     *       },
                     *       "createdAt": "2026-03-02T08:15:03.412Z",
                     *       "updatedAt": "2026-03-02T08:15:03.412Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such customer (`customer_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "customer_not_found",
                     *       "detail": "The store has no such customer.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    readCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
                /** @description The id of the customer. */
                customerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "cus_01m5fk20va0000z8d3h6k9t1vw",
                     *       "email": "ada@example.com",
                     *       "firstName": "Ada",
                     *       "lastName": "Byron",
                     *       "customFields": {
                     *         "newsletter": true
                     *       },
                     *       "createdAt": "2026-03-02T08:15:03.412Z",
                     *       "updatedAt": "2026-03-02T08:15:03.412Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Customer"];
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such customer (`customer_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "customer_not_found",
                     *       "detail": "The store has no such customer.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
                /** @description The id of the customer. */
                customerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. The response has no body. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such customer (`customer_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "customer_not_found",
                     *       "detail": "The store has no such customer.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    exportCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
                /** @description The id of the customer. */
                customerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customer": {
                     *         "id": "cus_01m5fk20va0000z8d3h6k9t1vw",
                     *         "email": "ada@example.com",
                     *         "firstName": "Ada",
                     *         "lastName": "Byron",
                     *         "customFields": {
                     *           "newsletter": true
                     *         },
                     *         "createdAt": "2026-03-02T08:15:03.412Z",
                     *         "updatedAt": "2026-03-02T08:15:03.412Z"
                     *       },
                     *       "formerIdentifiers": [
                     *         "ada.byron@example.com"
                     *       ],
                     *       "events": [
                     *         {
                     *           "eventId": "019ca2f1-93b4-7c1e-8f60-2f5d3a9b7c11",
                     *           "eventName": "Fitting booked",
                     *           "customerId": "cus_01m5fk20va0000z8d3h6k9t1vw",
                     *           "eventTimestamp": "2026-03-02T08:15:00.000Z",
                     *           "receivedAt": "2026-03-02T08:15:03.412Z",
                     *           "data": {
                     *             "shop": "Mayfair"
                     *           }
                     *         }
                     *       ],
                     *       "rejectedEvents": [],
                     *       "storefrontEvents": [],
                     *       "orders": [
                     *         {
                     *           "orderId": "WEB-20418",
                     *           "createdAt": "2026-03-02T08:15:00.000Z",
                     *           "lineItems": [
                     *             {
                     *               "id": "WEB-20418-1",
                     *               "productId": "linen-shirt",
                     *               "title": "Linen shirt",
                     *               "variantId": "linen-shirt-m",
                     *               "sku": "LIN-M",
                     *               "quantity": 2,
                     *               "price": 49.5,
                     *               "discount": 9.9
                     *             }
                     *           ],
                     *           "customer": {
                     *             "email": "ada@example.com",
                     *             "firstName": "Ada",
                     *             "lastName": "Byron"
                     *           },
                     *           "shipping": {
                     *             "method": "standard",
                     *             "cost": 4.9,
                     *             "address": {
                     *               "address1": "12 St James's Square",
                     *               "city": "London",
                     *               "country": "GB",
                     *               "postalCode": "SW1Y 4JH"
                     *             }
                     *           },
                     *           "totalPrice": 94,
                     *           "totalDiscount": 9.9,
                     *           "currencyCode": "GBP",
                     *           "subtotalPrice": null,
                     *           "totalTax": null,
                     *           "tags": null,
                     *           "locationId": null,
                     *           "fulfillments": [
                     *             {
                     *               "id": "WEB-20418-F1",
                     *               "createdAt": "2026-03-03T11:40:00.000Z",
                     *               "lineItems": [
                     *                 {
                     *                   "id": "WEB-20418-1",
                     *                   "quantity": 2,
                     *                   "title": "Linen shirt",
                     *                   "productId": "linen-shirt",
                     *                   "variantId": "linen-shirt-m",
                     *                   "sku": "LIN-M"
                     *                 }
                     *               ],
                     *               "trackingHistory": [
                     *                 {
                     *                   "message": "Handed to a neighbour",
                     *                   "status": "delivered",
                     *                   "datetime": "2026-03-05T14:02:00.000Z",
                     *                   "location": {
                     *                     "city": "London",
                     *                     "country": "GB"
                     *                   }
                     *                 }
                     *               ],
                     *               "trackingCompany": "Royal Mail",
                     *               "trackingNumber": "AB123456785GB",
                     *               "deliveredAt": "2026-03-05T14:02:00.000Z"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "returns": [],
                     *       "images": [],
                     *       "deliveries": [],
                     *       "responses": []
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerExport"];
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such customer (`customer_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "customer_not_found",
                     *       "detail": "The store has no such customer.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description More than 2 exports of the store, or 6 of all stores, are being read (`too_many_at_once`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "code": "too_many_at_once",
                     *       "detail": "More than 2 exports of the store, or 6 of all stores, are being read.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    readTimeline: {
        parameters: {
            query?: never;
            header?: {
                /** @description The cursor from the X-Page-Next header of the previous page. */
                "X-Page-Continue"?: string;
                /** @description The maximum number of items. */
                "X-Page-Size"?: number;
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
                /** @description The id of the customer. */
                customerId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Page-Next": components["headers"]["X-Page-Next"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timeline": [
                     *         {
                     *           "type": "return",
                     *           "id": "ret_01m5zk7wq10000h2v8d3c6x9ty",
                     *           "at": "2026-03-09T16:05:21.880Z",
                     *           "data": {
                     *             "id": "ret_01m5zk7wq10000h2v8d3c6x9ty",
                     *             "type": "return",
                     *             "status": "open",
                     *             "createdAt": "2026-03-09T16:05:21.880Z",
                     *             "updatedAt": "2026-03-09T16:05:21.880Z",
                     *             "order": {
                     *               "id": "ord_01m5fk20v40000q7c1x5w8r3nb",
                     *               "name": "WEB-20418"
                     *             },
                     *             "source": {
                     *               "emailAddress": "ada@example.com",
                     *               "mailingAddress": {
                     *                 "line1": "12 St James's Square",
                     *                 "line2": "",
                     *                 "city": "London",
                     *                 "state": "London",
                     *                 "postalCode": "SW1Y 4JH",
                     *                 "country": "GB"
                     *               },
                     *               "name": {
                     *                 "given": "Ada",
                     *                 "surname": "Byron"
                     *               },
                     *               "phoneNumber": ""
                     *             },
                     *             "destination": {
                     *               "mailingAddress": {
                     *                 "line1": "1 Dock Road",
                     *                 "line2": "",
                     *                 "city": "Bristol",
                     *                 "state": "",
                     *                 "postalCode": "BS1 6XN",
                     *                 "country": "GB"
                     *               },
                     *               "phoneNumber": ""
                     *             },
                     *             "items": [
                     *               {
                     *                 "id": "rit_01m5zk7wq40000b6m9t2y4e8gs",
                     *                 "orderItem": {
                     *                   "id": "ord_01m5fk20v40000q7c1x5w8r3nb_1",
                     *                   "line_item_id": "WEB-20418-1"
                     *                 },
                     *                 "quantity": 1,
                     *                 "reason": "Too small",
                     *                 "reasons": [
                     *                   "Too small"
                     *                 ],
                     *                 "reasonCode": "SIZE",
                     *                 "reasonCodes": [
                     *                   "SIZE"
                     *                 ],
                     *                 "productId": "linen-shirt",
                     *                 "variantId": "linen-shirt-m",
                     *                 "sku": "LIN-M",
                     *                 "shipmentGroupIds": [],
                     *                 "status": "open",
                     *                 "refund": {
                     *                   "amount": {
                     *                     "amount": "44.55",
                     *                     "currency": "GBP"
                     *                   },
                     *                   "type": "refund"
                     *                 },
                     *                 "productValueNoTaxNoAdjustment": {
                     *                   "amount": {
                     *                     "amount": "44.55",
                     *                     "currency": "GBP"
                     *                   }
                     *                 }
                     *               }
                     *             ],
                     *             "compensationMethods": [
                     *               "refund"
                     *             ],
                     *             "completeWithNoAction": false,
                     *             "giftCards": [],
                     *             "externalOrderIds": [
                     *               "WEB-20418"
                     *             ],
                     *             "shopifyOrderIds": [
                     *               "WEB-20418"
                     *             ],
                     *             "notes": [
                     *               {
                     *                 "message": "Would like the next size if it comes back in."
                     *               }
                     *             ],
                     *             "shipments": [],
                     *             "dropoffs": [],
                     *             "tags": [],
                     *             "totals": {
                     *               "charge": {
                     *                 "amount": {
                     *                   "amount": "0.00",
                     *                   "currency": "GBP"
                     *                 }
                     *               },
                     *               "exchange": {
                     *                 "amount": {
                     *                   "amount": "0.00",
                     *                   "currency": "GBP"
                     *                 }
                     *               },
                     *               "refund": {
                     *                 "amount": {
                     *                   "amount": "44.55",
                     *                   "currency": "GBP"
                     *                 }
                     *               },
                     *               "storeCredit": {
                     *                 "amount": {
                     *                   "amount": "0.00",
                     *                   "currency": "GBP"
                     *                 }
                     *               }
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "type": "order",
                     *           "id": "ord_01m5fk20v40000q7c1x5w8r3nb",
                     *           "at": "2026-03-02T08:15:00.000Z",
                     *           "data": {
                     *             "orderId": "WEB-20418",
                     *             "createdAt": "2026-03-02T08:15:00.000Z",
                     *             "lineItems": [
                     *               {
                     *                 "id": "WEB-20418-1",
                     *                 "productId": "linen-shirt",
                     *                 "title": "Linen shirt",
                     *                 "variantId": "linen-shirt-m",
                     *                 "sku": "LIN-M",
                     *                 "quantity": 2,
                     *                 "price": 49.5,
                     *                 "discount": 9.9
                     *               }
                     *             ],
                     *             "customer": {
                     *               "email": "ada@example.com",
                     *               "firstName": "Ada",
                     *               "lastName": "Byron"
                     *             },
                     *             "shipping": {
                     *               "method": "standard",
                     *               "cost": 4.9,
                     *               "address": {
                     *                 "address1": "12 St James's Square",
                     *                 "city": "London",
                     *                 "country": "GB",
                     *                 "postalCode": "SW1Y 4JH"
                     *               }
                     *             },
                     *             "totalPrice": 94,
                     *             "totalDiscount": 9.9,
                     *             "currencyCode": "GBP",
                     *             "subtotalPrice": null,
                     *             "totalTax": null,
                     *             "tags": null,
                     *             "locationId": null,
                     *             "fulfillments": [
                     *               {
                     *                 "id": "WEB-20418-F1",
                     *                 "createdAt": "2026-03-03T11:40:00.000Z",
                     *                 "lineItems": [
                     *                   {
                     *                     "id": "WEB-20418-1",
                     *                     "quantity": 2,
                     *                     "title": "Linen shirt",
                     *                     "productId": "linen-shirt",
                     *                     "variantId": "linen-shirt-m",
                     *                     "sku": "LIN-M"
                     *                   }
                     *                 ],
                     *                 "trackingHistory": [
                     *                   {
                     *                     "message": "Handed to a neighbour",
                     *                     "status": "delivered",
                     *                     "datetime": "2026-03-05T14:02:00.000Z",
                     *                     "location": {
                     *                       "city": "London",
                     *                       "country": "GB"
                     *                     }
                     *                   }
                     *                 ],
                     *                 "trackingCompany": "Royal Mail",
                     *                 "trackingNumber": "AB123456785GB",
                     *                 "deliveredAt": "2026-03-05T14:02:00.000Z"
                     *               }
                     *             ]
                     *           }
                     *         },
                     *         {
                     *           "type": "event",
                     *           "id": "019cae24-3f40-7a55-9c8e-5f2a1b7d3e60",
                     *           "at": "2026-03-02T08:15:00.000Z",
                     *           "data": {
                     *             "eventId": "019cae24-3f40-7a55-9c8e-5f2a1b7d3e60",
                     *             "eventName": "Fitting booked",
                     *             "customerId": "cus_01m5fk20va0000z8d3h6k9t1vw",
                     *             "eventTimestamp": "2026-03-02T08:15:00.000Z",
                     *             "value": 25,
                     *             "valueCurrency": "GBP",
                     *             "uniqueId": "booking-7731",
                     *             "data": {
                     *               "shop": "Mayfair",
                     *               "visitors": 2,
                     *               "$extra": {
                     *                 "slots": [
                     *                   "10:00",
                     *                   "10:30"
                     *                 ]
                     *               }
                     *             },
                     *             "receivedAt": "2026-03-02T08:15:03.412Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            /** @description The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). `X-Page-Continue` is no cursor of this list (`invalid_cursor`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such customer (`customer_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "customer_not_found",
                     *       "detail": "The store has no such customer.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events with this name. */
                eventName?: string;
                /** @description Only events of the customer with this id. */
                customer?: string;
                /** @description Inclusive. */
                since?: string;
                /** @description Exclusive. */
                until?: string;
            };
            header?: {
                /** @description The cursor from the X-Page-Next header of the previous page. */
                "X-Page-Continue"?: string;
                /** @description The maximum number of items. */
                "X-Page-Size"?: number;
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Page-Next": components["headers"]["X-Page-Next"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "eventId": "019cae24-3f40-7a55-9c8e-5f2a1b7d3e60",
                     *           "eventName": "Fitting booked",
                     *           "customerId": "cus_01m5fk20va0000z8d3h6k9t1vw",
                     *           "eventTimestamp": "2026-03-02T08:15:00.000Z",
                     *           "value": 25,
                     *           "valueCurrency": "GBP",
                     *           "uniqueId": "booking-7731",
                     *           "data": {
                     *             "shop": "Mayfair",
                     *             "visitors": 2,
                     *             "$extra": {
                     *               "slots": [
                     *                 "10:00",
                     *                 "10:30"
                     *               ]
                     *             }
                     *           },
                     *           "receivedAt": "2026-03-02T08:15:03.412Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        events: components["schemas"]["StoredCustomEvent"][];
                    };
                };
            };
            /** @description The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). `X-Page-Continue` is no cursor of this list (`invalid_cursor`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    ingestEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventName": "Fitting booked",
                 *       "customer": {
                 *         "email": "ada@example.com",
                 *         "firstName": "Ada",
                 *         "customFields": {
                 *           "newsletter": true
                 *         }
                 *       },
                 *       "eventTimestamp": "2026-03-02T09:15:00+01:00",
                 *       "value": 25,
                 *       "valueCurrency": "GBP",
                 *       "uniqueId": "booking-7731",
                 *       "data": {
                 *         "shop": "Mayfair",
                 *         "visitors": 2,
                 *         "$extra": {
                 *           "slots": [
                 *             "10:00",
                 *             "10:30"
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CustomEvent"];
            };
        };
        responses: {
            /** @description Accepted. The response has no body. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store's limit of requests per second for this operation is exceeded (`rate_limited`; 100 unless configured); refused requests don't count. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "code": "rate_limited",
                     *       "detail": "The store's limit of requests per second for this operation is exceeded (rate_limited.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A new customer has the id of one that is being erased and has very many events or orders (`customer_being_erased`). The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "A new customer has the id of one that is being erased and has very many events or orders.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    ingestEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "events": [
                 *         {
                 *           "eventName": "Fitting booked",
                 *           "customer": {
                 *             "email": "ada@example.com",
                 *             "firstName": "Ada",
                 *             "customFields": {
                 *               "newsletter": true
                 *             }
                 *           },
                 *           "eventTimestamp": "2026-03-02T09:15:00+01:00",
                 *           "value": 25,
                 *           "valueCurrency": "GBP",
                 *           "uniqueId": "booking-7731",
                 *           "data": {
                 *             "shop": "Mayfair",
                 *             "visitors": 2,
                 *             "$extra": {
                 *               "slots": [
                 *                 "10:00",
                 *                 "10:30"
                 *               ]
                 *             }
                 *           }
                 *         },
                 *         {
                 *           "eventName": "Newsletter joined",
                 *           "customer": {
                 *             "phoneNumber": "+442079460958"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    events: {
                        eventName: string;
                        customer: {
                            id?: string | null;
                            /** Format: email */
                            email?: string | null;
                            /**
                             * Format: e164
                             * @description E.164
                             */
                            phoneNumber?: string | null;
                            firstName?: string | null;
                            lastName?: string | null;
                            location?: components["schemas"]["CustomerLocationPatch"] | null;
                            /** @description Merged key by key; `0`, `false` and an empty string are values, null changes nothing. A profile has at most 400 fields of 256 KB together (names and values as JSON). */
                            customFields?: {
                                [key: string]: string | number | boolean | null;
                            } | null;
                        };
                        /**
                         * Format: date-time
                         * @description Defaults to the time of ingestion.
                         */
                        eventTimestamp?: string | null;
                        /** @description A monetary or conversion value. */
                        value?: number | null;
                        /**
                         * Format: currency
                         * @description ISO 4217.
                         */
                        valueCurrency?: string | null;
                        /** @description An event whose `uniqueId` the store has accepted before is dropped silently. */
                        uniqueId?: string | null;
                        /** @description Segments can filter on top-level strings, numbers, booleans and dates; `0`, null and an empty string count as unset. `$extra` is an object that is stored unchanged. */
                        data?: {
                            [key: string]: unknown;
                        } | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description Accepted. The response has no body. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store's limit of requests per second for this operation is exceeded (`rate_limited`; 100 unless configured); refused requests don't count. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "code": "rate_limited",
                     *       "detail": "The store's limit of requests per second for this operation is exceeded (rate_limited.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A new customer has the id of one that is being erased and has very many events or orders (`customer_being_erased`). The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "A new customer has the id of one that is being erased and has very many events or orders.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listRejectedEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The cursor from the X-Page-Next header of the previous page. */
                "X-Page-Continue"?: string;
                /** @description The maximum number of items. */
                "X-Page-Size"?: number;
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Page-Next": components["headers"]["X-Page-Next"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rejections": [
                     *         {
                     *           "receivedAt": "2026-03-02T08:15:03.412Z",
                     *           "index": 0,
                     *           "event": {
                     *             "eventName": "Fitting booked",
                     *             "customer": {}
                     *           },
                     *           "errors": [
                     *             {
                     *               "detail": "customer needs an id, an email or a phoneNumber.",
                     *               "pointer": "/customer"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        rejections: {
                            /** Format: date-time */
                            receivedAt: string;
                            /** @description Its index in the request, from 0. */
                            index: number;
                            /** @description The element as it was sent. */
                            event: unknown;
                            errors: {
                                detail: string;
                                pointer?: string;
                            }[];
                        }[];
                    };
                };
            };
            /** @description The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). `X-Page-Continue` is no cursor of this list (`invalid_cursor`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    querySegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The cursor from the X-Page-Next header of the previous page. */
                "X-Page-Continue"?: string;
                /** @description The maximum number of items. */
                "X-Page-Size"?: number;
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "where": {
                 *         "all": [
                 *           {
                 *             "customer": "customFields.plan",
                 *             "is": "gold"
                 *           },
                 *           {
                 *             "event": "ordered",
                 *             "data": [
                 *               {
                 *                 "key": "total",
                 *                 "op": ">=",
                 *                 "value": 50
                 *               }
                 *             ],
                 *             "within": {
                 *               "last": "90d"
                 *             },
                 *             "times": {
                 *               "op": ">=",
                 *               "value": 3
                 *             }
                 *           },
                 *           {
                 *             "not": {
                 *               "event": "unsubscribed"
                 *             }
                 *           }
                 *         ]
                 *       },
                 *       "include": [
                 *         "count"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SegmentQuery"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Page-Next": components["headers"]["X-Page-Next"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customers": [
                     *         {
                     *           "id": "cus_01m5fk20va0000z8d3h6k9t1vw",
                     *           "email": "ada@example.com",
                     *           "firstName": "Ada",
                     *           "lastName": "Byron",
                     *           "customFields": {
                     *             "plan": "gold"
                     *           },
                     *           "createdAt": "2026-03-02T08:15:03.412Z",
                     *           "updatedAt": "2026-03-02T08:15:03.412Z"
                     *         }
                     *       ],
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["SegmentCustomers"];
                };
            };
            /** @description The conditions would read more than one request may (`segment_too_broad`). The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). `X-Page-Continue` is no cursor of this list (`invalid_cursor`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The conditions would read more than one request may.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    readSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
                /** @description The merchant's own key of the segment. */
                segmentKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "segment": {
                     *         "key": "loyal",
                     *         "where": {
                     *           "all": [
                     *             {
                     *               "customer": "customFields.plan",
                     *               "is": "gold"
                     *             },
                     *             {
                     *               "event": "ordered",
                     *               "data": [
                     *                 {
                     *                   "key": "total",
                     *                   "op": ">=",
                     *                   "value": 50
                     *                 }
                     *               ],
                     *               "within": {
                     *                 "last": "90d"
                     *               },
                     *               "times": {
                     *                 "op": ">=",
                     *                 "value": 3
                     *               }
                     *             },
                     *             {
                     *               "not": {
                     *                 "event": "unsubscribed"
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         "createdAt": "2026-03-02T08:15:03.412Z",
                     *         "updatedAt": "2026-03-02T08:15:03.412Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        segment: components["schemas"]["Segment"];
                    };
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such segment (`segment_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "segment_not_found",
                     *       "detail": "The store has no such segment.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    saveSegment: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
                /** @description The merchant's own key of the segment. */
                segmentKey: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "where": {
                 *         "all": [
                 *           {
                 *             "customer": "customFields.plan",
                 *             "is": "gold"
                 *           },
                 *           {
                 *             "event": "ordered",
                 *             "data": [
                 *               {
                 *                 "key": "total",
                 *                 "op": ">=",
                 *                 "value": 50
                 *               }
                 *             ],
                 *             "within": {
                 *               "last": "90d"
                 *             },
                 *             "times": {
                 *               "op": ">=",
                 *               "value": 3
                 *             }
                 *           },
                 *           {
                 *             "not": {
                 *               "event": "unsubscribed"
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SegmentInput"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "segment": {
                     *         "key": "loyal",
                     *         "where": {
                     *           "all": [
                     *             {
                     *               "customer": "customFields.plan",
                     *               "is": "gold"
                     *             },
                     *             {
                     *               "event": "ordered",
                     *               "data": [
                     *                 {
                     *                   "key": "total",
                     *                   "op": ">=",
                     *                   "value": 50
                     *                 }
                     *               ],
                     *               "within": {
                     *                 "last": "90d"
                     *               },
                     *               "times": {
                     *                 "op": ">=",
                     *                 "value": 3
                     *               }
                     *             },
                     *             {
                     *               "not": {
                     *                 "event": "unsubscribed"
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         "createdAt": "2026-03-02T08:15:03.412Z",
                     *         "updatedAt": "2026-03-02T08:15:03.412Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        segment: components["schemas"]["Segment"];
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "segment": {
                     *         "key": "loyal",
                     *         "where": {
                     *           "all": [
                     *             {
                     *               "customer": "customFields.plan",
                     *               "is": "gold"
                     *             },
                     *             {
                     *               "event": "ordered",
                     *               "data": [
                     *                 {
                     *                   "key": "total",
                     *                   "op": ">=",
                     *                   "value": 50
                     *                 }
                     *               ],
                     *               "within": {
                     *                 "last": "90d"
                     *               },
                     *               "times": {
                     *                 "op": ">=",
                     *                 "value": 3
                     *               }
                     *             },
                     *             {
                     *               "not": {
                     *                 "event": "unsubscribed"
                     *               }
                     *             }
                     *           ]
                     *         },
                     *         "createdAt": "2026-03-02T08:15:03.412Z",
                     *         "updatedAt": "2026-03-02T08:15:03.412Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        segment: components["schemas"]["Segment"];
                    };
                };
            };
            /** @description The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has 250 segments (`too_many_segments`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "code": "too_many_segments",
                     *       "detail": "The store has 250 segments.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteSegment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
                /** @description The merchant's own key of the segment. */
                segmentKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. The response has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such segment (`segment_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "segment_not_found",
                     *       "detail": "The store has no such segment.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listSegmentCustomers: {
        parameters: {
            query?: {
                /** @description Also count all customers of the segment. */
                include?: "count";
                /** @description The moment that `last` counts back from; by default the time of the request. */
                at?: string;
            };
            header?: {
                /** @description The cursor from the X-Page-Next header of the previous page. */
                "X-Page-Continue"?: string;
                /** @description The maximum number of items. */
                "X-Page-Size"?: number;
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
                /** @description The merchant's own key of the segment. */
                segmentKey: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Page-Next": components["headers"]["X-Page-Next"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "customers": [
                     *         {
                     *           "id": "cus_01m5fk20va0000z8d3h6k9t1vw",
                     *           "email": "ada@example.com",
                     *           "firstName": "Ada",
                     *           "lastName": "Byron",
                     *           "customFields": {
                     *             "plan": "gold"
                     *           },
                     *           "createdAt": "2026-03-02T08:15:03.412Z",
                     *           "updatedAt": "2026-03-02T08:15:03.412Z"
                     *         }
                     *       ],
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["SegmentCustomers"];
                };
            };
            /** @description The conditions would read more than one request may (`segment_too_broad`). The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). `X-Page-Continue` is no cursor of this list (`invalid_cursor`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The conditions would read more than one request may.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such segment (`segment_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "segment_not_found",
                     *       "detail": "The store has no such segment.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /** @description 1 to 255 characters that are not all blank; blanks around them are ignored. */
                q: string;
            };
            header?: never;
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "type": "customer",
                     *           "id": "cus_01m5fk20va0000z8d3h6k9t1vw",
                     *           "title": "Ada Byron",
                     *           "subtitle": "ada@example.com",
                     *           "url": "https://aftersale.example.com/v2.2/stores/demo/customers/cus_01m5fk20va0000z8d3h6k9t1vw"
                     *         },
                     *         {
                     *           "type": "return",
                     *           "id": "ret_01m5fq8e1k0000w2n7c4x8b3rs",
                     *           "title": "Return 57",
                     *           "subtitle": "Order 1001 · open · Ada Byron · 2026-03-04",
                     *           "url": "https://aftersale.example.com/v2.2/returns/ret_01m5fq8e1k0000w2n7c4x8b3rs"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            /** @description The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listStorefrontEvents: {
        parameters: {
            query?: {
                /** @description Only events with this name. */
                eventName?: "product_added_to_cart" | "product_removed_from_cart" | "product_viewed" | "checkout_started" | "checkout_completed" | "checkout_contact_info_submitted" | "page_viewed" | "collection_viewed";
                /** @description Inclusive. */
                since?: string;
                /** @description Exclusive. */
                until?: string;
            };
            header?: {
                /** @description The cursor from the X-Page-Next header of the previous page. */
                "X-Page-Continue"?: string;
                /** @description The maximum number of items. */
                "X-Page-Size"?: number;
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Page-Next": components["headers"]["X-Page-Next"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "eventId": "evt-58201",
                     *           "eventName": "product_viewed",
                     *           "source": "storefront",
                     *           "timestamp": "2026-03-02T09:10:00Z",
                     *           "anonymousId": "visitor-301",
                     *           "receivedAt": "2026-03-02T09:10:00.481Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        events: components["schemas"]["RecordedStorefrontEvent"][];
                    };
                };
            };
            /** @description The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). `X-Page-Continue` is no cursor of this list (`invalid_cursor`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    recordStorefrontEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "eventId": "evt-58201",
                 *       "eventName": "product_viewed",
                 *       "source": "storefront",
                 *       "timestamp": "2026-03-02T09:10:00Z",
                 *       "anonymousId": "visitor-301",
                 *       "productVariant": {
                 *         "id": "linen-shirt-m",
                 *         "title": "Linen shirt, M"
                 *       },
                 *       "urlWithoutParams": "https://shop.example.com/linen-shirt"
                 *     }
                 */
                "application/json": components["schemas"]["StorefrontEvent"];
            };
        };
        responses: {
            /** @description Success. The response has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). The secret is publishable, and the request comes from another origin (`origin_not_allowed`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Access-Control-Allow-Origin": components["headers"]["Access-Control-Allow-Origin"];
                    "Access-Control-Expose-Headers": components["headers"]["Access-Control-Expose-Headers"];
                    Vary: components["headers"]["Vary"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /** @description Only orders of the customer who has this address now. */
                email?: string;
                /** @description Only the order with this id of the merchant. */
                order?: string;
                /** @description Only orders with a line item with this SKU, without case. */
                sku?: string;
                /** @description Inclusive. */
                created_at_min?: string;
                /** @description Exclusive. */
                created_at_max?: string;
            };
            header?: {
                /** @description The cursor from the X-Page-Next header of the previous page. */
                "X-Page-Continue"?: string;
                /** @description The maximum number of items. */
                "X-Page-Size"?: number;
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Page-Next": components["headers"]["X-Page-Next"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orders": [
                     *         {
                     *           "orderId": "WEB-20418",
                     *           "createdAt": "2026-03-02T08:15:00.000Z",
                     *           "lineItems": [
                     *             {
                     *               "id": "WEB-20418-1",
                     *               "productId": "linen-shirt",
                     *               "title": "Linen shirt",
                     *               "variantId": "linen-shirt-m",
                     *               "sku": "LIN-M",
                     *               "quantity": 2,
                     *               "price": 49.5,
                     *               "discount": 9.9
                     *             }
                     *           ],
                     *           "customer": {
                     *             "email": "ada@example.com",
                     *             "firstName": "Ada",
                     *             "lastName": "Byron"
                     *           },
                     *           "shipping": {
                     *             "method": "standard",
                     *             "cost": 4.9,
                     *             "address": {
                     *               "address1": "12 St James's Square",
                     *               "city": "London",
                     *               "country": "GB",
                     *               "postalCode": "SW1Y 4JH"
                     *             }
                     *           },
                     *           "totalPrice": 94,
                     *           "totalDiscount": 9.9,
                     *           "currencyCode": "GBP",
                     *           "subtotalPrice": null,
                     *           "totalTax": null,
                     *           "tags": null,
                     *           "locationId": null,
                     *           "fulfillments": [
                     *             {
                     *               "id": "WEB-20418-F1",
                     *               "createdAt": "2026-03-03T11:40:00.000Z",
                     *               "lineItems": [
                     *                 {
                     *                   "id": "WEB-20418-1",
                     *                   "quantity": 2,
                     *                   "title": "Linen shirt",
                     *                   "productId": "linen-shirt",
                     *                   "variantId": "linen-shirt-m",
                     *                   "sku": "LIN-M"
                     *                 }
                     *               ],
                     *               "trackingHistory": [
                     *                 {
                     *                   "message": "Handed to a neighbour",
                     *                   "status": "delivered",
                     *                   "datetime": "2026-03-05T14:02:00.000Z",
                     *                   "location": {
                     *                     "city": "London",
                     *                     "country": "GB"
                     *                   }
                     *                 }
                     *               ],
                     *               "trackingCompany": "Royal Mail",
                     *               "trackingNumber": "AB123456785GB",
                     *               "deliveredAt": "2026-03-05T14:02:00.000Z"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        orders: components["schemas"]["Order"][];
                    };
                };
            };
            /** @description The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). `X-Page-Continue` is no cursor of this list (`invalid_cursor`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request: a repeat with the same key gets the response of the first request. Keys are kept for 30 days unless the operator configures another time; after that a request with the same key is a new request. At most 255 characters. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "orderId": "WEB-20418",
                 *       "createdAt": "2026-03-02T09:15:00+01:00",
                 *       "lineItems": [
                 *         {
                 *           "id": "WEB-20418-1",
                 *           "productId": "linen-shirt",
                 *           "title": "Linen shirt",
                 *           "variantId": "linen-shirt-m",
                 *           "sku": "LIN-M",
                 *           "quantity": 2,
                 *           "price": 49.5,
                 *           "discount": 9.9
                 *         }
                 *       ],
                 *       "customer": {
                 *         "email": "ada@example.com",
                 *         "firstName": "Ada",
                 *         "lastName": "Byron"
                 *       },
                 *       "shipping": {
                 *         "method": "standard",
                 *         "cost": 4.9,
                 *         "address": {
                 *           "address1": "12 St James's Square",
                 *           "city": "London",
                 *           "country": "GB",
                 *           "postalCode": "SW1Y 4JH"
                 *         }
                 *       },
                 *       "totalPrice": 94,
                 *       "totalDiscount": 9.9,
                 *       "currencyCode": "GBP"
                 *     }
                 */
                "application/json": components["schemas"]["NewOrder"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orderId": "ord_01m5fk20v40000q7c1x5w8r3nb",
                     *       "externalOrderId": "WEB-20418"
                     *     }
                     */
                    "application/json": components["schemas"]["OrderCreated"];
                };
            };
            /** @description The request is not valid. The body can't be read. With `Prefer: handling=strict`: the body has unknown fields. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The request is not valid."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "A valid API secret is required."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store already has an order with this `orderId`, identical or not. The `Idempotency-Key` was used for another request. The first request with this `Idempotency-Key` is still running. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The store already has an order with this orderId, identical or not."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A new customer has the id of one that is being erased and has very many events or orders (`customer_being_erased`). The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "A new customer has the id of one that is being erased and has very many events or orders.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    readOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
                /** @description The merchant's own id of the order, or the service's. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orderId": "WEB-20418",
                     *       "createdAt": "2026-03-02T08:15:00.000Z",
                     *       "lineItems": [
                     *         {
                     *           "id": "WEB-20418-1",
                     *           "productId": "linen-shirt",
                     *           "title": "Linen shirt",
                     *           "variantId": "linen-shirt-m",
                     *           "sku": "LIN-M",
                     *           "quantity": 2,
                     *           "price": 49.5,
                     *           "discount": 9.9
                     *         }
                     *       ],
                     *       "customer": {
                     *         "email": "ada@example.com",
                     *         "firstName": "Ada",
                     *         "lastName": "Byron"
                     *       },
                     *       "shipping": {
                     *         "method": "standard",
                     *         "cost": 4.9,
                     *         "address": {
                     *           "address1": "12 St James's Square",
                     *           "city": "London",
                     *           "country": "GB",
                     *           "postalCode": "SW1Y 4JH"
                     *         }
                     *       },
                     *       "totalPrice": 94,
                     *       "totalDiscount": 9.9,
                     *       "currencyCode": "GBP",
                     *       "subtotalPrice": null,
                     *       "totalTax": null,
                     *       "tags": null,
                     *       "locationId": null,
                     *       "fulfillments": [
                     *         {
                     *           "id": "WEB-20418-F1",
                     *           "createdAt": "2026-03-03T11:40:00.000Z",
                     *           "lineItems": [
                     *             {
                     *               "id": "WEB-20418-1",
                     *               "quantity": 2,
                     *               "title": "Linen shirt",
                     *               "productId": "linen-shirt",
                     *               "variantId": "linen-shirt-m",
                     *               "sku": "LIN-M"
                     *             }
                     *           ],
                     *           "trackingHistory": [
                     *             {
                     *               "message": "Handed to a neighbour",
                     *               "status": "delivered",
                     *               "datetime": "2026-03-05T14:02:00.000Z",
                     *               "location": {
                     *                 "city": "London",
                     *                 "country": "GB"
                     *               }
                     *             }
                     *           ],
                     *           "trackingCompany": "Royal Mail",
                     *           "trackingNumber": "AB123456785GB",
                     *           "deliveredAt": "2026-03-05T14:02:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The merchant's own id, unique per store; not `.` or `..`, which no URL can contain. */
                        orderId: string;
                        /** Format: date-time */
                        createdAt: string;
                        lineItems: components["schemas"]["LineItem"][];
                        customer?: {
                            id?: string | null;
                            /** Format: email */
                            email?: string | null;
                            /**
                             * Format: e164
                             * @description E.164
                             */
                            phoneNumber?: string | null;
                            name?: string | null;
                            firstName?: string | null;
                            lastName?: string | null;
                        } | null;
                        shipping?: {
                            method?: string | null;
                            cost?: number | null;
                            address?: components["schemas"]["OrderAddress"] | null;
                        } | null;
                        totalPrice: number | null;
                        subtotalPrice: number | null;
                        totalTax: number | null;
                        totalDiscount: number | null;
                        billingAddress?: components["schemas"]["OrderAddress"] | null;
                        tags: string[] | null;
                        currencyCode: string | null;
                        locationId: string | null;
                        fulfillments: components["schemas"]["Fulfillment"][];
                    };
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "A valid API secret is required."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such order. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": "The store has no such order."
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    fulfillOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
                /** @description The merchant's own id of the order, or the service's. */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fulfillmentId": "WEB-20418-F1",
                 *       "lineItems": [
                 *         {
                 *           "id": "WEB-20418-1",
                 *           "quantity": 2
                 *         }
                 *       ],
                 *       "tracking": {
                 *         "carrier": "Royal Mail",
                 *         "code": "AB123456785GB"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewFulfillment"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "fulfillment": {
                     *         "id": "WEB-20418-F1",
                     *         "createdAt": "2026-03-03T11:40:00.000Z",
                     *         "lineItems": [
                     *           {
                     *             "id": "WEB-20418-1",
                     *             "quantity": 2,
                     *             "title": "Linen shirt",
                     *             "productId": "linen-shirt",
                     *             "variantId": "linen-shirt-m",
                     *             "sku": "LIN-M"
                     *           }
                     *         ],
                     *         "trackingHistory": [],
                     *         "trackingCompany": "Royal Mail",
                     *         "trackingNumber": "AB123456785GB"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        success: true;
                        fulfillment: components["schemas"]["Fulfillment"];
                    };
                };
            };
            /** @description A field is invalid; or the order's fulfillments would be too large (`order_too_large`). The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "A field is invalid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such order (`order_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "order_not_found",
                     *       "detail": "The store has no such order.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description More units than are left to fulfill (`units_not_fulfillable`), or the order already has a fulfillment with this `fulfillmentId` (`already_exists`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "code": "already_exists",
                     *       "detail": "More units than are left to fulfill, or the order already has a fulfillment with this fulfillmentId.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    trackFulfillment: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
                /** @description The merchant's own id of the order, or the service's. */
                orderId: string;
                /** @description The merchant's own id of the fulfillment, or the service's if it has none. */
                fulfillmentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Handed to a neighbour",
                 *       "status": "delivered",
                 *       "datetime": "2026-03-05T14:02:00Z",
                 *       "location": {
                 *         "city": "London",
                 *         "country": "GB"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TrackingEventInput"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fulfillment": {
                     *         "id": "WEB-20418-F1",
                     *         "createdAt": "2026-03-03T11:40:00.000Z",
                     *         "lineItems": [
                     *           {
                     *             "id": "WEB-20418-1",
                     *             "quantity": 2,
                     *             "title": "Linen shirt",
                     *             "productId": "linen-shirt",
                     *             "variantId": "linen-shirt-m",
                     *             "sku": "LIN-M"
                     *           }
                     *         ],
                     *         "trackingHistory": [
                     *           {
                     *             "message": "Handed to a neighbour",
                     *             "status": "delivered",
                     *             "datetime": "2026-03-05T14:02:00.000Z",
                     *             "location": {
                     *               "city": "London",
                     *               "country": "GB"
                     *             }
                     *           }
                     *         ],
                     *         "trackingCompany": "Royal Mail",
                     *         "trackingNumber": "AB123456785GB",
                     *         "deliveredAt": "2026-03-05T14:02:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        fulfillment: components["schemas"]["Fulfillment"];
                    };
                };
            };
            /** @description A field is invalid; or the order's fulfillments would be too large (`order_too_large`). The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "A field is invalid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such order (`order_not_found`). The order has no such fulfillment (`fulfillment_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "order_not_found",
                     *       "detail": "The store has no such order.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listReturns: {
        parameters: {
            query?: {
                /** @description Only returns with this status; repeat it for several. */
                status?: ("open" | "in_transit" | "delivered" | "needs_review" | "in_review" | "complete" | "rejected" | "flagged" | "pre_shipment" | "deleted")[];
                /** @description Only returns of this order: the merchant's id or, if none matches, the service's. */
                order?: string;
                /** @description Only returns of the customer who has this address now. */
                email?: string;
                /** @description Only returns with a shipment with this tracking number, without case. */
                tracking_number?: string;
                /** @description Only returns of an item with this SKU, without case. */
                sku?: string;
                /** @description Only returns of the order with this name: the merchant's id. */
                provider_order_name?: string;
                /** @description The same, among returns whose `provider` is `shopify`. */
                shopify_order_name?: string;
                /** @description Inclusive. */
                created_at_min?: string;
                /** @description Exclusive. */
                created_at_max?: string;
                /** @description Inclusive. */
                updated_at_min?: string;
                /** @description Exclusive. */
                updated_at_max?: string;
            };
            header?: {
                /** @description The cursor from the X-Page-Next header of the previous page. */
                "X-Page-Continue"?: string;
                /** @description The maximum number of items. */
                "X-Page-Size"?: number;
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Page-Next": components["headers"]["X-Page-Next"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "orders": [
                     *         {
                     *           "id": "ord_01m5fk20v40000q7c1x5w8r3nb",
                     *           "name": "WEB-20418",
                     *           "externalId": "WEB-20418",
                     *           "customer": {
                     *             "name": {
                     *               "given": "Ada",
                     *               "surname": "Byron"
                     *             },
                     *             "emailAddress": "ada@example.com",
                     *             "phoneNumber": ""
                     *           },
                     *           "discounts": {
                     *             "amount": "9.90",
                     *             "currency": "GBP"
                     *           },
                     *           "lineItemsTotal": {
                     *             "amount": "99.00",
                     *             "currency": "GBP"
                     *           },
                     *           "shippingCost": {
                     *             "amount": "4.90",
                     *             "currency": "GBP"
                     *           },
                     *           "taxes": {
                     *             "amount": "0.00",
                     *             "currency": "GBP"
                     *           },
                     *           "total": {
                     *             "amount": "94.00",
                     *             "currency": "GBP"
                     *           },
                     *           "items": [
                     *             {
                     *               "id": "ord_01m5fk20v40000q7c1x5w8r3nb_1",
                     *               "externalId": "WEB-20418-1",
                     *               "fulfillmentLocationId": null,
                     *               "price": {
                     *                 "amount": "49.50",
                     *                 "currency": "GBP"
                     *               },
                     *               "product": {
                     *                 "name": "Linen shirt",
                     *                 "externalId": "linen-shirt"
                     *               },
                     *               "quantity": 2,
                     *               "variant": {
                     *                 "name": "",
                     *                 "externalId": "linen-shirt-m",
                     *                 "sku": "LIN-M"
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "returns": [
                     *         {
                     *           "id": "ret_01m5zk7wq10000h2v8d3c6x9ty",
                     *           "type": "return",
                     *           "status": "open",
                     *           "createdAt": "2026-03-09T16:05:21.880Z",
                     *           "updatedAt": "2026-03-09T16:05:21.880Z",
                     *           "order": {
                     *             "id": "ord_01m5fk20v40000q7c1x5w8r3nb",
                     *             "name": "WEB-20418"
                     *           },
                     *           "source": {
                     *             "emailAddress": "ada@example.com",
                     *             "mailingAddress": {
                     *               "line1": "12 St James's Square",
                     *               "line2": "",
                     *               "city": "London",
                     *               "state": "London",
                     *               "postalCode": "SW1Y 4JH",
                     *               "country": "GB"
                     *             },
                     *             "name": {
                     *               "given": "Ada",
                     *               "surname": "Byron"
                     *             },
                     *             "phoneNumber": ""
                     *           },
                     *           "destination": {
                     *             "mailingAddress": {
                     *               "line1": "1 Dock Road",
                     *               "line2": "",
                     *               "city": "Bristol",
                     *               "state": "",
                     *               "postalCode": "BS1 6XN",
                     *               "country": "GB"
                     *             },
                     *             "phoneNumber": ""
                     *           },
                     *           "items": [
                     *             {
                     *               "id": "rit_01m5zk7wq40000b6m9t2y4e8gs",
                     *               "orderItem": {
                     *                 "id": "ord_01m5fk20v40000q7c1x5w8r3nb_1",
                     *                 "line_item_id": "WEB-20418-1"
                     *               },
                     *               "quantity": 1,
                     *               "reason": "Too small",
                     *               "reasons": [
                     *                 "Too small"
                     *               ],
                     *               "reasonCode": "SIZE",
                     *               "reasonCodes": [
                     *                 "SIZE"
                     *               ],
                     *               "productId": "linen-shirt",
                     *               "variantId": "linen-shirt-m",
                     *               "sku": "LIN-M",
                     *               "shipmentGroupIds": [],
                     *               "status": "open",
                     *               "refund": {
                     *                 "amount": {
                     *                   "amount": "44.55",
                     *                   "currency": "GBP"
                     *                 },
                     *                 "type": "refund"
                     *               },
                     *               "productValueNoTaxNoAdjustment": {
                     *                 "amount": {
                     *                   "amount": "44.55",
                     *                   "currency": "GBP"
                     *                 }
                     *               }
                     *             }
                     *           ],
                     *           "compensationMethods": [
                     *             "refund"
                     *           ],
                     *           "completeWithNoAction": false,
                     *           "giftCards": [],
                     *           "externalOrderIds": [
                     *             "WEB-20418"
                     *           ],
                     *           "shopifyOrderIds": [
                     *             "WEB-20418"
                     *           ],
                     *           "notes": [
                     *             {
                     *               "message": "Would like the next size if it comes back in."
                     *             }
                     *           ],
                     *           "shipments": [],
                     *           "dropoffs": [],
                     *           "tags": [],
                     *           "totals": {
                     *             "charge": {
                     *               "amount": {
                     *                 "amount": "0.00",
                     *                 "currency": "GBP"
                     *               }
                     *             },
                     *             "exchange": {
                     *               "amount": {
                     *                 "amount": "0.00",
                     *                 "currency": "GBP"
                     *               }
                     *             },
                     *             "refund": {
                     *               "amount": {
                     *                 "amount": "44.55",
                     *                 "currency": "GBP"
                     *               }
                     *             },
                     *             "storeCredit": {
                     *               "amount": {
                     *                 "amount": "0.00",
                     *                 "currency": "GBP"
                     *               }
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        orders: components["schemas"]["ReturnOrder"][];
                        returns: components["schemas"]["Return"][];
                    };
                };
            };
            /** @description The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). `X-Page-Continue` is no cursor of this list (`invalid_cursor`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    createReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request: a repeat with the same key gets the response of the first request. Keys are kept for 30 days unless the operator configures another time; after that a request with the same key is a new request. At most 255 characters. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "provider": "shopify",
                 *         "externalOrderId": "WEB-20418",
                 *         "items": [
                 *           {
                 *             "lineItemId": "WEB-20418-1",
                 *             "quantity": 1,
                 *             "reason": "Too small",
                 *             "reasonCode": "SIZE"
                 *           }
                 *         ],
                 *         "shippingAddress": {
                 *           "line1": "12 St James's Square",
                 *           "line2": "",
                 *           "city": "London",
                 *           "state": "London",
                 *           "postalCode": "SW1Y 4JH",
                 *           "country": "GB"
                 *         },
                 *         "notes": "Would like the next size if it comes back in."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewReturn"];
            };
        };
        responses: {
            /** @description The first response to this `Idempotency-Key`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "return": {
                     *         "id": "ret_01m5zk7wq10000h2v8d3c6x9ty",
                     *         "type": "return",
                     *         "status": "open",
                     *         "createdAt": "2026-03-09T16:05:21.880Z",
                     *         "updatedAt": "2026-03-09T16:05:21.880Z",
                     *         "order": {
                     *           "id": "ord_01m5fk20v40000q7c1x5w8r3nb",
                     *           "name": "WEB-20418"
                     *         },
                     *         "source": {
                     *           "emailAddress": "ada@example.com",
                     *           "mailingAddress": {
                     *             "line1": "12 St James's Square",
                     *             "line2": "",
                     *             "city": "London",
                     *             "state": "London",
                     *             "postalCode": "SW1Y 4JH",
                     *             "country": "GB"
                     *           },
                     *           "name": {
                     *             "given": "Ada",
                     *             "surname": "Byron"
                     *           },
                     *           "phoneNumber": ""
                     *         },
                     *         "destination": {
                     *           "mailingAddress": {
                     *             "line1": "1 Dock Road",
                     *             "line2": "",
                     *             "city": "Bristol",
                     *             "state": "",
                     *             "postalCode": "BS1 6XN",
                     *             "country": "GB"
                     *           },
                     *           "phoneNumber": ""
                     *         },
                     *         "items": [
                     *           {
                     *             "id": "rit_01m5zk7wq40000b6m9t2y4e8gs",
                     *             "orderItem": {
                     *               "id": "ord_01m5fk20v40000q7c1x5w8r3nb_1",
                     *               "line_item_id": "WEB-20418-1"
                     *             },
                     *             "quantity": 1,
                     *             "reason": "Too small",
                     *             "reasons": [
                     *               "Too small"
                     *             ],
                     *             "reasonCode": "SIZE",
                     *             "reasonCodes": [
                     *               "SIZE"
                     *             ],
                     *             "productId": "linen-shirt",
                     *             "variantId": "linen-shirt-m",
                     *             "sku": "LIN-M",
                     *             "shipmentGroupIds": [],
                     *             "status": "open",
                     *             "refund": {
                     *               "amount": {
                     *                 "amount": "44.55",
                     *                 "currency": "GBP"
                     *               },
                     *               "type": "refund"
                     *             },
                     *             "productValueNoTaxNoAdjustment": {
                     *               "amount": {
                     *                 "amount": "44.55",
                     *                 "currency": "GBP"
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "compensationMethods": [
                     *           "refund"
                     *         ],
                     *         "completeWithNoAction": false,
                     *         "giftCards": [],
                     *         "externalOrderIds": [
                     *           "WEB-20418"
                     *         ],
                     *         "shopifyOrderIds": [
                     *           "WEB-20418"
                     *         ],
                     *         "notes": [
                     *           {
                     *             "message": "Would like the next size if it comes back in."
                     *           }
                     *         ],
                     *         "shipments": [],
                     *         "dropoffs": [],
                     *         "tags": [],
                     *         "totals": {
                     *           "charge": {
                     *             "amount": {
                     *               "amount": "0.00",
                     *               "currency": "GBP"
                     *             }
                     *           },
                     *           "exchange": {
                     *             "amount": {
                     *               "amount": "0.00",
                     *               "currency": "GBP"
                     *             }
                     *           },
                     *           "refund": {
                     *             "amount": {
                     *               "amount": "44.55",
                     *               "currency": "GBP"
                     *             }
                     *           },
                     *           "storeCredit": {
                     *             "amount": {
                     *               "amount": "0.00",
                     *               "currency": "GBP"
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "externalRMAResponses": []
                     *     }
                     */
                    "application/json": {
                        return: components["schemas"]["Return"];
                        externalRMAResponses: components["schemas"]["ExternalRMAResponse"][];
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "return": {
                     *         "id": "ret_01m5zk7wq10000h2v8d3c6x9ty",
                     *         "type": "return",
                     *         "status": "open",
                     *         "createdAt": "2026-03-09T16:05:21.880Z",
                     *         "updatedAt": "2026-03-09T16:05:21.880Z",
                     *         "order": {
                     *           "id": "ord_01m5fk20v40000q7c1x5w8r3nb",
                     *           "name": "WEB-20418"
                     *         },
                     *         "source": {
                     *           "emailAddress": "ada@example.com",
                     *           "mailingAddress": {
                     *             "line1": "12 St James's Square",
                     *             "line2": "",
                     *             "city": "London",
                     *             "state": "London",
                     *             "postalCode": "SW1Y 4JH",
                     *             "country": "GB"
                     *           },
                     *           "name": {
                     *             "given": "Ada",
                     *             "surname": "Byron"
                     *           },
                     *           "phoneNumber": ""
                     *         },
                     *         "destination": {
                     *           "mailingAddress": {
                     *             "line1": "1 Dock Road",
                     *             "line2": "",
                     *             "city": "Bristol",
                     *             "state": "",
                     *             "postalCode": "BS1 6XN",
                     *             "country": "GB"
                     *           },
                     *           "phoneNumber": ""
                     *         },
                     *         "items": [
                     *           {
                     *             "id": "rit_01m5zk7wq40000b6m9t2y4e8gs",
                     *             "orderItem": {
                     *               "id": "ord_01m5fk20v40000q7c1x5w8r3nb_1",
                     *               "line_item_id": "WEB-20418-1"
                     *             },
                     *             "quantity": 1,
                     *             "reason": "Too small",
                     *             "reasons": [
                     *               "Too small"
                     *             ],
                     *             "reasonCode": "SIZE",
                     *             "reasonCodes": [
                     *               "SIZE"
                     *             ],
                     *             "productId": "linen-shirt",
                     *             "variantId": "linen-shirt-m",
                     *             "sku": "LIN-M",
                     *             "shipmentGroupIds": [],
                     *             "status": "open",
                     *             "refund": {
                     *               "amount": {
                     *                 "amount": "44.55",
                     *                 "currency": "GBP"
                     *               },
                     *               "type": "refund"
                     *             },
                     *             "productValueNoTaxNoAdjustment": {
                     *               "amount": {
                     *                 "amount": "44.55",
                     *                 "currency": "GBP"
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "compensationMethods": [
                     *           "refund"
                     *         ],
                     *         "completeWithNoAction": false,
                     *         "giftCards": [],
                     *         "externalOrderIds": [
                     *           "WEB-20418"
                     *         ],
                     *         "shopifyOrderIds": [
                     *           "WEB-20418"
                     *         ],
                     *         "notes": [
                     *           {
                     *             "message": "Would like the next size if it comes back in."
                     *           }
                     *         ],
                     *         "shipments": [],
                     *         "dropoffs": [],
                     *         "tags": [],
                     *         "totals": {
                     *           "charge": {
                     *             "amount": {
                     *               "amount": "0.00",
                     *               "currency": "GBP"
                     *             }
                     *           },
                     *           "exchange": {
                     *             "amount": {
                     *               "amount": "0.00",
                     *               "currency": "GBP"
                     *             }
                     *           },
                     *           "refund": {
                     *             "amount": {
                     *               "amount": "44.55",
                     *               "currency": "GBP"
                     *             }
                     *           },
                     *           "storeCredit": {
                     *             "amount": {
                     *               "amount": "0.00",
                     *               "currency": "GBP"
                     *             }
                     *           }
                     *         }
                     *       },
                     *       "externalRMAResponses": []
                     *     }
                     */
                    "application/json": {
                        return: components["schemas"]["Return"];
                        externalRMAResponses: components["schemas"]["ExternalRMAResponse"][];
                    };
                };
            };
            /** @description The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no order `externalOrderId` (`order_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "order_not_found",
                     *       "detail": "The store has no order externalOrderId.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The units are in other returns (`units_not_returnable`). The `Idempotency-Key` was used for another request (`idempotency_key_reused`). The first request with this `Idempotency-Key` is still running (`idempotency_key_in_use`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "code": "idempotency_key_reused",
                     *       "detail": "The units are in other returns.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    readReturn: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the return (`ret_…`). */
                returnId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "order": {
                     *         "id": "ord_01m5fk20v40000q7c1x5w8r3nb",
                     *         "name": "WEB-20418",
                     *         "externalId": "WEB-20418",
                     *         "customer": {
                     *           "name": {
                     *             "given": "Ada",
                     *             "surname": "Byron"
                     *           },
                     *           "emailAddress": "ada@example.com",
                     *           "phoneNumber": ""
                     *         },
                     *         "discounts": {
                     *           "amount": "9.90",
                     *           "currency": "GBP"
                     *         },
                     *         "lineItemsTotal": {
                     *           "amount": "99.00",
                     *           "currency": "GBP"
                     *         },
                     *         "shippingCost": {
                     *           "amount": "4.90",
                     *           "currency": "GBP"
                     *         },
                     *         "taxes": {
                     *           "amount": "0.00",
                     *           "currency": "GBP"
                     *         },
                     *         "total": {
                     *           "amount": "94.00",
                     *           "currency": "GBP"
                     *         },
                     *         "items": [
                     *           {
                     *             "id": "ord_01m5fk20v40000q7c1x5w8r3nb_1",
                     *             "externalId": "WEB-20418-1",
                     *             "fulfillmentLocationId": null,
                     *             "price": {
                     *               "amount": "49.50",
                     *               "currency": "GBP"
                     *             },
                     *             "product": {
                     *               "name": "Linen shirt",
                     *               "externalId": "linen-shirt"
                     *             },
                     *             "quantity": 2,
                     *             "variant": {
                     *               "name": "",
                     *               "externalId": "linen-shirt-m",
                     *               "sku": "LIN-M"
                     *             }
                     *           }
                     *         ]
                     *       },
                     *       "return": {
                     *         "id": "ret_01m5zk7wq10000h2v8d3c6x9ty",
                     *         "type": "return",
                     *         "status": "open",
                     *         "createdAt": "2026-03-09T16:05:21.880Z",
                     *         "updatedAt": "2026-03-09T16:05:21.880Z",
                     *         "order": {
                     *           "id": "ord_01m5fk20v40000q7c1x5w8r3nb",
                     *           "name": "WEB-20418"
                     *         },
                     *         "source": {
                     *           "emailAddress": "ada@example.com",
                     *           "mailingAddress": {
                     *             "line1": "12 St James's Square",
                     *             "line2": "",
                     *             "city": "London",
                     *             "state": "London",
                     *             "postalCode": "SW1Y 4JH",
                     *             "country": "GB"
                     *           },
                     *           "name": {
                     *             "given": "Ada",
                     *             "surname": "Byron"
                     *           },
                     *           "phoneNumber": ""
                     *         },
                     *         "destination": {
                     *           "mailingAddress": {
                     *             "line1": "1 Dock Road",
                     *             "line2": "",
                     *             "city": "Bristol",
                     *             "state": "",
                     *             "postalCode": "BS1 6XN",
                     *             "country": "GB"
                     *           },
                     *           "phoneNumber": ""
                     *         },
                     *         "items": [
                     *           {
                     *             "id": "rit_01m5zk7wq40000b6m9t2y4e8gs",
                     *             "orderItem": {
                     *               "id": "ord_01m5fk20v40000q7c1x5w8r3nb_1",
                     *               "line_item_id": "WEB-20418-1"
                     *             },
                     *             "quantity": 1,
                     *             "reason": "Too small",
                     *             "reasons": [
                     *               "Too small"
                     *             ],
                     *             "reasonCode": "SIZE",
                     *             "reasonCodes": [
                     *               "SIZE"
                     *             ],
                     *             "productId": "linen-shirt",
                     *             "variantId": "linen-shirt-m",
                     *             "sku": "LIN-M",
                     *             "shipmentGroupIds": [],
                     *             "status": "open",
                     *             "refund": {
                     *               "amount": {
                     *                 "amount": "44.55",
                     *                 "currency": "GBP"
                     *               },
                     *               "type": "refund"
                     *             },
                     *             "productValueNoTaxNoAdjustment": {
                     *               "amount": {
                     *                 "amount": "44.55",
                     *                 "currency": "GBP"
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "compensationMethods": [
                     *           "refund"
                     *         ],
                     *         "completeWithNoAction": false,
                     *         "giftCards": [],
                     *         "externalOrderIds": [
                     *           "WEB-20418"
                     *         ],
                     *         "shopifyOrderIds": [
                     *           "WEB-20418"
                     *         ],
                     *         "notes": [
                     *           {
                     *             "message": "Would like the next size if it comes back in."
                     *           }
                     *         ],
                     *         "shipments": [],
                     *         "dropoffs": [],
                     *         "tags": [],
                     *         "totals": {
                     *           "charge": {
                     *             "amount": {
                     *               "amount": "0.00",
                     *               "currency": "GBP"
                     *             }
                     *           },
                     *           "exchange": {
                     *             "amount": {
                     *               "amount": "0.00",
                     *               "currency": "GBP"
                     *             }
                     *           },
                     *           "refund": {
                     *             "amount": {
                     *               "amount": "44.55",
                     *               "currency": "GBP"
                     *             }
                     *           },
                     *           "storeCredit": {
                     *             "amount": {
                     *               "amount": "0.00",
                     *               "currency": "GBP"
                     *             }
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        order: components["schemas"]["ReturnOrder"];
                        return: components["schemas"]["Return"];
                    };
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such return (`return_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "return_not_found",
                     *       "detail": "The store has no such return.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    amendReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The id of the return (`ret_…`). */
                returnId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tags": [
                 *         {
                 *           "name": "inspected",
                 *           "source": "warehouse"
                 *         }
                 *       ],
                 *       "shipments": [
                 *         {
                 *           "carrier": "Royal Mail",
                 *           "tracker": "AB123456785GB",
                 *           "status": "in_transit"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReturnUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "return": {
                     *         "id": "ret_01m5zk7wq10000h2v8d3c6x9ty",
                     *         "type": "return",
                     *         "status": "in_transit",
                     *         "createdAt": "2026-03-09T16:05:21.880Z",
                     *         "updatedAt": "2026-03-10T09:00:44.007Z",
                     *         "order": {
                     *           "id": "ord_01m5fk20v40000q7c1x5w8r3nb",
                     *           "name": "WEB-20418"
                     *         },
                     *         "source": {
                     *           "emailAddress": "ada@example.com",
                     *           "mailingAddress": {
                     *             "line1": "12 St James's Square",
                     *             "line2": "",
                     *             "city": "London",
                     *             "state": "London",
                     *             "postalCode": "SW1Y 4JH",
                     *             "country": "GB"
                     *           },
                     *           "name": {
                     *             "given": "Ada",
                     *             "surname": "Byron"
                     *           },
                     *           "phoneNumber": ""
                     *         },
                     *         "destination": {
                     *           "mailingAddress": {
                     *             "line1": "1 Dock Road",
                     *             "line2": "",
                     *             "city": "Bristol",
                     *             "state": "",
                     *             "postalCode": "BS1 6XN",
                     *             "country": "GB"
                     *           },
                     *           "phoneNumber": ""
                     *         },
                     *         "items": [
                     *           {
                     *             "id": "rit_01m5zk7wq40000b6m9t2y4e8gs",
                     *             "orderItem": {
                     *               "id": "ord_01m5fk20v40000q7c1x5w8r3nb_1",
                     *               "line_item_id": "WEB-20418-1"
                     *             },
                     *             "quantity": 1,
                     *             "reason": "Too small",
                     *             "reasons": [
                     *               "Too small"
                     *             ],
                     *             "reasonCode": "SIZE",
                     *             "reasonCodes": [
                     *               "SIZE"
                     *             ],
                     *             "productId": "linen-shirt",
                     *             "variantId": "linen-shirt-m",
                     *             "sku": "LIN-M",
                     *             "shipmentGroupIds": [],
                     *             "status": "open",
                     *             "refund": {
                     *               "amount": {
                     *                 "amount": "44.55",
                     *                 "currency": "GBP"
                     *               },
                     *               "type": "refund"
                     *             },
                     *             "productValueNoTaxNoAdjustment": {
                     *               "amount": {
                     *                 "amount": "44.55",
                     *                 "currency": "GBP"
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "compensationMethods": [
                     *           "refund"
                     *         ],
                     *         "completeWithNoAction": false,
                     *         "giftCards": [],
                     *         "externalOrderIds": [
                     *           "WEB-20418"
                     *         ],
                     *         "shopifyOrderIds": [
                     *           "WEB-20418"
                     *         ],
                     *         "notes": [
                     *           {
                     *             "message": "Would like the next size if it comes back in."
                     *           }
                     *         ],
                     *         "shipments": [
                     *           {
                     *             "carrier": "Royal Mail",
                     *             "tracker": "AB123456785GB",
                     *             "status": "in_transit"
                     *           }
                     *         ],
                     *         "dropoffs": [],
                     *         "tags": [
                     *           {
                     *             "name": "inspected",
                     *             "source": "warehouse"
                     *           }
                     *         ],
                     *         "totals": {
                     *           "charge": {
                     *             "amount": {
                     *               "amount": "0.00",
                     *               "currency": "GBP"
                     *             }
                     *           },
                     *           "exchange": {
                     *             "amount": {
                     *               "amount": "0.00",
                     *               "currency": "GBP"
                     *             }
                     *           },
                     *           "refund": {
                     *             "amount": {
                     *               "amount": "44.55",
                     *               "currency": "GBP"
                     *             }
                     *           },
                     *           "storeCredit": {
                     *             "amount": {
                     *               "amount": "0.00",
                     *               "currency": "GBP"
                     *             }
                     *           }
                     *         },
                     *         "shipment": {
                     *           "carrier": "Royal Mail",
                     *           "tracker": "AB123456785GB",
                     *           "status": "in_transit"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        return: components["schemas"]["Return"];
                    };
                };
            };
            /** @description A field is invalid; or the return would have more notes, or more bytes in what was added to it, than it may (`return_too_large`). The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "A field is invalid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such return (`return_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "return_not_found",
                     *       "detail": "The store has no such return.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    readReturnStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the return (`ret_…`). */
                returnId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "in_transit"
                     *     }
                     */
                    "application/json": {
                        status: components["schemas"]["ReturnStatus"];
                    };
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such return (`return_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "return_not_found",
                     *       "detail": "The store has no such return.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    changeReturnStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The id of the return (`ret_…`). */
                returnId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "in_transit"
                 *     }
                 */
                "application/json": {
                    status: components["schemas"]["ReturnStatus"];
                };
            };
        };
        responses: {
            /** @description Success. The response has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such return (`return_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "return_not_found",
                     *       "detail": "The store has no such return.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The return's status does not allow this transition (`return_transition_refused`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "code": "return_transition_refused",
                     *       "detail": "The return's status does not allow this transition.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    readReturnHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the return (`ret_…`). */
                returnId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "history": [
                     *         {
                     *           "from": null,
                     *           "to": "open",
                     *           "at": "2026-03-09T16:05:21.880Z",
                     *           "by": "web shop",
                     *           "requestId": "f60af0da-dffc-4b72-8376-f1def7ba2b38"
                     *         },
                     *         {
                     *           "from": "open",
                     *           "to": "in_transit",
                     *           "at": "2026-03-10T09:00:44.007Z",
                     *           "by": "warehouse",
                     *           "requestId": "6369c8ff-3cac-46f3-aef4-157e91fe3b2d"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        history: components["schemas"]["StatusChange"][];
                    };
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such return (`return_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "return_not_found",
                     *       "detail": "The store has no such return.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listReturnComments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the return (`ret_…`). */
                returnId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "comments": [
                     *         {
                     *           "message": "The seam is torn; see the warehouse's photo."
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        comments: components["schemas"]["ReturnComment"][];
                    };
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such return (`return_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "return_not_found",
                     *       "detail": "The store has no such return.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    commentReturn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes it safe to retry the request: a repeat with the same key gets the response of the first request. Keys are kept for 30 days unless the operator configures another time; after that a request with the same key is a new request. At most 255 characters. */
                "Idempotency-Key"?: string;
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The id of the return (`ret_…`). */
                returnId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "comment": {
                 *         "message": "The seam is torn; see the warehouse's photo."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewReturnComment"];
            };
        };
        responses: {
            /** @description The first response to this `Idempotency-Key`. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "comment": {
                     *         "message": "The seam is torn; see the warehouse's photo."
                     *       }
                     *     }
                     */
                    "application/json": {
                        comment: components["schemas"]["ReturnComment"];
                    };
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "comment": {
                     *         "message": "The seam is torn; see the warehouse's photo."
                     *       }
                     *     }
                     */
                    "application/json": {
                        comment: components["schemas"]["ReturnComment"];
                    };
                };
            };
            /** @description A field is invalid; or the return would have more notes, or more bytes in what was added to it, than it may (`return_too_large`). The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "A field is invalid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such return (`return_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "return_not_found",
                     *       "detail": "The store has no such return.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The `Idempotency-Key` was used for another request (`idempotency_key_reused`). The first request with this `Idempotency-Key` is still running (`idempotency_key_in_use`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "code": "idempotency_key_reused",
                     *       "detail": "The Idempotency-Key was used for another request.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    readReturnCommentImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the return (`ret_…`). */
                returnId: string;
                /** @description The id of the comment (`com_…`), from the image's URL. */
                commentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    [name: string]: unknown;
                };
                content: {
                    "image/png": unknown;
                    "image/jpeg": unknown;
                    "image/gif": unknown;
                    "image/webp": unknown;
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such return (`return_not_found`). The return has no such image comment (`comment_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "return_not_found",
                     *       "detail": "The store has no such return.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listInventoryLevels: {
        parameters: {
            query?: {
                /** @description A location's id. */
                location_id?: string;
                /** @description The merchant's id of a product. */
                product_id?: string;
                /** @description A product's SKU. */
                sku?: string;
                /** @description Inclusive. */
                updated_at_min?: string;
                /** @description Exclusive. */
                updated_at_max?: string;
            };
            header?: {
                /** @description The cursor from the X-Page-Next header of the previous page. */
                "X-Page-Continue"?: string;
                /** @description The maximum number of items. */
                "X-Page-Size"?: number;
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Page-Next": components["headers"]["X-Page-Next"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "inventory_levels": [
                     *         {
                     *           "id": "li_01m60q9pn20000cnd58gdmdwy0",
                     *           "product": {
                     *             "id": "linen-shirt-m",
                     *             "title": "Linen shirt, M",
                     *             "sku": "LIN-M",
                     *             "upc": "0614141999996",
                     *             "image_url": null
                     *           },
                     *           "location": {
                     *             "id": "loc_01kb3e8m9g0000q2x7d4n8wvf5",
                     *             "name": "Main warehouse"
                     *           },
                     *           "quantity": 40,
                     *           "available": 32,
                     *           "committed": 6,
                     *           "reserved": 2,
                     *           "buildable": 0,
                     *           "total_available": 32,
                     *           "updated_at": "2026-03-10T09:00:44.007Z",
                     *           "created_at": "2026-03-10T09:00:44.007Z",
                     *           "external_ids": {
                     *             "netsuite": "88213"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        inventory_levels: components["schemas"]["InventoryLevel"][];
                    };
                };
            };
            /** @description The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). `X-Page-Continue` is no cursor of this list (`invalid_cursor`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    putInventoryLevels: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "inventory_levels": [
                 *         {
                 *           "product": {
                 *             "id": "linen-shirt-m",
                 *             "title": "Linen shirt, M",
                 *             "sku": "LIN-M",
                 *             "upc": "0614141999996"
                 *           },
                 *           "location_id": "loc_01kb3e8m9g0000q2x7d4n8wvf5",
                 *           "quantity": 40,
                 *           "committed": 6,
                 *           "reserved": 2,
                 *           "external_ids": {
                 *             "netsuite": "88213"
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    inventory_levels: components["schemas"]["NewInventoryLevel"][];
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "inventory_levels": [
                     *         {
                     *           "id": "li_01m60q9pn20000cnd58gdmdwy0",
                     *           "product": {
                     *             "id": "linen-shirt-m",
                     *             "title": "Linen shirt, M",
                     *             "sku": "LIN-M",
                     *             "upc": "0614141999996",
                     *             "image_url": null
                     *           },
                     *           "location": {
                     *             "id": "loc_01kb3e8m9g0000q2x7d4n8wvf5",
                     *             "name": "Main warehouse"
                     *           },
                     *           "quantity": 40,
                     *           "available": 32,
                     *           "committed": 6,
                     *           "reserved": 2,
                     *           "buildable": 0,
                     *           "total_available": 32,
                     *           "updated_at": "2026-03-10T09:00:44.007Z",
                     *           "created_at": "2026-03-10T09:00:44.007Z",
                     *           "external_ids": {
                     *             "netsuite": "88213"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        inventory_levels: components["schemas"]["InventoryLevel"][];
                    };
                };
            };
            /** @description The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    readInventoryLevel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
                /** @description The id of the level (`li_…`). */
                inventoryLevelId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "inventory_level": {
                     *         "id": "li_01m60q9pn20000cnd58gdmdwy0",
                     *         "product": {
                     *           "id": "linen-shirt-m",
                     *           "title": "Linen shirt, M",
                     *           "sku": "LIN-M",
                     *           "upc": "0614141999996",
                     *           "image_url": null
                     *         },
                     *         "location": {
                     *           "id": "loc_01kb3e8m9g0000q2x7d4n8wvf5",
                     *           "name": "Main warehouse"
                     *         },
                     *         "quantity": 40,
                     *         "available": 32,
                     *         "committed": 6,
                     *         "reserved": 2,
                     *         "buildable": 0,
                     *         "total_available": 32,
                     *         "updated_at": "2026-03-10T09:00:44.007Z",
                     *         "created_at": "2026-03-10T09:00:44.007Z",
                     *         "external_ids": {
                     *           "netsuite": "88213"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        inventory_level: components["schemas"]["InventoryLevel"];
                    };
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such inventory level (`inventory_level_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "inventory_level_not_found",
                     *       "detail": "The store has no such inventory level.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listInventoryItems: {
        parameters: {
            query?: {
                /** @description A location's id. */
                location_id?: string;
                /** @description Only items of this kind. */
                kind?: "PRODUCT" | "RETURN" | "UNDECLARED" | "UNKNOWN";
            };
            header?: {
                /** @description The cursor from the X-Page-Next header of the previous page. */
                "X-Page-Continue"?: string;
                /** @description The maximum number of items. */
                "X-Page-Size"?: number;
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Page-Next": components["headers"]["X-Page-Next"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "inventory_items": [
                     *         {
                     *           "id": "ii_01m60q9pn100007vhgj68fdkme",
                     *           "sku": "LIN-M",
                     *           "name": "Linen shirt, M",
                     *           "kind": "PRODUCT",
                     *           "quantity": 40,
                     *           "locations": [
                     *             {
                     *               "location_id": "loc_01kb3e8m9g0000q2x7d4n8wvf5",
                     *               "location_name": "Main warehouse",
                     *               "quantity": 40
                     *             }
                     *           ],
                     *           "updated_at": "2026-03-10T09:00:44.007Z",
                     *           "created_at": "2026-03-10T09:00:44.007Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        inventory_items: components["schemas"]["InventoryItem"][];
                    };
                };
            };
            /** @description The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). `X-Page-Continue` is no cursor of this list (`invalid_cursor`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    readInventoryItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
                /** @description The id of the item (`ii_…`). */
                inventoryItemId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "inventory_item": {
                     *         "id": "ii_01m60q9pn100007vhgj68fdkme",
                     *         "sku": "LIN-M",
                     *         "name": "Linen shirt, M",
                     *         "kind": "PRODUCT",
                     *         "quantity": 40,
                     *         "locations": [
                     *           {
                     *             "location_id": "loc_01kb3e8m9g0000q2x7d4n8wvf5",
                     *             "location_name": "Main warehouse",
                     *             "quantity": 40
                     *           }
                     *         ],
                     *         "updated_at": "2026-03-10T09:00:44.007Z",
                     *         "created_at": "2026-03-10T09:00:44.007Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        inventory_item: components["schemas"]["InventoryItem"];
                    };
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such inventory item (`inventory_item_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "inventory_item_not_found",
                     *       "detail": "The store has no such inventory item.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    readChanges: {
        parameters: {
            query?: {
                /** @description The `next` of the last page; `latest` for the end of the feed; omitted for the beginning of what is kept. */
                after?: string;
                /** @description The maximum number of changes. */
                limit?: number;
                /** @description How many seconds the response may wait for a change when there is none. */
                wait?: number;
            };
            header?: never;
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changes": [
                     *         {
                     *           "sequence": 4711,
                     *           "type": "level.updated",
                     *           "id": "li_01m60q9pn20000cnd58gdmdwy0",
                     *           "at": "2026-03-02T08:15:03.412Z",
                     *           "data": {
                     *             "id": "li_01m60q9pn20000cnd58gdmdwy0",
                     *             "product": {
                     *               "id": "linen-shirt-m",
                     *               "title": "Linen shirt, M",
                     *               "sku": "LIN-M",
                     *               "upc": "0614141999996",
                     *               "image_url": null
                     *             },
                     *             "location": {
                     *               "id": "loc_01kb3e8m9g0000q2x7d4n8wvf5",
                     *               "name": "Main warehouse"
                     *             },
                     *             "quantity": 40,
                     *             "available": 32,
                     *             "committed": 6,
                     *             "reserved": 2,
                     *             "buildable": 0,
                     *             "total_available": 32,
                     *             "updated_at": "2026-03-10T09:00:44.007Z",
                     *             "created_at": "2026-03-10T09:00:44.007Z",
                     *             "external_ids": {
                     *               "netsuite": "88213"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "next": 4711
                     *     }
                     */
                    "application/json": components["schemas"]["Changes"];
                };
            };
            /** @description The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The changes after this number are no longer kept, or the feed has not reached it (`changes_not_kept`): begin again with `after=latest` and the lists. */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Gone",
                     *       "status": 410,
                     *       "code": "changes_not_kept",
                     *       "detail": "The changes after this number are no longer kept, or the feed has not reached it.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Too many requests of the store wait for changes, 50 or more (`too_many_at_once`). */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Too Many Requests",
                     *       "status": 429,
                     *       "code": "too_many_at_once",
                     *       "detail": "Too many requests of the store wait for changes, 50 or more.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "id": "whk_01m7yxtp7n0000bs57pyqkysjs",
                     *           "topic": "return",
                     *           "callback": {
                     *             "url": "https://hooks.example.com/aftersale",
                     *             "auth": {
                     *               "bearer": {
                     *                 "token": "a-secret-of-the-subscriber"
                     *               }
                     *             }
                     *           },
                     *           "externalId": "returns-to-erp",
                     *           "createdAt": "2026-03-02T08:15:00.000Z",
                     *           "updatedAt": "2026-03-02T08:15:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The store that the secret belongs to. */
                storeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "webhook": {
                 *         "topic": "return",
                 *         "callback": {
                 *           "url": "https://hooks.example.com/aftersale",
                 *           "auth": {
                 *             "bearer": {
                 *               "token": "a-secret-of-the-subscriber"
                 *             }
                 *           }
                 *         },
                 *         "externalId": "returns-to-erp",
                 *         "backfill": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "id": "whk_01m7yxtp7n0000bs57pyqkysjs",
                     *         "topic": "return",
                     *         "callback": {
                     *           "url": "https://hooks.example.com/aftersale",
                     *           "auth": {
                     *             "bearer": {
                     *               "token": "a-secret-of-the-subscriber"
                     *             }
                     *           }
                     *         },
                     *         "externalId": "returns-to-erp",
                     *         "createdAt": "2026-03-02T08:15:00.000Z",
                     *         "updatedAt": "2026-03-02T08:15:00.000Z",
                     *         "signingSecret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwtTqfHc2TzWs="
                     *       },
                     *       "signingSecret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwtTqfHc2TzWs="
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "id": "whk_01m7yxtp7n0000bs57pyqkysjs",
                     *         "topic": "return",
                     *         "callback": {
                     *           "url": "https://hooks.example.com/aftersale",
                     *           "auth": {
                     *             "bearer": {
                     *               "token": "a-secret-of-the-subscriber"
                     *             }
                     *           }
                     *         },
                     *         "externalId": "returns-to-erp",
                     *         "createdAt": "2026-03-02T08:15:00.000Z",
                     *         "updatedAt": "2026-03-02T08:15:00.000Z",
                     *         "signingSecret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwtTqfHc2TzWs="
                     *       },
                     *       "signingSecret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwtTqfHc2TzWs="
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedWebhook"];
                };
            };
            /** @description The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret belongs to another store (`store_mismatch`). The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "store_mismatch",
                     *       "detail": "The secret belongs to another store.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    readWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "id": "whk_01m7yxtp7n0000bs57pyqkysjs",
                     *         "topic": "return",
                     *         "callback": {
                     *           "url": "https://hooks.example.com/aftersale",
                     *           "auth": {
                     *             "bearer": {
                     *               "token": "a-secret-of-the-subscriber"
                     *             }
                     *           }
                     *         },
                     *         "externalId": "returns-to-erp",
                     *         "createdAt": "2026-03-02T08:15:00.000Z",
                     *         "updatedAt": "2026-03-02T08:15:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such webhook (`webhook_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "webhook_not_found",
                     *       "detail": "The store has no such webhook.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replaceWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "webhook": {
                 *         "callback": {
                 *           "url": "https://hooks.example.com/aftersale",
                 *           "auth": {
                 *             "bearer": {
                 *               "token": "a-secret-of-the-subscriber"
                 *             }
                 *           }
                 *         },
                 *         "externalId": "returns-to-erp"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description Success. The response has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such webhook (`webhook_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "webhook_not_found",
                     *       "detail": "The store has no such webhook.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description Another webhook of the store has this `externalId` (`already_exists`). */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Conflict",
                     *       "status": 409,
                     *       "code": "already_exists",
                     *       "detail": "Another webhook of the store has this externalId.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. The response has no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such webhook (`webhook_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "webhook_not_found",
                     *       "detail": "The store has no such webhook.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "signingSecret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwtTqfHc2TzWs="
                     *     }
                     */
                    "application/json": components["schemas"]["RotatedSigningSecret"];
                };
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such webhook (`webhook_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "webhook_not_found",
                     *       "detail": "The store has no such webhook.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description `handling=strict`: unknown fields of the body are 400 (RFC 7240). By default, and with `handling=lenient`, they are ignored. */
                Prefer?: "handling=strict" | "handling=lenient";
            };
            path: {
                /** @description The id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "start": "2026-03-02T09:15:00+01:00"
                 *     }
                 */
                "application/json": components["schemas"]["Replay"];
            };
        };
        responses: {
            /** @description Accepted. The response has no body. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is not valid (`invalid_request`). The body can't be read (`malformed_body`). With `Prefer: handling=strict`: the body has unknown fields (`unknown_field`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such webhook (`webhook_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "webhook_not_found",
                     *       "detail": "The store has no such webhook.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is too large (`body_too_large`). */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Content Too Large",
                     *       "status": 413,
                     *       "code": "body_too_large",
                     *       "detail": "The body is too large.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The body is not JSON (`unsupported_media_type`). The body's `Content-Encoding` is not gzip (`unsupported_encoding`). */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unsupported Media Type",
                     *       "status": 415,
                     *       "code": "unsupported_media_type",
                     *       "detail": "The body is not JSON.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "Preference-Applied": components["headers"]["Preference-Applied"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. The response has no body. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such webhook (`webhook_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "webhook_not_found",
                     *       "detail": "The store has no such webhook.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only items with this status. */
                status?: components["schemas"]["DeliveryStatus"];
            };
            header?: {
                /** @description The cursor from the X-Page-Next header of the previous page. */
                "X-Page-Continue"?: string;
                /** @description The maximum number of items. */
                "X-Page-Size"?: number;
            };
            path: {
                /** @description The id of the webhook. */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Page-Next": components["headers"]["X-Page-Next"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "deliveryId": "whe_01m7yyk8yk0000xw5hwcne6n3w",
                     *           "returnId": "ret_01m7yyk8y70000t1eshc79ng9c",
                     *           "sequence": 2,
                     *           "type": "updated",
                     *           "at": "2026-03-02T09:00:00.000Z",
                     *           "status": "delivered",
                     *           "attempts": [
                     *             {
                     *               "at": "2026-03-02T09:00:00.004Z",
                     *               "status": null,
                     *               "durationMs": 10000,
                     *               "error": "no answer in time",
                     *               "answer": null
                     *             },
                     *             {
                     *               "at": "2026-03-02T09:00:15.123Z",
                     *               "status": 200,
                     *               "durationMs": 87,
                     *               "error": null,
                     *               "answer": "ok"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        deliveries: components["schemas"]["Delivery"][];
                    };
                };
            };
            /** @description The request is not valid (`invalid_request`). The query has an unknown parameter (`unknown_parameter`). `X-Page-Continue` is no cursor of this list (`invalid_cursor`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "invalid_request",
                     *       "detail": "The request is not valid.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such webhook (`webhook_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "webhook_not_found",
                     *       "detail": "The store has no such webhook.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhookId: string;
                /** @description The id of the delivery, from the list of deliveries. */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. The response has no body. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query has an unknown parameter (`unknown_parameter`). */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Bad Request",
                     *       "status": 400,
                     *       "code": "unknown_parameter",
                     *       "detail": "The query has an unknown parameter.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description A valid API secret is required (`unauthenticated`). */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Unauthorized",
                     *       "status": 401,
                     *       "code": "unauthenticated",
                     *       "detail": "A valid API secret is required.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The secret lacks the required scope (`missing_scope`). */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Forbidden",
                     *       "status": 403,
                     *       "code": "missing_scope",
                     *       "detail": "The secret lacks the required scope.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The store has no such webhook (`webhook_not_found`). The webhook has no such delivery, or no longer has it (`delivery_not_found`). */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Not Found",
                     *       "status": 404,
                     *       "code": "webhook_not_found",
                     *       "detail": "The store has no such webhook.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The service failed (`internal_error`); its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Internal Server Error",
                     *       "status": 500,
                     *       "code": "internal_error",
                     *       "detail": "The service failed.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
            /** @description The database is not available (`database_unavailable`); try again. Too many requests of the store are waiting (`store_busy`); try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "about:blank",
                     *       "title": "Service Unavailable",
                     *       "status": 503,
                     *       "code": "database_unavailable",
                     *       "detail": "The database is not available.",
                     *       "instance": "urn:uuid:5e0b8c55-1d8a-4c0e-9a51-6f1c2f0c7c3d"
                     *     }
                     */
                    "application/problem+json": components["schemas"]["ProblemDetails"];
                };
            };
        };
    };
    listDestinations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "destinations": [
                     *         {
                     *           "id": 7,
                     *           "type": "warehouse",
                     *           "name": "Main warehouse",
                     *           "enabled": true,
                     *           "provider_location_id": null,
                     *           "address": {
                     *             "name": "Main warehouse",
                     *             "address1": "1 Dock Rd",
                     *             "address2": null,
                     *             "city": "Columbus",
                     *             "state": "OH",
                     *             "zip": "43004",
                     *             "country": "United States",
                     *             "country_code": "US",
                     *             "phone": null
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        destinations: components["schemas"]["WarehouseDestination"][];
                    };
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    warehouseReturnDetails: {
        parameters: {
            query?: {
                /** @description The numeric id: the `id` of a return in this API. */
                return_id?: string;
                /** @description The service's own id. Takes precedence over all others. */
                service_return_id?: string;
                /** @description The order's name, with or without its leading `#`. */
                order_name?: string;
                /** @description The commerce platform's id of the order (`provider_order_id`), or its `order_id`. */
                order_id?: string;
                /** @description `shop` or `presentment`; both are the order's currency. */
                currency_type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 25044,
                     *       "service_id": "ret_01m5zk7wq10000h2v8d3c6x9ty",
                     *       "state": "open",
                     *       "edited_at": null,
                     *       "total": "60.00",
                     *       "order_name": "#1001",
                     *       "customer": "ada@example.com",
                     *       "currency": "USD",
                     *       "return_product_total": "60.00",
                     *       "return_discount_total": "0.00",
                     *       "return_tax_total": "0.00",
                     *       "return_total": "60.00",
                     *       "return_credit_total": "0.00",
                     *       "exchange_product_total": "0.00",
                     *       "exchange_discount_total": "0.00",
                     *       "exchange_tax_total": "0.00",
                     *       "exchange_total": "0.00",
                     *       "exchange_credit_total": "0.00",
                     *       "gift_card": "0.00",
                     *       "gift_card_order_name": null,
                     *       "gift_card_order_id": null,
                     *       "handling_fee": "0.00",
                     *       "refund": "60.00",
                     *       "upsell": "0.00",
                     *       "multi_currency": false,
                     *       "origin_country": "United States",
                     *       "origin_country_code": "US",
                     *       "outcome": "refund",
                     *       "refund_before_inspection": false,
                     *       "was_processed": false,
                     *       "label_url": "https://labels.example.com/abc.pdf",
                     *       "label_rate": null,
                     *       "labels": [
                     *         {
                     *           "status": "pre_transit",
                     *           "updated_at": "2026-03-02 14:07:41",
                     *           "url": "https://labels.example.com/abc.pdf",
                     *           "rate": null,
                     *           "carrier": "USPS",
                     *           "tracking_number": "9400100000000000000001",
                     *           "line_items": [
                     *             90112
                     *           ]
                     *         }
                     *       ],
                     *       "status_page_url": "https://api.example.com/v2.2/returns/ret_01m5zk7wq10000h2v8d3c6x9ty/status",
                     *       "destination_id": 7,
                     *       "return_method": null,
                     *       "package_reference": null,
                     *       "type": "standard",
                     *       "exchanges": [],
                     *       "carrier": "USPS",
                     *       "tracking_number": "9400100000000000000001",
                     *       "label_status": "pre_transit",
                     *       "created_at": "2026-03-02 14:05:09",
                     *       "updated_at": "2026-03-02 14:07:41",
                     *       "order_id": 7710,
                     *       "order_number": 1001,
                     *       "provider_order_number": 1001,
                     *       "provider_order_id": 9000000000000012,
                     *       "customer_email": "ada@example.com",
                     *       "customer_first_name": "Ada",
                     *       "customer_last_name": "Byron",
                     *       "exchange": "0.00",
                     *       "exchange_order_name": null,
                     *       "exchange_order_id": null,
                     *       "refunds": [],
                     *       "line_items": [
                     *         {
                     *           "line_item_id": 90112,
                     *           "provider_line_item_id": 13123456789012,
                     *           "product_id": 7012345678901,
                     *           "variant_id": 41234567890123,
                     *           "sku": "TEE-BLK-M",
                     *           "line_item_title": "Tee",
                     *           "variant_title": null,
                     *           "title": "Tee",
                     *           "image": "https://cdn.example.com/tee.png",
                     *           "price": "60.00",
                     *           "discount": "0.00",
                     *           "tax": "0.00",
                     *           "refund": "60.00",
                     *           "refund_item": "60.00",
                     *           "refund_tax": "0.00",
                     *           "returned_at": "2026-03-02 14:05:09",
                     *           "exchange_variant": null,
                     *           "barcode": "",
                     *           "provider_restock_location_id": null,
                     *           "consolidation_tracking": null,
                     *           "condition": null,
                     *           "disposition": null,
                     *           "outcome": "default",
                     *           "reason": "Too small",
                     *           "parent_reason": null,
                     *           "return_comment": "N/A"
                     *         }
                     *       ],
                     *       "outcomes_processed_at": {
                     *         "return_processed": null,
                     *         "refund_processed": null,
                     *         "gift_card_processed": null,
                     *         "exchange_processed": null
                     *       },
                     *       "label_updated_at": "2026-03-02 14:07:41"
                     *     }
                     */
                    "application/json": components["schemas"]["WarehouseReturn"] | components["schemas"]["WarehouseReturnNotFound"];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    warehouseReturnList: {
        parameters: {
            query?: {
                /** @description The first second, in UTC without a zone; by default 24 hours ago. */
                from?: string;
                /** @description The last second; a date alone means its midnight. Ignored without `from`; by default a day after it. */
                to?: string;
                /** @description The time to filter by: `created_at` (default) or `updated_at`. */
                filter?: string;
                /** @description `open`, `closed`, `cancelled`, `expired` or `review`; by default `open`, `closed` and `expired`. */
                state?: string;
                /** @description `true`, `True` or `1`: a page with links instead of an array of all returns. */
                paginate?: string;
                /** @description 1 to 750, by default 100. */
                pageSize?: string;
                /** @description The cursor of `nextPageUrl` or `previousPageUrl`. It contains the first query. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "returns": [
                     *         {
                     *           "id": 25044,
                     *           "service_id": "ret_01m5zk7wq10000h2v8d3c6x9ty",
                     *           "state": "open",
                     *           "edited_at": null,
                     *           "total": "60.00",
                     *           "order_name": "#1001",
                     *           "customer": "ada@example.com",
                     *           "currency": "USD",
                     *           "return_product_total": "60.00",
                     *           "return_discount_total": "0.00",
                     *           "return_tax_total": "0.00",
                     *           "return_total": "60.00",
                     *           "return_credit_total": "0.00",
                     *           "exchange_product_total": "0.00",
                     *           "exchange_discount_total": "0.00",
                     *           "exchange_tax_total": "0.00",
                     *           "exchange_total": "0.00",
                     *           "exchange_credit_total": "0.00",
                     *           "gift_card": "0.00",
                     *           "gift_card_order_name": null,
                     *           "gift_card_order_id": null,
                     *           "handling_fee": "0.00",
                     *           "refund": "60.00",
                     *           "upsell": "0.00",
                     *           "multi_currency": false,
                     *           "origin_country": "United States",
                     *           "origin_country_code": "US",
                     *           "outcome": "refund",
                     *           "refund_before_inspection": false,
                     *           "was_processed": false,
                     *           "label_url": "https://labels.example.com/abc.pdf",
                     *           "label_rate": null,
                     *           "labels": [
                     *             {
                     *               "status": "pre_transit",
                     *               "updated_at": "2026-03-02 14:07:41",
                     *               "url": "https://labels.example.com/abc.pdf",
                     *               "rate": null,
                     *               "carrier": "USPS",
                     *               "tracking_number": "9400100000000000000001",
                     *               "line_items": [
                     *                 90112
                     *               ]
                     *             }
                     *           ],
                     *           "status_page_url": "https://api.example.com/v2.2/returns/ret_01m5zk7wq10000h2v8d3c6x9ty/status",
                     *           "destination_id": 7,
                     *           "return_method": null,
                     *           "package_reference": null,
                     *           "type": "standard",
                     *           "exchanges": [],
                     *           "carrier": "USPS",
                     *           "tracking_number": "9400100000000000000001",
                     *           "label_status": "pre_transit",
                     *           "created_at": "2026-03-02T14:05:09+00:00",
                     *           "updated_at": "2026-03-02T14:07:41+00:00",
                     *           "order_id": "7710",
                     *           "provider_order_id": "#1001",
                     *           "provider_order_number": "1001",
                     *           "order_number": "1001",
                     *           "outcomes_processed_at": {
                     *             "return_processed": null,
                     *             "refund_processed": null,
                     *             "gift_card_processed": null,
                     *             "exchange_processed": null,
                     *             "shop_cash_processed": null
                     *           },
                     *           "label_updated_at": "2026-03-02T14:07:41+00:00",
                     *           "line_items": [
                     *             {
                     *               "line_item_id": "90112",
                     *               "provider_line_item_id": "13123456789012",
                     *               "product_id": "7012345678901",
                     *               "variant_id": "41234567890123",
                     *               "sku": "TEE-BLK-M",
                     *               "title": "Tee",
                     *               "price": "60.00",
                     *               "discount": "0.00",
                     *               "tax": "0.00",
                     *               "refund": "60.00",
                     *               "refund_item": "60.00",
                     *               "refund_tax": "0.00",
                     *               "returned_at": "2026-03-02 14:05:09",
                     *               "exchange_variant": "",
                     *               "return_reason": "Too small",
                     *               "parent_return_reason": null,
                     *               "return_comment": "N/A",
                     *               "barcode": "N/A",
                     *               "outcome": "default",
                     *               "provider_restock_location_id": null,
                     *               "consolidation_tracking": null,
                     *               "consolidation_destination_id": null,
                     *               "condition": null,
                     *               "disposition": null
                     *             }
                     *           ],
                     *           "shopify_refund_object": []
                     *         }
                     *       ],
                     *       "nextPageUrl": null,
                     *       "previousPageUrl": null
                     *     }
                     */
                    "application/json": components["schemas"]["WarehouseReturnPage"] | components["schemas"]["WarehouseReturnSummary"][];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description A date is invalid, `to` is before `from` or more than 120 days after it, or `filter`, `state`, `pageSize` or `cursor` is invalid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseValidationError"];
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. Also: more concurrent streamed responses than allowed per store. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    processReturn: {
        parameters: {
            query?: {
                /** @description The service's own id of the return. Takes precedence over all others. */
                service_return_id?: string;
                /** @description The order's name, with or without a leading `#`. Used without `service_return_id`. */
                order_name?: string;
                /** @description The order's id. Used without `service_return_id` and `order_name`. */
                order_id?: string;
            };
            header?: never;
            path: {
                /** @description The numeric id; ignored if the query identifies the return. */
                return_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example true */
                    "application/json": true | components["schemas"]["WarehouseActionError"];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    flagReturn: {
        parameters: {
            query?: {
                /** @description The service's own id of the return. Takes precedence over all others. */
                service_return_id?: string;
                /** @description The order's name, with or without a leading `#`. Used without `service_return_id`. */
                order_name?: string;
                /** @description The order's id. Used without `service_return_id` and `order_name`. */
                order_id?: string;
            };
            header?: never;
            path: {
                /** @description The numeric id; ignored if the query identifies the return. */
                return_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example true */
                    "application/json": true | components["schemas"]["WarehouseActionError"];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    closeReturn: {
        parameters: {
            query?: {
                /** @description The service's own id of the return. Takes precedence over all others. */
                service_return_id?: string;
                /** @description The order's name, with or without a leading `#`. Used without `service_return_id`. */
                order_name?: string;
                /** @description The order's id. Used without `service_return_id` and `order_name`. */
                order_id?: string;
            };
            header?: never;
            path: {
                /** @description The numeric id; ignored if the query identifies the return. */
                return_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example true */
                    "application/json": true | components["schemas"]["WarehouseActionError"];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    cancelReturn: {
        parameters: {
            query?: {
                /** @description The service's own id of the return. Takes precedence over all others. */
                service_return_id?: string;
                /** @description The order's name, with or without a leading `#`. Used without `service_return_id`. */
                order_name?: string;
                /** @description The order's id. Used without `service_return_id` and `order_name`. */
                order_id?: string;
            };
            header?: never;
            path: {
                /** @description The numeric id; ignored if the query identifies the return. */
                return_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example true */
                    "application/json": true | components["schemas"]["WarehouseActionError"];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    removeLineItems: {
        parameters: {
            query?: {
                /** @description The service's own id of the return. Takes precedence over all others. */
                service_return_id?: string;
                /** @description The order's name, with or without a leading `#`. Used without `service_return_id`. */
                order_name?: string;
                /** @description The order's id. Used without `service_return_id` and `order_name`. */
                order_id?: string;
                /** @description One or several ids (`line_items[].line_item_id`), separated by commas. */
                line_item_id?: string;
            };
            header?: never;
            path: {
                /** @description The numeric id; ignored if the query identifies the return. */
                return_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "line_item_ids": [
                 *         90112,
                 *         90113
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WarehouseLineItemRemoval"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example true */
                    "application/json": true | components["schemas"]["WarehouseActionError"];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The body's `Content-Encoding` is not gzip. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description Without an id `{"error":{"message":"The line item id field is required."}}`; in another state `{"message":"Return cannot be modified."}`; `{"message":"There are no line items that qualify for removal"}` or `{"message":"Not all line items qualify for removal"}` if an id is not a line item of the return, or is exchanged. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: {
                            message: string;
                        };
                    } | {
                        message: string;
                    };
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    addNote: {
        parameters: {
            query?: {
                /** @description The service's own id of the return. Takes precedence over all others. */
                service_return_id?: string;
                /** @description The order's name, with or without a leading `#`. Used without `service_return_id`. */
                order_name?: string;
                /** @description The order's id. Used without `service_return_id` and `order_name`. */
                order_id?: string;
            };
            header?: never;
            path: {
                /** @description The numeric id; ignored if the query identifies the return. */
                return_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "content": "Arrived wet; photographed."
                 *     }
                 */
                "application/json": components["schemas"]["NewWarehouseNote"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example true */
                    "application/json": true | components["schemas"]["WarehouseActionError"];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The body's `Content-Encoding` is not gzip. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description `{"errors":{"message":"Content is required and must be less than 255 characters."}}`, although 255 are accepted. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseNoteError"];
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    listNotes: {
        parameters: {
            query?: {
                /** @description The service's own id of the return. Takes precedence over all others. */
                service_return_id?: string;
                /** @description The order's name, with or without a leading `#`. Used without `service_return_id`. */
                order_name?: string;
                /** @description The order's id. Used without `service_return_id` and `order_name`. */
                order_id?: string;
            };
            header?: never;
            path: {
                /** @description The numeric id; ignored if the query identifies the return. */
                return_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 2825514,
                     *         "content": "Second note",
                     *         "created_at": "2026-03-02 15:01:10"
                     *       },
                     *       {
                     *         "id": 2825499,
                     *         "content": "First note",
                     *         "created_at": "2026-03-02 14:59:02"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: number;
                        content: string;
                        created_at: string;
                    }[] | components["schemas"]["WarehouseActionError"];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description The return has no notes: the body is `false`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example false */
                    "application/json": components["schemas"]["WarehouseNoNotes"];
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    reportAsn: {
        parameters: {
            query?: {
                /** @description A date, or a date and time; by default one week ago. */
                from?: string;
                /** @description A date, which means the end of that day, or a date and time; by default the end of today. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 25044777,
                     *         "service_id": "ret_01kkr4r9xz0000b6h3m2t8vwpk",
                     *         "return_line_item_id": "90112000",
                     *         "order_id": "7710021",
                     *         "order_name": "#1001",
                     *         "order_number": "1001",
                     *         "provider_order_number": "1001",
                     *         "state": "open",
                     *         "customer_email": "alex@example.test",
                     *         "title": "Tee - Black / M",
                     *         "purchase_price": "60.00",
                     *         "sku": "TEE-BLK-M",
                     *         "barcode": null,
                     *         "carrier": "USPS",
                     *         "service": null,
                     *         "label_status": "pre_transit",
                     *         "tracking_number": "9400100000000000000001",
                     *         "integration_tracking_url": null,
                     *         "restock_status": null,
                     *         "currency": "USD",
                     *         "label_updated_at": "2026-03-02T14:07:41+00:00",
                     *         "label_url": "https://labels.example.test/abc.pdf",
                     *         "label_rate": null,
                     *         "closed_at": null,
                     *         "updated_at": "2026-03-02T14:07:41+00:00",
                     *         "created_at": "2026-03-02T14:05:09+00:00",
                     *         "return_reason": "Too small",
                     *         "actioned_by": null,
                     *         "return_method": null,
                     *         "return_method_rma_code": null,
                     *         "return_method_state": null,
                     *         "date_delivered": null,
                     *         "outcome": "refund",
                     *         "scannable_id": null,
                     *         "package_reference": null,
                     *         "shipping_box_barcode": null,
                     *         "provider_created_at": "2026-02-20T10:00:00+00:00",
                     *         "destination_id": 7295,
                     *         "destination_name": "Main warehouse",
                     *         "destination_address1": "1 Dock Rd",
                     *         "destination_address2": null,
                     *         "destination_city": "Columbus",
                     *         "destination_state": "OH",
                     *         "destination_zip": "43004",
                     *         "consolidation_tracking": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WarehouseASNRow"][];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. Also: more concurrent streamed responses than allowed per store. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    orderAsnExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "2026-03-01",
                 *       "to": "2026-03-07",
                 *       "format": "csv"
                 *     }
                 */
                "application/json": components["schemas"]["NewWarehouseASNExport"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "asn_01kkr5c02m0000t1x4h7e9rqzs"
                     *     }
                     */
                    "application/json": components["schemas"]["WarehouseASNExportCreated"];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description The body is too large. */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The body's `Content-Encoding` is not gzip. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description `from` or `to` is not a date, `to` is before `from`, or `format` is invalid. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseValidationError"];
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. Also: 50 exports of the store are not finished. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    readAsnExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id from the response of *Start an ASN export*. */
                exportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "asn_01kkr5c02m0000t1x4h7e9rqzs",
                     *       "status": "ready",
                     *       "rows_done": 18240,
                     *       "rows_total": 18240,
                     *       "download_url": "https://returns.example.test/api/v1/warehouse/reporting/asn/exports/asn_01kkr5c02m0000t1x4h7e9rqzs/file"
                     *     }
                     */
                    "application/json": components["schemas"]["WarehouseASNExport"];
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description The store has no export with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseASNExportNotFound"];
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    fetchAsnExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id from the response of *Start an ASN export*. */
                exportId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": unknown;
                    "application/jsonl": unknown;
                };
            };
            /** @description A valid API secret is required. */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseUnauthorized"];
                };
            };
            /** @description The store has no export with this id. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        errors: {
                            message: string;
                        };
                    };
                };
            };
            /** @description The export is not ready, or has failed. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseASNFileNotReady"];
                };
            };
            /** @description More requests per minute than WAREHOUSE_RATE_LIMIT allows. The default is no limit. Also: more concurrent streamed responses than allowed per store. */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The service failed; its log has the cause under the response's `X-Request-Id`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
            /** @description The database is not available; try again. Too many requests of the store are waiting; try again. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WarehouseError"];
                };
            };
        };
    };
    receiveReturn: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id; the same on every attempt. */
                "webhook-id": string;
                /** @description The time of this attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description One or more Standard Webhooks signatures, `v1,<base64>`, separated by spaces: HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` under the webhook's signing secret. */
                "webhook-signature": string;
                /** @description The event's sequence number within this return: 1, 2, 3 and so on. */
                "webhook-sequence": string;
                /** @description The id of the request that changed the return, as in its response and in the log. */
                "x-request-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "created",
                 *       "at": "2026-03-09T16:05:21.880Z",
                 *       "merchantName": "Linen & Co",
                 *       "return": {
                 *         "id": "ret_01m5zk7wq10000h2v8d3c6x9ty",
                 *         "type": "return",
                 *         "status": "open",
                 *         "createdAt": "2026-03-09T16:05:21.880Z",
                 *         "updatedAt": "2026-03-09T16:05:21.880Z",
                 *         "order": {
                 *           "id": "ord_01m5fk20v40000q7c1x5w8r3nb",
                 *           "name": "WEB-20418"
                 *         },
                 *         "source": {
                 *           "emailAddress": "ada@example.com",
                 *           "mailingAddress": {
                 *             "line1": "12 St James's Square",
                 *             "line2": "",
                 *             "city": "London",
                 *             "state": "London",
                 *             "postalCode": "SW1Y 4JH",
                 *             "country": "GB"
                 *           },
                 *           "name": {
                 *             "given": "Ada",
                 *             "surname": "Byron"
                 *           },
                 *           "phoneNumber": ""
                 *         },
                 *         "destination": {
                 *           "mailingAddress": {
                 *             "line1": "1 Dock Road",
                 *             "line2": "",
                 *             "city": "Bristol",
                 *             "state": "",
                 *             "postalCode": "BS1 6XN",
                 *             "country": "GB"
                 *           },
                 *           "phoneNumber": ""
                 *         },
                 *         "items": [
                 *           {
                 *             "id": "rit_01m5zk7wq40000b6m9t2y4e8gs",
                 *             "orderItem": {
                 *               "id": "ord_01m5fk20v40000q7c1x5w8r3nb_1",
                 *               "line_item_id": "WEB-20418-1"
                 *             },
                 *             "quantity": 1,
                 *             "reason": "Too small",
                 *             "reasons": [
                 *               "Too small"
                 *             ],
                 *             "reasonCode": "SIZE",
                 *             "reasonCodes": [
                 *               "SIZE"
                 *             ],
                 *             "productId": "linen-shirt",
                 *             "variantId": "linen-shirt-m",
                 *             "sku": "LIN-M",
                 *             "shipmentGroupIds": [],
                 *             "status": "open",
                 *             "refund": {
                 *               "amount": {
                 *                 "amount": "44.55",
                 *                 "currency": "GBP"
                 *               },
                 *               "type": "refund"
                 *             },
                 *             "productValueNoTaxNoAdjustment": {
                 *               "amount": {
                 *                 "amount": "44.55",
                 *                 "currency": "GBP"
                 *               }
                 *             }
                 *           }
                 *         ],
                 *         "compensationMethods": [
                 *           "refund"
                 *         ],
                 *         "completeWithNoAction": false,
                 *         "giftCards": [],
                 *         "externalOrderIds": [
                 *           "WEB-20418"
                 *         ],
                 *         "shopifyOrderIds": [
                 *           "WEB-20418"
                 *         ],
                 *         "notes": [
                 *           {
                 *             "message": "Would like the next size if it comes back in."
                 *           }
                 *         ],
                 *         "shipments": [],
                 *         "dropoffs": [],
                 *         "tags": [],
                 *         "totals": {
                 *           "charge": {
                 *             "amount": {
                 *               "amount": "0.00",
                 *               "currency": "GBP"
                 *             }
                 *           },
                 *           "exchange": {
                 *             "amount": {
                 *               "amount": "0.00",
                 *               "currency": "GBP"
                 *             }
                 *           },
                 *           "refund": {
                 *             "amount": {
                 *               "amount": "44.55",
                 *               "currency": "GBP"
                 *             }
                 *           },
                 *           "storeCredit": {
                 *             "amount": {
                 *               "amount": "0.00",
                 *               "currency": "GBP"
                 *             }
                 *           }
                 *         }
                 *       },
                 *       "order": {
                 *         "id": "ord_01m5fk20v40000q7c1x5w8r3nb",
                 *         "name": "WEB-20418",
                 *         "externalId": "WEB-20418",
                 *         "customer": {
                 *           "name": {
                 *             "given": "Ada",
                 *             "surname": "Byron"
                 *           },
                 *           "emailAddress": "ada@example.com",
                 *           "phoneNumber": ""
                 *         },
                 *         "discounts": {
                 *           "amount": "9.90",
                 *           "currency": "GBP"
                 *         },
                 *         "lineItemsTotal": {
                 *           "amount": "99.00",
                 *           "currency": "GBP"
                 *         },
                 *         "shippingCost": {
                 *           "amount": "4.90",
                 *           "currency": "GBP"
                 *         },
                 *         "taxes": {
                 *           "amount": "0.00",
                 *           "currency": "GBP"
                 *         },
                 *         "total": {
                 *           "amount": "94.00",
                 *           "currency": "GBP"
                 *         },
                 *         "items": [
                 *           {
                 *             "id": "ord_01m5fk20v40000q7c1x5w8r3nb_1",
                 *             "externalId": "WEB-20418-1",
                 *             "fulfillmentLocationId": null,
                 *             "price": {
                 *               "amount": "49.50",
                 *               "currency": "GBP"
                 *             },
                 *             "product": {
                 *               "name": "Linen shirt",
                 *               "externalId": "linen-shirt"
                 *             },
                 *             "quantity": 2,
                 *             "variant": {
                 *               "name": "",
                 *               "externalId": "linen-shirt-m",
                 *               "sku": "LIN-M"
                 *             }
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ReturnWebhook"];
            };
        };
        responses: {
            /** @description Delivered, if the response arrives within 10 seconds. Its body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed, as 4XX: redirects are not followed. */
            "3XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed. Retried up to 8 attempts by default, the last within 4 hours of the first, then discarded. `Retry-After` is honoured up to an hour. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Failed, as 4XX. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
