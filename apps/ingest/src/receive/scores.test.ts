/** Evaluation events, on spans and as log records, from the request to the scores of a trace. */
import { MAX_SCORES_PER_TRACE, traceScores } from '@subtext/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replay } from '../quarantine/replay.ts';
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

const AT = 1_790_000_002n * 1_000_000_000n;

const evaluation = (fields: object, at = AT) => ({
  name: 'gen_ai.evaluation.result',
  timeUnixNano: at.toString(),
  attributes: keyValues(fields),
});

const record = (ids: { traceId: string; spanId?: string }, attributes: object, at = AT): LogFields => ({
  ...ids,
  eventName: 'gen_ai.evaluation.result',
  timeUnixNano: at.toString(),
  attributes,
});

const TONE = { 'gen_ai.evaluation.name': 'tone', 'gen_ai.evaluation.score.value': 0.75 };

async function scoresOf(traceId: string) {
  const rows = await traceScores(server.database.sql, { projectId: server.projectId, traceId });
  return rows.map(({ spanId, target, name, number, label, thumbs, comment, source }) => ({
    ...{ spanId, target, name, number, label, thumbs, comment, source },
  }));
}

const stored = { label: null, thumbs: null, comment: null, source: 'otlp' };

test('an event of a span is a score of its step; of a root, a score of the trace', async () => {
  const root = jsonSpan({ events: [evaluation(TONE)] });
  const step = jsonSpan({
    traceId: root.traceId,
    parentSpanId: root.spanId,
    events: [
      evaluation({
        ...TONE,
        'gen_ai.evaluation.score.label': 'friendly',
        'gen_ai.evaluation.explanation': 'It thanks the customer.',
      }),
    ],
  });
  expect(await sendSpans(root, step)).toEqual({});
  const bySpan = (await scoresOf(root.traceId)).toSorted(
    (one, other) => Number(one.spanId !== null) - Number(other.spanId !== null),
  );
  expect(bySpan).toEqual([
    { ...stored, spanId: null, target: 'trace', name: 'tone', number: 0.75 },
    {
      ...{ ...stored, spanId: step.spanId, target: 'step', name: 'tone', number: 0.75 },
      ...{ label: 'friendly', comment: 'It thanks the customer.' },
    },
  ]);
});

test('a span whose parent id is zeros is a root', async () => {
  const root = jsonSpan({ parentSpanId: '0'.repeat(16), events: [evaluation(TONE)] });
  expect(await sendSpans(root)).toEqual({});
  expect(await scoresOf(root.traceId)).toMatchObject([{ target: 'trace', spanId: null }]);
});

test('a log record is a score, before its span and after, once however often it is sent', async () => {
  const ids = newId();
  const sent = record(ids, TONE);
  expect(await sendLogs(sent, sent)).toEqual({});
  await sendSpans(jsonSpan(ids));
  expect(await sendLogs(sent)).toEqual({});
  expect(await scoresOf(ids.traceId)).toEqual([
    { ...stored, spanId: ids.spanId, target: 'step', name: 'tone', number: 0.75 },
  ]);
});

test('a log record that is a score makes no trace before its trace, no row in it, and no longer one later', async () => {
  const ids = newId();
  const traces = () =>
    server.database.sql`
      SELECT started_at::text, ended_at::text, (SELECT count(*)::int FROM spans WHERE spans.trace_id = traces.trace_id) AS rows
      FROM traces WHERE trace_id = ${Buffer.from(ids.traceId, 'hex')}`.then((found) =>
      found.map((row) => ({ ...row })),
    );
  expect(await sendLogs(record({ traceId: ids.traceId }, TONE))).toEqual({});
  expect(await traces()).toEqual([]);
  await sendSpans(jsonSpan(ids));
  const [before] = await traces();
  expect(before).toMatchObject({ rows: 1 });
  await sendLogs(record(ids, TONE, AT + 86_400n * 1_000_000_000n));
  expect(await traces()).toEqual([before]);
  expect(await scoresOf(ids.traceId)).toHaveLength(2);
  // An evaluation without a result is no score, and stays a record of its trace.
  await sendLogs(record(ids, { 'gen_ai.evaluation.name': 'tone', 'error.type': 'timeout' }));
  expect(await traces()).toMatchObject([{ rows: 2 }]);
});

test('the later of two evaluations of the same name counts, in any order', async () => {
  const ids = newId();
  await sendLogs(record(ids, { ...TONE, 'gen_ai.evaluation.score.value': 1 }, AT + 1_000n));
  await sendLogs(record(ids, { ...TONE, 'gen_ai.evaluation.score.value': 0 }, AT));
  expect(await scoresOf(ids.traceId)).toMatchObject([{ number: 1 }]);
});

test('a category, thumbs, and a target of its own', async () => {
  const { traceId, spanId } = newId();
  await sendLogs(
    record({ traceId }, { 'gen_ai.evaluation.name': 'answer', 'gen_ai.evaluation.score.label': 'correct' }),
    record({ traceId, spanId }, { 'gen_ai.evaluation.name': 'user', 'subtext.score.thumbs': false }),
    record({ traceId, spanId }, { ...TONE, 'subtext.score.target': 'thought' }),
    record({ traceId, spanId }, TONE),
    record({ traceId, spanId }, { ...TONE, 'gen_ai.evaluation.name': 'run', 'subtext.score.target': 'trace' }),
  );
  expect(await scoresOf(traceId)).toEqual(
    expect.arrayContaining([
      { ...stored, spanId: null, target: 'trace', name: 'answer', number: null, label: 'correct' },
      { ...stored, spanId, target: 'step', name: 'user', number: null, thumbs: false },
      { ...stored, spanId, target: 'thought', name: 'tone', number: 0.75 },
      { ...stored, spanId, target: 'step', name: 'tone', number: 0.75 },
      { ...stored, spanId: null, target: 'trace', name: 'run', number: 0.75 },
    ]),
  );
});

test('the key that sent a score is its author', async () => {
  const ids = newId();
  await sendLogs(record(ids, TONE));
  const [row] = await server.database.sql`
    SELECT (SELECT name FROM api_keys WHERE api_keys.id = key_id) AS key, author_id FROM scores
    WHERE trace_id = ${Buffer.from(ids.traceId, 'hex')}`;
  expect({ ...row }).toEqual({ key: expect.any(String) as string, author_id: null });
});

describe('hostile evaluations', () => {
  test.each(['NaN', 'Infinity', '-Infinity'])(
    'the value %s is reported, and the span is stored',
    async (doubleValue) => {
      const span = jsonSpan({
        events: [
          {
            ...evaluation({}),
            attributes: [
              ...keyValues({ 'gen_ai.evaluation.name': 'tone' }),
              { key: 'gen_ai.evaluation.score.value', value: { doubleValue } },
            ],
          },
          evaluation({ ...TONE, 'gen_ai.evaluation.name': 'other' }),
        ],
      });
      expect(await sendSpans(span)).toEqual({
        partialSuccess: {
          rejectedSpans: '0',
          errorMessage: 'Not stored: 1 × score whose value is not a finite number.',
        },
      });
      expect(await scoresOf(span.traceId)).toMatchObject([{ name: 'other' }]);
    },
  );

  test('a value without a name is reported; a name without a value is no score', async () => {
    const { traceId } = newId();
    const answer = await sendLogs(
      record({ traceId }, { 'gen_ai.evaluation.score.value': 1 }),
      record({ traceId }, { 'gen_ai.evaluation.name': 'tone', 'error.type': 'timeout' }),
    );
    expect(answer).toMatchObject({
      partialSuccess: { errorMessage: 'Not stored: 1 × score without gen_ai.evaluation.name.' },
    });
    expect(await scoresOf(traceId)).toEqual([]);
  });

  test('long and unstorable texts are cut and replaced visibly', async () => {
    const { traceId } = newId();
    await sendLogs(
      record(
        { traceId },
        {
          'gen_ai.evaluation.name': `n\0${'a'.repeat(200_000)}`,
          'gen_ai.evaluation.score.label': '\ud800',
          'gen_ai.evaluation.explanation': `\0${'b'.repeat(200_000)}`,
        },
      ),
    );
    const [score] = await scoresOf(traceId);
    expect(score!.name).toMatch(/^n␀a{297}…$/);
    expect(score!.label).toBe('\ufffd');
    expect(score!.comment!.length).toBeLessThan(10_100);
    expect(score!.comment).toMatch(/^␀b+\n?… \[cut: /);
  });

  test('times that are none are those of the span', async () => {
    const span = jsonSpan({
      events: [evaluation(TONE, 2n ** 64n - 1n), evaluation({ ...TONE, 'gen_ai.evaluation.name': 'b' }, 7n)],
    });
    expect(await sendSpans(span)).toEqual({});
    const rows = await traceScores(server.database.sql, { projectId: server.projectId, traceId: span.traceId });
    expect(rows.map(({ updatedAt }) => updatedAt.getTime())).toEqual([1_790_000_000_000, 1_790_000_000_000]);
  });

  test('more scores than a trace may have are reported', async () => {
    const events = Array.from({ length: MAX_SCORES_PER_TRACE + 2 }, (_, index) =>
      evaluation({ ...TONE, 'gen_ai.evaluation.name': `score ${index}` }),
    );
    const span = jsonSpan({ events });
    expect(await sendSpans(span)).toMatchObject({
      partialSuccess: {
        rejectedSpans: '0',
        errorMessage: expect.stringMatching(/^Not stored: 2 × score of a trace/) as string,
      },
    });
    expect(await scoresOf(span.traceId)).toHaveLength(MAX_SCORES_PER_TRACE);
  });
});

test('a score of a quarantined span is stored with it later', async () => {
  const { sql } = server.database;
  const span = jsonSpan({ name: 'poison', events: [evaluation(TONE)] });
  await sql`ALTER TABLE spans ADD CONSTRAINT refusing CHECK (name <> 'poison') NOT VALID`;
  await sendSpans(span);
  await sql`ALTER TABLE spans DROP CONSTRAINT refusing`;
  await sql`DELETE FROM scores WHERE trace_id = ${Buffer.from(span.traceId, 'hex')}`;
  expect((await replay(sql, {})).stored).toBe(1);
  expect(await scoresOf(span.traceId)).toMatchObject([{ name: 'tone', number: 0.75 }]);
});
