import { escapeText } from "../../lib/escape-text.ts";
import type { Guide } from "./guides.ts";
import type { Group } from "./reference.ts";

const ABOUT =
  "Aftersale runs what happens in an online shop after the purchase: orders, returns, refunds, stock, and the messages about them.";

/** Returns the first page: what the service is, the guides, and the groups of the reference. */
export function home(guides: Guide[], groups: Group[]) {
  return {
    title: "Documentation",
    description: ABOUT,
    content: `<h1>Aftersale documentation</h1><p class="lead">${ABOUT} It is one HTTP and JSON API on a
machine of your own.</p>
<h2>Guides</h2><ul class="cards">${guides.map(guideCard).join("")}</ul>
<h2>API reference</h2><ul class="cards">${groups.map(groupCard).join("")}</ul>
<h2>The description for programs</h2><p>Client generators and other tools read the OpenAPI 3.1 description of all operations:
<a href="/openapi.json">/openapi.json</a> or <a href="/openapi.yaml">/openapi.yaml</a>.</p>`,
  };
}

function guideCard({ path, title, headings }: Guide): string {
  return card(path, title, headings.map((heading) => heading.title).join(" · "));
}

function groupCard({ path, title, description }: Group): string {
  return card(path, title, /^.*?[.!?](?= |$)/.exec(description)?.[0] ?? description);
}

function card(path: string, title: string, text: string): string {
  return `<li><a href="${path}"><b>${escapeText(title)}</b><span>${escapeText(text)}</span></a></li>`;
}
