// Fills an empty database with the example agents, so that the first screen shows real traces.
import { join } from 'node:path';
import { lastLines, runProgram } from './run-program.ts';
import type { System } from './system.ts';
import { UserError } from './user-error.ts';

type SeededSystem = Pick<System, 'ingestUrl' | 'ingestKey'>;

export interface SeedOptions {
  logs: string;
  /** The pace of the scripted provider: 1 is realistic, 0 is immediate. */
  pace?: number;
  signal?: AbortSignal;
}

/**
 * Runs the agents against the scripted provider, through the SDK, into ingest. The provider is scripted even if a real
 * provider's key is set, so starting Subtext costs nothing.
 * @throws UserError when an agent fails.
 */
export async function seed(system: SeededSystem, { logs, pace = 1, signal }: SeedOptions): Promise<void> {
  const env = { SUBTEXT_URL: system.ingestUrl, SUBTEXT_API_KEY: system.ingestKey };
  const parameters = ['examples/run.ts', '--scripted', '--pace', String(pace)];
  const logFile = join(logs, 'examples.log');
  const { code, output } = await runProgram({ command: 'node', parameters, env, logFile, signal });
  if (code !== 0)
    throw new UserError(`The example agents failed. The end of ${logFile} says:\n${lastLines(output, 15)}`);
}
