import { Marked } from "marked";
import { escapeText } from "../../lib/escape-text.ts";
import { anchorOf, codeBlock } from "./html.ts";

type Options = {
  /** The programs that a guide may show, by file name. */
  programs?: Record<string, string>;
  /** Drawings, by the name of the link or by the language of the code that stands for them. */
  drawings?: Record<string, string>;
  /** How many levels headings are moved down. */
  below?: number;
  /** What the ids of headings begin with, so that texts on one page may have the same headings. */
  idPrefix?: string;
};

/**
 * Returns Markdown as HTML. A paragraph that consists of a link to a program shows the program, and one that
 * consists of a link to a drawing shows the drawing, as does code in a language that is drawn.
 */
export function renderMarkdown(
  text: string,
  { programs = {}, drawings = {}, below = 0, idPrefix = "" }: Options = {},
) {
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text: title }) {
        const level = Math.min(depth + below, 6);
        const id = `${idPrefix}${anchorOf(title.replaceAll("`", ""))}`;
        const inner = this.parser.parseInline(tokens);
        return depth === 1
          ? `<h${level}>${inner}</h${level}>\n`
          : `<h${level} id="${id}"><a href="#${id}">${inner}</a></h${level}>\n`;
      },
      code({ text: code, lang }) {
        const drawing = lang ? drawings[lang] : undefined;
        return drawing ?? codeBlock(code, lang ? `Sample: ${lang}` : "Sample");
      },
      table(token) {
        const cells = (row: typeof token.header, tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("");
        const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${cells(
          token.header,
          "th",
        )}</tr></thead><tbody>${rows}</tbody></table></div>\n`;
      },
      // Pictures are shown with the files alone.
      image: () => "",
      link({ href, tokens }) {
        return `<a href="${escapeText(addressOf(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      paragraph({ tokens }) {
        const [only, ...others] = tokens;
        if (only?.type === "link" && others.length === 0) {
          const name = only.href.split("/").at(-1) ?? "";
          if (programs[name] !== undefined) return program(name, programs[name]);
          if (drawings[only.href] !== undefined) return drawings[only.href] ?? "";
        }
        return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

/** Files link to each other; on the pages a guide's address has no ending. */
function addressOf(href: string): string {
  const [path = "", fragment] = href.split("#");
  const address = path.replace(/^(?:guides\/)?([a-z-]+)\.md$/, "/docs/guides/$1");
  return fragment === undefined ? address : `${address}#${fragment}`;
}

function program(name: string, code: string): string {
  const title = `<figcaption><a href="/docs/programs/${name}" download>${name}</a></figcaption>`;
  return `<figure class="program">${title}${codeBlock(code, name)}</figure>\n`;
}
