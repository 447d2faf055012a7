/** `/v1/logs`, what senders write in ways of their own: bodies of JSON text, ids of zeros, sessions that have traces as well. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIngest, type TestIngest } from './testing/ingest.ts';
import { jsonSpan } from './testing/otlp-json.ts';
import { keyValues, type LogFields } from './testing/otlp-logs.ts';
import { newId, sendersTo } from './testing/send-json.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

const { sendLogs, sendSpans } = sendersTo(() => server);

async function sumsOf({ traceId }: { traceId: string }) {
  const [sums] = await server.database.sql`
    SELECT name, asked, session_id, span_count, generation_count, step_count, call_count, error_count, output_tokens
    FROM traces WHERE trace_id = ${Buffer.from(traceId, 'hex')}`;
  return { ...sums };
}

/** By everybody but the spans of the tools. */
async function callsTold({ traceId }: { traceId: string }) {
  const rows = await server.database.sql`
    SELECT c.described_by, c.call_id, c.tool_name, c.status, c.arguments_preview, c.result_preview
    FROM tool_calls c WHERE c.trace_id = ${Buffer.from(traceId, 'hex')} AND c.described_by <> 'execution'`;
  return rows.map((row) => ({ ...row }));
}

test('the bodies of Semantic Kernel for Python are JSON as text', async () => {
  const ids = newId();
  await sendSpans(jsonSpan(ids));
  const calls = [{ id: 'call_1', type: 'function', function: { name: 'get_stock', arguments: '{"sku":"A7"}' } }];
  const record = (name: string, body: object): LogFields => ({
    ...ids,
    body: JSON.stringify(body),
    attributes: { 'event.name': name },
  });
  await sendLogs(
    record('gen_ai.user.message', { role: 'user', content: 'Is A7 in stock?' }),
    record('gen_ai.choice', { index: 0, finish_reason: 'tool_calls', message: { content: null, tool_calls: calls } }),
  );
  expect(await sumsOf(ids)).toMatchObject({ asked: 'Is A7 in stock?', call_count: 1 });
  expect(await callsTold(ids)).toMatchObject([
    { described_by: 'generation', call_id: 'call_1', tool_name: 'get_stock' },
  ]);
});

describe('a session of Claude Code with traces', () => {
  const claude = (ids: object, name: string, attributes: object): LogFields => ({
    ...ids,
    attributes: { 'event.name': `claude_code.${name}`, 'session.id': 's_2', ...attributes },
  });

  test('has what was asked, and what tools were given and returned, from its log records, by the id of the call', async () => {
    const ids = newId();
    const tool = jsonSpan({
      ...ids,
      name: 'claude_code.tool',
      attributes: keyValues({ tool_name: 'Bash', tool_use_id: 'toolu_1' }),
    });
    await sendSpans(tool);
    const before = await sumsOf(ids);
    const ambient = { traceId: ids.traceId, spanId: newId().spanId };
    await sendLogs(
      claude(ambient, 'user_prompt', { prompt: 'What broke?' }),
      claude(ambient, 'tool_result', {
        tool_name: 'Bash',
        tool_use_id: 'toolu_1',
        tool_input: '{"command":"ls"}',
        tool_result: 'README.md',
        success: 'false',
        duration_ms: '12',
      }),
    );
    expect(await sumsOf(ids)).toEqual({ ...before, asked: 'What broke?', session_id: 's_2' });
    expect(await callsTold(ids)).toMatchObject([
      {
        described_by: 'history',
        call_id: 'toolu_1',
        status: 'error',
        arguments_preview: '{"command":"ls"}',
        result_preview: 'README.md',
      },
    ]);
  });
});

describe('ids of zeros, as SDKs write them where there is none,', () => {
  const NONE = { traceId: '0'.repeat(32), spanId: '0'.repeat(16) };

  test('are no trace: the record belongs to its session, or to nothing', async () => {
    const attributes = { 'event.name': 'codex.user_prompt', 'conversation.id': 'conv_zero', prompt: 'Fix it' };
    expect(await sendLogs({ ...NONE, attributes })).toEqual({});
    const [row] = await server.database.sql`SELECT asked FROM traces WHERE session_id = 'conv_zero'`;
    expect(row!.asked).toBe('Fix it');
    const answer = JSON.stringify(await sendLogs({ ...NONE, body: 'a line' }));
    expect(answer).toContain('without a trace id');
  });

  test('are no span: the record belongs to its trace', async () => {
    const { traceId } = newId();
    await sendLogs({ ...NONE, traceId, body: 'a line' });
    const [row] = await server.database.sql`
      SELECT parent_span_id = span_id AS "onItself" FROM spans WHERE trace_id = ${Buffer.from(traceId, 'hex')}`;
    expect(row!.onItself).toBe(true);
  });
});
