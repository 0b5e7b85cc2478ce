import type { Money } from "../../../lib/money.ts";
import type { ShipmentStatus } from "./order.ts";

export type MailingAddressDocument = {
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
};

type Exchange = {
  items?: {
    id?: string;
    quantity?: number;
    variant?: { name?: string; externalId?: string; sku?: string; weight?: { kg: number } };
    originalPrice?: Money;
    price?: { amount: string; currency: string; tax?: string };
    product?: { name?: string; externalId?: string };
  }[];
  provision?: "instant" | "deferred";
  itemCount?: number;
  order?: { externalId?: string };
  totalTax?: Money;
};

type Shipment = {
  carrier?: string;
  status?: ShipmentStatus;
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

type Assessment = {
  assignedUser?: { id?: string; name?: string; firstName?: string; lastName?: string; email?: string };
  responses?: { type: string; value: string }[];
};

/** What the merchant and the warehouse add to a return after its creation. */
export type ReturnAdditionsDocument = {
  tags?: { name: string; source?: string }[];
  giftCards?: { amount: Money; code?: string; externalId?: string }[];
  exchange?: Exchange;
  shipments?: Shipment[];
  dropoffs?: { shipmentGroupId?: string; provider?: string; qrCode?: string; qrCodeUrl?: string }[];
  internalCreatedByName?: string;
  completeWithNoAction?: boolean;
  withdrawalId?: string;
  /** When its refunds, its exchange or its pieces were last changed. */
  editedAt?: string;
  /** Why it has its status, as far as the change to it said. */
  statusReason?: string;
};

/** What a version of the store's policy said of a return's items, and the facts that it rests on. */
export type PolicyDecisionDocument = { version: number; facts: object; lines: object[] };

/** What the merchant and the warehouse add to an item after its creation. */
export type ItemAdditionsDocument = {
  exchangeItem?: {
    product?: { externalId?: string; name?: string };
    quantity?: number;
    variant?: { externalId?: string; name?: string };
  };
  externalReturnLineItemId?: string;
  grade?: string;
  outcome?: string;
  greenReturn?: boolean;
  upc?: string;
  productAdjustment?: string;
  multipleChoiceQuestions?: { question: string; answer: string }[];
  assessments?: Assessment[];
  refund?: { amount: Money; type: string };
};

/**
 * Units that are, or are to be, restocked or reserved. `of` is the return's item that came back, or what is sent in
 * exchange; `place` is where they are now, absent while they are not: until the return is completed again, or where there
 * is no product or location.
 */
type StockHold = {
  of: string;
  units: number;
  place?: { productId: string; locationId: string; shop?: ShopUnitDocument };
};

/** Units as the shop names them that their order came from by a connector: the order's line and its product. */
export type ShopUnitDocument = {
  connectorId: string;
  orderId: string;
  lineItemId: string;
  productId: string | null;
  variantId: string | null;
  sku: string | null;
};

/** What a return has done to the stock. */
export type StockHoldsDocument = { restocked: StockHold[]; reserved: StockHold[] };
