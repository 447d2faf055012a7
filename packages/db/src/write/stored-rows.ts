/**
 * Reads everything that is stored of some traces, in the form of the write path. reprocess.ts compares it with what
 * today's readers make of the same spans. Texts of calls are read as digests, because they are only compared.
 */
import { createHash } from 'node:crypto';
import { columnOf, rowsFromJson, toJson, type Columns, type ColumnType } from '../postgres/json-rows.ts';
import type { Sql, TransactionSql } from '../postgres/connect.ts';
import { CUT_MARK, CUT_MARK_CHARACTERS } from '@subtext/privacy';
import { asIso, SPAN_KEYS } from '../rows/span-keys.ts';
import type { CallRecord, PriceRecord, SpanRecord, UsageSource } from '@subtext/trace';
import type { SpanKey } from './stored-spans.ts';
import { CALL_COLUMNS, CALL_INDEX, DECIDED_COLUMNS, SPAN_COLUMNS } from './write-statements.ts';
import { TRACE_KEYS } from '../rows/trace-facts.ts';

/** The key columns of a trace, with its day. */
export type TracePartitionKey = Omit<SpanKey, 'spanId'>;

export interface StoredDecisions {
  responseId: string | null;
  duplicateOf: string | null;
  toldBy: string | null;
  askedAt: string | null;
  /** JSON text of LogRecordThinking. */
  lends: string | null;
  usageSource: UsageSource | null;
}

export interface StoredRow {
  key: SpanKey;
  span: SpanRecord;
  decided: StoredDecisions;
  price: PriceRecord | null;
  priceId: string | null;
  calls: (CallRecord & { texts: null })[];
  /** One entry per call, in order; null = the call has no row of texts. */
  digests: (TextDigests | null)[];
  /**
   * Digests of packed results (packed-results.ts) by the index of their call. reprocess.ts computes them from the
   * payloads.
   */
  packed?: ReadonlyMap<number, string>;
  /** Digests of its calls' texts that end with a truncation mark. */
  cut: readonly string[];
}

/** Computes the same digest as the database: MD5 of UTF-8, in hex. */
export function digestOf(text: string): string;
export function digestOf(text: string | null): string | null;
export function digestOf(text: string | null): string | null {
  return text === null ? null : createHash('md5').update(text).digest('hex');
}

/** MD5 in hex. */
export interface TextDigests {
  thoughts: string[] | null;
  preamble: string | null;
  arguments: string | null;
  result: string | null;
}

const TRACES = rowsFromJson({ ...TRACE_KEYS, day: 'date' });
/** JOIN for statements that take traces as their parameter. */
export const OF_TRACES = `JOIN ${TRACES} AS given USING (project_id, day, trace_id)`;

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

const READ_SPANS = `
  SELECT ${selected('spans', { ...SPAN_KEYS, ...DECIDED_COLUMNS, ...SPAN_COLUMNS })} FROM spans ${OF_TRACES} WHERE spans.project_id = $2`;

const READ_CALLS = `
  SELECT ${selected('calls', { traceId: 'hex', spanId: 'hex', ...CALL_INDEX, ...CALL_COLUMNS })}
  FROM tool_calls AS calls ${OF_TRACES} WHERE calls.project_id = $2 ORDER BY calls.call_index`;

const READ_TEXTS = `
  SELECT ${selected('texts', { traceId: 'hex', spanId: 'hex', ...CALL_INDEX })},
    CASE WHEN thoughts IS NOT NULL THEN ARRAY(SELECT md5(one) FROM unnest(thoughts) WITH ORDINALITY AS every (one, place) ORDER BY place) END AS thoughts,
    md5(preamble) AS preamble, md5(arguments) AS arguments, md5(result) AS result,
    ARRAY(SELECT md5(one) FROM unnest(thoughts || ARRAY[preamble, arguments, result]) AS one
      WHERE substring(right(one, ${CUT_MARK_CHARACTERS}) FROM '${CUT_MARK}') IS NOT NULL) AS cut
  FROM tool_call_texts AS texts ${OF_TRACES} WHERE texts.project_id = $2`;

const READ_PRICES = `
  SELECT id::text AS id, provider, model, matched_model AS "matchedModel", source, as_of::text AS "asOf", input_rate::float8 AS "inputRate",
    cache_read_rate::float8 AS "cacheReadRate", cache_write_rate::float8 AS "cacheWriteRate",
    cache_write_hour_rate::float8 AS "cacheWriteHourRate", output_rate::float8 AS "outputRate",
    reasoning_rate::float8 AS "reasoningRate"
  FROM prices WHERE id = ANY ($1::text[]::bigint[])`;

type SpanRow = SpanKey & StoredDecisions & SpanRecord & { priceId: number | null };
type Indexed = { traceId: string; spanId: string; callIndex: number };

/** Returns all rows of these traces, which must be of one project. */
export async function storedRows(sql: TransactionSql, traces: readonly TracePartitionKey[]): Promise<StoredRow[]> {
  const run = <Row extends object>(statement: string) =>
    sql.unsafe<Row[]>(statement, [toJson(traces), traces[0]!.projectId], { prepare: true });
  const spans = await run<SpanRow>(READ_SPANS);
  const calls = Map.groupBy(await run<CallRecord & Indexed>(READ_CALLS), spanKey);
  const texts = new Map(
    (await run<TextDigests & { cut: string[] } & Indexed>(READ_TEXTS)).map((row) => [
      `${spanKey(row)}/${row.callIndex}`,
      row,
    ]),
  );
  const prices = await pricesOf(
    sql,
    spans.map(({ priceId }) => priceId),
  );
  return spans.map((row) => {
    const { projectId, day, traceId, spanId, priceId, ...others } = row;
    const own = calls.get(spanKey(row)) ?? [];
    const { responseId, duplicateOf, toldBy, askedAt, lends, usageSource, ...span } = others;
    const digests = own.map(({ callIndex }) => texts.get(`${spanKey(row)}/${callIndex}`) ?? null);
    const id = priceId === null ? null : String(priceId);
    return {
      key: { projectId, day, traceId, spanId },
      span: { ...span, spanId, responseId },
      decided: { responseId, duplicateOf, toldBy, askedAt, lends, usageSource },
      price: id === null ? null : (prices.get(id) ?? null),
      priceId: id,
      calls: own.map((call) => ({ ...call, texts: null })),
      digests,
      cut: digests.flatMap((ofCall) => ofCall?.cut ?? []),
    };
  });
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
