import type { LineError } from "../../../platform/db/tables/import-columns.ts";
import type { StoredOrder } from "../schema.ts";
import type { SourceOrder, SyncedParcel } from "../upsert/from-shop.ts";

/** An order of a file as JSON. */
export type OrderRecord = {
  body: StoredOrder;
  updatedAt?: string;
  parcels?: ParcelRecord[];
  createdWithinMs?: number;
  /** Why the order is left out of a store that hasn't it. */
  unlessStored?: Omit<LineError, "line">;
};

type ParcelRecord = Omit<SyncedParcel, "fulfilledAt" | "deliveredAt"> & {
  fulfilledAt: string | null;
  deliveredAt: string | null;
};

/** An order of a file by its first line, or what is wrong with its lines. */
export type OrderEntry = { number: number; order: OrderRecord } | { number: number; errors: LineError[] };

/** Returns the entry of an order from which a line's errors are known. */
export function brokenEntry(number: number, detail: string, column?: string): OrderEntry {
  return { number, errors: [{ line: number, ...(column !== undefined && { column }), detail }] };
}

export function recordOf({ body, updatedAt, parcels }: SourceOrder): OrderRecord {
  return {
    body,
    ...(updatedAt && { updatedAt: updatedAt.toISOString() }),
    ...(parcels && {
      parcels: parcels.map((parcel) => ({
        ...parcel,
        fulfilledAt: parcel.fulfilledAt?.toISOString() ?? null,
        deliveredAt: parcel.deliveredAt?.toISOString() ?? null,
      })),
    }),
  };
}

export function sourceOf({ body, updatedAt, parcels, createdWithinMs }: OrderRecord): SourceOrder {
  const dateOf = (text: string | null) => (text === null ? null : new Date(text));
  return {
    body,
    ...{ isOfFile: true, createdWithinMs },
    updatedAt: updatedAt === undefined ? undefined : new Date(updatedAt),
    parcels: parcels?.map((parcel) => ({
      ...parcel,
      fulfilledAt: dateOf(parcel.fulfilledAt),
      deliveredAt: dateOf(parcel.deliveredAt),
    })),
  };
}
