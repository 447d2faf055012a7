// A launcher must not keep running unnoticed after the program that the user started was killed: npm, or the older Node
// that runs bootstrap.mjs.
import { readFileSync } from 'node:fs';

const LOOK_MS = 500;
/** npm, its shell, and bootstrap.mjs under an older Node. */
const MAX_ANCESTORS = 4;

/** Calls `end` once, when the starter was killed; in an orderly end the starter ends this process first. */
export function followStarter(end: () => void): void {
  // bootstrap.mjs under an older Node keeps a channel open to us.
  process.once('disconnect', end);
  process.channel?.unref();
  const npm = process.env.npm_lifecycle_event === undefined ? undefined : npmAbove();
  if (npm === undefined) return;
  const timer = setInterval(() => {
    if (titleOf(npm).startsWith('npm')) return;
    clearInterval(timer);
    end();
  }, LOOK_MS).unref();
}

/** The process id of the npm that runs us. Only Linux shows a process's parent without running another program. */
function npmAbove(): number | undefined {
  let processId = process.ppid;
  for (let step = 0; step < MAX_ANCESTORS && processId > 1; step += 1) {
    if (titleOf(processId).startsWith('npm')) return processId;
    processId = parentOf(processId);
  }
  return undefined;
}

/** npm writes its command over its command line: `npm start`. */
function titleOf(processId: number): string {
  return readProcessFile(processId, 'cmdline');
}

/** The fourth field; the second is a name in parentheses, which may contain any character. */
function parentOf(processId: number): number {
  const stat = readProcessFile(processId, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function readProcessFile(processId: number, name: string): string {
  try {
    return readFileSync(`/proc/${processId}/${name}`, 'utf8');
  } catch {
    return ''; // it has ended, or this is not Linux
  }
}
