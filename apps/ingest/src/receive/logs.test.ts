/**
 * `/v1/logs` from the request to the rows: contents join their spans in any order, sessions become traces, the rest is
 * reported.
 */
import { spanPayload, traceCalls, traceSpans } from '@subtext/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';
import { jsonLog, jsonLogs, keyValues, type LogFields } from '../testing/otlp-logs.ts';
import { newId, sendersTo } from '../testing/send-json.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

const { sendLogs, sendSpans } = sendersTo(() => server);

const OUTPUT = [
  {
    role: 'assistant',
    finish_reason: 'tool_call',
    parts: [
      { type: 'reasoning', content: 'Need stock first.' },
      { type: 'text', content: 'Let me check the stock.' },
      { type: 'tool_call', id: 'call_1', name: 'get_stock', arguments: { sku: 'A7' } },
      { type: 'tool_call', id: 'call_2', name: 'get_price', arguments: { sku: 'A7' } },
    ],
  },
];
const INPUT = [{ role: 'user', parts: [{ type: 'text', content: 'Is A7 in stock?' }] }];
const FIGURES = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'gpt-5.2',
  'gen_ai.usage.input_tokens': 210,
  'gen_ai.usage.output_tokens': 96,
  'gen_ai.usage.reasoning.output_tokens': 64,
};
const CONTENTS = { 'gen_ai.input.messages': INPUT, 'gen_ai.output.messages': OUTPUT };

const details = (ids: { traceId: string; spanId: string }): LogFields => ({
  ...ids,
  eventName: 'gen_ai.client.inference.operation.details',
  attributes: { ...FIGURES, ...CONTENTS },
});

/** Sums of the trace, and its calls as the trace page reads them. */
async function seen(traceId: string) {
  const trace = { projectId: server.projectId, traceId };
  const [sums] = await server.database.sql`
    SELECT name, asked, session_id, span_count, generation_count, step_count, call_count, error_count, output_tokens, reasoning_tokens,
      (input_cost + answer_cost + readable_cost + summary_cost + no_text_cost)::int8 AS cost
    FROM traces WHERE trace_id = ${Buffer.from(traceId, 'hex')}`;
  const spans = await traceSpans(server.database.sql, trace, 100);
  const calls = await traceCalls(server.database.sql, trace, 100);
  return {
    sums: sums && { ...sums },
    spans: spans.map(({ id, kind, name }) => ({ id, kind, name })),
    calls: calls
      .filter(({ describedBy }) => describedBy === 'generation')
      .map(({ ownerId, tool, callId, thoughtCount, reasoningTokens }) => ({
        ownerId,
        tool,
        callId,
        thoughtCount,
        reasoningTokens,
      })),
  };
}

describe('the details event of a model call', () => {
  const expected = (spanId: string) => ({
    sums: {
      name: 'chat gpt-5.2',
      asked: 'Is A7 in stock?',
      session_id: null,
      span_count: 1,
      generation_count: 1,
      step_count: 1,
      call_count: 2,
      error_count: 0,
      output_tokens: 96n,
      reasoning_tokens: 64n,
      cost: expect.any(BigInt) as bigint,
    },
    spans: [{ id: spanId, kind: 'generation', name: 'chat gpt-5.2' }],
    calls: [
      { ownerId: spanId, tool: 'get_stock', callId: 'call_1', thoughtCount: 1, reasoningTokens: 64 },
      { ownerId: spanId, tool: 'get_price', callId: 'call_2', thoughtCount: 0, reasoningTokens: null },
    ],
  });
  const steps = {
    'the log': (ids: { traceId: string; spanId: string }) => sendLogs(details(ids)),
    'the span without contents': (ids: object) => sendSpans(jsonSpan({ ...ids, attributes: keyValues(FIGURES) })),
    'the span with contents': (ids: object) =>
      sendSpans(jsonSpan({ ...ids, attributes: keyValues({ ...FIGURES, ...CONTENTS }) })),
  };

  test.each([
    ['the log', 'the span without contents'],
    ['the span without contents', 'the log'],
    ['the log', 'the span with contents'],
    ['the span with contents', 'the log'],
  ] as const)('is counted once: %s, then %s, then all again', async (first, second) => {
    const ids = newId();
    await steps[first](ids);
    await steps[second](ids);
    expect(await seen(ids.traceId)).toEqual(expected(ids.spanId));
    await Promise.all([steps[second](ids), steps[first](ids)]);
    expect(await seen(ids.traceId)).toEqual(expected(ids.spanId));
  });

  test.each([
    ['the bare span', 'the whole span'],
    ['the whole span', 'the bare span'],
  ] as const)(
    'describes no calls when another instrumentation reports the call with its contents: %s, then %s',
    async (first, second) => {
      const [ids, { spanId }] = [newId(), newId()];
      const response = { 'gen_ai.response.id': 'resp_1' };
      const spans = {
        'the bare span': jsonSpan({ ...ids, attributes: keyValues({ ...FIGURES, ...response }) }),
        'the whole span': jsonSpan({ ...ids, spanId, attributes: keyValues({ ...FIGURES, ...CONTENTS, ...response }) }),
      };
      await sendLogs({ ...details(ids), attributes: { ...FIGURES, ...CONTENTS, ...response } });
      await sendSpans(spans[first]);
      await sendSpans(spans[second]);
      expect(await seen(ids.traceId)).toEqual(expected(spanId));
    },
  );

  test('is kept as it was sent', async () => {
    const ids = newId();
    await sendLogs({ ...details(ids), body: { note: 'verbatim' } });
    const [row] = await server.database.sql<{ id: string }[]>`
      SELECT encode(span_id, 'hex') AS id FROM spans WHERE duplicate_of = ${Buffer.from(ids.spanId, 'hex')}`;
    const trace = { projectId: server.projectId, traceId: ids.traceId };
    const piece = { spanId: row!.id, offset: 0, length: 10_000 };
    const payload = await spanPayload(server.database.sql, trace, piece);
    expect(JSON.parse(payload!.text)).toMatchObject({
      spanId: ids.spanId,
      eventName: 'gen_ai.client.inference.operation.details',
      body: { note: 'verbatim' },
    });
  });
});

test('message events of generation A, one record each, carry the input, calls and results of their span', async () => {
  const ids = newId();
  const toolCalls = [{ id: 'call_1', type: 'function', function: { name: 'get_stock', arguments: '{"sku":"A7"}' } }];
  const event = (name: string, body: object, timeUnixNano: string): LogFields => ({
    ...ids,
    timeUnixNano,
    body,
    // As older SDKs send the name.
    attributes: { 'event.name': name, 'gen_ai.system': 'openai' },
  });
  await sendLogs(
    event(
      'gen_ai.choice',
      { index: 0, finish_reason: 'tool_calls', message: { role: 'assistant', tool_calls: toolCalls } },
      '1790000002000000000',
    ),
    event('gen_ai.user.message', { content: 'Is A7 in stock?' }, '1790000001000000000'),
    event('gen_ai.tool.message', { id: 'call_0', content: 'three' }, '1790000001000000001'),
  );
  await sendSpans(jsonSpan({ ...ids, attributes: keyValues({ 'gen_ai.system': 'openai', ...FIGURES }) }));
  const { sums, calls } = await seen(ids.traceId);
  expect(sums).toMatchObject({
    asked: 'Is A7 in stock?',
    span_count: 1,
    generation_count: 1,
    step_count: 1,
    call_count: 1,
    output_tokens: 96n,
  });
  expect(calls).toMatchObject([{ ownerId: ids.spanId, tool: 'get_stock', callId: 'call_1' }]);
  const [reported] = await server.database.sql`
    SELECT call_id, result_preview FROM tool_calls WHERE described_by = 'history' AND trace_id = ${Buffer.from(ids.traceId, 'hex')}`;
  expect({ ...reported }).toEqual({ call_id: 'call_0', result_preview: 'three' });
});

test('any other record of a trace is kept and in no sum', async () => {
  const ids = newId();
  await sendSpans(jsonSpan(ids));
  const before = await seen(ids.traceId);
  const answers = await sendLogs(
    { ...ids, body: 'request failed', attributes: { severity: 'bad' } },
    { traceId: ids.traceId, body: 'of no span' },
    { ...ids, eventName: 'gen_ai.evaluation.result', attributes: { 'gen_ai.evaluation.name': 'tone', ...FIGURES } },
    {
      ...ids,
      eventName: 'claude_code.api_request',
      attributes: { model: 'claude-opus-5', input_tokens: 5, output_tokens: 5 },
    },
  );
  expect(answers).toEqual({});
  expect(await seen(ids.traceId)).toEqual(before);
  const [row] = await server.database
    .sql`SELECT count(*)::int AS rows FROM spans WHERE trace_id = ${Buffer.from(ids.traceId, 'hex')}`;
  expect(row!.rows).toBe(5);
});

describe('a session without traces', () => {
  const codex = (name: string, at: number, attributes: object): LogFields => ({
    timeUnixNano: `17900000${String(at).padStart(2, '0')}000000000`,
    attributes: { 'event.name': name, 'conversation.id': 'conv_1', model: 'gpt-5.2', ...attributes },
  });
  const CODEX = [
    codex('codex.conversation_starts', 1, { reasoning_effort: 'high' }),
    codex('codex.user_prompt', 2, { prompt: 'Fix the test.' }),
    codex('codex.sse_event', 4, { 'event.kind': 'response.created' }),
    codex('codex.sse_event', 5, {
      'event.kind': 'response.completed',
      input_token_count: '1000',
      cached_token_count: '400',
      output_token_count: '200',
      reasoning_token_count: '64',
    }),
    codex('codex.tool_result', 9, {
      tool_name: 'shell',
      call_id: 'call_1',
      arguments: '{"command":"npm test"}',
      output: '1 failed',
      success: 'false',
      duration_ms: '2500',
    }),
  ];

  async function traceOfSession(session: string): Promise<string> {
    const rows = await server.database.sql<{ id: string }[]>`
      SELECT encode(trace_id, 'hex') AS id FROM traces WHERE session_id = ${session} AND project_id = ${server.projectId}`;
    expect(rows).toHaveLength(1);
    return rows[0]!.id;
  }

  test('of Codex is one trace, in any order and however often it is sent', async () => {
    for (const record of CODEX.toReversed()) await sendLogs(record);
    await sendLogs(...CODEX);
    const { sums, spans } = await seen(await traceOfSession('conv_1'));
    expect(sums).toMatchObject({
      name: 'Codex',
      asked: 'Fix the test.',
      span_count: 2,
      generation_count: 1,
      error_count: 1,
      output_tokens: 200n,
      reasoning_tokens: 64n,
    });
    expect(spans).toMatchObject([
      { kind: 'generation', name: 'codex.sse_event' },
      { kind: 'tool', name: 'codex.tool_result' },
    ]);
    const [run] = await server.database.sql`
      SELECT call_id, tool_name, status, duration_ns, result_preview FROM tool_calls WHERE described_by = 'execution' AND call_id = 'call_1' AND tool_name = 'shell'`;
    expect({ ...run }).toEqual({
      call_id: 'call_1',
      tool_name: 'shell',
      status: 'error',
      duration_ns: 2_500_000_000n,
      result_preview: '1 failed',
    });
    // Its sender says when the model call was over, and not how long it took.
    const [call] = await server.database.sql`
      SELECT spans.duration_ns, traces.open_count, traces.ended_at > traces.started_at AS lasted
      FROM spans JOIN traces USING (project_id, trace_id) WHERE spans.name = 'codex.sse_event' AND kind = 'generation'`;
    expect({ ...call }).toEqual({ duration_ns: null, open_count: 1, lasted: true });
  });

  test('of Claude Code is one trace a prompt, with the cost that only its log knows', async () => {
    const claude = (name: string, prompt: string, attributes: object): LogFields => ({
      // The prefix is only in the body.
      body: `claude_code.${name}`,
      attributes: { 'event.name': name, 'session.id': 's_1', 'prompt.id': prompt, ...attributes },
    });
    const request = {
      model: 'claude-opus-5',
      request_id: 'req_1',
      input_tokens: 10,
      cache_read_tokens: 90,
      output_tokens: 20,
      cost_usd: 0.5,
    };
    const records = [
      claude('assistant_response', 'p1', { request_id: 'req_1', response: 'Done: it was a typo.' }),
      claude('user_prompt', 'p1', { prompt: 'What broke?' }),
      claude('user_prompt', 'p2', { prompt: '<REDACTED>' }),
      claude('api_request', 'p1', request),
      claude('tool_result', 'p1', { tool_name: 'Bash', tool_use_id: 'toolu_1', success: true, duration_ms: 12 }),
    ];
    for (const record of records) await sendLogs(record);
    await sendLogs(...records);
    const rows = await server.database.sql<{ id: string; asked: string | null }[]>`
      SELECT encode(trace_id, 'hex') AS id, asked FROM traces WHERE session_id = 's_1' ORDER BY asked`;
    expect(rows.map(({ asked }) => asked)).toEqual(['What broke?', null]);
    const { sums, calls, spans } = await seen(rows[0]!.id);
    expect(sums).toMatchObject({
      name: 'Claude Code',
      span_count: 2,
      generation_count: 1,
      step_count: 1,
      call_count: 0,
      cost: 500_000_000n,
    });
    const requestSpan = spans.find(({ kind }) => kind === 'generation');
    expect(calls).toMatchObject([{ ownerId: requestSpan?.id, tool: 'text_output' }]);
  });

  test('is another trace in another project', async () => {
    const other = await startIngest({}, {});
    try {
      const headers = { 'content-type': 'application/json', 'x-api-key': other.key };
      const body = JSON.stringify(jsonLogs(CODEX.map(jsonLog)));
      await fetch(`${other.url}/v1/logs`, { method: 'POST', headers, body });
      const [row] = await other.database.sql`SELECT encode(trace_id, 'hex') AS id FROM traces`;
      expect(row!.id).not.toBe(await traceOfSession('conv_1'));
    } finally {
      await other.close();
    }
  });
});

describe('what has no place', () => {
  test('is counted in partialSuccess, and the rest is stored', async () => {
    const ids = newId();
    const body = await sendLogs({ body: 'a line' }, { ...ids, body: 'kept' }, { eventName: 'codex.user_prompt' });
    expect(body).toMatchObject({ partialSuccess: { rejectedLogRecords: '2' } });
    expect(JSON.stringify(body)).toContain('without a trace id');
    expect((await seen(ids.traceId)).sums).toMatchObject({ span_count: 0 });
  });

  test.each(['claude_code.plugin_loaded', 'gemini_cli.config'])(
    'is what happens as a program starts, as by %s: no turn of its session',
    async (name) => {
      const body = await sendLogs({ attributes: { 'event.name': name, 'session.id': `of ${name}` } });
      expect(body).toMatchObject({ partialSuccess: { rejectedLogRecords: '1' } });
      expect(await server.database.sql`SELECT FROM traces WHERE session_id = ${`of ${name}`}`).toHaveLength(0);
    },
  );

  test('for an id of the wrong length, goes to quarantine with the reason', async () => {
    const body = await sendLogs({ traceId: 'abcd', body: 'x' });
    expect(body).toMatchObject({ partialSuccess: { rejectedLogRecords: '1' } });
    expect(JSON.stringify(body)).toContain('trace id must be 16 bytes');
  });

  test('is refused whole when it is of another signal', async () => {
    const headers = { 'content-type': 'application/json', 'x-api-key': server.key };
    const body = JSON.stringify(jsonRequest([jsonSpan()]));
    const answer = await fetch(`${server.url}/v1/logs`, { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('/v1/traces') });
  });
});
