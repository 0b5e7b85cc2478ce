import { isE164, isEmail } from "../../core/persons/person.ts";
import type { CustomerInput } from "../customers/patch.ts";
import type { OrderBody } from "./schema.ts";

/**
 * Returns an order's customer without an invalid e-mail address or phone number: shops take these as their
 * shoppers type them, the order keeps them, and they identify no one.
 */
export function identifyingFields({ customer }: OrderBody): CustomerInput {
  const { email, phoneNumber, ...rest } = customer ?? {};
  return {
    ...rest,
    email: email && isEmail(email) ? email : undefined,
    phoneNumber: phoneNumber && isE164(phoneNumber) ? phoneNumber : undefined,
  };
}
