// subtext experiment: asks recorded steps again with other settings, and shows what that measured.
import {
  askProvider,
  credentialNames,
  providerRequest,
  replayTarget,
  replyOf,
  type JsonRecord,
  type ProviderCredentials,
  type ProviderOutcome,
  type RequestAddress,
} from '@subtext/reasoning';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { findConnection, type Connection } from '../api/connection.ts';
import { read, write, type Page } from '../api/read.ts';
import { Failure } from '../failure.ts';
import { progress, writeJson, writeLine } from '../output/output.ts';
import { count } from '../output/words.ts';

interface Arm {
  name: string;
  says: string | null;
  answered: number;
  failed: number;
  lost: number;
  left_out: number;
}

interface Summary {
  id: string;
  name: string;
  state: 'waiting' | 'running' | 'done' | 'stopped' | 'out_of_budget' | 'failed';
  reason: string | null;
  runs_on: 'server' | 'worker';
  steps: number;
  budget_usd: number;
  spent_usd: number;
  answers: Record<string, number>;
}

interface Experiment extends Summary {
  arms: Arm[];
}

interface StartOptions {
  q: string;
  range: string;
  steps: number;
  repeats: number;
  budget: number;
  effort?: string;
  thinkingBudget?: number;
  model?: string;
  target?: string;
  withoutThoughts?: boolean;
  key?: string;
  baseline: boolean;
  maxOutputTokens: number;
  worker?: boolean;
  json?: boolean;
}

export async function startExperiment(name: string, options: StartOptions): Promise<void> {
  const { q, range, steps, repeats, budget, baseline, effort, thinkingBudget, model, target, key } = options;
  const variant = {
    ...(effort !== undefined && { effort }),
    ...(thinkingBudget !== undefined && { budget_tokens: thinkingBudget }),
    ...(model !== undefined && { model }),
    ...(target !== undefined && { target }),
    ...(key !== undefined && { key }),
    thoughts: !options.withoutThoughts,
  };
  const body = {
    ...{ name, q, range, steps, repeats, budget, baseline, variants: [variant] },
    ...{ max_output_tokens: options.maxOutputTokens, runs_on: options.worker ? 'worker' : 'server' },
  };
  const made = await write<Experiment>(await findConnection(), 'experiments', { body, idempotencyKey: randomUUID() });
  if (options.json) return writeJson(made);
  writeExperiment(made);
  const next = options.worker ? 'run' : 'show';
  writeLine(
    `"subtext experiment ${next} ${made.id}" ${options.worker ? 'asks, with keys of your environment' : 'shows its progress'}.`,
  );
}

export async function listExperiments({ json }: { json?: boolean }): Promise<void> {
  const page = await read<Page<Summary>>(await findConnection(), 'experiments', { limit: 50 });
  if (json) return writeJson(page);
  if (page.rows.length === 0) writeLine('No experiments yet: "subtext experiment start" begins one.');
  for (const row of page.rows) writeLine(headOf(row));
}

export async function showExperiment(id: string, { json }: { json?: boolean }): Promise<void> {
  const found = await read<Experiment>(await findConnection(), `experiments/${encodeURIComponent(id)}`);
  if (json) return writeJson(found);
  writeExperiment(found);
}

export async function stopExperiment(id: string): Promise<void> {
  const path = `experiments/${encodeURIComponent(id)}/stop`;
  await write(await findConnection(), path, { body: {}, idempotencyKey: randomUUID() });
  writeLine('Stopped. What was asked already is still stored.');
}

const dollars = (amount: number): string => `$${amount.toFixed(4)}`;

const headOf = ({ id, name, state, steps, spent_usd: spent, budget_usd: budget }: Summary): string =>
  `${id}  ${name}: ${state.replaceAll('_', ' ')}, ${count(steps)} steps, ${dollars(spent)} of ${dollars(budget)}`;

function writeExperiment(found: Experiment): void {
  writeLine(headOf(found));
  if (found.reason) writeLine(found.reason);
  for (const arm of found.arms) {
    writeLine(arm.says ?? `${arm.name}: no answer yet`);
    const apart = (['failed', 'lost', 'left_out'] as const).filter((state) => arm[state] > 0);
    if (apart.length > 0)
      writeLine(`  ${apart.map((state) => `${arm[state]} ${state.replaceAll('_', ' ')}`).join(', ')}`);
  }
}

interface Question {
  place: object;
  target: string;
  model: string;
  headers: Record<string, string>;
  body: JsonRecord;
}

interface Next {
  state: Summary['state'];
  question: Question | null;
}

interface RunOptions {
  concurrency: number;
  json?: boolean;
}

/** How long a worker waits when nothing can be asked, but others may free money. */
const IDLE_MS = 2_000;
const TIMEOUT_MS = 150_000;
/** Well within the time after which others may ask the question of a worker that is silent. */
const HOLD_EVERY_MS = 6_000;
/** The states in which questions come. */
const OPEN: ReadonlySet<string> = new Set(['waiting', 'running']);

/** Asks until the experiment has ended. The keys stay in this process. */
export async function runExperiment(id: string, { concurrency, json }: RunOptions): Promise<void> {
  const connection = await findConnection();
  const path = `experiments/${encodeURIComponent(id)}`;
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  process.once('SIGINT', stop).once('SIGTERM', stop);
  let answered = 0;
  const onAnswer = () => progress(`${count((answered += 1))} answers`);
  const worker = { connection, path, signal: stopped.signal, onAnswer };
  await Promise.all(Array.from({ length: concurrency }, () => askInTurn(worker)));
  progress('');
  const found = await read<Experiment>(connection, path);
  if (json) writeJson(found);
  else writeExperiment(found);
  if (stopped.signal.aborted) throw new Failure('Stopped. Run the same command again to go on.');
}

interface Worker {
  connection: Connection;
  path: string;
  signal: AbortSignal;
  onAnswer: () => void;
}

async function askInTurn(worker: Worker): Promise<void> {
  const { connection, path, signal, onAnswer } = worker;
  while (!signal.aborted) {
    const { state, question } = await write<Next>(connection, `${path}/question`, posting({}));
    if (question) {
      const hold = () =>
        void write(connection, `${path}/hold`, posting({ place: question.place })).catch(() => undefined);
      const holding = setInterval(hold, HOLD_EVERY_MS);
      const outcome = await ask(question, signal).finally(() => clearInterval(holding));
      await write(connection, `${path}/answer`, posting({ place: question.place, outcome }));
      onAnswer();
    } else if (OPEN.has(state)) await wait(IDLE_MS, undefined, { signal }).catch(() => undefined);
    else return;
  }
}

const posting = (body: object) => ({ body, idempotencyKey: randomUUID() });

async function ask({ target: id, ...question }: Question, signal: AbortSignal): Promise<ProviderOutcome> {
  // The address is this program's own: a server cannot send the key elsewhere.
  const target = replayTarget(id);
  const credentials = target && credentialsFor(target, process.env);
  if (!target || !credentials || 'missing' in credentials)
    return {
      kind: 'unsent',
      reason: credentials && 'missing' in credentials ? credentials.missing : `${id} is not known here.`,
    };
  const request = providerRequest({ target, ...question }, credentials);
  if (!request)
    return { kind: 'unsent', reason: `${target.label} has no address: set ${credentialNames(target)?.baseUrl}.` };
  const outcome = await askProvider(request, {
    ask: async ({ url, headers, body }) => {
      const sent = {
        method: 'POST',
        headers,
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      } as const;
      return replyOf(await fetch(url, sent));
    },
    pause: (milliseconds) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
    now: () => performance.now(),
    isStopped: () => signal.aborted,
  });
  return withoutKey(outcome, credentials.key);
}

/** Providers repeat a wrong key in their error. */
function withoutKey(outcome: ProviderOutcome, key: string): ProviderOutcome {
  const hide = (text: string) => text.replaceAll(key, '[key]');
  return outcome.kind === 'answer'
    ? { ...outcome, body: hide(outcome.body) }
    : { ...outcome, reason: hide(outcome.reason).slice(0, 2_000) };
}

function credentialsFor(
  target: RequestAddress,
  environment: NodeJS.ProcessEnv,
): ProviderCredentials | { missing: string } {
  const names = credentialNames(target);
  const key = names && environment[names.key];
  if (!names || !key) return { missing: `Set ${names?.key ?? 'a key'} to ask ${target.label}.` };
  return { key, baseUrl: environment[names.baseUrl] || undefined };
}
