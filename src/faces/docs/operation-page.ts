import type { Content, Parameter, Schema } from "../../core/openapi/components.ts";
import type { DescribedOperation, Operation } from "../../core/openapi/operation.ts";
import { escapeText } from "../../lib/escape-text.ts";
import { aboutOf, fieldItem, fieldsOf, nameOf, type Schemas, typeOf } from "./fields.ts";
import { anchorOf, codeBlock } from "./html.ts";
import { type Known, renderMarkdown } from "./markdown.ts";
import { bodyOf, descriptionOf, errorExample, namesIn, PLACES, responsesOf } from "./operation-parts.ts";
import { LANGUAGES, samplesOf } from "./samples.ts";
import { tryForm } from "./try-form.ts";

/** Returns an operation's page: what it does and takes on one side, samples on the other, its objects below. */
export function operationPage(operation: DescribedOperation, schemas: Schemas, known: Known): string {
  const { operationId, summary, method, path, parameters = [], responses } = operation;
  const body = bodyOf(operation);
  const bodyName = nameOf(String(body?.schema?.$ref ?? ""));
  const own = schemas[bodyName]?.properties ? bodyName : undefined;
  const objects = namesIn(operation, schemas).filter((name) => name !== own);
  // A narrow screen breaks it after a slash, not within a word.
  const address = operation.isWebhook ? "your callback URL" : path.replaceAll("/", "/<wbr>");
  return `<section class="operation" id="${operationId}">
<h1>${escapeText(summary)}</h1>
<p class="address"><span class="method ${method.toLowerCase()}">${method}</span> <code>${address}</code></p>
<div class="columns"><div class="about">
${renderMarkdown(descriptionOf(operation), known)}
${PLACES.map(([place, title]) => parametersIn(place, title, parameters, known)).join("")}
${body?.schema ? `${headingOf("Request body")}${requestOf(body.schema, schemas, known)}` : ""}
${headingOf("Responses")}
${responsesOf(responses)
  .map(([status, response]) => responseOf(status, response, known))
  .join("\n")}
</div><div class="code">
${operation.isWebhook ? sampleOf("Payload", body?.example) : `${samples(operation, body)}${tryForm(operation)}`}
${responsesOf(responses)
  .map(([status, { content }]) =>
    sampleOf(`Response ${status}`, content?.["application/json"]?.example, status),
  )
  .join("\n")}
${errorSample(responses, schemas)}
</div></div>
${objects.length > 0 ? headingOf("Objects") : ""}
${objects.map((name) => objectSection(name, schemas[name] ?? {}, known)).join("\n")}
</section>`;
}

function headingOf(title: string, level = 2): string {
  const id = anchorOf(title);
  return `<h${level} id="${id}"><a href="#${id}">${title}</a></h${level}>`;
}

/** The fields of a body stand where it is taken, so its name leads there too. */
function requestOf(schema: Schema, schemas: Schemas, known: Known): string {
  const name = nameOf(String(schema.$ref ?? ""));
  const body = schemas[name];
  if (!body?.properties) return schemaOf(schema, known);
  return `<div id="${anchorOf(name)}"><p class="field"><span class="type">${name}</span></p>
${aboutOf(body, known)}${fieldsOf(body, known)}</div>`;
}

function parametersIn(place: string, title: string, parameters: Parameter[], known: Known): string {
  const items = parameters
    .filter((one) => one.in === place)
    .map(({ name, required, description, schema, example }) => {
      const field = { ...schema, description, ...(example !== undefined && { examples: [example] }) };
      return fieldItem({ name, field, isRequired: required }, known);
    });
  return items.length > 0 ? `${headingOf(title)}<ul class="fields">${items.join("\n")}</ul>` : "";
}

/** A named schema is linked; it has a section of its own at the end of the page. */
function schemaOf(schema: Schema, known: Known): string {
  const type = `<p class="field"><span class="type">${typeOf(schema)}</span></p>`;
  return typeof schema.$ref === "string" ? type : `${type}${fieldsOf(schema, known)}`;
}

function responseOf(
  status: string,
  { description = "", content }: Operation["responses"][string],
  known: Known,
): string {
  const schema = Object.values(content ?? {})[0]?.schema;
  const isSuccess = status.startsWith("2");
  const type = schema && isSuccess ? schemaOf(schema, known) : "";
  return `<details class="response"${isSuccess ? " open" : ""}><summary><code>${status}</code> ${
    isSuccess ? "Success" : "Error"
  }</summary>${description === "Success." ? "" : renderMarkdown(description, known)}${type}</details>`;
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

function errorSample(responses: Operation["responses"], schemas: Schemas): string {
  const error = errorExample(responses, schemas);
  return error ? sampleOf(`Error ${error.status}`, error.example) : "";
}

function sampleOf(title: string, example: unknown, status = "2"): string {
  if (example === undefined || !status.startsWith("2")) return "";
  const code = JSON.stringify(example, null, 2);
  return `<div class="samples"><div class="tabs"><b>${title}</b></div>${codeBlock(code, title)}</div>`;
}

function objectSection(name: string, schema: Schema, known: Known): string {
  const choices = (schema.anyOf ?? schema.oneOf ?? []) as Schema[];
  const alternatives = choices.map((choice) => `<li>${typeOf(choice)}</li>`).join("");
  return `<section class="object">${headingOf(name, 3)}
${aboutOf(schema, known)}${fieldsOf(schema, known)}${alternatives && `<p>One of</p><ul>${alternatives}</ul>`}</section>`;
}
