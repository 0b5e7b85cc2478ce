import { type Call, endOf, type Patch, shown } from "../call.ts";
import type { CustomerState, State } from "../state.ts";
import type { Violation } from "../violation.ts";

/** A patch that was recorded for a customer, and the time in which it took effect. */
type Recorded = { call: Call; patch: Patch; customer: string; start: number; end: number };

type Identifier = { by: "id" | "email" | "phone"; value: string };

/**
 * Each identifier belongs to one customer. All patches that are resolved by an identifier are recorded for
 * the same customer, who has it. If one patch mentions an identifier before any other does, its customer gets
 * the identifier.
 */
export function checkCustomers(calls: Call[], state: Pick<State, "rows" | "customers">): Violation[] {
  const all = recordedOf(calls, state);
  const holders = holdersOf(state.customers);
  const ofDeciding = Map.groupBy(all, ({ call, patch }) => keyOf(call.store, decidingOf(patch)));
  const mentions = Map.groupBy(
    all.flatMap((one) => identifiersOf(one.patch).map((identifier) => ({ one, identifier }))),
    ({ one, identifier }) => keyOf(one.call.store, identifier),
  );
  return [
    ...sharedIdentifiers(state.customers),
    ...[...ofDeciding].flatMap(([key, group]) => checkDeciding(key, group, holders.get(key))),
    ...[...mentions].flatMap(([key, group]) =>
      checkFirst(
        key,
        group.map(({ one }) => one),
        holders.get(key),
      ),
    ),
  ];
}

function sharedIdentifiers(customers: CustomerState[]): Violation[] {
  const held = customers.flatMap((customer) => keysHeld(customer).map((key) => ({ key, customer })));
  return [...Map.groupBy(held, ({ key }) => key)]
    .filter(([, group]) => group.length > 1)
    .map(([key, group]) => ({
      kind: "an identifier of two customers",
      text: `${key} is held by ${group.map(({ customer }) => customer.id).join(" and ")}`,
    }));
}

function checkDeciding(key: string, group: Recorded[], holder: string | undefined): Violation[] {
  const customers = [...new Set(group.map(({ customer }) => customer))];
  const [first] = group;
  if (!first) return [];
  if (customers.length > 1) {
    const owners = customers
      .map((id) => group.find((one) => one.customer === id))
      .flatMap((one) => one ?? []);
    const text = owners.map(({ customer, call }) => `${customer} by ${shown(call)}`).join("; ");
    return [{ kind: "one identifier, two customers", text: `${key} meant ${text}` }];
  }
  if (holder === first.customer) return [];
  const text = `${key} meant ${first.customer} and is held by ${holder ?? "no customer"}; ${shown(first.call)}`;
  return [{ kind: "an identifier not held by its customer", text }];
}

/** Checks the first mention of an identifier if it had ended before any other started. */
function checkFirst(key: string, group: Recorded[], holder: string | undefined): Violation[] {
  const [first, ...others] = group.toSorted((a, b) => a.start - b.start);
  if (!first || others.some(({ start, patch }) => start <= first.end && patch !== first.patch)) return [];
  if (holder === first.customer) return [];
  const text = `${key} was given to ${first.customer} and is held by ${holder ?? "no customer"}; ${shown(first.call)}`;
  return [{ kind: "an identifier held by another customer", text }];
}

function recordedOf(calls: Call[], { rows }: Pick<State, "rows">): Recorded[] {
  const customers = new Map(rows.map(({ kind, mark, customer }) => [`${kind} ${mark}`, customer]));
  const byName = new Map<string, Recorded>();
  for (const call of calls) {
    if (call.outcome === "refused") continue;
    for (const patch of call.patches ?? []) {
      const name = `${patch.kind} ${patch.mark}`;
      const customer = customers.get(name);
      if (!customer) continue;
      const one = byName.get(name) ?? { call, patch, customer, start: call.start, end: endOf(call) };
      one.end = Math.min(one.end, endOf(call));
      byName.set(name, one);
    }
  }
  return [...byName.values()];
}

/** Returns the identifiers of a patch, the deciding one first. Addresses of movers identify no customer. */
function identifiersOf({ id, email, phone, moves }: Patch): Identifier[] {
  return [
    ...(id === undefined ? [] : [{ by: "id", value: id } as const]),
    ...(email === undefined || moves ? [] : [{ by: "email", value: email } as const]),
    ...(phone === undefined ? [] : [{ by: "phone", value: phone } as const]),
  ];
}

function decidingOf(patch: Patch): Identifier {
  return identifiersOf(patch)[0] ?? { by: "id", value: "" };
}

function holdersOf(customers: CustomerState[]): Map<string, string> {
  return new Map(customers.flatMap((customer) => keysHeld(customer).map((key) => [key, customer.id])));
}

function keysHeld({ store, id, email, phone }: CustomerState): string[] {
  const identifiers: Identifier[] = [
    { by: "id", value: id },
    ...(email === null ? [] : [{ by: "email", value: email } as const]),
    ...(phone === null ? [] : [{ by: "phone", value: phone } as const]),
  ];
  return identifiers.map((identifier) => keyOf(store, identifier));
}

function keyOf(store: number, { by, value }: Identifier): string {
  return `${by} ${value} of store ${store}`;
}
