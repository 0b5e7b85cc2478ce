type Out = { isTTY?: boolean; columns?: number; write(text: string): unknown };

/** Shows the progress of a phase of known length. */
export type Progress = { begin(phase: string, total: number): void; step(): void; end(): void };

const REDRAW_MS = 100;
const REPORT_MS = 3_000;
const BAR = 30;

/** Returns a progress bar on a terminal, and otherwise a line every few seconds. */
export function createProgress(out: Out): Progress {
  const pause = out.isTTY ? REDRAW_MS : REPORT_MS;
  let phase = "";
  let total = 0;
  let done = 0;
  let startedAt = 0;
  let shownAt = 0;

  function show(): void {
    shownAt = performance.now();
    const rate = Math.round(done / Math.max((shownAt - startedAt) / 1000, 0.001));
    const figures = `${done}/${total}  ${rate}/s`;
    if (!out.isTTY) {
      out.write(`${phase}  ${figures}\n`);
      return;
    }
    const filled = total === 0 ? BAR : Math.min(Math.round((done / total) * BAR), BAR);
    const bar = "█".repeat(filled) + "░".repeat(BAR - filled);
    out.write(`\r${`${phase.padEnd(16)} ${bar}  ${figures}`.slice(0, (out.columns ?? 80) - 1)}\u001b[K`);
  }

  return {
    begin: (name, count) => {
      phase = name;
      total = count;
      done = 0;
      startedAt = performance.now();
      shownAt = startedAt;
    },
    step: () => {
      done++;
      if (performance.now() - shownAt >= pause) show();
    },
    end: () => {
      show();
      if (out.isTTY) out.write("\n");
    },
  };
}
