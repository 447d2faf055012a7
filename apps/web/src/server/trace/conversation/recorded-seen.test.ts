// The Context tab for both requests of every recorded Python instrumentation, read by the same code that wrote their
// rows.
import { readdirSync } from 'node:fs';
import { ensureProject } from '@subtext/db';
import { createTestDatabase, type TestDatabase } from '@subtext/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generationsUpTo } from '@subtext/generations';
import { modelContext, type ModelContext } from './model-context.ts';
import { insertRecording, RECORDINGS } from '../testing/recording.ts';

let database: TestDatabase;
let projectId = '';
beforeAll(async () => {
  database = await createTestDatabase();
  projectId = (await ensureProject(database.sql, { slug: 'seen', name: 'Seen' })).id;
});
afterAll(() => database.drop());

const SYSTEM = 'system: text';
const ASKED = 'user: text';
const CALLED = 'assistant: text, tool_call, tool_call';
const THOUGHT = 'assistant: reasoning, text, tool_call, tool_call';
/** Chat Completions have no order of words and calls. */
const TURNED = 'assistant: tool_call, tool_call, text';
/** How many results each message of the second request has, behind the turn of the assistant. */
const EACH = ['tool: tool_result', 'tool: tool_result'];
/** Without the ids of the calls they are words. */
const WORDS = ['tool: text', 'tool: text'];
const BOTH = ['tool: tool_result, tool_result'];
const BY_USER = ['user: tool_result, tool_result'];

/** The messages of the second request; those of the first are the ones before the turn of the assistant. */
const SECOND: Record<string, string[]> = {
  'agent-framework-anthropic': [ASKED, THOUGHT, ...BOTH],
  'agent-framework-openai-chat': [ASKED, CALLED, ...BOTH],
  'genai-anthropic': [ASKED, THOUGHT, ...BY_USER],
  // Writes thoughts as words.
  'genai-google-genai': [ASKED, 'assistant: text, text, tool_call, tool_call', ...BY_USER],
  'genai-langchain-chat': [SYSTEM, ASKED, CALLED, ...EACH],
  'genai-langchain-responses': [SYSTEM, ASKED, CALLED, ...EACH],
  // These two drop calls and results of the history.
  'genai-openai-agents': [ASKED, 'assistant: text'],
  'genai-openai-responses': [ASKED, 'assistant: text'],
  'genai-openai-chat': [SYSTEM, ASKED, TURNED, ...EACH],
  'genai-openai-chat-events': [SYSTEM, ASKED, TURNED, ...EACH],
  'haystack-openai-chat': [SYSTEM, ASKED, CALLED, ...EACH],
  'haystack-openai-responses': [SYSTEM, ASKED, THOUGHT, ...EACH],
  'langfuse-langchain-responses': [SYSTEM, ASKED, THOUGHT, ...EACH],
  'langfuse-openai-chat': [ASKED, THOUGHT, ...EACH],
  'langfuse-openai-responses': [ASKED, THOUGHT, ...BOTH],
  'langsmith-anthropic': [SYSTEM, ASKED, THOUGHT, ...BY_USER],
  'langsmith-openai-chat': [ASKED, THOUGHT, ...EACH],
  'langsmith-openai-responses': [ASKED, THOUGHT, ...BOTH],
  // Drops the calls of the history, and the ids of results.
  'litellm-anthropic': [SYSTEM, ASKED, 'assistant: text', ...WORDS],
  'litellm-chat': [SYSTEM, ASKED, 'assistant: text', ...WORDS],
  'litellm-deepseek': [SYSTEM, ASKED, 'assistant: text', ...WORDS],
  'logfire-anthropic': [ASKED, THOUGHT, ...BY_USER],
  'logfire-openai-agents': [ASKED, THOUGHT, ...BOTH],
  'logfire-openai-chat': [ASKED, THOUGHT, ...EACH],
  'logfire-openai-chat-stream': [ASKED, THOUGHT, ...EACH],
  'logfire-openai-responses': [SYSTEM, ASKED, THOUGHT, ...EACH],
  'mlflow-anthropic': [ASKED, THOUGHT, ...BY_USER],
  'mlflow-openai-chat': [ASKED, THOUGHT, ...EACH],
  'mlflow-openai-responses': [ASKED, THOUGHT, ...BOTH],
  'mlflow-semconv-openai-chat': [ASKED, CALLED, ...EACH],
  // Has no word of the thought in the history.
  'mlflow-semconv-openai-responses': [ASKED, CALLED, ...EACH],
  'openai-v2-chat-events': [SYSTEM, ASKED, 'assistant: tool_call, tool_call', ...EACH],
  'openinference-anthropic': [ASKED, THOUGHT, ...BY_USER],
  'openinference-google-genai': [ASKED, THOUGHT, ...BY_USER],
  'openinference-langchain-responses': [SYSTEM, ASKED, THOUGHT, ...EACH],
  'openinference-openai-agents-chat': [SYSTEM, ASKED, CALLED, ...EACH],
  'openinference-openai-agents-responses': [ASKED, THOUGHT, ...BOTH],
  'openinference-openai-chat': [ASKED, THOUGHT, ...EACH],
  'openinference-openai-chat-stream': [ASKED, THOUGHT, ...EACH],
  'openinference-openai-responses': [ASKED, THOUGHT, ...BOTH],
  'openllmetry-anthropic': [ASKED, THOUGHT, ...BY_USER],
  'openllmetry-google-generativeai': [ASKED, THOUGHT, ...BY_USER],
  'openllmetry-langchain-chat': [ASKED, CALLED, ...EACH],
  'openllmetry-langchain-responses': [ASKED, THOUGHT, ...EACH],
  'openllmetry-openai-agents': [ASKED, CALLED, ...EACH],
  'openllmetry-openai-chat': [SYSTEM, ASKED, CALLED, ...EACH],
  'openllmetry-openai-responses': [SYSTEM, ASKED, CALLED, ...EACH],
  'pydantic-ai-anthropic': [ASKED, THOUGHT, ...BY_USER],
  'pydantic-ai-chat': [ASKED, THOUGHT, ...BY_USER],
  'pydantic-ai-responses': [ASKED, THOUGHT, ...BY_USER],
  'strands-anthropic': [SYSTEM, ASKED, THOUGHT, ...BOTH],
};

/** All that the client's own loop does is one span. */
const ONE_SPAN = 'genai-google-genai-loop';

/** MLflow has no word of what Anthropic answers, where it writes the names of the conventions. */
const UNANSWERED = 'mlflow-semconv-anthropic';

/** Sends results alone: what was before them the provider keeps, by the id of its response. */
const GOES_ON = 'agent-framework-openai-responses';

const all = readdirSync(RECORDINGS).map((file) => file.replace('.json', ''));

it('knows every recording', () => {
  expect([...Object.keys(SECOND), ONE_SPAN, UNANSWERED, GOES_ON].toSorted()).toEqual(all.toSorted());
});

const keyOf = (name: string) => ({
  projectId,
  traceId: (all.indexOf(name) + 1).toString(16).padStart(2, '0').repeat(16),
});

const shown = (seen: ModelContext | undefined) =>
  seen?.messages.map(({ role, parts }) => `${role}: ${parts.map(({ kind }) => kind).join(', ')}`);

it.each(Object.entries(SECOND))('%s', async (name, second) => {
  const key = keyOf(name);
  const spans = await insertRecording(database.sql, key, name);
  expect(spans).toHaveLength(2);
  const [first, then] = await Promise.all(
    spans.map((spanId) => modelContext(database.sql, key, { spanId, offset: 0 })),
  );
  const asked = second.slice(
    0,
    second.findIndex((message) => message.startsWith('assistant')),
  );
  // The Agents SDK sends its instructions with the first request only.
  expect(shown(first)?.filter((message) => message !== SYSTEM)).toEqual(asked.filter((message) => message !== SYSTEM));
  expect(shown(then)).toEqual(second);
  expect([first?.lacks, then?.lacks]).toEqual([[], []]);
  const recorded = await generationsUpTo(database.sql, key, spans[1] ?? '');
  const said = recorded?.generations.map(({ read }) => read.generation.output.map(({ kind }) => kind));
  expect(said?.[0]?.filter((kind) => kind === 'tool_call')).toHaveLength(2);
  expect(said?.[1]).toEqual(['text']);
});

it(ONE_SPAN, async () => {
  const key = keyOf(ONE_SPAN);
  const [only = '', ...more] = await insertRecording(database.sql, key, ONE_SPAN);
  expect(more).toEqual([]);
  expect(shown(await modelContext(database.sql, key, { spanId: only, offset: 0 }))).toEqual([ASKED]);
});

it(GOES_ON, async () => {
  const key = keyOf(GOES_ON);
  const spans = await insertRecording(database.sql, key, GOES_ON);
  const seen = await Promise.all(spans.map((spanId) => modelContext(database.sql, key, { spanId, offset: 0 })));
  expect(seen.map(shown)).toEqual([[ASKED], BOTH]);
});
