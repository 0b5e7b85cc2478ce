import type { OrderBody } from "../../orders/schema.ts";

/** Returns the address that an order was shipped to as that from which a return comes; parts that it lacks are empty. */
export function senderAddress(shipping: OrderBody["shipping"]) {
  const { address1, address2, city, province, postalCode, country } = shipping?.address ?? {};
  return {
    ...{ line1: address1 ?? "", line2: address2 ?? "", city: city ?? "" },
    ...{ state: province ?? "", postalCode: postalCode ?? "", country: country ?? "" },
  };
}
