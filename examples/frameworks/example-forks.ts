/** Forks the runs of the example agents: the program of the README, started again with SUBTEXT_FORK. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { listTraces, readNewTraces, readTraces, type ReadTrace } from './read-api.ts';
import type { OwnProject } from './subtext.ts';

/**
 * A chat with a trace for each turn, a provider that stores the conversation, a client's own tool runner, and an agent
 * that is stitched by itself.
 */
export const FORKED_EXAMPLES = ['refund', 'trip', 'contract', 'triage'] as const;
export type ForkedExample = (typeof FORKED_EXAMPLES)[number];

export interface ExampleFork {
  run: string;
  step: number;
  /** undefined: it gave the same answers, its run is linked, and only what follows the step was paid. */
  miss: string | undefined;
}

const PROGRAM = join(import.meta.dirname, '..', 'run.ts');

/** Forks each run of the agent at its first step, and at its last one. */
export async function forkExample(project: OwnProject, agent: ForkedExample): Promise<ExampleFork[]> {
  const first = await start(project, agent);
  const originals = await readTraces(project.read);
  if (originals.length === 0) throw new Error(`${agent} has no trace. ${first.remarks}`);
  const results: ExampleFork[] = [];
  for (const original of originals) {
    for (const step of new Set([1, original.steps.length])) {
      const before = await listTraces(project.read);
      const end = await start(project, agent, `${original.id}@${step}`);
      const forked = (await readNewTraces(project.read, before)).find(({ name }) => name === original.name);
      const places = { original, forked, step };
      const miss = end.answers === first.answers ? missOf(places) : `It answered ${end.answers} ${end.remarks}`;
      results.push({ run: `${agent}, ${original.name}`, step, miss });
    }
  }
  return results;
}

interface Forked {
  original: ReadTrace;
  forked: ReadTrace | undefined;
  step: number;
}

function missOf({ original, forked, step }: Forked): string | undefined {
  if (!forked) return 'It has no trace.';
  const { metadata } = forked;
  if (metadata['fork.trace'] !== original.id || metadata['fork.step'] !== String(step)) return 'It is not linked.';
  if (forked.modelCalls !== original.modelCalls) return `It has ${forked.modelCalls} model calls.`;
  const replayed = forked.spans.filter(({ attributes }) => attributes['subtext.fork.replayed'] === true).length;
  const isWhole = step === original.steps.length;
  if (isWhole ? replayed !== original.modelCalls : replayed !== 1) return `${replayed} answers were recorded ones.`;
  return isWhole && Number(forked.cost) !== 0 ? `It cost ${forked.cost}.` : undefined;
}

async function start(project: OwnProject, agent: string, fork?: string) {
  const env = {
    PATH: process.env.PATH,
    SUBTEXT_URL: project.ingestUrl,
    SUBTEXT_API_KEY: project.ingestKey,
    SUBTEXT_WEB_URL: project.read.url,
    SUBTEXT_READ_KEY: project.read.key,
    ...(fork !== undefined && { SUBTEXT_FORK: fork }),
  };
  const child = spawn(process.execPath, [PROGRAM, agent, '--scripted', '--pace', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk) => (output[name] += String(chunk)));
  await new Promise((resolve) => child.once('close', resolve));
  const answers = output.stdout.split('\n').filter((line) => / answer: | failed: /.test(line));
  return { answers: answers.join('\n'), remarks: output.stderr };
}
