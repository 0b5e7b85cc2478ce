import { join } from "node:path";
import { createMetrics } from "../../src/platform/metrics/create-metrics.ts";

export type AlertRule = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; meaning: string; action: string };
};

type AlertFile = { groups: { name: string; rules: AlertRule[] }[] };

const OPERATE = join(import.meta.dir, "../../docs/operate");

/** Returns the rules of `docs/operate/alerts.yaml`. */
export async function alertRules(): Promise<AlertRule[]> {
  const file = Bun.YAML.parse(await Bun.file(join(OPERATE, "alerts.yaml")).text()) as AlertFile;
  return file.groups.flatMap(({ rules }) => rules);
}

/** Returns the `HELP` and `TYPE` of each metric that a service with the text format of Prometheus describes. */
export function metricsIn(text: string): { name: string; type: string; help: string }[] {
  const types = new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = "", type = ""]) => [name, type]),
  );
  return [...text.matchAll(/^# HELP (\w+) (.+)$/gm)].map(([, name = "", help = ""]) => ({
    name,
    type: types.get(name) ?? "",
    help: help.replaceAll("\\n", " "),
  }));
}

/** Returns `docs/operate/metrics.md`. */
export async function metricsPage(): Promise<string> {
  const metrics = createMetrics({
    connections: () => ({ inUse: 0, max: 0, waiting: 0 }),
    backlog: async () => [],
    database: async () => undefined,
    feedReaders: () => 0,
    ofProcess: true,
  });
  const all = metricsIn(await metrics.text());
  const own = all.filter(({ name }) => name.startsWith("aftersale_"));
  const ofRuntime = all.filter(({ name }) => !name.startsWith("aftersale_"));
  return `${METRICS_HEAD}\n\n## Of the service\n\n${table(own)}\n\n## Of the process\n\n${table(ofRuntime)}\n`;
}

/** Returns `docs/operate/alerts.md`. */
export async function alertsPage(): Promise<string> {
  const sections = (await alertRules()).map(
    ({ alert, labels, annotations: { summary, meaning, action } }) =>
      `## ${alert}\n\n${summary} (${labels.severity})\n\n- What it means: ${meaning}\n- What to do: ${action}`,
  );
  return `${ALERTS_HEAD}\n\n${sections.join("\n\n")}\n`;
}

function table(metrics: { name: string; type: string; help: string }[]): string {
  const rows = metrics
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, type, help }) => `| \`${name}\` | ${type} | ${help} |`);
  return ["| metric | type | meaning |", "|---|---|---|", ...rows].join("\n");
}

const METRICS_HEAD = `# Metrics

Written by \`bun run openapi\`. \`/metrics\` has Prometheus's text format; [alerts.yaml](alerts.yaml) and [dashboard.json](dashboard.json) use it.

- A label never holds what a client chose, a store or a webhook: the number of series is bounded.
- What is read from the database is the same in every process that shares it: use \`max\`, not \`sum\`. It is read when a scrape asks for it and
  the last reading is older than 15 seconds, over the connection for monitoring, one reading at a time. A scrape waits for it for a second
  at most; what could not be read in time is missing from that scrape. No query of it grows with the tables: it counts up to 50,000 rows,
  and takes Postgres's estimates beyond.`;

const ALERTS_HEAD = `# Alerts

Written by \`bun run openapi\` from [alerts.yaml](alerts.yaml), which Prometheus loads by \`rule_files\`. The limits are a beginning: set
them to what is normal for the shops that you serve.`;
