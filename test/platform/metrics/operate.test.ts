import { expect, test } from "bun:test";
import { join } from "node:path";
import { SETTING_NAMES } from "../../../src/platform/config/setting-names.ts";
import { alertRules, alertsPage, metricsIn, metricsPage } from "../../client/operate-pages.ts";
import { useProcess, useService } from "../../support/use-service.ts";

type Dashboard = { title: string; panels: { title: string; targets: { expr: string }[] }[] };

const OPERATE = join(import.meta.dir, "../../../docs/operate");
const RENEW = "run `bun run openapi` and commit what it writes";
/** Words of PromQL, and the series that Prometheus itself makes. */
const NOT_OURS = new Set(["up"]);

const service = useService({ hasIdleQueues: true });
const running = useProcess(service);

test("docs/operate/metrics.md names every metric of /metrics, and at least 30 of them are documented", async () => {
  const page = await Bun.file(join(OPERATE, "metrics.md")).text();
  expect((await metricsPage()) === page, RENEW).toBe(true);
  const served = await scrape();
  const names = metricsIn(served).map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(30);
  expect(names.filter((name) => !page.includes(`| \`${name}\` |`))).toEqual([]);
  expect(names.filter((name) => !/^(?:aftersale|process|nodejs)_[a-z0-9_]+$/.test(name))).toEqual([]);
});

test("docs/operate/alerts.md and alerts.yaml agree, and each alert says what it means and what to do", async () => {
  expect((await alertsPage()) === (await Bun.file(join(OPERATE, "alerts.md")).text()), RENEW).toBe(true);
  const rules = await alertRules();
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations } of rules) {
    expect(alert).toMatch(/^Aftersale[A-Z]/);
    expect(["warning", "critical"]).toContain(labels.severity);
    for (const text of [annotations.summary, annotations.meaning, annotations.action])
      expect(text).toMatch(/\.$/);
  }
});

test("alerts and dashboard use only metrics that /metrics has", async () => {
  const served = metricsIn(await scrape());
  const known = new Set([
    ...served.map(({ name }) => name),
    ...served
      .filter(({ type }) => type === "histogram")
      .flatMap(({ name }) => ["bucket", "count", "sum"].map((suffix) => `${name}_${suffix}`)),
    ...NOT_OURS,
  ]);
  const dashboard: Dashboard = await Bun.file(join(OPERATE, "dashboard.json")).json();
  const expressions = [
    ...(await alertRules()).map(({ expr }) => expr),
    ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  expect(dashboard.panels.length).toBeGreaterThan(20);
  expect(expressions.map((expr) => seriesIn(expr).length).filter((count) => count === 0)).toEqual([]);
  expect(expressions.flatMap(seriesIn).filter((name) => !known.has(name))).toEqual([]);
});

test("compose.yaml is YAML, and names only settings that the service has", async () => {
  const text = await Bun.file(join(OPERATE, "compose.yaml")).text();
  const { services } = Bun.YAML.parse(text) as { services: { aftersale: { environment: object } } };
  const names = Object.keys(services.aftersale.environment);
  expect(names.slice(0, 2)).toEqual(["DATABASE_URL", "ENCRYPTION_KEY"]);
  expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([]);
});

test("the metrics of the database have values, and are read once for many scrapes", async () => {
  // With cells a metric of a database has their label too.
  const text = (await scrape()).replaceAll(/\{cell="\w+"\}|,cell="\w+"/g, "");
  for (const sample of [
    /^aftersale_database_size_bytes [1-9]/m,
    /^aftersale_database_server_sessions\{state="idle"\} [1-9]/m,
    /^aftersale_database_table_bytes\{table="returns"\} [1-9]/m,
    /^aftersale_webhook_events_pending 0$/m,
    /^aftersale_stores 0$/m,
    /^aftersale_build_info\{version="\d+\.\d+\.\d+",runtime="Bun\/[\d.]+"\} 1$/m,
    /^process_resident_memory_bytes [1-9]/m,
    /^nodejs_eventloop_lag_p99_seconds [\d.]+/m,
  ]) {
    expect(text).toMatch(sample);
  }
});

async function scrape(): Promise<string> {
  return (await fetch(`${running.origin}/metrics`)).text();
}

/** Returns the names of series in an expression of PromQL, without its labels, functions and keywords. */
function seriesIn(expr: string): string[] {
  const bare = expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without|on) ?\([^)]*\)/g, "");
  return [...bare.matchAll(/\b([a-z][a-z0-9_]+)\b(?! *\()/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !["and", "or", "unless"].includes(name));
}
