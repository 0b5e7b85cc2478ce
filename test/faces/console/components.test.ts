import { expect, test } from "bun:test";
import { details } from "../../../src/faces/console/components/card.ts";
import { columnChart } from "../../../src/faces/console/components/chart.ts";
import { filterOf, filters } from "../../../src/faces/console/components/filters.ts";
import { livePart } from "../../../src/faces/console/components/live-part.ts";
import { pager } from "../../../src/faces/console/components/pager.ts";
import { shownUrl } from "../../../src/faces/console/components/shown-url.ts";
import { timeline } from "../../../src/faces/console/components/timeline.ts";
import type { Visit } from "../../../src/faces/console/page.ts";
import { html } from "../../../src/faces/pages/html.ts";

const URL_OF_LIST = new URL("http://localhost/console/stores/demo/returns?status=open&after=abc");
const NOW = new Date("2026-03-02T10:00:00Z");

test("a pager keeps the filters of the address, and goes back to the first page", () => {
  const page = pager(URL_OF_LIST, "next/+")?.text;
  expect(page).toContain('href="/console/stores/demo/returns?status=open"');
  expect(page).toContain('href="/console/stores/demo/returns?status=open&amp;after=next%2F%2B"');
  expect(pager(new URL("http://localhost/console"), undefined)).toBeUndefined();
});

test("filters show what the address says, and an empty one is none", () => {
  const all = [
    { name: "status", label: "Status", type: "select" as const, options: [{ value: "open", title: "Open" }] },
    { name: "from", label: "From", type: "date" as const },
  ];
  const form = filters(URL_OF_LIST, all).text;
  expect(form).toContain('Status: <bdi class="chip-value">Open</bdi>');
  expect(form).toContain('<a class="chip-remove" href="/console/stores/demo/returns">');
  expect(form).toContain("<summary>From</summary>");
  expect([
    filterOf(URL_OF_LIST, "status"),
    filterOf(new URL("http://localhost/?status=+"), "status"),
  ]).toEqual(["open", undefined]);
});

test("a timeline says when, what and by whom", () => {
  const entries = [{ at: "2026-03-02T07:00:00Z", title: "Received", by: "Ada <b>", body: "Two boxes" }];
  const list = timeline(entries, NOW).text;
  expect(list).toContain("3 hours ago");
  expect(list).toContain("<bdi>Ada &lt;b&gt;</bdi>");
});

test("a live part asks for its own page again", () => {
  const part = livePart({ url: URL_OF_LIST } as Visit, "queue", details([["Waiting", html`<b>3</b>`]])).text;
  expect(part).toContain('hx-get="/console/stores/demo/returns?status=open&amp;after=abc"');
  expect(part).toContain('hx-select="#queue"');
  expect(part).toContain("<dt>Waiting</dt><dd><b>3</b></dd>");
});

test.each([
  [0, ["1", "0"]],
  [1, ["1", "0"]],
  [2, ["2", "1", "0"]],
  [7, ["8", "4", "0"]],
  [11, ["20", "10", "0"]],
  [99, ["100", "50", "0"]],
  [101, ["200", "100", "0"]],
  [2_000, ["2K", "1K", "0"]],
  [10_000, ["10K", "5K", "0"]],
])("the axis of a chart whose highest column is %d has round numbers, and holds it", (value, ticks) => {
  const column = { label: "May 1", value, text: `${value} returns`, other: { value: 1, text: "1 before" } };
  const { text } = columnChart("Returns", [column], {
    from: "May 1",
    until: "May 2",
    names: ["now", "before"],
  });
  const [, axis = ""] = /class="chart-axis"[^>]*>(.*?)<\/ol>/s.exec(text) ?? [];
  expect([...axis.matchAll(/<li>([^<]*)/g)].map(([, tick]) => tick)).toEqual(ticks);
  const heights = [...text.matchAll(/ y="([^"]*)" height="([^"]*)"/g)].map(([, y, height]) => [
    Number(y),
    Number(height),
  ]);
  for (const [y = -1, height = -1] of heights)
    expect([y >= 0, height > 0, y + height]).toEqual([true, true, 100]);
  expect(text).toContain(`aria-label="May 1: ${value} returns, 1 before"`);
});

test.each([
  ["https://a.example/hooks/returns", "https://a.example/hooks/returns"],
  ["https://a.example", "https://a.example"],
  ["https://a.example/?token=s3cret", "https://a.example/?token=•••"],
  ["https://a.example/x?key=1&flag&a=b#part", "https://a.example/x?key=•••&flag&a=•••"],
  ["https://a.example/x?s3crets3crets3crets3cret", "https://a.example/x?•••"],
  [
    "https://a.example/services/T00000000/B0/aB3aB3aB3aB3aB3aB3aB3",
    "https://a.example/services/T00000000/B0/•••",
  ],
  ["https://a.example/a-very-long-name-of-a-receiver", "https://a.example/a-very-long-name-of-a-receiver"],
])("%s is shown as %s", (url, shown) => expect(shownUrl(url)).toBe(shown));
