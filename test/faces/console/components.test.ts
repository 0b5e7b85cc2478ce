import { expect, test } from "bun:test";
import { details } from "../../../src/faces/console/components/card.ts";
import { filterOf, filters } from "../../../src/faces/console/components/filters.ts";
import { livePart } from "../../../src/faces/console/components/live-part.ts";
import { pager } from "../../../src/faces/console/components/pager.ts";
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
  expect(form).toMatch(/<option value="open"\s+selected>Open</);
  expect(form).toContain(">Clear<");
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
