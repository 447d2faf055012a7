/**
 * Here a span's body is the span itself as JSON, so that its reader is exact and an older reader can be written by
 * hand.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSums } from './recount.ts';
import { reprocessStored, type Reprocessed, type ReprocessCursor } from './reprocess.ts';
import type { ReadBody } from './reprocess-payloads.ts';
import type { StorableSpan } from '@subtext/trace';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { newProject } from '../testing/new-project.ts';
import { storableSpan, storableSpans } from '../testing/storable-spans.ts';
import { stored } from '../testing/stored.ts';
import { createWriteBatch } from '../write/write-batch.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const TRACE = '1'.repeat(32);
const read: ReadBody = (body) => JSON.parse(body) as StorableSpan;
const withBody = (span: StorableSpan): StorableSpan => ({ ...span, body: JSON.stringify(span) });

/**
 * `older`: what an older reader made of the spans. Their bodies are complete. Stores batches of two, so that some
 * batches find stored spans.
 */
async function store(
  projectId: string,
  spans: readonly StorableSpan[],
  older = (span: StorableSpan) => span,
): Promise<void> {
  const writeBatch = createWriteBatch(database.sql);
  const rows = spans.map(withBody).map((span) => ({ ...older(span), body: span.body, projectId }));
  for (let at = 0; at < rows.length; at += 2) await writeBatch(rows.slice(at, at + 2));
}

/** Reprocesses all pages. */
async function reprocess(projectId: string, { isDry = false, by = read } = {}): Promise<Omit<Reprocessed, 'next'>> {
  const whole = {
    traces: 0,
    spans: 0,
    changed: 0,
    columns: new Map<string, number>(),
    left: new Map<string, number>(),
  };
  for (let after: ReprocessCursor | null = null; ;) {
    const page: Reprocessed = await reprocessStored(database.sql, { projectId, after, isDry, read: by });
    whole.traces += page.traces;
    whole.spans += page.spans;
    whole.changed += page.changed;
    for (const [name, rows] of page.columns) whole.columns.set(name, (whole.columns.get(name) ?? 0) + rows);
    for (const [reason, rows] of page.left) whole.left.set(reason, (whole.left.get(reason) ?? 0) + rows);
    if (page.next === null) return whole;
    after = page.next;
  }
}

/** A rollup whose sums are all zero does not matter. */
const says = (row: string): boolean =>
  !row.includes('"hour"') ||
  Object.values(JSON.parse(row) as object)
    .flat()
    .some((value) => typeof value === 'number' && value > 0);

const TABLES = ['spans', 'tool_calls', 'tool_call_texts', 'traces', 'model_rollups', 'tool_rollups'];
/** Reads every row of a project as text, without the update time of traces. */
async function rowsOf(projectId: string): Promise<Record<string, string[]>> {
  const tables = TABLES.map(async (table) => {
    const rows = await database.sql.unsafe<{ row: string }[]>(
      `SELECT (to_jsonb(t) - 'project_id' - 'updated_at' - 'words')::text AS row FROM ${table} AS t WHERE project_id = $1`,
      [projectId],
    );
    return [
      table,
      [...rows]
        .map(({ row }) => row)
        .filter(says)
        .sort(),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

test('spans that the current reader stored do not change in any row', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(storableSpans(), async (spans) => {
      const projectId = await newProject(database.sql);
      await store(projectId, spans);
      const before = await rowsOf(projectId);
      const outcome = await reprocess(projectId);
      expect([...outcome.columns]).toEqual([]);
      expect(outcome.spans).toBe(spans.length);
      expect(await rowsOf(projectId)).toEqual(before);
    }),
    { numRuns: 25 },
  );
});

/** What an older reader made of a span: values that it did not support are missing. */
const OLDER: Record<string, (span: StorableSpan) => StorableSpan> = {
  'no figures of runs': (stored) => {
    const isRun = stored.span.kind === 'agent' || stored.span.kind === 'chain';
    const { spanId, parentSpanId, kind, name, startedAt, durationNs, status } = stored.span;
    const own = { spanId, parentSpanId, kind, name, startedAt, durationNs, status };
    return isRun
      ? { ...stored, span: { ...storableSpan({ span: { provider: null, requestModel: null } }).span, ...own } }
      : stored;
  },
  'no thinking of calls': (stored) => ({
    ...stored,
    calls: stored.calls.map((call) => ({
      ...call,
      reasoningTokens: null,
      reasoningTokensSource: null,
      reasoningCost: null,
    })),
  }),
  'no words, no facts': (stored) => ({
    ...stored,
    span: { ...stored.span, agentName: null, reasoningEffort: null, statusMessage: null },
    trace: { ...stored.trace, name: null, asked: null, sessionId: null, tags: [], metadata: {} },
  }),
  'other tools and providers': (stored) => ({
    ...stored,
    span: { ...stored.span, provider: 'other' },
    calls: stored.calls.map((call) => ({ ...call, toolName: 'unknown' })),
  }),
};

describe.each(Object.keys(OLDER))('rows of a reader that knew %s', (name) => {
  test('become the rows that storing the spans now would make, with their totals', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(storableSpans(), async (spans) => {
        const [upgraded, fresh] = [await newProject(database.sql), await newProject(database.sql)];
        await store(upgraded, spans, OLDER[name]);
        await store(fresh, spans);
        const before = await rowsOf(upgraded);
        const would = await reprocess(upgraded, { isDry: true });
        expect(await rowsOf(upgraded)).toEqual(before);

        const outcome = await reprocess(upgraded);
        expect(outcome).toEqual(would);
        expect(await checkSums(database.sql, upgraded)).toEqual([]);
        expect(await rowsOf(upgraded)).toEqual(await rowsOf(fresh));
        expect((await reprocess(upgraded)).changed).toBe(0);
      }),
      { numRuns: 12 },
    );
  });
});

/** An older reader did not recognize some of the spans. */
const unknown = (stored: StorableSpan): StorableSpan => ({
  ...storableSpan({}),
  ...{ traceId: stored.traceId, calls: [], ...(stored.attachedTo && { attachedTo: stored.attachedTo }) },
  span: {
    ...storableSpan({}).span,
    kind: 'span',
    convention: 'other',
    spanId: stored.span.spanId,
    startedAt: stored.span.startedAt,
  },
});

test(
  'spans that an older reader did not recognize count once from now on, also duplicates',
  { timeout: 300_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        storableSpans(),
        fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
        async (spans, known) => {
          const [upgraded, fresh] = [await newProject(database.sql), await newProject(database.sql)];
          const older = new Map(
            spans.map((span, index) => [withBody(span).body, known[index % 20] ? span : unknown(span)]),
          );
          await store(upgraded, spans, (span) => older.get(span.body)!);
          await store(fresh, spans);
          await reprocess(upgraded);
          expect(await checkSums(database.sql, upgraded)).toEqual([]);
          const counted = async (projectId: string) =>
            (await stored(database.sql, projectId)).traces.map(({ trace_id, generation_count, span_count }) => ({
              trace_id,
              generation_count,
              span_count,
            }));
          expect(await counted(upgraded)).toEqual(await counted(fresh));
          expect((await reprocess(upgraded)).changed).toBe(0);
        },
      ),
      { numRuns: 25 },
    );
  },
);

test('a span that cannot be read from its payload stays as it is, with the reason; others are reprocessed', async () => {
  const projectId = await newProject(database.sql);
  const spans = ['a', 'b'].map((digit) =>
    storableSpan({ traceId: TRACE, span: { spanId: digit.repeat(16), agentName: 'planner' } }),
  );
  await store(projectId, spans, (span) => ({ ...span, span: { ...span.span, agentName: null } }));
  const outcome = await reprocess(projectId, {
    by: (body, price) => (body.includes('a'.repeat(16) + '"') ? { reason: 'it is not whole' } : read(body, price)),
  });
  expect([...outcome.left]).toEqual([['it is not whole', 1]]);
  expect([...outcome.columns]).toEqual([
    ['spans.agent_name', 1],
    ['traces.agents', 1],
  ]);
  const rows = await database.sql`SELECT agent_name FROM spans WHERE project_id = ${projectId} ORDER BY span_id`;
  expect([...rows].map(({ agent_name }) => agent_name as string | null)).toEqual([null, 'planner']);
  expect(await checkSums(database.sql, projectId)).toEqual([]);
});

test('spans of one response that an older reader did not recognize count once, also when another span cannot be read', async () => {
  const projectId = await newProject(database.sql);
  const spans = ['a', 'b', 'c'].map((digit) =>
    storableSpan({
      traceId: TRACE,
      span: {
        spanId: digit.repeat(16),
        responseId: digit === 'c' ? 'other' : 'resp_1',
        inputTokens: 5,
        outputTokens: 7,
      },
    }),
  );
  await store(projectId, spans, (span) => (span.span.spanId.startsWith('c') ? span : unknown(span)));
  const outcome = await reprocess(projectId, {
    by: (body, price) => (body.includes('c'.repeat(16) + '"') ? { reason: 'it is not whole' } : read(body, price)),
  });
  expect([...outcome.left]).toEqual([['it is not whole', 1]]);
  const rows = await database.sql`
    SELECT encode(span_id, 'hex') AS id, encode(duplicate_of, 'hex') AS original FROM spans
    WHERE project_id = ${projectId} ORDER BY span_id`;
  expect([...rows].map(({ original }) => original as string | null)).toEqual([null, 'a'.repeat(16), null]);
  const [trace] = await database.sql`SELECT generation_count, input_tokens FROM traces WHERE project_id = ${projectId}`;
  expect({ ...trace }).toEqual({ generation_count: 2, input_tokens: 10n });
  expect(await checkSums(database.sql, projectId)).toEqual([]);
});

test('a row that the database refuses leaves its trace as it is, and others are reprocessed', async () => {
  const projectId = await newProject(database.sql);
  const spans = ['1', '2', '3'].map((digit) =>
    storableSpan({ traceId: digit.repeat(32), span: { agentName: 'planner' } }),
  );
  await store(projectId, spans, (span) => ({ ...span, span: { ...span.span, agentName: null } }));
  const outcome = await reprocess(projectId, {
    by: (body, price) => {
      const fresh = read(body, price) as StorableSpan;
      return fresh.traceId.startsWith('2') ? { ...fresh, span: { ...fresh.span, agentName: 'a\0' } } : fresh;
    },
  });
  expect([outcome.spans, outcome.changed]).toEqual([2, 2]);
  expect([...outcome.left].map(([reason, rows]) => [reason.slice(0, 36), rows])).toEqual([
    ['the database refused it (SQLSTATE 22', 1],
  ]);
  expect(await checkSums(database.sql, projectId)).toEqual([]);
});

test(
  'a trace that is too large unpacked stays as it is, however small it is packed',
  { timeout: 120_000 },
  async () => {
    const projectId = await newProject(database.sql);
    const large = ['a', 'b'].map((digit) => ({
      ...storableSpan({ traceId: TRACE, span: { spanId: digit.repeat(16) } }),
      ...{ projectId, body: JSON.stringify('x'.repeat(70 * 2 ** 20)) },
    }));
    const small = { ...withBody(storableSpan({ traceId: '2'.repeat(32), span: { agentName: 'planner' } })), projectId };
    await createWriteBatch(database.sql)([...large, { ...small, span: { ...small.span, agentName: null } }]);
    const by: ReadBody = (body, price) => (body.length > 2 ** 20 ? { reason: 'it was held' } : read(body, price));
    const outcome = await reprocess(projectId, { by });
    expect([outcome.changed, [...outcome.left]]).toEqual([
      1,
      [['its trace has more than 20000 spans, or more than 128 MiB of what was sent', 2]],
    ]);
  },
);

test('spans of the same traces that are stored meanwhile count once', async () => {
  const projectId = await newProject(database.sql);
  const ids = Array.from({ length: 30 }, (_, index) => index.toString(16).padStart(16, '0'));
  const spans = ids.map((spanId) =>
    storableSpan({ traceId: TRACE, span: { spanId, inputTokens: 5, outputTokens: 7 } }),
  );
  await store(projectId, spans.slice(0, 15), (span) => ({
    ...span,
    span: { ...span.span, inputTokens: null, outputTokens: null },
  }));
  await Promise.all([reprocess(projectId), store(projectId, spans.slice(10)), reprocess(projectId)]);
  expect(await checkSums(database.sql, projectId)).toEqual([]);
  // A trace that receives spans each time it is read is left to the next run.
  await reprocess(projectId);
  expect(await checkSums(database.sql, projectId)).toEqual([]);
  const [trace] = await database.sql`SELECT span_count, input_tokens FROM traces WHERE project_id = ${projectId}`;
  expect({ ...trace }).toEqual({ span_count: 30, input_tokens: 150n });
});

test('a trace that changes has a new version, and does not look more active', async () => {
  const projectId = await newProject(database.sql);
  const older = (span: StorableSpan) => ({ ...span, span: { ...span.span, agentName: null } });
  await store(projectId, [storableSpan({ traceId: TRACE, span: { agentName: 'planner' } })], older);
  const changedAt = async () => {
    const [row] = await database.sql<{ micros: bigint }[]>`
      SELECT (extract(epoch FROM updated_at) * 1000000)::bigint AS micros FROM traces WHERE project_id = ${projectId}`;
    return row!.micros;
  };
  const before = await changedAt();
  await reprocess(projectId);
  expect((await changedAt()) - before).toBe(1n);
  await reprocess(projectId);
  expect((await changedAt()) - before).toBe(1n);
});

test('continues after the previous page', async () => {
  const projectId = await newProject(database.sql);
  const spans = Array.from({ length: 250 }, (_, index) =>
    storableSpan({ traceId: index.toString(16).padStart(32, '0') }),
  );
  await createWriteBatch(database.sql)(spans.map((span) => ({ ...withBody(span), projectId })));
  const first = await reprocessStored(database.sql, { projectId, after: null, isDry: false, read });
  const second = await reprocessStored(database.sql, { projectId, after: first.next, isDry: false, read });
  const third = await reprocessStored(database.sql, { projectId, after: second.next, isDry: false, read });
  expect([first.traces, second.traces, third.traces, third.next]).toEqual([200, 50, 0, null]);
});
