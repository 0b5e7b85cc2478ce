import { SCOPES, type Scope } from "../../core/scopes.ts";
import type { Role } from "../../platform/db/tables/people.ts";

/** What only people may do, because no API secret may have it: make secrets, and let people in. */
export type Right = "clients" | "people";

type Rights = { title: string; may: string; scopes: readonly Scope[]; rights: readonly Right[] };

const READING = SCOPES.filter((scope) => scope.endsWith("_read"));

/** What each role may do: the scopes of the API's operations, and rights that only people have. */
export const ROLES: Record<Role, Rights> = {
  owner: {
    title: "Owner",
    may: "Everything, people included",
    scopes: SCOPES,
    rights: ["clients", "people"],
  },
  developer: {
    title: "Developer",
    may: "Everything but people and erasing customers",
    scopes: SCOPES.filter((scope) => scope !== "customers_erase"),
    rights: ["clients"],
  },
  support: {
    title: "Support",
    may: "Orders, returns with their refunds, and customers",
    scopes: [
      "store_read",
      "customers_read",
      "orders_read",
      "orders_write",
      "returns_read",
      "returns_write",
      "refunds_write",
      "inventory_read",
    ],
    rights: [],
  },
  warehouse: {
    title: "Warehouse",
    may: "Returns and stock",
    scopes: [
      "store_read",
      "orders_read",
      "returns_read",
      "returns_write",
      "inventory_read",
      "inventory_write",
    ],
    rights: [],
  },
  read_only: { title: "Read only", may: "Look, and change nothing", scopes: READING, rights: [] },
};

export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** Returns the role of this name. */
export function roleOf(name: string): Role | undefined {
  return ROLE_NAMES.find((role) => role === name);
}

/** Whether a role lacks something that another one allows. */
export function allowsLess(role: Role, other: Role): boolean {
  const [mine, wanted] = [ROLES[role], ROLES[other]];
  return (
    wanted.scopes.some((scope) => !mine.scopes.includes(scope)) ||
    wanted.rights.some((right) => !mine.rights.includes(right))
  );
}
