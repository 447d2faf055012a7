// Fills an empty database with the example agents, so that the first screen shows real traces.
import { join } from 'node:path';
import { lastLines, runProgram } from './run-program.ts';
import type { System } from './system.ts';
import { UserError } from './user-error.ts';

/** A provider's key would make the examples spend somebody's money without being asked; by hand they still can. */
const PROVIDER_KEYS = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'DEEPSEEK_API_KEY', 'OPENROUTER_API_KEY', 'GROQ_API_KEY'];

export interface SeedOptions {
  logs: string;
  signal?: AbortSignal;
}

/** Runs the agents against the scripted provider, through the SDK, into ingest. @throws UserError when one fails. */
export async function seed(
  system: Pick<System, 'ingestUrl' | 'ingestKey'>,
  { logs, signal }: SeedOptions,
): Promise<void> {
  const env: Record<string, string | undefined> = { SUBTEXT_URL: system.ingestUrl, SUBTEXT_API_KEY: system.ingestKey };
  for (const name of PROVIDER_KEYS) env[name] = undefined;
  const logFile = join(logs, 'examples.log');
  const { code, output } = await runProgram({ command: 'node', parameters: ['examples/run.ts'], env, logFile, signal });
  if (code !== 0)
    throw new UserError(`The example agents failed. The end of ${logFile} says:\n${lastLines(output, 15)}`);
}
