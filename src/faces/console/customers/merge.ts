import type { CustomerMerge } from "../../../features/erasure/merge/schema.ts";
import { invalid, Problem } from "../../../lib/problem.ts";
import type { Form, FormState } from "../../pages/form.ts";
import { at, type Markup } from "../../pages/html.ts";
import { button } from "../components/button.ts";
import { card } from "../components/card.ts";
import { form } from "../components/form.ts";
import type { Redirect, Visit } from "../page.ts";
import { say } from "../texts/texts.ts";

/** Merges the page's customer into the one that was named, and shows that one. */
export async function mergeCustomer(visit: Visit, input: Form): Promise<Redirect> {
  const { api, store, params } = visit;
  const path = at`/stores/${store.storeId}/customers/${params.customerId ?? ""}/merge`;
  const merged = api.post<CustomerMerge>(path, { into: input.get("into") });
  const { into } = await merged.catch((error) => {
    throw besideField(error);
  });
  return {
    to: at`/customers/${into}`,
    notice: say("Merged. Events, orders and returns follow within a minute."),
  };
}

/** Which customer can't be merged into is said beside the field that names it. */
function besideField(error: unknown): unknown {
  if (!(error instanceof Problem) || ![404, 409].includes(error.parts.status)) return error;
  return invalid({ detail: error.parts.detail, pointer: "/into" });
}

/** Returns the form that merges a customer into another. */
export function mergeCard(visit: Visit, state: FormState): Markup {
  const fields = [
    { name: "into", label: say("Id of the customer to keep"), type: "text", required: true } as const,
  ];
  const buttons = button(say("Merge"), { look: "danger" });
  return card(form(visit, { act: "merge", fields, state, buttons }), {
    title: say("Merge into another customer"),
    lead: say("The other one keeps its profile and gets the rest of this one. This can't be undone."),
  });
}
