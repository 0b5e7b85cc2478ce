import { escapeText } from "../../lib/escape-text.ts";

/** Returns the anchor of a heading or name: lower case, words joined by hyphens. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

const COMMENTS = /(?:^|(?<=\s))(?:\/\/|#)[^\n]*|\/\*[\s\S]*?\*\//;
const STRINGS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/;
const TOKENS = new RegExp(`(${COMMENTS.source})|(${STRINGS.source})`, "gmu");

/**
 * Returns a block of code, with comments and strings marked. The page's script fills in what the reader entered
 * for the address of the service, the store and the secret.
 */
export function codeBlock(code: string, label: string, attributes = ""): string {
  const marked = fillable(highlighted(code));
  const name = escapeText(label);
  return `<pre tabindex="0" role="group" aria-label="${name}"${attributes}><code>${marked}</code></pre>`;
}

function highlighted(code: string): string {
  let html = "";
  let at = 0;
  for (const match of code.matchAll(TOKENS)) {
    html += escapeText(code.slice(at, match.index));
    html += `<span class="${match[1] ? "c" : "s"}">${escapeText(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return html + escapeText(code.slice(at));
}

/** The places of a sample that depend on the reader. */
function fillable(html: string): string {
  return html
    .replaceAll("http://localhost:3000", '<span data-fill="origin">http://localhost:3000</span>')
    .replaceAll("stores/demo", 'stores/<span data-fill="store">demo</span>');
}
