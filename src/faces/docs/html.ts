import { escapeText } from "../../lib/escape-text.ts";

/** Returns the anchor of a heading or name: lower case, words joined by hyphens. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

/** Returns a function that returns the anchors of a page's headings one after the other: those that repeat have a number. */
export function createAnchors(): (title: string) => string {
  const times = new Map<string, number>();
  return (title) => {
    const anchor = anchorOf(title);
    const time = (times.get(anchor) ?? 0) + 1;
    times.set(anchor, time);
    return time === 1 ? anchor : `${anchor}-${time}`;
  };
}

const COMMENTS = /(?:^|(?<=\s))(?:\/\/|#)[^\n]*|\/\*[\s\S]*?\*\//;
const STRINGS = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/;
const TOKENS = new RegExp(`(${COMMENTS.source})|(${STRINGS.source})`, "gmu");

/**
 * Returns a block of code, with comments and strings marked. The page's script fills in the store
 * and the secret that the reader entered.
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

/** The place of a sample that depends on the reader. */
function fillable(html: string): string {
  return html.replaceAll("stores/demo", 'stores/<span data-fill="store">demo</span>');
}
