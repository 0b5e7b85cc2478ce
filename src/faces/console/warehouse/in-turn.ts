import { Problem } from "../../../lib/problem.ts";

/** One of the requests that a form makes; `title` names what it stores. */
export type Step = { title: string; run(): Promise<unknown> };

/**
 * Does steps one after the other. When one fails, throws its problem with a text that says what is stored and what
 * isn't, so that a person can send the form again. Each step is one that can be repeated.
 */
export async function inTurn(steps: readonly Step[]): Promise<void> {
  for (const [i, { run }] of steps.entries()) {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw halfDone(error, steps, i);
    }
  }
}

function halfDone({ parts }: Problem, steps: readonly Step[], failed: number): Problem {
  const titles = steps.map(({ title }) => title);
  const done = titles.slice(0, failed);
  const stored = done.length === 0 ? "Nothing was saved." : `Saved: ${done.join("; ")}.`;
  const open = `Not saved: ${titles.slice(failed).join("; ")}.`;
  const detail = `${stored} ${open} ${parts.detail} Send the form again: what is saved isn't saved twice.`;
  const code = "code" in parts ? parts.code : "internal_error";
  return new Problem({ code, status: parts.status, detail });
}
