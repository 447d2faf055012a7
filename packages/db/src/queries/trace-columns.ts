/**
 * The rows of trace-spans.ts and trace-calls.ts column by column: the database writes each column as one text, so that a million values are neither
 * sent nor made one by one. Three times as fast as rows, for the skeleton of a long trace.
 */
import type { Fragment } from 'postgres';
import type { Sql } from '../connect.ts';
import { jsonKey } from '../json-key.ts';
import type { TraceKey } from '../row-keys.ts';
import { traceCallRows, type ComparableCallRow, type TraceCallRow } from './trace-calls.ts';
import { traceSpanRows, type TraceSpanRow } from './trace-spans.ts';

export interface TraceColumns<Row> {
  length: number;
  columns: Record<keyof Row, readonly unknown[]>;
}

/** What a column is written as: numbers and booleans as in JSON, words with signs between them that no word keeps. */
type Kind = 'plain' | 'word';

const SPANS: Record<keyof TraceSpanRow, Kind> = {
  ...{ id: 'word', parentId: 'word', kind: 'word', name: 'word', status: 'word', statusMessage: 'word', agent: 'word' },
  ...{ model: 'word', state: 'word', reasoningSource: 'word', start: 'plain', duration: 'plain', incomplete: 'plain' },
  ...{ paused: 'plain', inputTokens: 'plain', outputTokens: 'plain', reasoningTokens: 'plain', cost: 'plain' },
  ...{ reasoningCost: 'plain', hiddenCost: 'plain' },
};

const CALLS: Record<keyof ComparableCallRow, Kind> = {
  ...{
    spanId: 'word',
    ownerId: 'word',
    describedBy: 'word',
    type: 'word',
    callId: 'word',
    tool: 'word',
    status: 'word',
  },
  ...{ state: 'word', reasoningRef: 'word', tokensSource: 'word', comparedArguments: 'word', index: 'plain' },
  ...{ start: 'plain', duration: 'plain', incomplete: 'plain', reasoningTokens: 'plain', reasoningCost: 'plain' },
  ...{ thoughtCount: 'plain', thoughtCharacters: 'plain', hasPreamble: 'plain', otherCharacters: 'plain' },
};

export const traceSpanColumns = (sql: Sql, trace: TraceKey, limit: number): Promise<TraceColumns<TraceSpanRow>> =>
  columnsOf(sql, traceSpanRows(sql, trace, limit), SPANS);

export async function traceCallColumns(sql: Sql, trace: TraceKey, limit: number): Promise<TraceColumns<TraceCallRow>> {
  const { length, columns } = await columnsOf(sql, traceCallRows(sql, trace, limit), CALLS);
  const { comparedArguments, ...rest } = columns;
  const argumentsKey = comparedArguments.map((text) => (typeof text === 'string' ? jsonKey(text) : null));
  return { length, columns: { ...rest, argumentsKey } };
}

/** Unit and record separator (31, 30); in a word they are written as their pictures. */
const BETWEEN = '\u001f';
const NOTHING = '\u001e';

async function columnsOf<Key extends string>(
  sql: Sql,
  rows: Fragment,
  kinds: Record<Key, Kind>,
): Promise<{ length: number; columns: Record<Key, readonly unknown[]> }> {
  const keys = Object.keys(kinds) as Key[];
  const texts = keys.map((key) => {
    const column = `"${key}"`;
    return kinds[key] === 'plain'
      ? `string_agg(coalesce(${column}::text, 'null'), ',') as ${column}`
      : `string_agg(coalesce(translate(${column}, chr(31) || chr(30), '␟␞'), chr(30)), chr(31)) as ${column}`;
  });
  // In the order of the rows below, since there is nothing to group by.
  const [row] = await sql<(Record<Key, string | null> & { length: number })[]>`
    select count(*)::int as length, ${sql.unsafe(texts.join(', '))} from (${rows}) as ordered`;
  const { length } = row!;
  const columns = {} as Record<Key, readonly unknown[]>;
  for (const key of keys) columns[key] = length === 0 ? [] : valuesOf(row![key] ?? '', kinds[key]);
  return { length, columns };
}

const valuesOf = (text: string, kind: Kind): unknown[] =>
  kind === 'plain'
    ? (JSON.parse(`[${text}]`) as unknown[])
    : text.split(BETWEEN).map((word) => (word === NOTHING ? null : word));
