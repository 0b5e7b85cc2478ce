import type { Call } from "../call.ts";
import type { ReturnState, State, StreamState } from "../state.ts";
import type { Violation, ViolationKind } from "../violation.ts";

/**
 * A webhook gets one event for each change of a return, in order: sequences 1, 2, 3 without a gap. First
 * attempts are in that order, each after the previous event was accepted or discarded. The last payload
 * equals the return.
 */
export function checkStreams(
  calls: Call[],
  { returns, streams }: Pick<State, "returns" | "streams">,
): Violation[] {
  const changes = Map.groupBy(
    calls.filter(({ change }) => change),
    ({ change }) => change?.returnId ?? "",
  );
  const untouched = new Map(
    streams.filter(({ isUntouched }) => isUntouched).map((stream) => [stream.returnId, stream]),
  );
  return [
    ...streams.flatMap(checkOrder),
    ...returns.flatMap((one) => [
      ...checkCount(one, untouched.get(one.id), changes.get(one.id) ?? []),
      ...checkLast(one, untouched.get(one.id)),
    ]),
  ];
}

function checkOrder(stream: StreamState): Violation[] {
  const violations: Violation[] = [];
  const { returnId, webhookId, events, arrivals, isUntouched } = stream;
  const add = (kind: ViolationKind, what: string) =>
    violations.push({ kind, text: `${returnId} at ${webhookId}: ${what}` });
  const bySequence = new Map(arrivals.map((arrival) => [arrival.sequence, arrival]));
  for (const [i, { sequence, state, at }] of events.entries()) {
    const before = events[i - 1];
    if (sequence !== i + 1) add("a gap in a stream", `${sequence} comes after ${before?.sequence ?? 0}`);
    if (state !== "delivered" && state !== "discarded") add("not delivered", `${sequence} is ${state}`);
    const arrival = bySequence.get(sequence);
    if (!arrival) add("never received", `${sequence} is ${state}`);
    if (state === "delivered" && arrival && arrival.taken === undefined) {
      add("delivered, but never accepted", `${sequence} after ${arrival.attempts} attempts`);
    }
    if (isUntouched && before && Date.parse(at) <= Date.parse(before.at)) {
      add("two events with one time", `${sequence} at ${at}, ${before.sequence} at ${before.at}`);
    }
  }
  for (const [i, arrival] of arrivals.entries()) {
    const { sequence, first, isAltered } = arrival;
    const before = arrivals[i - 1];
    if (sequence > events.length) add("received, but never published", `${sequence} of ${events.length}`);
    if (isAltered) add("altered by a retry", `${sequence}`);
    if (sequence !== (before?.sequence ?? 0) + 1) {
      add("received out of order", `${sequence} came after ${before?.sequence ?? 0}`);
    }
    if (!isUntouched || !before) continue;
    const isOver = before.taken !== undefined && before.taken <= first;
    if (!isOver && events[i - 1]?.state !== "discarded") {
      add("overtaken", `${sequence} came at ${Math.round(first)} ms, before ${before.sequence} was taken`);
    }
  }
  return violations;
}

/** There is one event per acknowledged change, and at most one per change with an unknown outcome. */
function checkCount({ id }: ReturnState, stream: StreamState | undefined, calls: Call[]): Violation[] {
  const certain = new Set<string>();
  const possible = new Set<string>();
  for (const { outcome, change, effects, number } of calls) {
    const name = effects?.[0]?.group ?? String(number);
    if (change?.event === "never" || outcome === "refused") continue;
    possible.add(name);
    if (outcome === "done" && change?.event === "once") certain.add(name);
  }
  // The creation adds one event.
  const least = certain.size + 1;
  const most = possible.size + 1;
  const count = stream?.events.length ?? 0;
  if (count >= least && count <= most) return [];
  const text = `${id}: ${count} events of ${least} to ${most} changes`;
  return [{ kind: count < least ? "a change without an event" : "more events than changes", text }];
}

function checkLast({ id, shown }: ReturnState, stream: StreamState | undefined): Violation[] {
  const last = stream?.arrivals.toSorted((a, b) => a.sequence - b.sequence).at(-1);
  if (!shown || !last || last.content === shown.content) return [];
  return [{ kind: "the last payload differs", text: `${id}: ${last.sequence} is not what is read` }];
}
