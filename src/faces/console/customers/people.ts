import type { Customer } from "../../../features/customers/schema.ts";
import { Problem } from "../../../lib/problem.ts";
import { at, type Content, html } from "../../pages/html.ts";
import { breakable } from "../components/breakable.ts";
import { objectLink } from "../components/object-link.ts";
import type { Visit } from "../page.ts";
import { customerName } from "./list.ts";

export type People = ReadonlyMap<string, Customer>;

/** Returns the customers that ids are of. Those that are gone are missing. The reads share their statements. */
export async function peopleOf({ api, store }: Visit, ids: readonly string[]): Promise<People> {
  const found = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const path = at`/stores/${store.storeId}/customers/${id}`;
      return [id, await api.get<Customer>(path).catch(unlessMissing)] as const;
    }),
  );
  return new Map(found.flatMap(([id, customer]) => (customer ? [[id, customer] as const] : [])));
}

/** Returns who a customer is, as a link: the name and the address, or the id of one who is gone. */
export function personLink(visit: Visit, people: People, id: string): Content {
  const customer = people.get(id);
  const name = customer ? customerName(customer) : id;
  const email = customer?.email;
  return html`${objectLink(visit, "customer", id, name)}${email && email !== name && html`<small>${breakable(email)}</small>`}`;
}

/** An id that no path can have has no customer either. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Problem) || error.parts.status >= 500) throw error;
}
