/**
 * Contents in log events (`EVENT_ONLY`, and the conventions until 1.36) against contents on spans (`SPAN_ONLY`): what
 * recorded instrumentations sent leads to the same rows, sums and costs in either order of arrival.
 */
import { readFile } from 'node:fs/promises';
import { createApiKey, ensureProject } from '@subtext/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startIngest, type TestIngest } from '../../src/testing/ingest.ts';

let ingest: TestIngest;
let projects = 0;
beforeAll(async () => {
  ingest = await startIngest();
});
afterAll(() => ingest.close());

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: string };
}
interface OtlpItem {
  traceId: string;
  spanId: string;
  endTimeUnixNano?: string;
  attributes?: Attribute[];
}
interface Recording {
  resourceSpans: { resource: object; scopeSpans: { scope: object; spans: OtlpItem[] }[] }[];
  resourceLogs?: { scopeLogs: { logRecords: OtlpItem[] }[] }[];
}

/** Renames the model to one with a price. */
async function recording(name: string): Promise<Recording> {
  const text = await readFile(new URL(`recordings/${name}.json`, import.meta.url), 'utf8');
  return JSON.parse(text.replaceAll('some-model', 'gpt-5.2')) as Recording;
}

const valueOf = ({ attributes = [] }: OtlpItem, name: string) => attributes.find(({ key }) => key === name)?.value;
const isGeneration = (span: OtlpItem) =>
  ['chat', 'generate_content'].includes(valueOf(span, 'gen_ai.operation.name')?.stringValue ?? '');
const isContent = ({ key }: Attribute) => /^gen_ai\.((in|out)put\.messages|system_instructions)$/.test(key);
const isFigure = ({ key }: Attribute) => key.startsWith('gen_ai.usage.');

/** As the instrumentations send it with EVENT_ONLY; `hasFigures`: the event repeats those of its span. */
function withEvents({ resourceSpans }: Recording, hasFigures: boolean): Recording {
  const eventOf = ({ traceId, spanId, endTimeUnixNano, attributes = [] }: OtlpItem) => ({
    ...{ traceId, spanId, timeUnixNano: endTimeUnixNano, eventName: 'gen_ai.client.inference.operation.details' },
    attributes: attributes.filter((attribute) => hasFigures || !isFigure(attribute)),
  });
  const bare = (span: OtlpItem) =>
    isGeneration(span) ? { ...span, attributes: span.attributes!.filter((one) => !isContent(one)) } : span;
  return {
    resourceSpans: resourceSpans.map(({ resource, scopeSpans }) => ({
      resource,
      scopeSpans: scopeSpans.map(({ scope, spans }) => ({ scope, spans: spans.map(bare) })),
    })),
    resourceLogs: resourceSpans.map(({ resource, scopeSpans }) => ({
      resource,
      scopeLogs: scopeSpans.map(({ scope, spans }) => ({
        scope,
        logRecords: spans.filter(isGeneration).map(eventOf),
      })),
    })),
  };
}

/** The same, with thinking tokens on the spans and nowhere else. */
function thinking(recorded: Recording, tokens: number): Recording {
  const figure = { key: 'gen_ai.usage.reasoning.output_tokens', value: { intValue: String(tokens) } };
  const withoutContents = (span: OtlpItem) =>
    isGeneration(span) ? { ...span, attributes: [...span.attributes!, figure] } : span;
  return {
    ...recorded,
    resourceSpans: recorded.resourceSpans.map(({ resource, scopeSpans }) => ({
      resource,
      scopeSpans: scopeSpans.map(({ scope, spans }) => ({ scope, spans: spans.map(withoutContents) })),
    })),
  };
}

type Signal = 'spans' | 'events';

/** Into a project of its own; resolves to what its screens are made of. */
async function stored(recorded: Recording, order: readonly Signal[]) {
  const { sql } = ingest.database;
  const { id: projectId } = await ensureProject(sql, { slug: `p${(projects += 1)}`, name: 'P' });
  const { key } = await createApiKey(sql, { projectId, name: 'test', scopes: ['ingest'] });
  for (const signal of order) {
    const [path, body] =
      signal === 'spans'
        ? ['traces', { resourceSpans: recorded.resourceSpans }]
        : ['logs', { resourceLogs: recorded.resourceLogs ?? [] }];
    const answer = await fetch(`${ingest.url}/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
    expect(await answer.json()).toEqual({});
  }
  const spans =
    await sql`select * from spans where project_id = ${projectId} and duplicate_of is null order by started_at`;
  const calls = await sql`
    select c.*, x.thoughts, x.preamble, x.arguments, x.result from tool_calls c
    left join tool_call_texts x using (project_id, day, trace_id, span_id, call_index)
    where c.project_id = ${projectId} and c.described_by = 'generation' order by c.started_at, c.call_index`;
  const [trace] = await sql`select * from traces where project_id = ${projectId}`;
  const models = await sql`select * from model_rollups where project_id = ${projectId} order by model`;
  const tools = await sql`select * from tool_rollups where project_id = ${projectId} order by tool_name`;
  return {
    spans: spans.map((row) => without(row, ['described_in', 'input_at'])),
    // An event is written when the call is over, and has no id for an answer but its own.
    calls: calls.map((row) => without(row, ['started_at', ...(row.type === 'answer' ? ['call_id'] : [])])),
    trace: without(trace!, ['updated_at', 'asked_at']),
    models: models.map((row) => without(row, [])),
    tools: tools.map((row) => without(row, [])),
  };
}

const NAMES = ['project_id', 'trace_id', 'span_id', 'parent_span_id'];

function without(row: Record<string, unknown>, columns: readonly string[]) {
  return Object.fromEntries(Object.entries(row).filter(([column]) => ![...NAMES, ...columns].includes(column)));
}

const ORDERS: [title: string, order: Signal[]][] = [
  ['spans, then events', ['spans', 'events']],
  ['events, then spans', ['events', 'spans']],
  ['events, then spans, and all again', ['events', 'spans', 'events', 'spans']],
];

/**
 * A response with readable thoughts, one with thinking that cannot be read, and one that does not report thinking.
 */
const WITH_CONTENTS = ['genai-langchain-responses', 'genai-google-genai', 'genai-openai-responses', 'genai-anthropic'];

describe.each(WITH_CONTENTS)('%s', (name) => {
  it.each(ORDERS)('is the same with its contents in events: %s', async (_title, order) => {
    const recorded = await recording(name);
    expect(await stored(withEvents(recorded, true), order)).toEqual(await stored(recorded, ['spans']));
  });

  it.each(ORDERS)('and where only the span has the figures: %s', async (_title, order) => {
    // Several calls have thoughts, so that the tokens are split.
    const recorded = thinking(await recording(name), 77);
    expect(await stored(withEvents(recorded, false), order)).toEqual(await stored(recorded, ['spans']));
  });
});

/** Columns that differ between two runs with another clock and another version of the instrumentation. */
const OF_A_RUN = [
  ...['started_at', 'ended_at', 'name_at', 'duration_ns', 'hour', 'scope', 'instrumentations'],
  ...['duration_histogram', 'first_token_histogram', 'inferred_histogram'],
  // JSON text with other white space.
  ...['arguments', 'arguments_preview'],
];

describe.each(['genai-openai-chat-events', 'openai-v2-chat-events'])('%s, as it was sent', (name) => {
  const alike = ({ spans, calls, trace, models, tools }: Awaited<ReturnType<typeof stored>>) => ({
    spans: spans.map((row) => without(row, OF_A_RUN)),
    calls: calls.map((row) => without(row, OF_A_RUN)),
    trace: without(trace, OF_A_RUN),
    models: models.map((row) => without(row, OF_A_RUN)),
    tools: tools.map((row) => without(row, OF_A_RUN)),
  });

  it.each(ORDERS)('is what the same run sent with its contents on spans: %s', async (_title, order) => {
    const onSpans = await stored(await recording('genai-openai-chat'), ['spans']);
    expect(alike(await stored(await recording(name), order))).toEqual(alike(onSpans));
  });

  it.each(ORDERS)('and of a model that thought: %s', async (_title, order) => {
    const onSpans = await stored(thinking(await recording('genai-openai-chat'), 77), ['spans']);
    expect(alike(await stored(thinking(await recording(name), 77), order))).toEqual(alike(onSpans));
  });
});
