import { Marked } from "marked";
import { escapeText } from "../../lib/escape-text.ts";
import { addressOfDownload } from "./files.ts";
import { codeBlock, createAnchors } from "./html.ts";
import { plainOf } from "./page.ts";

/** What texts may refer to. */
export type Known = {
  /** Addresses of pages, by the file that they are written in. */
  pages: Map<string, string>;
  /** Addresses of operations, error codes and scopes, by what texts call them. */
  names: Map<string, string>;
  /** What can be downloaded, by its address. */
  downloads: Record<string, string>;
  /** Drawings, by the name of the link or by the language of the code that stands for them. */
  drawings: Record<string, string>;
};

/** How many characters a cell of a table has that needs no room kept for it. */
const SHORT_CELL = 30;

type Options = {
  /** The file that the text is from: its links begin there. */
  file?: string;
  /** How many levels headings are moved down. */
  below?: number;
};

/**
 * Returns Markdown as HTML. The name of an operation in italics, and an operation, an error code or a scope as
 * code, is a link to its page. A paragraph that consists of a link to a program shows the program, and one that
 * consists of a link to a drawing shows the drawing, as does code in a language that is drawn.
 */
export function renderMarkdown(text: string, known: Known, { file = "", below = 0 }: Options = {}): string {
  const linked = (name: string, html: string) => {
    const address = known.names.get(name);
    return address ? `<a href="${address}">${html}</a>` : html;
  };
  const anchorOf = createAnchors();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text: title }) {
        const level = Math.min(depth + below, 6);
        if (depth === 1) return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
        const id = anchorOf(plainOf(title));
        const inner = this.parser.parseInline(tokens).replace(/<\/?a\b[^>]*>/g, "");
        return `<h${level} id="${id}"><a href="#${id}">${inner}</a></h${level}>\n`;
      },
      code({ text: code, lang }) {
        const drawing = lang ? known.drawings[lang] : undefined;
        return drawing ?? codeBlock(code, lang ? `Sample: ${lang}` : "Sample");
      },
      em({ tokens, text: name }) {
        return linked(name.replace(/\s+/g, " "), `<em>${this.parser.parseInline(tokens)}</em>`);
      },
      codespan({ text: code }) {
        return linked(code, `<code>${escapeText(code)}</code>`);
      },
      table(token) {
        const cells = (row: typeof token.header, tag: string) =>
          row
            .map(({ tokens, text: cell }) => {
              const room = plainOf(cell).length > SHORT_CELL ? ' class="long"' : "";
              return `<${tag}${room}>${this.parser.parseInline(tokens)}</${tag}>`;
            })
            .join("");
        const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${cells(
          token.header,
          "th",
        )}</tr></thead><tbody>${rows}</tbody></table></div>\n`;
      },
      // Pictures are shown with the files alone.
      image: () => "",
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens).replace(/<\/?a\b[^>]*>/g, "");
        const address = addressOf(href, file, known);
        return address === undefined ? inner : `<a href="${escapeText(address)}">${inner}</a>`;
      },
      paragraph({ tokens }) {
        const [only, ...others] = tokens;
        if (only?.type === "link" && others.length === 0) {
          const drawing = known.drawings[only.href];
          if (drawing !== undefined) return drawing;
          const address = addressOf(only.href, file, known) ?? "";
          const code = known.downloads[address];
          if (code !== undefined && address.startsWith("/docs/programs/")) return program(address, code);
        }
        return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
    },
  });
  return marked.parse(text, { async: false });
}

/** Returns where a link of a file leads on the pages; undefined if what it names is in the repository alone. */
function addressOf(href: string, file: string, { pages, downloads }: Known): string | undefined {
  if (/^(?:[a-z]+:|\/|#)/.test(href)) return href;
  const [path = "", fragment] = href.split("#");
  const target = new URL(path, `http://docs/${file}`).pathname.slice(1);
  const download = addressOfDownload(target);
  const address = pages.get(target) ?? (Object.hasOwn(downloads, download) ? download : undefined);
  return address === undefined || fragment === undefined ? address : `${address}#${fragment}`;
}

function program(address: string, code: string): string {
  const name = address.replace("/docs/programs/", "");
  const title = `<figcaption><a href="${address}" download>${name}</a></figcaption>`;
  return `<figure class="program">${title}${codeBlock(code, name)}</figure>\n`;
}
