/** Reads one text of one call piece by piece, with its whole length. */
import type { Fragment } from 'postgres';
import type { Sql } from '../../postgres/connect.ts';
import type { CallKey, TraceKey } from '../../rows/row-keys.ts';
import { packedResults } from './call-results.ts';

export type CallTextField = 'thought' | 'preamble' | 'arguments' | 'result';

export interface CallTextPiece extends CallKey {
  field: CallTextField;
  /** Index of the thought, from 0. */
  block: number;
  /** In characters. */
  offset: number;
  length: number;
}

export interface CallText {
  text: string;
  totalCharacters: number;
  /** Number of thoughts of the call; 1 for other fields. */
  blocks: number;
  /**
   * How its thoughts were sent, and in which field of the wire format; null for other fields, and when not reported.
   */
  format: string | null;
  wireField: string | null;
}

/** Resolves to undefined when there is no such text. */
export async function callText(sql: Sql, trace: TraceKey, piece: CallTextPiece): Promise<CallText | undefined> {
  const isThought = piece.field === 'thought';
  // Joined only for thoughts, and by equal columns alone, because Citus cannot join on other conditions.
  const call = sql`join tool_calls c on c.project_id = x.project_id and c.day = x.day
      and c.trace_id = x.trace_id and c.span_id = x.span_id and c.call_index = x.call_index`;
  const [row] = await sql<CallText[]>`
    select substr(field, ${piece.offset + 1}::int, ${piece.length}::int) as text, length(field) as "totalCharacters", blocks,
      ${isThought ? sql`c.reasoning_format` : sql`null`} as format, ${isThought ? sql`c.reasoning_field` : sql`null`} as "wireField"
    from traces t
    join tool_call_texts x on x.project_id = t.project_id and x.day = t.day and x.trace_id = t.trace_id
    ${isThought ? call : sql``}
    cross join lateral (select ${FIELDS[piece.field](sql, piece.block)}) as chosen (field, blocks)
    where t.project_id = ${trace.projectId} and t.trace_id = decode(${trace.traceId}, 'hex')
      and x.span_id = decode(${piece.spanId}, 'hex') and x.call_index = ${piece.index} and field is not null`;
  return row ?? (piece.field === 'result' ? packedText(sql, trace, piece) : undefined);
}

async function packedText(sql: Sql, trace: TraceKey, piece: CallTextPiece): Promise<CallText | undefined> {
  const [result] = await packedResults(sql, trace.projectId, [{ ...piece, traceId: trace.traceId }]);
  if (typeof result !== 'string') return undefined;
  // Counted as PostgreSQL does: a code point above U+FFFF is one character.
  const characters = SURROGATES.test(result) ? [...result] : result;
  const piecemeal = characters.slice(piece.offset, piece.offset + piece.length);
  const text = typeof piecemeal === 'string' ? piecemeal : piecemeal.join('');
  return { text, totalCharacters: characters.length, blocks: 1, format: null, wireField: null };
}

const SURROGATES = /[\ud800-\udfff]/;

const FIELDS: Record<CallTextField, (sql: Sql, block: number) => Fragment> = {
  thought: (sql, block) => sql`x.thoughts[${block + 1}::int], coalesce(cardinality(x.thoughts), 0)`,
  preamble: (sql) => sql`x.preamble, 1`,
  arguments: (sql) => sql`x.arguments, 1`,
  result: (sql) => sql`x.result, 1`,
};
