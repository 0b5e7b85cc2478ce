import type { Content, Parameter, Schema } from "../../core/openapi/components.ts";
import type { DescribedOperation, Operation } from "../../core/openapi/operation.ts";
import { escapeText } from "../../lib/escape-text.ts";
import { aboutOf, fieldsOf, nameOf, type Schemas, typeOf } from "./fields.ts";
import { anchorOf, codeBlock } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";
import { LANGUAGES, samplesOf } from "./samples.ts";
import { tryForm } from "./try-form.ts";

/** `bodies` are the named schemas that are shown where an operation takes them. */
type Shown = { drawings: Record<string, string>; bodies: Schemas };

/** Returns the section of an operation: what it does and takes on one side, samples on the other. */
export function operationSection(operation: DescribedOperation, { drawings, bodies }: Shown): string {
  const { operationId, summary, method, path, description, parameters = [], responses } = operation;
  const body = bodyOf(operation);
  // A narrow screen breaks it after a slash, not within a word.
  const address = operation.isWebhook ? "your callback URL" : path.replaceAll("/", "/<wbr>");
  return `<section class="operation" id="${operationId}">
<h2><a href="#${operationId}">${escapeText(summary)}</a></h2>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${address}</code></p>
<div class="columns"><div class="about">
${renderMarkdown(description, { drawings, idPrefix: `${operationId}-` })}
${parametersOf(parameters)}
${body?.schema ? `<h3>Request body</h3>${requestOf(body.schema, bodies)}` : ""}
<h3>Responses</h3>
${Object.entries(responses)
  .map(([status, response]) => responseOf(status, response))
  .join("\n")}
</div><div class="code">
${operation.isWebhook ? sampleOf("Payload", body) : `${samples(operation, body)}${tryForm(operation)}`}
${Object.entries(responses)
  .map(([status, { content }]) => sampleOf(`Response ${status}`, content?.["application/json"]))
  .join("\n")}
</div></div></section>`;
}

export function bodyOf({ requestBody }: DescribedOperation): Content[string] | undefined {
  return requestBody?.content["application/json"];
}

function requestOf(schema: Schema, bodies: Schemas): string {
  const name = nameOf(String(schema.$ref ?? ""));
  const body = bodies[name];
  if (!body) return schemaOf(schema);
  return `<div id="${anchorOf(`object-${name}`)}"><p class="field"><span class="type">${name}</span></p>
${aboutOf(body)}${fieldsOf(body)}</div>`;
}

function parametersOf(parameters: Parameter[]): string {
  const kinds = { path: "Path", query: "Query", header: "Headers" };
  const lists = Object.entries(kinds).map(([kind, title]) => {
    const items = parameters.filter((one) => one.in === kind).map(parameterOf);
    return items.length ? `<h3>${title}</h3><ul class="fields">${items.join("\n")}</ul>` : "";
  });
  return lists.join("");
}

function parameterOf({ name, required, description, schema, example }: Parameter): string {
  const mark = required ? ' <span class="required">required</span>' : "";
  return `<li><p class="field"><code class="name">${escapeText(name)}</code> <span class="type">${typeOf(schema)}</span>${mark}</p>${aboutOf(
    { ...schema, description, ...(example !== undefined && { examples: [example] }) },
  )}</li>`;
}

/** A named schema is linked; it has a section of its own at the end of the page. */
function schemaOf(schema: Schema): string {
  const type = `<p class="field"><span class="type">${typeOf(schema)}</span></p>`;
  return typeof schema.$ref === "string" ? type : `${type}${fieldsOf(schema)}`;
}

function responseOf(status: string, { description = "", content }: Operation["responses"][string]): string {
  const schema = Object.values(content ?? {})[0]?.schema;
  const isSuccess = status.startsWith("2");
  const type = schema && isSuccess ? schemaOf(schema) : "";
  return `<details class="response"${isSuccess ? " open" : ""}><summary><code>${status}</code> ${
    isSuccess ? "Success" : "Error"
  }</summary>${description === "Success." ? "" : renderMarkdown(description)}${type}</details>`;
}

function samples(
  { operationId, method, path, parameters = [] }: DescribedOperation,
  body: Content[string] | undefined,
) {
  const request = {
    method,
    path: `${path.replace(/\{(\w+)\}/g, (_, name: string) => (name === "storeId" ? "demo" : name.toUpperCase()))}${queryOf(parameters)}`,
    headers: headersOf(parameters, body !== undefined),
    body: body?.example,
  };
  const blocks = Object.entries(samplesOf(request)).map(([language, code], i) =>
    codeBlock(code, `${language} sample`, ` data-language="${language}"${i > 0 ? " hidden" : ""}`),
  );
  const tabs = LANGUAGES.map(
    (language, i) =>
      `<button type="button" data-language="${language}" aria-pressed="${i === 0}">${language}</button>`,
  );
  return `<div class="samples"><div class="tabs" role="group" aria-label="Language of the sample">${tabs.join("")}
<button type="button" class="copy" aria-label="Copy the sample of ${operationId}">Copy</button></div>${blocks.join("\n")}</div>`;
}

function queryOf(parameters: Parameter[]): string {
  const given = parameters.filter((one) => one.in === "query" && one.example !== undefined);
  const query = given.map(({ name, example = "" }) => `${name}=${encodeURIComponent(example)}`);
  return query.length > 0 ? `?${query.join("&")}` : "";
}

function headersOf(parameters: Parameter[], hasBody: boolean): Record<string, string> {
  const isIdempotent = parameters.some(({ name }) => name === "Idempotency-Key");
  return {
    ...(hasBody && { "Content-Type": "application/json" }),
    ...(isIdempotent && { "Idempotency-Key": "a-key-of-your-own" }),
  };
}

function sampleOf(title: string, content: Content[string] | undefined): string {
  if (content?.example === undefined) return "";
  const code = JSON.stringify(content.example, null, 2);
  return `<div class="samples"><div class="tabs"><b>${title}</b></div>${codeBlock(code, title)}</div>`;
}

/** Returns the section of a named schema. */
export function objectSection(name: string, schema: Schema): string {
  const id = anchorOf(`object-${name}`);
  const choices = (schema.anyOf ?? schema.oneOf ?? []) as Schema[];
  const alternatives = choices.map((choice) => `<li>${typeOf(choice)}</li>`).join("");
  return `<section class="object" id="${id}"><h3><a href="#${id}">${name}</a></h3>
${aboutOf(schema)}${fieldsOf(schema)}${alternatives && `<p>One of</p><ul>${alternatives}</ul>`}</section>`;
}

/** Returns the names of the schemas that a value refers to, and those that they refer to. */
export function namesIn(
  value: unknown,
  schemas: Record<string, Schema>,
  found = new Set<string>(),
): Set<string> {
  for (const [, reference = ""] of JSON.stringify(value).matchAll(
    /"\$ref":"#\/components\/schemas\/([^"]+)"/g,
  )) {
    const name = nameOf(reference);
    if (found.has(name)) continue;
    found.add(name);
    namesIn(schemas[name] ?? {}, schemas, found);
  }
  return found;
}
