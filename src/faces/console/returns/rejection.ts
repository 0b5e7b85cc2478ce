import { invalid } from "../../../lib/problem.ts";
import type { Form, FormState } from "../../pages/form.ts";
import { html, type Markup } from "../../pages/html.ts";
import { field } from "../components/form.ts";
import { say } from "../texts/texts.ts";

/** What returns are rejected for most, as the shopper reads it; any other text will do. */
const USUAL_REASONS = [
  "The item was worn or used.",
  "The item is damaged.",
  "The item isn't the one that was sold.",
  "Parts or accessories are missing.",
  "The time for returns is over.",
  "The item was on final sale.",
] as const;

/** Returns the field that asks why a return is rejected, with what was wrong with it. */
export function reasonField(state: FormState): Markup {
  state.claim();
  const asked = field(
    {
      ...{ type: "text", name: "reason", label: say("Reason"), required: true },
      help: say("The shopper reads it in the mail, in these words."),
      // Required by the act alone: a browser without JavaScript couldn't send the closed dialog.
      control: { required: false, maxlength: 1_000, list: "usual-reasons", autocomplete: "off" },
    },
    state,
  );
  const options = USUAL_REASONS.map((reason) => html`<option value="${say(reason)}"></option>`);
  return html`${asked}<datalist id="usual-reasons">${options}</datalist>`;
}

/** Returns the reason that a form gives for a rejection. Throws 400 without one. */
export function reasonOf(form: Form): string {
  const reason = form.get("reason");
  if (reason === "") throw invalid({ detail: "Say why it is rejected.", pointer: "/reason" });
  return reason;
}
