import type { Return } from "../../../features/returns/schema.ts";
import { Problem } from "../../../lib/problem.ts";
import { at } from "../../pages/html.ts";
import type { Visit } from "../page.ts";

/** Returns a return of the store by what may be its id. */
export async function readIfKnown({ api }: Visit, id: string): Promise<Return | undefined> {
  try {
    return (await api.get<{ return: Return }>(at`/returns/${id}`)).return;
  } catch (error) {
    if (error instanceof Problem && error.parts.status === 404) return undefined;
    throw error;
  }
}
