import { attributes, html, type Label, type Markup } from "../../pages/html.ts";
import { say } from "../texts/texts.ts";

export type ButtonLook = "primary" | "plain" | "danger" | "quiet";

type Options = {
  look?: ButtonLook;
  name?: string;
  value?: string;
  disabled?: boolean;
  /** Sends the form as it is, also without what it requires. */
  formnovalidate?: boolean;
};

/** Returns a button that sends its form. */
export function button(text: Label, { look = "plain", ...rest }: Options = {}): Markup {
  return html`<button class="button ${look}" ${attributes(rest)}>${text}</button>`;
}

/** Returns a link that looks like a button. */
export function linkButton(text: Label, href: string, look: ButtonLook = "plain"): Markup {
  return html`<a class="button ${look}" href="${href}">${text}</a>`;
}

/** Returns a button that copies the text of an element; it is only shown with JavaScript. */
export function copyButton(elementId: string): Markup {
  const said = attributes({
    "data-copied": say("Copied."),
    "data-selected": say("Selected: press Ctrl+C to copy."),
  });
  return html`<button type="button" class="button plain needs-script" data-copy="${elementId}" ${said}>${say("Copy")}</button>`;
}
