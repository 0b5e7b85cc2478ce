import { describe, expect, test } from "bun:test";
import { at, attributes, html, type PerReader } from "../../../src/faces/pages/html.ts";

const NASTY = `<img src=x onerror=alert(1)>"'&`;
const ESCAPED = "&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;";

describe("markup", () => {
  test("values are escaped in text, in attributes and in lists; only markup stands as it is", () => {
    const inner = html`<b>${NASTY}</b>`;
    expect(html`<p title="${NASTY}">${NASTY}${[inner, NASTY]}</p>`.text).toBe(
      `<p title="${ESCAPED}">${ESCAPED}<b>${ESCAPED}</b>${ESCAPED}</p>`,
    );
    expect(html`${undefined}${null}${false}${0}`.text).toBe("0");
    expect(html`<a ${attributes({ title: NASTY, hidden: true, id: false })}>x</a>`.text).toBe(
      `<a  title="${ESCAPED}" hidden>x</a>`,
    );
  });

  test("content that differs by who reads it is escaped where it stands, and asked for when the page is written", () => {
    const zone: PerReader = ({ timeZone }) => `${timeZone} ${NASTY}`;
    const page = html`<p title="${zone}" ${attributes({ lang: zone })}>${[zone, () => html`<b>${zone}</b>`]}</p>`;
    const text = `Asia/Tokyo ${ESCAPED}`;
    expect(page.textFor({ language: "de", locale: "de-AT", timeZone: "Asia/Tokyo" })).toBe(
      `<p title="${text}"  lang="${text}">${text}<b>${text}</b></p>`,
    );
    expect(page.text).toContain("<b>UTC ");
    expect(() => html`<a href="${() => "javascript:alert(1)"}">x</a>`.text).toThrow("run a script");
    expect(() => html`<p title="${() => html`<b></b>`}">`.text).toThrow("text or a number");
    expect(() => html`<p ${zone}>`).toThrow("attributes");
  });

  test("an object that looks like markup is not", () => {
    const parsed = JSON.parse('{"text":"<script>"}');
    expect(html`<p>${parsed}</p>`.text).toBe("<p>[object Object]</p>");
  });

  test("an address that could run a script or leave its scheme open is refused", () => {
    for (const url of [
      "javascript:alert(1)",
      " javascript:alert(1)",
      "data:text/html,x",
      "//host",
      "/\\host",
    ]) {
      expect(() => html`<a href="${url}">x</a>`).toThrow("run a script");
      expect(() => attributes({ href: url })).toThrow("run a script");
    }
    for (const url of ["/a?b=c", "#x", "?q=1", "https://example.test/a", "mailto:a@example.test", ""]) {
      expect(html`<a href="${url}">x</a>`.text).toContain("<a href=");
    }
    expect(at`/stores/${"a/b?c"}/x`).toBe("/stores/a%2Fb%3Fc/x");
  });

  test("a template with a value where escaping is not enough throws", () => {
    const templates = [
      () => html`<p class=${"x"}>`,
      () => html`<p class='${"x"}'>`,
      () => html`<${"p"}>`,
      () => html`<p ${"x"}>`,
      () => html`<p onclick="${"x"}">`,
      () => html`<p style="${"x"}">`,
      () => html`<script>${"x"}</script>`,
      () => html`<style>${"x"}</style>`,
      () => html`<!-- ${"x"} -->`,
      () => html`<p title="${html`<b></b>`}">`,
      () => attributes({ onclick: "x" }),
    ];
    for (const template of templates) expect(template).toThrow();
  });
});
