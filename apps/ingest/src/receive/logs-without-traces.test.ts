/** `/v1/logs` from programs without tracing: the details events are all there is of their model calls. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import type { LogFields } from '../testing/otlp-logs.ts';
import { sendersTo } from '../testing/send-json.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

const { sendLogs } = sendersTo(() => server);

const asked = { role: 'user', parts: [{ type: 'text', content: 'Is A7 in stock?' }] };
const calling = {
  role: 'assistant',
  parts: [
    { type: 'reasoning', content: 'Need stock first.' },
    { type: 'tool_call', id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' } },
  ],
};
const result = { role: 'tool', parts: [{ type: 'tool_call_response', id: 'call_1', response: { units: 3 } }] };
const answer = { role: 'assistant', parts: [{ type: 'text', content: 'Three.' }] };

const details = (id: string, at: number, fields: object): LogFields => ({
  eventName: 'gen_ai.client.inference.operation.details',
  timeUnixNano: `179000000${at}000000000`,
  attributes: {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5.2',
    'gen_ai.response.id': id,
    'gen_ai.usage.input_tokens': 210,
    'gen_ai.usage.output_tokens': 96,
    ...fields,
  },
});

const turns = (conversation: object) => [
  details('resp_a', 1, { ...conversation, 'gen_ai.input.messages': [asked], 'gen_ai.output.messages': [calling] }),
  details('resp_b', 3, {
    ...conversation,
    'gen_ai.input.messages': [asked, calling, result],
    'gen_ai.output.messages': [answer],
  }),
];

const traces = async () =>
  (await server.database.sql`SELECT asked, session_id, generation_count, output_tokens, error_count FROM traces`).map(
    (row) => ({ ...row }),
  );

describe('a model call that only its details event reports', () => {
  test('is one of its conversation, with thought, call, result and figures, however often it is sent', async () => {
    const records = turns({ 'gen_ai.conversation.id': 'conv_1' });
    for (const record of records.toReversed()) expect(await sendLogs(record)).toEqual({});
    await sendLogs(...records);
    expect(await traces()).toEqual([
      { asked: 'Is A7 in stock?', session_id: 'conv_1', generation_count: 2, output_tokens: 192n, error_count: 0 },
    ]);
    const { sql } = server.database;
    const spans = await sql`SELECT name, kind, status, duration_ns FROM spans ORDER BY started_at`;
    const reported = { name: 'chat gpt-5.2', kind: 'generation', status: 'ok', duration_ns: null };
    expect(spans.map((row) => ({ ...row }))).toEqual([reported, reported]);
    const calls = await sql`
      SELECT described_by, thought_preview, result_preview FROM tool_calls WHERE call_id = 'call_1' ORDER BY described_by`;
    expect(calls.map((row) => ({ ...row }))).toMatchObject([
      { described_by: 'generation', thought_preview: 'Need stock first.' },
      { described_by: 'history', result_preview: '{"units":3}' },
    ]);
  });

  test('is a separate trace without a conversation id, and failed when it says so', async () => {
    const [, last] = turns({ 'error.type': 'timeout' });
    await sendLogs(last!, last!);
    expect(await traces()).toContainEqual({
      ...{ asked: 'Is A7 in stock?', session_id: null },
      ...{ generation_count: 1, output_tokens: 96n, error_count: 1 },
    });
  });
});
