import { describe, expect, test } from "bun:test";
import type { Call } from "./history/call.ts";
import { type Checked, check } from "./history/check/check.ts";
import { soundHistory } from "./history/sound-history.ts";
import type { ReturnState, Row, State, StreamState } from "./history/state.ts";
import { VIOLATION_KINDS, type ViolationKind } from "./history/violation.ts";

type Plant = (world: { calls: Call[]; state: State; checked: Checked }) => void;

/** Returns the call with this number; `sound-history.ts` lists them. */
const callOf = (calls: Call[], number: number) => calls[number - 1] as Call;
const rowOf = (state: State, mark: string) => state.rows.find((row) => row.mark === mark) as Row;
const returnOf = (state: State) => state.returns[0] as ReturnState;
const streamOf = (state: State) => state.streams[0] as StreamState;
const drop = <T>(list: T[], one: T | undefined) => list.splice(list.indexOf(one as T), 1);
const lastName = (state: State) => state.registers[1] as { value: unknown };

/** For each kind of violation, a minimal fault that causes it. */
const PLANTS: Record<ViolationKind, Plant> = {
  "failed with 5xx": ({ calls }) => Object.assign(callOf(calls, 3), { status: 500 }),
  "503 without Retry-After": ({ calls }) => Object.assign(callOf(calls, 3), { status: 503 }),
  "401 for a valid secret": ({ calls }) =>
    Object.assign(callOf(calls, 16), { outcome: "refused", status: 401 }),
  "a process crashed": ({ state }) => state.crashes.push("api-1 ended by itself with 1"),
  "work still pending": ({ state }) => state.pending.push("3 events to deliver"),
  "acknowledged, but not found": ({ calls }) =>
    Object.assign(callOf(calls, 16), { outcome: "refused", status: 404 }),
  "acknowledged, but not read": ({ calls }) => Object.assign(callOf(calls, 16), { missing: ["m-1"] }),
  "acknowledged, but lost": ({ state }) => drop(state.rows, rowOf(state, "m-1")),
  "acknowledged, but another row exists": ({ calls }) =>
    Object.assign(callOf(calls, 7), { outcome: "done", status: 200 }),
  "answered with another id": ({ calls }) => Object.assign(callOf(calls, 10), { answerId: "ret-2" }),
  "replaced by a later request": ({ state }) => Object.assign(rowOf(state, "s-1"), { mark: "s-2" }),
  "row exists twice": ({ state }) => state.rows.push({ ...rowOf(state, "e-1"), id: "8" }),
  "row exists, but was never sent": ({ state }) => state.rows.push({ ...rowOf(state, "e-1"), mark: "e-9" }),
  "refused, but row exists": ({ state }) => state.rows.push({ ...rowOf(state, "e-1"), mark: "e-4" }),
  "half of a request is stored": ({ state }) => drop(state.rows, rowOf(state, "e-6")),
  "in another store": ({ state }) => Object.assign(rowOf(state, "m-1"), { store: 1 }),
  "another store's object reached": ({ calls }) =>
    Object.assign(callOf(calls, 19), { outcome: "done", status: 200 }),
  "another store's text read": ({ calls }) => Object.assign(callOf(calls, 16), { foreign: "sign-1-" }),
  "another store's event received": ({ state }) => state.merchants[0]?.seen.push("Store sign-1"),
  "a written value is lost": ({ state }) => Object.assign(lastName(state), { value: undefined }),
  "a value that was never written": ({ state }) => Object.assign(lastName(state), { value: "x" }),
  "an older value was read": ({ calls }) =>
    Object.assign(callOf(calls, 16), { reads: [{ register: "ret-1 tags", value: "t-1" }] }),
  "an older value is stored": ({ state }) => Object.assign(state.registers[0] ?? {}, { value: "a" }),
  "an identifier of two customers": ({ state }) =>
    state.customers.push({ store: 0, id: "customer-2", email: "c@example.test", phone: null }),
  "one identifier, two customers": ({ state }) =>
    Object.assign(rowOf(state, "e-5"), { customer: "customer-2" }),
  "an identifier not held by its customer": ({ state }) =>
    Object.assign(state.customers[0] ?? {}, { email: null }),
  "an identifier held by another customer": ({ state }) => {
    Object.assign(state.customers[0] ?? {}, { phone: null });
    state.customers.push({ store: 0, id: "customer-2", email: null, phone: "+491" });
  },
  "a number has changed": ({ state }) => Object.assign(state.numbers[0] ?? {}, { number: 2 }),
  "a number of two objects": ({ state }) =>
    state.numbers.push({ store: 0, kind: "return", object: "ret-2", number: 1 }),
  "history with a gap": ({ state }) => Object.assign(returnOf(state).history[1] ?? {}, { from: "delivered" }),
  "illegal transition": ({ state }) => Object.assign(returnOf(state).history[1] ?? {}, { to: "in_review" }),
  "status differs from history": ({ state }) => Object.assign(returnOf(state), { status: "open" }),
  "refused change in the history": ({ state }) =>
    returnOf(state).history.push({ from: "in_transit", to: "open", by: "client-1", requestId: "q-2" }),
  "acknowledged change not in the history": ({ state }) => returnOf(state).history.pop(),
  "change twice in the history": ({ state }) =>
    returnOf(state).history.push({ from: "in_transit", to: "in_transit", by: "client-1", requestId: "q-1" }),
  "another change in the history": ({ state }) =>
    Object.assign(returnOf(state).history[1] ?? {}, { to: "delivered" }),
  "change that no request made": ({ state }) =>
    returnOf(state).history.push({ from: "in_transit", to: "flagged", by: "client-1", requestId: "q-9" }),
  "a unit returned twice": ({ state }) =>
    state.returns.push({
      ...{ ...returnOf(state), id: "ret-2" },
      items: [{ id: "item-2", lineId: "1", units: [[1, 2]], type: "refund" }],
    }),
  "more units than were ordered": ({ state }) => returnOf(state).items[0]?.units.push([2, 4]),
  "more units fulfilled than were ordered": ({ state }) =>
    state.orders[0]?.fulfilled.push({ lineId: "1", quantity: 2 }),
  "money is wrong": ({ state }) => Object.assign(returnOf(state).shown ?? {}, { refund: 1_934 }),
  "stock does not add up": ({ state }) => state.items[0]?.levels.push(1),
  "a gap in a stream": ({ state }) => streamOf(state).events.splice(2, 1),
  "two events with one time": ({ state }) => {
    const [first, second] = streamOf(state).events;
    Object.assign(second ?? {}, { at: first?.at });
  },
  "not delivered": ({ state }) => Object.assign(streamOf(state).events[4] ?? {}, { state: "pending" }),
  "never received": ({ state }) => streamOf(state).arrivals.pop(),
  "delivered, but never accepted": ({ state }) =>
    Object.assign(streamOf(state).arrivals[4] ?? {}, { taken: undefined }),
  "received, but never published": ({ state }) => streamOf(state).events.pop(),
  "received out of order": ({ state }) => streamOf(state).arrivals.reverse(),
  overtaken: ({ state }) => Object.assign(streamOf(state).arrivals[2] ?? {}, { taken: 450 }),
  "altered by a retry": ({ state }) => Object.assign(streamOf(state).arrivals[2] ?? {}, { isAltered: true }),
  "a change without an event": ({ state }) => streamOf(state).events.pop(),
  "more events than changes": ({ calls }) => drop(calls, callOf(calls, 13)),
  "the last payload differs": ({ state }) =>
    Object.assign(streamOf(state).arrivals[4] ?? {}, { content: "something else" }),
};

function kindsAfter(plant: Plant): ViolationKind[] {
  const checked = soundHistory();
  plant({ ...checked, checked });
  return check(checked).map(({ kind }) => kind);
}

test("a history without a fault has no violation", () => {
  expect(check(soundHistory())).toEqual([]);
});

describe("the checker names", () => {
  for (const kind of VIOLATION_KINDS) {
    test(kind, () => {
      expect(kindsAfter(PLANTS[kind])).toContain(kind);
    });
  }
});

describe("the checker accepts", () => {
  const accepted: Record<string, Plant> = {
    "a request of unknown outcome that took effect": ({ state }) =>
      state.rows.push({ ...rowOf(state, "e-1"), mark: "e-3", id: "3" }),
    "either of two values whose requests overlapped": ({ calls, state }) => {
      Object.assign(callOf(calls, 14), { end: callOf(calls, 15).start + 1 });
      Object.assign(callOf(calls, 16), { reads: [] });
      Object.assign(state.registers[2] ?? {}, { value: "t-1" });
    },
    "a value of unknown outcome in the place of a later one": ({ calls, state }) => {
      Object.assign(callOf(calls, 14), { outcome: "unknown", status: 0 });
      Object.assign(state.registers[2] ?? {}, { value: "t-1" });
    },
    "an event that is discarded before the next one leaves": ({ state }) => {
      Object.assign(streamOf(state).events[1] ?? {}, { state: "discarded" });
      Object.assign(streamOf(state).arrivals[1] ?? {}, { taken: undefined });
    },
  };
  for (const [name, plant] of Object.entries(accepted)) {
    test(name, () => {
      expect(kindsAfter(plant)).toEqual([]);
    });
  }

  test("the units of a deleted return in another one", () => {
    const plant: Plant = ({ state }) =>
      state.returns.push({ ...returnOf(state), id: "ret-2", status: "deleted", history: [] });
    expect(kindsAfter(plant)).not.toContain("a unit returned twice");
  });
});
