import { expect, test } from "bun:test";
import { createConflicts } from "./change-feed/conflicts.ts";

/** Conflicts on a clock that goes on by one at each beginning and end. */
function conflicts() {
  let time = 0;
  return createConflicts(() => ++time);
}

const onReturn = (status: string) => ({ operation: "PUT status", object: "r", status });
const onOrder = { operation: "POST /returns", object: "o" };

test("a return that already has the status explains a refusal of it, and one that certainly lost it doesn't", () => {
  const { begin, unexplained, counts } = conflicts();
  begin(onReturn("open"))("refused", "return_transition_refused");
  expect(unexplained()).toEqual([]);
  begin(onReturn("flagged"))("answered");
  begin(onReturn("flagged"))("refused", "return_transition_refused");
  expect(unexplained()).toEqual([]);
  begin(onReturn("open"))("refused", "return_transition_refused");
  expect(unexplained()).toEqual(["PUT status to open of r was refused: 409 return_transition_refused"]);
  expect(counts()).toEqual({ "PUT status return_transition_refused": 3 });
});

test("a change whose response was lost, or that runs at the same time, explains a refusal", () => {
  const { begin, unexplained } = conflicts();
  const running = begin(onReturn("flagged"));
  begin(onReturn("flagged"))("refused", "return_transition_refused");
  running("answered");
  begin(onReturn("open"))("unknown");
  begin(onReturn("open"))("refused", "return_transition_refused");
  expect(unexplained()).toEqual([]);
});

test("a change that was itself refused, or that began later, explains nothing", () => {
  const { begin, unexplained } = conflicts();
  begin(onReturn("flagged"))("refused", "return_transition_refused");
  begin(onReturn("flagged"))("refused", "return_transition_refused");
  begin(onReturn("flagged"))("answered");
  expect(unexplained()).toHaveLength(2);
});

test("both units of an order's line have to be taken by others before one is refused", () => {
  for (const [taken, faults] of [
    [1, 1],
    [2, 0],
  ] as const) {
    const { begin, unexplained } = conflicts();
    for (let i = 0; i < taken; i++) begin(onOrder)("answered");
    begin({ ...onOrder, object: "another" })("answered");
    begin(onOrder)("refused", "units_not_returnable");
    expect(unexplained()).toHaveLength(faults);
  }
});

test("nothing explains that a new id is in use, or an unexpected code", () => {
  const { begin, unexplained } = conflicts();
  for (const code of ["already_exists", "idempotency_key_in_use"]) {
    begin(onOrder)("answered");
    begin(onOrder)("refused", code);
  }
  expect(unexplained()).toHaveLength(2);
});
