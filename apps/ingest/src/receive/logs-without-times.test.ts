/** `/v1/logs` from senders that leave out times: OTLP has 0 for an unreported time. */
import { reprocessStored, spanPayload } from '@subtext/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readerOf } from '../reread/read-stored.ts';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonSpan } from '../testing/otlp-json.ts';
import type { LogFields } from '../testing/otlp-logs.ts';
import { sendersTo } from '../testing/send-json.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());
const { sendLogs, sendSpans } = sendersTo(() => server);

const OBSERVED = '1790000000700000000';
const answering = (ids: object, fields: object): LogFields => ({
  ...ids,
  ...fields,
  eventName: 'gen_ai.client.inference.operation.details',
  attributes: {
    'gen_ai.output.messages': [{ role: 'assistant', parts: [{ type: 'text', content: 'Three.' }] }],
  },
});

/** The rows of log records, with what the Raw view says of their times. */
async function recordsOf(traceId: string) {
  const { database, projectId } = server;
  const rows = await database.sql<{ spanId: string; startedAt: string }[]>`
    SELECT encode(span_id, 'hex') AS "spanId", (extract(epoch FROM started_at) * 1000000)::int8::text || '000' AS "startedAt"
    FROM spans WHERE trace_id = ${Buffer.from(traceId, 'hex')} AND duplicate_of IS NOT NULL`;
  return Promise.all(
    rows.map(async ({ spanId, startedAt }) => {
      const raw = await spanPayload(database.sql, { projectId, traceId }, { spanId, offset: 0, length: 10_000 });
      const { timeUnixNano, observedTimeUnixNano, arrivedUnixNano } = JSON.parse(raw!.text) as Record<string, string>;
      return { startedAt, timeUnixNano, observedTimeUnixNano, arrivedUnixNano };
    }),
  );
}

test('a record that says when it was observed has that time', async () => {
  const span = jsonSpan();
  const record = answering(
    { traceId: span.traceId, spanId: span.spanId },
    { timeUnixNano: '0', observedTimeUnixNano: OBSERVED },
  );
  await sendSpans(span);
  expect(await sendLogs(record)).toEqual({});
  expect(await recordsOf(span.traceId)).toEqual([
    { startedAt: OBSERVED, timeUnixNano: '0', observedTimeUnixNano: OBSERVED, arrivedUnixNano: undefined },
  ]);
});

test('a record without any time has that at which it came, is one record however often it comes, and stays when it is read again', async () => {
  const span = jsonSpan();
  const record = answering({ traceId: span.traceId, spanId: span.spanId }, { timeUnixNano: '0' });
  expect(await sendLogs(record)).toEqual({});
  const once = await recordsOf(span.traceId);
  const arrived = once[0]!.arrivedUnixNano!;
  expect(once).toEqual([
    { startedAt: arrived, timeUnixNano: '0', observedTimeUnixNano: '0', arrivedUnixNano: arrived },
  ]);
  expect(BigInt(arrived)).toBeGreaterThan(BigInt(OBSERVED));
  await sendSpans(span);
  expect(await sendLogs(record, record)).toEqual({});
  expect(await recordsOf(span.traceId)).toEqual(once);
  const { projectId, database } = server;
  const read = readerOf({ projectId, prices: null });
  const { changed, left } = await reprocessStored(database.sql, { projectId, after: null, isDry: true, read });
  expect([changed, [...left]]).toEqual([0, []]);
});

test('a session of log records without times is one trace, counted once', async () => {
  const turn = [
    { 'event.name': 'codex.user_prompt', prompt: 'Is A7 in stock?' },
    { 'event.name': 'codex.sse_event', 'event.kind': 'response.completed', output_token_count: 40 },
  ].map((attributes) => ({
    timeUnixNano: '0',
    attributes: { ...attributes, 'conversation.id': 'timeless', model: 'gpt-5.2' },
  }));
  expect(await sendLogs(...turn)).toEqual({});
  await sendLogs(...turn.toReversed());
  const traces = await server.database.sql`
    SELECT asked, generation_count, output_tokens FROM traces WHERE session_id = 'timeless'`;
  expect([...traces]).toEqual([{ asked: 'Is A7 in stock?', generation_count: 1, output_tokens: 40n }]);
});
