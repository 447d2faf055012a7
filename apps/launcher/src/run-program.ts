// Runs a program to its end (a build, an example, a linter): its output goes to a file, its exit is the result.
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';
import { BIN, ROOT } from './paths.ts';

export interface Program {
  /** `node` is the Node 24 of this checkout; other names are looked up in node_modules/.bin, then in PATH. */
  command: string;
  parameters: string[];
  directory?: string;
  /** undefined removes a variable. */
  env?: Record<string, string | undefined>;
  logFile: string;
  signal?: AbortSignal;
}

export interface ProgramEnd {
  /** undefined when a signal ended it. */
  code: number | undefined;
  /** The last 64 kB of both streams. */
  output: string;
}

const KEPT_CHARACTERS = 65_536;

/** No telemetry, no prompts, no colors in logs. */
const QUIET_ENV = {
  NEXT_TELEMETRY_DISABLED: '1',
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  NO_UPDATE_NOTIFIER: '1',
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
};

export function programEnv(env: Record<string, string | undefined> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...QUIET_ENV, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}`, ...env };
}

/** Rejects only when the program cannot be started. */
export async function runProgram(program: Program): Promise<ProgramEnd> {
  await mkdir(dirname(program.logFile), { recursive: true });
  const log = createWriteStream(program.logFile);
  const child = spawn(program.command === 'node' ? process.execPath : program.command, program.parameters, {
    cwd: program.directory ?? ROOT,
    env: programEnv(program.env),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32' && program.command !== 'node',
    signal: program.signal,
    killSignal: 'SIGTERM',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log.write(text);
      output = (output + text).slice(-KEPT_CHARACTERS);
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => log.end(() => resolve({ code: code ?? undefined, output })));
  });
}

export const lastLines = (text: string, count: number): string => text.trimEnd().split('\n').slice(-count).join('\n');
