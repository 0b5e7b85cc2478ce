/** The fields of the specification's resources. `[]` is each element of an array; a name alone has those that follow. */
const MAILING_ADDRESS = "line1 line2 city state postalCode country";
const MONEY = "amount currency";
const ORDER_ADDRESS = "address1 address2 city province country postalCode";

const of = (place: string, names: string) => names.split(/\s+/).map((name) => `${place}.${name}`);
const names = (text: string) => text.trim().split(/\s+/);

export const CUSTOMER = [
  ...names("id email firstName lastName phoneNumber customFields createdAt updatedAt"),
  ...of("location", "street1 street2 city state stateCode postalCode country countryCode ianaTimeZoneName"),
  ...of("location", "latitude longitude"),
];

export const ORDER = [
  ...names("orderId createdAt totalPrice subtotalPrice totalTax totalDiscount tags currencyCode locationId"),
  ...of("lineItems[]", "id productId title variantId sku imageUrl quantity price discount"),
  ...of("customer", "id email phoneNumber name firstName lastName"),
  ...names("shipping.method shipping.cost"),
  ...of("shipping.address", ORDER_ADDRESS),
  ...of("billingAddress", ORDER_ADDRESS),
];

export const FULFILLMENT = [
  ...names("id createdAt trackingCompany trackingNumber deliveredAt"),
  ...of("lineItems[]", "id quantity title productId variantId sku"),
  ...of("trackingHistory[]", "message status datetime"),
  ...of("trackingHistory[].location", "city state country postalCode"),
];

const SHIPMENT = names(`carrier tracker trackingUrl postageLabel formLabel shipmentGroupId itemIds
  externalLocationId estimatedDeliveryDate deliveredAt`);

/** What a PATCH writes to an item of a return. */
const ITEM_ADDITIONS = [
  ...names("grade greenReturn outcome externalReturnLineItemId productAdjustment upc"),
  ...names("exchangeItem.quantity exchangeItem.product.externalId exchangeItem.product.name"),
  ...names("exchangeItem.variant.externalId exchangeItem.variant.name"),
  ...of("multipleChoiceQuestions[]", "question answer"),
  ...of("assessments[].assignedUser", "id name firstName lastName email"),
  ...of("assessments[].responses[]", "type value"),
  ...of("refund.amount", MONEY),
  "refund.type",
];

/** What a PATCH writes to a return. */
export const ADDITIONS = [
  ...names("completeWithNoAction internalCreatedByName giftCards[].code giftCards[].externalId"),
  ...of("giftCards[].amount", MONEY),
  ...names("exchange.provision exchange.itemCount exchange.order.externalId"),
  ...of("exchange.totalTax", MONEY),
  ...of("exchange.items[]", "id quantity variant.name variant.externalId variant.sku variant.weight.kg"),
  ...of("exchange.items[]", "product.name product.externalId price.tax"),
  ...of("exchange.items[].originalPrice", MONEY),
  ...of("exchange.items[].price", MONEY),
  ...of("shipments[]", SHIPMENT.join(" ")),
  ...of("dropoffs[]", "shipmentGroupId provider qrCode qrCodeUrl"),
  ...of("tags[]", "name source"),
  ...of("items[]", ITEM_ADDITIONS.join(" ")),
];

/** The fields of a return that its creation gives. */
export const NEW_RETURN = [
  ...names("id type status createdAt updatedAt order.id order.name compensationMethods completeWithNoAction"),
  ...names("source.emailAddress source.name.given source.name.surname source.phoneNumber"),
  ...of("source.mailingAddress", MAILING_ADDRESS),
  ...of("destination.mailingAddress", MAILING_ADDRESS),
  ...names("destination.phoneNumber externalOrderIds shopifyOrderIds notes[].message"),
  ...of("items[]", "id orderItem.id orderItem.line_item_id quantity reason customerComment productId"),
  ...of("items[]", "shipmentGroupIds reasonCode reasons reasonCodes sku status variantId refund.type"),
  ...of("items[].refund.amount", MONEY),
  ...of("items[].productValueNoTaxNoAdjustment.amount", MONEY),
  ...of("shipments[]", "carrier tracker trackingUrl postageLabel formLabel shipmentGroupId itemIds"),
  ...of("shipment", "carrier tracker trackingUrl postageLabel formLabel shipmentGroupId itemIds"),
  ...["charge", "exchange", "refund", "storeCredit"].flatMap((total) => of(`totals.${total}.amount`, MONEY)),
];

/** Every field of a return but a shipment's `status`, which reads don't show. */
export const RETURN = [
  ...new Set([...NEW_RETURN, ...ADDITIONS, ...of("shipment", SHIPMENT.join(" ")), "notes[].image"]),
];

export const RETURN_ORDER = [
  ...names("id name externalId customer.name.given customer.name.surname customer.emailAddress"),
  ...names("customer.phoneNumber"),
  ...["discounts", "lineItemsTotal", "shippingCost", "taxes", "total", "items[].price"].flatMap((place) =>
    of(place, MONEY),
  ),
  ...of("items[]", "id externalId fulfillmentLocationId product.name product.externalId quantity"),
  ...of("items[].variant", "name externalId sku"),
];

export const CREATED_RETURN_BODY = [
  ...names("provider externalOrderId notes"),
  ...of("items[]", "lineItemId reason reasonCode notes quantity"),
  ...of("shippingAddress", MAILING_ADDRESS),
];

export const CUSTOM_EVENT = [
  ...names("eventName customer.id customer.email customer.phoneNumber customer.firstName customer.lastName"),
  ...names("customer.location customer.customFields eventTimestamp value valueCurrency uniqueId data"),
];

export const STOREFRONT_EVENT = names(`eventId eventName source timestamp anonymousId cart cartLine checkout
  collection customer customerEmail customerPhone productVariant urlWithParams urlWithoutParams`);

export const INVENTORY_LEVEL = [
  ...of("product", "id title sku upc image_url"),
  ...names("id location.id location.name quantity available committed reserved buildable total_available"),
  ...names("updated_at created_at external_ids"),
];

export const INVENTORY_ITEM = [
  ...names("id sku name kind quantity created_at updated_at"),
  ...of("locations[]", "location_id location_name quantity"),
];

export const WEBHOOK = names(
  "id topic callback.url callback.auth.bearer.token externalId createdAt updatedAt",
);

/** Returns those of these places at which a value has nothing, in any element of an array. */
export function missingIn(value: unknown, places: string[]): string[] {
  return places.filter((place) => !reaches([value], place.split(".")));
}

function reaches(values: unknown[], [step, ...rest]: string[]): boolean {
  if (step === undefined) return values.some((value) => value !== undefined);
  const name = step.replace("[]", "");
  const found = values.flatMap((value) => {
    const member = (value as Record<string, unknown> | null | undefined)?.[name];
    if (!step.endsWith("[]")) return member === undefined ? [] : [member];
    return Array.isArray(member) ? member : [];
  });
  return reaches(found, rest);
}
