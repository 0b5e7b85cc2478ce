/** A line in whole numbers; `price` and `discount` are in tenths of the currency's smallest unit. */
export type Line = { quantity: number; price: number; discount: number };
export type Wanted = { line: number; quantity: number; credit: boolean };
export type Currency = keyof typeof DIGITS;
type Money = { amount: string; currency: Currency };

export const DIGITS = { JPY: 0, CLP: 0, USD: 2, EUR: 2, KWD: 3, TND: 3 };

/** Computes the values of an order's returns independently of the service, in whole numbers only. */
export function createMoneyModel(currency: Currency, lines: Line[]) {
  // The id of the return that holds each unit of each line. The lowest free units are taken first.
  const holders = lines.map(({ quantity }) => Array<string>(quantity).fill(""));
  const lineOf = (index: number): Line => lines[index] ?? { quantity: 1, price: 0, discount: 0 };

  return {
    /** Returns the units that each entry gets, or the status of the error response. */
    unitsFor(wanted: Wanted[]): number[][] | 400 | 409 {
      const free = holders.map((held) => [...held.keys()].filter((unit) => held[unit] === ""));
      const quantities = lines.map((_, i) => quantityOf(wanted.filter(({ line }) => line === i)));
      if (quantities.some((quantity, i) => quantity > lineOf(i).quantity)) return 400;
      if (quantities.some((quantity, i) => quantity > (free[i]?.length ?? 0))) return 409;
      return wanted.map(({ line, quantity }) => free[line]?.splice(0, quantity) ?? []);
    },
    hold(id: string, wanted: Wanted[], units: number[][]): void {
      for (const [i, { line }] of wanted.entries()) {
        for (const unit of units[i] ?? []) holders[line]?.splice(unit, 1, id);
      }
    },
    release(id: string): void {
      for (const held of holders) for (const [unit, by] of held.entries()) if (by === id) held[unit] = "";
    },
    /** Returns the units that are still free, per line. */
    rest(): Wanted[] {
      return holders
        .map((held, line) => ({ line, quantity: held.filter((by) => by === "").length, credit: false }))
        .filter(({ quantity }) => quantity > 0);
    },
    /** Returns the amounts that the API shows for a return of these units. */
    moneyFor(wanted: Wanted[], units: number[][]) {
      const values = wanted.map(({ line }, i) => partOf(lineOf(line), units[i] ?? []));
      const total = (credit: boolean) => sum(values.filter((_, i) => wanted[i]?.credit === credit));
      const shown = (minor: bigint): { amount: Money } => ({ amount: moneyOf(minor, currency) });
      return {
        items: values.map((value, i) => ({
          refund: { ...shown(value), type: wanted[i]?.credit ? "store_credit" : "refund" },
          productValueNoTaxNoAdjustment: shown(value),
        })),
        totals: {
          charge: shown(0n),
          exchange: shown(0n),
          refund: shown(total(false)),
          storeCredit: shown(total(true)),
        },
      };
    },
  };
}

/** V(n) = n x price - discount x n / ordered, rounded half up to the smallest unit. */
export function roundedValue({ quantity, price, discount }: Line, n: number): bigint {
  const numerator = BigInt(n) * (BigInt(price) * BigInt(quantity) - BigInt(discount));
  const denominator = 10n * BigInt(quantity);
  return (2n * numerator + denominator) / (2n * denominator);
}

export function moneyOf(minor: bigint, currency: Currency): Money {
  const digits = DIGITS[currency];
  const padded = String(minor).padStart(digits + 1, "0");
  const amount = digits === 0 ? padded : `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
  return { amount, currency };
}

/** Converts an amount of the API to smallest units. */
export function minorOf(money: { amount: string }): bigint {
  return BigInt(money.amount.replace(".", ""));
}

/** Converts tenths of the smallest unit to a JSON number. */
export function numberOf(tenths: number, currency: Currency): number {
  return Number(`${tenths}e-${DIGITS[currency] + 1}`);
}

export function sum(values: bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}

function partOf(line: Line, units: number[]): bigint {
  return sum(units.map((unit) => roundedValue(line, unit + 1) - roundedValue(line, unit)));
}

function quantityOf(wanted: Wanted[]): number {
  return wanted.reduce((total, { quantity }) => total + quantity, 0);
}
