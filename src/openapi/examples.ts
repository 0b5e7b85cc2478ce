/** Programs that are shown on the page, each a file of it that runs as it stands. */
export const EXAMPLES = {
  "take-a-return.mjs": "Take an order to a finished return",
  "receive-webhooks.mjs": "Receive webhooks",
  "sync-warehouse.mjs": "Sync a warehouse by the compatible API",
};

type Shown = { content: string; address: string };

/** The part of the page that shows the programs; it needs no script. */
export function examplesSection(fileOf: (name: keyof typeof EXAMPLES) => Shown): string {
  const names = Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[];
  const shown = names.map((name) => {
    const { content, address } = fileOf(name);
    return `<details>
        <summary>${EXAMPLES[name]}</summary>
        <p><a href="${address}" download>${name}</a></p>
        <pre tabindex="0"><code>${escaped(content)}</code></pre>
      </details>`;
  });
  return `<section id="examples">
      <h2>Examples</h2>
      <p>Whole programs for Bun, Deno or Node, without dependencies.</p>
      ${shown.join("\n      ")}
    </section>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
