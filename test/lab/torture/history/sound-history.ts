import type { Act, Call } from "./call.ts";
import type { Checked } from "./check/check.ts";
import { customerRegister } from "./operations/reads.ts";
import type { Arrival } from "./receiver.ts";
import type { State } from "./state.ts";

const STORE_IDS = ["sto-0", "sto-1"];
const CUSTOMER = "customer-1";

/** A call of a history without a fault; calls are sequential and acknowledged by default. */
type Made = Partial<Call> & Omit<Act, "store">;

const firstName = customerRegister("sto-0", CUSTOMER, "firstName");
const all = { id: CUSTOMER, email: "c@example.test", phone: "+491" };

const event = (mark: string, patch: object, more: object = {}): Made => ({
  operation: "POST events",
  effects: [{ kind: "event", mark, group: mark, ...more }],
  patches: [{ kind: "event", mark, fields: {}, ...patch }],
});
const onReturn = (operation: string, to: string[], requestId: string, row: "once" | "never"): Made => ({
  ...{ operation, known: "ret-1", requestId },
  change: { returnId: "ret-1", to, row, event: "once" },
});

const CALLS: Made[] = [
  event("e-1", { ...all, fields: { firstName: "a" } }),
  event("e-2", { email: all.email, fields: { firstName: "b" } }),
  { ...event("e-3", { phone: all.phone }), outcome: "unknown", status: 0 },
  { ...event("e-4", {}), outcome: "refused", status: 400 },
  {
    operation: "POST events/bulk",
    effects: [
      { kind: "event", mark: "e-5", group: "e-5" },
      { kind: "event", mark: "e-6", group: "e-6" },
      { kind: "rejection", mark: "r-1", group: "r-1" },
    ],
    patches: [
      { kind: "event", mark: "e-5", id: CUSTOMER, fields: { lastName: "c" } },
      { kind: "event", mark: "e-6", id: CUSTOMER, fields: { lastName: "d" } },
    ],
    ...{ outcome: "unknown", status: 0 },
  },
  {
    ...{ operation: "POST orders", answerId: "ord-1" },
    effects: [{ kind: "order", mark: "o-1", group: "order-1" }],
    patches: [{ kind: "order", mark: "o-1", id: CUSTOMER, fields: {} }],
  },
  {
    operation: "POST orders",
    effects: [{ kind: "order", mark: "o-2", group: "order-1" }],
    ...{ outcome: "refused", status: 409 },
  },
  {
    ...{ operation: "POST fulfillments", known: "order-1", answerId: "ful-1" },
    effects: [{ kind: "fulfillment", mark: "f-1", group: "f-1" }],
  },
  {
    ...{ operation: "POST returns", answerId: "ret-1" },
    effects: [{ kind: "return", mark: "b-1", group: "key-1" }],
  },
  {
    ...{ operation: "POST returns", answerId: "ret-1" },
    effects: [{ kind: "return", mark: "b-1", group: "key-1" }],
  },
  onReturn("PUT status in_transit", ["in_transit"], "q-1", "once"),
  { ...onReturn("PUT status open", ["open"], "q-2", "once"), outcome: "refused", status: 409 },
  {
    ...onReturn("POST comment", [], "q-3", "never"),
    effects: [{ kind: "comment", mark: "m-1", group: "m-1" }],
  },
  { ...onReturn("PATCH return", [], "q-4", "never"), writes: [{ register: "ret-1 tags", value: "t-1" }] },
  { ...onReturn("PATCH return", [], "q-5", "never"), writes: [{ register: "ret-1 tags", value: "t-2" }] },
  { operation: "GET return", known: "ret-1", reads: [{ register: "ret-1 tags", value: "t-2" }] },
  {
    operation: "POST storefront/events",
    effects: [{ kind: "storefront", mark: "s-1", group: "w-1", swallowed: true }],
  },
  {
    operation: "POST storefront/events",
    effects: [{ kind: "storefront", mark: "s-2", group: "w-1", swallowed: true }],
  },
  { operation: "trespass", mustFail: true, outcome: "refused", status: 404 },
  { operation: "GET customers", known: all.email, reads: [{ register: firstName, value: "b" }] },
  { operation: "GET details", known: "ret-1", numbers: [{ kind: "return", object: "ret-1", number: 1 }] },
];

/** Returns a new copy of a history without a fault and its final state, for tests to modify. */
export function soundHistory(): Checked {
  const calls = CALLS.map((made, i): Call => {
    const requestId = `request-${i + 1}`;
    return {
      ...{ number: i + 1, client: "client-1", process: "api-1", store: 0, start: i * 10, end: i * 10 + 5 },
      ...{ outcome: "done", status: 200, requestId, ...structuredClone(made) },
    };
  });
  return { calls, storeIds: STORE_IDS, state: soundState() };
}

function soundState(): State {
  const row = { store: 0, customer: CUSTOMER };
  return {
    rows: [
      { ...row, kind: "event", mark: "e-1", id: "1" },
      { ...row, kind: "event", mark: "e-2", id: "2" },
      { ...row, kind: "event", mark: "e-5", id: "5" },
      { ...row, kind: "event", mark: "e-6", id: "6" },
      { kind: "rejection", store: 0, mark: "r-1", id: "7" },
      { ...row, kind: "order", mark: "o-1", id: "ord-1" },
      { kind: "fulfillment", store: 0, mark: "f-1", id: "ful-1" },
      { kind: "return", store: 0, mark: "b-1", id: "ret-1" },
      { kind: "comment", store: 0, mark: "m-1", id: "com-1" },
      { kind: "storefront", store: 0, mark: "s-1", id: "w-1" },
    ],
    orders: [
      {
        ...{ store: 0, id: "ord-1", externalId: "order-1", fulfilled: [{ lineId: "1", quantity: 2 }] },
        lines: [{ id: "1", quantity: 3, price: 1_000, discount: 100 }],
      },
    ],
    returns: [
      {
        ...{ store: 0, id: "ret-1", orderId: "ord-1", status: "in_transit", mark: "b-1" },
        history: [
          { from: null, to: "open", by: "client-1", requestId: "request-9" },
          { from: "open", to: "in_transit", by: "client-1", requestId: "q-1" },
        ],
        items: [{ id: "item-1", lineId: "1", units: [[0, 2]], type: "refund" }],
        shown: {
          ...{ status: "in_transit", content: "read", refund: 1_933, storeCredit: 0 },
          items: [{ id: "item-1", quantity: 2, value: 1_933, refund: 1_933 }],
        },
      },
    ],
    customers: [{ store: 0, id: CUSTOMER, email: all.email, phone: all.phone }],
    items: [{ store: 0, product: "tee", quantity: 3, levels: [1, 2] }],
    streams: [
      {
        ...{ store: 0, webhookId: "whk-1", returnId: "ret-1", isUntouched: true },
        events: [1, 2, 3, 4, 5].map((sequence) => ({ sequence, state: "delivered", at: momentOf(sequence) })),
        arrivals: [1, 2, 3, 4, 5].map(arrivalOf),
      },
    ],
    registers: [
      { register: firstName, value: "b" },
      { register: customerRegister("sto-0", CUSTOMER, "lastName"), value: "d" },
      { register: "ret-1 tags", value: "t-2" },
    ],
    numbers: [{ store: 0, kind: "return", object: "ret-1", number: 1 }],
    merchants: [{ token: "untouched-sign-0", expected: "Store sign-0", seen: ["Store sign-0"] }],
    ...{ pending: [], crashes: [] },
  };
}

function momentOf(sequence: number): string {
  return new Date(1_700_000_000_000 + sequence).toISOString();
}

function arrivalOf(sequence: number): Arrival {
  const first = sequence * 100;
  return {
    ...{ sequence, at: momentOf(sequence), first, taken: first + 10, attempts: 1, digest: `d-${sequence}` },
    ...{ content: sequence === 5 ? "read" : `c-${sequence}`, isAltered: false },
  };
}
