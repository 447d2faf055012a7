/** Reads stored spans as they were settled, with their calls but without the texts of these. */
import { BLANK_FACTS, type CallRecord, type LogRecordThinking, type PriceRecord } from '@subtext/trace';
import type { SettledCall, SettledSpan, SpanRecord, UsageSource } from '@subtext/trace';
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { columnOf, rowsFromJson, toJson, type Columns, type ColumnType } from '../postgres/json-rows.ts';
import { asIso, lookedUp, SPAN_KEYS, type SpanKey, type TracePartitionKey } from '../rows/span-keys.ts';
import { TRACE_KEYS } from '../rows/trace-facts.ts';
import { CALL_COLUMNS, CALL_INDEX, SETTLED_COLUMNS, SPAN_COLUMNS } from './write-statements.ts';

export interface StoredRow extends SettledSpan {
  key: SpanKey;
  priceId: string | null;
}

export const GIVEN_TRACES = `${rowsFromJson({ ...TRACE_KEYS, day: 'date' })} AS given`;
export const GIVEN_SPANS = `${rowsFromJson(SPAN_KEYS)} AS given`;
/** JOIN for statements that take the keys of traces as their parameter. */
export const OF_TRACES = `JOIN ${GIVEN_TRACES} USING (project_id, day, trace_id)`;
export const OF_TRACE = ['day', 'trace_id'];
export const OF_SPAN = [...OF_TRACE, 'span_id'];

const READ: Partial<Record<ColumnType, (column: string) => string>> = {
  hex: (column) => `encode(${column}, 'hex')`,
  timestamptz: asIso,
  bigint: (column) => `${column}::float8`,
  date: (column) => `${column}::text`,
  jsonb: (column) => `${column}::text`,
};

/** Selects columns under their property names, each in the form that a record has. */
export function selected(table: string, columns: Columns): string {
  return Object.entries(columns)
    .map(([property, type]) => {
      const column = `${table}.${columnOf(property)}`;
      return `${READ[type]?.(column) ?? column} AS "${property}"`;
    })
    .join(', ');
}

const SPANS = `SELECT ${selected('spans', { ...SPAN_KEYS, ...SETTLED_COLUMNS, ...SPAN_COLUMNS })}`;
const CALLS = `SELECT ${selected('calls', { traceId: 'hex', spanId: 'hex', ...CALL_INDEX, ...CALL_COLUMNS })}`;

function readingBy(given: string, columns: readonly string[]) {
  return {
    spans: `${SPANS} FROM ${given} ${lookedUp('spans', columns)}`,
    calls: `${CALLS} FROM ${given} ${lookedUp('tool_calls', columns, 'calls')} ORDER BY calls.call_index`,
  };
}
const BY_TRACE = readingBy(GIVEN_TRACES, OF_TRACE);
const BY_SPAN = readingBy(GIVEN_SPANS, OF_SPAN);

const READ_PRICES = `
  SELECT id::text AS id, provider, model, matched_model AS "matchedModel", source, as_of::text AS "asOf", input_rate::float8 AS "inputRate",
    cache_read_rate::float8 AS "cacheReadRate", cache_write_rate::float8 AS "cacheWriteRate",
    cache_write_hour_rate::float8 AS "cacheWriteHourRate", output_rate::float8 AS "outputRate",
    reasoning_rate::float8 AS "reasoningRate", prompt_over AS "promptOver"
  FROM prices WHERE id = ANY ($1::text[]::bigint[])`;

interface Decided {
  duplicateOf: string | null;
  describedIn: string | null;
  inputAt: string | null;
  /** JSON text: LogRecordThinking, or `cost` in nano-dollars. */
  logRecord: string | null;
  /** JSON text: CallRecord[]. */
  ownCalls: string | null;
  usageSource: UsageSource | null;
}
type SpanRow = SpanKey & Decided & SpanRecord & { priceId: number | null };
type CallRow = SettledCall & { traceId: string; spanId: string };

/** The rows of these spans, which must be of one project. Keys without a row are left out. */
export async function storedSpans(sql: TransactionSql, keys: readonly SpanKey[]): Promise<StoredRow[]> {
  return keys.length === 0 ? [] : read(sql, keys, BY_SPAN);
}

/** All rows of these traces, which must be of one project. */
export async function storedTraces(sql: TransactionSql, traces: readonly TracePartitionKey[]): Promise<StoredRow[]> {
  return traces.length === 0 ? [] : read(sql, traces, BY_TRACE);
}

async function read(
  sql: TransactionSql,
  keys: readonly TracePartitionKey[],
  statements: typeof BY_SPAN,
): Promise<StoredRow[]> {
  const { projectId } = keys[0]!;
  const run = <Row extends object>(statement: string) =>
    sql.unsafe<Row[]>(statement, [toJson(keys), projectId], { prepare: true });
  const [spans, callRows] = await Promise.all([run<SpanRow>(statements.spans), run<CallRow>(statements.calls)]);
  const calls = Map.groupBy(callRows, spanKey);
  const prices = await pricesOf(
    sql,
    spans.map(({ priceId }) => priceId),
  );
  return spans.map((row) => storedRow(row, { calls: calls.get(spanKey(row)) ?? [], prices }));
}

interface Found {
  calls: readonly CallRow[];
  prices: ReadonlyMap<string, PriceRecord>;
}

function storedRow(row: SpanRow, { calls, prices }: Found): StoredRow {
  const { projectId, day, traceId, spanId, priceId, ...others } = row;
  const { duplicateOf, describedIn, inputAt, logRecord, ownCalls, usageSource, ...span } = others;
  const id = priceId === null ? null : String(priceId);
  return {
    key: { projectId, day, traceId, spanId },
    ...{ projectId, traceId, span: { ...span, spanId }, body: '' },
    trace: { ...BLANK_FACTS, endedAt: span.startedAt },
    calls: calls.map(({ traceId: _traceId, spanId: _spanId, ...call }) => ({ ...call, texts: null })),
    price: id === null ? null : (prices.get(id) ?? null),
    priceId: id,
    ...{ duplicateOf, describedIn, inputAt, usageSource },
    ownCalls: ownCalls === null ? null : (JSON.parse(ownCalls) as CallRecord[]),
    ...(logRecord !== null && logRecordOf(logRecord)),
  };
}

function logRecordOf(json: string): Pick<StoredRow, 'logRecordCost' | 'logRecordThinking'> {
  const record = JSON.parse(json) as { cost: number } | LogRecordThinking;
  return 'cost' in record ? { logRecordCost: record.cost } : { logRecordThinking: record };
}

export const spanKey = ({ traceId, spanId }: { traceId: string; spanId: string }): string => `${traceId}/${spanId}`;

/** By price id. */
export async function pricesOf(
  sql: Sql | TransactionSql,
  priceIds: readonly (number | string | null)[],
): Promise<Map<string, PriceRecord>> {
  const ids = new Set(priceIds.flatMap((id) => (id === null ? [] : [String(id)])));
  if (ids.size === 0) return new Map();
  const rows = await sql.unsafe<(PriceRecord & { id: string })[]>(READ_PRICES, [[...ids]], { prepare: true });
  return new Map(rows.map(({ id, ...price }) => [id, price]));
}
