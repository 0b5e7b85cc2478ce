type Described = {
  tags?: string[];
  summary?: string;
  operationId?: string;
  "x-scope"?: string;
  "x-extension"?: boolean;
  deprecated?: boolean;
};
type Document = {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
};

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Returns `docs/operations.md`: a table of operations per group, from the OpenAPI description. */
export function operationsPage(description: string): string {
  const { tags, paths } = JSON.parse(description) as Document;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => (methods[method] ? [{ path, method, operation: methods[method] }] : [])),
  );
  const sections = tags.map(({ name, description }) => {
    const rows = all
      .filter(({ operation }) => operation.tags?.[0] === name)
      .map(({ path, method, operation }) => {
        const extension = operation["x-extension"] ? "ext" : "";
        return `| \`${method.toUpperCase()} ${path}\` | ${operation.summary} | ${extension} |`;
      });
    return [
      `## ${name}`,
      "",
      description,
      "",
      "| operation | what it does | |",
      "|---|---|---|",
      ...rows,
    ].join("\n");
  });
  return `${[HEAD, ...sections].join("\n\n")}\n`;
}

const HEAD = `# Operations

Written by \`bun run openapi\` from the description that a running service shows at \`/docs\`, which has everything else: parameters, scopes,
responses and examples. *ext* marks an operation that the specification doesn't have.`;
