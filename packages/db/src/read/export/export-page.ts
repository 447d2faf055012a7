/**
 * One page of an export: whole traces of a project with all of their rows, as lines of JSON. A page is read in one
 * snapshot, in which its rows are also counted a second way, so that its reader can prove that none is missing.
 *
 *   traces in the order of (day, id) → batches of a few hundred spans → lines → the counts, and where the next page begins
 */
import type { Sql } from '../../postgres/connect.ts';
import { exportTexts } from './export-blocks.ts';
import { exportList, type ExportTable } from './export-tables.ts';

/** A position between traces. */
export interface ExportCursor {
  /** YYYY-MM-DD */
  day: string;
  /** 32 hex digits. */
  traceId: string;
}

export interface ExportQuery {
  projectId: string;
  after: ExportCursor | null;
  /** Only traces that changed at this time or later; null: all. */
  since: Date | null;
}

export interface ExportLine {
  table: ExportTable;
  day: string;
  /** The row as a JSON object. */
  json: string;
}

export type ExportCounts = Record<ExportTable, number>;

/** The end of a page. */
export interface ExportPage {
  /** Rows in the store for what this page covers. */
  stored: ExportCounts;
  /** null: this was the last page. */
  next: ExportCursor | null;
}

/** A snapshot keeps old row versions alive, so a page ends after so many spans; a single trace may have more. */
const SPANS_PER_PAGE = 10_000;
const TRACES_PER_PAGE = 5_000;
/** Their texts are in memory together. */
const SPANS_PER_BATCH = 250;

interface Trace extends ExportCursor {
  spans: number;
}

/** Yields the lines of the page, some at a time, and returns its end. Ends its statements when the caller stops. */
export async function* exportPage(sql: Sql, query: ExportQuery): AsyncGenerator<ExportLine[], ExportPage, undefined> {
  const connection = await sql.reserve();
  try {
    await connection`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`;
    const { traces, isLast } = await tracesOfPage(connection, query);
    for (const batch of batchesOf(traces)) yield* linesOf(connection, query.projectId, batch);
    const last = traces.at(-1);
    const next = isLast || !last ? null : { day: last.day, traceId: last.traceId };
    return { stored: await countStored(connection, query, next), next };
  } finally {
    await connection`ROLLBACK`.catch(() => {});
    connection.release();
  }
}

async function tracesOfPage(sql: Sql, query: ExportQuery): Promise<{ traces: Trace[]; isLast: boolean }> {
  const found = await sql<Trace[]>`
    SELECT t.day::text AS day, encode(t.trace_id, 'hex') AS "traceId", t.span_count AS spans FROM traces AS t
    WHERE ${chosen(sql, query, null)}
    ORDER BY t.day, t.trace_id LIMIT ${TRACES_PER_PAGE}`;
  let spans = 0;
  const enough = found.findIndex((trace) => (spans += trace.spans) >= SPANS_PER_PAGE);
  const traces = enough === -1 ? [...found] : found.slice(0, enough + 1);
  return { traces, isLast: traces.length === found.length && found.length < TRACES_PER_PAGE };
}

/** Traces `t` after the cursor, and up to `end`. */
function chosen(sql: Sql, { projectId, after, since }: ExportQuery, end: ExportCursor | null) {
  const from = after && sql`AND t.day >= ${after.day}::date AND (t.day, t.trace_id) > ${position(sql, after)}`;
  const to = end && sql`AND t.day <= ${end.day}::date AND (t.day, t.trace_id) <= ${position(sql, end)}`;
  const changed = since && sql`AND t.updated_at >= ${since}`;
  return sql`t.project_id = ${projectId} ${from ?? sql``} ${to ?? sql``} ${changed ?? sql``}`;
}

const position = (sql: Sql, { day, traceId }: ExportCursor) => sql`(${day}::date, decode(${traceId}, 'hex'))`;

/** Each is of one day. A trace of more spans than a batch may have is a batch of its own. */
function batchesOf(traces: readonly Trace[]): Trace[][] {
  const batches: Trace[][] = [];
  let spans = 0;
  for (const trace of traces) {
    const current = batches.at(-1);
    spans += trace.spans;
    if (current && current[0]!.day === trace.day && spans <= SPANS_PER_BATCH) current.push(trace);
    else {
      batches.push([trace]);
      spans = trace.spans;
    }
  }
  return batches;
}

interface Batch {
  projectId: string;
  day: string;
  traceIds: string[];
}

async function* linesOf(sql: Sql, projectId: string, traces: readonly Trace[]): AsyncGenerator<ExportLine[]> {
  const batch = { projectId, day: traces[0]!.day, traceIds: traces.map(({ traceId }) => traceId) };
  yield* wholeRows(sql, batch, 'traces');
  const spans = traces.reduce((sum, trace) => sum + trace.spans, 0);
  if (spans <= SPANS_PER_BATCH) yield* spansWithCalls(sql, batch);
  else for await (const spanIds of pagesOfSpans(sql, batch)) yield* spansWithCalls(sql, { ...batch, spanIds });
  yield* wholeRows(sql, batch, 'scores');
}

/** In the order of their times, because neighbors are packed together. */
async function* pagesOfSpans(sql: Sql, batch: Batch): AsyncGenerator<string[]> {
  const spans = await sql<{ spanId: string }[]>`
    SELECT encode(s.span_id, 'hex') AS "spanId" FROM spans AS s WHERE ${ofBatch(sql, batch, 's')}
    ORDER BY s.started_at, s.span_id`;
  for (let from = 0; from < spans.length; from += SPANS_PER_BATCH)
    yield spans.slice(from, from + SPANS_PER_BATCH).map(({ spanId }) => spanId);
}

function ofBatch(sql: Sql, { projectId, day, traceIds }: Batch, table: 's' | 'c') {
  const name = sql.unsafe(table);
  return sql`${name}.project_id = ${projectId} AND ${name}.day = ${day}::date
    AND ${name}.trace_id = ANY (${ids(sql, traceIds)})`;
}

const ids = (sql: Sql, hexes: readonly string[]) =>
  sql`ARRAY(SELECT decode(id, 'hex') FROM unnest(${[...hexes]}::text[]) AS id)`;

/** The rows of tables that are wholly in columns. */
async function* wholeRows(
  sql: Sql,
  { projectId, day, traceIds }: Batch,
  table: 'traces' | 'scores',
): AsyncGenerator<ExportLine[]> {
  const list = sql.unsafe(exportList(table));
  const rows =
    table === 'traces'
      ? sql<{ json: string }[]>`
          SELECT to_json(e)::text AS json FROM (
            SELECT ${list} FROM traces AS t WHERE t.project_id = ${projectId} AND t.trace_id = ANY (${ids(sql, traceIds)})
          ) AS e`
      : sql<{ json: string }[]>`
          SELECT to_json(e)::text AS json FROM (
            SELECT ${list} FROM scores AS o
            WHERE o.project_id = ${projectId} AND o.trace_id = ANY (${ids(sql, traceIds)}) AND o.removed_at IS NULL
          ) AS e`;
  const found = await rows;
  if (found.length > 0) yield found.map(({ json }) => ({ table, day, json }));
}

interface SpanRow {
  traceId: string;
  spanId: string;
  json: string;
}
interface CallRow extends SpanRow {
  index: number;
  isInRow: boolean;
}

async function* spansWithCalls(sql: Sql, batch: Batch & { spanIds?: readonly string[] }): AsyncGenerator<ExportLine[]> {
  const { day, spanIds } = batch;
  const texts = await exportTexts(sql, batch);
  const only = (table: 's' | 'c') =>
    spanIds ? sql`AND ${sql.unsafe(table)}.span_id = ANY (${ids(sql, spanIds)})` : sql``;
  const spans = await sql<SpanRow[]>`
    SELECT e.trace_id AS "traceId", e.span_id AS "spanId", to_json(e)::text AS json FROM (
      SELECT ${sql.unsafe(exportList('spans'))} FROM spans AS s WHERE ${ofBatch(sql, batch, 's')} ${only('s')}
      ORDER BY s.trace_id, s.started_at, s.span_id
    ) AS e`;
  yield spans.map(({ json, ...key }) => ({ table: 'spans', day, json: withText(json, 'sent', texts.sent(key)) }));
  const calls = await sql<CallRow[]>`
    SELECT e.trace_id AS "traceId", e.span_id AS "spanId", e.call_index AS index, e.result IS NOT NULL AS "isInRow",
      to_json(e)::text AS json FROM (
      SELECT ${sql.unsafe(exportList('calls'))}, x.result FROM tool_calls AS c
      LEFT JOIN tool_call_texts AS x ON x.project_id = ${batch.projectId} AND x.day = c.day AND x.trace_id = c.trace_id
        AND x.span_id = c.span_id AND x.call_index = c.call_index
      WHERE ${ofBatch(sql, batch, 'c')} ${only('c')}
      ORDER BY c.trace_id, c.started_at, c.span_id, c.call_index
    ) AS e`;
  if (calls.length > 0)
    yield calls.map(({ json, isInRow, ...key }) => {
      const packed = isInRow ? null : texts.result(key);
      return {
        table: 'calls',
        day,
        json: packed === null ? json : withText(json.slice(0, -NO_RESULT.length) + '}', 'result', packed),
      };
    });
}

/** How the object of a call without a result in its row ends. */
const NO_RESULT = ',"result":null}';

const withText = (json: string, name: string, text: string | null): string =>
  `${json.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(text)}}`;

/** A second way: by the range of the page instead of by the traces that were found. */
async function countStored(sql: Sql, query: ExportQuery, end: ExportCursor | null): Promise<ExportCounts> {
  const counted = await Promise.all(
    (['spans', 'tool_calls'] as const).map(async (table) => {
      const [row] =
        query.since === null
          ? await sql<[{ rows: number }]>`
              SELECT count(*)::float8 AS rows FROM ${sql(table)} AS t WHERE ${chosen(sql, query, end)}`
          : await sql<[{ rows: number }]>`
              SELECT count(*)::float8 AS rows FROM traces AS t JOIN ${sql(table)} AS r
                ON r.project_id = t.project_id AND r.day = t.day AND r.trace_id = t.trace_id
              WHERE ${chosen(sql, query, end)}`;
      return row.rows;
    }),
  );
  const [row] = await sql<[{ traces: number; scores: number }]>`
    SELECT count(*)::float8 AS traces, coalesce(sum((
      SELECT count(*) FROM scores AS o
      WHERE o.project_id = ${query.projectId} AND o.trace_id = t.trace_id AND o.removed_at IS NULL
    )), 0)::float8 AS scores
    FROM traces AS t WHERE ${chosen(sql, query, end)}`;
  return { ...row, spans: counted[0]!, calls: counted[1]! };
}
