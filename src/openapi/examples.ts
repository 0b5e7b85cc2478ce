/** The example programs of the page. Each is a file that runs unmodified. */
export const EXAMPLES = {
  "take-a-return.mjs": "Create an order and complete a return",
  "receive-webhooks.mjs": "Receive webhooks",
  "sync-warehouse.mjs": "Sync a warehouse with the compatible API",
};

type ExampleFile = { content: string; address: string };

/** Returns the HTML section with the programs; it needs no JavaScript. */
export function examplesSection(fileOf: (name: keyof typeof EXAMPLES) => ExampleFile): string {
  const names = Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[];
  const sections = names.map((name) => {
    const { content, address } = fileOf(name);
    return `<details>
        <summary>${EXAMPLES[name]}</summary>
        <p><a href="${address}" download>${name}</a></p>
        <pre tabindex="0"><code>${escapeHtml(content)}</code></pre>
      </details>`;
  });
  return `<section id="examples">
      <h2>Examples</h2>
      <p>Complete programs for Bun, Deno or Node, without dependencies.</p>
      ${sections.join("\n      ")}
    </section>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
