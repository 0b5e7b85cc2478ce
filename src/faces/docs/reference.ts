import type { Schema } from "../../core/openapi/components.ts";
import type { Document } from "../../core/openapi/document.ts";
import type { DescribedOperation } from "../../core/openapi/operation.ts";
import { escapeText } from "../../lib/escape-text.ts";
import { nameOf, type Schemas } from "./fields.ts";
import { anchorOf } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";
import { bodyOf, namesIn, objectSection, operationSection } from "./operation-page.ts";

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
    const sections = () => {
      const bodies = ownBodies(own, objects, components.schemas);
      return [
        ...own.map((operation) => operationSection(operation, { drawings, bodies })),
        `<h2 id="objects">Objects</h2>`,
        ...objects
          .filter((object) => !(object in bodies))
          .map((object) => objectSection(object, components.schemas[object] ?? {})),
      ];
    };
    const contents = own.map(({ operationId, summary, method }) => {
      const mark = `<span class="method ${method.toLowerCase()}">${method}</span>`;
      return `<li>${mark} <a href="#${operationId}">${escapeText(summary)}</a></li>`;
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

/** Returns the bodies to which nothing on the page refers but their operation: they are shown where it takes them. */
function ownBodies(operations: DescribedOperation[], objects: string[], schemas: Schemas): Schemas {
  const shown = JSON.stringify([operations, objects.map((object) => schemas[object])]);
  const uses = new Map<string, number>();
  for (const [, name = ""] of shown.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
    uses.set(name, (uses.get(name) ?? 0) + 1);
  }
  const names = operations
    .map((operation) => nameOf(String(bodyOf(operation)?.schema?.$ref ?? "")))
    .filter((name) => uses.get(name) === 1 && schemas[name]?.properties !== undefined);
  return Object.fromEntries(names.map((name) => [name, schemas[name] ?? {}]));
}
