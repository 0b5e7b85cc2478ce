/** What an entry knows of the processes above this one. */
export type Parents = {
  parentId(): number;
  readText(path: string): Promise<string>;
};

const CHECK_MS = 1_000;
/** Between npx and the service are a shell and, with `run start`, bun. */
const MAX_ANCESTORS = 4;
const NPX = /^npm exec\b/;
const BETWEEN = /^(?:\S*\/)?(?:sh|dash|bash|ash|zsh|bun)\0/;

/**
 * Calls `onEnd` once the npx that has started this process has ended. A signal to it doesn't reach this process, because
 * the shell between them passes none on. It needs /proc; on other systems, and without npx, it does nothing.
 */
export function watchLauncher(parents: Parents, onEnd: () => void): void {
  let launcher: Promise<number[] | undefined> | undefined;
  const check = async () => {
    launcher ??= pathToNpx(parents);
    const path = await launcher;
    if (path === undefined) return clearInterval(timer);
    const now = await ancestors(parents, path.length);
    if (now.join() === path.join()) return;
    clearInterval(timer);
    onEnd();
  };
  const timer = setInterval(() => void check(), CHECK_MS);
  // The timer alone doesn't keep the process running.
  timer.unref();
  void check();
}

/** Returns the ids of the processes from the parent to npx. */
async function pathToNpx(parents: Parents): Promise<number[] | undefined> {
  const path = await ancestors(parents, MAX_ANCESTORS);
  for (const [i, pid] of path.entries()) {
    const command = await parents.readText(`/proc/${pid}/cmdline`).catch(() => "");
    if (NPX.test(command)) return path.slice(0, i + 1);
    if (!BETWEEN.test(command)) return undefined;
  }
  return undefined;
}

async function ancestors({ parentId, readText }: Parents, count: number): Promise<number[]> {
  const found = [parentId()];
  while (found.length < count) {
    const status = await readText(`/proc/${found.at(-1)}/status`).catch(() => "");
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    if (parent === 0) break;
    found.push(parent);
  }
  return found;
}
