/** Two traces that report one run become one, in any order of arrival, and no sum differs from a recount. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SDK_SCOPE } from '@subtext/reasoning';
import type { CallRecord, SpanRecord, StorableSpan } from '@subtext/trace';
import { checkSums } from '../maintain/recount.ts';
import { ensureProject } from '../projects/projects.ts';
import { createShareLink } from '../projects/share-links.ts';
import { traceSummary } from '../read/trace/trace-summary.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { deleteTrace } from './delete-trace.ts';
import { joinedInto } from './joined-into.ts';
import { markTraces, MAX_CHANGED_TAGS, TooManyTags } from './mark-traces.ts';
import { createWriteBatch } from './write-batch.ts';

let database: TestDatabase;
let projects = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const OURS = 'a'.repeat(32);
const THEIRS = 'b'.repeat(32);
const ELSEWHERE = 'c'.repeat(32);
const idOf = (name: string) => Buffer.from(name.slice(-8).padEnd(8, '.')).toString('hex');
const responseOf = (turn: number) => `msg_01qGGrPJlg3xw1MeAjM7hru${turn}`;
const callOf = (turn: number) => `toolu_01Ddk8sMT81XcBgmf16eTf1${turn}`;
const at = (milliseconds: number) =>
  `${new Date(Date.UTC(2026, 10, 21, 10) + milliseconds).toISOString().slice(0, -1)}000Z`;

interface Position {
  traceId: string;
  id: string;
  in?: string;
  from: number;
  to: number;
}

function spanAt(
  { traceId, id, in: parent, from, to }: Position,
  span: Partial<SpanRecord>,
  calls: CallRecord[],
): StorableSpan {
  const parentSpanId = parent === undefined ? null : idOf(parent);
  const place = { spanId: idOf(id), parentSpanId, startedAt: at(from), durationNs: (to - from) * 1e6 };
  return { ...storableSpan({ span: { ...place, ...span }, calls }), traceId };
}

const FIGURES = {
  inputTokens: 210,
  outputTokens: 96,
  reasoningTokens: 64,
  noTextTokens: 64,
  totalCost: 7,
  outputCost: 7,
};
const TEXTS = { thoughts: ['Look at the order.'], preamble: null, arguments: '{}', result: null };
const [CALL] = storableSpan({}).calls as [CallRecord];

/** The SDK's spans of a turn: a response with its call, and the call's run. */
const ours = (turn: number, more: Partial<SpanRecord> = {}): StorableSpan[] => [
  spanAt(
    { traceId: OURS, id: `sdk${turn}`, ...(turn > 0 && { in: 'sdk0' }), from: turn * 100 + 10, to: turn * 100 + 50 },
    { ...FIGURES, scope: SDK_SCOPE, responseId: responseOf(turn), ...more },
    [{ ...CALL, callId: callOf(turn), thoughtCount: 1, texts: TEXTS }],
  ),
  spanAt(
    { traceId: OURS, id: `sdktool${turn}`, in: `sdk${turn}`, from: turn * 100 + 50, to: turn * 100 + 90 },
    { kind: 'tool', scope: SDK_SCOPE, callId: callOf(turn), toolName: 'get_order' },
    [],
  ),
];

/** A framework's spans of the same turn, which has no thoughts and no calls. */
const theirs = (turn: number, more: Partial<SpanRecord> = {}): StorableSpan[] => [
  spanAt(
    { traceId: THEIRS, id: `chat${turn}`, in: 'run', from: turn * 100 + 5, to: turn * 100 + 52 },
    { ...FIGURES, scope: 'strands-agents', reasoningTokens: null, noTextTokens: null, responseId: null, ...more },
    [],
  ),
  spanAt(
    { traceId: THEIRS, id: `tool${turn}`, in: 'run', from: turn * 100 + 55, to: turn * 100 + 60 },
    { kind: 'tool', scope: 'strands-agents', callId: callOf(turn), toolName: 'get_order' },
    [],
  ),
];
const run = spanAt({ traceId: THEIRS, id: 'run', from: 0, to: 400 }, { kind: 'agent', scope: 'strands-agents' }, []);

async function newProject() {
  projects += 1;
  return (await ensureProject(database.sql, { slug: `p${projects}`, name: 'P' })).id;
}

async function store(projectId: string, batches: readonly (readonly StorableSpan[])[]): Promise<void> {
  const write = createWriteBatch(database.sql);
  for (const batch of batches) await write(batch.map((span) => ({ ...span, projectId })));
  expect(await checkSums(database.sql, projectId)).toEqual([]);
}

async function traces(projectId: string) {
  const rows = await database.sql`
    SELECT encode(trace_id, 'hex') AS id, generation_count AS calls, span_count AS spans, output_tokens::int AS tokens,
      (SELECT count(*)::int FROM spans WHERE spans.project_id = traces.project_id AND spans.day = traces.day
        AND spans.trace_id = traces.trace_id) AS rows
    FROM traces WHERE project_id = ${projectId} ORDER BY trace_id`;
  return rows.map((row) => ({ ...row }));
}

const ONE_RUN = [...ours(0), ...ours(1), run, ...theirs(0), ...theirs(1)];

const tagged = (projectId: string, traceId: string, tags: { addTags?: string[]; removeTags?: string[] }) =>
  markTraces(database.sql, { projectId, traceIds: [traceId], ...tags });
const marks = async (projectId: string) => {
  const summary = await traceSummary(database.sql, { projectId, traceId: OURS });
  return summary && { tags: summary.tags, bookmarked: summary.bookmarked };
};
const withTags = (spans: readonly StorableSpan[], tags: string[]) =>
  spans.map((span) => ({ ...span, trace: { ...span.trace, tags } }));

/** Both traces exist before the response that shows they are one run. */
async function storeApart(projectId: string): Promise<void> {
  await store(projectId, [withTags(ours(0), ['eu', 'vip']), withTags([run], ['slow'])]);
}

const joinBoth = (projectId: string) => store(projectId, [[...ours(1), ...theirs(0), ...theirs(1)]]);

describe('what users marked two traces with, when they become one', () => {
  test('holds for both: tags of each, without those that either lost, and a bookmark', async () => {
    const projectId = await newProject();
    await storeApart(projectId);
    await tagged(projectId, OURS, { addTags: ['checked'], removeTags: ['vip', 'slow'] });
    await tagged(projectId, THEIRS, { addTags: ['checked', 'good', 'slow'], removeTags: ['eu'] });
    await markTraces(database.sql, { projectId, traceIds: [THEIRS], bookmarked: true });
    await joinBoth(projectId);
    expect((await traces(projectId)).map(({ id }) => id)).toEqual([OURS]);
    // One lost `slow` and the other was given it: it stays.
    expect(await marks(projectId)).toEqual({ tags: ['checked', 'good', 'slow'], bookmarked: true });
    // The id of the trace that moved still leads to them.
    await tagged(projectId, THEIRS, { removeTags: ['good'] });
    expect(await marks(projectId)).toEqual({ tags: ['checked', 'slow'], bookmarked: true });
  });

  test('is that of the staying trace where the other has no marks', async () => {
    const projectId = await newProject();
    await storeApart(projectId);
    await tagged(projectId, OURS, { addTags: ['checked'], removeTags: ['vip'] });
    await joinBoth(projectId);
    expect(await marks(projectId)).toEqual({ tags: ['checked', 'eu', 'slow'], bookmarked: false });
  });

  test('is kept whole, even if it is more than a user may add', async () => {
    const projectId = await newProject();
    await storeApart(projectId);
    const many = (name: string) => Array.from({ length: MAX_CHANGED_TAGS }, (_, place) => `${name} ${place}`);
    await tagged(projectId, OURS, { addTags: many('ours') });
    await tagged(projectId, THEIRS, { addTags: many('theirs') });
    await joinBoth(projectId);
    expect((await marks(projectId))?.tags).toHaveLength(2 * MAX_CHANGED_TAGS + 3);
    await expect(tagged(projectId, OURS, { addTags: ['more'] })).rejects.toBeInstanceOf(TooManyTags);
    expect(await tagged(projectId, OURS, { removeTags: ['ours 0'] })).toBe(1);
  });
});

describe('two traces of one run', () => {
  test('become one in which each model call counts once', async () => {
    const projectId = await newProject();
    await store(projectId, [
      [...ours(0), ...ours(1)],
      [run, ...theirs(0), ...theirs(1)],
    ]);
    expect(await traces(projectId)).toEqual([{ id: OURS, calls: 2, spans: 7, tokens: 192, rows: 9 }]);
    expect(await joinedInto(database.sql, projectId, [OURS, THEIRS])).toEqual(new Map([[THEIRS, OURS]]));
  });

  test('also by the id of the response alone, and when they arrive together', async () => {
    const projectId = await newProject();
    const responseId = responseOf(0);
    await store(projectId, [[ours(0)[0]!, theirs(0, { responseId })[0]!]]);
    expect(await traces(projectId)).toMatchObject([{ calls: 1, tokens: 96, rows: 2 }]);
  });

  test(
    'become one with the same sums in any order, however the spans are split and repeated',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray(ONE_RUN, { minLength: ONE_RUN.length }),
          fc.array(fc.integer({ min: 1, max: ONE_RUN.length }), { maxLength: 4 }),
          fc.boolean(),
          async (order, cuts, isRepeated) => {
            const projectId = await newProject();
            const edges = [0, ...[...new Set(cuts)].toSorted((left, right) => left - right), order.length];
            const batches = edges
              .slice(1)
              .map((edge, index) => order.slice(edges[index], edge))
              .filter(({ length }) => length > 0);
            await store(projectId, isRepeated ? [...batches, ...batches] : batches);
            expect(await traces(projectId)).toMatchObject([{ calls: 2, spans: 7, tokens: 192, rows: 9 }]);
          },
        ),
        { numRuns: 25 },
      );
    },
  );

  test('receive spans of either when batches are stored at the same time', { timeout: 60_000 }, async () => {
    const projectId = await newProject();
    const write = createWriteBatch(database.sql);
    await Promise.all(ONE_RUN.map((span) => write([{ ...span, projectId }])));
    expect(await checkSums(database.sql, projectId)).toEqual([]);
    expect(await traces(projectId)).toMatchObject([{ calls: 2, spans: 7, tokens: 192, rows: 9 }]);
  });

  test('and a third trace that continues one of them become one', async () => {
    const projectId = await newProject();
    const gateway = {
      ...theirs(1, { spanId: idOf('gateway'), scope: 'gateway', responseId: responseOf(1) })[0]!,
      traceId: ELSEWHERE,
    };
    await store(projectId, [[run, ...theirs(0), ...theirs(1)], ours(1), [gateway], ours(0)]);
    expect(await traces(projectId)).toMatchObject([{ calls: 2, tokens: 192 }]);
    expect(await joinedInto(database.sql, projectId, [THEIRS, ELSEWHERE])).toEqual(
      new Map([
        [THEIRS, OURS],
        [ELSEWHERE, OURS],
      ]),
    );
  });

  test('keep the texts of their calls and the bodies of their spans', async () => {
    const projectId = await newProject();
    await store(projectId, [[...ours(0)], [run, ...theirs(0)]]);
    const [found] = await database.sql`
      SELECT (SELECT count(*)::int FROM spans WHERE project_id = ${projectId} AND trace_id = decode(${THEIRS}, 'hex')) AS left,
        (SELECT count(*)::int FROM tool_call_texts WHERE project_id = ${projectId} AND trace_id = decode(${OURS}, 'hex')) AS texts,
        (SELECT sum(cardinality(span_ids))::int FROM payloads WHERE project_id = ${projectId} AND trace_id = decode(${OURS}, 'hex')) AS bodies`;
    expect({ ...found }).toMatchObject({ left: 0, texts: 1, bodies: 5 });
  });

  test('are forgotten with the trace that has their spans', async () => {
    const projectId = await newProject();
    await store(projectId, [[...ours(0)], [run, ...theirs(0)]]);
    await deleteTrace(database.sql, { projectId, traceId: OURS });
    expect(await joinedInto(database.sql, projectId, [THEIRS])).toEqual(new Map());
    expect(await checkSums(database.sql, projectId)).toEqual([]);
    await store(projectId, [[...theirs(0)]]);
    expect(await traces(projectId)).toMatchObject([{ id: THEIRS, calls: 1 }]);
  });
});

describe('two traces stay two', () => {
  test('when one is shared by a link, which would show more than was shared', async () => {
    const projectId = await newProject();
    await store(projectId, [[...ours(0)]]);
    await database.sql`INSERT INTO users (id, name, email) VALUES (${projectId}, 'Ada', ${`${projectId}@example.com`})`;
    const shows = { thoughts: false, said: false, arguments: false, results: false };
    await createShareLink(
      database.sql,
      { projectId, traceId: OURS },
      { shows, expiresInDays: null, createdBy: projectId },
    );
    await store(projectId, [[run, ...theirs(0)]]);
    expect(await traces(projectId)).toHaveLength(2);
  });

  test.each([
    [
      'when the ids are of every run',
      [ours(0, { responseId: 'chatcmpl-1' })[0]!, theirs(0, { responseId: 'chatcmpl-1' })[0]!],
    ],
    [
      'when one has the id of a span that the other has',
      [ours(0)[0]!, { ...theirs(0, { spanId: idOf('sdk0'), responseId: responseOf(0) })[0]! }],
    ],
    ['when nobody else reports the call', [ours(0)[0]!, { ...ours(0)[0]!, traceId: ELSEWHERE }]],
  ])('%s', async (_, spans) => {
    const projectId = await newProject();
    await store(projectId, [spans]);
    expect(await traces(projectId)).toHaveLength(2);
  });

  test('when they are of two projects', async () => {
    const [one, two] = [await newProject(), await newProject()];
    await store(one, [[...ours(0)]]);
    await store(two, [[run, ...theirs(0)]]);
    expect(await traces(one)).toHaveLength(1);
    expect(await traces(two)).toHaveLength(1);
  });
});

test('a legal hold on a trace that becomes a part of another one holds for that one', async () => {
  const projectId = await newProject();
  await storeApart(projectId);
  await database.sql`INSERT INTO legal_holds (project_id, kind, value, reason, placed_by)
    VALUES (${projectId}, 'trace', ${THEIRS}, 'Case 12', 'ada@example.com')`;
  await joinBoth(projectId);
  await expect(deleteTrace(database.sql, { projectId, traceId: OURS })).rejects.toThrow('legal hold');
});
