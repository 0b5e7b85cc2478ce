import { createAnchors } from "./html.ts";

/**
 * A page. Its Markdown is what programs read, what the search finds, and where the list of its headings comes from;
 * its content is the HTML of the same.
 */
export type DocsPage = {
  path: string;
  title: string;
  /** The section of the menu that it stands in. */
  section: string;
  description: string;
  /** The group of operations to which it belongs, if it is an operation's. */
  group?: string;
  /** Whether it lists other pages, which say more. */
  isList?: boolean;
  text(): string;
  content(): string;
};

type Part = { level: number; title: string; anchor: string; lines: string[] };

/** Returns the parts of a Markdown text, each with its heading. Lines of code belong to the part, those of JSON don't. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  const anchorOf = createAnchors();
  let code: string | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) code = code === undefined ? line.slice(3) : undefined;
    if (code === "json") continue;
    const [, marks = "", heading = ""] = (code === undefined && /^(#{1,6}) (.+)$/.exec(line)) || [];
    if (marks) {
      const title = plainOf(heading);
      parts.push({ level: marks.length, title, anchor: marks.length > 1 ? anchorOf(title) : "", lines: [] });
    } else parts.at(-1)?.lines.push(line);
  }
  return parts;
}

/** Returns the paragraphs, items and rows of lines without their marks: where an editor has broken them is joined. */
export function joined(lines: string[]): string[] {
  const paragraphs: string[] = [];
  let isOpen = false;
  for (const line of lines) {
    const begins = /^\s*(?:[-|]|\d+\.|```)/.test(line);
    if (isOpen && !begins && line.trim()) paragraphs.push(`${paragraphs.pop()} ${line.trim()}`);
    else if (line.trim()) paragraphs.push(line.replace(/^\s*(?:- |\d+\. )/, ""));
    isOpen = line.trim() !== "" && !/^[|`]/.test(line);
  }
  return paragraphs.map(plainOf).filter((line) => /[\p{L}\p{N}]/u.test(line));
}

/** Returns the first paragraph without its marks. */
export function firstParagraph(text: string): string {
  return plainOf(/^# .+\n\n([\s\S]+?)(?:\n\n|$)/.exec(text)?.[1] ?? "");
}

/** Returns Markdown without its marks. */
export function plainOf(text: string): string {
  return text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .replace(/\|/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
