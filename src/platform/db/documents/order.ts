/** The JSON that orders and fulfillments are stored as. Amounts are in the order's currency. */

type Optional<T> = T | null | undefined;

type Address = {
  address1?: Optional<string>;
  address2?: Optional<string>;
  city?: Optional<string>;
  province?: Optional<string>;
  country?: Optional<string>;
  postalCode?: Optional<string>;
};

/** An order as posted. */
export type OrderDocument = {
  orderId: string;
  createdAt: string;
  lineItems: {
    id: string;
    productId: string | null;
    title: string;
    variantId?: Optional<string>;
    sku?: Optional<string>;
    imageUrl?: Optional<string>;
    quantity: number;
    price?: Optional<number>;
    discount?: Optional<number>;
    tags?: Optional<string[]>;
  }[];
  customer?: Optional<{
    id?: Optional<string>;
    email?: Optional<string>;
    phoneNumber?: Optional<string>;
    name?: Optional<string>;
    firstName?: Optional<string>;
    lastName?: Optional<string>;
  }>;
  shipping?: Optional<{
    method?: Optional<string>;
    cost?: Optional<number>;
    address?: Optional<Address>;
  }>;
  totalPrice?: Optional<number>;
  subtotalPrice?: Optional<number>;
  totalTax?: Optional<number>;
  totalDiscount?: Optional<number>;
  billingAddress?: Optional<Address>;
  tags?: Optional<string[]>;
  currencyCode?: Optional<string>;
  locationId?: Optional<string>;
};

/** The lines of a fulfillment. */
export type FulfilledLines = { id: string; quantity: number }[];

export type ShipmentStatus =
  | "unknown"
  | "pre_transit"
  | "in_transit"
  | "out_for_delivery"
  | "available_for_pickup"
  | "cancelled"
  | "delivered"
  | "error"
  | "failure"
  | "return_to_sender"
  | "expired";

/** An entry of a fulfillment's tracking history, as posted. */
export type TrackingDocument = {
  message: string;
  status: ShipmentStatus;
  datetime: string;
  location?: Optional<{
    city?: Optional<string>;
    state?: Optional<string>;
    country?: Optional<string>;
    postalCode?: Optional<string>;
  }>;
};
