import type { Sketch } from "./requests.ts";

/** The smallest picture. */
export const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** What there is in the store that requests go to, by the names that paths use, and more. */
export type World = Record<string, string>;

type Body = Record<string, unknown>;
type Grounding = (body: Body, world: World) => Body;

/**
 * What a valid request must say beyond its schema to be accepted: that its ids are those of something that is there, or
 * of something that isn't there yet, and what no schema can say.
 */
const BODIES: Record<string, Grounding> = {
  createOrder: (body, { locationId }) => ({
    ...body,
    orderId: crypto.randomUUID(),
    lineItems: distinct(body.lineItems),
    ...(body.locationId != null && { locationId }),
  }),
  fulfillOrder: (body) => ({
    ...body,
    ...(body.fulfillmentId != null && { fulfillmentId: crypto.randomUUID() }),
    lineItems: [{ id: "line-1", quantity: 1 }],
  }),
  createReturn: (body, { orderId }) => {
    const data = body.data as Body;
    const items = (data.items as Body[]).map((item) => ({ ...item, lineItemId: "line-1", quantity: 1 }));
    return { ...body, data: { ...data, externalOrderId: orderId, items } };
  },
  amendReturn: (body, { itemId }) => {
    const refund = { amount: { amount: "1.50", currency: "USD" }, type: "refund" };
    const items = (body.items as Body[] | undefined)?.slice(0, 1).map((item) => {
      return { ...item, id: itemId, ...(item.refund !== undefined && { refund }) };
    });
    return { ...body, ...(items && { items }) };
  },
  commentReturn: ({ comment }) => {
    const { message, image } = comment as Body;
    return {
      comment: image != null && message == null ? { image: PNG } : { message: `${message ?? "none"}` },
    };
  },
  ingestEvent: meaningful,
};

const PARAMETERS: Record<string, Partial<Sketch>> = {
  findCustomer: { query: { email: "known@example.test" } },
};

/** Valid requests that are refused, and rightly: what they ask for isn't there to be had any more. */
export const REFUSED_RIGHTLY: Record<string, number[]> = { changeReturnStatus: [409] };

/** A valid request of things that are in the store; the other kind goes out as it is, but to places that are there. */
export function grounded(sketch: Sketch, world: World): Sketch {
  const path = { ...world, ...sketch.path };
  if (!sketch.isValid) return { ...sketch, path };
  const { operationId } = sketch.operation;
  // A marker comes out of an answer alone, and a key is for one request alone.
  const { "X-Page-Continue": _, "Idempotency-Key": key, ...headers } = sketch.headers;
  const body = BODIES[operationId]?.(sketch.body as Body, world) ?? sketch.body;
  return {
    ...sketch,
    ...PARAMETERS[operationId],
    path,
    headers: { ...headers, ...(key && { "Idempotency-Key": crypto.randomUUID() }) },
    body,
  };
}

function distinct(lines: unknown): Body[] {
  return (lines as Body[]).map((line) => ({ ...line, id: crypto.randomUUID() }));
}

/** Somebody did something, and what is known of it can be counted. */
function meaningful(event: Body): Body {
  const { $extra, ...data } = (event.data ?? {}) as Body;
  const flat = Object.entries(data).filter(([, value]) => typeof value !== "object" || value === null);
  return {
    ...event,
    customer: { ...(event.customer as Body), id: `customer-${Math.floor(Math.random() * 1_000)}` },
    ...(event.data != null && { data: Object.fromEntries(flat) }),
  };
}
