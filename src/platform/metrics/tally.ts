import type { Metric, Registry } from "prom-client";

type Labels = Record<string, string | number>;

type Series = { labels: Labels; counts: number[]; count: number; sum: number };

type Options = { name: string; help: string; buckets: number[]; registry: Registry };

/** A histogram for what happens with every request: prom-client's checks the labels of each observation. */
export type Tally<Of extends Labels> = {
  observe(labels: Of, value: number): void;
  /** Adds a series without an observation. */
  add(labels: Of): void;
};

/** Creates a histogram; `keyOf` returns a text that differs for different labels. */
export function createTally<Of extends Labels>(
  { name, help, buckets, registry }: Options,
  keyOf: (labels: Of) => string,
): Tally<Of> {
  const all = new Map<string, Series>();

  function valuesOf({ labels, counts, count, sum }: Series) {
    let below = 0;
    const cumulative = buckets.map((le, i) => {
      below += counts[i] ?? 0;
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below };
    });
    return [
      ...cumulative,
      { metricName: `${name}_bucket`, labels: { le: "+Inf", ...labels }, value: count },
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    ];
  }

  const base = { name, help, type: "histogram", aggregator: "sum" };
  const get = async () => ({ ...base, values: [...all.values()].flatMap(valuesOf) });
  // Of a metric the registry uses nothing else.
  registry.registerMetric({ ...base, get } as unknown as Metric);

  function seriesOf(labels: Of): Series {
    const key = keyOf(labels);
    let series = all.get(key);
    if (!series) {
      series = { labels, counts: buckets.map(() => 0), count: 0, sum: 0 };
      all.set(key, series);
    }
    return series;
  }

  return {
    add: (labels) => void seriesOf(labels),
    observe: (labels, value) => {
      const series = seriesOf(labels);
      const bucket = buckets.findIndex((bound) => value <= bound);
      if (bucket >= 0) series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
      series.count++;
      series.sum += value;
    },
  };
}
