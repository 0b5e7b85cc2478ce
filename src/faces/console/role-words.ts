import type { Role } from "../../platform/db/tables/people.ts";
import type { Plain } from "./texts/texts.ts";

/** What people read for each role, and what it may do. */
export const ROLE_WORDS: Record<Role, { title: Plain; may: Plain }> = {
  owner: { title: "Owner", may: "Everything, people included" },
  developer: { title: "Developer#role", may: "Everything but people and erasing customers" },
  support: { title: "Support", may: "Orders, returns with their refunds, and customers" },
  warehouse: { title: "Warehouse", may: "Returns and stock" },
  read_only: { title: "Read only", may: "Look, and change nothing" },
};
