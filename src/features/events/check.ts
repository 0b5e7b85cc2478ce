import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import { findUnstorable } from "../../core/http/body/body.ts";
import { faultsOfPathId } from "../../core/http/body/body-faults.ts";
import { faultsOfNumbers } from "../../core/http/body/changed-numbers.ts";
import { validationErrorsOf } from "../../core/http/errors/validation-errors.ts";
import { type Fault, pointerTo } from "../../lib/problem.ts";
import { isLargerThan } from "../../lib/text.ts";
import { pickLocation } from "../customers/patch.ts";
import { CustomEvent, MAX_TEXT_BYTES } from "./schema.ts";

// Compiled with the first event: by then the formats are registered.
let check: TypeCheck<typeof CustomEvent> | undefined;

/** Where numbers are kept as they are sent. */
const KEPT = /^\/(?:data|customer\/customFields)\//;

/** Returns the faults of an event, which texts call `name`; an empty array when it is valid. */
export function faultsOfEvent(element: unknown, name?: string): Fault[] {
  check ??= TypeCompiler.Compile(CustomEvent);
  if (!check.Check(element)) return validationErrorsOf(check.Errors(element), "body", name);
  const unstorableFault = findUnstorable(pickStored(element), "");
  const faults = unstorableFault ? [unstorableFault] : [];
  return faults.concat(
    faultsOfCustomer(element),
    faultsOfData(element.data ?? {}),
    faultsOfNumbers(element, (pointer) => KEPT.test(pointer)),
  );
}

/** Returns the properties of an event that are stored; unknown ones are ignored without validation. */
function pickStored(event: CustomEvent): CustomEvent {
  const { eventName, customer, eventTimestamp, value, valueCurrency, uniqueId, data } = event;
  const { id, email, phoneNumber, firstName, lastName, location, customFields } = customer;
  return {
    eventName,
    customer: {
      id,
      email,
      phoneNumber,
      firstName,
      lastName,
      location: location && pickLocation(location),
      customFields,
    },
    eventTimestamp,
    value,
    valueCurrency,
    uniqueId,
    data,
  };
}

function faultsOfCustomer({ customer }: CustomEvent): Fault[] {
  if (customer.id || customer.email || customer.phoneNumber)
    return faultsOfPathId(customer.id, "/customer/id");
  return [{ detail: "customer needs an id, an email or a phoneNumber.", pointer: "/customer" }];
}

function faultsOfData(data: Record<string, unknown>): Fault[] {
  const faults: Fault[] = [];
  for (const key of Object.keys(data)) {
    const value = data[key];
    const detail = key === "$extra" ? faultOfExtra(value) : faultOfProperty(key, value);
    if (detail) faults.push({ detail, pointer: pointerTo("/data", key) });
  }
  return faults.slice(0, 20);
}

function faultOfExtra(value: unknown): string | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? undefined : "data.$extra must be an object.";
}

function faultOfProperty(key: string, value: unknown): string | undefined {
  if (typeof value === "object" && value !== null)
    return `data.${key} must be a string, a number, a boolean or a date.`;
  if (typeof value === "string" && isLargerThan(value, MAX_TEXT_BYTES))
    return `data.${key} may have at most 100 KB.`;
  return undefined;
}
