/** What a client may write into any text. */
export const MARKUP = `"'><xss onmouseover=alert(1)>&lt;\u202e</bdi></td></textarea></script><img src=x onerror=alert(1)>`;

/** Returns what of a page would come from the client, as a browser reads it: elements, and attributes that run. */
export async function faultsIn(text: string): Promise<string[]> {
  const found: string[] = [];
  const page = new HTMLRewriter().on("*", {
    element: ({ tagName, attributes }) => {
      if (tagName === "xss") found.push("an element of the client");
      for (const [name, value] of attributes) {
        if (/^on/i.test(name)) found.push(`${tagName} ${name}`);
        if (/^(?:href|src|action|formaction)$/.test(name) && /^\s*javascript:/i.test(value))
          found.push(`${tagName} ${value}`);
        if (name === "src" && value === "x") found.push("an image of the client");
      }
    },
  });
  await page.transform(new Response(text)).text();
  return text.includes("<xss") ? [...found, "markup of the client"] : found;
}
