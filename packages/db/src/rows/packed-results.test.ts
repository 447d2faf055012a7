/** A long result is packed with the payload it came in, and queries read it as if it were in the row of its call. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLANK_CALL, type CallRecord, type CallTexts, type StorableSpan } from '@subtext/trace';
import { callText } from '../read/trace/call-text.ts';
import { refineCalls } from '../read/search/search-refine.ts';
import { searchResults } from '../read/search/search-results.ts';
import { searchSnippets } from '../read/search/search-snippets.ts';
import { traceFind } from '../read/trace/trace-find.ts';
import { traceResults } from '../read/trace/trace-results.ts';
import { reprocessStored } from '../maintain/reprocess.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { allTexts } from '../testing/all-texts.ts';
import { newProject } from '../testing/new-project.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { createWriteBatch, type WriteBatch } from '../write/write-batch.ts';

let database: TestDatabase;
let write: WriteBatch;

beforeAll(async () => {
  database = await createTestDatabase();
  write = createWriteBatch(database.sql);
});
afterAll(() => database.drop());

const TRACE_ID = 'a'.repeat(32);
const [ASKED, RAN, NEXT] = ['1', '2', '3'].map((digit) => digit.repeat(16)) as [string, string, string];
const NOTHING: CallTexts = { thoughts: null, preamble: null, arguments: null, result: null };
const FILL = 'the line before it. '.repeat(40);
/** Longer than a row stores, with special characters at its end. */
const LONG = `${FILL}Customs holds the Parcel. 😀 "quoted"\n[hashed: ${'0'.repeat(32)}, 12 characters]`;
const SHORT = 'Customs, too';

const call = (described: Partial<CallRecord>, texts: Partial<CallTexts>): CallRecord => ({
  ...BLANK_CALL,
  callId: 'call_1',
  toolName: 'track',
  startedAt: '2026-11-21T10:00:02.000000Z',
  ...described,
  resultPreview: texts.result?.slice(0, 160) ?? null,
  argumentsPreview: texts.arguments ?? null,
  texts: { ...NOTHING, ...texts },
});

/** A response requests a call, a span executes it, and the next request repeats the result. */
function conversation(result: string): StorableSpan[] {
  const given = { arguments: '{"parcel":7}' };
  const of = (spanId: string, calls: CallRecord[]) =>
    storableSpan({ traceId: TRACE_ID, span: { spanId, responseId: spanId }, calls });
  return [
    of(ASKED, [call({ startedAt: '2026-11-21T10:00:00.000000Z' }, { ...given, preamble: 'I look for customs.' })]),
    of(RAN, [call({ describedBy: 'execution', type: 'function' }, { ...given, result })]),
    of(NEXT, [
      call({ describedBy: 'history', callId: 'call_0' }, { result: SHORT }),
      call({ describedBy: 'history' }, { result }),
    ]),
  ];
}

async function stored(result: string, spans = conversation(result)): Promise<string> {
  const projectId = await newProject(database.sql);
  await write(spans.map((span) => ({ ...span, projectId })));
  return projectId;
}

const rowsOf = (projectId: string) =>
  database.sql<{ spanId: string; result: string | null }[]>`
    SELECT encode(span_id, 'hex') AS "spanId", result FROM tool_call_texts WHERE project_id = ${projectId} ORDER BY span_id, call_index`;

const search = { from: null, to: null, conditions: [], term: 'parcel', mostTraces: 9, limit: 9 };
const keysOf = (calls: readonly { spanId: string; index: number }[]) =>
  calls.map(({ spanId, index }) => [spanId, index]);

test('only a short result is in its row, and a call without other texts has no row of texts', async () => {
  const projectId = await stored(LONG);
  expect([...(await rowsOf(projectId))]).toEqual([
    { spanId: ASKED, result: null },
    { spanId: RAN, result: null },
    { spanId: NEXT, result: SHORT },
  ]);
});

describe.for([
  ['long', LONG, 'characters]'],
  ['short', `Customs holds the Parcel. 😀`, 'nowhere'],
] as const)('a %s result', ([, result, hidden]) => {
  let projectId: string;
  beforeAll(async () => {
    projectId = await stored(result);
  });
  const trace = () => ({ projectId, traceId: TRACE_ID });
  const ran = { spanId: RAN, index: 0 };
  const repeated = { spanId: NEXT, index: 1 };

  test('is read piece by piece, in characters', async () => {
    const offset = [...result].indexOf('😀');
    const piece = { ...ran, field: 'result' as const, block: 0, offset, length: 1 };
    const text = await callText(database.sql, trace(), piece);
    expect(text).toEqual({ text: '😀', totalCharacters: [...result].length, blocks: 1, format: null, wireField: null });
    expect(await callText(database.sql, trace(), { ...piece, spanId: ASKED })).toBeUndefined();
  });

  test('is read with the other texts of its call, also when it has none', async () => {
    const texts = await allTexts(database.sql, trace(), [ran, repeated]);
    expect(texts.map((one) => [one.spanId, one.arguments, one.result]).sort()).toEqual([
      [RAN, '{"parcel":7}', result],
      [NEXT, null, result],
    ]);
  });

  test('is read by the id of its call', async () => {
    const results = await traceResults(database.sql, trace(), { callIds: ['call_1'], spanId: ASKED });
    expect(results).toEqual([{ callId: 'call_1', result, failed: false }]);
  });

  test('is found within its trace, but not by the mark of a withheld text', async () => {
    const find = (words: string, results = true) =>
      traceFind(database.sql, trace(), {
        words,
        limit: 9,
        among: { thoughts: true, said: true, arguments: true, results },
      });
    expect(keysOf(await find('THE PARCEL'))).toEqual([
      [RAN, 0],
      [NEXT, 1],
    ]);
    expect(keysOf(await find('customs')).sort()).toEqual([
      [ASKED, 0],
      [RAN, 0],
      [NEXT, 0],
      [NEXT, 1],
    ]);
    expect(await find('the parcel', false)).toEqual([]);
    expect(await find(hidden)).toEqual([]);
  });

  test('is found among the traces of its project, at the beginning of a word', async () => {
    const { found, complete } = await searchResults(database.sql, { ...search, projectId });
    expect({ found: keysOf(found).sort(), complete }).toEqual({
      found: [
        [RAN, 0],
        [NEXT, 1],
      ],
      complete: true,
    });
    expect((await searchResults(database.sql, { ...search, projectId, term: 'arcel' })).found).toEqual([]);
    const other = await newProject(database.sql);
    expect((await searchResults(database.sql, { ...search, projectId: other })).found).toEqual([]);
  });

  test('counts as a searched field, and its snippet shows the word', async () => {
    const keys = [ran, repeated, { spanId: ASKED, index: 0 }].map((key) => ({ ...key, traceId: TRACE_ID }));
    const refined = (terms: string[], excluded: string[] = []) =>
      refineCalls(
        database.sql,
        { ...search, projectId, terms, excluded, fields: ['thought', 'said', 'args', 'result', 'answer'] },
        keys,
      );
    expect((await refined(['customs'])).map(({ spanId, matched }) => [spanId, matched])).toEqual([
      [RAN, ['result']],
      [NEXT, ['result']],
      [ASKED, ['said']],
    ]);
    expect(keysOf(await refined(['customs'], ['parcel. 😀']))).toEqual([[ASKED, 0]]);
    const [shown] = await searchSnippets(database.sql, projectId, { keys, terms: ['holds'] });
    expect(shown!.texts).toEqual({
      args: '{"parcel":7}',
      result: expect.stringContaining('Customs holds the Parcel') as string,
    });
  });
});

test('a result stays in its block when a neighboring span is reported again', async () => {
  const [asked, ran, next] = conversation(LONG);
  const open = { ...asked!, span: { ...asked!.span, durationNs: null } };
  const projectId = await stored(LONG, [open, ran!, next!]);
  await write([{ ...asked!, projectId }]);
  const texts = await allTexts(database.sql, { projectId, traceId: TRACE_ID }, [{ spanId: RAN, index: 0 }]);
  expect(texts).toMatchObject([{ result: LONG }]);
});

describe('spans that are reprocessed', () => {
  const reprocess = async (projectId: string, result: string | null) => {
    const spans = new Map(conversation(result ?? '').map((span) => [span.span.spanId, span]));
    const { changed, columns } = await reprocessStored(database.sql, {
      projectId,
      isDry: false,
      after: null,
      read: (body) => {
        const span = spans.get(JSON.parse(body) as string)!;
        const calls = span.calls.map((one) =>
          result === null && one.texts?.result === ''
            ? { ...one, resultPreview: null, texts: { ...one.texts, result: null } }
            : one,
        );
        return { ...span, calls };
      },
    });
    return { changed, columns: [...columns.keys()].sort() };
  };
  const withIds = (spans: StorableSpan[]) => spans.map((span) => ({ ...span, body: JSON.stringify(span.span.spanId) }));

  test('do not change when the reader returns the same', async () => {
    const projectId = await stored(LONG, withIds(conversation(LONG)));
    expect(await reprocess(projectId, LONG)).toEqual({ changed: 0, columns: [] });
  });

  test('store a changed result in their row, and the packed one is no longer returned', async () => {
    const projectId = await stored(LONG, withIds(conversation(LONG)));
    const other = LONG.replace('Parcel', 'letter');
    expect(await reprocess(projectId, other)).toEqual({ changed: 2, columns: ['tool_call_texts.result'] });
    const trace = { projectId, traceId: TRACE_ID };
    expect(await allTexts(database.sql, trace, [{ spanId: RAN, index: 0 }])).toMatchObject([{ result: other }]);
    expect(await traceFind(database.sql, trace, { words: 'the parcel', limit: 9 })).toEqual([]);
    expect(keysOf(await traceFind(database.sql, trace, { words: 'the letter', limit: 9 }))).toHaveLength(2);
    expect(await reprocess(projectId, other)).toEqual({ changed: 0, columns: [] });
  });

  test('have no result when the reader returns none', async () => {
    const projectId = await stored(LONG, withIds(conversation(LONG)));
    expect(await reprocess(projectId, null)).toMatchObject({ changed: 2 });
    const trace = { projectId, traceId: TRACE_ID };
    expect(await allTexts(database.sql, trace, [{ spanId: RAN, index: 0 }])).toMatchObject([{ result: null }]);
    expect(await traceFind(database.sql, trace, { words: 'the parcel', limit: 9 })).toEqual([]);
    expect(await reprocess(projectId, null)).toEqual({ changed: 0, columns: [] });
  });
});
