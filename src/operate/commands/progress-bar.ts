/** Where progress is shown: redrawn on a terminal, printed now and then elsewhere. */
export type ProgressOutput = { write(text: string): void; isTerminal: boolean; now(): number };

export type ProgressBar = {
  /** Shows that a share of the work, from 0 to 1, is done. */
  show(share: number, doing: string): void;
  /** Shows what happens now: beside the bar on a terminal, as a line elsewhere. */
  note(text: string): void;
  /** Prints a line above the bar. */
  print(line: string): void;
  /** Removes the bar. */
  end(): void;
};

const CELLS = 30;
const REDRAW_MS = 100;
const PRINT_MS = 5_000;
const CLEAR_LINE = "\r\x1b[2K";

/** Returns a progress bar. Without a terminal it is a line every five seconds. */
export function createProgressBar({ write, isTerminal, now }: ProgressOutput): ProgressBar {
  const interval = isTerminal ? REDRAW_MS : PRINT_MS;
  let shownAt = isTerminal ? Number.NEGATIVE_INFINITY : now();
  let isDrawn = false;
  let noted: string | undefined;

  function clear() {
    if (isDrawn) write(CLEAR_LINE);
    isDrawn = false;
  }

  return {
    show: (share, doing) => {
      if (now() - shownAt < interval) return;
      shownAt = now();
      const part = Math.min(Math.max(share, 0), 1);
      const percent = `${Math.floor(part * 100)} %`;
      if (!isTerminal) return write(`${percent}  ${doing}\n`);
      const full = Math.round(part * CELLS);
      clear();
      write(`[${"#".repeat(full)}${".".repeat(CELLS - full)}] ${percent.padStart(5)}  ${noted ?? doing}`);
      isDrawn = true;
    },
    note: (text) => {
      noted = text;
      if (!isTerminal) write(`${text}\n`);
    },
    print: (line) => {
      clear();
      write(`${line}\n`);
    },
    end: clear,
  };
}
