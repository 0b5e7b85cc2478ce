/** A request as a sample shows it. */
export type SampleRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
};

export const LANGUAGES = ["curl", "TypeScript", "Python", "PHP"] as const;

type Language = (typeof LANGUAGES)[number];

/** What stands for the address of the service in samples and texts. */
export const ORIGIN = "http://localhost:3000";

/** Returns the request as code that reads the secret from the environment variable `SECRET`. */
export function samplesOf(request: SampleRequest): Record<Language, string> {
  return { curl: curl(request), TypeScript: typescript(request), Python: python(request), PHP: php(request) };
}

function curl({ method, path, headers, body }: SampleRequest): string {
  const named = Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`);
  const options = [
    `-H "Authorization: Bearer $SECRET"`,
    ...named,
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ];
  const verb = method === "GET" || (method === "POST" && body !== undefined) ? "" : `-X ${method} `;
  return [`curl ${verb}'${ORIGIN}${path}'`, ...options].join(" \\\n  ");
}

function typescript({ method, path, headers, body }: SampleRequest): string {
  const lines = [
    'import { env } from "node:process";',
    "",
    `const response = await fetch("${ORIGIN}${path}", {`,
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    "  headers: {",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the sample's own template.
    "    Authorization: `Bearer ${env.SECRET}`,",
    ...Object.entries(headers).map(([name, value]) => `    "${name}": ${JSON.stringify(value)},`),
    "  },",
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), 2)}),`]),
    "});",
    "if (!response.ok) throw new Error(await response.text());",
    "console.log(await response.text());",
  ];
  return lines.join("\n");
}

function python({ method, path, headers, body }: SampleRequest): string {
  const own = Object.entries(headers).filter(([name]) => name !== "Content-Type");
  const lines = [
    "import os, requests",
    "",
    `response = requests.${method.toLowerCase()}(`,
    `    "${ORIGIN}${path}",`,
    "    headers={",
    '        "Authorization": f"Bearer {os.environ[\'SECRET\']}",',
    ...own.map(([name, value]) => `        "${name}": ${JSON.stringify(value)},`),
    "    },",
    ...(body === undefined ? [] : [`    json=${indented(pythonOf(body, 4), 4)},`]),
    ")",
    "response.raise_for_status()",
    "print(response.text)",
  ];
  return lines.join("\n");
}

function php({ method, path, headers, body }: SampleRequest): string {
  const named = Object.entries(headers).map(([name, value]) => `    "${name}: ${value}",`);
  const lines = [
    "<?php",
    `$request = curl_init("${ORIGIN}${path}");`,
    "curl_setopt_array($request, [",
    "  CURLOPT_RETURNTRANSFER => true,",
    ...(method === "GET" ? [] : [`  CURLOPT_CUSTOMREQUEST => "${method}",`]),
    "  CURLOPT_HTTPHEADER => [",
    '    "Authorization: Bearer " . getenv("SECRET"),',
    ...named,
    "  ],",
    ...(body === undefined
      ? []
      : [
          `  CURLOPT_POSTFIELDS => <<<'JSON'`,
          indented(`    ${JSON.stringify(body, null, 2)}`, 4),
          "    JSON,",
        ]),
    "]);",
    "$body = curl_exec($request);",
    "$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);",
    "if ($status >= 400) throw new Exception($body);",
    "echo $body;",
  ];
  return lines.join("\n");
}

function indented(text: string, spaces: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(spaces)}`);
}

/** Returns a JSON value as a Python literal. */
function pythonOf(value: unknown, step: number, at = 0): string {
  const pad = " ".repeat(at + step);
  const end = " ".repeat(at);
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((one) => `${pad}${pythonOf(one, step, at + step)},\n`).join("")}${end}]`;
  }
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const lines = entries.map(([k, v]) => `${pad}${JSON.stringify(k)}: ${pythonOf(v, step, at + step)},\n`);
  return `{\n${lines.join("")}${end}}`;
}
