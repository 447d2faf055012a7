/** OTLP/JSON whose ids are no hexadecimal: base64, as general serialisers of protobuf write bytes, words, numbers. */
import { spanPayload } from '@subtext/db';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startIngest, type TestIngest } from '../testing/ingest.ts';
import { jsonSpan } from '../testing/otlp-json.ts';
import { newId, sendersTo } from '../testing/send-json.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.sql`DELETE FROM quarantine`;
});
const { sendSpans, sendLogs } = sendersTo(() => server);

const ofTrace = 'trace id must be 32 hexadecimal digits';
const ofSpan = 'span id must be 16 hexadecimal digits';

const isStored = async (spanId: string) =>
  (await server.database.sql`SELECT 1 FROM spans WHERE span_id = ${Buffer.from(spanId, 'hex')}`).length === 1;

/** The quarantine: name → the reason, and the ids as stored. */
async function quarantinedItems(): Promise<Record<string, unknown>> {
  const rows = await server.database.sql<{ reason: string; body: string }[]>`
    SELECT reason, convert_from(body, 'UTF8') AS body FROM quarantine`;
  return Object.fromEntries(
    rows.map(({ reason, body }) => {
      const { name, eventName, traceId, spanId, parentSpanId } = JSON.parse(body) as Record<string, string>;
      return [name ?? eventName, { reason, ids: [traceId, spanId, parentSpanId] }];
    }),
  );
}

test('one such id does not refuse a request: its span is quarantined as it was sent, and the others are stored', async () => {
  const [one, other] = [jsonSpan(), jsonSpan()];
  const { traceId, spanId } = newId();
  const bad = [
    { name: 'base64', traceId: 'W47/95gDgQPSabYzgT/GDA==', spanId },
    { name: 'words of eight letters', traceId, spanId: 'my-span1' },
    { name: 'half a byte', traceId, spanId, parentSpanId: 'abc' },
    { name: 'a number', traceId, spanId: 12345678 },
    { name: 'a list', traceId, spanId: [[]] },
    { name: 'longer than any id', traceId: 'ab'.repeat(40), spanId },
  ];
  const answer = await sendSpans(one, ...bad.map(jsonSpan), other);
  expect(answer).toMatchObject({ partialSuccess: { rejectedSpans: '6' } });
  expect(JSON.stringify(answer)).toContain(ofTrace);
  expect([await isStored(one.spanId), await isStored(other.spanId)]).toEqual([true, true]);
  expect(await quarantinedItems()).toEqual({
    base64: { reason: ofTrace, ids: ['W47/95gDgQPSabYzgT/GDA==', spanId, ''] },
    'words of eight letters': { reason: ofSpan, ids: [traceId, 'my-span1', ''] },
    'half a byte': { reason: 'parent span id must be empty or 16 hexadecimal digits', ids: [traceId, spanId, 'abc'] },
    'a number': { reason: ofSpan, ids: [traceId, '12345678', ''] },
    'a list': { reason: ofSpan, ids: [traceId, '[list]', ''] },
    'longer than any id': { reason: ofTrace, ids: ['ab'.repeat(40), spanId, ''] },
  });
});

test('a log record with such an id is quarantined, and the others are stored', async () => {
  const { traceId, spanId } = newId();
  const answer = await sendLogs(
    { eventName: 'well', traceId, spanId },
    { eventName: 'no trace', traceId: 'none', spanId },
    { eventName: 'no span', traceId, spanId: 'none' },
  );
  expect(answer).toMatchObject({ partialSuccess: { rejectedLogRecords: '2' } });
  expect(await quarantinedItems()).toEqual({
    'no trace': { reason: ofTrace, ids: ['none', spanId, undefined] },
    'no span': { reason: ofSpan, ids: [traceId, 'none', undefined] },
  });
  const rows = await server.database.sql`SELECT name FROM spans WHERE trace_id = ${Buffer.from(traceId, 'hex')}`;
  expect([...rows]).toEqual([{ name: 'well' }]);
});

test('a link to such an id is no reason to keep its span aside: the Raw view has it as it was sent', async () => {
  const span = jsonSpan({ links: [{ traceId: 'nowhere', spanId: 'ab'.repeat(8) }] });
  expect(await sendSpans(span)).toEqual({});
  const place = { projectId: server.projectId, traceId: span.traceId };
  const raw = await spanPayload(server.database.sql, place, { spanId: span.spanId, offset: 0, length: 10_000 });
  expect(JSON.parse(raw!.text)).toMatchObject({ links: [{ traceId: 'nowhere', spanId: 'ab'.repeat(8) }] });
});
