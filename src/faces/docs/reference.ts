import type { Document } from "../../core/openapi/document.ts";
import type { DescribedOperation } from "../../core/openapi/operation.ts";
import { escapeText } from "../../lib/escape-text.ts";
import type { Schemas } from "./fields.ts";
import { anchorOf } from "./html.ts";
import { type Known, renderMarkdown } from "./markdown.ts";
import { operationPage } from "./operation-page.ts";
import { addressOf } from "./operation-parts.ts";
import { operationText } from "./operation-text.ts";
import { type DocsPage, plainOf } from "./page.ts";

/** An operation with the address of its page, or a webhook with its topic. */
export type Listed = DescribedOperation & { page: string; topic?: string };

/** The operations of one tag. */
export type Group = { path: string; title: string; description: string; operations: Listed[] };

/** The parts of the description that the pages show. */
export type Shown = Document & {
  tags: { name: string; description: string }[];
  components: { schemas: Schemas; headers: Record<string, { description: string }> };
};

/** Returns the operations and webhooks by their tags, in the order of the tags. */
export function groupsOf({ tags, paths, webhooks }: Shown): Group[] {
  const operations = [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ ...one, method: method.toUpperCase(), path })),
    ),
    ...Object.entries(webhooks).map(([topic, { post }]) => {
      return { ...post, topic, method: "POST", path: "", isWebhook: true };
    }),
  ] as Omit<Listed, "page">[];
  return tags.map(({ name, description }) => {
    const path = `/docs/reference/${anchorOf(name)}`;
    const own = operations.filter(({ tags: [tag] }) => tag === name);
    return {
      path,
      title: name,
      description,
      operations: own.map((one) => ({ ...one, page: `${path}/${one.operationId}` })),
    };
  });
}

/** Returns the page of a group, which lists its operations, and the pages of these. */
export function pagesOfGroup(group: Group, schemas: Schemas, known: Known): DocsPage[] {
  const { path, title, description, operations } = group;
  const list: DocsPage = {
    path,
    title,
    section: "API reference",
    isList: true,
    description,
    text: () => `# ${title}\n\n${description}\n\n${operations.map(lineOf).join("\n")}\n`,
    content: () =>
      `<h1>${title}</h1>${renderMarkdown(description, known)}<ul class="contents">${operations.map(itemOf).join("")}</ul>`,
  };
  const pages = operations.map((operation) => ({
    path: operation.page,
    title: operation.summary,
    section: title,
    description: firstSentence(plainOf(operation.description)),
    group: path,
    text: () => operationText(operation, schemas),
    content: () => operationPage(operation, schemas, known),
  }));
  return [list, ...pages];
}

function lineOf(operation: Listed): string {
  return `- [${operation.summary}](${operation.page}.md): \`${addressOf(operation)}\``;
}

function itemOf({ operationId, method, summary, page, description }: Listed): string {
  return `<li id="${operationId}"><span class="method ${method.toLowerCase()}">${method}</span>
<a href="${page}">${escapeText(summary)}</a><p>${escapeText(firstSentence(plainOf(description)))}</p></li>`;
}

/** Returns the first sentence of a text. */
export function firstSentence(text: string): string {
  return /^[\s\S]*?[.!?:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}
