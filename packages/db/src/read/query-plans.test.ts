/**
 * Checks the plan of every query on large tables: the planner must avoid sequential scans where it can, so a remaining
 * sequential scan of a growing table means that an index is missing. An index that is not searched by project would be
 * read for all projects.
 */
import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sql } from '../postgres/connect.ts';
import postgres from '../generated/postgres/index.js';
import { isCitus } from '../postgres/distribute.ts';
import { ensurePartitions } from '../postgres/partitions.ts';
import { callPreviews } from './trace/call-previews.ts';
import { packedResults } from './trace/call-results.ts';
import { callText } from './trace/call-text.ts';
import { streamingCalls } from './trace/streaming-calls.ts';
import { hasTraces } from './traces/has-traces.ts';
import { compareCalls } from './trace/compare-calls.ts';
import { latestArrival } from './traces/latest-arrival.ts';
import { liveCalls } from './live/live-calls.ts';
import { liveRecent } from './live/live-recent.ts';
import { liveRelated } from './live/live-related.ts';
import { liveSpans } from './live/live-spans.ts';
import { liveTraces } from './live/live-traces.ts';
import { rollupNames } from './names/rollup-names.ts';
import { senderNames } from './names/sender-names.ts';
import { traceIdsBeginning } from './names/trace-ids.ts';
import { packedContaining } from './search/packed-containing.ts';
import { payloadSize } from './trace/payload-size.ts';
import { pricedModels } from './costs/priced-models.ts';
import { exportTexts } from './export/export-blocks.ts';
import { exportPage } from './export/export-page.ts';
import { quarantineBytes } from './quarantine/quarantine-bytes.ts';
import { quarantinePage } from './quarantine/quarantine-page.ts';
import { recentRejections } from './quarantine/recent-rejections.ts';
import { scorePage } from './scores/score-page.ts';
import { scoreSummaries } from './scores/score-summaries.ts';
import { scoreWithKey } from './scores/score-with-key.ts';
import { traceScores } from './scores/trace-scores.ts';
import { refineCalls } from './search/search-refine.ts';
import { searchResults } from './search/search-results.ts';
import { searchSnippets } from './search/search-snippets.ts';
import { searchThoughts } from './search/search-thoughts.ts';
import { sessionAnswers } from './sessions/session-answers.ts';
import { hasSessions } from './sessions/session-exists.ts';
import { sessionSummary } from './sessions/session-summary.ts';
import { sessionTurns } from './sessions/session-turns.ts';
import { sessionsList } from './sessions/sessions-list.ts';
import { sessionsRecovered } from './sessions/sessions-recovered.ts';
import { sessionsTotals } from './sessions/sessions-totals.ts';
import { spanPayload } from './trace/span-payload.ts';
import { spanReceipt } from './trace/span-receipt.ts';
import { spansNamed } from './trace/spans-named.ts';
import { latencyOf } from './costs/latency.ts';
import { latencyOfTraces } from './costs/latency-of-traces.ts';
import { measuresByHour, spendByHour } from './costs/spend-by-hour.ts';
import { spendByScore } from './costs/spend-by-score.ts';
import { spendByDay } from './costs/spend-by-day.ts';
import { retriesAfterHidden } from './costs/retries-after-hidden.ts';
import { spendByCut } from './costs/spend-by-cut.ts';
import { spendOfTraces } from './costs/spend-of-traces.ts';
import { thinkingByTool } from './costs/thinking-by-tool.ts';
import { thinkingByToolOfTraces } from './costs/thinking-by-tool-of-traces.ts';
import { toolByHour } from './costs/tool-by-hour.ts';
import { topThoughts } from './costs/top-thoughts.ts';
import { topThoughtsOfModels } from './costs/top-thoughts-of-models.ts';
import { thinkingCoverage } from './costs/thinking-coverage.ts';
import { withReceivedParents } from './trace/received-parents.ts';
import { traceRest } from './trace/trace-rest.ts';
import { traceCalls } from './trace/trace-calls.ts';
import { narrowed } from './traces/trace-candidates.ts';
import type { TraceCondition } from './traces/trace-conditions.ts';
import { turnsThatFit } from './sessions/sessions-turns.ts';
import { traceAround } from './trace/trace-around.ts';
import { traceOpening } from './trace/trace-opening.ts';
import { callsOfSpans } from './trace/trace-span-calls.ts';
import { CONDITIONS, FACETS } from './testing-conditions.ts';
import { evidenceQueries } from './testing-evidence.ts';
import { NO_QUERIES, problemsOf } from './testing-plans.ts';
import { insertTrace } from './testing-rows.ts';
import { traceColumns } from './trace/trace-columns.ts';
import { traceFacets } from './traces/trace-facets.ts';
import { traceFind } from './trace/trace-find.ts';
import { earlierTurns } from './trace/earlier-turns.ts';
import { firstGenerations, isGeneration, traceGenerations } from './trace/trace-generations.ts';
import { traceHighlights } from './traces/trace-highlights.ts';
import { traceLinks } from './trace/trace-links.ts';
import { traceList } from './traces/trace-list.ts';
import type { TraceSort } from './traces/trace-orders.ts';
import { tracePayloads } from './trace/trace-payloads.ts';
import { traceResults } from './trace/trace-results.ts';
import { traceSpans } from './trace/trace-spans.ts';
import { traceSummary } from './trace/trace-summary.ts';
import { traceEndings } from './traces/trace-endings.ts';
import { streamSpanIds } from './trace/span-ids.ts';
import { TraceBlocks } from './trace/trace-blocks.ts';
import { traceSize } from './trace/trace-size.ts';
import { traceTotals } from './traces/trace-totals.ts';
import { traceVersion } from './trace/trace-version.ts';
import { walkTraces } from './traces/trace-walk.ts';
import { tracesWithWords } from './traces/trace-words.ts';
import { indexClosedDays } from '../rows/search-index.ts';
import { ensureProject } from '../projects/projects.ts';
import { reprocessStored } from '../maintain/reprocess.ts';
import { createTestDatabase, type TestDatabase } from '../testing.ts';
import { allTexts } from '../testing/all-texts.ts';
import { storableSpan } from '../testing/storable-spans.ts';
import { createWriteBatch } from '../write/write-batch.ts';

const projectId = '00000000-0000-4000-8000-000000000001';
const KEY = { projectId, traceId: 'aa'.repeat(16) };
const spanId = 'bb'.repeat(8);
const CALL = { spanId, index: 0 };
const SESSION = { projectId, session: 'x' };
const WORDS = { terms: ['x'], excluded: ['y'], fields: ['thought', 'result'] as const };
const AFTER = { value: '0', id: KEY.traceId };
const RANGE = { projectId, from: new Date(0), to: new Date() };
const SORTS = ['age', 'cost', 'hidden', 'steps', 'thinking', 'duration', 'errors'] as const satisfies TraceSort[];
const list = (sql: Sql, conditions: TraceCondition[], sort: TraceSort = 'age') =>
  traceList(sql, { ...RANGE, conditions, sort, limit: 51, after: AFTER });

const ONE_MODEL = [{ field: 'model' as const, value: 'x', negated: false }];
const SOME_TRACES = {
  traces: { ...RANGE, conditions: [{ field: 'session' as const, value: 'x', negated: false }] },
  calls: ONE_MODEL,
};

/** The queries by file name. */
const QUERIES: Readonly<Record<string, (sql: Sql) => Promise<unknown>>> = {
  ...evidenceQueries({ key: KEY, spanId, range: RANGE, someTraces: SOME_TRACES.traces }),
  'call-previews': (sql) => callPreviews(sql, KEY, [CALL]),
  'call-results': async (sql) => {
    // Blocks are read only for calls whose result is in no row.
    const packed = { ...CALL, traceId: 'dd'.repeat(16) };
    const calls = [{ span_id: spanId, call_index: 0, result_preview: 'x' }];
    await insertTrace(database.sql, { ...packed, projectId, calls });
    await packedResults(sql, projectId, [packed]);
    expect(said.filter((query) => query.includes('p.bodies'))).toHaveLength(1);
  },
  'call-text': async (sql) => {
    for (const field of ['thought', 'preamble', 'arguments', 'result'] as const)
      await callText(sql, KEY, { ...CALL, field, block: 0, offset: 0, length: 9 });
  },
  'compare-calls': (sql) => compareCalls(sql, KEY, 9),
  'streaming-calls': (sql) => streamingCalls(sql, projectId, [{ traceId: KEY.traceId, spanId }]),
  'has-traces': (sql) => hasTraces(sql, projectId),
  'latest-arrival': (sql) => latestArrival(sql, projectId),
  'live-calls': (sql) => liveCalls(sql, projectId, [{ ...KEY, spanId }]),
  'live-recent': async (sql) => {
    for (const condition of CONDITIONS)
      await liveRecent(sql, { projectId, conditions: [condition] }, 9).catch(() => {});
  },
  'live-related': (sql) => liveRelated(sql, projectId, [{ ...KEY, callId: 'x' }]),
  'live-spans': (sql) => liveSpans(sql, projectId, [{ ...KEY, spanId }]),
  'live-traces': (sql) => liveTraces(sql, { projectId, conditions: CONDITIONS }, [KEY.traceId]),
  'packed-containing': (sql) => {
    const traces = sql`select day, trace_id, 1 as place from traces where project_id = ${projectId} limit 9`;
    return packedContaining(sql, { projectId, traces, fits: () => true, limit: 9 });
  },
  'priced-models': (sql) => pricedModels(sql, { projectId, since: RANGE.from, limit: 9 }),
  'quarantine-bytes': (sql) => quarantineBytes(sql, { projectId, id: projectId }, { offset: 0, length: 9 }),
  'quarantine-page': (sql) =>
    quarantinePage(sql, { projectId, reason: 'x', limit: 9, after: { at: '2026-11-21', id: projectId } }),
  'received-parents': (sql) => withReceivedParents(sql, KEY, [{ id: spanId, parentId: 'dd'.repeat(8) }]),
  'recent-rejections': (sql) => recentRejections(sql, projectId),
  'rollup-names': (sql) => rollupNames(sql, { projectId, text: 'x', limit: 5 }),
  'sender-names': (sql) => senderNames(sql, { projectId, text: 'x', limit: 5 }),
  'trace-ids': (sql) => traceIdsBeginning(sql, { projectId, beginning: 'ab', limit: 5 }),
  'score-page': async (sql) => {
    const page = { projectId, limit: 9, after: { at: '2026-11-28', id: projectId } };
    for (const some of [{}, KEY, { name: 'x' }]) await scorePage(sql, { ...page, ...some });
  },
  'score-summaries': (sql) => scoreSummaries(sql, projectId, [KEY.traceId]),
  'score-with-key': (sql) => scoreWithKey(sql, { projectId, idempotencyKey: 'x' }),
  'search-refine': async (sql) => {
    for (const condition of CONDITIONS)
      await refineCalls(sql, { ...RANGE, ...WORDS, conditions: [condition] }, [{ ...KEY, ...CALL }]).catch(() => {});
  },
  'search-results': (sql) => searchResults(sql, { ...RANGE, conditions: [], term: 'x', mostTraces: 9, limit: 9 }),
  'search-snippets': (sql) => searchSnippets(sql, projectId, { keys: [{ ...KEY, ...CALL }], terms: ['x'] }),
  'search-thoughts': (sql) => searchThoughts(sql, { ...RANGE, terms: ['order', 'x'], limit: 9 }),
  latency: async (sql) => {
    await latencyOf(sql, { ...RANGE, calls: ONE_MODEL }, { by: 'model' });
    await latencyOf(sql, { ...RANGE, calls: [] }, { by: 'tool', key: null, timeZone: 'UTC' });
  },
  'latency-of-traces': async (sql) => {
    await latencyOfTraces(sql, SOME_TRACES, { by: 'agent' });
    await latencyOfTraces(sql, SOME_TRACES, { by: 'tool', key: 'x', timeZone: 'UTC' });
  },
  'session-answers': (sql) => sessionAnswers(sql, projectId, [KEY.traceId]),
  'session-exists': (sql) => hasSessions(sql, projectId),
  'session-summary': (sql) => sessionSummary(sql, SESSION),
  'session-turns': (sql) => sessionTurns(sql, SESSION, 9),
  'sessions-list': async (sql) => {
    for (const condition of CONDITIONS)
      await sessionsList(sql, { ...RANGE, conditions: [condition], limit: 51, after: AFTER }).catch(() => {});
  },
  'sessions-recovered': (sql) => sessionsRecovered(sql, projectId, [SESSION.session]),
  'sessions-turns': (sql) =>
    turnsThatFit(sql, { ...RANGE, conditions: [{ field: 'text', value: 'x', negated: false }] }),
  'sessions-totals': (sql) => sessionsTotals(sql, { ...RANGE, conditions: CONDITIONS, cap: 9 }),
  'payload-size': (sql) => payloadSize(sql, KEY),
  'export-blocks': async (sql) => {
    const connection = await sql.reserve();
    const some = { projectId, day: '2026-11-28', traceIds: [KEY.traceId] };
    await exportTexts(connection, some);
    await exportTexts(connection, { ...some, spanIds: [spanId] });
    connection.release();
  },
  'export-page': async (sql) => {
    // Rows are read only for traces that are there.
    const stored = { projectId, traceId: 'ee'.repeat(16), spanId };
    await insertTrace(database.sql, { ...stored, calls: [{ span_id: spanId, call_index: 0 }] });
    const after = { day: '2026-01-01', traceId: KEY.traceId };
    for (const since of [null, new Date(0)]) {
      const page = exportPage(sql, { projectId, after, since });
      while (!(await page.next()).done);
    }
    expect(said.filter((query) => query.includes('tool_call_texts'))).not.toEqual([]);
  },
  'span-payload': (sql) => spanPayload(sql, KEY, { spanId, offset: 0, length: 9 }),
  'span-receipt': (sql) => spanReceipt(sql, KEY, spanId),
  'spans-named': (sql) => spansNamed(sql, KEY, [spanId.slice(0, 8)]),
  'retries-after-hidden': (sql) => retriesAfterHidden(sql, { traces: { ...RANGE, conditions: [] }, calls: ONE_MODEL }),
  'spend-by-cut': (sql) => spendByCut(sql, { ...RANGE, calls: ONE_MODEL }, 'agent'),
  'spend-by-day': (sql) => spendByDay(sql, { ...RANGE, calls: [], timeZone: 'UTC' }),
  'spend-by-hour': async (sql) => {
    await spendByHour(sql, { ...RANGE, calls: ONE_MODEL });
    await spendByHour(sql, { ...RANGE, calls: ONE_MODEL, environment: 'x', release: 'y' });
    await measuresByHour(sql, { ...RANGE, calls: ONE_MODEL });
    await measuresByHour(sql, { ...RANGE, calls: [], user: 'x' });
  },
  'spend-by-score': async (sql) => {
    const query = { range: { ...RANGE, calls: [] }, traces: { ...RANGE, conditions: [] }, calls: [] };
    await spendByScore(sql, query, { name: 'x', least: 0.5 });
    await spendByScore(sql, { ...query, range: { ...RANGE, calls: ONE_MODEL } }, { name: 'x', least: 0.5 });
    await spendByScore(sql, { ...query, ...SOME_TRACES }, { name: 'x', least: 0.5 });
  },
  'spend-of-traces': (sql) => spendOfTraces(sql, SOME_TRACES, { by: 'session' }),
  'thinking-by-tool': (sql) => thinkingByTool(sql, RANGE),
  'thinking-by-tool-of-traces': (sql) => thinkingByToolOfTraces(sql, SOME_TRACES),
  'tool-by-hour': (sql) => toolByHour(sql, RANGE, 'x'),
  'top-thoughts': async (sql) => {
    await topThoughts(sql, { ...SOME_TRACES, limit: 20 });
    await topThoughts(sql, { traces: { ...RANGE, conditions: [] }, calls: [], limit: 20 });
  },
  'top-thoughts-of-models': (sql) => topThoughtsOfModels(sql, RANGE),
  'thinking-coverage': (sql) => thinkingCoverage(sql, projectId, RANGE),
  'trace-rest': (sql) => traceRest(sql, KEY, { spanId, parts: 3, mostFailed: 9 }),
  'trace-around': (sql) => traceAround(sql, KEY, { spanId, count: 9 }),
  'trace-candidates': async (sql) => {
    for (const condition of CONDITIONS) await narrowed(sql, { ...RANGE, conditions: [condition] });
  },
  'trace-calls': (sql) => traceCalls(sql, KEY, 9),
  // These rows make it run its follow-up queries: executions without a call id, calls of unknown spans, more spans than
  // requested.
  'trace-columns': async (sql) => {
    const trace = { ...KEY, traceId: 'cc'.repeat(16) };
    const calls = [spanId, 'dd'.repeat(8)].map((span_id) => ({ span_id, call_index: 0, described_by: 'execution' }));
    await insertTrace(database.sql, { ...trace, trace: { span_count: 2 }, spans: [{ span_id: spanId }], calls });
    await traceColumns(sql, trace, 9);
    await traceColumns(sql, trace, 1);
  },
  'trace-facets': async (sql) => {
    for (const facet of FACETS)
      for (const containing of ['', 'x'])
        await traceFacets(sql, { ...RANGE, conditions: [] }, { ...facet, containing }).catch(() => {});
  },
  'trace-find': (sql) => traceFind(sql, KEY, { words: 'order', limit: 9 }),
  'trace-endings': (sql) => traceEndings(sql, projectId, [KEY.traceId]),
  'earlier-turns': (sql) => earlierTurns(sql, KEY, 9),
  'trace-generations': async (sql) => {
    await traceGenerations(sql, KEY, { spanId, limit: 9 });
    await firstGenerations(sql, KEY, 9);
    await isGeneration(sql, KEY, spanId);
  },
  'trace-highlights': (sql) => traceHighlights(sql, projectId, [KEY.traceId]),
  'trace-links': (sql) => traceLinks(sql, KEY),
  'trace-list': async (sql) => {
    for (const sort of SORTS) await list(sql, [], sort).catch(() => {});
    for (const condition of CONDITIONS) await list(sql, [condition]).catch(() => {});
  },
  'trace-opening': (sql) => traceOpening(sql, KEY, 9),
  'trace-payloads': (sql) => tracePayloads(sql, KEY, [spanId]),
  'trace-scores': (sql) => traceScores(sql, KEY),
  'trace-results': (sql) => traceResults(sql, KEY, { callIds: ['x'], spanId }),
  'trace-span-calls': (sql) => callsOfSpans(sql, KEY, [spanId]),
  'trace-spans': (sql) => traceSpans(sql, KEY, 9),
  'trace-summary': (sql) => traceSummary(sql, KEY),
  'span-ids': (sql) => streamSpanIds(sql, KEY).next(),
  'trace-blocks': async (sql) => {
    const blocks = await TraceBlocks.open(sql, KEY);
    await Promise.all([blocks.body(spanId), blocks.result(CALL)]);
  },
  'trace-size': (sql) => traceSize(sql, KEY),
  'trace-texts': (sql) => allTexts(sql, KEY, [CALL]),
  'trace-version': (sql) => traceVersion(sql, KEY),
  'trace-walk': async (sql) => {
    for (const sort of SORTS) {
      for (const ascending of [false, true]) {
        const walk = { ...RANGE, conditions: [], sort, ascending, limit: 51, most: 99 };
        await walkTraces(sql, { ...walk, after: null });
        await walkTraces(sql, { ...walk, after: AFTER }).catch(() => {});
      }
    }
  },
  'trace-words': (sql) => tracesWithWords(sql, { ...RANGE, longestMs: 100 }, 'order'),
  'trace-totals': (sql) => traceTotals(sql, { ...RANGE, conditions: CONDITIONS, cap: 9 }),
};
/** Parts of other queries, or queries that only decide which others to run. Their statements are checked with those. */

let database: TestDatabase;
let heard: Sql;
/**
 * Citus plans on its workers. There the queries are only run, which shows those that it cannot run or would run on
 * several machines.
 */
let onCitus = false;
let said: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  onCitus = await isCitus(database.sql);
  const [day] = await database.sql<{ yesterday: string }[]>`select current_date - 1 as yesterday`;
  await ensurePartitions(database.sql, day!.yesterday);
  await indexClosedDays(database.sql);
  heard = postgres(database.url, {
    types: { bigint: postgres.BigInt, date: { to: 1082, from: [1082], serialize: String, parse: String } },
    ...(onCitus && { connection: { 'citus.multi_task_query_log_level': 'error' } }),
    debug: (_connection: number, query: string) => said.push(query),
  }) as unknown as Sql;
});
afterAll(async () => {
  await heard.end();
  await database.drop();
});

test('every query has a plan test', async () => {
  const files = await readdir(import.meta.dirname, { recursive: true });
  const queries = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const names = queries.map((file) => basename(file, '.ts'));
  expect(names.filter((name) => !NO_QUERIES.includes(name)).sort()).toEqual(Object.keys(QUERIES).sort());
});

test.for(Object.keys(QUERIES))('%s uses an index that includes the project', async (name) => {
  said = [];
  await QUERIES[name]!(heard);
  const statements = [...new Set(said)].filter(
    (query) => /^\s*(select|with)/i.test(query) && !query.includes('pg_catalog.pg_type'),
  );
  expect(statements).not.toEqual([]);
  if (onCitus) return;
  const problems = await Promise.all(statements.map((query) => problemsOf(database.sql, query)));
  expect(problems.flat()).toEqual([]);
});

test('reprocessing finds spans with an index that includes the project', async (context) => {
  if (onCitus) return context.skip('a Citus plans on its workers');
  const project = await ensureProject(database.sql, { slug: 'plans', name: 'Plans' });
  await createWriteBatch(database.sql)([{ ...storableSpan({}), projectId: project.id }]);
  said = [];
  const read = () => storableSpan({ span: { agentName: 'planner' } });
  const page = { projectId: project.id, isDry: true, read, after: null };
  const { next, changed } = await reprocessStored(heard, page);
  await reprocessStored(heard, { ...page, after: next });
  expect(changed).toBe(1);
  const statements = [...new Set(said)].filter(
    (query) => /^\s*select/i.test(query) && !query.includes('pg_catalog.pg_type'),
  );
  expect(statements.length).toBeGreaterThan(7);
  expect((await Promise.all(statements.map((query) => problemsOf(database.sql, query)))).flat()).toEqual([]);
});

test('a query without its project is detected', async (context) => {
  if (onCitus) return context.skip('a Citus plans on its workers');
  expect(await problemsOf(database.sql, 'select from traces where name = $1')).toHaveLength(1);
  expect(
    await problemsOf(database.sql, 'select from traces order by project_id, started_at desc, trace_id desc'),
  ).toHaveLength(1);
});
