import { anchorOf } from "./html.ts";
import { renderMarkdown } from "./markdown.ts";

export type Guide = {
  path: string;
  title: string;
  /** The first paragraph. */
  description: string;
  headings: { title: string; anchor: string }[];
  text: string;
  content: string;
};

type Parts = { programs: Record<string, string>; drawings: Record<string, string> };

/** Returns a guide as a page. Its title is the first heading of the file. */
export function guideOf(name: string, text: string, parts: Parts): Guide {
  const [, title = name] = text.match(/^# (.+)$/m) ?? [];
  const [, first = ""] = text.match(/^# .+\n\n([\s\S]+?)\n\n/) ?? [];
  const headings = [...withoutCode(text).matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => ({
    title: heading.replaceAll("`", ""),
    anchor: anchorOf(heading.replaceAll("`", "")),
  }));
  return {
    path: `/docs/guides/${name}`,
    title,
    description: plainText(first),
    headings,
    text: plainText(text),
    content: `<article>${renderMarkdown(text, parts)}</article>`,
  };
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```/gm, "");
}

/** Returns Markdown without its marks. */
function plainText(text: string): string {
  return withoutCode(text)
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*#|]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
