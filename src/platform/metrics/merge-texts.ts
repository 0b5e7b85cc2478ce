/**
 * Merges metrics in Prometheus's text format that differ in their labels: of each metric one description, followed by
 * the samples of all texts.
 */
export function mergeTexts(texts: readonly string[]): string {
  const metrics = new Map<string, { description: string; samples: string[] }>();
  for (const text of texts) {
    for (const block of text.split(/^(?=# HELP )/m)) {
      const [, name = ""] = /^# HELP (\S+)/.exec(block) ?? [];
      if (name === "") continue;
      const lines = block.split("\n").filter((line) => line !== "");
      const known = metrics.get(name) ?? {
        description: lines.filter((line) => line.startsWith("#")).join("\n"),
        samples: [],
      };
      for (const line of lines) if (!line.startsWith("#")) known.samples.push(line);
      metrics.set(name, known);
    }
  }
  const all = [...metrics.values()].map(({ description, samples }) => [description, ...samples].join("\n"));
  return `${all.join("\n\n")}\n`;
}
