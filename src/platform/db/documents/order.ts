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

type MoneySet = Record<"presentmentMoney" | "shopMoney", { amount: string; currencyCode: string }>;
type RefundedAmount = { amountSet: MoneySet; taxAmountSet?: Optional<MoneySet>; reason?: Optional<string> };

/** A refund that the shop has paid itself. */
type RefundDocument = {
  id: string;
  createdAt: string;
  note?: Optional<string>;
  lineItems?: Optional<
    { lineItemId: string; quantity: number; subtotalSet: MoneySet; totalTaxSet: MoneySet }[]
  >;
  shippingRefunds?: Optional<RefundedAmount[]>;
  orderLevelRefunds?: Optional<RefundedAmount[]>;
};

/**
 * An order as posted, or as a shop has sent it. `linePositions` are the numbers of its lines, where they aren't 0, 1, 2 …, and
 * `nextLinePosition` that of the next new one, where it isn't one more than the highest; `shopLineIds` the shop's ids of
 * those lines that have another one here; `erasedContacts` what an erasure has taken of the customer, because it was another
 * person's; `fileOf` the kind of shop of whose file the order is.
 */
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
    /** Of the whole line. */
    tax?: number;
    returnableQuantity?: number;
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
    tax?: number;
  }>;
  totalPrice?: Optional<number>;
  subtotalPrice?: Optional<number>;
  totalTax?: Optional<number>;
  totalDiscount?: Optional<number>;
  billingAddress?: Optional<Address>;
  tags?: Optional<string[]>;
  currencyCode?: Optional<string>;
  locationId?: Optional<string>;
  orderName?: string;
  cancelledAt?: string;
  cancelReason?: "customer" | "fraud" | "inventory" | "declined" | "other" | "staff";
  refunds?: RefundDocument[];
  linePositions?: number[];
  nextLinePosition?: number;
  shopLineIds?: { id: string; shopId: string }[];
  erasedContacts?: ("email" | "phoneNumber")[];
  fileOf?: "shopify" | "woocommerce";
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

/** An entry of a fulfillment's tracking history, as posted; `isOfShop`: it is the delivery date of the shop. */
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
  isOfShop?: true;
};
