import type { Schema } from "../components.ts";
import type { Document } from "../document.ts";
import type { DescribedOperation } from "../operation.ts";
import { anchorOf, escapeHtml } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";
import { namesIn, objectSection, operationSection } from "./operation-page.ts";

/** A page of the reference: the operations of one tag, and the objects that they take and return. */
export type Group = {
  path: string;
  title: string;
  description: string;
  operations: DescribedOperation[];
  objects: string[];
  content: () => string;
};

/** The parts of the description that the pages show. */
type Shown = Document & {
  tags: { name: string; description: string }[];
  components: { schemas: Record<string, Schema> };
};

/** Returns the pages of the reference, in the order of the tags. `drawings` are those in descriptions. */
export function groupsOf(document: Document, drawings: Record<string, string>): Group[] {
  const { tags, paths, webhooks, components } = document as Shown;
  const operations = [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => ({ ...one, method: method.toUpperCase(), path })),
    ),
    ...Object.values(webhooks).map(({ post }) => ({ ...post, method: "POST", path: "", isWebhook: true })),
  ] as DescribedOperation[];
  return tags.map(({ name, description }) => {
    const own = operations.filter(({ tags: [tag] }) => tag === name);
    const objects = [...namesIn(own, components.schemas)].sort();
    const sections = () => [
      ...own.map((operation) => operationSection(operation, drawings)),
      `<h2 id="objects">Objects</h2>`,
      ...objects.map((object) => objectSection(object, components.schemas[object] ?? {})),
    ];
    const contents = own.map(({ operationId, summary, method }) => {
      const mark = `<span class="method ${method.toLowerCase()}">${method}</span>`;
      return `<li>${mark} <a href="#${operationId}">${escapeHtml(summary)}</a></li>`;
    });
    const content =
      () => `<h1>${name}</h1>${renderMarkdown(description)}<ul class="contents">${contents.join("")}</ul>
${sections().join("\n")}`;
    return {
      path: `/docs/reference/${anchorOf(name)}`,
      title: name,
      description,
      operations: own,
      objects,
      content,
    };
  });
}
