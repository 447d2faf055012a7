// A long-running child (ingest, web): its log file, its readiness and its end. It never outlives the launcher.
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { endOfLog, openLog, startLine, type LogFile } from './log-file.ts';
import { programEnv } from './run-program.ts';
import { UserError } from './user-error.ts';

export interface ProcessPlan {
  /** The name that users see: `Ingest`. */
  name: string;
  /** Arguments of Node: options, script, its arguments. */
  command: string[];
  directory: string;
  env: Record<string, string>;
  logFile: string;
  /** Lines that the user should see at once. */
  onTrouble(line: string): void;
}

export interface ManagedProcess {
  name: string;
  /** Resolves, never rejects, with how it ended. */
  exited: Promise<string>;
  /** Sends SIGTERM, and SIGKILL to processes that remain after the grace period; resolves when the group has ended. */
  stop(): Promise<void>;
  killNow(): void;
}

const GRACE_MS = 20_000;
/** A first compilation on a machine with other work takes minutes. */
const READY_MS = 180_000;
const ANSWER_MS = 5000;
const POLL_MS = 100;
const LAST_LINES_MS = 500;

const followParent = new URL('./follow-parent.mjs', import.meta.url).href;

export function startProcess(plan: ProcessPlan): ManagedProcess {
  const child = spawn(process.execPath, ['--import', followParent, ...plan.command], {
    cwd: plan.directory,
    env: programEnv({ ...plan.env, SUBTEXT_LAUNCHER: String(process.pid) }),
    // A process group of its own: Ctrl-C reaches only the launcher, which stops everything in order.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = keepLog(child, plan);
  // When the child ends in any way, its group is killed, because nothing else would stop the grandchildren.
  child.once('exit', () => signalGroup(child, 'SIGKILL'));
  const exited = ended(child, log);
  return { name: plan.name, exited, stop: () => stop(child, exited), killNow: () => signalGroup(child, 'SIGKILL') };
}

/** The last lines may arrive after the end of the process; grandchildren may keep its output open forever. */
async function ended(child: ChildProcess, log: LogFile): Promise<string> {
  const closed = new Promise((resolve) => child.once('close', resolve));
  const how = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  await Promise.race([closed, wait(LAST_LINES_MS)]);
  await log.flush();
  return how;
}

function keepLog(child: ChildProcess, plan: ProcessPlan): LogFile {
  const log = openLog(plan.logFile, plan.onTrouble);
  log.write(startLine(plan.name, child.pid));
  child.once('close', () => void log.close());
  for (const [stream, isError] of [
    [child.stdout, false],
    [child.stderr, true],
  ] as const) {
    const input = stream!;
    createInterface({ input }).on('line', (line) => {
      const full = log.write(line);
      // The stream, because a reader of lines that has closed meanwhile throws when it is resumed.
      if (full) void (input.pause(), full.then(() => input.resume()));
      const trouble = troubleIn(line, isError);
      if (trouble !== undefined) plan.onTrouble(`${plan.name}: ${trouble}`);
    });
  }
  return log;
}

/**
 * The part of a log line that the user should see: warnings and errors of pino (JSON) and of Next (⚠ ⨯), and all of
 * stderr.
 */
export function troubleIn(line: string, isError: boolean): string | undefined {
  if (line.startsWith('{')) {
    const entry = parseObject(line);
    if (entry !== undefined && typeof entry.level === 'number') {
      return entry.level >= 40 ? [entry.msg, messageOf(entry.err)].filter(Boolean).join(': ') || line : undefined;
    }
  }
  const text = line.trim();
  return text !== '' && (isError || /^[⨯⚠]/.test(text)) ? text : undefined;
}

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): unknown {
  return error !== null && typeof error === 'object' && 'message' in error ? error.message : undefined;
}

/**
 * Waits until `url` answers with success.
 * @throws UserError with the end of the log when the process dies or does not answer.
 */
export async function waitUntilReady(
  child: ManagedProcess,
  check: { url: string; logFile: string; signal: AbortSignal; withinMs?: number },
) {
  const { withinMs = READY_MS } = check;
  let ended: string | undefined;
  void child.exited.then((how) => (ended = how));
  const deadline = Date.now() + withinMs;
  while (ended === undefined && Date.now() < deadline) {
    check.signal.throwIfAborted();
    const patience = AbortSignal.timeout(Math.min(ANSWER_MS, withinMs));
    const response = await fetch(check.url, { signal: patience }).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await wait(POLL_MS);
  }
  const what =
    ended === undefined ? `did not answer at ${check.url} within ${withinMs / 1000} s` : `ended at once (${ended})`;
  throw new UserError(`${child.name} ${what}. ${await endOfLog(check.logFile)}`);
}

async function stop(child: ChildProcess, exited: Promise<string>): Promise<void> {
  child.kill('SIGTERM');
  const inTime = await Promise.race([exited.then(() => true), wait(GRACE_MS, false, { ref: false })]);
  if (inTime) return;
  signalGroup(child, 'SIGKILL');
  await exited;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group has already ended, as requested.
  }
}
