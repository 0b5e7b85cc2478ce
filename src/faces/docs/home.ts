import { escapeText } from "../../lib/escape-text.ts";
import { anchorOf } from "./html.ts";
import { type DocsPage, partsOf } from "./page.ts";
import { firstSentence } from "./reference.ts";

const ABOUT =
  "Aftersale runs what happens in an online shop after the purchase: orders, returns, refunds, stock, and the messages about them.";

const FOR_PROGRAMS = `Client generators and other tools read the OpenAPI 3.1 description of all operations, webhooks included. Every page is
Markdown too, at its address with \`.md\`; /docs/llms.txt lists them.`;

/** Returns the first page: what the service is, and all others by the sections of the menu. */
export function home(sections: Map<string, DocsPage[]>): DocsPage {
  const lists = (make: (title: string, pages: DocsPage[]) => string) =>
    [...sections].map(([title, pages]) => make(title, pages)).join("\n\n");
  return {
    path: "/docs",
    title: "Documentation",
    section: "",
    description: ABOUT,
    text: () => `# Aftersale

> ${ABOUT} It is one HTTP and JSON API on a machine of your own.

${FOR_PROGRAMS}

${lists((title, pages) => `## ${title}\n\n${pages.map(lineOf).join("\n")}`)}

## The description for programs

- [OpenAPI, JSON](/openapi.json): all operations and webhooks
- [OpenAPI, YAML](/openapi.yaml): the same
`,
    content: () => `<h1>Aftersale documentation</h1><p class="lead">${ABOUT} It is one HTTP and JSON API on a
machine of your own.</p>
${lists((title, pages) => `<h2 id="${anchorOf(title)}">${title}</h2><ul class="cards">${pages.map(cardOf).join("")}</ul>`)}
<h2 id="the-description-for-programs">The description for programs</h2><p>${FOR_PROGRAMS.replace(/`([^`]+)`/g, "<code>$1</code>").replace("/docs/llms.txt", '<a href="/docs/llms.txt">/docs/llms.txt</a>')}
<a href="/openapi.json">/openapi.json</a> · <a href="/openapi.yaml">/openapi.yaml</a></p>`,
  };
}

function lineOf({ path, title, description }: DocsPage): string {
  return `- [${title}](${path}.md): ${firstSentence(description)}`;
}

function cardOf(page: DocsPage): string {
  const headings = partsOf(page.text()).filter(({ level }) => level === 2);
  const about =
    headings.length > 0
      ? headings.map(({ title }) => title).join("\u00a0· ")
      : firstSentence(page.description);
  return `<li><a href="${page.path}"><b>${escapeText(page.title)}</b><span>${escapeText(about)}</span></a></li>`;
}
