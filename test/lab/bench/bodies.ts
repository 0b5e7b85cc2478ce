/** The number of customers of the events, over all stores. */
export const CUSTOMERS = 10_000;

/** Returns how many customers each of several stores has. */
export function customersPerStore(stores: number): number {
  return Math.ceil(CUSTOMERS / stores);
}

/**
 * Returns event `number` of a run as JSON: a typical shop event with a unique id and five properties. Stores get
 * the events in turn.
 */
export function eventBody(run: string, number: number, stores = 1): string {
  const customer = `customer-${(Math.floor(number / stores) * 7919) % customersPerStore(stores)}`;
  // Concatenated for speed: the load generator shares the machine with the service that is measured.
  return (
    `{"eventName":"Order shipped","customer":{"id":"${customer}","email":"${customer}@example.test"},` +
    `"eventTimestamp":"2026-03-02T10:00:00Z","value":12.5,"valueCurrency":"USD","uniqueId":"${run}-${number}",` +
    `"data":{"carrier":"ups","parcels":${1 + (number % 5)},"express":${number % 2 === 0},` +
    `"promisedAt":"2026-03-05T18:00:00+01:00","total":${(number % 10_000) / 100 + 1}}}`
  );
}

/** Returns the body of a bulk request of `size` events. */
export function bulkBody(run: string, number: number, size: number): string {
  const events = Array.from({ length: size }, (_, i) => eventBody(run, number * size + i));
  return `{"events":[${events.join(",")}]}`;
}
