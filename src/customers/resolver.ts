import type { CustomFields } from "../db/tables/customers.ts";
import { newId } from "../lib/ids.ts";
import type { Fault } from "../lib/problem.ts";
import { addFields, type FieldSizes, sizesOf } from "./custom-fields.ts";
import type { LockedCustomer } from "./lock-customers.ts";
import { type CustomerPatch, type Identifier, identifiersOf } from "./patch.ts";

/** What is to be written of one customer: only what patches say. */
export type CustomerChange = CustomerPatch & {
  customerId: string;
  /** Identifiers that the customer had and gives up for others. */
  leavesEmail: boolean;
  leavesPhone: boolean;
};

export type Resolver = {
  /**
   * Applies a patch to the customer whom its deciding identifier means, who is made when there is none. Returns the
   * customer's id, undefined when nothing identifies one, or why the patch can't be applied; then it has no effect.
   */
  resolve(patch: CustomerPatch): string | undefined | Fault;
  /** Everything that the patches so far change, in the order of the customers' ids. */
  changes(): CustomerChange[];
};

/** A customer as the patches so far leave it. */
type Resolved = {
  id: string;
  before: { emailKey: string | null; phoneNumber: string | null };
  emailKey: string | null;
  phoneNumber: string | null;
  sizes: FieldSizes;
  said: CustomerPatch;
  customFields: Map<string, CustomFields[string]>;
  isChanged: boolean;
};

/**
 * Resolves patches in memory, one after the other: each sees what those before it did. `held` must be all customers who hold
 * an identifier of one of them, locked.
 */
export function createResolver(held: LockedCustomer[]): Resolver {
  const customers = new Map<string, Resolved>();
  const holders = new Map<string, string>();
  for (const one of held) {
    customers.set(one.id, resolvedOf(one));
    if (one.emailKey) holders.set(keyOf({ by: "emailKey", value: one.emailKey }), one.id);
    if (one.phoneNumber) holders.set(keyOf({ by: "phoneNumber", value: one.phoneNumber }), one.id);
  }

  function holderOf(identifier: Identifier): string | undefined {
    if (identifier.by !== "customerId") return holders.get(keyOf(identifier));
    return customers.has(identifier.value) ? identifier.value : undefined;
  }

  /** Takes an identifier over unless another customer has it. */
  function take(customer: Resolved, by: "emailKey" | "phoneNumber", value: string): boolean {
    const key = keyOf({ by, value });
    const holder = holders.get(key);
    if (holder !== undefined && holder !== customer.id) return false;
    const before = customer[by];
    if (before !== null) holders.delete(keyOf({ by, value: before }));
    holders.set(key, customer.id);
    customer[by] = value;
    return true;
  }

  return {
    resolve(patch) {
      const [deciding] = identifiersOf(patch);
      if (!deciding) return undefined;
      const id = holderOf(deciding) ?? patch.customerId ?? newId("cus");
      const customer = customers.get(id) ?? newCustomer(id);
      const fault = patch.customFields && addFields(customer.sizes, patch.customFields);
      if (fault) return fault;

      customers.set(id, customer);
      const { email, emailKey, phoneNumber } = patch;
      if (emailKey && take(customer, "emailKey", emailKey)) say(customer, { email, emailKey });
      if (phoneNumber && take(customer, "phoneNumber", phoneNumber)) say(customer, { phoneNumber });
      sayMore(customer, patch);
      return id;
    },
    changes: () =>
      [...customers.values()]
        .filter(({ isChanged }) => isChanged)
        .map(changeOf)
        .sort((a, b) => (a.customerId < b.customerId ? -1 : 1)),
  };
}

function say(customer: Resolved, replaced: CustomerPatch): void {
  Object.assign(customer.said, replaced);
  customer.isChanged = true;
}

function sayMore(customer: Resolved, { firstName, lastName, location, customFields }: CustomerPatch): void {
  if (firstName !== undefined) say(customer, { firstName });
  if (lastName !== undefined) say(customer, { lastName });
  if (location) say(customer, { location: { ...customer.said.location, ...location } });
  if (!customFields) return;
  for (const [name, value] of Object.entries(customFields)) customer.customFields.set(name, value);
  customer.isChanged = true;
}

function changeOf({ id, before, emailKey, phoneNumber, said, customFields }: Resolved): CustomerChange {
  return {
    ...said,
    customerId: id,
    leavesEmail: before.emailKey !== null && before.emailKey !== emailKey,
    leavesPhone: before.phoneNumber !== null && before.phoneNumber !== phoneNumber,
    ...(customFields.size > 0 && { customFields: Object.fromEntries(customFields) }),
  };
}

function resolvedOf({ id, emailKey, phoneNumber, fieldBytes }: LockedCustomer): Resolved {
  return {
    id,
    before: { emailKey, phoneNumber },
    emailKey,
    phoneNumber,
    sizes: sizesOf(fieldBytes),
    said: {},
    customFields: new Map(),
    isChanged: false,
  };
}

function newCustomer(id: string): Resolved {
  return { ...resolvedOf({ id, emailKey: null, phoneNumber: null, fieldBytes: null }), isChanged: true };
}

function keyOf({ by, value }: Identifier): string {
  return `${by} ${value}`;
}
