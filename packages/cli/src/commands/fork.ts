// subtext fork: starts a program as a fork of a recorded run. The SDK in the program reads the recording.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { findConnection } from '../api/connection.ts';
import { read } from '../api/read.ts';
import { runAddress } from '../api/run-address.ts';
import { Failure } from '../failure.ts';

interface ForkOptions {
  tools: 'run' | 'recorded';
  onDivergence?: 'stop' | 'continue';
}

interface Recording {
  model_calls: number;
  rows: { missing: string[] }[];
}

export async function fork(origin: string, program: readonly string[], options: ForkOptions): Promise<number> {
  const { trace, step } = forkOrigin(origin);
  const [command, ...parameters] = program;
  if (command === undefined) throw new Failure('Name the program to start after "--": subtext fork … -- node agent.js');
  const connection = await findConnection();
  // Before the program starts: a wrong step or key should not be found out in the middle of its output.
  const { model_calls: calls, rows } = await read<Recording>(connection, `traces/${trace}/steps/${step}/fork`);
  const missing = rows.findIndex((row) => row.missing.length > 0);
  if (missing >= 0)
    throw new Failure(
      `The run cannot be forked here: of its model call ${missing + 1}, ${rows[missing]!.missing.join('; ')}.`,
    );
  process.stderr.write(
    `Fork of ${trace} at step ${step}: up to ${calls} recorded answer${calls === 1 ? '' : 's'}, then live.\n`,
  );
  return run(command, parameters, {
    SUBTEXT_FORK: `${trace}@${step}`,
    SUBTEXT_FORK_TOOLS: options.tools,
    ...(options.onDivergence && { SUBTEXT_FORK_ON_DIVERGENCE: options.onDivergence }),
    SUBTEXT_WEB_URL: connection.url,
    SUBTEXT_READ_KEY: connection.key,
  });
}

function forkOrigin(origin: string): { trace: string; step: string } {
  const [run = '', ...steps] = origin.split('@');
  const { id, step = steps[0] } = runAddress(run);
  if (step === undefined || !/^[1-9]\d{0,5}[a-z]{0,3}$/.test(step))
    throw new Failure(`"${origin}" names no step: write <run>@<step>, such as ${id}@4.`);
  return { trace: id, step };
}

/** Its output, input and exit code are the program's own. */
function run(command: string, parameters: readonly string[], variables: Record<string, string>): Promise<number> {
  const child = spawn(command, parameters, { stdio: 'inherit', env: { ...process.env, ...variables } });
  const pass = (signal: NodeJS.Signals) => child.kill(signal);
  process.on('SIGTERM', pass);
  process.on('SIGINT', pass);
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Failure(`"${command}" cannot be started (${error.code ?? error.message}).`)),
    );
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}
