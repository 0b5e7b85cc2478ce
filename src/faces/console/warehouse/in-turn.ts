import { Problem } from "../../../lib/problem.ts";
import { type Label, labelText, type Reader } from "../../pages/html.ts";
import { sentenceText } from "../fault-words.ts";
import { joined, say } from "../texts/texts.ts";

/** One of the requests that a form makes; `title` names what it stores. */
export type Step = { title: Label; run(): Promise<unknown> };

/**
 * Does steps one after the other. When one fails, throws its problem with a text that says what is stored and what
 * isn't, so that a person can send the form again. Each step is one that can be repeated.
 */
export async function inTurn(steps: readonly Step[], reader: Reader): Promise<void> {
  for (const [i, { run }] of steps.entries()) {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw halfDone(error, { steps, failed: i, reader });
    }
  }
}

type HalfDone = { steps: readonly Step[]; failed: number; reader: Reader };

function halfDone({ parts }: Problem, { steps, failed, reader }: HalfDone): Problem {
  const titles = steps.map(({ title }) => title);
  const saved = joined(titles.slice(0, failed), "; ");
  const open = joined(titles.slice(failed), "; ");
  const said = [
    failed === 0 ? say("Nothing was saved.") : say("Saved: {titles}.", { titles: saved }),
    say("Not saved: {titles}.", { titles: open }),
    sentenceText(parts.detail),
    say("Send the form again: what is saved isn't saved twice."),
  ];
  const detail = labelText(joined(said, " "), reader);
  const code = "code" in parts ? parts.code : "internal_error";
  return new Problem({ code, status: parts.status, detail });
}
