/** Units of a line, which is named as the consumer knows it. */
export type WithdrawnItem = { lineItemId: string; quantity: number };

/** `inReturn`: how many of them are in the return; missing where none was to be made. */
export type StatedItem = WithdrawnItem & { inReturn?: number };

/** What the end of a period was computed from; `deliveredAt` is null while a parcel is on its way. */
export type PeriodDocument = {
  days: number;
  deliveredAt: string | null;
  country: string | null;
  region: string | null;
  timeZone: string | null;
  lastDay: string | null;
  movedFrom: { day: string; reason: string }[];
};
