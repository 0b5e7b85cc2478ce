import { newId } from "../../lib/ids.ts";
import type { Fault } from "../../lib/problem.ts";
import type { CustomFields } from "../../platform/db/tables/customers.ts";
import { addFields, type FieldSizes, sizesOf } from "./custom-fields.ts";
import type { LockedCustomer } from "./lock-customers.ts";
import { type CustomerPatch, type Identifier, identifiersOfPatch } from "./patch.ts";

/** The changes to write for one customer. */
export type CustomerChange = CustomerPatch & {
  customerId: string;
  /** Whether the customer replaces an identifier that it had before. */
  replacesEmail: boolean;
  replacesPhone: boolean;
};

export type Resolver = {
  /**
   * Applies a patch to the customer that its deciding identifier matches, or to a new one. Returns the
   * customer's id; undefined without an identifier; a fault, and no effect, when the patch can't be applied.
   */
  resolve(patch: CustomerPatch): string | undefined | Fault;
  /** Returns the changes of all patches so far, ordered by customer id. */
  changes(): CustomerChange[];
};

/** A customer after the patches so far. */
type Resolved = {
  id: string;
  previous: { emailKey: string | null; phoneNumber: string | null };
  emailKey: string | null;
  phoneNumber: string | null;
  fieldBytes: LockedCustomer["fieldBytes"];
  /** Once a patch has custom fields. */
  sizes?: FieldSizes;
  changes: CustomerPatch;
  customFields: Map<string, CustomFields[string]>;
  isChanged: boolean;
};

/**
 * Resolves patches in memory, one after the other: each sees the effect of those before. `locked` must be all
 * customers that hold an identifier of a patch.
 */
export function createResolver(locked: LockedCustomer[]): Resolver {
  const customers = new Map<string, Resolved>();
  const holders = new Map<string, string>();
  /** Where the identifiers of merged customers lead to. */
  const aliases = new Map<string, string>();
  for (const customer of locked) {
    customers.set(customer.id, resolvedOf(customer));
    if (customer.alias !== null) aliases.set(customer.alias, customer.id);
    if (customer.emailKey)
      holders.set(identifierKey({ by: "emailKey", value: customer.emailKey }), customer.id);
    if (customer.phoneNumber)
      holders.set(identifierKey({ by: "phoneNumber", value: customer.phoneNumber }), customer.id);
  }

  function holderOf(identifier: Identifier): string | undefined {
    const { by, value } = identifier;
    const own = by === "customerId" ? customers.has(value) && value : holders.get(identifierKey(identifier));
    return own || aliases.get(identifierKey(identifier));
  }

  /**
   * Assigns an identifier of a patch to a customer, unless it identifies another one, or is that of a merged customer in a
   * patch that doesn't name the customer itself: it then says who is meant, and not what is new.
   */
  function assign(
    customer: Resolved,
    by: "emailKey" | "phoneNumber",
    { [by]: value, customerId }: CustomerPatch,
  ): boolean {
    if (!value) return false;
    const key = identifierKey({ by, value });
    const holder = holderOf({ by, value });
    if (holder !== undefined && holder !== customer.id) return false;
    if (holders.get(key) === undefined && holder !== undefined && customerId !== customer.id) return false;
    const previous = customer[by];
    if (previous !== null) holders.delete(identifierKey({ by, value: previous }));
    holders.set(key, customer.id);
    customer[by] = value;
    return true;
  }

  return {
    resolve(patch) {
      const [deciding] = identifiersOfPatch(patch);
      if (!deciding) return undefined;
      const id = holderOf(deciding) ?? patch.customerId ?? newId("cus");
      const customer = customers.get(id) ?? newCustomer(id);
      const fault = patch.customFields && faultOf(customer, patch.customFields);
      if (fault) return fault;

      customers.set(id, customer);
      const { email, emailKey, phoneNumber } = patch;
      if (assign(customer, "emailKey", patch)) change(customer, { email, emailKey });
      if (assign(customer, "phoneNumber", patch)) change(customer, { phoneNumber });
      changeRest(customer, patch);
      return id;
    },
    changes: () =>
      [...customers.values()]
        .filter(({ isChanged }) => isChanged)
        .map(changeOf)
        .sort((a, b) => (a.customerId < b.customerId ? -1 : 1)),
  };
}

/** Returns a fault if the profile would exceed its limits with these fields. */
function faultOf(customer: Resolved, fields: CustomFields): Fault | undefined {
  customer.sizes ??= sizesOf(customer.fieldBytes);
  return addFields(customer.sizes, fields);
}

function change(customer: Resolved, values: CustomerPatch): void {
  Object.assign(customer.changes, values);
  customer.isChanged = true;
}

function changeRest(
  customer: Resolved,
  { firstName, lastName, location, customFields }: CustomerPatch,
): void {
  if (firstName !== undefined) change(customer, { firstName });
  if (lastName !== undefined) change(customer, { lastName });
  if (location) change(customer, { location: { ...customer.changes.location, ...location } });
  if (!customFields) return;
  for (const [name, value] of Object.entries(customFields)) customer.customFields.set(name, value);
  customer.isChanged = true;
}

function changeOf({ id, previous, emailKey, phoneNumber, changes, customFields }: Resolved): CustomerChange {
  return {
    ...changes,
    customerId: id,
    replacesEmail: previous.emailKey !== null && previous.emailKey !== emailKey,
    replacesPhone: previous.phoneNumber !== null && previous.phoneNumber !== phoneNumber,
    ...(customFields.size > 0 && { customFields: Object.fromEntries(customFields) }),
  };
}

function resolvedOf({ id, emailKey, phoneNumber, fieldBytes }: LockedCustomer): Resolved {
  return {
    id,
    previous: { emailKey, phoneNumber },
    emailKey,
    phoneNumber,
    fieldBytes,
    changes: {},
    customFields: new Map(),
    isChanged: false,
  };
}

function newCustomer(id: string): Resolved {
  const blank = { emailKey: null, phoneNumber: null, fieldBytes: null, alias: null };
  return { ...resolvedOf({ id, ...blank }), isChanged: true };
}

function identifierKey({ by, value }: Identifier): string {
  return `${by} ${value}`;
}
