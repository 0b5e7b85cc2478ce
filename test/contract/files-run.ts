// Modules are loaded once per test file; the list is of the process.
const shared = globalThis as { aftersaleFilesRun?: Set<string> };

/** The test files of which something was run so far, or skipped for good reason. */
shared.aftersaleFilesRun ??= new Set();
export const filesRun = shared.aftersaleFilesRun;
