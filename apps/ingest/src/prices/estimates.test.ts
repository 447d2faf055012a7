/**
 * Thinking that no provider counted: its estimate is shown with the call and is in no total, no rollup and no price
 * (docs/development/decisions/0010).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countTokens } from './count-tokens.ts';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

const THOUGHT = 'The shop has two warehouses, so I have to ask for the stock of both before I can answer.';
const OUTPUT_TOKENS = 100;

/** `tool` is its own group of rollups. */
function generation(traceId: string, tool: string, figures: Record<string, string | number>) {
  const output = [
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', content: THOUGHT },
        { type: 'text', content: 'Let me look.' },
        { type: 'tool_call', id: 'call_1', name: tool, arguments: { sku: 'A7' } },
      ],
    },
  ];
  const attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5.2',
    'gen_ai.usage.input_tokens': 10,
    'gen_ai.usage.output_tokens': OUTPUT_TOKENS,
    'gen_ai.output.messages': JSON.stringify(output),
    ...figures,
  };
  return jsonSpan({
    traceId,
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
    })),
  });
}

async function stored(traceId: string, tool: string, figures: Record<string, string | number> = {}) {
  const response = await fetch(`${server.url}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${server.key}` },
    body: JSON.stringify(jsonRequest([generation(traceId, tool, figures)])),
  });
  expect(response.status).toBe(200);
  const { sql } = server.database;
  const id = Buffer.from(traceId, 'hex');
  const [call] = await sql`SELECT reasoning_tokens, reasoning_tokens_source, reasoning_cost FROM tool_calls
    WHERE trace_id = ${id}`;
  const [span] = await sql`SELECT reasoning_tokens, reasoning_source, readable_tokens, reasoning_cost, output_cost
    FROM spans WHERE trace_id = ${id}`;
  const [trace] = await sql`SELECT reasoning_tokens, generations_reporting, output_tokens, readable_cost, answer_cost
    FROM traces WHERE trace_id = ${id}`;
  const [rollup] = await sql`SELECT calls, calls_with_tokens, reasoning_tokens, reasoning_cost, token_histogram
    FROM tool_rollups WHERE tool_name = ${tool}`;
  return { call: { ...call }, span: { ...span }, trace: { ...trace }, rollup: { ...rollup } };
}

test('an estimate stands on its call, with its name, and nowhere else', async () => {
  const thinking = countTokens(THOUGHT);
  const rest = countTokens('Let me look.') + countTokens('unreported') + countTokens('{"sku":"A7"}');
  const { call, span, trace, rollup } = await stored('a'.repeat(32), 'unreported');
  const share = Math.round((OUTPUT_TOKENS * thinking) / (thinking + rest));
  expect(call).toEqual({ reasoning_tokens: BigInt(share), reasoning_tokens_source: 'estimated', reasoning_cost: null });
  expect(span).toMatchObject({
    reasoning_tokens: null,
    reasoning_source: null,
    readable_tokens: null,
    reasoning_cost: null,
  });
  expect(trace).toMatchObject({ reasoning_tokens: 0n, generations_reporting: 0, readable_cost: 0n });
  expect(trace.output_tokens).toBe(BigInt(OUTPUT_TOKENS));
  expect(Number(span.output_cost)).toBeGreaterThan(0);
  expect(trace.answer_cost).toBe(span.output_cost);
  expect(rollup).toEqual({
    calls: 1,
    calls_with_tokens: 0,
    reasoning_tokens: 0n,
    reasoning_cost: 0n,
    token_histogram: new Array(24).fill(0),
  });
});

test('what a sender estimated is no report, either', async () => {
  const { call, span, trace } = await stored('b'.repeat(32), 'guessed', {
    'gen_ai.usage.reasoning.output_tokens': 77,
    'subtext.usage.reasoning.source': 'estimated',
  });
  expect(call).toMatchObject({ reasoning_tokens_source: 'estimated' });
  expect(call.reasoning_tokens).not.toBe(77n);
  expect(span).toMatchObject({ reasoning_tokens: null, reasoning_cost: null });
  expect(trace).toMatchObject({ reasoning_tokens: 0n, generations_reporting: 0 });
});

test('a report is counted everywhere, and nothing is estimated beside it', async () => {
  const { call, span, trace, rollup } = await stored('c'.repeat(32), 'reported', {
    'gen_ai.usage.reasoning.output_tokens': 64,
  });
  expect(call).toMatchObject({ reasoning_tokens: 64n, reasoning_tokens_source: 'reported' });
  expect(span).toMatchObject({ reasoning_tokens: 64n, reasoning_source: 'reported', readable_tokens: 64n });
  expect(trace).toMatchObject({ reasoning_tokens: 64n, generations_reporting: 1 });
  expect(trace.readable_cost).toBe(call.reasoning_cost);
  expect(rollup).toMatchObject({ calls: 1, calls_with_tokens: 1, reasoning_tokens: 64n });
});

test('the sum over the models holds reports alone', async () => {
  const rows = await server.database
    .sql`SELECT reasoning_tokens, generations, generations_reporting FROM model_rollups`;
  expect(rows.map((row) => ({ ...row }))).toEqual([
    { reasoning_tokens: 64n, generations: 3, generations_reporting: 1 },
  ]);
});
