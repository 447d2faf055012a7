/** Runs the program of a framework in a process of its own, as its user would: everything comes from the environment. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Variant } from './frameworks.ts';
import type { OwnProject } from './subtext.ts';

/** The questions of one entry are asked at once, the entries one after another. */
export type Plan = { agent: string; questions: string[] }[];

export interface ProgramRun {
  folder: string;
  variant: Variant;
  plan: Plan;
  providerUrl: string;
  project: OwnProject;
  /** `<trace>@<step>`: the run that it forks. */
  fork?: string;
  /** A tool returns something else than in other runs. */
  isChanged?: boolean;
}

export interface Outcome {
  question: string;
  answer?: string;
  failure?: string;
}

export interface ProgramEnd {
  outcomes: Outcome[];
  /** What it wrote beside its outcomes, and how it ended when not by itself. */
  remarks: string;
}

export const agentFolder = (folder: string): string => join(import.meta.dirname, 'agents', folder);

/** Some frameworks start a program of their own for each question, which takes long on a busy machine. */
const LONGEST_MS = 180_000;
/** Not a word that occurs in any text: what looks like a credential is masked. */
const PROVIDER_KEY = 'sk-Zt4mQ9xW2rLp7Vb1Jc6N';

export async function runProgram({
  folder,
  variant,
  plan,
  providerUrl,
  project,
  fork,
  isChanged,
}: ProgramRun): Promise<ProgramEnd> {
  const env = {
    PATH: process.env.PATH,
    SUBTEXT_URL: project.ingestUrl,
    SUBTEXT_API_KEY: project.ingestKey,
    WIRE: variant.wire,
    STREAMED: String(variant.streamed),
    OPENAI_API_KEY: PROVIDER_KEY,
    OPENAI_BASE_URL: `${providerUrl}/v1`,
    ANTHROPIC_API_KEY: PROVIDER_KEY,
    ANTHROPIC_BASE_URL: providerUrl,
    GEMINI_API_KEY: PROVIDER_KEY,
    GOOGLE_GEMINI_BASE_URL: providerUrl,
    AI_SDK_LOG_WARNINGS: 'false',
    OWN_TELEMETRY: String(variant.ownTelemetry ?? false),
    ...(isChanged && { CHANGED_POLICY: 'true' }),
    ...(fork !== undefined && {
      SUBTEXT_FORK: fork,
      SUBTEXT_WEB_URL: project.read.url,
      SUBTEXT_READ_KEY: project.read.key,
    }),
  };
  const preloaded = variant.ownTelemetry ? ['--import', './own-telemetry.mjs'] : [];
  const child = spawn(process.execPath, [...preloaded, 'agent.mjs', JSON.stringify(plan)], {
    cwd: agentFolder(folder),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
    killSignal: 'SIGKILL',
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk) => (output[name] += String(chunk)));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.once('close', (...end) => resolve(end)),
  );
  const outcomes = output.stdout.split('\n').flatMap(outcomeIn);
  const end = code === 0 ? '' : `It ended with ${signal ?? code}.`;
  return { outcomes, remarks: [end, output.stderr].filter(Boolean).join('\n') };
}

/** Frameworks may print lines of their own. */
function outcomeIn(line: string): Outcome[] {
  if (!line.startsWith('{"question":')) return [];
  return [JSON.parse(line) as Outcome];
}
