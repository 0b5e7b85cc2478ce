export type Output = {
  write(text: string): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
};

/**
 * Returns a function that writes text to an output, such as the standard output. The process goes on when the
 * output can't be written, because its reader has ended or its disk is full; `onLost` is called with the first
 * such error.
 */
export function createPrinter(output: Output, onLost: (error: unknown) => void): (text: string) => void {
  let isLost = false;
  const lose = (error: unknown) => {
    if (isLost) return;
    isLost = true;
    onLost(error);
  };
  output.on("error", lose);
  return (text) => {
    try {
      output.write(text);
    } catch (error) {
      lose(error);
    }
  };
}

/** Returns how the service prints: log and greeting to the standard output, errors to the standard error. */
export function createPrinters({ stdout, stderr }: { stdout: Output; stderr: Output }): {
  print(text: string): void;
  printError(text: string): void;
} {
  // When neither can be written, nothing is left to say it to.
  const printError = createPrinter(stderr, () => {});
  const print = createPrinter(stdout, (error) => {
    printError(`The standard output can't be written, and the service goes on: ${error}\n`);
  });
  return { print, printError };
}
