import type { ReturnPatch } from "../../../features/returns/additions-schema.ts";
import type { Return } from "../../../features/returns/schema.ts";
import { type Fault, invalid } from "../../../lib/problem.ts";
import type { Form } from "../../pages/form.ts";
import type { PerReader } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";

/** The units of an item that are judged one by one; more are judged together. */
const MAX_SINGLE = 12;
/** Of a return's units that a page asks about. */
const MAX_ASKED = 100;

type Item = Return["items"][number];
type ItemPatch = NonNullable<ReturnPatch["items"]>[number];

/** A unit, or all units of an item that has many. */
export type Unit = { item: Item; number: number; count: number; name: string };

/** Returns what the warehouse is asked about: each unit of a return. `rest` is the number of units left out. */
export function unitsOf({ items }: Return): { units: Unit[]; rest: number } {
  const all = items.flatMap((item, position) => {
    const isSingle = item.quantity <= MAX_SINGLE;
    const count = isSingle ? 1 : item.quantity;
    return Array.from({ length: isSingle ? item.quantity : 1 }, (_, i) => ({
      ...{ item, count, number: i + 1 },
      name: `${position}-${i}`,
    }));
  });
  return { units: all.slice(0, MAX_ASKED), rest: Math.max(0, all.length - MAX_ASKED) };
}

/** Names which of an item's units it is; nothing for the only one. */
export function unitText({ item, number, count }: Unit): PerReader | undefined {
  if (count > 1) return say("{count} unit | {count} units", { count });
  return item.quantity > 1 ? say("unit {number} of {all}", { number, all: item.quantity }) : undefined;
}

export type Judged = { unit: Unit; isReceived: boolean; grade: string; outcome: string };

/** How the warehouse says how good a unit is. */
export const GRADES = ["A", "B", "C", "D"];

/** Returns what a form says of each unit; of one that it says nothing of, nothing is known. */
export function judgedUnits(shown: Return, form: Form): Judged[] {
  return unitsOf(shown).units.flatMap((unit) => {
    const received = form.get(`received-${unit.name}`);
    const [grade, outcome] = [form.get(`grade-${unit.name}`), form.get(`outcome-${unit.name}`)];
    if (!["yes", "no"].includes(received) && grade === "" && outcome === "") return [];
    // What has a grade or an outcome is there.
    return { unit, isReceived: received !== "no", grade, outcome };
  });
}

/** Throws 400 unless a form says of each unit that it is missing, or its grade: beside each that lacks one. */
export function requireJudged(shown: Return, form: Form): void {
  const faults = unitsOf(shown).units.flatMap(({ name }): Fault[] => {
    const received = form.get(`received-${name}`);
    if (received === "no" || GRADES.includes(form.get(`grade-${name}`))) return [];
    return received === "yes"
      ? [{ detail: "Choose a grade.", pointer: unitPointer(name, "grade") }]
      : [{ detail: "Is it there, or missing?", pointer: unitPointer(name, "received") }];
  });
  const [first, ...more] = faults;
  if (first) throw invalid(first, ...more);
}

/** Returns the place of the faults of a question about a unit. */
export function unitPointer(name: string, question: "received" | "grade"): string {
  return `/units/${name}/${question}`;
}

/**
 * Returns the change of the return's items: one assessment per unit, and as grade and outcome of an item what its
 * received units have.
 */
export function itemPatches(judged: Judged[], person: string): ItemPatch[] {
  const ofItem = Map.groupBy(judged, ({ unit }) => unit.item);
  return [...ofItem].map(([item, units]) => {
    const received = units.filter(({ isReceived }) => isReceived);
    const distinct = (values: string[]) => [...new Set(values.filter(Boolean))].join(", ");
    const grade = distinct(received.map(({ grade }) => grade));
    const outcome = distinct(received.map(({ outcome }) => outcome));
    return {
      id: item.id,
      ...(grade && { grade }),
      // What is missing has no outcome that an earlier look may have found.
      ...(outcome ? { outcome } : received.length === 0 && { outcome: null }),
      assessments: units.map(({ unit, isReceived, grade, outcome }) => ({
        assignedUser: { name: person },
        responses: [
          {
            type: unit.count > 1 ? "units" : "unit",
            value: String(unit.count > 1 ? unit.count : unit.number),
          },
          { type: "received", value: isReceived ? "yes" : "no" },
          ...(isReceived && grade ? [{ type: "grade", value: grade }] : []),
          ...(isReceived && outcome ? [{ type: "disposition", value: outcome }] : []),
        ],
      })),
    };
  });
}
