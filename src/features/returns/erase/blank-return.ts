import { contains, type Person, redactText } from "../../../core/persons/redact.ts";
import { redactUrl } from "../../../core/persons/redact-url.ts";
import type { MailingAddressDocument } from "../../../platform/db/documents/return.ts";
import type { ReturnAdditions, ReturnItemAdditions } from "../additions-schema.ts";
import type { Return, ReturnOrder } from "../schema.ts";
import type { ReturnWebhook } from "../webhooks/webhook-schema.ts";
import { blankTexts } from "./blank-payouts.ts";

export const BLANK_ADDRESS: MailingAddressDocument = {
  line1: "",
  line2: "",
  city: "",
  state: "",
  postalCode: "",
  country: "",
};

const BLANK_CUSTOMER = { emailAddress: "", name: { given: "", surname: "" }, phoneNumber: "" };

type Shipment = NonNullable<ReturnAdditions["shipments"]>[number];

/**
 * Returns additions without the return's person: without the documents of shipments, and texts that name the
 * person.
 */
export function blankAdditions(additions: ReturnAdditions, person: Person): ReturnAdditions {
  const {
    shipments,
    dropoffs,
    giftCards,
    tags,
    exchange,
    internalCreatedByName: name,
    statusReason,
    ...rest
  } = additions;
  return {
    ...rest,
    ...(shipments && { shipments: shipments.map((shipment) => blankShipment(shipment, person)) }),
    ...(dropoffs && {
      dropoffs: dropoffs.map(({ qrCode: _, qrCodeUrl: __, ...dropoff }) => redactStrings(dropoff, person)),
    }),
    ...(giftCards && { giftCards: redactStrings(giftCards, person) }),
    ...(tags && {
      tags: tags.filter((tag) => !contains(tag.name, person) && !contains(tag.source ?? "", person)),
    }),
    ...(exchange && { exchange: redactStrings(exchange, person) }),
    ...(statusReason !== undefined && { statusReason: redactText(statusReason, person, { names: true }) }),
    ...(name !== undefined && !contains(name, person) && { internalCreatedByName: name }),
  };
}

/** Labels and pages of carriers show the person's name and address; the number of the parcel stays. */
function blankShipment(
  { trackingUrl: _, postageLabel: __, formLabel: ___, tracker, ...shipment }: Shipment,
  person: Person,
): Shipment {
  return { ...redactStrings(shipment, person), ...(tracker !== undefined && { tracker }) };
}

/** Returns an item's additions without the person's answers. */
export function blankItemAdditions(additions: ReturnItemAdditions, person: Person): ReturnItemAdditions {
  const { multipleChoiceQuestions: _, ...rest } = additions;
  return redactStrings(rest, person);
}

/** Returns the view of a return, as an earlier version of it was shown, without its person. */
export function blankReturnView(view: Return, person: Person): Return {
  const { internalCreatedByName: _, exchange: __, shipment, shipments, dropoffs, tags, ...rest } = view;
  const { exchange, internalCreatedByName, statusReason, giftCards } = view;
  return {
    ...rest,
    source: { ...BLANK_CUSTOMER, mailingAddress: BLANK_ADDRESS },
    items: view.items.map(({ customerComment: _, multipleChoiceQuestions: __, ...item }) =>
      redactStrings(item, person),
    ),
    notes: [],
    // Earlier versions of the service showed no payouts.
    payouts: (view.payouts ?? []).map((payout) => blankTexts(payout, person)),
    ...(shipment && { shipment: blankShipment(shipment, person) }),
    ...(blankAdditions(
      {
        shipments,
        dropoffs,
        giftCards,
        tags,
        ...(exchange && { exchange }),
        ...(internalCreatedByName && { internalCreatedByName }),
        ...(statusReason && { statusReason }),
      },
      person,
    ) as Pick<Return, "shipments" | "dropoffs" | "giftCards" | "tags">),
  };
}

/** Returns the payload of a webhook without the return's person. */
export function blankWebhook(payload: ReturnWebhook, person: Person): ReturnWebhook {
  const { return: view, order } = payload;
  return { ...payload, return: blankReturnView(view, person), order: blankOrderView(order, person) };
}

/** Returns the view of a return's order without its person. */
function blankOrderView(view: ReturnOrder, person: Person): ReturnOrder {
  return {
    ...view,
    customer: BLANK_CUSTOMER,
    items: view.items.map(({ product: { imageUrl, name, ...product }, ...item }) => ({
      ...item,
      product: {
        ...{ name: redactText(name, person), ...product },
        ...(imageUrl && { imageUrl: redactUrl(imageUrl, person) }),
      },
    })),
  };
}

/** Ids, by which things are found, and the words of money and of the service, which a name may equal: `BOB` is a currency. */
const KEPT = /(?:ids?|^currency|^status|^provision)$/i;

/** Redacts every string of a JSON value, except those that are kept. */
function redactStrings<T>(value: T, person: Person, name = ""): T {
  if (typeof value === "string")
    return (KEPT.test(name) ? value : redactText(value, person, { names: true })) as T;
  if (Array.isArray(value)) return value.map((each) => redactStrings(each, person, name)) as T;
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, redactStrings(part, person, key)]);
  return Object.fromEntries(parts) as T;
}
