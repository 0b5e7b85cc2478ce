// Bun loads modules once per test file; this set exists once per process.
const shared = globalThis as { aftersaleFilesRun?: Set<string> };

/** The test files that have run, or were skipped for a valid reason. */
shared.aftersaleFilesRun ??= new Set();
export const filesRun = shared.aftersaleFilesRun;
