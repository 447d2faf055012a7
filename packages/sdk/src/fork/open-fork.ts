/** Opens a fork by the environment, or by options, and loads its recording. */
import type { RecordedStep } from '@subtext/reasoning';
import { environment } from '../platform/node.ts';
import { report } from '../platform/report.ts';
import type { ForkOptions } from './fork-options.ts';
import { ForkedRun, type ForkSettings } from './forked-run.ts';
import { readRecording } from './read-recording.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_URL = 'http://localhost:3000';
const CHOICES = { tools: ['run', 'recorded'], onDivergence: ['stop', 'continue'] } as const;

/**
 * For a process that was started with `SUBTEXT_FORK`. Nothing is sent when the fork cannot be opened: every request gets
 * the reason as an error, because a request that goes to the provider costs money.
 */
export function forkOfEnvironment(variables: Environment): ForkedRun {
  const { SUBTEXT_FORK = '', SUBTEXT_FORK_TOOLS, SUBTEXT_FORK_ON_DIVERGENCE } = variables;
  const options = {
    ...(SUBTEXT_FORK_TOOLS && { tools: SUBTEXT_FORK_TOOLS as 'run' }),
    ...(SUBTEXT_FORK_ON_DIVERGENCE && { onDivergence: SUBTEXT_FORK_ON_DIVERGENCE as 'stop' }),
  };
  const { run, loaded } = openFork(SUBTEXT_FORK, options);
  loaded.catch((error: unknown) =>
    report('a fork that cannot be opened', () => `Every model call of this process is refused. ${reasonOf(error)}`),
  );
  return run;
}

export interface OpenedFork {
  run: ForkedRun;
  loaded: Promise<RecordedStep[]>;
}

export function openFork(origin: string, options: ForkOptions): OpenedFork {
  const settings = settingsOf(origin, options);
  if (!(settings instanceof Error)) {
    const loaded = load(settings, options);
    return { run: new ForkedRun(settings, loaded), loaded };
  }
  const loaded = Promise.reject<RecordedStep[]>(settings);
  return { run: new ForkedRun({ trace: origin, step: '' }, loaded), loaded };
}

function settingsOf(origin: string, options: ForkOptions): ForkSettings | Error {
  if (typeof origin !== 'string' || typeof options !== 'object' || options === null)
    return new Error('A fork needs <trace>@<step> as text, and its options as an object.');
  const [, trace, step] = /^([\da-f]{32})@([1-9]\d{0,5}[a-z]{0,3})$/.exec(origin.trim()) ?? [];
  if (trace === undefined || step === undefined)
    return new Error(`"${origin}" is no step of a trace: it must be <trace>@<step>, the trace with its 32 digits.`);
  for (const [name, allowed] of Object.entries(CHOICES)) {
    const chosen = options[name as keyof typeof CHOICES];
    if (chosen !== undefined && !(allowed as readonly string[]).includes(chosen))
      return new Error(`"${chosen}" is no choice for ${name} of a fork: it must be ${allowed.join(' or ')}.`);
  }
  return { trace, step, ...options };
}

async function load({ trace, step }: ForkSettings, { url, apiKey }: ForkOptions): Promise<RecordedStep[]> {
  const { SUBTEXT_WEB_URL, SUBTEXT_READ_KEY, SUBTEXT_API_KEY } = environment();
  const key = apiKey ?? (SUBTEXT_READ_KEY || SUBTEXT_API_KEY);
  if (!key)
    throw new Error(
      'A fork reads the recorded run and needs a key with the scope "read": set SUBTEXT_READ_KEY to one.',
    );
  const steps = await readRecording({ url: url ?? (SUBTEXT_WEB_URL || DEFAULT_URL), key, trace, step });
  if (steps.length === 0) throw new Error(`No model call of trace ${trace} up to step ${step} was answered.`);
  for (const [index, { missing }] of steps.entries()) {
    if (missing.length > 0)
      throw new Error(
        `The run cannot be forked at step ${step}: of its model call ${index + 1}, ${missing.join('; ')}.`,
      );
  }
  return steps;
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
