/**
 * The instrumentations that are tried, and what each is known to lose of the conversation. A row an instrumentation and
 * API.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Fact } from './conversation.ts';

export interface Instrumented {
  title: string;
  /** On npm; installed here maybe under another name. */
  package: string;
  installedAs?: string;
  /** In `agents/`, with its arguments. */
  script: string;
  arguments?: string[];
  /** Its name in the table of conventions. */
  convention: string;
  /** It has spans of its own for the runs of tools. */
  runs: boolean;
  loses: Fact[];
}

const OPENINFERENCE = { script: 'with-openinference.ts', convention: 'openinference', runs: false };
const OPENLLMETRY = { script: 'with-openllmetry.ts', convention: 'openllmetry', runs: false };
const AI_SDK_7 = { package: '@ai-sdk/otel', script: 'ai-sdk-7.ts', convention: 'ai-sdk-7', runs: true };
const LANGFUSE = { package: '@langfuse/openai', script: 'langfuse.ts', convention: 'langfuse', runs: false };

export const INSTRUMENTED: Instrumented[] = [
  {
    title: 'OpenInference, Chat Completions with reasoning_content',
    package: '@arizeai/openinference-instrumentation-openai',
    ...OPENINFERENCE,
    arguments: ['chat'],
    loses: ['session'],
  },
  {
    title: 'OpenInference, Responses',
    package: '@arizeai/openinference-instrumentation-openai',
    ...OPENINFERENCE,
    arguments: ['responses'],
    loses: ['session'],
  },
  {
    title: 'OpenInference, Anthropic',
    package: '@arizeai/openinference-instrumentation-anthropic',
    ...OPENINFERENCE,
    arguments: ['anthropic'],
    loses: ['session'],
  },
  {
    title: 'OpenLLMetry, Chat Completions with reasoning_content',
    package: '@traceloop/instrumentation-openai',
    ...OPENLLMETRY,
    arguments: ['chat'],
    loses: ['thinking', 'thinking tokens', 'session'],
  },
  {
    title: 'OpenLLMetry, Responses',
    package: '@traceloop/instrumentation-openai',
    ...OPENLLMETRY,
    arguments: ['responses'],
    loses: ['thinking tokens', 'session'],
  },
  {
    title: 'OpenLLMetry, Anthropic',
    package: '@traceloop/instrumentation-anthropic',
    ...OPENLLMETRY,
    arguments: ['anthropic'],
    loses: ['thinking tokens', 'session'],
  },
  {
    title: 'Spans of @anthropic-ai/sdk itself, content mode',
    package: '@anthropic-ai/sdk',
    script: 'anthropic-native.ts',
    convention: 'anthropic',
    runs: false,
    loses: ['session'],
  },
  { title: 'Vercel AI SDK 7, OpenAI', ...AI_SDK_7, arguments: ['openai'], loses: ['session'] },
  { title: 'Vercel AI SDK 7, Anthropic', ...AI_SDK_7, arguments: ['anthropic'], loses: ['session'] },
  {
    title: 'Vercel AI SDK 6, OpenAI',
    package: 'ai',
    installedAs: 'ai-6',
    script: 'ai-sdk-6.ts',
    convention: 'ai-sdk',
    runs: true,
    loses: [],
  },
  {
    title: 'Langfuse, Chat Completions with reasoning_content',
    ...LANGFUSE,
    arguments: ['chat'],
    loses: [],
  },
  {
    title: 'Langfuse, Responses',
    ...LANGFUSE,
    arguments: ['responses'],
    loses: [],
  },
];

/** As installed: from the package.json above its entry, since few packages export that file. */
export function versionOf({ package: name, installedAs }: Instrumented, from = import.meta.url): string {
  let directory = dirname(createRequire(from).resolve(installedAs ?? name));
  for (;;) {
    const found = manifestIn(directory);
    if (found?.name === name && found.version !== undefined) return found.version;
    if (directory === dirname(directory)) throw new Error(`${name} has no package.json above its entry`);
    directory = dirname(directory);
  }
}

function manifestIn(directory: string): { name?: string; version?: string } | undefined {
  try {
    return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { name?: string; version?: string };
  } catch {
    return undefined;
  }
}
