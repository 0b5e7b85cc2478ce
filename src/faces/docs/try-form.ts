import type { Parameter } from "../../core/openapi/components.ts";
import type { DescribedOperation } from "../../core/openapi/operation.ts";
import { escapeText } from "../../lib/escape-text.ts";

/** Returns the form that sends the operation's request. The page's script submits it. */
export function tryForm({
  operationId,
  method,
  path,
  parameters = [],
  requestBody,
}: DescribedOperation): string {
  const fields = parameters.filter(({ name }) => name !== "Prefer").map((one) => fieldOf(operationId, one));
  const example = requestBody?.content["application/json"]?.example;
  const id = `${operationId}-body`;
  const body =
    requestBody === undefined
      ? ""
      : `<label for="${id}">Body</label><textarea id="${id}" name="body" rows="8" spellcheck="false">${escapeText(
          JSON.stringify(example, null, 2),
        )}</textarea>`;
  return `<details class="try"><summary>Try it</summary>
<form data-method="${method}" data-path="${path}">${fields.join("")}${body}
<button type="submit">Send the request</button>
<p class="hint">It is a real request to this service, with the store and the secret entered at the top.</p></form>
<div class="result" role="status"></div></details>`;
}

function fieldOf(operationId: string, { in: place, name, required }: Parameter): string {
  const id = `${operationId}-${place}-${name}`;
  return `<label for="${id}">${name}${required ? "" : " <small>optional</small>"}</label>
<input id="${id}" name="${name}" data-in="${place}" autocomplete="off" spellcheck="false"${required ? " required" : ""} />`;
}
