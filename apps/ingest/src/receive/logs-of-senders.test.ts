/**
 * `/v1/logs`, what senders write in ways of their own: bodies of JSON text, ids of zeros, sessions that have traces as
 * well.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonSpan } from '../testing/otlp-json.ts';
import { keyValues, type LogFields } from '../testing/otlp-logs.ts';
import { newId, sendersTo } from '../testing/send-json.ts';

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

describe('a model call that failed, in a session without traces,', () => {
  const failuresOf = (session: string) => server.database.sql`
    SELECT s.name, s.kind, s.request_model, s.status_message, s.duration_ns, t.error_count, t.generation_count
    FROM spans s JOIN traces t USING (project_id, trace_id) WHERE t.session_id = ${session} AND s.status = 'error' ORDER BY s.started_at`;

  const codex = (name: string, attributes: object): LogFields => ({
    attributes: { 'event.name': `codex.${name}`, 'conversation.id': 'conv_failed', model: 'gpt-5.2', ...attributes },
  });

  test('of Codex is one: its request was refused, its stream broke, or it could not be sent', async () => {
    const message = 'You have hit your usage limit.';
    await sendLogs(
      codex('api_request', { endpoint: '/responses', 'http.response.status_code': 200, duration_ms: '80' }),
      codex('sse_event', { 'event.kind': 'response.failed', 'error.message': 'server_error' }),
      codex('sse_event', { 'event.kind': 'response.completed', 'error.message': message }),
      codex('api_request', {
        endpoint: '/responses',
        'http.response.status_code': 429,
        duration_ms: '120',
        'error.message': 'too many requests',
      }),
      codex('websocket_request', { success: 'false', 'error.message': 'closed', duration_ms: '5' }),
      codex('api_request', { endpoint: '/models', 'http.response.status_code': 503, 'error.message': 'no' }),
    );
    const rows = await failuresOf('conv_failed');
    const reported = { kind: 'generation', request_model: 'gpt-5.2', error_count: 3, generation_count: 3 };
    expect(rows.map((row) => ({ ...row }))).toEqual(
      expect.arrayContaining([
        { ...reported, name: 'codex.sse_event', status_message: message, duration_ns: null },
        { ...reported, name: 'codex.api_request', status_message: 'too many requests', duration_ns: 120_000_000n },
        { ...reported, name: 'codex.websocket_request', status_message: 'closed', duration_ns: 5_000_000n },
      ]),
    );
    expect(rows).toHaveLength(3);
  });

  test('of Claude Code is one', async () => {
    const attributes = { 'session.id': 's_failed', model: 'claude-opus-5', error: 'Overloaded', status_code: '529' };
    await sendLogs({ attributes: { 'event.name': 'claude_code.api_error', duration_ms: '900', ...attributes } });
    expect((await failuresOf('s_failed')).map((row) => ({ ...row }))).toEqual([
      {
        name: 'claude_code.api_error',
        kind: 'generation',
        request_model: 'claude-opus-5',
        status_message: 'Overloaded',
        duration_ns: 900_000_000n,
        error_count: 1,
        generation_count: 1,
      },
    ]);
  });
});

test('a session of Qwen Code without traces is one trace a prompt, as of Gemini CLI, from which it comes', async () => {
  const qwen = (name: string, attributes: object): LogFields => ({
    attributes: { 'event.name': `qwen-code.${name}`, 'session.id': 's_qwen', prompt_id: 'p1', ...attributes },
  });
  const MODEL = { model: 'qwen3-coder-plus' };
  await sendLogs(
    qwen('user_prompt', { prompt: 'Fix the test.' }),
    qwen('api_response', {
      ...MODEL,
      response_id: 'chatcmpl-1',
      duration_ms: 1200,
      input_token_count: 900,
      cached_content_token_count: 700,
      output_token_count: 120,
      thoughts_token_count: 64,
      total_token_count: 1020,
    }),
    qwen('tool_call', {
      function_name: 'read_file',
      function_args: '{"path":"README.md"}',
      success: true,
      duration_ms: 9,
    }),
    qwen('api_error', { ...MODEL, 'error.message': 'Overloaded', status_code: 503, duration_ms: 80 }),
  );
  const [trace] = await server.database.sql`
    SELECT name, asked, generation_count, error_count, output_tokens, reasoning_tokens FROM traces WHERE session_id = 's_qwen'`;
  expect({ ...trace }).toEqual({
    name: 'Qwen Code',
    asked: 'Fix the test.',
    generation_count: 2,
    error_count: 1,
    output_tokens: 120n,
    reasoning_tokens: 64n,
  });
  const [tool] = await server.database.sql`
    SELECT tool_name, arguments_preview FROM tool_calls WHERE tool_name = 'read_file'`;
  expect({ ...tool }).toEqual({ tool_name: 'read_file', arguments_preview: '{"path":"README.md"}' });
});
