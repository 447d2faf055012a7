/**
 * The cost of a Claude Code request, which only its log records report. Uses a recorded run of version 2.1.330 with
 * detailed traces, without attributes that no reader uses. Its records belong to the interaction's span and name the
 * request by its id.
 */
import { checkSums, createWriteBatch, ensureProject, reprocessStored } from '@subtext/db';
import type { StorableSpan } from '@subtext/trace';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeJsonLogs } from '../otlp/decode-json-logs.ts';
import { decodeJson } from '../otlp/decode-json.ts';
import { prepareLog } from '../read/read-logs.ts';
import { prepareSpan } from '../read/read-traces.ts';
import { readerOf } from '../reread/read-stored.ts';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonRequest, jsonSpan } from '../testing/otlp-json.ts';
import { jsonLog, jsonLogs, keyValues } from '../testing/otlp-logs.ts';
import { sendersTo } from '../testing/send-json.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());

const { sendLogs, sendSpans } = sendersTo(() => server);

const INTERACTION = '0ef6a0b1e17a952d';
const SESSION = { 'session.id': 'a0db61c6-5731-48a9-8483-e3c151632ad1', 'gen_ai.provider.name': 'anthropic' };
const FIGURES = { input_tokens: 1_200, output_tokens: 42, cache_read_tokens: 800, cache_creation_tokens: 100 };

type Ids = { traceId: string; spanId: string };

const span = (ids: Ids, name: string, attributes: object) =>
  jsonSpan({
    ...{ ...ids, name: `claude_code.${name}`, status: {} },
    ...(ids.spanId !== INTERACTION && { parentSpanId: INTERACTION }),
    attributes: keyValues({ ...SESSION, 'span.type': name, ...attributes }),
  });

const request = (ids: Ids, number: number) =>
  span(ids, 'llm_request', {
    ...{ model: 'claude-opus-4-6', 'gen_ai.system': 'anthropic', 'gen_ai.request.model': 'claude-opus-4-6' },
    ...{ ...FIGURES, duration_ms: 68, success: true, attempt: 1, ttft_ms: 28, effort: 'high', stop_reason: 'tool_use' },
    ...{ request_id: `req_fake_${number}`, 'gen_ai.response.id': `req_fake_${number}` },
  });

const spansOf = (traceId: string) => [
  request({ traceId, spanId: '7fcd687935a4f5ba' }, 1),
  span({ traceId, spanId: '0835d9c091159ff5' }, 'tool', { tool_name: 'Bash', tool_use_id: 'toolu_1', duration_ms: 65 }),
  request({ traceId, spanId: 'f314f05b470bfaa4' }, 2),
  span({ traceId, spanId: INTERACTION }, 'interaction', {
    'gen_ai.operation.name': 'invoke_agent',
    user_prompt: 'Say hi',
  }),
];

const record = (traceId: string, name: string, attributes: object) => ({
  ...{ traceId, spanId: INTERACTION, body: `claude_code.${name}` },
  attributes: { ...SESSION, 'event.name': name, ...attributes },
});

/** The list says 8,075 millionths of a dollar for each. */
const billed = (traceId: string, number: number, usd: number) =>
  record(traceId, 'api_request', {
    ...{ model: 'claude-opus-4-6', ...FIGURES, cost_usd: usd, cost_usd_micros: Math.round(usd * 1e6), duration_ms: 63 },
    ...{ ttft_ms: 28, request_id: `req_fake_${number}`, speed: 'normal', query_source: 'sdk' },
  });

const recordsOf = (traceId: string) => [
  record(traceId, 'user_prompt', { prompt: 'Say hi' }),
  record(traceId, 'tool_decision', { tool_name: 'Bash', tool_use_id: 'toolu_1', request_id: 'req_fake_1' }),
  billed(traceId, 1, 0.016149999999999998),
  record(traceId, 'tool_result', { tool_name: 'Bash', tool_use_id: 'toolu_1', request_id: 'req_fake_1' }),
  billed(traceId, 2, 0.008074999999999999),
  record(traceId, 'assistant_response', { response: 'It is done.', request_id: 'req_fake_2' }),
];

let traces = 0;
const newTrace = () => String((traces += 1)).padStart(32, 'c');

async function costsIn(traceId: string) {
  const rows = await server.database.sql`
    SELECT total_cost AS total, input_cost + cache_read_cost + cache_write_cost AS read, output_cost AS written, cost_source AS source
    FROM spans WHERE trace_id = ${Buffer.from(traceId, 'hex')} AND kind = 'generation' ORDER BY span_id`;
  const [trace] = await server.database.sql`
    SELECT input_cost + answer_cost AS total, generation_count, generations_unpriced, span_count
    FROM traces WHERE trace_id = ${Buffer.from(traceId, 'hex')}`;
  return { requests: rows.map((row) => ({ ...row })), trace: { ...trace } };
}

const REPORTED = {
  requests: [
    { total: 16_150_000n, read: 14_050_000n, written: 2_100_000n, source: 'record' },
    { total: 8_075_000n, read: 7_025_000n, written: 1_050_000n, source: 'record' },
  ],
  trace: { total: 24_225_000n, generation_count: 2, generations_unpriced: 0, span_count: 4 },
};

describe('a request of Claude Code costs what its log record says', () => {
  test('when the record comes after the span', async () => {
    const traceId = newTrace();
    await sendSpans(...spansOf(traceId));
    expect((await costsIn(traceId)).requests.map(({ source }) => source as unknown)).toEqual(['computed', 'computed']);
    await sendLogs(...recordsOf(traceId));
    expect(await costsIn(traceId)).toEqual(REPORTED);
  });

  test('when the record comes before it, and when one of each comes after the other', async () => {
    for (const between of [0, 2, 4]) {
      const traceId = newTrace();
      const [spans, records] = [spansOf(traceId), recordsOf(traceId)];
      await sendLogs(...records.slice(0, 3));
      if (between > 0) await sendSpans(...spans.slice(0, between));
      await sendLogs(...records);
      await sendSpans(...spans);
      expect(await costsIn(traceId)).toEqual(REPORTED);
    }
    expect(await checkSums(server.database.sql, server.projectId)).toEqual([]);
  });

  test('and not of a request whose id it does not report', async () => {
    const traceId = newTrace();
    const { attributes, ...rest } = billed(traceId, 1, 0.5);
    await sendSpans(...spansOf(traceId));
    await sendLogs({ ...rest, attributes: { ...attributes, request_id: '' } }, billed(traceId, 3, 0.5));
    const { requests } = await costsIn(traceId);
    expect(requests).toMatchObject([{ source: 'computed' }, { source: 'computed' }]);
  });
});

describe('read again,', () => {
  const isStorable = (outcome: object | undefined): outcome is StorableSpan =>
    outcome !== undefined && !('reason' in outcome);
  const bytes = (request: object) => Buffer.from(JSON.stringify(request));

  const preparedFor = (projectId: string, traceId: string): StorableSpan[] =>
    [
      ...decodeJson(bytes(jsonRequest(spansOf(traceId)))).map((one) => prepareSpan({ projectId }, one)),
      ...decodeJsonLogs(bytes(jsonLogs(recordsOf(traceId).map(jsonLog)))).map((one) => prepareLog({ projectId }, one)),
    ].filter(isStorable);

  async function stored(slug: string, change: (span: StorableSpan) => StorableSpan = (same) => same) {
    const { projectId } = { projectId: (await ensureProject(server.database.sql, { slug, name: slug })).id };
    const traceId = newTrace();
    await createWriteBatch(server.database.sql)(preparedFor(projectId, traceId).map(change));
    return { projectId, traceId };
  }

  async function reread(projectId: string) {
    const page = { projectId, after: null, isDry: false, read: readerOf({ projectId }) };
    const { columns, left } = await reprocessStored(server.database.sql, page);
    expect(await checkSums(server.database.sql, projectId)).toEqual([]);
    return { columns: [...columns], left: [...left] };
  }

  test('it costs the same', async () => {
    const { projectId, traceId } = await stored('same');
    expect(await reread(projectId)).toEqual({ columns: [], left: [] });
    expect(await costsIn(traceId)).toEqual(REPORTED);
  });

  const UNREADABLE = '{"log":{"masking.capture":["reasoning=none"]}}';
  const CUT = 'the rules of the project kept only part of what was sent';

  test('it costs what a record reports that an older reader ignored, even when other records are unreadable', async () => {
    const { projectId, traceId } = await stored('older', ({ logRecordCost: _, ...one }) => {
      if (one.span.kind === 'tool') return { ...one, body: UNREADABLE };
      return one.attachedTo === undefined ? one : { ...one, span: { ...one.span, responseId: null } };
    });
    expect((await costsIn(traceId)).trace).toMatchObject({ total: 16_150_000n });
    expect((await reread(projectId)).left).toEqual([[CUT, 1]]);
    expect(await costsIn(traceId)).toEqual(REPORTED);
  });

  test('it costs the same when the record cannot be read any more', async () => {
    const { projectId, traceId } = await stored('unread', (one) =>
      one.logRecordCost === undefined ? one : { ...one, body: UNREADABLE },
    );
    expect(await reread(projectId)).toEqual({
      columns: [],
      left: [[CUT, 2]],
    });
    expect(await costsIn(traceId)).toEqual(REPORTED);
  });
});
