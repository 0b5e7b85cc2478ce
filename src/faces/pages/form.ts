import { readForm } from "../../core/http/body/form-body.ts";
import { type Fault, type Problem, problem } from "../../lib/problem.ts";
import { isStorableText } from "../../lib/text.ts";
import type { Label } from "./html.ts";

/** What a person has sent. */
export type Form = {
  /** The name of the act. */
  act: string;
  /** The value of a field, trimmed; empty if it is missing. */
  get(name: string): string;
  /** A value that is not trimmed, such as a password. */
  raw(name: string): string;
  /** The values, trimmed, of the fields whose names begin so. */
  beginning(name: string): string[];
  /** The values of a field that may occur several times, such as check boxes. */
  all(name: string): string[];
  /** An uploaded file; undefined without one. */
  file(name: string): File | undefined;
  token: string;
};

/**
 * What a form shows again after it failed. Of a form that wasn't sent everything is empty. `act` names the form
 * that failed.
 */
export type FormState = {
  act: string;
  value(name: string): string | undefined;
  all(name: string): string[];
  message: Label | undefined;
  faults: readonly Fault[];
  /** Called by the form that shows the message; a message that no form shows stands above the page. */
  claim(): void;
};

export const UNSENT: FormState = {
  act: "",
  value: () => undefined,
  all: () => [],
  message: undefined,
  faults: [],
  claim: () => {},
};

/** Reads a form of a request. Throws 413 when it is larger than `limit`, 400 when it can't be read. */
export async function formOf(request: Request, limit: number): Promise<Form> {
  const data = await readForm(request, limit);
  // The framework looks through all fields for each one.
  const fields = new Map<string, (string | File)[]>();
  for (const [name, value] of data) {
    if (typeof value === "string" && !isStorableText(value)) {
      throw problem("invalid_request", "A field has a character that can't be stored.");
    }
    const key = sentName(name);
    const others = fields.get(key);
    if (others) others.push(value);
    else fields.set(key, [value]);
  }
  const valuesOf = (name: string) => fields.get(sentName(name)) ?? [];
  const texts = (name: string) => valuesOf(name).filter((value) => typeof value === "string");
  const raw = (name: string) => texts(name)[0] ?? "";
  return {
    act: raw("_act"),
    token: raw("_token"),
    raw,
    get: (name) => raw(name).trim(),
    beginning: (name) =>
      [...fields.keys()].filter((key) => key.startsWith(name)).map((key) => raw(key).trim()),
    all: texts,
    file: (name) => {
      const [value] = valuesOf(name);
      return value instanceof File && value.size > 0 ? value : undefined;
    },
  };
}

/**
 * Returns a field's name as a browser sends it in a form of several parts (HTML, section 4.10.21.8). A name may have an id
 * of the merchant's, and not every runtime reads back what browsers escape.
 */
function sentName(name: string): string {
  return name.replaceAll(/\r\n|\r|\n/g, "%0D%0A").replaceAll('"', "%22");
}

/** Returns what a form shows after its act threw a problem. */
export function failedState(form: Form, { parts }: Problem, claim: () => void = () => {}): FormState {
  const faults = "errors" in parts ? (parts.errors ?? []) : [];
  return {
    act: form.act,
    value: (name) => form.raw(name),
    all: form.all,
    message: parts.detail,
    faults,
    claim,
  };
}

/** Returns the state for one of a page's forms: its own, if it is the one that failed. */
export function stateOf(state: FormState, act: string): FormState {
  return state.act === act ? state : UNSENT;
}
